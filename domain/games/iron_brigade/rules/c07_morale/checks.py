"""Morale checks: the dice, the items, the total and what it means."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ironclad.domain.games.iron_brigade.board.charts import Result, grades, morale_results
from ironclad.domain.games.iron_brigade.rules.items import Item, items, total
from ironclad.domain.games.iron_brigade.rules.troops import Cover, Quality, battery_points
from ironclad.domain.kernel.engine.citations import rule

State = Literal["good", "disorganized", "broken", "routed"]
STATES: tuple[State, ...] = ("good", "disorganized", "broken", "routed")
GUNS_LOST_UP_TO: dict[State, int] = {"disorganized": 2, "broken": 3, "routed": 6}


@dataclass(frozen=True)
class Losses:
    """Men that a unit began the battle with, and those it has lost of them."""

    starting: int
    lost: int


@dataclass(frozen=True)
class UnderFire:
    """The enemy's fire on a unit this turn. `cover` is the best that an enemy who fires on it has."""

    batteries: int = 0
    cover: Cover = "none"
    flank: bool = False
    rear: bool = False
    small_arms_at_mounted: bool = False


@dataclass(frozen=True)
class Surroundings:
    """What is about a unit: friends, enemies in sight, its officer's bonus, its own cover."""

    cover: Cover = "none"
    supported: bool = False
    beaten_enemy_in_sight: bool = False
    officer: int = 0
    broken_friend: bool = False
    routed_friend: bool = False
    flank_melee: bool = False


@dataclass(frozen=True)
class Record:
    """What a unit is and did: its state and formation, its moves, its fire, its last melee and charge."""

    state: State = "good"
    skirmish: bool = False
    moved: Literal["forward", "away"] | None = None
    turns_fired: int = 0
    lost_prisoners: bool = False
    charge_bonus: int = 0


@dataclass(frozen=True)
class Check:
    """A check that was computed: the value, the dice, each item, the total and its result."""

    value: int
    dice: int
    items: tuple[Item, ...]
    total: int
    result: Result
    distance_dice: int


@rule("VII.C/1")
def further_dice(quality: Quality) -> int:
    """How many further dice a check has: 1 for crack, 3 for green or irregular troops, else 2."""
    return grades()["irregular" if quality.irregular else quality.grade].dice


@rule("VII.C/1")
def dice_amount(quality: Quality, red: int, green: int, further: Sequence[int]) -> int:
    """What the dice add: nothing for equal ones, the further dice with green higher, less them with red.

    Raises ValueError for a wrong number of dice or a wrong face.
    """
    if not all(1 <= die <= 6 for die in (red, green, *further)):
        raise ValueError("the dice have 6 sides")
    if len(further) != (0 if red == green else further_dice(quality)):
        raise ValueError(f"{len(further)} further dice are not those of this check")
    return sum(further) if green > red else -sum(further)


@rule(*(f"VII.D/{number}" for number in range(2, 12)))
def morale_items(
    quality: Quality, losses: Losses, fire: UnderFire, around: Surroundings, record: Record
) -> tuple[Item, ...]:
    """All items of a check that apply, each with its amount.

    Of soft and hard cover the better one counts, for the unit and for the enemy who fires.
    """
    batteries = battery_points(quality, fire.batteries)
    steps = 100 * losses.lost // (15 * losses.starting)
    fires_behind_hard = fire.cover in ("hard", "trench")
    behind_hard = around.cover in ("hard", "trench")
    states = {"good": 0, "disorganized": -5, "broken": -10, "routed": -15}
    return items(
        (record.turns_fired >= 8, "fired in 8 turns", -5, "VII.D/2"),
        (batteries > 0, "enemy batteries firing on the unit", -5 * batteries, "VII.D/3"),
        (fire.cover == "soft", "enemy firing from soft cover", -5, "VII.D/4"),
        (fires_behind_hard, "enemy firing from hard cover", -10, "VII.D/4"),
        (steps > 0, "each 15 percent lost", -5 * steps, "VII.D/4"),
        (record.moved == "away", "moved away from the enemy", -5, "VII.D/5"),
        (record.moved == "forward", "moved forward", 5, "VII.D/5"),
        (record.state != "good", record.state, states[record.state], "VII.D/5"),
        (around.broken_friend, "broken friend within 6 inches", -5, "VII.D/6"),
        (around.routed_friend, "routed friend within 12 inches", -10, "VII.D/6"),
        (fire.small_arms_at_mounted, "mounted under small-arms fire", -10, "VII.D/6"),
        (fire.flank, "enemy firing on the flank", -10, "VII.D/7"),
        (fire.rear, "enemy firing on the rear", -15, "VII.D/7"),
        (around.flank_melee, "enemy in melee on flank or rear", -15, "VII.D/7"),
        (record.lost_prisoners, "men captured in the last melee", -10, "VII.D/8"),
        (record.skirmish, "in skirmish formation", -10, "VII.D/8"),
        (around.cover == "soft", "behind soft cover", 5, "VII.D/9"),
        (behind_hard, "behind hard cover", 10, "VII.D/9"),
        (around.supported, "supported on both flanks", 5, "VII.D/9"),
        (around.beaten_enemy_in_sight, "broken or routed enemy in sight", 5, "VII.D/9"),
        (around.officer != 0, "officer", around.officer, "VII.D/10"),
        (record.charge_bonus != 0, "charge bonus", record.charge_bonus, "VII.D/11"),
    )


@rule("VII.D/1", "VII.E/1")
def check(value: int, dice: int, applied: tuple[Item, ...]) -> Check:
    """The total of a check and its result; `dice` is what the dice add."""
    result = value + dice + int(total(applied))
    row = next(row for row in morale_results() if row.highest is None or result <= row.highest)
    return Check(value, dice, applied, result, row.result, row.dice)


@rule("VII.E/6")
def worse(state: State, result: Result) -> State:
    """The state after a check: a check makes no state better."""
    after: State = result if result in ("disorganized", "broken", "routed") else "good"
    return max(state, after, key=STATES.index)


@rule("VII.P/1", "VII.P/2")
def guns_lost(state: State, kind: str, horse: bool, die: int) -> bool:
    """Whether a section of a battery that fell to this state loses its guns on a six-sided die.

    Heavy guns add 1 to the highest face on which they are lost, horse artillery takes 1 from it; siege guns
    are always lost. Raises ValueError for a battery of good morale.
    """
    if state == "good":
        raise ValueError("a battery of good morale keeps its guns")
    if kind == "siege":
        return True
    return die <= GUNS_LOST_UP_TO[state] + (kind == "heavy") - horse


@rule("VII.U/1", "VII.U/3")
def thrown_away(armed: int) -> int:
    """How many of so many armed men throw away their weapons when their unit routs: half, fractions down."""
    return armed // 2
