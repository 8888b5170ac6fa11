"""Historical battle sites (18)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import SitePointsScored
from ironclad.domain.kernel.engine.citations import rule


@rule("18/1", "18/2", "18/3")
def score_site(play: Play, side: str, spot: str) -> None:
    """A side has won a land combat, or a surrender, on a spot: points if its zone has a historical site.

    A fight anywhere in the zone counts (18/4). Naval combat, raiders and refused combats score nothing: they
    do not come here.
    """
    zone = board().zones[board().zone_of[spot]]
    if zone.site:
        points = limits().site_points
        total = play.position.points[side] + points
        play.emit(SitePointsScored(side, zone.id, zone.site, points, total))


@brta.evolves(SitePointsScored)
def _scored(position: Position, event: SitePointsScored) -> None:
    position.points[event.side] = event.total
