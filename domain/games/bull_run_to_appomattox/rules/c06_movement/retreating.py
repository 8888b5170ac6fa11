"""Where armies may retreat to, and how they go (6.1/15, 7.8, 7.9): what combat calls."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.map import Step, board
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    ground,
    has_room,
    same_place,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.cargo import shared_out
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import HqRetreated
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.crossings import passable
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.sight import Secret


def ways_out(position: Position, side: str, spot: str) -> Iterator[Step]:
    """The steps by which an HQ of a side may leave the place of a spot, on foot."""
    for each in ground(position, spot):
        for step in board().steps[each]:
            if passable(position, side, step) and not same_place(position, each, step.end):
                yield step


@rule("6.1/15", "7.8/9", "7.9/4")
def retreat_spots(position: Position, side: str, spot: str, barred: str = "") -> tuple[str, ...]:
    """The spots next to a place where a retreating HQ of the side may go, in the order of the map.

    Not into a place with any enemy HQ, leaderless units or fort, under siege, or with two friendly HQs; not
    to the place of `barred`, from which the enemy came.
    """
    found: dict[str, None] = {}
    for step in ways_out(position, side, spot):
        for end in ground(position, step.end):
            if barred and same_place(position, barred, end):
                continue
            if enemies_seen(position, side, end) or siege_at(position, end) is not None:
                continue
            if has_room(position, side, end):
                found[end] = None
    return tuple(found)


def retreat_hq(play: Play, hq: str, to: str, why: str, aboard: tuple[str, ...] = ()) -> None:
    """An HQ with what it commands retreats to a spot; or onto fleets where they are, one filled after
    another, which then sail to a sea of their own (`FleetsRetreated`, 7.13.3/12).
    """
    record = play.position.hqs[hq]
    carried = shared_out(play.position, hq, aboard) if aboard else {}
    play.emit(HqRetreated(hq, record.spot, to, why, aboard, Secret((record.side,), carried)))


@brta.evolves(HqRetreated)
@rule("7.8/12")
def _hq_retreated(position: Position, event: HqRetreated) -> None:
    hq = position.hqs[event.hq]
    position.hqs[event.hq] = hq.with_(spot=event.end, still=False, digging=False, aboard=event.aboard)
    if event.aboard:
        position.cargo[event.hq] = event.cargo.known({})
        known = event.cargo.value is not msgspec.UNSET
        position.flagships[event.hq] = event.aboard[0] if known else ""
