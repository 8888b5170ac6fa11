"""How a game begins: scenarios, options, and the first event's position."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import data_digests
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.errata import versions
from ironclad.domain.games.american_civil_war.options import OPTIONS
from ironclad.domain.games.american_civil_war.position.document import (
    empty_position,
    from_document,
    to_document,
)
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.readers.lesson import SCENARIO as LESSON
from ironclad.domain.games.american_civil_war.readers.scene import scene
from ironclad.domain.games.american_civil_war.readers.views.general import (
    economy_view,
    map_view,
    politics_view,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import proceed
from ironclad.domain.games.american_civil_war.rules.c03_sequence.setup import place_fixed_units
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution

NAME, VERSION = "american_civil_war", versions().newest.version
SCENARIOS = {
    "campaign": "The whole war: set-up, then seventeen turns from Spring 1861 (3.1).",
    "bare_map": "No units at all, Union movement in Summer 1861: a ground for cases and exercises.",
}
LARGEST_POSITION = 60_000  # bytes; the first event must fit a log leaf


class _NoDice:
    """In a position that a game starts from a decision is due, not a roll."""

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        raise Unreadable(f"a game cannot start right before a roll ({purpose}); start before that")

    def proof(self) -> tuple[Any, ...]:
        return ()


def begin(
    scenario: str, options: Mapping[str, str], document: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    """The first event of a game, of the newest version unless one is named; its errata hold.

    A document that names errata opens a game of the version that has them. Raises Unreadable for an unknown
    scenario, option, position or version.
    """
    if scenario not in SCENARIOS and (scenario != LESSON or document is None):
        raise Unreadable(f"{NAME} has no scenario {scenario!r}; it has {', '.join(SCENARIOS)}")
    options = _with_options_of(document, options)
    for name, value in options.items():
        if name not in OPTIONS:
            raise Unreadable(f"{NAME} has no option {name!r}")
        if value not in OPTIONS[name].values:
            raise Unreadable(f"option {name} is one of {', '.join(OPTIONS[name].values)}, not {value!r}")
    opened = versions().of_document(document, version)
    begun = GameBegun(
        ruleset=NAME,
        version=opened.version,
        scenario=scenario,
        options=options,
        digests=dict(opened.data) or data_digests(),
        position=None if document is None else dict(document),
        errata=opened.errata or msgspec.UNSET,
    )
    if document is not None and len(msgspec.json.encode(document)) > LARGEST_POSITION:
        raise Unreadable(f"a position document may hold {LARGEST_POSITION} bytes at most")
    position = initial(begun)
    if document is not None:
        _try_out(position)
    return begun


def _with_options_of(document: Mapping[str, Any] | None, options: Mapping[str, str]) -> dict[str, str]:
    """The options asked for on top of those that a position document brings; they may not contradict."""
    brought = {} if document is None else document.get("options", {})
    if not isinstance(brought, Mapping):
        raise Unreadable("position: options must be an object")
    for name, value in options.items():
        if brought.get(name, value) != value:
            raise Unreadable(f"option {name} is {value}, but the position was played with {brought[name]}")
    return {**brought, **options}


def _try_out(position: Position) -> None:
    """Ask of a position from outside all that readers will ask: a game must not open and then break."""
    try:
        for view in (map_view, economy_view, politics_view, scene, to_document):
            view(position)
        if (due := position.due) is not None:
            next(iter(acw.offers[due.kind](position, due)), None)
    except (KeyError, ValueError, IndexError, AttributeError, TypeError, AssertionError) as wrong:
        raise Unreadable(f"position: it contradicts itself ({type(wrong).__name__}: {wrong})") from wrong


def initial(begun: GameBegun) -> Position:
    """The position after that first event, with its first decision open."""
    if begun.position is not None:
        position = from_document({**begun.position, "scenario": begun.scenario})
    else:
        position = empty_position(begun.scenario)
        if begun.scenario == "campaign":
            place_fixed_units(position)
        else:
            position.turn, position.phase, position.step = 2, "operations", "movement"
            position.initiative = position.player = "union"
    position.options = dict(begun.options)
    position.errata = begun.errata or ()
    if position.ended is None:
        _open_decision(position)
    return position


def _open_decision(position: Position) -> None:
    """Open the decision that the position comes to; one that a document names must be that one."""
    given, opened = position.due, position.decisions
    position.due = None
    play: Play = Resolution(position, _NoDice(), acw.evolvers)
    proceed(play)
    asked = position.due
    if given is None:
        return
    if asked is not None and asked.kind == "placement" and given.kind == "militia_placement":
        _require_muster(position, given)
        position.due = given
    elif asked is None or (asked.seat, asked.kind) != (given.seat, given.kind):
        is_due = "none" if asked is None else f"{asked.kind} of {asked.seat}"
        raise Unreadable(f"due: {given.kind} of {given.seat} is not due in this position, but {is_due}")
    else:
        position.due = msgspec.structs.replace(asked, id=given.id)
    position.decisions = opened


def _require_muster(position: Position, due: Due) -> None:
    """A call-out whose militia is still to be placed is recorded in the decision alone (4.3/3)."""
    state, count, hexes = (due.about.get(name) for name in ("state", "count", "hexes"))
    places = load_map().towns_of.get(state, ()) if isinstance(state, str) else ()
    sound = (
        due.seat == position.player
        and isinstance(count, int)
        and isinstance(hexes, list)
        and 0 < count <= len(hexes)
        and set(map(str, hexes)) <= {*places, *position.forts}
    )
    if not sound:
        raise Unreadable("due: militia_placement needs a state, towns or forts in it, and a count that fits")
