"""How France and Britain leave the war (war-with-europe/18 to /21)."""

from ironclad.domain.games.eagle_variant.board.map_files import MEXICO_CITY
from ironclad.domain.games.eagle_variant.position.production import POWERS
from ironclad.domain.games.eagle_variant.position.state import USA, Position
from ironclad.domain.games.eagle_variant.position.units import sort_key
from ironclad.domain.games.eagle_variant.registry import Play, after_captures, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import occupied_by
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import PowerLeft
from ironclad.domain.kernel.engine.citations import rule


@after_captures
def let_powers_leave(play: Play, side: str) -> None:
    """Once the captures of a movement are settled, beaten powers leave, France first."""
    for nation in POWERS:
        if nation in play.position.at_war and is_beaten(play.position, nation):
            play.emit(PowerLeft(nation, units_that_go(play.position, nation)))


@rule("war-with-europe/18", "war-with-europe/19")
def is_beaten(position: Position, nation: str) -> bool:
    """France: the USA's side has Mexico City. Britain: USA brigades are in all Canadian cities."""
    if nation == "france":
        return occupied_by(position, MEXICO_CITY, USA)
    cities = (each for each in position.board.cities if each.side == "canada")
    return all(occupied_by(position, each.id, USA) for each in cities)


@rule("war-with-europe/20", "war-with-europe/21")
def units_that_go(position: Position, nation: str) -> tuple[str, ...]:
    """A power's units, and with France the revolutionaries, in the order of their names."""
    gone = {"france": ("france", "revolutionaries"), "britain": ("britain",)}[nation]
    found = (id for id in position.units if position.units[id].nation in gone)
    return tuple(sorted(found, key=sort_key))


@eagle.evolves(PowerLeft)
@rule("war-with-europe/20")
def _left(position: Position, event: PowerLeft) -> None:
    for id in event.removed:
        del position.units[id]
    position.at_war = tuple(each for each in position.at_war if each != event.nation)
    position.politics = position.politics.with_(defeated=(*position.politics.defeated, event.nation))
    position.pools[event.nation] = 0
    if event.nation in position.naval:
        position.naval[event.nation] = 0
    for key in position.river_naval:
        if key.startswith(f"{event.nation}."):
            position.river_naval[key] = 0
