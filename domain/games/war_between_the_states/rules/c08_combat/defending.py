"""How a hex is defended (8.0, 8.19, 11.3, 15.22): leader, ships, depot, cavalry that withdraws."""

from collections.abc import Iterator, Sequence

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import beside
from ironclad.domain.games.war_between_the_states.position.battle import Battle
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    garrison_of,
    on_top,
    rosters,
    stack,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import Defend
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import DefenceSet
from ironclad.domain.games.war_between_the_states.rules.c08_combat.retreat_ways import (
    open_to,
    withdraw,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import (
    Contingent,
    attack_strength,
    combat_ratio,
    defence_strength,
)
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import (
    headquarters_of,
    rating,
    require_in_span,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.works import garrison_strength
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


def battle_of(position: Position) -> Battle:
    """The battle under way. Raises ValueError outside one, which is a fault of the ruleset."""
    if position.battle is None:
        raise ValueError("no battle is under way")
    return position.battle


@rule("13.3/4")
def defenders(position: Position, battle: Battle) -> tuple[str, ...]:
    """The combat units that are attacked: those outside a fort, or of a fort that is stormed those inside."""
    if not battle.on_fort:
        return on_top(position, battle.hex, battle.defender)
    units = position.units
    there = stack(position, battle.hex, battle.defender).units
    return tuple(id for id in there if units[id].fights and units[id].inside)


def depot_in(position: Position, battle: Battle) -> bool:
    """Whether a depot's garrison is where the battle is."""
    depot = position.depots.get(f"{battle.defender}.{battle.hex}")
    return depot is not None and depot.inside == battle.on_fort


@rule("8.0/11", "8.0/12", "8.21/3")
def may_lead(position: Position, battle: Battle, name: str, units: Sequence[str]) -> bool:
    """Whether a leader in the hex commands one of the defending units, by roster or by his span as it may be.

    With the option defender_leader_must_command_all he is to command every one of them.
    """
    leader = position.leaders.get(name)
    if leader is None or leader.side != battle.defender or leader.hex != battle.hex:
        return False
    if leader.inside != battle.on_fort:
        return False
    hq = headquarters_of(position, name)
    own = set(rosters(position).get(hq, ())) if hq else set()
    span = rating(position, name).span
    others = [id for id in units if id not in own and span and _in_span(position, name, id)]
    if not position.plays("defender_leader_must_command_all"):
        return bool(own.intersection(units) or others)
    below = [
        (other, set(rosters(position).get(headquarters_of(position, other) or "", ())))
        for other in stack(position, battle.hex, battle.defender).leaders
        if other != name and _in_span(position, name, other)
    ]
    taken = [(other, theirs) for other, theirs in below if theirs.intersection(units)]
    covered = own.union(*(theirs for _, theirs in taken), others)
    return len(taken) + len(others) <= span and set(units) <= covered


def _in_span(position: Position, name: str, id: str) -> bool:
    try:
        require_in_span(position, name, id)
    except Refused:
        return False
    return True


def best_leader(position: Position, battle: Battle, units: Sequence[str]) -> str:
    """The defender's leader with the highest initiative, then combat rating; "" where there is none."""
    names = [
        name
        for name in stack(position, battle.hex, battle.defender).leaders
        if may_lead(position, battle, name, units)
    ]
    return max(
        names, key=lambda name: (rating(position, name).initiative, rating(position, name).combat), default=""
    )


@rule("11.3/1", "11.3/3", "11.3/6")
def supporting(position: Position, battle: Battle) -> tuple[str, ...]:
    """The warships that may support: on a hexside of the hex, or in its coastal hex; no fort's garrison."""
    if battle.on_fort and not position.plays("ships_support_storm_defence"):
        return ()
    if not defenders(position, battle):
        return ()
    found = (
        id
        for id, ship in position.ships.items()
        if ship.side == battle.defender and ship.warship and battle.hex in beside(ship.at)
    )
    return tuple(sorted(found, key=lambda id: (position.ships[id].strength, sort_key(id))))


@rule("15.22/1", "15.22/3", "15.22/4", "15.22/5")
def may_withdraw(position: Position, battle: Battle) -> tuple[str, ...]:
    """The cavalry that may retreat before the battle: units, or headquarters for their whole rosters."""
    if battle.on_fort or any(position.units[id].cavalry for id in battle.units):
        return ()
    found = []
    for id in defenders(position, battle):
        unit = position.units[id]
        if unit.cavalry and not unit.hq:
            found.append(id)
        elif unit.hq and unit.hq not in found:
            roster = rosters(position)[unit.hq]
            if all(position.units[each].cavalry for each in roster):
                found.append(unit.hq)
    return tuple(id for id in found if open_to(position, battle.defender, id, battle.hex))


def set_defence(play: Play) -> None:
    """Ask how the hex is defended where there is a choice, else take what there is."""
    position, battle = play.position, battle_of(play.position)
    units = defenders(position, battle)
    leads = sum(
        may_lead(position, battle, name, units)
        for name in stack(position, battle.hex, battle.defender).leaders
    )
    ships = supporting(position, battle)
    beside_depot = depot_in(position, battle) and bool(units) and not battle.on_fort
    standing = Defend(ships=ships)
    if may_withdraw(position, battle) or ships or beside_depot or leads > 1:
        asking.ask(play, battle.defender, "defence", "8.0/11", standing=standing, hex=battle.hex)
    else:
        _emit(play, battle, standing)


@wbts.check(Defend, "defence")
@rule("8.0/11", "8.19/1", "11.3/1", "11.3/2")
def _check_defend(position: Position, due: Due, command: Defend) -> None:
    battle = battle_of(position)
    units = defenders(position, battle)
    gone = _check_withdrawing(position, battle, command)
    stay = [id for id in units if id not in gone]
    lead = not command.leader or may_lead(position, battle, command.leader, stay)
    require(lead, "8.0/11", f"{command.leader} commands none of the defenders in {battle.hex}")
    for id in command.ships:
        require(id in supporting(position, battle), "11.3/1", f"{id} cannot support {battle.hex}")
    require(len(set(command.ships)) == len(command.ships), "11.3/2", "name a ship once")
    depot = not command.depot or depot_in(position, battle)
    require(depot, "8.19/1", f"there is no depot in {battle.hex}")


@rule("15.22/1", "15.22/2", "15.22/3", "15.22/5")
def _check_withdrawing(position: Position, battle: Battle, command: Defend) -> set[str]:
    """The units that withdraw; leaders and headquarters go with them only if every combat unit does."""
    allowed = may_withdraw(position, battle)
    gone: set[str] = set()
    for id in command.withdraws:
        gone.update((id,) if id in position.units else rosters(position).get(id, ()))
    all_go = gone >= set(defenders(position, battle))
    here = stack(position, battle.hex, battle.defender)
    for id, hex in command.withdraws.items():
        if id not in allowed:
            with_them = allowed and all_go and id in (*here.leaders, *here.headquarters)
            require(with_them, "15.22/1", f"{id} may not retreat before the battle")
        ways = open_to(position, battle.defender, id, battle.hex)
        require(hex in ways, "R.1/2", f"{id} may not retreat to {hex}")
    return gone


@wbts.carry_out(Defend)
def _defend(play: Play, due: Due, command: Defend) -> None:
    battle = battle_of(play.position)
    asking.close(play, due)
    if command.withdraws:
        withdraw(play, battle.defender, command.withdraws)
    _emit(play, battle, command)


@rule("8.0/3", "8.0/4", "8.0/5", "8.19/1", "13.32/2", "13.13/1")
def _emit(play: Play, battle: Battle, command: Defend) -> None:
    position = play.position
    units = defenders(position, battle)
    depot = depot_in(position, battle) and (command.depot or not units or battle.on_fort)
    ships = tuple(command.ships) if units else ()
    lead = command.leader or best_leader(position, battle, units)
    battle = battle.with_(defence=units, depot=depot, ships=ships)
    attack, defence = attacking(position, battle), defending(position, battle)
    fights = bool(units or depot)
    play.emit(
        DefenceSet(
            battle.defender,
            lead,
            units,
            ships,
            depot,
            attack if fights else 0,
            defence if fights else 0,
            combat_ratio(attack, defence) if fights else 0,
        )
    )


@rule("8.0/3", "8.41/1", "8.41/3", "8.41/4", "8.42/2", "14.0/4", "7.24/5", "7.24/11")
def attacking(position: Position, battle: Battle) -> int:
    """The attackers' strength by the ground before each hex of theirs, before any want of supply."""
    parts = []
    for hex in battle.origins:
        units = [position.units[id] for id in battle.units if id in position.units]
        lands = battle.kind == "landing"
        here = [unit for unit in units if lands or unit.hex == hex]
        wet = lands or (hex != battle.hex and load_map().side(hex, battle.hex).wet)
        cavalry = sum(unit.strength for unit in here if unit.cavalry)
        parts.append(Contingent(sum(unit.strength for unit in here) - cavalry, cavalry, wet))
    return attack_strength(parts, battle.from_march)


@rule("8.0/4", "6.58/3", "13.11/1", "13.32/2", "13.33/1", "17.51/3")
def defending(position: Position, battle: Battle) -> int:
    """The defenders' strength; a garrison's in a fort is multiplied. Want of supply comes after it."""
    units = [position.units[id] for id in battle.defence if id in position.units]
    depot = position.depots[f"{battle.defender}.{battle.hex}"].garrison if battle.depot else 0
    ships = sum(position.ships[id].strength for id in battle.ships)
    if battle.on_fort:
        work = position.works.get(battle.hex)
        grade = work.grade if work is not None and work.side == battle.defender else ""
        inside = garrison_of(position, battle.hex) if grade else sum(unit.strength for unit in units) + depot
        return garrison_strength(grade, inside) + ships
    entrained = sum(unit.strength for unit in units if unit.entrained)
    return defence_strength(sum(unit.strength for unit in units) - entrained + depot, entrained, ships)


@wbts.evolves(DefenceSet)
@rule("6.58/3", "15.22/2")
def _set(position: Position, event: DefenceSet) -> None:
    """Those who were on a train are off it. Without anybody to fight the attackers may advance at once."""
    battle = battle_of(position)
    position.battle = battle.with_(
        stage="chits" if event.units or event.depot else "advance",
        leaders={**battle.leaders, **({event.side: event.leader} if event.leader else {})},
        defence=event.units,
        ships=event.ships,
        depot=event.depot,
    )


@wbts.also_offers("defence")
def _offer_defence(position: Position, due: Due) -> Iterator[Command]:
    """To stand with all ships or none, with the depot's garrison, or to withdraw the cavalry."""
    battle = battle_of(position)
    ships = supporting(position, battle)
    yield Defend(ships=ships)
    if ships:
        yield Defend()
    if depot_in(position, battle):
        yield Defend(ships=ships, depot=True)
    ways = {id: open_to(position, battle.defender, id, battle.hex) for id in may_withdraw(position, battle)}
    for hex in sorted({hex for each in ways.values() for hex in each}):
        yield Defend(withdraws={id: hex if hex in open else open[0] for id, open in ways.items()})
