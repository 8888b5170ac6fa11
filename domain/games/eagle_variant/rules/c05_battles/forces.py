"""The armies of a battle: who fights, for whom, and who decides for them (resolving-battles)."""

from ironclad.domain.games.eagle_variant.board.map_files import ENEMY, SIDES
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import units_in
from ironclad.domain.kernel.engine.citations import rule


@rule("resolving-battles/5")
def army_of(unit: Unit) -> str:
    """The army that a unit fights in: its side with all allies, or the nation of a force of no side."""
    return unit.side or unit.nation


def of_army(position: Position, space: str, army: str) -> tuple[str, ...]:
    """The units of an army in a space, in the order of their names."""
    return tuple(id for id in units_in(position, space) if army_of(position.units[id]) == army)


@rule("movement-restrictions/6", "conscription/7", "csa-declares-emancipation/10")
def player_of(army: str, enemy: str) -> str:
    """The seat that decides for an army: the opponent of its enemy, where it belongs to no side."""
    return army if army in SIDES else ENEMY[enemy]
