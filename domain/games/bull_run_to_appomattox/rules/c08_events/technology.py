"""Technology of the North (8.7)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import technology
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import TechnologyRolled
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.gains import award
from ironclad.domain.kernel.engine.citations import rule

WAR_EFFORT, FALSE_RUMOR = "war_effort", "false_rumor"


@rule("8.7/1", "8.7/2", "8.7/3", "8.7/4")
def roll_technology(play: Play, why: str) -> None:
    """The North rolls for technology. An advance is its own from now on; one that it has is a war effort."""
    (die,) = play.roll("technology", why)
    result = technology()[die]
    if result in play.position.technology:
        result = WAR_EFFORT
    gained = "" if result in (WAR_EFFORT, FALSE_RUMOR) else result
    play.emit(TechnologyRolled(die, result, gained, why))
    if result == WAR_EFFORT:
        award(play, NORTH, "8.7/3")


@brta.evolves(TechnologyRolled)
def _technology_rolled(position: Position, event: TechnologyRolled) -> None:
    if event.gained:
        position.technology = (*position.technology, event.gained)
