"""The tournament level: a command is committed to first, and a public beacon has a share in its rolls.

An intent in the log holds the digest of a whole request (but for its link, which the chain has fixed) and
names a round of the beacon that is still to come. A checkpoint that covers the intent is witnessed before
that round; then nobody, the service neither, knew a roll when it was fixed that it would be made. Beacon and
witnesses are ports: nothing here asks a network.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V1, frame
from ironclad.domain.kernel.fair.fair_table import BeaconShare


class Intent(msgspec.Struct, frozen=True):
    """A command that was committed to: at which log position, by whom, its request's SHA-256, its round."""

    position: int
    seat: str
    digest: str
    round: int


class Witnessed(msgspec.Struct, frozen=True):
    """A checkpoint that witnesses have cosigned: the log's size, and when the last of them did (seconds)."""

    size: int
    at: int


class Schedule(msgspec.Struct, frozen=True):
    """When a beacon speaks: round 1 at `genesis`, then each `period` (seconds since 1970)."""

    name: str
    genesis: int
    period: int

    def time(self, round: int) -> int:
        return self.genesis + (round - 1) * self.period

    def first_after(self, at: int) -> int:
        """The first round that is later than a time."""
        return 1 if at < self.genesis else (at - self.genesis) // self.period + 2


Beacon = Callable[[str, int], bytes | None]
"""What a beacon (by name) said in a round, checked by its own rules; None while it has not spoken."""


def request_digest(game: str, timeline: str, seat: str, request: Mapping[str, Any]) -> str:
    """What an intent to give this request states: SHA-256, in hex. The id hides the rest from guessing.

    `request` has id, decision, expected_version and command.
    """
    whole = {"game": game, "timeline": timeline, "seat": seat, **request}
    return sha256(frame(f"{V1}/intent", canonical(whole))).hexdigest()


def share_of(name: str, round: int, value: bytes, scheme: str = V1) -> bytes:
    """A beacon's share in a key, 32 bytes."""
    return sha256(frame(f"{scheme}/beacon", name, round, value)).digest()


def beacon_share(
    schedule: Schedule, intent: Intent, digest: str, witnessed: Witnessed | None, beacon: Beacon
) -> tuple[BeaconShare, bytes]:
    """The beacon's share in the rolls of a request with this digest.

    Raises Refused: "dice/intent" for another request than was committed to, "dice/witness" while the intent
    is not witnessed, or was too late (it is void then, and nobody knew its rolls), "dice/beacon" before the
    round.
    """
    require(digest == intent.digest, "dice/intent", f"{intent.seat} committed to another request")
    covered = witnessed is not None and witnessed.size >= intent.position
    require(covered, "dice/witness", f"no witnessed checkpoint covers the intent at {intent.position} yet")
    assert witnessed is not None
    require(
        witnessed.at < schedule.time(intent.round),
        "dice/witness",
        f"the intent at {intent.position} was not witnessed before round {intent.round}: it is void",
    )
    value = beacon(schedule.name, intent.round)
    require(value is not None, "dice/beacon", f"round {intent.round} of {schedule.name} is still to come")
    assert value is not None
    share = share_of(schedule.name, intent.round, value)
    return BeaconShare(intent.round, value.hex(), intent.position), share


def beacon_holds(
    schedule: Schedule,
    intent: Intent | None,
    digest: str,
    witnessed: Witnessed | None,
    said: BeaconShare,
    scheme: str = V1,
) -> bytes | None:
    """The share of a stored round, if its intent stood witnessed before it; else None.

    In games of v2 `intent` is what was committed to last of the round's commands.

    Whether the beacon said that is for the caller, who knows the beacon's own signature.
    """
    if intent is None or witnessed is None or digest != intent.digest:
        return None
    places = (intent.position, 0) if scheme == V1 else (0, intent.position)
    if (said.intent, said.committed) != places:
        return None
    early = witnessed.size >= intent.position and witnessed.at < schedule.time(intent.round)
    if said.round != intent.round or not early:
        return None
    try:
        value = bytes.fromhex(said.value)
    except ValueError:
        return None
    return share_of(schedule.name, said.round, value, scheme)
