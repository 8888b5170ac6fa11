"""Retreats after a battle (R.1, 8.43): of a side that has to, and of leaders left alone (10.34)."""

from collections.abc import Iterator
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.position.battle import Battle
from ironclad.domain.games.war_between_the_states.position.pieces import CAPACITY
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    garrison_of,
    on_top,
    stack,
    stacked,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    place_of,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import Retreat
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import battle_of
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    RetreatCalled,
    StoresFell,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.retreat_ways import (
    open_to,
    strength_of,
    withdraw,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import half_up
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import held_by
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


class Plan(NamedTuple):
    """Where pieces go, which of them into their fort, and the SP of units that have nowhere to go."""

    to: dict[str, str]
    inside: tuple[str, ...]
    trapped: dict[str, int]


def settle(play: Play) -> None:
    """After the losses: stores that fall with their defenders, then the retreats."""
    _stores_fall(play, retreated=False)
    position, battle = play.position, battle_of(play.position)
    asked = {side: must for side in battle.sides if (must := _called(position, battle, side)) is not None}
    play.emit(RetreatCalled(battle.hex, tuple(asked)))
    for side, must in asked.items():
        standing = Retreat(stand=not must)
        asking.ask(play, side, "retreat", "R.1/1", standing=standing, hex=battle.hex, must=must)


@rule("8.43/1", "8.43/3", "8.43/4", "13.11/2", "13.32/3", "10.33/5", "10.34/1", "10.34/3", "11.3/5", "R.1/5")
@rule("7.24/12", "13.14/4", "13.33/2", "13.35/1")
def _called(position: Position, battle: Battle, side: str) -> bool | None:
    """Whether a side must retreat, may (False), or is not asked (None)."""
    moving = movers(position, battle, side)
    if not moving:
        return None
    if not any(id in position.units and position.units[id].fights for id in with_rosters(position, moving)):
        return False
    if battle.retreats != side or (battle.kind == "landing" and side == battle.attacker):
        return None
    bound = side == battle.attacker or battle.on_fort or battle.kind == "sortie"
    return bound or not shelters(battle.hex)


@rule("8.4/1", "8.43/1", "8.43/3")
def shelters(hex: str) -> bool:
    """Whether defenders in a hex may ignore a retreat: rough ground, a city or a town, but no dot."""
    return load_map().hexes[hex].terrain == "rough" or hex in load_map().built_up


@rule("R.1/5", "8.17/1", "8.17/2", "10.34/1", "13.32/3")
def movers(position: Position, battle: Battle, side: str) -> tuple[str, ...]:
    """The pieces of a side that retreat, or that are left alone in a hex of the battle.

    A headquarters stands for its roster, and goes when a unit of it does. Of attackers, those who did not
    attack stay; leaders, headquarters and trains go with the others where no combat unit stays.
    """
    if side == battle.defender:
        return garrison_out(position, battle) if battle.on_fort else _on_top(position, battle.hex, side)
    found: list[str] = []
    for hex in battle.origins:
        here = _on_top(position, hex, side)
        fought = {id for id in battle.units if id in position.units and position.units[id].hex == hex}
        gone = {position.units[id].hq or id for id in fought}
        stay = set(on_top(position, hex, side)) - set(with_rosters(position, gone))
        commanders = {position.headquarters[id].commander for id in gone if id in position.headquarters}
        if gone and battle.retreats == side:
            found += (id for id in here if not stay or id in gone or id in commanders)
        elif not on_top(position, hex, side):
            found += here
    return tuple(found)


@rule("13.11/2", "13.33/2", "13.35/1")
def garrison_out(position: Position, battle: Battle) -> tuple[str, ...]:
    """The pieces inside that retreat where their fort is gone; nobody leaves an intact one."""
    hex, side = battle.hex, battle.defender
    work = position.works.get(hex)
    if work is not None and work.side == side:
        return ()
    here = stack(position, hex, side)
    units = [id for id in here.units if position.units[id].inside and not position.units[id].hq]
    units.sort(key=lambda id: not position.units[id].fights)
    headquarters = [id for id in here.headquarters if position.headquarters[id].inside]
    return (*units, *headquarters, *(id for id in here.leaders if position.leaders[id].inside))


def _on_top(position: Position, hex: str, side: str) -> tuple[str, ...]:
    """Pieces of a side on top in a hex: combat units first, without units of rosters; no trains alone."""
    here = stack(position, hex, side)
    units = [id for id in here.units if not position.units[id].inside and not position.units[id].hq]
    units.sort(key=lambda id: not position.units[id].fights)
    headquarters = [id for id in here.headquarters if not position.headquarters[id].inside]
    leaders = [id for id in here.leaders if not position.leaders[id].inside]
    if not (on_top(position, hex, side) or headquarters or leaders):
        return ()
    return (*units, *headquarters, *leaders)


@rule("R.1/1")
def _two_hexes(position: Position, side: str, id: str, here: str, first: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes two away that a piece may retreat to over one that is open to it."""
    near = {here, *load_map().neighbours[here]}
    return tuple(sorted({hex for on in first for hex in open_to(position, side, id, on)} - near))


@rule("R.1/4", "13.35/1", "R.1/1")
def ways_of(position: Position, battle: Battle, side: str, id: str) -> tuple[str, ...]:
    """The hexes open to a piece; an attacker leaves the surroundings of the hex attacked if he can."""
    here = place_of(position, id)
    ways = open_to(position, side, id, here)
    if battle.on_fort and side == battle.defender:
        return tuple(hex for hex in ways if hex in held_by(position, side))
    if position.plays("retreat_two_hexes"):
        ways = _two_hexes(position, side, id, here, ways) or ways
    if side != battle.attacker:
        return ways
    away = tuple(hex for hex in ways if hex not in load_map().neighbours[battle.hex])
    return away or ways


@wbts.check(Retreat, "retreat")
@rule("8.43/1", "8.43/2", "R.1/1", "R.1/2", "13.12/2")
def _check_retreat(position: Position, due: Due, command: Retreat) -> None:
    battle = battle_of(position)
    if command.stand:
        require(
            not due.about["must"], "8.43/4", "the result obliges to retreat, and the ground gives no leave"
        )
        require(not command.hex and not command.to, "8.43/2", "who stands names no hexes")
        return
    moving = movers(position, battle, due.seat)
    for id, hex in command.to.items():
        require(id in moving, "R.1/5", f"{id} does not retreat")
        if hex_of(hex) == battle.hex and due.seat == battle.defender:
            continue
        ways = ways_of(position, battle, due.seat, id)
        require(hex_of(hex) in ways, "R.1/2", f"{id} may not retreat to {hex}")
    if command.hex:
        anybody = any(hex_of(command.hex) in ways_of(position, battle, due.seat, id) for id in moving)
        require(anybody, "R.1/2", f"nobody may retreat to {command.hex}")
    made = planned(position, battle, due.seat, command)
    _check_fort(position, battle, due.seat, made.inside)
    for hex in set(made.to.values()):
        coming = sum(strength_of(position, id) for id, other in made.to.items() if other == hex)
        full = stacked(position, hex, due.seat) + coming
        require(
            full <= MOST_STACKED, "R.1/2", f"{full} SP would be in {hex}, and {MOST_STACKED} are the most"
        )


@rule("13.12/2", "13.21/1", "13.22/1")
def _check_fort(position: Position, battle: Battle, side: str, inside: tuple[str, ...]) -> None:
    if not inside:
        return
    work = position.works.get(battle.hex)
    require(work is not None and work.side == side, "13.12/2", f"the {side} has no fort in {battle.hex}")
    assert work is not None
    full = garrison_of(position, battle.hex) + sum(strength_of(position, id) for id in inside)
    most = CAPACITY[work.grade]
    require(full <= most, "13.21/1", f"{full} SP would be inside, and a {work.grade} shelters {most}")


@rule("R.1/1", "R.1/2", "R.1/6")
def planned(position: Position, battle: Battle, side: str, command: Retreat) -> Plan:
    """Where each piece goes by a command; combat units are placed first, while there is room."""
    coming: dict[str, int] = {}
    to: dict[str, str] = {}
    inside: list[str] = []
    trapped: dict[str, int] = {}
    for id in movers(position, battle, side):
        own = strength_of(position, id)
        named = hex_of(command.to[id]) if id in command.to else ""
        if named == battle.hex and side == battle.defender:
            inside.append(id)
            continue
        ways = ways_of(position, battle, side, id)
        room = [
            hex for hex in ways if stacked(position, hex, side) + coming.get(hex, 0) + own <= MOST_STACKED
        ]
        general = hex_of(command.hex) if command.hex else ""
        hex = named or (general if general in room else "") or (room[0] if room else "")
        if hex:
            to[id] = hex
            coming[hex] = coming.get(hex, 0) + own
        else:
            half = position.plays("trapped_units_lose_half") and not battle.on_fort
            for each in with_rosters(position, (id,)):
                if each in position.units and position.units[each].fights:
                    strength = position.units[each].strength
                    trapped[each] = half_up(strength) if half else strength
    return Plan(to, tuple(inside), trapped)


@wbts.carry_out(Retreat)
@rule("R.1/7", "8.23/2", "12.23/3")
def _retreat(play: Play, due: Due, command: Retreat) -> None:
    battle = battle_of(play.position)
    asking.close(play, due)
    if command.stand:
        return
    made = planned(play.position, battle, due.seat, command)
    withdraw(play, due.seat, made.to, made.inside, made.trapped)
    if due.seat == battle.defender:
        _stores_fall(play, retreated=True)


@rule("8.19/2", "8.19/3", "8.19/4", "17.55/7")
def _stores_fall(play: Play, retreated: bool) -> None:
    """Depot and base fall when their defenders leave or are wiped out, and trains that are still there."""
    position, battle = play.position, battle_of(play.position)
    side, hex = battle.defender, battle.hex
    if battle.on_fort or on_top(position, hex, side):
        return
    key = f"{side}.{hex}"
    fought = battle.depot and key in position.depots
    if fought and not retreated:
        return
    depot = key in position.depots and not position.depots[key].inside
    base = side == "union" and hex in position.bases
    here = stack(position, hex, side).units
    trains = tuple(id for id in here if not position.units[id].inside)
    if not (depot or base or trains):
        return
    points = sum(position.units[id].load for id in trains)
    points += position.depots[key].points if depot else 0
    points += position.bases[hex] if base else 0
    play.emit(StoresFell(side, hex, trains, depot, base, points))


@wbts.evolves(StoresFell)
def _fell(position: Position, event: StoresFell) -> None:
    for id in event.trains:
        del position.units[id]
    if event.depot:
        del position.depots[f"{event.side}.{event.hex}"]
    if event.base:
        del position.bases[event.hex]
    leave(position, event.hex, event.points)


def leave(position: Position, hex: str, points: int) -> None:
    """Let points of a battle's fallen stores lie loose in a hex."""
    if points:
        position.loose[hex] = position.loose.get(hex, 0) + points
    if position.battle is not None:
        position.battle = position.battle.with_(spoils=position.battle.spoils + points)


@wbts.evolves(RetreatCalled)
def _called_for(position: Position, event: RetreatCalled) -> None:
    battle = battle_of(position)
    position.battle = battle.with_(stage="landing" if battle.kind == "landing" else "advance")


@wbts.also_offers("retreat")
def _offer_retreat(position: Position, due: Due) -> Iterator[Command]:
    """To stand where one may; for each hex that somebody can go to, all who can; into the fort."""
    battle = battle_of(position)
    yield Retreat(stand=True)
    moving = movers(position, battle, due.seat)
    hexes = {hex for id in moving for hex in ways_of(position, battle, due.seat, id)}
    yield from (Retreat(hex=hex) for hex in sorted(hexes))
    if not hexes:
        yield Retreat()
    if battle.hex in position.works and due.seat == battle.defender:
        yield Retreat(to=dict.fromkeys(moving, battle.hex))
