"""SP of garrisons that stay behind when the rest of their unit goes (3.25/7)."""

from collections.abc import Mapping

from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine.citations import require, rule


@rule("3.25/7")
def require_leaving(position: Position, pieces: tuple[str, ...], leaving: Mapping[str, int]) -> None:
    """Refuse SP that do not stay behind: those of no garrison among the pieces, or all of one."""
    for id, strength in leaving.items():
        garrison = id in pieces and id in position.units and position.units[id].kind == "garrison"
        require(garrison, "3.25/7", f"{id} is no garrison of those that move")
        whole = position.units[id].strength
        require(0 < strength < whole, "3.25/7", f"{id} can leave 1 to {whole - 1} SP, not {strength}")


@rule("3.25/7")
def dropped(position: Position, seat: str, leaving: Mapping[str, int]) -> dict[str, tuple[str, int]]:
    """The garrisons that stay behind, each under an id of its own."""
    made = position.made.get(f"{seat}_garrison", 0)
    return {
        f"{seat}_garrison_{made + number}": (id, leaving[id])
        for number, id in enumerate(sorted(leaving, key=sort_key), 1)
    }
