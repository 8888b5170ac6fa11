"""Small-arms fire: the factor of the weapon, sums, men, multipliers, and the loss.

Everything is an exact fraction. The one rounding is that of IV.E, to tenths of a man.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from ironclad.domain.games.iron_brigade.board.charts import fire_factors, small_arms
from ironclad.domain.games.iron_brigade.rules.items import Item, items, product, total
from ironclad.domain.games.iron_brigade.rules.troops import (
    Cover,
    Order,
    Quality,
    battery_points,
    rank_items,
)
from ironclad.domain.kernel.engine.citations import rule

FROM_THE_SADDLE = ("pistol", "shotgun")
"""Weapons that mounted men use without loss of effect (VI.L/2)."""
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Firer:
    """A unit that fires small arms. `moved` is the fraction of its move that it used; `rain` is what rain
    adds to its factor.
    """

    weapon: str
    men: int
    quality: Quality
    moved: Fraction = Fraction(0)
    order: Order = "close"
    batteries: int = 0
    disorganized: bool = False
    mounted: bool = False
    sharpshooters: bool = False
    rain: int = 0


@dataclass(frozen=True)
class Target:
    """A unit that is fired at. `ranks` are those within 4 inches; `flank`: the fire comes from its flank.

    `deep_flank`: ranks count under flank fire as well (G/48).
    """

    order: Order = "close"
    cover: Cover = "none"
    prone: bool = False
    mounted: bool = False
    artillery: bool = False
    ranks: int = 1
    flank: bool = False
    deep_flank: bool = False


@dataclass(frozen=True)
class Loss:
    """Men lost without a roll, and the highest face of a ten-sided die that kills one more (0: no roll)."""

    men: int
    tenths: int

    @rule("IV.E/1", "IV.E/2", "XX.B/1")
    def with_die(self, die: int | None, less: int = 0) -> int:
        """The men lost. Raises ValueError for a die where none is rolled, or none where one is, or a wrong
        face. At night the die kills on `less` less (XX.B/1).
        """
        if (die is None) != (self.tenths == 0):
            raise ValueError("a die is rolled if, and only if, a part of a man is left")
        if die is not None and not 1 <= die <= 10:
            raise ValueError("the die has 10 sides")
        return self.men + (die is not None and die + less <= self.tenths)


@dataclass(frozen=True)
class Fire:
    """A fire that was computed: all that was added and multiplied, and the loss."""

    weapon_factor: int
    added: tuple[Item, ...]
    factor: Fraction
    men_factor: Fraction
    multipliers: tuple[Item, ...]
    product: Fraction
    loss: Loss


@rule("IV.A/6", "IV.A/7", "VI.L/1", "VI.L/2")
def weapon_factor(weapon: str, square: Fraction, mounted: bool = False) -> int | None:
    """The factor of a weapon at a distance, given as the square of hundredths of an inch.

    The first band whose upper end is not exceeded; mounted men use the next one, except with pistols and
    shotguns. None where the weapon cannot fire. Raises KeyError for an unknown weapon.
    """
    bands = small_arms()[weapon]
    band = next((index for index, (end, _) in enumerate(bands) if square <= (100 * end) ** 2), len(bands))
    if mounted and weapon not in FROM_THE_SADDLE:
        band += 1
    return bands[band][1] if band < len(bands) else None


@rule("IV.B/1", "IV.B/2", "IV.B/3", "IV.B/6", "IV.B/7", "VI.I/1", "XXIII.C/2")
def sum_items(firer: Firer, target: Target) -> tuple[Item, ...]:
    """What is added to the weapon's factor and subtracted from it.

    A battery is a target in skirmish order, so a target in open order is never one.
    """
    quality = firer.quality
    points = battery_points(quality, firer.batteries)
    return items(
        (quality.irregular, "irregulars firing", Fraction(-1, 2), "IV.B/1"),
        (quality.grade == "green", "green troops firing", -1, "IV.B/2"),
        (target.cover == "soft", "target behind soft cover", -1, "IV.B/2"),
        (0 < firer.moved <= HALF, "moved at most half", -1, "IV.B/3"),
        (points > 0, "enemy batteries firing on the unit", -points, "IV.B/4"),
        (firer.order == "skirmish", "in skirmish order", -1, "IV.B/6"),
        (target.order == "open" and not target.artillery, "target in open order", -1, "IV.B/6"),
        (firer.rain != 0, "rain", firer.rain, "XXIII.C/2"),
        (target.mounted, "target mounted", 1, "IV.B/7"),
        (quality.grade == "elite", "elite troops firing", 1, "IV.B/7"),
        (quality.grade == "crack", "crack troops firing", Fraction(3, 2), "IV.B/7"),
        (firer.sharpshooters, "sharpshooters firing", 2, "IV.B/7"),
    )


@rule("IV.C/3")
def men_factor(men: int) -> Fraction:
    """The fire factor of so many men; more than 30 fire as 30 and the rest.

    Raises ValueError for a negative number.
    """
    if men < 0:
        raise ValueError("men are not negative")
    table = fire_factors()
    whole, rest = divmod(men, len(table) - 1)
    return whole * table[-1] + table[rest]


@rule("IV.D/1", "IV.D/2", "IV.D/3", "IV.D/5", "IV.D/6", "IV.D/7", "VI.L/1", "VI.L/2")
def multipliers(firer: Firer, target: Target) -> tuple[Item, ...]:
    """All multipliers that apply. Men who lie in a trench have that of the trench alone."""
    trench = target.cover == "trench"
    loose = target.order == "skirmish" or target.artillery
    saddle = firer.mounted and firer.weapon not in FROM_THE_SADDLE
    return (
        *items(
            (target.prone and not trench, "target lying down", HALF, "IV.D/1"),
            (target.cover == "hard", "target under hard cover", HALF, "IV.D/1"),
            (firer.disorganized, "firing unit disorganized", HALF, "IV.D/1"),
            (trench, "target in trenches", Fraction(1, 4), "IV.D/2"),
            (loose, "target in skirmish order", HALF, "IV.D/3"),
        ),
        *rank_items(target.ranks, target.flank and not target.deep_flank, ("IV.D/4", "IV.D/4")),
        *items(
            (target.flank, "flanking fire", 2, "IV.D/5"),
            (firer.moved > HALF, "moved more than half", Fraction(1, 5), "IV.D/6"),
            (saddle, "fired from the saddle", HALF, "VI.L/1"),
        ),
    )


@rule("IV.E/1", "IV.E/2")
def killed(men: Fraction) -> Loss:
    """A product as a loss: whole men, and tenths of one, halves up; ten tenths are a man."""
    tenths = floor(men * 10 + HALF)
    return Loss(*divmod(tenths, 10))


@rule("IV.B/8")
def fire(firer: Firer, target: Target, square: Fraction) -> Fire | None:
    """The whole computation, or None where the weapon has no factor. A factor below 0 is 0."""
    base = weapon_factor(firer.weapon, square, firer.mounted)
    if base is None:
        return None
    added = sum_items(firer, target)
    factor = max(base + total(added), Fraction(0))
    by_men = men_factor(firer.men)
    multiplied = multipliers(firer, target)
    result = factor * by_men * product(multiplied)
    return Fire(base, added, factor, by_men, multiplied, result, killed(result))
