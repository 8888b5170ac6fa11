"""The public beacon of the tournament level, as the operator of the service names it."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from ironclad.domain.kernel.fair.fair_tournament import Schedule
from ironclad.eventlog.bundle import beacons
from ironclad.referee.dice.beacon import (
    LEAD_SECONDS,
    Beacon,
    Rounds,
    RoundsInFile,
    RoundsOverHTTP,
    SignedRounds,
)

Name = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"\A[!-~]+\Z")]
Seconds = Annotated[int, Meta(ge=0, le=2**40)]


class _Described(msgspec.Struct, forbid_unknown_fields=True):
    """The file that IRONCLAD_BEACON names; one of `rounds` (a file) and `url`."""

    name: Name
    genesis: Seconds
    period: Annotated[int, Meta(ge=1, le=86_400)]
    public_key: Annotated[str, Meta(max_length=1_000)] = ""
    rounds: str = ""
    url: str = ""
    lead: Annotated[int, Meta(ge=1, le=3_600)] = LEAD_SECONDS
    needed: Annotated[int, Meta(ge=1)] | None = None


def beacon_for(witnesses: int, environ: Mapping[str, str] = os.environ) -> Beacon | None:
    """The beacon that the environment names, if any, for a service that knows so many witnesses.

    IRONCLAD_BEACON is a JSON file (docs/operations.md). Raises ValueError, OSError.
    """
    named = environ.get("IRONCLAD_BEACON", "")
    if not named:
        return None
    file = Path(named)
    try:
        described = msgspec.json.decode(file.read_bytes(), type=_Described)
    except msgspec.DecodeError as wrong:
        raise ValueError(f"{file} describes no beacon: {wrong}") from wrong
    if bool(described.rounds) == bool(described.url):
        raise ValueError(f"{file} names either a file of rounds or the URL of a server")
    if described.url and urlsplit(described.url).scheme not in ("http", "https"):
        raise ValueError(f"{file} names {described.url!r}, which is no address of a server")
    needed = described.needed if described.needed is not None else witnesses // 2 + 1
    if needed > max(witnesses, 1):
        raise ValueError(f"{file} asks for {needed} witnesses, and IRONCLAD_WITNESSES has {witnesses}")
    chain = beacons.known_chain(described.public_key)
    if chain is not None and (described.genesis, described.period) != (chain.genesis, chain.period):
        raise ValueError(f"{file}: {chain.name} has genesis {chain.genesis} and period {chain.period}")
    schedule = Schedule(described.name, described.genesis, described.period)
    return Beacon(schedule, described.public_key, _rounds(file, described), needed, described.lead)


def _rounds(file: Path, described: _Described) -> Rounds:
    """The rounds of a beacon, checked if its key is of a kind that can be, and the library is there."""
    signed = beacons.is_key(described.public_key)
    rounds: Rounds = (
        RoundsInFile(file.parent / described.rounds)
        if described.rounds
        else RoundsOverHTTP(described.url, signatures=signed)
    )
    return SignedRounds(rounds, described.public_key) if signed and beacons.available() else rounds
