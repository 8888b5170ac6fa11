"""Where a vessel's move ends: in contact with the enemy (13.6, 11.6), or at rest."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.map import SEA_ZONE_LINKS
from ironclad.domain.games.american_civil_war.registry import Play
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_repair import repair_on_arrival
from ironclad.domain.kernel.engine.citations import rule


@rule("13.1.2/3", "11.6/2")
def meet_enemy(play: Play, hexside: str, side: str, runs: bool, back: str = "") -> None:
    """Hand vessels of a side that have met the enemy on a hexside to naval combat, or to a run past a fort.

    A run continues once the fort has fired (naval_movement.go_on): position.sailing names the vessels, the
    hexside and where the run began. back: the place from which the vessels came on to the hexside.
    """
    from ironclad.domain.games.american_civil_war.rules.c11_forts import running_past
    from ironclad.domain.games.american_civil_war.rules.c13_naval import naval_combat

    if runs:
        running_past.begin_run(play, hexside, side)
    else:
        naval_combat.begin_naval_combat(play, hexside, side, back)


@rule("13.6/11", "13.6/15")
def come_to_rest(play: Play, names: Iterable[str], place: str) -> None:
    """Vessels have ended a move at a place without a fight.

    The enemy's unfinished vessels beside it are lost if nothing guards them; the damaged are repaired in a
    haven.
    """
    from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_combat import burn_unfinished

    if place not in SEA_ZONE_LINKS:
        burn_unfinished(play, place)
    repair_on_arrival(play, names)
