"""Forces of the attacker that enter a battle late (battle-reinforcements)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import reinforcements
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.battles import LATE, RESERVE
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import NameMainBody
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    BattleSettled,
    ForceRolled,
    MainBodyNamed,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    battle_of,
    brigades,
    counts_as_nation,
    late,
    major_size,
    members,
    put,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.opening import stage
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

OPTIONS = {
    "battle_reinforcements": Option(
        "advanced-optional-rules/3",
        "Forces of an attack roll for when they enter the battle: on, off, or as the scenario has it.",
        ("scenario", "on", "off"),
    ),
    "reinforcements_one_turn_later": Option(
        "battle-reinforcements/5",
        "A force that rolled 2 enters at turn 2, one that rolled 1 at turn 3.",
        ("no", "yes"),
    ),
}


@rule("battle-reinforcements/1")
def forces(position: Position) -> dict[str, tuple[str, ...]]:
    """The attacker's forces: its units by the space or port from which they entered the battle.

    Units that did not move into the space in this movement are of no force.
    """
    found: dict[str, list[str]] = {}
    for id in members(position, battle_of(position).attacker):
        if origin := position.units[id].came_from:
            found.setdefault(_origin(position, id, origin), []).append(id)
    return {origin: tuple(ids) for origin, ids in found.items()}


def _origin(position: Position, id: str, origin: str) -> str:
    """A landing from a port is another force than units that came from there over land."""
    return f"{origin} by water" if position.units[id].landed else origin


@rule("battle-reinforcements/2")
def main_bodies(position: Position) -> tuple[str, ...]:
    """The forces that may be the main body: those with a brigade."""
    return tuple(origin for origin, ids in forces(position).items() if brigades(position, ids))


@stage("opening")
@rule("battle-reinforcements/3", "battle-reinforcements/10", "advanced-optional-rules/3")
def open_battle(play: Play) -> None:
    """Forces roll for when they enter; then the size of the battle is settled."""
    position, battle = play.position, battle_of(play.position)
    if position.has("battle_reinforcements") and len(found := forces(position)) > 1:
        bodies = main_bodies(position)
        if not battle.main_body and len(bodies) > 1:
            seat = battle.players[battle.attacker]
            asking.ask(play, seat, "main_body", "battle-reinforcements/2", space=battle.space)
            return
        if not battle.main_body and bodies:
            play.emit(MainBodyNamed(battle.attacker, bodies[0]))
        for origin, ids in found.items():
            if origin != battle_of(position).main_body:
                _roll(play, origin, ids)
    _settle(play)


@eagle.check(NameMainBody, "main_body")
def _check_main_body(position: Position, due: Due, command: NameMainBody) -> None:
    known = command.space in main_bodies(position)
    require(known, "battle-reinforcements/2", f"no force with a brigade entered from {command.space!r}")


@eagle.carry_out(NameMainBody)
def _name_main_body(play: Play, due: Due, command: NameMainBody) -> None:
    asking.close(play, due)
    play.emit(MainBodyNamed(battle_of(play.position).attacker, command.space))


@eagle.evolves(MainBodyNamed)
def _main_body_named(position: Position, event: MainBodyNamed) -> None:
    position.battle = battle_of(position).with_(main_body=event.space)


@eagle.offer("main_body")
def _offer_main_bodies(position: Position, due: Due) -> Iterator[Command]:
    return (NameMainBody(space=origin) for origin in main_bodies(position))


@rule("battle-reinforcements/4")
def _roll(play: Play, origin: str, ids: tuple[str, ...]) -> None:
    battle, units = battle_of(play.position), play.position.units
    port, _, by_water = origin.partition(" by ")
    purpose = f"when the force from {name_of(port)}{' by water' if by_water else ''} enters"
    (die,) = play.roll(purpose, "battle-reinforcements/4")
    leader = int(any(units[id].kind == "leader" for id in ids))
    total = die + leader
    enters = reinforcements()[min(total, max(reinforcements()))]
    play.emit(ForceRolled(battle.attacker, origin, ids, die, leader, total, enters))


@eagle.evolves(ForceRolled)
def _force_rolled(position: Position, event: ForceRolled) -> None:
    if event.enters != "start":
        put(position, dict.fromkeys(event.units, event.enters))


@rule("battle-reinforcements/5", "tactical/42")
def turn_of_entry(position: Position, box: str) -> int:
    """The turn in which units in such a box enter."""
    return LATE[box] + int(position.plays("reinforcements_one_turn_later"))


@rule("tactical/3", "battle-reinforcements/6", "battle-reinforcements/10")
def _settle(play: Play) -> None:
    """Three columns if each side has enough brigades that start normally; and a major battle, of nations."""
    position, battle = play.position, battle_of(play.position)
    ready = {army: _starting(position, army) for army in battle.armies}
    needed = major_size(position)
    three = all(len(ids) >= needed for ids in ready.values())
    nations = (sum(counts_as_nation(position.units[id]) for id in ids) >= needed for ids in ready.values())
    sizes = [len(ready[army]) for army in (battle.attacker, battle.defender)]
    play.emit(BattleSettled(battle.space, sizes[0], sizes[1], 3 if three else 1, all(nations)))


def _starting(position: Position, army: str) -> tuple[str, ...]:
    """The brigades of an army that start normally."""
    boxes = battle_of(position).boxes
    ids = brigades(position, members(position, army))
    return tuple(id for id in ids if boxes.get(id, "") != RESERVE and id not in late(position, army))


@eagle.evolves(BattleSettled)
def _settled(position: Position, event: BattleSettled) -> None:
    battle = battle_of(position)
    began = {
        army: tuple(id for id in members(position, army) if id not in late(position, army))
        for army in battle.armies
    }
    committed = {
        army: tuple(_sort(position, id) for id in brigades(position, ids)) for army, ids in began.items()
    }
    position.battle = battle.with_(
        columns=event.columns,
        large=event.large,
        began=tuple(id for ids in began.values() for id in ids),
        committed=committed,
        stage="initiative",
    )


def _sort(position: Position, id: str) -> str:
    return f"{position.units[id].nation}.{position.units[id].kind}"


def commit(position: Position, army: str, ids: tuple[str, ...]) -> None:
    """Note that brigades have entered a battle; for evolvers."""
    battle = battle_of(position)
    sorts = tuple(_sort(position, id) for id in brigades(position, ids))
    held = battle.committed.get(army, ())
    position.battle = battle.with_(committed={**battle.committed, army: (*held, *sorts)})
