"""Schemathesis over the whole OpenAPI document, against a real server with games, seats and accounts in it.

    python -m tests.load.schemathesis_run --requests 50000 --seed 7 --store postgresql+redis

Each operation gets its share of requests, well-formed and malformed in turn, as several callers; half of all
requests or more have the token of a seat of a real game. Every answer must be one that the document has: its
status, its media type, its shape; and never a 5xx, unless the document says when. Runs of more than `SWEEP`
requests go over all operations several times, each time with new games and another seed; each sweep reports
to standard error. Prints one JSON document, and one line; status 1 where an answer was not so.
"""

import argparse
import json
import logging
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import load_all_checks
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok

from tests.api.running import PATIENCE, Server
from tests.load.pool import Pool
from tests.stores import KINDS, empty_store

KEPT = 20  # failures told in full
ROUNDS = 10
SWEEP = 10_000  # requests in one sweep over all operations
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


@dataclass
class Report:
    """What was sent, what came back, and what should not have."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    accepted: set[str] = field(default_factory=set)
    operations: set[str] = field(default_factory=set)
    as_seats: int = 0
    """Requests with the token of a seat of a real game."""
    failures: list[str] = field(default_factory=list)


class Fuzzer:
    """Sends cases of one document to one server."""

    def __init__(self, address: str, pool: Pool, report: Report) -> None:
        self.schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
        self._pool = pool
        self._report = report
        self._session = requests.Session()
        load_all_checks()
        self._checks = [schemathesis.checks.CHECKS.get_one(name) for name in CHECKS]

    def fuzz(self, operation: Any, count: int, seed: int) -> None:
        """Send `count` cases of an operation, every other one malformed on purpose."""
        sent = self._report.requests
        for mode, share in (("POSITIVE", count - count // 2), ("NEGATIVE", count // 2)):
            strategy = operation.as_strategy(generation_mode=getattr(schemathesis.GenerationMode, mode))
            for each in range(ROUNDS):  # where there is little to vary, a round ends early
                with suppress(Unsatisfiable):  # nothing of the operation can be malformed
                    self._round(strategy, max(1, share), seed + each)
                if self._report.requests - sent >= share:
                    break

    def _round(self, strategy: Any, count: int, seed: int) -> None:
        @seeded(seed)
        @settings(
            max_examples=count,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def send(case: Any) -> None:
            self.send(case)

        send()

    def send(self, case: Any) -> None:
        """Send one case as some caller, with real names in some of its places, and hold its answer."""
        caller = self._pool.fill(case)
        answer = case.call(session=self._session, timeout=PATIENCE)
        self._report.requests += 1
        self._report.as_seats += self._pool.is_of_a_real_seat(case)
        self._report.statuses[answer.status_code] += 1
        if answer.status_code < 300:
            self._report.accepted.add(case.operation.label)
        self._pool.notice(case, answer)
        try:
            case.validate_response(answer, checks=self._checks)
        except (FailureGroup, AssertionError) as wrong:
            if len(self._report.failures) < KEPT:
                self._report.failures.append(f"{case.operation.label} as {caller}: {_told(wrong)}")
            else:
                self._report.failures.append("more")


def _told(wrong: BaseException) -> str:
    parts = wrong.exceptions if isinstance(wrong, FailureGroup) else (wrong,)
    return "\n".join(str(part) for part in parts)[:3_000]


def run(address: str, count: int, seed: int) -> Report:
    """Fuzz the server at an address with about `count` requests."""
    report, sweeps, begun = Report(), max(1, round(count / SWEEP)), time.monotonic()
    for sweep in range(sweeps):
        _sweep(address, count // sweeps, seed + 1_000_000 * sweep, report)
        took, wrong = time.monotonic() - begun, len(report.failures)
        print(f"{report.requests} requests, {wrong} failures, {took:.0f} s", file=sys.stderr, flush=True)
    return report


def _sweep(address: str, count: int, seed: int, report: Report) -> None:
    """Send about `count` requests, each operation its share, with new games and accounts."""
    pool = Pool(address, random.Random(seed))
    fuzzer = Fuzzer(address, pool, report)
    found = [each.ok() for each in fuzzer.schema.get_all_operations() if isinstance(each, Ok)]
    share = max(2, count // len(found))
    report.operations = {operation.label for operation in found}
    for number, operation in enumerate(found):
        fuzzer.fuzz(operation, share, seed + number)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", choices=KINDS, default="sqlite")
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder, empty_store(Path(folder), asked.store) as store:
        server = Server(store, module="tests.load.server").start()
        begun = time.monotonic()
        try:
            report = run(server.address, asked.requests, asked.seed)
        finally:
            ended = server.stop()
    told = {
        "store": asked.store,
        "seed": asked.seed,
        "requests": report.requests,
        "as_seats_of_real_games": report.as_seats,
        "seconds": round(time.monotonic() - begun, 1),
        "statuses": dict(sorted(report.statuses.items())),
        "operations": len(report.operations),
        "never_accepted": sorted(report.operations - report.accepted),
        "failures": report.failures,
        "server_ended_with": ended,
    }
    print(json.dumps(told, indent=2))
    share, wrong = round(100 * report.as_seats / report.requests), len(report.failures)
    print(
        f"{report.requests:,} requests with seed {asked.seed}, {share} % as seats of real games:"
        f" {wrong} undocumented answers, {sum(report.statuses[each] for each in range(500, 600))} of 5xx,"
        f" the server ended with {ended}"
    )
    return 1 if report.failures or ended else 0


if __name__ == "__main__":
    sys.exit(main())
