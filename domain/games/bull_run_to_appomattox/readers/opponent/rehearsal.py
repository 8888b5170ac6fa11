"""The introductory scenario played on in few numbers, to see how an order is likely to come out (17).

A `Stage` has what decides that scenario: armies with their CP and places, action points, the CP by which a
side is ahead. `rehearse` plays it to the end many times, with the generator that it is given. It knows what
the seat knows: of enemy armies the printed set-up less what was lost in the open, within its own findings.

The rehearsing side attacks while it is not ahead and breaks off when it is; the enemy does what he likes.
Rivers, sieges and leaders at risk are left out, and reach is counted in zones.
"""

from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import comb
from random import Random

from ironclad.domain.games.bull_run_to_appomattox.board.charts import firing, limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent.assessment import away

DRAWN = 0.05  # what a draw is worth, of a win
ATTACKS, STORMS = 0.3, 0.1  # how probable it is that an enemy attacks who can: in the open, and at works
DIGS, MOVES, JOINS = 0.2, 0.6, 0.4  # that he digs in instead, else moves; and that he moves to an army of his
PASSES = 0.4  # how probable it is that he passes
STAYS = 0.5  # how probable it is that he fights on
FACES, SIX = 6, 6
ON_FOOT, MOUNTED = 3, 5  # zones in a turn


@dataclass(slots=True)
class Army:
    """An HQ with its CP. `bonus`: it is experienced; `cost` of its activation in AP."""

    hq: str
    side: str
    infantry: int
    cavalry: int
    artillery: int
    spot: str
    bonus: bool = False
    active: bool = False
    cost: int = 1

    @property
    def total(self) -> int:
        return self.infantry + self.cavalry + self.artillery

    def reaches(self, spot: str) -> bool:
        """Whether it could attack there in one activation."""
        return away(self.spot, spot) <= (ON_FOOT if self.infantry or not self.cavalry else MOUNTED)

    def copy(self) -> "Army":
        return Army(
            self.hq, self.side, self.infantry, self.cavalry, self.artillery, self.spot, self.bonus,
            self.active, self.cost,
        )  # fmt: skip


@dataclass(slots=True)
class Stage:
    """A position of the introductory scenario in few numbers, as `side` sees it.

    `lead` is by how many CP eliminated that side is ahead, `turns` how many turns follow this one. `taking`
    is who activates next. `works` are the spots where armies of a side are hit on a 6 only, `digging` where
    they will be from the next turn.
    """

    side: str
    lead: int
    turns: int
    taking: str
    points: dict[str, int]
    passed: set[str]
    armies: list[Army]
    works: dict[str, frozenset[str]]
    bonus: dict[str, int]
    digging: set[tuple[str, str]] = field(default_factory=set)

    def copy(self) -> "Stage":
        return Stage(
            self.side, self.lead, self.turns, self.taking, dict(self.points), set(self.passed),
            [army.copy() for army in self.armies], self.works, self.bonus, set(self.digging),
        )  # fmt: skip

    def army(self, hq: str) -> Army:
        """An army by its HQ."""
        return next(each for each in self.armies if each.hq == hq)

    def at(self, side: str, spot: str) -> list[Army]:
        """The armies of a side in a place."""
        return [each for each in self.armies if each.side == side and each.spot == spot]

    def of(self, side: str) -> list[Army]:
        """The armies of a side that it could activate."""
        points = self.points[side]
        return [
            each
            for each in self.armies
            if each.side == side and not each.active and each.total and each.cost <= points
        ]

    def targets(self, army: Army) -> list[str]:
        """The places that an army could attack."""
        found = {each.spot for each in self.armies if each.side != army.side and each.total}
        return sorted(spot for spot in found if army.reaches(spot))

    def use(self, army: Army) -> None:
        """Activate an army."""
        self.points[army.side] -= army.cost
        army.active = True


Act = Callable[[Stage, Random], None]
"""What is done on a stage before it is played on."""


def rehearse(stage: Stage, act: Act, times: int, random: Random) -> float:
    """How probable it is that the side of a stage wins after an act; a draw counts a little.

    The generator is left as it was, so that every act is tried with the same chances.
    """
    state, total = random.getstate(), 0.0
    for _ in range(times):
        twin = stage.copy()
        act(twin, random)
        total += _score(_to_the_end(twin, random))
    random.setstate(state)
    return total / times


def _score(stage: Stage) -> float:
    return 1.0 if stage.lead > 0 else DRAWN if stage.lead == 0 else 0.0


