"""What the service counts, in a registry of its own so that two applications in one process do not mix.

Workers that share a port share their counters too: where PROMETHEUS_MULTIPROC_DIR is set (by the workers'
parent), each writes its own to that directory, and whichever is asked adds them up.
"""

import os
from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

_BOUNDS = (0.001, 0.002, 0.004, 0.008, 0.012, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """Requests by call and status, their durations by call in seconds, the size of the log, live streams,
    stored positions that were refused.
    """

    def __init__(self, log_size: Callable[[], float]) -> None:
        self._counted = CollectorRegistry()
        requests = Counter(
            "ironclad_requests", "Requests answered", ("call", "status"), registry=self._counted
        )
        seconds = Histogram(
            "ironclad_request_seconds", "Time to answer", ("call",), registry=self._counted, buckets=_BOUNDS
        )
        self._asked = CollectorRegistry()
        size = Gauge("ironclad_log_size", "Events in the log", registry=self._asked)
        size.set_function(log_size)
        self.streams = Gauge(
            "ironclad_streams",
            "Live streams that are open",
            registry=self._counted,
            multiprocess_mode="livesum",
        )
        self.cut = Counter(
            "ironclad_streams_cut",
            "Streams cut off because their client did not read",
            registry=self._counted,
        )
        self.positions_refused = Counter(
            "ironclad_positions_refused",
            "Stored positions that were not believed, and made again",
            registry=self._counted,
        )
        self._request = cache(lambda call, status: requests.labels(call, str(status)))
        self._duration = cache(seconds.labels)

    def count(self, call: str, status: int, seconds: float) -> None:
        """Count an answered request; `call` is the name of the call, never a part of the address."""
        self._request(call, status).inc()
        self._duration(call).observe(seconds)

    def text(self) -> bytes:
        """Prometheus text: the counts of all workers of this service, and what the store says now."""
        counted = self._counted
        if directory := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            counted = CollectorRegistry()
            MultiProcessCollector(counted, directory)  # type: ignore[no-untyped-call]
        return generate_latest(counted) + generate_latest(self._asked)
