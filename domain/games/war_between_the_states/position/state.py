"""The position: everything that the rules can ask about a game of War Between the States.

Containers are flat dicts of immutable values, so that `copy` is a handful of shallow copies. What the map and
the charts fix is not here but in `board`. Everything is open to both players (R.1/13).
"""

import copy
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from ironclad.domain.games.war_between_the_states.board.calendar import (
    Cycle,
    cycle_of_turn,
    is_winter,
)
from ironclad.domain.games.war_between_the_states.board.map import printed_owner
from ironclad.domain.games.war_between_the_states.board.parts import Part, part_of
from ironclad.domain.games.war_between_the_states.board.scenario_files import Scenario, scenario
from ironclad.domain.games.war_between_the_states.position.battle import Battle, Fighting
from ironclad.domain.games.war_between_the_states.position.campaign import (
    Construction,
    LeaderPick,
    Politics,
    Production,
)
from ironclad.domain.games.war_between_the_states.position.in_progress import Phase
from ironclad.domain.games.war_between_the_states.position.orders import Journey
from ironclad.domain.games.war_between_the_states.position.pieces import (
    Depot,
    Headquarters,
    LeaderPiece,
    Ship,
    Unit,
    Work,
    sort_key,
)
from ironclad.domain.games.war_between_the_states.position.standing import StandingAnswers
from ironclad.domain.games.war_between_the_states.position.upkeep import Sieges, Upkeep
from ironclad.domain.kernel.engine.citations import cite, rule
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Outcome
from ironclad.domain.kernel.turn.agenda import Agenda

NOBODY = "none"

cite(__name__, "R.1/13", where=f"{__name__}.Position")


class Position(msgspec.Struct, dict=True):
    """A full state of the game.

    `agenda` has the open decisions and the game turn, counted from 1. Ids of units, headquarters and ships
    are their side, kind and number ("union_infantry_3"), `made` counts those given by side and kind;
    leaders are known by name. Beside its fields it may keep answers (`domain/kernel/engine/memo.py`).
    """

    scenario: str = ""
    options: dict[str, str] = {}
    agenda: Agenda = Agenda()
    # sequence of play
    step: str = ""  # the step of the turn
    chits: dict[str, int] = {}  # drawn for the turn, by side
    picks: bool = False  # the Confederate takes his chit in this turn instead of drawing (5.13/2)
    phase: Phase | None = None  # the movement phase under way
    fighting: Fighting | None = None  # the combat phase under way
    battle: Battle | None = None  # the battle under way, also in a movement phase
    spans: dict[str, tuple[str, ...]] = {}  # leader to the units and leaders in his declared span
    standing: dict[str, StandingAnswers] = {}  # by side; each side sees its own alone
    # pieces
    units: dict[str, Unit] = {}
    headquarters: dict[str, Headquarters] = {}
    leaders: dict[str, LeaderPiece] = {}
    ships: dict[str, Ship] = {}
    works: dict[str, Work] = {}  # by hex
    depots: dict[str, Depot] = {}  # by "side.hex"
    bases: dict[str, int] = {}  # hex to the supply points of the Union's base
    loose: dict[str, int] = {}  # supply points left in a hex
    made: dict[str, int] = {}
    journeys: dict[str, Journey] = {}  # trains of more than one turn, by their first piece
    around: dict[str, int] = {}  # pieces on their way around Galveston Bay, with the turn in which they left
    # ground
    owners: dict[str, str] = {}  # hexes that are not their printed owner's: a side, or "none"
    rail_owners: dict[str, str] = {}  # rail hexes that the trains of their hex's owner do not have yet
    cuts: tuple[str, ...] = ()  # rail hexes that are destroyed, in order
    # supply and transport
    supply: dict[str, int] = {}  # general supply, by side
    rail_points: dict[str, int] = {}  # RTPs left, by side
    # the score
    lost: dict[str, int] = {}  # combat SP that a side has lost
    warships_lost: dict[str, int] = {}
    captured: dict[str, int] = {}  # leaders of a side that were ever captured
    ended: Outcome | None = None
    # the strategic turn
    sieges: Sieges = Sieges()
    upkeep: Upkeep = Upkeep()
    # the campaign
    production: Production = Production()
    construction: Construction = Construction()
    leader_pick: LeaderPick = LeaderPick()
    politics: Politics = Politics()

    def copy(self) -> "Position":
        """A position of its own: later changes of either do not touch the other."""
        twin = copy.copy(self)
        for name in _FLAT:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def turn(self) -> int:
        """The game turn, counted from 1."""
        return self.agenda.turn

    @property
    def book(self) -> Scenario:
        """The scenario as it is written down."""
        return scenario(self.scenario)

    @property
    def cycle(self) -> Cycle:
        """The cycle of the game turn."""
        return cycle_of_turn(self.book.first, self.turn)

    @property
    def winter(self) -> bool:
        """Whether it is winter, by the reading of 4.0/3 that the game has chosen."""
        return is_winter(self.cycle, self.plays("winter_ends_with_cycle_2"))

    @property
    def part(self) -> Part:
        """The part of the map that the game is played on."""
        return _part_of(self.scenario)

    def plays(self, option: str) -> bool:
        """Whether the game has chosen an option ("yes")."""
        return self.options.get(option) == "yes"


