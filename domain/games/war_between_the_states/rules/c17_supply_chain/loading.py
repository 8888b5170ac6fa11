"""Supply moved between stores at the start of a player turn (16.3, 17.4, 17.53), and depots made (17.51)."""

from collections.abc import Iterator
from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.charts import piece_list
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.position.pieces import (
    ARMY_SUPPLY,
    CAPACITY,
    DEPOT_CAPACITY,
    DEPOT_GARRISON,
    TRAIN_CAPACITY,
    Depot,
    sort_key,
)
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    garrison_of,
    owner,
    stack,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import draw_from
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.commands import (
    LoadSupply,
    MakeDepot,
)
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.events import (
    DepotMade,
    SupplyLoaded,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

NEAR = {("depot", "army"), ("train", "army")}
"""What is loaded from an adjacent hex, too."""
LOADS = {
    ("depot", "train"): "17.41/1",
    ("loose", "train"): "17.43/2",
    ("train", "loose"): "17.43/1",
    ("train", "depot"): "17.53/1",
    ("loose", "depot"): "17.53/1",
    ("depot", "army"): "16.3/2",
    ("train", "army"): "16.3/2",
}
"""Which store is loaded from which, by the clause that permits it."""


class Store(NamedTuple):
    """A store on the map: what it is, where, inside a fort or not, its points, and the most it holds."""

    kind: str
    hex: str
    inside: bool
    points: int
    most: int | None


@rule("12.0/3", "12.0/4", "16.3/1", "17.4/1", "17.52/1")
def store_of(position: Position, side: str, name: str) -> Store | None:
    """A store of a side by its name; None where it has no such store."""
    kind, _, hex = name.partition(".")
    if kind == "loose" and hex in load_map().hexes and owner(position, hex) == side:
        return Store("loose", hex, False, position.loose.get(hex, 0), None)
    depot = position.depots.get(name)
    if depot is not None and depot.side == side:
        return Store("depot", depot.hex, depot.inside, depot.points, DEPOT_CAPACITY)
    unit = position.units.get(name)
    if unit is not None and unit.side == side and unit.hex and unit.kind == "supply_train":
        return Store("train", unit.hex, unit.inside, unit.load, TRAIN_CAPACITY)
    hq = position.headquarters.get(name)
    if hq is not None and hq.side == side and hq.hex and hq.kind == "army":
        return Store("army", hq.hex, hq.inside, hq.supply, ARMY_SUPPLY)
    return None


@wbts.check(LoadSupply, "spans")
@rule("16.3/2", "17.41/1", "17.43/1", "17.43/2", "17.52/1", "17.53/1", "13.23/1")
def _check_load(position: Position, due: Due, command: LoadSupply) -> None:
    require(position.step == "spans", "17.41/1", "supply is loaded at the start of the movement phase")
    source = store_of(position, due.seat, command.source)
    require(source is not None, "12.0/3", f"the {due.seat} has no store {command.source}")
    target = store_of(position, due.seat, command.target)
    require(target is not None, "12.0/3", f"the {due.seat} has no store {command.target}")
    assert source is not None
    assert target is not None
    pair = (source.kind, target.kind)
    require(
        pair in LOADS, "17.4/1", f"a store of kind {target.kind} is not loaded from one of kind {source.kind}"
    )
    near = target.hex == source.hex or (pair in NEAR and target.hex in load_map().neighbours[source.hex])
    require(near, LOADS[pair], f"{command.target} is not where {command.source} is")
    shut = any(besieged(position, each.hex, due.seat) for each in (source, target))
    together = source.hex == target.hex and source.inside == target.inside
    require(together or not shut, "13.23/1", "a siege is between the two stores")
    there = 0 < command.points <= source.points
    require(there, LOADS[pair], f"{command.source} has {source.points} points, not {command.points}")
    full = target.points + command.points
    room = target.most is None or full <= target.most
    require(room, "17.4/1", f"{command.target} holds {target.most} points at most, not {full}")


@wbts.carry_out(LoadSupply)
def _load(play: Play, due: Due, command: LoadSupply) -> None:
    play.emit(SupplyLoaded(due.seat, command.source, command.target, command.points))


@wbts.evolves(SupplyLoaded)
def _loaded(position: Position, event: SupplyLoaded) -> None:
    draw_from(position, {event.source: event.points})
    if event.target.startswith("loose."):
        hex = event.target.removeprefix("loose.")
        position.loose[hex] = position.loose.get(hex, 0) + event.points
    else:
        draw_from(position, {event.target: -event.points})


@wbts.check(MakeDepot, "spans")
@rule("17.51/1", "17.51/4", "17.51/5", "3.26/1", "13.21/1", "13.22/1")
def _check_make(position: Position, due: Due, command: MakeDepot) -> None:
    hex, side = hex_of(command.hex), due.seat
    require(position.step == "spans", "17.51/1", "depots are made at the start of the player turn")
    require(f"{side}.{hex}" not in position.depots, "17.51/5", f"the {side} has a depot in {hex}")
    require(not besieged(position, hex, side), "17.51/4", f"{hex} is besieged")
    for id, points in command.garrison.items():
        unit = position.units.get(id)
        own = unit is not None and unit.side == side and unit.hex == hex and unit.fights
        require(own, "17.51/1", f"the {side} has no combat unit {id} in {hex}")
        assert unit is not None
        require(
            0 < points <= unit.strength, "17.51/4", f"{id} has {unit.strength} SP, and cannot give {points}"
        )
    total = sum(command.garrison.values())
    require(total == DEPOT_GARRISON, "17.51/1", f"a depot takes {DEPOT_GARRISON} SP, not {total}")
    used, most = sum(each.side == side for each in position.depots.values()), piece_list()["depot", side]
    require(used < most, "3.26/1", f"the {side} has {used} depots, and {most} are the most")
    if command.inside:
        work = position.works.get(hex)
        require(work is not None and work.side == side, "13.12/1", f"the {side} has no fort in {hex}")
        assert work is not None
        given = sum(points for id, points in command.garrison.items() if position.units[id].inside)
        full = garrison_of(position, hex) - given + DEPOT_GARRISON
        room = CAPACITY[work.grade]
        require(full <= room, "13.21/1", f"{full} SP would be inside, and a {work.grade} shelters {room}")


@wbts.carry_out(MakeDepot)
def _make(play: Play, due: Due, command: MakeDepot) -> None:
    play.emit(DepotMade(due.seat, hex_of(command.hex), command.inside, dict(command.garrison)))


@wbts.evolves(DepotMade)
@rule("17.51/1", "17.51/2", "17.51/3", "3.24/2")
def _made(position: Position, event: DepotMade) -> None:
    """The garrison remembers the kinds that it was taken from; its SP are not lost."""
    taken = tuple((position.units[id].kind, points) for id, points in event.garrison.items())
    for id, points in event.garrison.items():
        unit = position.units[id]
        if points == unit.strength:
            del position.units[id]
        else:
            position.units[id] = unit.with_(strength=unit.strength - points)
    position.depots[f"{event.side}.{event.hex}"] = Depot(
        event.side,  # type: ignore[arg-type]  # an event has it as text
        event.hex,
        inside=event.inside,
        taken=taken,
    )


@wbts.also_offers("spans")
def _offer_loads(position: Position, due: Due) -> Iterator[Command]:
    """To fill trains, headquarters and depots; unloading is legal and not offered: it could go on for ever.

    A depot is offered where loose supply lies, of the first unit that has the SP for it.
    """
    side = due.seat
    trains = [id for id, unit in position.units.items() if unit.side == side and unit.kind == "supply_train"]
    armies = [id for id, hq in position.headquarters.items() if hq.side == side and hq.kind == "army"]
    depots = [id for id, depot in position.depots.items() if depot.side == side]
    loose = [f"loose.{hex}" for hex in position.loose if owner(position, hex) == side]
    for target in (*sorted(trains, key=sort_key), *sorted(armies, key=sort_key), *sorted(depots)):
        for source in (*sorted(depots), *sorted(loose)):
            here, there = store_of(position, side, source), store_of(position, side, target)
            if here is not None and there is not None and there.most is not None:
                points = min(here.points, there.most - there.points)
                yield LoadSupply(source=source, target=target, points=points)
    for name in sorted(loose):
        hex = name.removeprefix("loose.")
        for id in stack(position, hex, side).units:
            if position.units[id].strength > DEPOT_GARRISON:
                yield MakeDepot(hex=hex, garrison={id: DEPOT_GARRISON})
                break
