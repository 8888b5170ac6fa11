"""Voyages: fleets sail, and carry HQs with their armies (6.2, 7.13.3, 13.1)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH, SOUTH
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import (
    Activation,
    Attack,
    AttackKind,
    NavalMeeting,
)
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import fleets_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    fort_in,
    has_room,
    holds_ground,
    holds_port,
    is_army,
    is_besieged,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.allowance import fleet_allowance
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.cargo import carries_all, shared_out
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import Embark, Land, Sail
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import (
    ArmyEmbarked,
    FleetsSailed,
    TroopsLanded,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.waters import (
    is_river_zone,
    may_be_in,
    way_home,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.opening import (
    open_battle,
    open_naval_combat,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import winter_bars
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn import asking


def active(position: Position) -> Activation:
    """The activation that is under way."""
    assert position.activation is not None
    return position.activation


def afloat(position: Position) -> tuple[str, ...]:
    """The fleets of the activation that are still afloat."""
    return tuple(each for each in active(position).fleets if each in position.fleets)


@brta.check(Embark, "hq_orders")
@rule("7.13.3/2", "7.13.3/3", "7.13.3/4", "13.1/2", "6.1/14")
def _check_embark(position: Position, due: Due, command: Embark) -> None:
    activation = active(position)
    hq = position.hqs[activation.hq]
    require(not activation.mode and not activation.fleets, "7.13.3/3", "an HQ embarks before it moves")
    shut_in = is_besieged(position, hq) and not position.plays("evacuate_besieged_by_sea")
    require(not shut_in, "6.1/14", "a besieged HQ may not leave by sea")
    cost = transport_cost(position)
    left = position.action_points[due.seat]
    require(cost <= left, "7.13.3/3", f"the fleets cost {cost} AP, and you have {left}")
    require(not hq.digging, "12.3/4", "an HQ that fortifies does not move")
    port = board().zone_of.get(hq.spot, "")
    held = port in board().sails and holds_port(position, due.seat, port)
    require(held, "7.13.3/3", f"{board().names[hq.spot]} is no port that you hold")
    require(len(set(command.fleets)) == len(command.fleets), "7.13.3/3", "a fleet is named twice")
    for id in command.fleets:
        fleet = position.fleets.get(id)
        own = fleet is not None and fleet.side == due.seat and fleet.place == port
        require(own, "7.13.3/3", f"you have no fleet {id!r} in the port")
        assert fleet is not None
        require(not fleet.active, "7.13.3/3", f"{id} is Active already")
        carried = any(id in other.aboard for other in position.hqs.values())
        require(not carried, "7.13.3/3", f"{id} carries another HQ")
    _check_cargo(position, activation.hq, command)


def transport_cost(position: Position) -> int:
    """The action points that fleets cost beside those of the HQ that they carry."""
    return 1 if position.plays("transport_fleet_costs_ap") else 0


def _check_cargo(position: Position, hq: str, command: Embark) -> None:
    require(command.hq_on in command.fleets, "7.13.3/4", "one of the fleets carries the HQ")
    total = NONE
    for id, units in command.cargo.items():
        require(id in command.fleets, "7.13.3/4", f"{id} is not among the fleets")
        require(min(units.infantry, units.cavalry, units.artillery) >= 0, "7.13.3/4", "cargo is not negative")
        most = limits().cp_per_fleet
        fits = carries_all(position, id) or units.total <= most
        require(fits, "7.13.3/4", f"{id} carries {most} CP at most")
        total = total.plus(units)
    require(total == position.units_of(hq), "7.13.3/4", "every CP of the army has to be assigned to a fleet")


@brta.carry_out(Embark)
def _embark(play: Play, due: Due, command: Embark) -> None:
    activation = active(play.position)
    asking.close(play, due)
    port = board().zone_of[play.position.hqs[activation.hq].spot]
    own = (due.seat,)
    cargo = {id: units for id, units in command.cargo.items() if units != NONE}
    embarked = ArmyEmbarked(
        activation.hq,
        command.fleets,
        port,
        Secret(own, cargo),
        Secret(own, command.hq_on),
        transport_cost(play.position),
    )
    play.emit(embarked)


@brta.evolves(ArmyEmbarked)
def _embarked(position: Position, event: ArmyEmbarked) -> None:
    hq = position.hqs[event.hq]
    position.hqs[event.hq] = hq.with_(spot=event.port, aboard=event.fleets, still=False)
    position.cargo[event.hq] = event.cargo.known({})
    position.flagships[event.hq] = event.hq_on.known("")
    position.action_points[hq.side] -= event.cost
    if position.activation is not None:
        position.activation = position.activation.with_(mode="sea", fleets=event.fleets)


@brta.check(Sail, "hq_orders", "fleet_orders")
@rule("6.1/8", "6.1/9", "6.2/2", "6.2/3", "6.2/7", "13.1/7")
def _check_sail(position: Position, due: Due, command: Sail) -> None:
    activation = active(position)
    require(afloat(position), "6.2/1", "an HQ sails aboard fleets only")
    require(not activation.halted and not activation.landed, "6.1/12", "the fleets may not sail on")
    left = fleet_allowance(position, afloat(position)) - activation.spent
    steps = len(command.path)
    require(steps, "6.1/9", "name the places that the fleets enter")
    require(steps <= left, "6.1/9", f"the fleets can enter {left} places more, and the path has {steps}")
    here = position.fleets[afloat(position)[0]].place
    home = _bound_home(position, activation)
    for place in command.path:
        name = board().names.get(place, place)
        require(place in board().sails.get(here, ()), "6.2/2", f"no water leads to {name}")
        for fleet in afloat(position):
            kind = position.fleets[fleet].kind
            closed = "13.1/7" if kind == "gunboat" else "6.2/7"
            require(may_be_in(position, fleet, here, place), closed, f"{name} is closed to {kind} fleets")
        if home:
            nearer = home.get(place, len(home)) < home.get(here, len(home))
            require(nearer, "7.13.3/13", "the army has to be carried to the nearest port that you hold")
        here = place


def _bound_home(position: Position, activation: Activation) -> dict[str, int]:
    """Where an army that was aboard as the phase began has to be carried: steps by water; {} for none."""
    if not activation.hq or activation.kind != "fleets":
        return {}
    hq = position.hqs[activation.hq]
    if not hq.aboard or not hq.began:
        return {}
    return way_home(position, activation.side, activation.fleets, hq.spot)


@brta.carry_out(Sail)
def _sail(play: Play, due: Due, command: Sail) -> None:
    asking.close(play, due)
    for place in command.path:
        activation = active(play.position)
        if activation.halted or activation.stopped or play.position.naval is not None:
            return
        _sail_to(play, activation, place)


@rule("4/14", "6.1/12", "7/1", "7/5", "7.13.2/7", "7.13.2/8")
def _sail_to(play: Play, activation: Activation, place: str) -> None:
    """Enter a water; enemy fleets are attacked there, and so is the fort of a river zone."""
    position, side, fleets = play.position, activation.side, afloat(play.position)
    start = position.fleets[fleets[0]].place
    meets = bool(fleets_in(position, ENEMY[side], place))
    stops = meets or _is_held(position, ENEMY[side], place)
    hq, spent = activation.hq, activation.spent + 1
    play.emit(FleetsSailed(side, fleets, hq, start, place, spent, stops))
    if meets:
        open_naval_combat(play, NavalMeeting(side, fleets, place, start))
    elif owes_attack(play.position) and not hq:
        open_naval_combat(play, NavalMeeting(side, fleets, place, start, fort=True))


def _is_held(position: Position, side: str, place: str) -> bool:
    """Whether a side holds ground in a port, or it is besieged: fleets of the other stop there."""
    if place not in board().zones:
        return False
    spots = board().spots_of(place)
    return any(holds_ground(position, side, spot) or siege_at(position, spot) for spot in spots)


def owes_attack(position: Position) -> bool:
    """Whether the active fleets have entered the zone of an enemy fort that they have to attack.

    In a river zone always; in a sea port the South has to, the North may blockade. A besieged fort does not
    count (7.13.3/17).
    """
    activation = active(position)
    if not afloat(position) or not activation.spent or activation.fought or activation.landed:
        return False
    place = position.fleets[afloat(position)[0]].place
    fort = _hostile_fort(position, activation.side, place)
    return bool(fort) and (is_river_zone(place) or activation.side == SOUTH)


def _hostile_fort(position: Position, side: str, place: str) -> str:
    """The spot of an enemy fort in a zone, on whichever bank, that its enemy does not besiege (5.2/18)."""
    if place not in board().zones:
        return ""
    spot = board().place_spot(place)
    return "" if siege_at(position, spot) else fort_in(position, spot, ENEMY[side])


@brta.evolves(FleetsSailed)
def _sailed(position: Position, event: FleetsSailed) -> None:
    for id in event.fleets:
        position.fleets[id] = position.fleets[id].with_(place=event.end, landed=False)
    if event.hq:
        position.hqs[event.hq] = position.hqs[event.hq].with_(spot=event.end)
    if position.activation is not None:
        position.activation = position.activation.with_(
            mode="sea", spent=event.spent, came_from=event.start, halted=event.stops
        )


@brta.check(Land, "hq_orders", "fleet_orders")
@rule("5.2/18", "7.13.3/1", "7.13.3/6", "7.5/4")
def _check_land(position: Position, due: Due, command: Land) -> None:
    activation = active(position)
    require(afloat(position) and activation.hq, "7.13.3/1", "these fleets carry no army")
    place = position.fleets[afloat(position)[0]].place
    ashore = place in board().zones and command.spot in board().spots_of(place)
    require(ashore, "7.13.3/1", f"the fleets are not in the port of {command.spot}")
    side, lone = due.seat, position.units_of(activation.hq) == NONE
    require(not fleets_in(position, ENEMY[side], place), "7.13.3/6", "an enemy fleet is in the port")
    held = holds_port(position, side, place)
    require(held or side == NORTH, "7.13.3/1", "only the North lands where it does not hold the port")
    require(has_room(position, side, command.spot), "5.1/3", "two of your HQs are there already")
    enemies = enemies_seen(position, side, command.spot)
    require(not (lone and enemies), "2.5/1", "an HQ without units does not land where the enemy is")
    barred = winter_bars(position, side, command.spot, over_bridge=False)
    require(not barred, "7.5/4", "no landing in winter where only a 6 would hit")


@brta.carry_out(Land)
@rule("7.13.3/7", "7.13.3/9", "7.13.3/15", "13.1/3", "13/5")
def _land(play: Play, due: Due, command: Land) -> None:
    activation = active(play.position)
    asking.close(play, due)
    side = activation.side
    enemies = holds_ground(play.position, ENEMY[side], command.spot)
    siege = siege_at(play.position, command.spot)
    fleets = afloat(play.position)
    play.emit(TroopsLanded(activation.hq, fleets, command.spot))
    joins = siege is not None and siege[1].besieger == side
    if enemies and not joins and is_army(play.position, activation.hq):
        start = activation.came_from or activation.start
        kind: AttackKind = "landing" if siege is None else "relief"
        attack = Attack(kind, side, (activation.hq,), command.spot, start, fleets=fleets)
        open_battle(play, attack)


@brta.evolves(TroopsLanded)
def _landed(position: Position, event: TroopsLanded) -> None:
    hq = position.hqs[event.hq]
    position.hqs[event.hq] = hq.with_(spot=event.spot, aboard=(), still=False)
    position.cargo.pop(event.hq, None)
    position.flagships.pop(event.hq, None)
    for id in event.fleets:
        position.fleets[id] = position.fleets[id].with_(landed=True)
    if position.activation is not None:
        position.activation = position.activation.with_(landed=True, stopped=True)


@rule("7.13.3/13")
def check_end_of_voyage(position: Position) -> None:
    """Fleets do not stop before a river fort that they have to attack, nor with an army that can land at
    home.

    Raises Refused.
    """
    activation = active(position)
    if not afloat(position):
        return
    require(not owes_attack(position), "7/1", "the fleets have to attack the fort")
    place = position.fleets[afloat(position)[0]].place
    if not activation.hq or place not in board().zones:
        return
    spots = board().spots_of(place)
    lands = holds_port(position, activation.side, place) and any(
        has_room(position, activation.side, spot) for spot in spots
    )
    barred = fleets_in(position, ENEMY[activation.side], place)
    require(not lands or barred, "7.13.3/13", "the army has to land")


@also_offers("hq_orders")
def offer_embarking(position: Position, due: Due) -> Iterator[Command]:
    """All idle fleets of the port together, and each that carries the whole army."""
    activation = active(position)
    if activation.mode or activation.kind != "hq":
        return
    hq = position.hqs[activation.hq]
    port = board().zone_of.get(hq.spot, "")
    idle = [id for id in fleets_in(position, due.seat, port) if not position.fleets[id].active]
    groups = dict.fromkeys([tuple(idle), *((id,) for id in idle)]) if idle else {}
    for group in groups:
        yield Embark(fleets=group, cargo=shared_out(position, activation.hq, group), hq_on=group[0])


@also_offers("hq_orders", "fleet_orders")
def offer_voyages(position: Position, due: Due) -> Iterator[Command]:
    """Each next water, and each bank to land on."""
    activation = active(position)
    if not afloat(position):
        return
    here = position.fleets[afloat(position)[0]].place
    for place in board().sails.get(here, ()):
        yield Sail(path=(place,))
    if activation.hq and here in board().zones:
        for spot in board().spots_of(here):
            yield Land(spot=spot)


OPTIONS = {
    "evacuate_besieged_by_sea": Option(
        "6.1/14", "A besieged army may leave by sea.", ("no", "yes")
    ),
    "transport_fleet_costs_ap": Option(
        "7.13.3/3", "Fleets that carry an HQ cost 1 AP more.", ("no", "yes")
    ),
    "gunboat_capacity_ten": Option("13.1/2", "A gunboat fleet carries 10 CP as other fleets do.", ("no",
    "yes")),
}
