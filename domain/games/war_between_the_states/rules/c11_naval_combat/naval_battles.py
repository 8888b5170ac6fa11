"""Battles of ships in the combat phase (11.1): those that must be fought, then transports as one likes."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import water_of
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import warships_at
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.commands import (
    AttackTransports,
    EndNaval,
    LoseShips,
)
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.events import (
    NavalBattleFought,
    NavalEnded,
)
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.ships import (
    naval_ratio,
    naval_result,
    warships_lost,
)
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.sinking import sink
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step


@rule("11.11/3", "11.11/7", "11.13/1")
def _must_fight(position: Position, side: str) -> tuple[str, ...]:
    """The places where warships of a side are with enemy warships, in order."""
    return tuple(sorted(warships_at(position, side) & warships_at(position, ENEMY[side])))


@rule("11.11/2", "11.11/6")
def prey(position: Position, side: str) -> tuple[str, ...]:
    """The places where a side has warships, and the enemy transports alone."""
    there = {ship.at for ship in position.ships.values() if ship.side == ENEMY[side] and not ship.warship}
    return tuple(sorted((there & warships_at(position, side)) - warships_at(position, ENEMY[side])))


def _ships_at(position: Position, side: str, place: str, warships: bool | None = None) -> tuple[str, ...]:
    found = (
        id
        for id, ship in position.ships.items()
        if ship.side == side and ship.at == place and warships in (None, ship.warship)
    )
    return tuple(sorted(found, key=sort_key))


@step("naval")
@rule("11.11/3", "11.13/2", "4.1/2", "9.5/4")
def _begin_naval(play: Play, entered: Step) -> None:
    side = entered.seat
    for place in _must_fight(play.position, side):
        _fight(play, side, place)
    ask_prey(play, side)


def ask_prey(play: Play, side: str) -> None:
    """Ask a side which transports it attacks, where there are any."""
    if prey(play.position, side):
        asking.ask(play, side, "naval", "11.11/6", standing=EndNaval())


@rule("11.11/4", "11.11/5", "11.12/1", "11.12/2", "11.12/3", "11.12/4", "11.13/1")
def _fight(play: Play, side: str, place: str) -> None:
    position, enemy = play.position, ENEMY[side]
    sides = (side, enemy)
    ships = {each: _ships_at(position, each, place) for each in sides}
    warships = {each: _ships_at(position, each, place, True) for each in sides}
    strengths = {each: sum(position.ships[id].strength for id in ships[each]) for each in sides}
    if not warships[enemy]:
        losses = {side: 0, enemy: 0}
        play.emit(NavalBattleFought(side, place, ships, strengths, "", 0, "DE", losses))
        sink(play, enemy, ships[enemy], enemy_left=True, clause="11.13/1")
        return
    (die,) = play.roll("battle of ships", "11.12/1")
    result = naval_result(strengths[side], strengths[enemy], die)
    lost = warships_lost(result, len(warships[side]), len(warships[enemy]))
    losses = {side: lost.attacker, enemy: lost.defender}
    ratio = naval_ratio(strengths[side], strengths[enemy])
    play.emit(NavalBattleFought(side, place, ships, strengths, ratio, die, result, losses))
    left = {each: len(warships[each]) - losses[each] for each in sides}
    for each in sides:
        foe_left = left[ENEMY[each]] > 0
        if left[each] == 0:
            sink(play, each, ships[each], foe_left, "11.12/2")
        elif losses[each] and len({position.ships[id].kind for id in warships[each]}) == 1:
            sink(play, each, warships[each][: losses[each]], foe_left, "11.12/2")
        elif losses[each]:
            standing = LoseShips(ships=_weakest(position, warships[each], losses[each]))
            about = {"at": place, "count": losses[each], "ships": warships[each], "enemy_left": foe_left}
            asking.ask(play, each, "lose_ships", "11.12/3", standing=standing, **about)


def _weakest(position: Position, ships: tuple[str, ...], count: int) -> tuple[str, ...]:
    return tuple(sorted(ships, key=lambda id: (position.ships[id].strength, sort_key(id)))[:count])


@wbts.evolves(NavalBattleFought)
def _fought(position: Position, event: NavalBattleFought) -> None:
    """Which ships are lost follows in events of their own."""


@wbts.evolves(NavalEnded)
def _ended(position: Position, event: NavalEnded) -> None:
    """The combat phase continues on land."""


@wbts.check(LoseShips, "lose_ships")
@rule("11.12/3", "11.12/4")
def _check_lose(position: Position, due: Due, command: LoseShips) -> None:
    count, ships = due.about["count"], due.about["ships"]
    chosen = set(command.ships)
    distinct = len(chosen) == len(command.ships) == count
    require(distinct, "11.12/3", f"name {count} warships, each once")
    require(chosen <= set(ships), "11.12/4", "name warships of this battle; transports are never chosen")


@wbts.carry_out(LoseShips)
def _lose(play: Play, due: Due, command: LoseShips) -> None:
    asking.close(play, due)
    sink(play, due.seat, command.ships, due.about["enemy_left"], "11.12/3")


@wbts.offer("lose_ships")
def _offer_lose(position: Position, due: Due) -> Iterator[Command]:
    """The weakest ones, or those with each of the ships first."""
    count, ships = due.about["count"], tuple(due.about["ships"])
    seen = [_weakest(position, ships, count)]
    yield LoseShips(ships=seen[0])
    for first in ships:
        rest = tuple(id for id in ships if id != first)
        chosen = (first, *_weakest(position, rest, count - 1))
        if not any(set(chosen) == set(each) for each in seen):
            seen.append(chosen)
            yield LoseShips(ships=chosen)


@wbts.check(AttackTransports, "naval")
@rule("11.11/6", "11.13/1")
def _check_prey(position: Position, due: Due, command: AttackTransports) -> None:
    place = water_of(command.at)
    require(
        place in prey(position, due.seat),
        "11.11/6",
        f"no enemy transports alone are on {place} with warships",
    )


@wbts.carry_out(AttackTransports)
def _attack_transports(play: Play, due: Due, command: AttackTransports) -> None:
    asking.close(play, due)
    _fight(play, due.seat, water_of(command.at))
    ask_prey(play, due.seat)


@wbts.check(EndNaval, "naval")
@rule("11.11/6")
def _check_end(position: Position, due: Due, command: EndNaval) -> None:
    """Nobody has to attack transports."""


@wbts.carry_out(EndNaval)
def _end(play: Play, due: Due, command: EndNaval) -> None:
    asking.close(play, due)
    play.emit(NavalEnded(due.seat))


@wbts.offer("naval")
def _offer_prey(position: Position, due: Due) -> Iterator[Command]:
    yield from (AttackTransports(at=place) for place in prey(position, due.seat))
    yield EndNaval()
