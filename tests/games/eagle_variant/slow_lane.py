"""One column of a battle as a chain of chances, while both sides act by standing orders.

A state has the place of each unit of the column: in its line, in the middle, in reserve, or gone. What a
unit does follows from the state, as in `rules/c06_tactical/standing.py`; only dice branch. Leaders who leave
a space are gone for the column: orders never bring them back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from ironclad.domain.games.eagle_variant.board.charts import BRIGADES, tactics
from ironclad.domain.games.eagle_variant.position.battles import MIDDLES, RESERVE, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import MOST, Aim, Attack, aim
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import NEVER_LEAVE, PHASES, battle_of
from ironclad.domain.kernel.engine.citations import Refused

V = TypeVar("V")
GONE, LINE, MIDDLE, HELD = range(4)
FACES = range(1, MOST + 1)
FAILS_ON, WITHDRAWS_FROM = int(tactics()["charge_fails_on"]), int(tactics()["withdraw_from_turn"])


class State(NamedTuple):
    """Where the units of a lane are, in the lane's order; in a turn also what they have done.

    `acted` counts actions in the turn, `helped` has a leader's help. `active`: there was an attack in the
    turn. `reached` is the highest rank that has acted in the part under way.
    """

    places: tuple[int, ...]
    acted: tuple[int, ...]
    helped: tuple[bool, ...]
    active: bool = False
    reached: int = -1


class Move(NamedTuple):
    """What a unit does next: a move to a place, or an attack with its chances to hit and to be lost."""

    unit: int
    place: int = GONE
    target: int = -1
    leader: int = -1
    hits: float = 0.0
    fails: float = 0.0


@dataclass(frozen=True)
class Piece:
    """A unit of a lane. `rank` is its place in the order in which all units of the battle act."""

    id: str
    army: int
    kind: str
    rank: int
    sort: tuple[object, ...]
    twice: bool = False

    @property
    def brigade(self) -> bool:
        return self.kind in BRIGADES


@dataclass
class Lane:
    """The units of one column, and how they act.

    `armies` are named in the order in which they act, `orders` theirs. `compact`: the places of units that
    are alike and follow each other are moved up when one is gone, so that there are fewer states; that
    is exact where ranks do not matter.
    """

    position: Position
    column: str
    pieces: tuple[Piece, ...]
    armies: tuple[str, str]
    orders: Mapping[str, StandingOrders]
    compact: bool = False
    elsewhere: tuple[int, int] = (0, 0)
    _aims: dict[tuple[object, ...], Aim | None] = field(default_factory=dict)

    def start(self) -> State:
        """The state now, by the position."""
        battle = battle_of(self.position)
        code = {self.column: LINE, MIDDLES[self.column]: MIDDLE, RESERVE: HELD}
        return State(
            tuple(code.get(battle.boxes[each.id], GONE) for each in self.pieces),
            tuple(battle.acted.get(each.id, 0) for each in self.pieces),
            tuple(each.id in battle.helped for each in self.pieces),
            battle.active,
        )

    def quiet(self, state: State) -> bool:
        """Whether a turn that ends in a state was quiet: no attack in it, and nobody in the middle."""
        return not state.active and MIDDLE not in state.places

    def fresh(self, state: State) -> State:
        """The same places at the beginning of a turn."""
        none = (0,) * len(self.pieces)
        return State(state.places, none, (False,) * len(self.pieces))

    def left(self, state: State, army: int) -> int:
        """The brigades of an army that are left in the lane, its reserve included."""
        each = zip(self.pieces, state.places, strict=True)
        return sum(piece.army == army and piece.brigade and place != GONE for piece, place in each)

    def fighting(self, state: State, army: int, place: int | None = None) -> list[int]:
        """The brigades of an army in line and middle, those in line first; or those in one place."""
        places = (LINE, MIDDLE) if place is None else (place,)
        return [
            index
            for at in places
            for index, piece in enumerate(self.pieces)
            if piece.army == army and piece.brigade and state.places[index] == at
        ]

    def ready(self, state: State, army: int, phase: str, turn: int) -> Iterator[int]:
        """The units of a phase that have an action left, in their order."""
        for index, piece in enumerate(self.pieces):
            if piece.army != army or piece.kind != phase or state.places[index] == GONE:
                continue
            if state.acted[index] < 1 + int(piece.twice and turn == 1):
                yield index

    def next_move(self, state: State, army: int, phase: str, turn: int) -> Move | None:
        """What an army's orders do next in a phase; None where they pass."""
        orders = self.orders[self.armies[army]]
        if orders.stance in ("ask", "stand") or phase not in BRIGADES:
            return None
        found = (self._of(state, orders, index) for index in self.ready(state, army, phase, turn))
        return next((each for each in found if each is not None), None)

    def _of(self, state: State, orders: StandingOrders, unit: int) -> Move | None:
        if state.places[unit] == HELD:
            return None if orders.hold_reserve else Move(unit, LINE)
        if orders.stance == "charge":
            return (
                self._attack(state, orders, "charge", unit)
                or self._towards(state, unit)
                or self._attack(state, orders, "fire", unit)
            )
        return self._attack(state, orders, "fire", unit)

    def _towards(self, state: State, unit: int) -> Move | None:
        piece = self.pieces[unit]
        open_ = state.places[unit] == LINE and piece.kind != "artillery"
        return Move(unit, MIDDLE) if open_ and not self.fighting(state, 1 - piece.army, MIDDLE) else None

    def _attack(self, state: State, orders: StandingOrders, attack: Attack, unit: int) -> Move | None:
        kinds = list(dict.fromkeys((*orders.targets, *BRIGADES)))
        leader = self._helper(state, unit)
        best: tuple[tuple[int, int], int, Aim] | None = None
        for target in self.fighting(state, 1 - self.pieces[unit].army):
            if (found := self.aimed(state, attack, unit, target, leader >= 0)) is None:
                continue
            key = (kinds.index(self.pieces[target].kind), found.needed - found.added)
            if best is None or key < best[0]:
                best = key, target, found
        if best is None:
            return None
        hits = sum(map(best[2].hits, FACES)) / MOST
        return Move(unit, GONE, best[1], leader, hits, 1 / MOST if attack == "charge" else 0.0)

    def _helper(self, state: State, unit: int) -> int:
        """The first leader in a unit's space who has not helped; -1 for none."""
        piece, place = self.pieces[unit], state.places[unit]
        for index, each in enumerate(self.pieces):
            same = each.army == piece.army and state.places[index] == place
            if each.kind == "leader" and same and not state.helped[index]:
                return index
        return -1

    def aimed(self, state: State, attack: Attack, unit: int, target: int, helped: bool) -> Aim | None:
        """What an attack needs, by the rules of the battle; None where it may not be made."""
        key = (attack, unit, target, state.places[unit], state.places[target], helped)
        if key not in self._aims:
            self._aims[key] = self._ask(*key)
        return self._aims[key]

    def _ask(self, attack: Attack, unit: int, target: int, here: int, there: int, helped: bool) -> Aim | None:
        box = {LINE: self.column, MIDDLE: MIDDLES[self.column], HELD: RESERVE}
        one, other = self.pieces[unit], self.pieces[target]
        scratch = self.position.copy()
        boxes = {one.id: box[here], other.id: box[there]}
        scratch.battle = battle_of(self.position).with_(boxes=boxes)
        try:
            found = aim(
                scratch, self.armies[one.army], attack, one.id, other.id, "a leader" if helped else ""
            )
        except Refused:
            return None
        return found if MOST + found.added >= found.needed else None

    def could_act(self, state: State, army: int, phase: str, turn: int) -> bool:
        """Whether an army could take any action in a phase, by orders or not."""
        if phase not in BRIGADES:
            return False
        alone = len(self.fighting(state, army)) == 1
        shut = bool(self.fighting(state, 1 - army, MIDDLE))
        for unit in self.ready(state, army, phase, turn):
            if state.places[unit] != LINE or not alone or (phase != "artillery" and not shut):
                return True
            enemies = self.fighting(state, 1 - army)
            helped = self._helper(state, unit) >= 0
            attacks: tuple[Attack, ...] = ("fire", "charge")
            if any(self.aimed(state, by, unit, at, helped) for by in attacks for at in enemies):
                return True
        return False

    def withdraws(self, state: State, army: int, phase: str, turn: int, begun: bool) -> bool:
        """Whether orders withdraw an army in a part of a phase, if it has one or has `begun` it."""
        at = self.orders[self.armies[army]].withdraw_at
        if turn < WITHDRAWS_FROM or not at or self.armies[army] in NEVER_LEAVE:
            return False
        if self.left(state, army) + self.elsewhere[army] > at:
            return False
        return begun or phase == PHASES[-1] or self.could_act(state, army, phase, turn)

    def after(self, state: State, move: Move) -> Iterator[tuple[float, State, int]]:
        """What a move leads to: chance, state, and the army that is beaten by it, -1 for none."""
        state = self._noted(state, move)
        if move.target < 0:
            places = _with(state.places, move.unit, move.place)
            yield 1.0, self._tidy(state._replace(places=places)), -1
            return
        if move.hits:
            yield (move.hits, *self._lost(state, move.target))
        if move.fails:
            yield (move.fails, *self._lost(state, move.unit))
        if (misses := 1.0 - move.hits - move.fails) > 1e-12:
            yield misses, self._tidy(state), -1

    def _noted(self, state: State, move: Move) -> State:
        helped = state.helped if move.leader < 0 else _with(state.helped, move.leader, True)
        acted = _with(state.acted, move.unit, state.acted[move.unit] + 1)
        reached = max(state.reached, self.pieces[move.unit].rank)
        return State(state.places, acted, helped, state.active or move.target >= 0, reached)

    def _lost(self, state: State, unit: int) -> tuple[State, int]:
        """The state without a unit; leaders go with the last brigade of a space."""
        piece, place = self.pieces[unit], state.places[unit]
        state = state._replace(places=_with(state.places, unit, GONE))
        if not self.fighting(state, piece.army, place):
            places = tuple(
                GONE if each.army == piece.army and each.kind == "leader" and at == place else at
                for each, at in zip(self.pieces, state.places, strict=True)
            )
            state = state._replace(places=places)
        beaten = piece.army if not self.fighting(state, piece.army) else -1
        return self._tidy(state), beaten

    def _tidy(self, state: State) -> State:
        """Units that are gone put after those like them that follow at once, if that is allowed."""
        if not self.compact:
            return state
        order: list[int] = []
        run: list[int] = []
        for index, piece in enumerate(self.pieces):
            if run and self.pieces[run[0]].sort != piece.sort:
                order += sorted(run, key=lambda each: state.places[each] == GONE)
                run = []
            run.append(index)
        order += sorted(run, key=lambda each: state.places[each] == GONE)
        done = tuple(0 if state.places[each] == GONE else state.acted[each] for each in order)
        places = tuple(state.places[each] for each in order)
        return State(places, done, tuple(state.helped[each] for each in order), state.active)


def _with(values: tuple[V, ...], index: int, value: V) -> tuple[V, ...]:
    return (*values[:index], value, *values[index + 1 :])
