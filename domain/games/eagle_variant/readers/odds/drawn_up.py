"""The columns of a battle under way as shapes, and why its odds may not be worked out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ironclad.domain.games.eagle_variant.position.battles import (
    LATE,
    MIDDLES,
    RESERVE,
    RETREAT,
    StandingOrders,
)
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.odds.columns import Column
from ironclad.domain.games.eagle_variant.readers.odds.graph import Graph
from ironclad.domain.games.eagle_variant.readers.odds.orders import Orders, parts
from ironclad.domain.games.eagle_variant.readers.odds.shapes import (
    GROUPS,
    HELD,
    KINDS,
    LATER,
    LINE,
    MIDDLE,
    Shape,
    Sort,
    actions_of,
    code,
    free,
    sort_of,
)
from ironclad.domain.games.eagle_variant.readers.odds.weights import BITS, Layout
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    battle_of,
    brigades,
    in_box,
    members,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.reinforcing import turn_of_entry

By = Mapping[str, StandingOrders]


class NotExact(Exception):
    """Odds that are not worked out here, with the reason in words."""


def require_exact(position: Position, by: By) -> None:
    """Raise NotExact where orders leave decisions open, or what happens hangs on more than the columns."""
    battle = battle_of(position)
    if battle.stage != "fight":
        raise NotExact("the odds of a battle are worked out while it is fought")
    for army in battle.armies:
        if by[army].stance == "ask":
            raise NotExact(f"the orders of {army} leave its phases open")
    _some_landed(position)


def _some_landed(position: Position) -> bool:
    """Whether the bonus against a landing does not hang on which brigades are left. Raises NotExact.

    By the other reading of amphibious-movement/10 any unit that landed brings it upon the whole army.
    """
    battle = battle_of(position)
    own = members(position, battle.attacker)
    landed = [id for id in own if position.units[id].landed]
    if not landed or len(landed) == len(own) or not position.plays("landing_bonus_against_whole_army"):
        return True
    boxes = battle.boxes
    if any(boxes[id] == RETREAT or _leads_behind(position, id) for id in landed):
        return True
    if battle.columns == 3:
        raise NotExact("the bonus against a landing hangs on which columns have units left that landed")
    if len(brigades(position, tuple(landed))) < len(landed):
        raise NotExact("the bonus against a landing hangs on the fate of a leader who landed")
    return False


def _leads_behind(position: Position, id: str) -> bool:
    """Whether a unit is a leader behind the lines, where nothing happens to him."""
    return not position.units[id].brigade and battle_of(position).boxes[id] in (RESERVE, *LATE)


class Waiting(NamedTuple):
    """A brigade that is in no column of three: in reserve, or not entered before a turn.

    `joins`: by its orders it goes to a column, in the first part of a turn in which it has `actions`.
    """

    army: int
    kind: str
    rank: int
    enters: int
    joins: bool
    actions: int


def waiting(position: Position, by: By) -> list[Waiting]:
    """The brigades that are in no column of three, in the order of their names."""
    battle, found = battle_of(position), list[Waiting]()
    for army, name in enumerate(battle.armies):
        for rank, id in enumerate(members(position, name)):
            box, unit = battle.boxes.get(id, ""), position.units[id]
            if not unit.brigade or (box != RESERVE and box not in LATE):
                continue
            enters = turn_of_entry(position, box) if box in LATE else 0
            actions = _actions(position, army, id, twice=_twice(position, name, id))
            found.append(Waiting(army, unit.kind, rank, enters, _joins(by[name]), actions))
    return found


def _joins(orders: StandingOrders) -> bool:
    return orders.stance in ("fire", "charge") and not orders.hold_reserve


def aside(position: Position) -> tuple[int, int]:
    """The brigades of each army that take no part: those in the retreat box."""
    first, second = (
        len(brigades(position, in_box(position, army, RETREAT))) for army in battle_of(position).armies
    )
    return first, second


@dataclass(frozen=True)
class Piece:
    """A unit of a column. `rank` is its place in the order in which all units of its army act."""

    army: int
    kind: str
    place: int
    rank: int
    sort: int
    actions: int


def columns(position: Position, by: By) -> list[Column]:
    """The columns of a battle whose set-up is open, to be played by these orders. Raises NotExact."""
    require_exact(position, by)
    battle = battle_of(position)
    sorts: dict[Sort, str] = {}
    drawn_up = [_pieces(position, column, sorts, by) for column in battle.lines]
    apart, landed = battle.columns > 1, _some_landed(position)
    orders = Orders(position, battle.armies, by, tuple(sorts), tuple(sorts.values()), apart, landed)
    later = apart and any(each.joins and max(each.enters, battle.turn) > 1 for each in waiting(position, by))
    graph = Graph(orders, apart, aside(position), later)
    return [_column(graph, pieces, battle.active) for pieces in drawn_up]


def _pieces(position: Position, column: str, sorts: dict[Sort, str], by: By) -> list[Piece]:
    """The units of a column; of three, with the brigades that may yet join it."""
    battle, found = battle_of(position), []
    for army, name in enumerate(battle.armies):
        for rank, id in enumerate(members(position, name)):
            box, unit = battle.boxes.get(id, ""), position.units[id]
            enters = turn_of_entry(position, box) if box in LATE else 0
            place = _place(box, column, enters > max(battle.turn, 1))
            behind = place in (HELD, LATER)
            if place is None or (behind and battle.columns > 1 and not (unit.brigade and _joins(by[name]))):
                continue
            twice = _twice(position, name, id)
            sort, of = 0, sort_of(unit, army, twice, enters)
            if unit.brigade:
                sorts.setdefault(of, id)
                sort = list(sorts).index(of)
            found.append(Piece(army, unit.kind, place, rank, sort, _actions(position, army, id, twice)))
    return found


def _place(box: str, column: str, later: bool) -> int | None:
    """The place in a column of a unit in a box of the battle map; None where it is in no such place."""
    if box in LATE:
        return LATER if later else HELD
    return {column: LINE, MIDDLES[column]: MIDDLE, RESERVE: HELD}.get(box)


def _twice(position: Position, army: str, id: str) -> bool:
    """Whether a unit has a second action in turn 1."""
    battle = battle_of(position)
    return battle.surprise == army and id in battle.began and battle.turn <= 1


def _actions(position: Position, army: int, id: str, twice: bool) -> int:
    """The actions that a unit has left in the turn, in the next one if its part is over; a leader's help."""
    battle, unit = battle_of(position), position.units[id]
    if not unit.brigade:
        return int(id not in battle.helped)
    return 1 if _over(position, army, unit.kind) else 1 + twice - battle.acted.get(id, 0)


