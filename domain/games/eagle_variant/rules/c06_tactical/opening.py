"""How a battle begins, and how it continues from stage to stage while no decision is open."""

from collections.abc import Callable

from ironclad.domain.games.eagle_variant.registry import Play, under_way
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import battle_of
from ironclad.domain.kernel.engine.citations import rule

STAGES: dict[str, Callable[[Play], None]] = {}
"""What happens next in each stage of a battle."""


def stage(name: str) -> Callable[[Callable[[Play], None]], Callable[[Play], None]]:
    """Register what happens next in a stage: a decision is asked, or events move the battle on."""

    def register(function: Callable[[Play], None]) -> Callable[[Play], None]:
        STAGES[name] = function
        return function

    return register


@rule("resolving-battles/1", "tactical/1")
def begin_battle(play: Play) -> None:
    """Fight the battle that has been put into `position.battle`, up to its first decision.

    It continues of itself when that is answered (`under_way`), to the retreat and to what survivors learn;
    then the battle is gone from the position, and the chapter of battles is asked for what follows.
    """
    battle = play.position.battle
    while battle is not None and not play.position.agenda.layers:
        go_on_fighting(play)
        if (now := play.position.battle) is None or now.space != battle.space:
            return


@under_way("battle")
def go_on_fighting(play: Play) -> None:
    """The next thing that happens in a battle."""
    STAGES[battle_of(play.position).stage](play)