def _to_the_end(stage: Stage, random: Random) -> Stage:
    while True:
        if stage.taking in stage.passed or not stage.of(stage.taking):
            stage.passed.add(stage.taking)
            stage.taking = ENEMY[stage.taking]
            if len(stage.passed) < len(SIDES):
                continue
            if not stage.turns:
                return stage
            _new_turn(stage, random)
            continue
        side = stage.taking
        if side == stage.side:
            _take_own(stage, random)
        else:
            _take_enemy(stage, random)
        stage.taking = ENEMY[side]


def _new_turn(stage: Stage, random: Random) -> None:
    stage.turns -= 1
    stage.passed = set()
    for side in SIDES:
        stage.points[side] = random.randint(1, FACES) + 1 + stage.bonus[side]
    stage.taking = max(SIDES, key=lambda side: stage.points[side])
    for side, spot in stage.digging:
        stage.works = {**stage.works, side: stage.works[side] | {spot}}
    stage.digging = set()
    for army in stage.armies:
        army.active = False
    pair = _pair(stage)
    if pair is not None:
        join(stage, *pair)


def _pair(stage: Stage) -> tuple[Army, Army] | None:
    """Two armies of the side in one place, the one that would give first."""
    mine = stage.of(stage.side)
    for one in mine:
        for other in mine:
            if one is not other and one.spot == other.spot and one.total <= other.total:
                together = one.cost + other.cost <= stage.points[stage.side]
                if together and one.artillery + other.artillery <= limits().artillery_per_hq:
                    return one, other
    return None


def join(stage: Stage, giver: Army, taker: Army) -> None:
    """An army passes all it has to another (15)."""
    stage.use(giver)
    taker.infantry, taker.cavalry = taker.infantry + giver.infantry, taker.cavalry + giver.cavalry
    taker.artillery += giver.artillery
    giver.infantry = giver.cavalry = giver.artillery = 0


def _take_own(stage: Stage, random: Random) -> None:
    """The best attack if the side is not ahead; else its weakest army is used up, that the rest can react."""
    mine = stage.of(stage.side)
    if stage.lead <= 0:
        found = [
            (promise(stage, army, spot), n, army, spot)
            for n, army in enumerate(mine)
            for spot in stage.targets(army)
        ]
        if found:
            _, _, army, spot = max(found, key=lambda each: each[:2])
            stage.use(army)
            fight(stage, army, spot, random)
            return
    stage.use(min(mine, key=lambda each: each.total))


def promise(stage: Stage, army: Army, spot: str) -> float:
    """By how much the hits of an attack are likely to exceed those on it, in its first round."""
    attackers, defenders = [army], stage.at(ENEMY[army.side], spot)
    ours = _mean(*_dice(attackers, defenders, spot in stage.works[ENEMY[army.side]]))
    return ours - min(_mean(*_dice(defenders, attackers, False)), army.total)


def _take_enemy(stage: Stage, random: Random) -> None:
    side = ENEMY[stage.side]
    if random.random() < PASSES:
        stage.passed.add(side)
        return
    army = random.choice(stage.of(side))
    stage.use(army)
    targets = stage.targets(army)
    spot = random.choice(targets) if targets else ""
    if spot and random.random() < (STORMS if spot in stage.works[stage.side] else ATTACKS):
        fight(stage, army, spot, random)
    elif random.random() < DIGS:
        stage.digging.add((side, army.spot))
    elif random.random() < MOVES:
        _move(stage, army, random)


def _move(stage: Stage, army: Army, random: Random) -> None:
    """An army joins another one of its side, or goes to any zone beside its own that no enemy is in."""
    friends = [each.spot for each in stage.armies if each.side == army.side and each.hq != army.hq]
    friends = [spot for spot in friends if army.reaches(spot)]
    if friends and random.random() < JOINS:
        army.spot = random.choice(friends)
        return
    enemies = {each.spot for each in stage.armies if each.side != army.side}
    ends = [end for end in neighbours(army.spot) if end not in enemies]
    if ends:
        army.spot = random.choice(ends)


# -- combats


def fight(stage: Stage, army: Army, spot: str, random: Random, safe: bool | None = None) -> None:
    """An army attacks a place, for two rounds at most. `safe`: only a 6 hits the defenders."""
    defender = ENEMY[army.side]
    if safe is None:
        safe = spot in stage.works[defender]
    fight_on(stage, army, stage.at(defender, spot), spot, safe, (0, 0), 0, random)


