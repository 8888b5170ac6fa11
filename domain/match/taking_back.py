"""Taking back a command, which is free while nothing random or hidden was revealed since.

A take-back is a command on a timeline (`take_back`, of no ruleset), and causes `TakenBack` in the match: the
position after it is the one at the version `to`, and the line continues from there. Nothing is deleted; the
chains of the dice and the numbers of the rolls continue.

It is free where every command that it takes back was given by the same player, rolled no die and revealed no
link of a chain. So one that handed the play over is not taken back where links are revealed by that; nor
anything once the other seat has ordered something, has taken something back, or waits for an intent of its
own; nor what was ordered before the rules were moved. What a standing answer of the other seat did by itself
is no hindrance: it was given beforehand, in the open log, so it reveals nothing new; and where it makes a
force try something, a die is rolled.

Nothing is taken back in a game that hides something from a seat. In a timed game no hand-over is.

Pure: the caller, which has the log, passes in the commands. Refusals name their rule as `take-back/…`.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, CommandReader
from ironclad.domain.match.clocks.deciding import check_take_back
from ironclad.domain.match.events import CommandAccepted
from ironclad.domain.match.intents import waiting
from ironclad.domain.match.state import Match

TAKE_BACK = "take_back"


class TakeBack(Command, frozen=True, tag_field="type", tag=TAKE_BACK):
    """Take back the seat's own commands on a line after version `to` (None: the last one)."""

    to: int | None = None


class Ordered(msgspec.Struct, frozen=True):
    """A command in force on a line: the version of its CommandAccepted, and what it caused.

    `type` is that of the command.
    """

    version: int
    seat: str
    by: str
    rolled: bool
    revealed: bool
    type: str = ""
    replayed: bool = False

    @classmethod
    def of(cls, version: int, accepted: CommandAccepted) -> "Ordered":
        """As it was accepted."""
        proof = accepted.dice_proof
        revealed = bool(accepted.committed) or (proof is not None and bool(proof.revealed))
        type = str(accepted.command.get("type"))
        replayed = accepted.replayed is not msgspec.UNSET
        return cls(version, accepted.seat, accepted.by, bool(accepted.rolls), revealed, type, replayed)


_READER = CommandReader((TakeBack,))


def read(data: Mapping[str, Any]) -> TakeBack:
    """Decode a take-back request. Raises UnknownName, Unreadable."""
    command = _READER.read(data)
    assert isinstance(command, TakeBack)
    return command


def is_take_back(data: Mapping[str, Any]) -> bool:
    """Whether a command on a line is a take-back, not a command of the ruleset."""
    return data.get("type") == TAKE_BACK


def free(
    match: Match,
    line: str,
    by: str,
    to: int | None,
    standing: Iterable[Ordered],
    hands_over: Collection[str] = (),
) -> int:
    """The version that a take-back of `by` on a line leads to. Raises Refused if it is not free.

    `standing` are the line's own commands in force at its head, the last one first; no more of them are
    looked at than have to be. `hands_over` are the types of commands that end a turn.
    """
    assert match.opened is not None
    require(not match.seal, "take-back/hidden", "the game hides something: propose a rewind instead")
    moved = max((move.at for move in match.timelines[line].moved), default=0)
    for seat in match.opened.seats:
        bound = waiting(match, line, seat) is not None
        require(not bound, "take-back/intent", f"{seat} has committed to a request on this line")
    for ordered in standing:
        if to is not None and ordered.version <= to:
            break
        _require_free(by, ordered)
        if line == match.current:
            check_take_back(match.all_clocks, ordered.type in hands_over)
        since_then = f"the rules were moved at {moved}, after the command at {ordered.version}"
        require(ordered.version > moved, "take-back/rules", since_then)
        if to in (None, ordered.version - 1):
            since = [back for back in match.timelines[line].taken if back.version > ordered.version]
            others = next((back.by for back in since if back.by != by), None)
            require(others is None, "take-back/seat", f"{others} has taken something back since")
            return ordered.version - 1
    if to is None:
        raise Refused("take-back/nothing", "there is no command on this line to take back")
    raise Refused("take-back/place", f"no command in force on this line was given right after {to}")


def _require_free(by: str, ordered: Ordered) -> None:
    at = f"the command at {ordered.version}"
    require(not ordered.replayed, "take-back/ruling", f"{at} was decided again by ruling")
    require(ordered.by == by, "take-back/seat", f"{ordered.by} has given {at} since")
    require(not ordered.rolled, "take-back/dice", f"{at} rolled dice: propose a rewind instead")
    require(
        not ordered.revealed,
        "take-back/link",
        f"{at} revealed a link of the dice: propose a rewind instead",
    )
