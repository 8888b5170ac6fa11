"""Where a vessel's move runs into the enemy: the one door to the chapters on naval combat (13.6, 11.6)."""

from domain.games.american_civil_war.play import Play
from domain.kernel.rulebook import rule


@rule("13.1.2/3", "11.6/2")
def meet_enemy(play: Play, hexside: str, side: str, runs: bool, back: str = "") -> None:
    """Hand vessels of a side that have met the enemy on a hexside to naval combat, or to a run past a fort.

    A run goes on once the fort has fired (naval_movement.go_on): position.sailing names the vessels, the
    hexside and where the run began. back: the place from which the vessels came on to the hexside.
    """
    from domain.games.american_civil_war import naval_combat, running_past

    if runs:
        running_past.begin_run(play, hexside, side)
    else:
        naval_combat.begin_naval_combat(play, hexside, side, back)
