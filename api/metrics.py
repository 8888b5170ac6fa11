"""What the service counts, in a registry of its own so that two applications in one process do not mix."""

from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_BOUNDS = (0.001, 0.002, 0.004, 0.008, 0.012, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """Requests by call and status, their durations by call in seconds, and the size of the log."""

    def __init__(self, log_size: Callable[[], float]) -> None:
        self.registry = CollectorRegistry()
        requests = Counter(
            "ironclad_requests", "Requests answered", ("call", "status"), registry=self.registry
        )
        seconds = Histogram(
            "ironclad_request_seconds", "Time to answer", ("call",), registry=self.registry, buckets=_BOUNDS
        )
        size = Gauge("ironclad_log_size", "Events in the log", registry=self.registry)
        size.set_function(log_size)
        self._request = cache(lambda call, status: requests.labels(call, str(status)))
        self._duration = cache(seconds.labels)

    def count(self, call: str, status: int, seconds: float) -> None:
        """Count an answered request; `call` is the name of the call, never a part of the address."""
        self._request(call, status).inc()
        self._duration(call).observe(seconds)
