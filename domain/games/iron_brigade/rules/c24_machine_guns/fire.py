"""The fire of a section of machine guns: factor, sums, multipliers, loss. Exact but for IV.E."""

from dataclasses import dataclass
from fractions import Fraction

from ironclad.domain.games.iron_brigade.board.pieces import machine_guns
from ironclad.domain.games.iron_brigade.rules.c04_small_arms.fire import Loss, Target, killed
from ironclad.domain.games.iron_brigade.rules.items import Item, items, product, total
from ironclad.domain.games.iron_brigade.rules.troops import rank_items
from ironclad.domain.kernel.engine.citations import rule

HALF = Fraction(1, 2)
CLEARS_UP_TO = 2


@dataclass(frozen=True)
class MachineGunFire:
    """A fire that was computed: all that was added and multiplied, and the loss."""

    chart: Fraction
    added: tuple[Item, ...]
    factor: Fraction
    multipliers: tuple[Item, ...]
    product: Fraction
    loss: Loss


@rule("XXIV.A/1")
def factor_at(gun: str, square: Fraction) -> Fraction | None:
    """The factor of a machine gun at a distance, given as the square of hundredths of an inch; None beyond
    its range. Raises KeyError for an unknown gun.
    """
    return next((factor for end, factor in machine_guns()[gun].bands if square <= (100 * end) ** 2), None)


@rule("XXIV.C/1")
def sum_items(target: Target, batteries: int) -> tuple[Item, ...]:
    """What is added to the factor and subtracted from it; each enemy battery on the guns counts in full."""
    return items(
        (target.cover == "soft", "target behind soft cover", -HALF, "XXIV.C/1"),
        (batteries > 0, "enemy batteries firing on the guns", -batteries, "XXIV.C/1"),
        (target.order == "open" and not target.artillery, "target in open order", -1, "XXIV.C/1"),
        (target.mounted, "target mounted", 1, "XXIV.C/1"),
    )


@rule("XXIV.D/1", "XXIV.D/2", "XXIV.D/3", "XXIV.D/4")
def multipliers(target: Target, disorganized: bool, trench: Fraction) -> tuple[Item, ...]:
    """All multipliers that apply; `trench` is that of a target in a trench."""
    loose = target.order == "skirmish" or target.artillery
    return (
        *items(
            (target.cover == "hard", "target under hard cover", HALF, "XXIV.D/1"),
            (disorganized, "firing unit disorganized", HALF, "XXIV.D/1"),
            (loose, "target in skirmish order", HALF, "XXIV.D/1"),
        ),
        *rank_items(target.ranks, target.flank and not target.deep_flank, ("XXIV.D/2", "XXIV.D/2")),
        *items(
            (target.flank, "flanking fire", 2, "XXIV.D/3"),
            (target.cover == "trench", "target in trenches", trench, "XXIV.D/4"),
        ),
    )


@rule("XXIV.A/1", "XXIV.E/1")
def fire(
    gun: str, target: Target, square: Fraction, batteries: int, disorganized: bool, trench: Fraction
) -> MachineGunFire | None:
    """The whole computation, or None out of range. A factor below 0 is 0; men have no factor here."""
    chart = factor_at(gun, square)
    if chart is None:
        return None
    added = sum_items(target, batteries)
    factor = max(chart + total(added), Fraction(0))
    multiplied = multipliers(target, disorganized, trench)
    result = factor * product(multiplied)
    return MachineGunFire(chart, added, factor, multiplied, result, killed(result))


@rule("XXIV.F/1")
def jams(gun: str, die: int) -> bool:
    """Whether a machine gun jams on a six-sided die."""
    return die >= machine_guns()[gun].jams


@rule("XXIV.F/2")
def clears(die: int, less: int = 0) -> bool:
    """Whether a jam is cleared on a six-sided die; at night on `less` less (XX.B/1)."""
    return die <= CLEARS_UP_TO - less
