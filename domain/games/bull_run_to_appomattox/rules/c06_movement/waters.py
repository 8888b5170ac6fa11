"""Where fleets may be and sail (6.2, 7.13.3, 13.1)."""

from functools import cache

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import RiverLink, river_links, seas
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import holds_port
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

GUNBOAT_SEA = "S2"  # 13.1/7: Chesapeake


@cache
def river_link(one: str, other: str) -> RiverLink | None:
    """The river link between two waters; None where they are joined by the open sea, or not at all."""
    return next((each for each in river_links() if {each.a, each.b} == {one, other}), None)


@rule("6.2/2", "6.2/3", "6.2/4", "6.2/7", "13.1/7")
def may_be_in(position: Position, fleet: str, start: str, end: str) -> bool:
    """Whether a fleet may go from one water to the next: gunboats keep to rivers and the Chesapeake, and the
    James is closed to the North while the South holds Richmond.
    """
    record = position.fleets[fleet]
    if end not in board().sails.get(start, ()):
        return False
    if record.kind == "gunboat" and end in seas() and end != GUNBOAT_SEA:
        return False
    link = river_link(start, end)
    inland = link is not None and not {start, end} & set(seas())
    if inland and record.kind != "gunboat" and position.plays("rivers_for_gunboats_only"):
        return False
    if link is None or link.closed_to != record.side or end != link.held:
        return True
    if position.plays("james_river_open"):
        return True
    return position.holders.get(link.held) != ENEMY[record.side]


def is_river_zone(place: str) -> bool:
    """Whether a place is a zone with a river port (7/1)."""
    return place in board().zones and bool(board().zones[place].river_port)


@rule("7.13.3/13")
def way_home(position: Position, side: str, fleets: tuple[str, ...], start: str) -> dict[str, int]:
    """By water: how many steps fleets need from there to the nearest port that their side holds.

    Waters from which they reach none are left out.
    """
    far: dict[str, int] = {
        place: 0 for place in board().sails if place in board().zones and holds_port(position, side, place)
    }
    edge = list(far)
    while edge:
        reached = []
        for place in edge:
            for before in board().sails[place]:
                if before not in far and all(may_be_in(position, each, before, place) for each in fleets):
                    far[before] = far[place] + 1
                    reached.append(before)
        edge = reached
    return far


OPTIONS = {
    "rivers_for_gunboats_only": Option(
        "6.2/4", "Only gunboats go up rivers; other fleets reach ports on the sea.", ("no", "yes")
    ),
    "james_river_open": Option(
        "6.2/7", "Northern fleets may sail up the James while the South holds Richmond.", ("no", "yes")
    ),
}
