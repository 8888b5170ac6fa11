"""What standing orders do next in a column, and what the dice make of it.

The choices are those of `rules/c06_tactical/standing.py`, made for shapes; what an attack needs is asked of
the rules themselves, once for each pair of sorts and places.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.battles import MIDDLES, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.odds.shapes import (
    HELD,
    KINDS,
    LATER,
    LINE,
    MIDDLE,
    Shape,
    Sort,
    actions_of,
    free,
    group_of,
    place_of,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST, Attack, aim
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import NEVER_LEAVE, PHASES, battle_of
from ironclad.domain.kernel.engine.citations import Refused

FACES = range(1, MOST + 1)
WITHDRAWS_FROM = int(tactics()["withdraw_from_turn"])
ATTACKS: tuple[Attack, ...] = ("fire", "charge")


class Branch(NamedTuple):
    """What a roll may lead to: faces of the die (all, where none is rolled), the shape, who is beaten.

    `group` and `place` are those of the brigade that is eliminated, -1 for none. `guess`: a brigade in
    reserve joins the column or, where it has a place, another one.
    """

    faces: int
    shape: Shape
    group: int = -1
    place: int = -1
    beaten: int = -1
    guess: bool = False


class Action(NamedTuple):
    """What a brigade does: its place in its group, and what may come of it."""

    place: int
    branches: tuple[Branch, ...]


class Aimed(NamedTuple):
    """An attack that may be made: how much it lacks, the faces that hit and that eliminate the attacker."""

    lacks: int
    hits: int
    fails: int


@dataclass
class Orders:
    """How both armies of a battle act by their standing orders.

    `sorts` are all sorts of brigades, `units` the name of one unit of each. `armies` are named in the order
    in which they act. `apart`: there are three columns. `landed`: some unit that landed is never lost here.
    """

    position: Position
    armies: tuple[str, str]
    standing: Mapping[str, StandingOrders]
    sorts: tuple[Sort, ...]
    units: tuple[str, ...]
    apart: bool = False
    landed: bool = True
    _aims: dict[tuple[object, ...], Aimed | None] = field(default_factory=dict)
    _targets: dict[tuple[object, ...], tuple[int, int, Aimed] | None] = field(default_factory=dict)

    def of(self, army: int) -> StandingOrders:
        return self.standing[self.armies[army]]

    def next_action(self, shape: Shape, group: int) -> Action | None:
        """What a group does next in its part of a turn; None where it passes."""
        orders = self.of(group // len(KINDS))
        if orders.stance in ("ask", "stand"):
            return None
        for at, each in enumerate(shape.groups[group]):
            if actions_of(each) and (found := self._of(shape, orders, group, at)) is not None:
                return Action(at, tuple(found))
        return None

    def _of(self, shape: Shape, orders: StandingOrders, group: int, at: int) -> list[Branch] | None:
        place = place_of(shape.groups[group][at])
        if place == LATER:
            return None
        if place == HELD and not orders.hold_reserve and self.apart:
            return self._guessed(shape, group, at)
        if place == HELD:
            return None if orders.hold_reserve else self._moved(shape, group, at, LINE)
        if orders.stance == "charge":
            return (
                self._attack(shape, orders, "charge", group, at)
                or self._towards(shape, group, at)
                or self._attack(shape, orders, "fire", group, at)
            )
        return self._attack(shape, orders, "fire", group, at)

    def _towards(self, shape: Shape, group: int, at: int) -> list[Branch] | None:
        army, kind = divmod(group, len(KINDS))
        inside = place_of(shape.groups[group][at]) != LINE or KINDS[kind] == "artillery"
        if inside or shape.in_place(1 - army, MIDDLE):
            return None
        return self._moved(shape, group, at, MIDDLE)

    def _moved(self, shape: Shape, group: int, at: int, place: int) -> list[Branch]:
        return [Branch(MOST, self._noted(shape, group, at, place))]

    def _guessed(self, shape: Shape, group: int, at: int) -> list[Branch]:
        """A brigade in reserve joins the column or another: what all columns have settles which."""
        have = shape.fighting(group // len(KINDS))
        joined = self._noted(shape, group, at, LINE)._replace(tag=(*shape.tag, (have, True)))
        passed = self._noted(shape, group, at)._replace(tag=(*shape.tag, (have, False)))
        if passed.reached >= at:
            passed = passed._replace(reached=passed.reached - 1)
        passed = passed.without(group, at)
        return [Branch(MOST, joined, guess=True), Branch(MOST, passed, group, at, guess=True)]

    def _noted(self, shape: Shape, group: int, at: int, place: int = -1) -> Shape:
        """The shape after a brigade has used an action, in another place if one is named."""
        codes = list(shape.groups[group])
        reached = max(shape.reached, at)
        codes[at] -= 1
        if place >= 0:
            codes[at] = codes[at] & ~12 | place << 2
        waits = any(each & 3 for each in codes[:reached])
        groups = (*shape.groups[:group], tuple(codes), *shape.groups[group + 1 :])
        return Shape(groups, shape.leaders, shape.active, reached if waits else -1, shape.tag)

    def _attack(
        self, shape: Shape, orders: StandingOrders, attack: Attack, group: int, at: int
    ) -> list[Branch] | None:
        """The attack at the target that comes first in the orders, then the one that is hit most easily."""
        army, own = group // len(KINDS), shape.groups[group][at]
        leader = free(army, place_of(own))
        helped = shape.leaders[leader] > 0
        enemies = shape.groups[(1 - army) * len(KINDS) :][: len(KINDS)]
        key = (attack, own >> 2, helped, enemies)
        if key not in self._targets:
            self._targets[key] = self._target(orders, attack, own, helped, 1 - army, enemies)
        if (best := self._targets[key]) is None:
            return None
        shape = self._noted(shape, group, at)
        leaders = shape.helped(leader) if helped else shape.leaders
        shape = Shape(shape.groups, leaders, True, shape.reached, shape.tag)
        return list(self._rolled(shape, (group, at), best[:2], best[2]))

    def _target(
        self,
        orders: StandingOrders,
        attack: Attack,
        own: int,
        helped: bool,
        army: int,
        enemies: tuple[tuple[int, ...], ...],
    ) -> tuple[int, int, Aimed] | None:
        """The group and the place of the best target, and what an attack at it needs."""
        landed = self.some_landed(enemies)
        for kind in dict.fromkeys((*orders.targets, *KINDS)):
            codes = enemies[KINDS.index(kind)]
            order = sorted(range(len(codes)), key=lambda at: place_of(codes[at]))
            found = ((target, self.aimed(attack, own, codes[target], helped, landed)) for target in order)
            able = [(target, aimed) for target, aimed in found if aimed is not None]
            if able:
                target, aimed = min(able, key=lambda each: each[1].lacks)
                return group_of(army, kind), target, aimed
        return None

    def _rolled(
        self, shape: Shape, own: tuple[int, int], target: tuple[int, int], found: Aimed
    ) -> Iterator[Branch]:
        yield self._lost(shape, found.hits, own[0], *target)
        if found.fails:
            yield self._lost(shape, found.fails, own[0], *own)
        if misses := MOST - found.hits - found.fails:
            yield Branch(misses, shape)

    def _lost(self, shape: Shape, faces: int, acting: int, group: int, at: int) -> Branch:
        army = group // len(KINDS)
        if group == acting and shape.reached >= at:
            shape = Shape(shape.groups, shape.leaders, shape.active, shape.reached - 1, shape.tag)
        shape = shape.without(group, at)
        return Branch(faces, shape, group, at, -1 if shape.fighting(army) else army)

    def some_landed(self, groups: tuple[tuple[int, ...], ...]) -> bool:
        """Whether a unit that landed is left among some groups of brigades, or elsewhere in the army."""
        return self.landed or any(self.sorts[each >> 4].landed for codes in groups for each in codes)

    def aimed(self, attack: Attack, own: int, target: int, helped: bool, landed: bool) -> Aimed | None:
        """What an attack of one brigade at another needs; None where it may not be made.

        `landed`: a unit that landed is left in the target's army.
        """
        key = (attack, own >> 2, target >> 2, helped, landed)
        if key not in self._aims:
            self._aims[key] = self._ask(attack, own, target, helped, landed)
        return self._aims[key]

    def _ask(self, attack: Attack, own: int, target: int, helped: bool, landed: bool) -> Aimed | None:
        one, other = own >> 4, target >> 4
        column = battle_of(self.position).lines[0]
        box = {LINE: column, MIDDLE: MIDDLES[column], HELD: "reserve", LATER: "reserve"}
        scratch = self.position.copy()
        boxes = {self.units[one]: box[place_of(own)], self.units[other]: box[place_of(target)]}
        scratch.battle = battle_of(self.position).with_(boxes=boxes)
        army = self.armies[self.sorts[one].army]
        if not landed:
            scratch.units = {id: unit for id, unit in scratch.units.items() if id in boxes or not unit.landed}
        try:
            found = aim(
                scratch, army, attack, self.units[one], self.units[other], "a leader" if helped else ""
            )
        except Refused:
            return None
        if MOST + found.added < found.needed:
            return None
        fails = 1 if attack == "charge" else 0
        return Aimed(found.needed - found.added, sum(map(found.hits, FACES)), fails)

    def could_act(self, shape: Shape, army: int, kind: str) -> bool:
        """Whether an army could take any action with a kind of brigades of a column, by orders or not."""
        group, alone = group_of(army, kind), shape.fighting(army) == 1
        shut = shape.in_place(1 - army, MIDDLE) > 0
        for own in shape.groups[group]:
            if not actions_of(own) or place_of(own) == LATER:
                continue
            if place_of(own) != LINE or not alone or (kind != "artillery" and not shut):
                return True
            helped = shape.leaders[free(army, LINE)] > 0
            groups = shape.groups[(1 - army) * len(KINDS) :][: len(KINDS)]
            enemies, landed = {each for codes in groups for each in codes}, self.some_landed(groups)
            if any(self.aimed(by, own, each, helped, landed) for by in ATTACKS for each in enemies):
                return True
        return False

    def may_withdraw(self, army: int, turn: int) -> bool:
        """Whether an army may withdraw in a turn, and has orders to at some number of brigades."""
        never = self.armies[army] in NEVER_LEAVE
        return turn >= WITHDRAWS_FROM and self.of(army).withdraw_at > 0 and not never


def parts() -> tuple[tuple[int, str], ...]:
    """The army and the kind of units of each part of a turn."""
    return tuple((army, phase) for phase in PHASES for army in range(2))
