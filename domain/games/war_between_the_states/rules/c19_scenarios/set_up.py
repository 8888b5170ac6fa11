"""Setting a scenario up from its file (R.3/8, R.3/9)."""

from collections.abc import Iterable, Mapping

from ironclad.domain.games.war_between_the_states.board.charts import leaders
from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.board.map import hex_of, hexside_of
from ironclad.domain.games.war_between_the_states.board.scenario_files import (
    HeadquartersEntry,
    ShipsEntry,
    StackEntry,
    UnitEntry,
    rail_points,
    scenario,
)
from ironclad.domain.games.war_between_the_states.position.pieces import (
    Depot,
    Headquarters,
    LeaderPiece,
    Ship,
    ShipKind,
    Side,
    Unit,
    Work,
)
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.owners import (
    owners_at_start,
    rail_owners_at_start,
)
from ironclad.domain.kernel.engine.citations import rule

SHIP_KINDS: tuple[ShipKind, ...] = (
    "naval_flotilla",
    "naval_transport",
    "river_flotilla",
    "river_transport",
    "ironclad",
)
SET_UP_ORDER: tuple[Side, ...] = ("confederate", "union")


@rule("R.3/8", "R.3/1", "12.0/1", "6.51/1")
def set_up_position(id: str, options: Mapping[str, str]) -> Position:
    """The position of a scenario as its game begins, the Confederate set up first."""
    position = Position(id, dict(options)).copy()
    book = scenario(id)
    for side in SET_UP_ORDER:
        for stack in book.set_up[side].stacks:
            place_stack(position, side, stack)
        for ships in book.set_up[side].ships:
            _place_ships(position, side, ships)
    position.owners = owners_at_start(position)
    position.rail_owners = rail_owners_at_start(position)
    position.supply = {side: book.general_supply[side] for side in SIDES}
    position.rail_points = dict(rail_points(id, book.first))
    return position


@rule("R.3/9", "E.3/1", "E.3/3")
def place_stack(position: Position, side: Side, stack: StackEntry) -> None:
    """Put what is listed for a hex there: units listed with a fort inside it, all else on top."""
    hex = hex_of(stack.hex)
    if stack.work is not None:
        facing = stack.work.facing
        position.works[hex] = Work(side, stack.work.grade, hexside_of(facing) if "-" in facing else facing)
        _place_units(position, side, hex, stack.work.inside, inside=True)
    for entry in stack.hqs:
        _place_headquarters(position, side, hex, entry)
    _place_units(position, side, hex, stack.units)
    for name in stack.leaders:
        _place_leader(position, side, hex, name)
    if stack.depot is not None:
        position.depots[f"{side}.{hex}"] = Depot(side, hex, stack.depot)
    for load in stack.supply_trains:
        position.units[new_id(position, side, "supply_train")] = Unit(side, "supply_train", hex, load=load)
    for _ in range(stack.siege_trains):
        position.units[new_id(position, side, "siege_train")] = Unit(side, "siege_train", hex)
    if stack.base:
        position.bases[hex] = 0


def new_id(position: Position, side: str, kind: str) -> str:
    """The id of the next piece of a kind, which is counted as made."""
    name = f"{side}_{kind}"
    position.made[name] = position.made.get(name, 0) + 1
    return f"{name}_{position.made[name]}"


def _place_units(
    position: Position, side: Side, hex: str, entries: Iterable[UnitEntry], inside: bool = False, hq: str = ""
) -> None:
    for entry in entries:
        id = new_id(position, side, entry.type)
        position.units[id] = Unit(side, entry.type, hex, entry.sp, inside, hq, state=entry.state)


def _place_headquarters(position: Position, side: Side, hex: str, entry: HeadquartersEntry) -> None:
    id = new_id(position, side, entry.kind)
    position.headquarters[id] = Headquarters(side, entry.kind, entry.hq, hex, entry.commander, entry.supply)
    if entry.commander:
        _place_leader(position, side, hex, entry.commander)
    _place_units(position, side, hex, entry.roster, hq=id)


@rule("10.0/5")
def _place_leader(position: Position, side: Side, hex: str, name: str) -> None:
    """Naval leaders come with their option alone."""
    if not leaders()[side, name].naval or position.plays("naval_leaders"):
        position.leaders[name] = LeaderPiece(side, hex)


def _place_ships(position: Position, side: Side, entry: ShipsEntry) -> None:
    at = hexside_of(entry.at) if "-" in entry.at else hex_of(entry.at)
    for kind in SHIP_KINDS:
        for _ in range(getattr(entry, kind)):
            position.ships[new_id(position, side, kind)] = Ship(side, kind, at)
