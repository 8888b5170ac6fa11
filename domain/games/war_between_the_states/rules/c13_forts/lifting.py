"""Garrisons whose fort is gone, and forts whose garrison is gone (13.24, 13.3/7, 13.4/3)."""

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, SIDES
from ironclad.domain.games.war_between_the_states.position.state import Position, on_top, stack
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.entering import (
    Entered,
    entered,
    take,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import sheltered
from ironclad.domain.games.war_between_the_states.rules.c13_forts.events import (
    GarrisonFreed,
    PlaceFell,
)
from ironclad.domain.kernel.engine.citations import rule


@rule("13.24/2", "13.3/7", "13.4/3", "10.33/2")
def settle_garrisons(play: Play) -> None:
    """Let garrisons without a fort out when no besieger is left; take what dead ones left behind."""
    for side in SIDES:
        for hex in _hexes(play.position, side):
            position = play.position
            enemies = on_top(position, hex, ENEMY[side])
            work = position.works.get(hex)
            own = work is not None and work.side == side
            if enemies and not sheltered(position, hex, side):
                play.emit(PlaceFell(ENEMY[side], hex, *entered(position, ENEMY[side], (hex,))))
            elif not enemies and not own:
                depot = position.depots.get(f"{side}.{hex}")
                inside = depot is not None and depot.inside
                play.emit(GarrisonFreed(side, hex, _inside(position, side, hex), inside))


def _hexes(position: Position, side: str) -> list[str]:
    kinds = (position.units, position.headquarters, position.leaders, position.depots)
    found = {
        piece.hex
        for kind in kinds
        for piece in kind.values()
        if piece.side == side and piece.inside and piece.hex
    }
    return sorted(found)


def _inside(position: Position, side: str, hex: str) -> tuple[str, ...]:
    here = stack(position, hex, side)
    return (
        *(id for id in here.units if position.units[id].inside),
        *(id for id in here.headquarters if position.headquarters[id].inside),
        *(id for id in here.leaders if position.leaders[id].inside),
    )


@wbts.evolves(GarrisonFreed)
def _freed(position: Position, event: GarrisonFreed) -> None:
    for id in event.pieces:
        for kind in (position.units, position.headquarters, position.leaders):
            if id in kind:
                kind[id] = kind[id].with_(inside=False)
    if event.depot:
        name = f"{event.side}.{event.hex}"
        position.depots[name] = position.depots[name].with_(inside=False)


@wbts.evolves(PlaceFell)
def _fell(position: Position, event: PlaceFell) -> None:
    take(position, event.side, Entered(event.taken, event.captured, event.eliminated, event.left))
