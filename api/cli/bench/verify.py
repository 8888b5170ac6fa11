"""How fast a bundle is verified, and its game decided again, beside hashing and decoding its lines."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from ironclad.api.cli.bench.play import Figure, rate
from ironclad.api.service import Service
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.readings.readjudication import readjudicate
from ironclad.domain.match.readings.terms import Asked
from ironclad.eventlog.bundle.container import read
from ironclad.referee.proof.courses import read_record
from ironclad.referee.proof.verifying import verify

ROUNDS = 3
_EXPORT_SECONDS = 60.0


class VerifyFault(Exception):
    """A bundle that was written a moment ago does not hold."""


def figures(place: Path, ruleset: Ruleset[Any], referee: Service, game: str) -> Iterator[Figure]:
    """verify/…, verify-proofs/… and readjudicate/…: events a second of a game's bundle.

    It is written to a directory. A running game that hides something is not decided again. The referee must
    have the log's key. Raises VerifyFault.
    """
    path = place / "game.bundle"
    with path.open("xb") as file:
        events = referee.exporter.write(game, file, _EXPORT_SECONDS).events
    with path.open("rb") as file:
        lines = list(read(file)[1])
    limit = events / best(lambda: bare(lines))
    against = f"SHA-256 of the same lines, and decoding them as bare JSON ({events:,} events)"
    for name, rules in (("verify", True), ("verify-proofs", False)):
        seconds = best(lambda rules=rules: held(path, ruleset, rules))  # type: ignore[misc]  # bound now
        yield rate(f"{name}/{ruleset.name}", events / seconds, limit, "events/s", against)
    if not ruleset.sight.hides:  # a running game opens nothing that it hides
        again = events / best(lambda: same(path, ruleset))
        yield rate(f"readjudicate/{ruleset.name}", again, limit, "events/s", against)


def best(act: Callable[[], object]) -> float:
    """Seconds of the quickest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        started = perf_counter()
        act()
        times.append(perf_counter() - started)
    return min(times)


def bare(lines: list[bytes]) -> None:
    """The raw limit: each line hashed and decoded."""
    decode = msgspec.json.Decoder().decode
    for line in lines:
        sha256(line).digest()
        decode(line)


def held(path: Path, ruleset: Ruleset[Any], rules: bool) -> None:
    """Verify a bundle, which must hold, as far as a running game opens what it hides. Raises VerifyFault."""
    verdict = verify(path, None, lambda name: ruleset, rules=rules)
    if verdict.first_failure is not None or (rules and not verdict.ok and not verdict.waits):
        raise VerifyFault(f"the bundle of a game just played does not hold: {verdict.first_failure}")


def same(path: Path, ruleset: Ruleset[Any]) -> None:
    """Read a bundle and decide its game again, which must come to the same. Raises VerifyFault."""
    verdict = readjudicate(ruleset, read_record(path).course(ruleset), Asked())
    if verdict.kind != "same":
        raise VerifyFault(f"a game just played is not the same when it is decided again: {verdict}")
