"""How games begin, and how they continue from where they were: the parts of it that need no store."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import Dice, Roll
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.rehearsal import rehearse
from ironclad.domain.match.clocks.events import ControlSet
from ironclad.domain.match.clocks.pressing import There, press
from ironclad.domain.match.commands import OpenGame
from ironclad.domain.match.deciding import decide, ended_by_rules
from ironclad.domain.match.events import CommandAccepted, TimelineOpened
from ironclad.domain.match.state import MAIN, Match, evolve
from ironclad.eventlog.errors import Problem, Unreadable


def begin(
    ruleset: Ruleset[Any], command: OpenGame, document: Mapping[str, Any] | None, own: bool = False
) -> GameBegun:
    """The first event, tried out: a position document that the ruleset cannot read is refused here.

    One that the service wrote itself (`own`) is not rehearsed: that takes up to seconds.
    """
    try:
        begun = ruleset.rules.begin(command.scenario, command.options, document, command.version)
        position = ruleset.rules.initial(begun)
        ruleset.rules.due(position)
        if document is not None and not own:
            rehearse(ruleset, position)
    except (codec.Unreadable, codec.UnknownName) as wrong:
        raise Unreadable(str(wrong)) from wrong
    except (Refused, Problem):
        raise
    except Exception as wrong:
        if document is None:
            raise
        raise Unreadable(
            f"the position is not one of {ruleset.name}: {type(wrong).__name__}: {wrong}"
        ) from wrong
    return begun


@dataclass(frozen=True)
class Opening:
    """A game's first events: its match's, its main line's, the end of a game that is over as it begins.

    `rolls` are those that what followed of itself made.
    """

    match: list[Event]
    line: list[Event]
    end: list[Event]
    position: Any
    rolls: tuple[Roll, ...]


def opening(
    ruleset: Ruleset[Any],
    command: OpenGame,
    accepted: CommandAccepted,
    begun: GameBegun,
    dice: Callable[[], Dice],
    blob: str | None,
) -> Opening:
    """What opening a game causes, and the position that it comes to.

    Where no decision is due at first, what follows of itself belongs to it, and rolls `dice`. A position
    document that is kept apart is named in the first event by `blob`, its SHA-256 in hex. Raises Refused.
    """
    match = evolve(Match(), accepted)
    of_match = decide(match, command.by, command)
    position = ruleset.rules.initial(begun)
    first = begun if blob is None else msgspec.structs.replace(begun, position={"blob": blob})
    of_line: list[Event] = [first]
    rolls: tuple[Roll, ...] = ()
    if ruleset.rules.outcome(position) is None and not ruleset.rules.due(position):
        source = dice()
        resolution: Resolution[Any] = Resolution(
            position, source, ruleset.rules.handlers.evolvers, ruleset.storage.events
        )
        ruleset.rules.proceed(resolution)
        of_line += resolution.events
        rolls = source.proof()
    end: list[Event] = []
    if (outcome := ruleset.rules.outcome(position)) is not None:
        for event in of_match:
            evolve(match, event)
        end = [ended_by_rules(match, outcome, len(of_line), accepted.at)]
    return Opening(of_match, of_line, end, position, rolls)


def begun_clocks(
    ruleset: Ruleset[Any], game: str, accepted: CommandAccepted, of_match: Sequence[Event], first: Opening
) -> list[Event]:
    """The press of a game that is opened with a control, and whose clocks do not wait for its seats."""
    if not any(isinstance(event, ControlSet) for event in of_match):
        return []
    match = evolve(Match(), accepted)
    for event in of_match:
        evolve(match, event)
    there = There(MAIN, len(first.line), first.position)
    return press(ruleset, match, game, there, accepted.at)


def line_opened(events: Sequence[Event]) -> TimelineOpened:
    """The one event that opens a timeline, of those of a request that opens one."""
    (opened,) = (event for event in events if isinstance(event, TimelineOpened))
    return opened


def ended_there(
    ruleset: Ruleset[Any], match: Match, events: Sequence[Event], position: Any, version: int | None = None
) -> list[Event]:
    """The end of a game that `events` move to a position which the rules have ended already.

    It is at a version of the new line: where that begins, unless it is named. The match takes these events
    then.
    """
    outcome = ruleset.rules.outcome(position)
    if outcome is None:
        return []
    for event in events:
        evolve(match, event)
    version = line_opened(events).at if version is None else version
    return [ended_by_rules(match, outcome, version, match.clock)]