@lru_cache(maxsize=16)
def _part_of(id: str) -> Part:
    return part_of(scenario(id).part)


_FRESH = Position()
_FLAT = tuple(name for name in Position.__struct_fields__ if isinstance(getattr(_FRESH, name), dict))


@rule("3.23/2", "3.23/3")
def owner(position: Position, hex: str) -> str:
    """Who controls a hex: the side whose combat unit last entered it, else its printed owner, or "none"."""
    return position.owners.get(hex) or printed_owner(hex)


class Stack(msgspec.Struct, frozen=True):
    """The pieces of one side in a hex, on the ground, by id in their order."""

    units: tuple[str, ...] = ()
    headquarters: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()


@rule("R.1/14")
@remembered
def stacks(position: Position) -> dict[tuple[str, str], Stack]:
    """The pieces of each side in each hex that has any; hexes in the order of their ids (R.1/14)."""
    units = _by_place(position.units)
    headquarters, leaders = _by_place(position.headquarters), _by_place(position.leaders)
    return {
        place: Stack(units.get(place, ()), headquarters.get(place, ()), leaders.get(place, ()))
        for place in sorted({**units, **headquarters, **leaders})
    }


def _by_place(
    pieces: Mapping[str, Unit] | Mapping[str, Headquarters] | Mapping[str, LeaderPiece],
) -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], list[str]] = {}
    for id, piece in pieces.items():
        if piece.hex:
            found.setdefault((piece.hex, piece.side), []).append(id)
    return {place: tuple(sorted(ids, key=sort_key) if len(ids) > 1 else ids) for place, ids in found.items()}


_EMPTY = Stack()


def stack(position: Position, hex: str, side: str) -> Stack:
    """The pieces of a side in a hex."""
    return stacks(position).get((hex, side), _EMPTY)


@remembered
def rosters(position: Position) -> dict[str, tuple[str, ...]]:
    """The units on the roster of each headquarters that has any, in their order."""
    found: dict[str, list[str]] = {}
    for id in sorted(position.units, key=sort_key):
        if position.units[id].hq:
            found.setdefault(position.units[id].hq, []).append(id)
    return {hq: tuple(units) for hq, units in found.items()}


@rule("6.4/1", "6.4/2")
def stacked(position: Position, hex: str, side: str) -> int:
    """The combat SP of a side in a hex, inside a fort and on top, with a depot's garrison, without ships."""
    depot = position.depots.get(f"{side}.{hex}")
    own = sum(position.units[id].strength for id in stack(position, hex, side).units)
    return own + (depot.garrison if depot else 0)


@rule("3.23/7", "13.21/1", "13.23/2", "13.0/1")
def garrison_of(position: Position, hex: str) -> int:
    """The SP inside the work of a hex, of its owner, a depot's garrison in it too."""
    work = position.works.get(hex)
    if work is None:
        return 0
    units = (position.units[id] for id in stack(position, hex, work.side).units)
    depot = position.depots.get(f"{work.side}.{hex}")
    inside = sum(unit.strength for unit in units if unit.inside)
    return inside + (depot.garrison if depot is not None and depot.inside else 0)


def on_top(position: Position, hex: str, side: str) -> tuple[str, ...]:
    """The combat units of a side in a hex that are not inside its fort."""
    units = position.units
    return tuple(id for id in stack(position, hex, side).units if units[id].fights and not units[id].inside)
