"""Random wars as lists of steps, each played once, for the tests of readers."""

from functools import cache
from itertools import islice
from random import Random

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.kernel.engine.playout import Step, steps

READERS: tuple[str | None, ...] = (*SIDES, None)


@cache
def walked(seed: int, scenario: str = "historical", **options: str) -> tuple[Step, ...]:
    """A random war of up to 400 commands."""
    begun = RULESET.rules.begin(scenario, options, None)
    return tuple(islice(steps(RULESET, seed, begun), 400))


def some(seed: int, count: int) -> list[Step]:
    """A few steps of three wars: one by each scenario, one with sealed free infantry and every rule."""
    wars = (walked(seed), walked(seed, "balanced"), walked(seed, sealed_free_setup="yes"))
    found = [step for war in wars for step in war[:3]]
    for war in wars:
        found += Random(seed).sample(war, min(count, len(war)))
        found += [step for step in war if step.after.battle is not None][:: max(1, len(war) // 8)]
    return found


def start(scenario: str = "historical", **options: str) -> Position:
    """The position with which a game begins."""
    return RULESET.rules.initial(RULESET.rules.begin(scenario, options, None))
