"""What protects defenders on land, so that an attacker hits on a 6 only (table 7.2, 7.3, 12, 13)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import only_on_six, turns
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    fort_in,
    ground,
    major_city_in,
    siege_at,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option


@rule("7.2/2", "7.2/3", "7.2/4", "7.3/2", "12/1", "12.2/14", "12.3/3")
def protections(position: Position, side: str, spot: str, over_bridge: bool) -> tuple[str, ...]:
    """What protects the defenders of a side in a place: the rows of table 7.2 that hold for them.

    Difficult terrain serves everybody; a fort, fortification or major city does not serve besiegers
    (12.2/14).
    """
    found = [board().zones[board().zone_of[spot]].terrain]
    siege = siege_at(position, spot)
    if siege is None or siege[1].besieger != side:
        if fort_in(position, spot, side):
            found.append("fort")
        if major_city_in(position, spot):
            found.append("major_city")
        if any(_fortified(position, side, each) for each in ground(position, spot)):
            found.append("fortification")
    if over_bridge:
        found.append("behind_river")
    return tuple(each for each in found if each in only_on_six())


def _fortified(position: Position, side: str, spot: str) -> bool:
    works = position.works.get(spot)
    return works is not None and works.done and works.side == side


def is_winter(position: Position) -> bool:
    """Whether the turn is a winter turn (1.2/2)."""
    return turns()[position.box].winter


@rule("7.5/4", "7.5/5", "7.5/6", "7.5/7")
def winter_bars(position: Position, side: str, spot: str, over_bridge: bool) -> bool:
    """Whether winter keeps an army of a side from entering a place, or from attacking there.

    It does where any enemy HQ, leaderless units or fort are, and the attacker would need a 6 against them;
    not where the side besieges the place already, so that no combat follows. Only open facts are asked.
    """
    if not is_winter(position) or not enemies_seen(position, side, spot):
        return False
    siege = siege_at(position, spot)
    if siege is not None and siege[1].besieger == side:
        return False
    everywhere = position.plays("no_winter_entry")
    return everywhere or bool(protections(position, ENEMY[side], spot, over_bridge))


OPTIONS = {
    "no_winter_entry": Option(
        "7.5/5", "In winter no HQ enters a zone with an enemy HQ, whatever the ground.", ("no", "yes")
    ),
}
