"""What an append of a record holds: its first event, its dice, its chains, the documents in it."""

from collections.abc import Collection, Sequence
from typing import Any, TypeVar

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_SERVER, Chain
from ironclad.domain.match import commands as c
from ironclad.domain.match.dice import NewChain
from ironclad.domain.match.disputes.commands import DISPUTE_COMMANDS
from ironclad.domain.match.events import EVENTS, CommandAccepted, DiceAnchored
from ironclad.domain.match.state import MAIN
from ironclad.eventlog.bundle.comparing import as_now
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.errors import Unreadable

_ANCHORED = f"{EVENTS.family}.dice_anchored.1"

E = TypeVar("E", bound=Event)


def line_of(event: Stored) -> str:
    """The stream of an event within its game."""
    return event.stream.partition("/")[2]


def first_of(event: Stored) -> Event:
    """The event that an append begins with: a command, or what a round begins with."""
    first, name, body = as_now(EVENTS, event)
    if (name, body) != EVENTS.encode(first):
        raise BundleFault("rules", "the command is recorded with more than it has", event.position)
    return first


def recorded_in(append: Sequence[Stored], kind: type[E]) -> E | None:
    """The first event of a type that is recorded of a command: what only the service could make."""
    topics = EVENTS.topics(kind)
    for event in append:
        if event.name in topics:
            decoded = as_now(EVENTS, event)[0]
            assert isinstance(decoded, kind)
            return decoded
    return None


def paths(found: Collection[str]) -> str:
    """Paths in a sentence."""
    return ", ".join(sorted(found)) or "nothing"


def dice_of(accepted: CommandAccepted) -> ScriptedDice:
    """Dice that show the faces which a command is recorded with."""
    return ScriptedDice(face for roll in accepted.rolls for face in roll.faces)


def check_request(accepted: CommandAccepted, asked: dict[str, Any], command: Command) -> None:
    """A request of the match is recorded with nothing that it has not. Raises Unreadable."""
    seat, by = (accepted.seat, accepted.seat)
    if isinstance(command, c.OpenGame):
        seat, by = "", command.by
    elif isinstance(command, DISPUTE_COMMANDS) and not accepted.seat:
        by = accepted.by
    if (accepted.seat, accepted.by) != (seat, by):
        raise Unreadable(f"it is recorded as of {accepted.by!r} for {accepted.seat!r}")
    more = (accepted.decision, accepted.expected_version) != (None, None)
    if more or codec.canonical(asked) != codec.canonical(command):
        raise Unreadable("it is recorded with more than it has")
    if accepted.rolls and not isinstance(command, c.OpenGame):
        raise Unreadable("it rolls no dice")


class _Begun(msgspec.Struct):
    """What is needed of a line's first event."""

    position: Any = None


def positions_in(append: Sequence[Stored]) -> list[bytes]:
    """The position document in the first event of a line that an append begins, if there is one."""
    found = []
    for event in append:
        if line_of(event) == MAIN:
            position = msgspec.json.decode(event.body, type=_Begun).position
            found += [codec.canonical(position)] if position is not None else []
    return found


def is_fair(append: Sequence[Stored]) -> bool:
    """Whether chains are anchored as the game is opened."""
    return any(event.name == _ANCHORED for event in append)


def chains_in(append: Sequence[Stored]) -> NewChain:
    """The chains that the service made for a request, as they are recorded: only it can make them."""
    found: dict[tuple[str, str], str] = {}
    for event in append:
        if event.name == _ANCHORED:
            anchored = as_now(EVENTS, event)[0]
            assert isinstance(anchored, DiceAnchored)
            found |= {(anchored.timeline, chain.party): chain.link for chain in anchored.epoch.chains}

    def new(line: str, party: str, series: int, length: int) -> Chain:
        return Chain(party, KEPT_BY_SERVER, series, length, found.get((line, party), ""))

    return new