def fight_on(
    stage: Stage, army: Army, defenders: list[Army], spot: str, safe: bool, lost: tuple[int, int],
    fought: int, random: Random,
) -> None:  # fmt: skip
    """The rounds of a combat that are left, and who leaves."""
    defender = ENEMY[army.side]
    for number in range(fought, limits().combat_rounds):
        round_lost = _round(stage, army, defenders, safe, random)
        lost = lost[0] + round_lost[0], lost[1] + round_lost[1]
        if not army.total or not any(each.total for each in defenders):
            break
        if number + 1 < limits().combat_rounds:
            if not stays(stage, defender, random):
                leave(stage, defenders, army.spot)
                break
            if not stays(stage, army.side, random):
                return
        elif lost[1] > lost[0]:
            leave(stage, defenders, army.spot)
            break
        else:
            return
    if army.total:
        army.spot = spot


def _round(stage: Stage, army: Army, defenders: list[Army], safe: bool, random: Random) -> tuple[int, int]:
    """One round; the CP that attacker and defenders lost."""
    ours = _hits(*_dice([army], defenders, safe), random)
    theirs = _hits(*_dice(defenders, [army], False), random)
    done = _strike(defenders, ours)
    taken = _strike([army], theirs)
    stage.lead += done - taken if army.side == stage.side else taken - done
    return taken, done


def stays(stage: Stage, side: str, random: Random) -> bool:
    """Whether a side fights on: the one that rehearses while it is not ahead."""
    return stage.lead <= 0 if side == stage.side else random.random() < STAYS


def leave(stage: Stage, armies: list[Army], start: str) -> None:
    """Armies retreat to the first zone beside theirs that no enemy is in, or are lost."""
    for army in armies:
        if not army.total:
            continue
        enemies = {each.spot for each in stage.armies if each.side != army.side and each.total}
        ways = [end for end in neighbours(army.spot) if end != start and end not in enemies]
        if ways:
            army.spot = ways[0]
        else:
            stage.lead += army.total if army.side != stage.side else -army.total
            army.infantry = army.cavalry = army.artillery = 0


@cache
def neighbours(spot: str) -> tuple[str, ...]:
    """The spots beside a spot that an army can enter."""
    return tuple(dict.fromkeys(step.end for step in board().steps[spot] if step.river != "no_bridge"))


def _dice(firing_side: list[Army], struck: list[Army], safe: bool) -> tuple[int, int, int, int]:
    """Dice and faces that hit, of infantry with cavalry and of artillery."""
    infantry = cavalry = guns = 0
    bonus = True
    for army in firing_side:
        if army.infantry or army.cavalry or army.artillery:
            infantry, cavalry, guns = infantry + army.infantry, cavalry + army.cavalry, guns + army.artillery
            bonus = bonus and army.bonus
    facing = 0
    for army in struck:
        facing += army.cavalry
    muskets = infantry + cavalry
    extra = (cavalry > facing) + (bonus and muskets + guns > 0)
    faces, gun_faces = _faces(safe)
    return muskets, min(FACES, faces + extra), guns, min(FACES, gun_faces + extra)


@cache
def _faces(safe: bool) -> tuple[int, int]:
    """How many faces hit, of infantry and cavalry and of artillery, without modifiers."""
    table = firing(False)
    needs = (SIX, SIX) if safe else (table["infantry"].hits_from, table["artillery"].hits_from)
    return FACES + 1 - needs[0], FACES + 1 - needs[1]


def _mean(muskets: int, faces: int, guns: int, gun_faces: int) -> float:
    return (muskets * faces + guns * gun_faces) / FACES


def _hits(muskets: int, faces: int, guns: int, gun_faces: int, random: Random) -> int:
    return bisect(_ladder(muskets, faces), random.random()) + bisect(
        _ladder(guns, gun_faces), random.random()
    )


@cache
def _ladder(dice: int, faces: int) -> tuple[float, ...]:
    """The probabilities of fewer than 1, 2, 3… hits."""
    p, total, found = faces / FACES, 0.0, []
    for hits in range(dice):
        total += comb(dice, hits) * p**hits * (1 - p) ** (dice - hits)
        found.append(total)
    return tuple(found)


def _strike(armies: list[Army], hits: int) -> int:
    """Hits strike the strongest army, and its largest type; how many there were to strike."""
    for number in range(hits):
        army = max(armies, key=_strength)
        if not army.total:
            return number
        if army.infantry >= max(army.cavalry, army.artillery):
            army.infantry -= 1
        elif army.cavalry >= army.artillery:
            army.cavalry -= 1
        else:
            army.artillery -= 1
    return hits


def _strength(army: Army) -> int:
    return army.total
