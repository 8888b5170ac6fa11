"""The course of a battle: what comes next of itself, stage by stage (8.0)."""

from collections.abc import Callable, Mapping

from ironclad.domain.games.war_between_the_states.registry import Play
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.assault import settle_landing
from ironclad.domain.games.war_between_the_states.rules.c08_combat.advancing import follow
from ironclad.domain.games.war_between_the_states.rules.c08_combat.chits import ask_chits
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import set_defence
from ironclad.domain.games.war_between_the_states.rules.c08_combat.fighting import fight
from ironclad.domain.games.war_between_the_states.rules.c08_combat.retreating import settle
from ironclad.domain.games.war_between_the_states.rules.c12_supply.combat_supply import feed
from ironclad.domain.kernel.engine.citations import rule

STAGES: Mapping[str, Callable[[Play], None]] = {
    "defence": set_defence,
    "chits": ask_chits,
    "supply": feed,
    "result": fight,
    "aftermath": settle,
    "landing": settle_landing,
    "advance": follow,
}


@rule("8.0/15", "8.0/16", "8.23/1", "10.34/2", "15.22/2")
def go_on(play: Play) -> bool:
    """Continue the battle under way; False if there is none."""
    battle = play.position.battle
    if battle is None:
        return False
    STAGES[battle.stage](play)
    return True
