"""The option scheduled_reinforcements (R.11/9): the schedule brings men and pieces in place of production."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN, schedule
from ironclad.domain.games.war_between_the_states.position.campaign import Order
from ironclad.domain.games.war_between_the_states.position.pieces import Unit, piece_of, sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, stack
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import on_chain, sources
from ironclad.domain.games.war_between_the_states.rules.c21_production.commands import EndDeployment
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import require_listed
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.augmenting import (
    own_unit,
    require_room,
)
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.commands import (
    RaiseReinforcement,
    Reinforce,
)
from ironclad.domain.games.war_between_the_states.rules.c22_recruiting.events import (
    ReinforcementRaised,
    ReinforcementsReceived,
    UnitReinforced,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

MOST_TO_A_UNIT = 2
FRESH_PERCENT = 40
MOST_NEW = {"infantry": 2, "militia": 4}


def _written(piece: str) -> tuple[str, int]:
    what, _, strength = piece.partition(" ")
    return what, int(strength or 1)


@rule("R.3/1", "R.3/4")
def infantry_due(position: Position, side: str) -> int:
    """The infantry SP that a scenario gives a side before this game turn."""
    rows = position.book.reinforcements
    return sum(each.infantry for each in rows if (each.side, each.before_turn) == (side, position.turn))


@step("reinforcements")
@rule("R.11/9", "R.3/4", "R.3/5", "R.3/6")
def _receive(play: Play, entered: Step) -> None:
    """What the schedule or the scenario has for the cycle; infantry SP that were left over are lost."""
    side, position = entered.seat, play.position
    if position.scenario != CAMPAIGN:
        infantry = infantry_due(position, side)
        pieces: tuple[tuple[str, int], ...] = ()
        fresh = infantry // 2
        if not infantry:
            return
    else:
        row = schedule()[position.cycle]
        infantry, pieces = row.infantry[side], tuple(_written(each) for each in row.pieces[side])
        fresh = infantry * FRESH_PERCENT // 100
    play.emit(ReinforcementsReceived(side, position.turn, infantry, fresh, pieces))
    asking.ask(play, side, "reinforcements", "R.11/9", standing=EndDeployment())


@wbts.evolves(ReinforcementsReceived)
def _received(position: Position, event: ReinforcementsReceived) -> None:
    """The pieces are finished orders, as if they had been paid in the strategic turn before."""
    kept, side = position.production, event.side
    orders = (Order(side, what, strength) for what, strength in event.pieces)  # type: ignore[arg-type]
    position.production = kept.with_(
        infantry={**kept.infantry, side: event.infantry},
        fresh={**kept.fresh, side: event.fresh},
        orders=(*kept.orders, *orders),
    )


def _require_left(position: Position, side: str, strength: int) -> None:
    left = position.production.infantry.get(side, 0)
    require(1 <= strength <= left, "R.11/9", f"{left} reinforcement SP are left, not {strength}")


@wbts.check(Reinforce, "reinforcements")
@rule("R.11/9", "R.3/4")
def _check_reinforce(position: Position, due: Due, command: Reinforce) -> None:
    side, unit = due.seat, own_unit(position, due.seat, command.unit, "R.3/4")
    _require_left(position, side, command.strength)
    require(unit.kind == "infantry", "R.3/4", f"{command.unit} is {unit.kind}, not infantry")
    added = position.production.reinforced.get(command.unit, 0) + command.strength
    require(added <= MOST_TO_A_UNIT, "R.3/4", f"a unit is given {MOST_TO_A_UNIT} SP at most, not {added}")
    grown = unit.strength + command.strength
    require(grown <= unit.type.most, "R.3/4", f"infantry has {unit.type.most} SP at most, not {grown}")
    place = unit.hex in load_map().built_up or stack(position, unit.hex, side).headquarters
    require(place, "R.3/4", f"{unit.hex} is no city or town, and no headquarters is there")
    require(not besieged(position, unit.hex, side), "13.39/1", f"{unit.hex} is besieged")
    joined = on_chain(position, side, unit.hex) is not None
    require(joined, "R.3/4", f"{unit.hex} is not on the chain of supply")
    require_room(position, side, unit.hex, command.strength, unit.inside)
    new = unit.with_(strength=grown)
    require_listed(position, side, piece_of(new), (new,), (command.unit,))


@wbts.carry_out(Reinforce)
def _reinforce(play: Play, due: Due, command: Reinforce) -> None:
    grown = play.position.units[command.unit].strength + command.strength
    play.emit(UnitReinforced(due.seat, command.unit, command.strength, grown))


@wbts.evolves(UnitReinforced)
def _reinforced(position: Position, event: UnitReinforced) -> None:
    kept = position.production
    position.units[event.unit] = position.units[event.unit].with_(strength=event.strength)
    added = kept.reinforced.get(event.unit, 0) + event.added
    position.production = kept.with_(
        infantry={**kept.infantry, event.side: kept.infantry[event.side] - event.added},
        reinforced={**kept.reinforced, event.unit: added},
    )


@wbts.check(RaiseReinforcement, "reinforcements")
@rule("R.11/9", "R.3/5")
def _check_raise(position: Position, due: Due, command: RaiseReinforcement) -> None:
    side, hex = due.seat, hex_of(command.hex)
    require(command.kind in MOST_NEW, "R.11/9", f"new units are infantry or militia, not {command.kind}")
    campaign = position.scenario == CAMPAIGN
    require(campaign or command.kind == "infantry", "R.3/5", "new units are brigades of infantry")
    _require_left(position, side, command.strength)
    most, fresh = MOST_NEW[command.kind], position.production.fresh.get(side, 0)
    require(command.strength <= most, "R.3/5", f"a new unit of {command.kind} has {most} SP at most")
    require(command.strength <= fresh, "R.11/9", f"{fresh} SP may still form new units")
    require(hex in sources(position, side), "R.3/5", f"{hex} is no department and no entry hex that is open")
    require_room(position, side, hex, command.strength)
    new = Unit(side, command.kind, hex, command.strength)  # type: ignore[arg-type]  # checked above
    require_listed(position, side, piece_of(new), (new,))


@wbts.carry_out(RaiseReinforcement)
def _raise(play: Play, due: Due, command: RaiseReinforcement) -> None:
    hex, name = hex_of(command.hex), f"{due.seat}_{command.kind}"
    id = f"{name}_{play.position.made.get(name, 0) + 1}"
    state = load_map().hexes[hex].state if command.kind == "militia" else ""
    play.emit(ReinforcementRaised(due.seat, command.kind, hex, id, command.strength, state))


@wbts.evolves(ReinforcementRaised)
def _raised(position: Position, event: ReinforcementRaised) -> None:
    kept, side = position.production, event.side
    position.made[f"{side}_{event.kind}"] = int(event.unit.rpartition("_")[2])
    position.units[event.unit] = Unit(side, event.kind, event.hex, event.strength, state=event.state)  # type: ignore[arg-type]
    position.production = kept.with_(
        infantry={**kept.infantry, side: kept.infantry[side] - event.strength},
        fresh={**kept.fresh, side: kept.fresh[side] - event.strength},
    )


@wbts.also_offers("reinforcements")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    if not position.production.infantry.get(due.seat):
        return
    for id in sorted(position.units, key=sort_key):
        unit = position.units[id]
        if unit.side == due.seat and unit.kind == "infantry":
            yield from (Reinforce(unit=id, strength=sp) for sp in (1, MOST_TO_A_UNIT))
    for hex in sources(position, due.seat):
        for kind, most in MOST_NEW.items():
            yield RaiseReinforcement(kind=kind, hex=hex, strength=most)
