"""The columns of a battle under way as shapes, and why its odds may not be worked out."""

from collections.abc import Mapping
from dataclasses import dataclass

from ironclad.domain.games.eagle_variant.position.battles import (
    LATE,
    MIDDLES,
    RESERVE,
    RETREAT,
    StandingOrders,
)
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.odds.columns import Column, Graph
from ironclad.domain.games.eagle_variant.readers.odds.orders import Orders, parts
from ironclad.domain.games.eagle_variant.readers.odds.shapes import (
    GROUPS,
    HELD,
    KINDS,
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

By = Mapping[str, StandingOrders]


class NotExact(Exception):
    """Odds that are not worked out here, with the reason in words."""


def require_exact(position: Position, by: By) -> None:
    """Raise NotExact where orders leave decisions open, or tie the columns to each other."""
    battle = battle_of(position)
    if battle.stage != "fight":
        raise NotExact("the odds of a battle are worked out while it is fought")
    if any(box in LATE for box in battle.boxes.values()):
        raise NotExact("units have yet to enter the battle")
    landed = {position.units[id].landed for id in members(position, battle.attacker)}
    if len(landed) > 1 and position.plays("landing_bonus_against_whole_army"):
        raise NotExact("the bonus against a landing depends on whether any unit that landed is left")
    for army in battle.armies:
        if by[army].stance == "ask":
            raise NotExact(f"the orders of {army} leave its phases open")
        if battle.columns == 1:
            continue
        if by[army].withdraw_at:
            raise NotExact(f"{army} would withdraw by what is left in all columns")
        waits = brigades(position, in_box(position, army, RESERVE))
        if waits and by[army].stance != "stand" and not by[army].hold_reserve:
            raise NotExact(f"reserves of {army} would join a column")


def aside(position: Position) -> tuple[int, int]:
    """The brigades of each army that take no part: in the retreat box, with three columns in reserve."""
    battle = battle_of(position)
    boxes = (RETREAT,) if battle.columns == 1 else (RETREAT, RESERVE)
    first, second = (
        sum(len(brigades(position, in_box(position, army, box))) for box in boxes) for army in battle.armies
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
    drawn_up = [list(_pieces(position, column, sorts)) for column in battle.lines]
    orders = Orders(position, battle.armies, by, tuple(sorts), tuple(sorts.values()))
    graph = Graph(orders, battle.columns > 1, aside(position))
    return [_column(graph, pieces, battle.active) for pieces in drawn_up]


def _pieces(position: Position, column: str, sorts: dict[Sort, str]) -> list[Piece]:
    battle, found = battle_of(position), []
    places = {column: LINE, MIDDLES[column]: MIDDLE} | ({RESERVE: HELD} if battle.columns == 1 else {})
    for army, name in enumerate(battle.armies):
        for rank, id in enumerate(members(position, name)):
            box, unit = battle.boxes.get(id, ""), position.units[id]
            if box not in places:
                continue
            twice = battle.surprise == name and id in battle.began and battle.turn <= 1
            sort, of = 0, sort_of(unit, army, twice)
            if unit.brigade:
                sorts.setdefault(of, id)
                sort = list(sorts).index(of)
            actions = _actions(position, army, id, twice)
            found.append(Piece(army, unit.kind, places[box], rank, sort, actions))
    return found


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
        if each.kind == "leader" and each.place != HELD:
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
