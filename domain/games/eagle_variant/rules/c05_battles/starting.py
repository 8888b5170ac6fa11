"""How a battle begins: who defends, special forces that appear for it, and where the attackers came from."""

from ironclad.domain.games.eagle_variant.board.map_files import INDIAN_TERRITORY
from ironclad.domain.games.eagle_variant.position.battles import Battle
from ironclad.domain.games.eagle_variant.position.state import ENEMY, Position
from ironclad.domain.games.eagle_variant.position.units import Nation
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import (
    brigades_in,
    occupied_by,
    refresh_holders,
)
from ironclad.domain.games.eagle_variant.rules.c05_battles.events import BattleOpened, SpecialForcesAppeared
from ironclad.domain.games.eagle_variant.rules.c05_battles.forces import army_of, of_army, player_of
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit
from ironclad.domain.kernel.engine.citations import rule


@rule("movement-rounds/8", "resolving-battles/1", "resolving-battles/5")
def start_battle(play: Play, space: str, attacker: str, defender: str, uprising: bool = False) -> None:
    """Open a battle between two armies in a space; it is then fought by itself, decision by decision.

    An uprising is a battle that a movement has not caused: rioters or revolutionaries appeared among enemies.
    """
    armies = {attacker: defender, defender: attacker}
    battle = Battle(
        space=space,
        attacker=attacker,
        defender=defender,
        players={army: player_of(army, enemy) for army, enemy in armies.items()},
        origins=() if uprising else came_from(play.position, space, attacker, landed=False),
        ports=() if uprising else came_from(play.position, space, attacker, landed=True),
        uprising=uprising,
    )
    play.emit(BattleOpened(battle))


@rule("battle-effects/8")
def came_from(position: Position, space: str, army: str, landed: bool) -> tuple[str, ...]:
    """The last spaces that an army's units left before they entered a battle, in the order of the map."""
    units = (position.units[id] for id in of_army(position, space, army))
    left = {unit.came_from for unit in units if unit.moved and unit.landed == landed}
    return tuple(each for each in position.board.spaces if each in left)


@rule("movement-restrictions/4", "movement-restrictions/6", "csa-declares-emancipation/10")
def defender_in(play: Play, space: str, side: str) -> str:
    """The army that defends a space against a side; Indians and militia appear for it."""
    if occupied_by(play.position, space, ENEMY[side]):
        return ENEMY[side]
    present = [army_of(unit) for unit in brigades_in(play.position, space) if not unit.side]
    if present:
        return present[0]
    return indians(play) if space == INDIAN_TERRITORY else militia(play, space)


@rule("movement-restrictions/5")
def indians(play: Play) -> str:
    """A d6 of Indians: half of them, rounded down, are infantry, the others cavalry."""
    (die,) = play.roll("Indians", "movement-restrictions/5")
    kinds = ["infantry"] * (die // 2) + ["cavalry"] * (die - die // 2)
    return _appear(play, "indians", INDIAN_TERRITORY, die, kinds)


@rule("csa-declares-emancipation/9")
def militia(play: Play, space: str) -> str:
    """Half a d6 of militia, rounded up, all of it infantry."""
    (die,) = play.roll("militia", "csa-declares-emancipation/9")
    return _appear(play, "militia", space, die, ["infantry"] * ((die + 1) // 2))


def _appear(play: Play, nation: Nation, space: str, die: int, kinds: list[str]) -> str:
    made, names = dict(play.position.made), []
    for kind in kinds:
        name = f"{nation}_{kind}"
        made[name] = made.get(name, 0) + 1
        names.append(f"{name}_{made[name]}")
    play.emit(SpecialForcesAppeared(nation, space, die, tuple(names)))
    return nation


@eagle.evolves(SpecialForcesAppeared)
@rule("movement-restrictions/8")
def _appeared(position: Position, event: SpecialForcesAppeared) -> None:
    for id in event.units:
        kind = id.removeprefix(f"{event.nation}_").rpartition("_")[0]
        add_unit(position, event.nation, kind, event.space)
    if event.nation == "indians" and event.space not in position.visited:
        position.visited = (*position.visited, event.space)
    refresh_holders(position)
