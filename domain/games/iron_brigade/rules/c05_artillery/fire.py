"""Artillery fire: the factors of sections, their multipliers, and the casualties of a target.

Everything is an exact fraction until V.B/6 rounds the factors of a target, once.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from ironclad.domain.games.iron_brigade.board.charts import Gun
from ironclad.domain.games.iron_brigade.rules.items import Item, items, product, total
from ironclad.domain.games.iron_brigade.rules.troops import Cover, Order, Quality, rank_items
from ironclad.domain.kernel.board.plane import ceil_root
from ironclad.domain.kernel.engine.citations import rule

FOOT = 1200
FACTORS_A_CASUALTY = 20
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Battery:
    """A battery that fires. `own` and `replaced` are the sections that fire at the target, served by its own
    men and by replacements; `all_fire`: they are all that the battery has.
    """

    gun: Gun
    own: int
    quality: Quality
    confederate: bool = False
    moved: bool = False
    under_artillery_fire: bool = False
    disorganized: bool = False
    all_fire: bool = False
    replaced: int = 0


@dataclass(frozen=True)
class Target:
    """What is fired at. `battery`: artillery, an empty building or work, a bridge or a ship, for which the
    lower row holds (V/2). `ranks` are those within 4 inches; `flank`: within 30 degrees of its flank axis.
    """

    order: Order = "close"
    cover: Cover = "none"
    prone: bool = False
    mounted: bool = False
    battery: bool = False
    ranks: int = 1
    flank: bool = False
    deep_flank: bool = False
    printed_half: bool = False


@dataclass(frozen=True)
class Factors:
    """What a battery brings against a target, before and after its multipliers."""

    chart: int
    added: tuple[Item, ...]
    sections: tuple[int, ...]
    together: int
    multipliers: tuple[Item, ...]
    product: Fraction


@dataclass(frozen=True)
class Casualties:
    """Casualties without a roll, and the highest face of a twenty-sided die that causes one more (0: no
    roll).
    """

    whole: int
    rest: int

    @rule("V.C/2", "XX.B/1")
    def with_die(self, die: int | None, less: int = 0) -> int:
        """The casualties. Raises ValueError for a die where none is rolled, or none where one is, or a wrong
        face. At night the die kills on `less` less (XX.B/1).
        """
        if (die is None) != (self.rest == 0):
            raise ValueError("a die is rolled if, and only if, factors are left")
        if die is not None and not 1 <= die <= FACTORS_A_CASUALTY:
            raise ValueError("the die has 20 sides")
        return self.whole + (die is not None and die + less <= self.rest)


@rule("G/6")
def feet_of(square: Fraction) -> int:
    """The range in feet, rounded up and at least 1, of the square of a distance in hundredths of an inch."""
    return max(1, ceil_root(square / FOOT**2))


@rule("V/2", "V.D/1", "V.E/2")
def gun_factor(gun: Gun, feet: int, battery: bool) -> int | None:
    """The number of a gun at a range, from its upper row for troops or its lower one for batteries; None
    where the row has none.
    """
    row = gun.counter_battery if battery else gun.troops
    return row[feet - 1] if 1 <= feet <= len(row) else None


@rule("V.A/1", "V.A/2", "V.A/3", "V.A/4", "V.A/5")
def section_items(battery: Battery, target: Target) -> tuple[Item, ...]:
    """What is added for each section and subtracted from it. A battery is in close order here (VI.I/1)."""
    quality = battery.quality
    return items(
        (battery.confederate, "Confederates firing", -1, "V.A/1"),
        (quality.grade == "green", "firing unit green", -1, "V.A/1"),
        (quality.irregular, "firing unit irregular", -1, "V.A/1"),
        (target.prone, "target lying down", -1, "V.A/2"),
        (target.cover == "soft", "target behind soft cover", -1, "V.A/2"),
        (battery.moved, "artillery moved this turn", -1, "V.A/3"),
        (target.cover == "hard", "target behind hard cover", -2, "V.A/3"),
        (battery.under_artillery_fire, "fired at by artillery", -2, "V.A/4"),
        (target.order == "open" and not target.battery, "target in open order", -2, "V.A/4"),
        (target.cover == "trench", "target in trenches", -3, "V.A/4"),
        (quality.grade == "elite", "firing unit elite", 1, "V.A/4"),
        (quality.grade == "crack", "firing unit crack", 2, "V.A/4"),
        (target.mounted, "firing at cavalry", 2, "V.A/5"),
    )


@rule("V.B/2", "V.B/3")
def multipliers(battery: Battery, target: Target) -> tuple[Item, ...]:
    """All multipliers that apply. A battery is no target in skirmish order here (VI.I/1)."""
    loose = target.order == "skirmish" and not target.battery
    return (
        *items(
            (battery.disorganized, "firing unit disorganized", HALF, "V.B/2"),
            (target.flank, "flanking fire", 2, "V.B/3"),
            (loose, "target in skirmish order", HALF, "V.B/3"),
        ),
        *_ranks(target),
    )


@rule("V.B/4", "V.B/5", "G/48")
def _ranks(target: Target) -> tuple[Item, ...]:
    """The multiplier of ranks; `printed_half` is the printed one of 3 or 4 ranks, `deep_flank` counts ranks
    under flank fire as well.
    """
    found = rank_items(target.ranks, target.flank and not target.deep_flank, ("V.B/4", "V.B/5"))
    if target.printed_half:
        found = tuple(replace(each, amount=HALF) if each.rule == "V.B/4" else each for each in found)
    return found


@rule("V.A/6", "V.A/7", "VI.C/2")
def battery_factors(battery: Battery, target: Target, feet: int) -> Factors | None:
    """The factors of a battery against a target, or None where its gun has no number at that range.

    Each section has at least 1. All sections of a battery of two or more at one target have 2 more together.
    """
    chart = gun_factor(battery.gun, feet, target.battery)
    if chart is None:
        return None
    added = section_items(battery, target)
    each = chart + int(total(added))
    sections = (max(1, each),) * battery.own + (max(1, each - 3),) * battery.replaced
    together = sum(sections) + (2 if battery.all_fire and len(sections) >= 2 else 0)
    multiplied = multipliers(battery, target)
    return Factors(chart, added, sections, together, multiplied, together * product(multiplied))


@rule("V.B/1", "V.B/6", "V.C/1")
def casualties(fires: Iterable[Factors]) -> Casualties:
    """The casualties of one target by all batteries that fire at it.

    Their products are summed, which is the same as one product of the sum where multipliers agree. The sum is
    rounded once, halves up, and every full 20 is a casualty.
    """
    factors = floor(sum((each.product for each in fires), Fraction(0)) + HALF)
    return Casualties(*divmod(factors, FACTORS_A_CASUALTY))
