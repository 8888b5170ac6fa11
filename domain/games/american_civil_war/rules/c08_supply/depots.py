"""Supply depots (8.4.2): building them in the placement step, giving them up, and losing them."""

from collections.abc import Iterator

import msgspec

from ironclad.domain.games.american_civil_war.position.in_progress import Moving
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import (
    ASP,
    READY,
    WORKED,
    Depot,
    Group,
    pick,
    strength,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.militia import OTHER_PLACEMENTS
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_work import put_to_work, worker
from ironclad.domain.games.american_civil_war.rules.c07_railroads.trains import require_points
from ironclad.domain.games.american_civil_war.rules.c08_supply.depot_losses import DepotDestroyed
from ironclad.domain.games.american_civil_war.rules.c08_supply.limited_supply import is_supplied
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

MOST_DEPOTS = 3


class BuildDepot(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="build_depot"
):
    """Build a depot in the hex of a supplied force (8.4.2). units: who builds, by default one ASP."""

    hex: str
    units: tuple[Group, ...] | None = None


class DestroyDepot(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="destroy_depot"
):
    """Destroy one of one's own depots in the hex of the force on the move, for one movement point.

    With `from` a force sets out so from that hex: units and leaders as in move_force.
    """

    from_hex: str = msgspec.field(name="from", default="")
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None


class DepotBuilt(Event, frozen=True, tag_field="type", tag="depot_built"):
    """A force spent its whole allowance on a depot; `count`: depots in the hex now (8.4.2)."""

    side: str
    hex: str
    units: tuple[Group, ...]
    count: int
    rule: str = "8.4.2/1"


@acw.check(BuildDepot, "placement")
def _check_build(position: Position, due: Due, command: BuildDepot) -> None:
    builders(position, due.seat, command)


@rule("8.4.2/1", "8.4.2/2", "5.1/3", "3.2.2/3")
def builders(position: Position, seat: str, command: BuildDepot) -> tuple[Group, ...]:
    """The units that build. Refuses a place, a supply status or a force that does not allow it."""
    hex_id = command.hex
    ready = tuple(group for group in position.groups(seat, hex_id) if group.activity == READY)
    if command.units is not None:
        units = pick(ready, command.units, "8.4.2/1")
    else:
        first = next((g for g in ready if g.kind == ASP and not g.oos), None)
        require(first is not None, "8.4.2/1", f"no supplied ASP is ready to build in {hex_id}")
        assert first is not None
        units = (first.with_(count=1),)
    require(strength(units, ASP), "8.4.2/1", "a depot takes at least one ASP, not cavalry or militia")
    supplied = not any(group.oos for group in units) and is_supplied(position, seat, hex_id)
    require(supplied, "8.4.2/1", f"the force in {hex_id} is out of supply")
    require(not occupied(position, ENEMY[seat], hex_id), "8.4.2/11", f"enemies stand in {hex_id}")
    depot = position.depots.get(hex_id)
    if depot is not None:
        require(depot.count < MOST_DEPOTS, "8.4.2/2", f"there are {MOST_DEPOTS} depots in {hex_id}")
        require(not depot.fresh, "8.4.2/2", f"a depot was built in {hex_id} in this impulse")
    return units


@acw.carry_out(BuildDepot)
def _build(play: Play, due: Due, command: BuildDepot) -> None:
    """The placement step's decision stays open for what else is to be placed."""
    units = builders(play.position, due.seat, command)
    depot = play.position.depots.get(command.hex)
    play.emit(DepotBuilt(due.seat, command.hex, units, 1 if depot is None else depot.count + 1))


@acw.evolves(DepotBuilt)
@rule("3.2.2/3", "8.4.2/7")
def _depot_built(position: Position, event: DepotBuilt) -> None:
    position.depots[event.hex] = Depot(event.side, event.count, fresh=1)
    position.remove(event.side, event.hex, event.units)
    position.add(event.side, event.hex, [group.with_(activity=WORKED) for group in event.units])


@acw.check(DestroyDepot, "movement")
def _check_destroy(position: Position, due: Due, command: DestroyDepot) -> None:
    force = worker(position, due.seat, command.from_hex, command.units, command.leaders)
    _doomed(position, force)


@rule("8.4.2/10")
def _doomed(position: Position, force: Moving) -> Depot:
    """The depots of which a force destroys one, for 1 movement point. Raises Refused."""
    depot = position.depots.get(force.hex)
    yours = depot is not None and depot.side == force.seat
    require(yours, "8.4.2/10", f"no depot of yours is in {force.hex}")
    assert depot is not None
    require_points(position, force, 1)
    return depot


@acw.carry_out(DestroyDepot)
def _destroy(play: Play, due: Due, command: DestroyDepot) -> None:
    force = put_to_work(play, due.seat, command.from_hex, command.units, command.leaders)
    left = _doomed(play.position, force).count - 1
    play.emit(DepotDestroyed(due.seat, force.hex, left, "by its own side", "8.4.2/10", force.spent + 1))


def depot_sites(position: Position, side: str) -> Iterator[BuildDepot]:
    """A depot in every hex where the side could build one now."""
    for hex_id in sorted(position.forces[side]):
        command = BuildDepot(hex=hex_id)
        if could_build(position, side, hex_id):
            yield command


def could_build(position: Position, side: str, hex_id: str) -> bool:
    """Whether a force in the hex could build a depot there now."""
    try:
        builders(position, side, BuildDepot(hex=hex_id))
    except Refused:
        return False
    return True


OTHER_PLACEMENTS.append(depot_sites)
COMMANDS = (BuildDepot, DestroyDepot)
EVENTS = (DepotBuilt,)
