"""Supply that its owner destroys after his own combat phase (12.0/5, 17.55/3)."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.war_between_the_states.board.features import ENEMY, GRID
from ironclad.domain.games.war_between_the_states.board.waters import beside
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import held_by
from ironclad.domain.games.war_between_the_states.rules.c12_supply.commands import DestroyStores
from ironclad.domain.games.war_between_the_states.rules.c12_supply.events import StoresDestroyed
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import draw_from
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.removing import remove_depot
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

NEAR = 8
"""The hexes from which enemy cavalry on a road comes to a store in a turn."""


@rule("12.0/3", "12.0/4")
def stores_of(position: Position, side: str) -> dict[str, tuple[int, str]]:
    """All supply of a side on the map: points and the hex, or a hex beside the water, by source."""
    found: dict[str, tuple[int, str]] = {}
    for hex, points in sorted(position.loose.items()):
        if owner(position, hex) == side:
            found[f"loose.{hex}"] = points, hex
    for id, unit in position.units.items():
        if unit.side == side and unit.load and unit.hex:
            found[id] = unit.load, unit.hex
    for name, depot in sorted(position.depots.items()):
        if depot.side == side:
            found[name] = depot.points, depot.hex
    if side == "union":
        found.update({f"base.{hex}": (points, hex) for hex, points in position.bases.items() if points})
    for id, hq in position.headquarters.items():
        if hq.side == side and hq.supply and hq.hex:
            found[id] = hq.supply, hq.hex
    for id, ship in position.ships.items():
        if ship.side == side and ship.load:
            found[id] = ship.load, next(iter(beside(ship.at)))
    return found


@step("destruction")
@rule("12.0/5", "17.55/3")
def _ask_destruction(play: Play, entered: Step) -> None:
    """A side is asked where an enemy combat unit is near a store of its."""
    if threatened(play.position, entered.seat):
        asking.ask(play, entered.seat, "destruction", "12.0/5", standing=DestroyStores())


def threatened(position: Position, side: str) -> tuple[str, ...]:
    """The stores of a side with an enemy combat unit within eight hexes."""
    enemies = held_by(position, ENEMY[side])
    return tuple(
        name
        for name, (_, hex) in stores_of(position, side).items()
        if any(GRID.distance(hex, other) <= NEAR for other in enemies)
    )


@wbts.check(DestroyStores, "destruction")
@rule("12.0/5", "17.55/3")
def _check_destroy(position: Position, due: Due, command: DestroyStores) -> None:
    there = stores_of(position, due.seat)
    for source, points in command.points.items():
        have = there.get(source, (0, ""))[0]
        require(0 < points <= have, "12.0/5", f"{source} has {have} points to destroy, not {points}")
        require(source not in command.depots, "17.55/3", f"{source} is destroyed with its points")
    for name in command.depots:
        own = name in position.depots and position.depots[name].side == due.seat
        require(own, "17.55/3", f"the {due.seat} has no depot {name}")
    require(len(set(command.depots)) == len(command.depots), "17.55/3", "name a depot once")


@wbts.carry_out(DestroyStores)
def _destroy(play: Play, due: Due, command: DestroyStores) -> None:
    asking.close(play, due)
    if command.points:
        play.emit(StoresDestroyed(due.seat, dict(command.points)))
    for name in command.depots:
        remove_depot(play, name, 0, 0)


@wbts.evolves(StoresDestroyed)
def _destroyed(position: Position, event: StoresDestroyed) -> None:
    draw_from(position, event.points)


@wbts.offer("destruction")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """To keep all; each store that is near the enemy."""
    yield DestroyStores()
    there = stores_of(position, due.seat)
    for name in threatened(position, due.seat):
        if name in position.depots:
            yield DestroyStores(depots=(name,))
        else:
            yield DestroyStores(points={name: there[name][0]})


@wbts.sample("destruction")
def _sample(position: Position, due: Due, random: Random) -> Command:
    """One in eight destroys something: else random armies would soon have nothing to eat."""
    if random.randrange(8):
        return DestroyStores()
    return random.choice(list(_offer(position, due)))
