"""Who owes something after an append, and so whose clock runs then: the press that joins the append.

The service and the verifiers ask the same function, with the match as it is after the rest of the append.
Pure, for every ruleset: the types of commands that end a turn are in its `DiceTerms.hands_over`.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match import dice
from ironclad.domain.match.clocks import commands as c
from ironclad.domain.match.clocks.control import SEATED
from ironclad.domain.match.clocks.deciding import decide
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.committed import Waiting, awaited
from ironclad.domain.match.state import Match


class There(msgspec.Struct, frozen=True):
    """Where a game is after an append: its line, the position there, the commands that wait on it.

    `version` is that of the append's command, or of the line's head where it was no command of the line.
    """

    line: str
    version: int
    position: Any
    waiting: Waiting = Waiting()


class Given(msgspec.Struct, frozen=True):
    """A command of a seat that was given, or (not `done`) committed to and not carried out yet."""

    seat: str
    type: str
    done: bool = True


def owing(ruleset: Ruleset[Any], match: Match, game: str, there: There) -> tuple[str, ...]:
    """The seats that owe a decision, a link or a chain's anchor, in seat order; none in a game that is over.

    Where anchors are awaited, nobody else can go on. Of links the next one in their order is owed. In a game
    that starts when its seats are taken nobody owes anything before; nor while a seat is vacated.
    """
    clocks = match.all_clocks
    if match.ended is not None or clocks.control is None:
        return ()
    if clocks.control.starts == SEATED and any(seat not in match.players for seat in clocks.seats):
        return ()
    if match.disputes is not None and match.disputes.vacated:
        return ()
    owe = _owe(ruleset, match, game, there)
    return tuple(seat for seat in clocks.seats if seat in owe)


def _owe(ruleset: Ruleset[Any], match: Match, game: str, there: There) -> set[str]:
    table, waiting = dice.table_of(match, game, there.line), there.waiting
    if table is not None and (missing := table.missing()):
        return set(missing)
    if table is not None and waiting:
        asked = awaited(ruleset, there.position, table.epoch.terms.together, waiting)
        if asked:
            return {each.seat for each in asked}
        return {each.event.seat for each in waiting.owed(table)[:1]}
    if ruleset.rules.outcome(there.position) is not None:
        return set()
    return {each.seat for each in ruleset.rules.due(there.position)}


def press(
    ruleset: Ruleset[Any],
    match: Match,
    game: str,
    there: There,
    at: str,
    given: Sequence[Given] = (),
    holders: tuple[str, ...] | None = None,
) -> list[Event]:
    """The press of an append: nothing in a game without clocks, on another line, or where nothing changes.

    `match` is the match after the rest of the append, `at` the time of its command, `given` the commands in
    it. `holders` are the seats that hold the turn, where the game was moved to another place.
    """
    clocks = match.clocks
    if clocks is None or clocks.control is None or match.ended is not None or there.line != match.current:
        return []
    hands_over = ruleset.dice.hands_over
    terms = dict(zip(clocks.seats, clocks.terms, strict=True))
    command = c.PressClock(
        timeline=there.line,
        version=there.version,
        running=owing(ruleset, match, game, there),
        completed=_seats(each.seat for each in given if each.done and each.type in hands_over),
        arrived=_seats(each.seat for each in given if terms[each.seat].no_show_ms is not None),
        holders=holders,
    )
    return decide(clocks, c.SERVICE, command, instant_of(at))


def _seats(found: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
