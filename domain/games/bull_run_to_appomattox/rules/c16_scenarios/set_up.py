"""The set-ups of the scenarios (16, 17)."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters, set_up
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.document import empty_position
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import (
    NONE,
    ON_MAP,
    UNKNOWN,
    Fleet,
    Fort,
    Hq,
    Units,
)
from ironclad.domain.kernel.engine.citations import rule

SCENARIOS = ("campaign", "introductory")


@rule("2.6/1", "16/1", "16/2", "16/3", "17/1", "17/3", "17/6", "17/7")
def set_up_position(scenario: str) -> Position:
    """A scenario's pieces where they begin. What the armies have follows as the game begins (6.4/16)."""
    position, content = empty_position(scenario), set_up(scenario)
    position.first_turn = content["first_turn"]
    for army in content.get("armies", ()):
        experienced = headquarters()[army["hq"]].experienced
        spot = board().place_spot(army["zone"])
        position.hqs[army["hq"]] = Hq(army["side"], ON_MAP, spot, experienced)
        position.units[army["hq"]] = UNKNOWN
    for group in content.get("leaderless", ()):
        position.leaderless[group["side"]][board().place_spot(group["zone"])] = Units(*group["units"])
    for fort in content.get("forts", ()):
        position.forts[board().place_spot(fort["zone"])] = Fort(fort["side"])
    for fleet in content.get("fleets", ()):
        id = free_fleet_id(position, fleet["side"], fleet["kind"])
        position.fleets[id] = Fleet(fleet["side"], fleet["kind"], fleet["zone"], began=fleet["zone"])
    return position


def army_contents(position: Position) -> dict[str, Units]:
    """By HQ: what the armies of the scenario's set-up have, of those whose contents are not known yet."""
    if position.scenario not in SCENARIOS:
        return {}
    return {
        army["hq"]: Units(*army["units"])
        for army in set_up(position.scenario).get("armies", ())
        if position.units.get(army["hq"], NONE) == UNKNOWN
    }


def free_fleet_id(position: Position, side: str, kind: str) -> str:
    """The first id of a side's fleets of a kind that no fleet on the map has: "north_sail1"."""
    number = 1
    while f"{side}_{kind}{number}" in position.fleets:
        number += 1
    return f"{side}_{kind}{number}"