def _over(position: Position, army: int, kind: str) -> bool:
    """Whether the part of the turn in which a kind of brigades acts is over."""
    battle = battle_of(position)
    return parts().index((army, kind)) < battle.part + (not battle.acting)


def _column(graph: Graph, pieces: list[Piece], active: bool) -> Column:
    groups: list[tuple[int, ...]] = []
    ranks: list[tuple[int, ...]] = []
    for group in range(GROUPS):
        army, kind = divmod(group, len(KINDS))
        own = [each for each in pieces if (each.army, each.kind) == (army, KINDS[kind])]
        groups.append(tuple(code(each.sort, each.place, each.actions) for each in own))
        ranks.append(tuple(each.rank for each in own))
    leaders = [0] * 8
    for each in pieces:
        if each.kind == "leader" and each.place in (LINE, MIDDLE):
            leaders[free(each.army, each.place) + (not each.actions)] += 1
    lengths = tuple(map(len, ranks)) if graph.apart else (0,) * GROUPS
    sizes = tuple(
        0 if _from_the_front(graph, codes) else size for codes, size in zip(groups, lengths, strict=True)
    )
    actions = max(sum(max(actions_of(each), 1) for each in codes) for codes in groups)
    layout = Layout(lengths, sizes, actions)
    number = graph.number(Shape(tuple(groups), tuple(leaders), active))
    return Column(graph, tuple(ranks), layout, {number: layout.certain()}, 2.0**BITS)


def _from_the_front(graph: Graph, codes: tuple[int, ...]) -> bool:
    """Whether the brigades of a group are lost from the front alone: all are alike, and none will charge."""
    if len(set(codes)) != 1:
        return not codes
    sort = graph.orders.sorts[codes[0] >> 4]
    return sort.kind == "artillery" or graph.orders.of(sort.army).stance != "charge"
