"""Repairs of bridges and railroads as the activation phase ends (11.1/3, 11.2/3, 5.2/19)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    holds_ground,
    hqs_in,
    same_place,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.events import Repaired
from ironclad.domain.kernel.engine.citations import rule


@step("repairs")
@rule("11.1/3", "11.2/3")
def repair(play: Play) -> None:
    """What an HQ of the side that did not destroy it was at for the whole phase is repaired."""
    position = play.position
    bridges = tuple(
        bridge
        for bridge, by in sorted(position.broken_bridges.items())
        if any(_works_at(position, ENEMY[by], spot) for spot in _ends(position, ENEMY[by], bridge))
    )
    railroads = tuple(
        zone
        for zone, by in sorted(position.broken_rails.items())
        if any(_works_at(position, ENEMY[by], spot) for spot in board().spots_of(zone))
    )
    if bridges or railroads:
        play.emit(Repaired(bridges, railroads))


@rule("11.1/3", "11.2/3")
def _works_at(position: Position, side: str, spot: str) -> bool:
    """Whether an HQ of a side was in the place of a spot from the phase's beginning, and neither moved nor
    fought.
    """
    records = (position.hqs[hq] for hq in hqs_in(position, side, spot))
    return any(hq.still and hq.began and same_place(position, hq.began, spot) for hq in records)


@rule("5.2/19", "11.1/3")
def _ends(position: Position, side: str, bridge: str) -> Iterator[str]:
    """The spots from which a side may repair a bridge: at its ends.

    Of a divided zone's bridge only a bank whose other bank the enemy does not hold.
    """
    if bridge in board().divided:
        one, other = board().divided[bridge].banks
        yield from (
            near
            for near, far in ((one, other), (other, one))
            if not holds_ground(position, ENEMY[side], far)
        )
        return
    edge = board().edges[bridge]
    for zone in (edge.a, edge.b):
        for spot in board().spots_of(zone):
            if any(step.edge == bridge for step in board().steps[spot]):
                yield spot


@brta.evolves(Repaired)
def _repaired(position: Position, event: Repaired) -> None:
    for bridge in event.bridges:
        del position.broken_bridges[bridge]
    for zone in event.railroads:
        del position.broken_rails[zone]
