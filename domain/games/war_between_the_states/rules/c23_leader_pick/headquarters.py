"""Headquarters that are created and taken off in the leader pick (R.6/8, R.6/9)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN
from ironclad.domain.games.war_between_the_states.position.pieces import (
    MOST_ON_ROSTER,
    Headquarters,
    sort_key,
)
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters, stack, stacks
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import require_listed
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.commands import (
    CreateHeadquarters,
    RemoveHeadquarters,
)
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.events import (
    HeadquartersCreated,
    HeadquartersRemoved,
)
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.picking import supplied
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import working
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

ENOUGH_UNITS = 3
NAMES = {"army": "Army", "corps": "Corps", "cavalry": "Cavalry Corps"}


@wbts.check(CreateHeadquarters, "leader_pick")
@rule("R.6/8", "R.3/6", "R.12/1", "3.26/1")
def _check_create(position: Position, due: Due, command: CreateHeadquarters) -> None:
    side, hex = due.seat, hex_of(command.hex)
    campaign = position.scenario == CAMPAIGN
    require(campaign, "R.3/6", "no headquarters is created in a scenario")
    require(command.kind in MOST_ON_ROSTER, "R.6/8", f"{command.kind} is no kind of headquarters")
    used = side in position.leader_pick.created
    require(not used, "R.6/8", f"the {side} has created a headquarters in this strategic turn")
    require_listed(position, side, f"{command.kind}_hq")
    if hex in working(position, side):
        return
    units = [id for id in stack(position, hex, side).units if position.units[id].kind == "infantry"]
    enough = len(units) >= ENOUGH_UNITS and supplied(position, side, hex)
    require(enough, "R.6/8", f"{hex} has neither a working department nor three supplied infantry units")


@wbts.carry_out(CreateHeadquarters)
def _create(play: Play, due: Due, command: CreateHeadquarters) -> None:
    made = f"{due.seat}_{command.kind}"
    number = play.position.made.get(made, 0) + 1
    name = f"{NAMES[command.kind]} {number}"
    play.emit(HeadquartersCreated(due.seat, command.kind, hex_of(command.hex), f"{made}_{number}", name))


@wbts.evolves(HeadquartersCreated)
def _created(position: Position, event: HeadquartersCreated) -> None:
    made, _, number = event.headquarters.rpartition("_")
    position.made[made] = int(number)
    position.headquarters[event.headquarters] = Headquarters(
        event.side,  # type: ignore[arg-type]  # an event has it as text
        event.kind,  # type: ignore[arg-type]
        event.name,
        event.hex,
    )
    kept = position.leader_pick
    position.leader_pick = kept.with_(created=(*kept.created, event.side))


@wbts.check(RemoveHeadquarters, "leader_pick")
@rule("R.6/9")
def _check_remove(position: Position, due: Due, command: RemoveHeadquarters) -> None:
    hq = position.headquarters.get(command.headquarters)
    own = hq is not None and hq.side == due.seat and hq.hex
    require(own, "R.6/9", f"the {due.seat} has no {command.headquarters} on the ground")


@wbts.carry_out(RemoveHeadquarters)
def _remove(play: Play, due: Due, command: RemoveHeadquarters) -> None:
    id = command.headquarters
    hq, roster = play.position.headquarters[id], rosters(play.position).get(id, ())
    play.emit(HeadquartersRemoved(due.seat, id, hq.hex, roster, hq.supply))


@wbts.evolves(HeadquartersRemoved)
@rule("R.6/9", "16.3/3")
def _removed(position: Position, event: HeadquartersRemoved) -> None:
    del position.headquarters[event.headquarters]
    for id in event.roster:
        position.units[id] = position.units[id].with_(hq="")
    if event.supply:
        position.loose[event.hex] = position.loose.get(event.hex, 0) + event.supply


@wbts.also_offers("leader_pick")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    side = due.seat
    if side not in position.leader_pick.created:
        gathered = {
            hex
            for (hex, seat), here in stacks(position).items()
            if seat == side and len(here.units) >= ENOUGH_UNITS
        }
        for hex in sorted(gathered | working(position, side)):
            yield from (CreateHeadquarters(kind=kind, hex=hex) for kind in MOST_ON_ROSTER)
    for id in sorted(position.headquarters, key=sort_key):
        yield RemoveHeadquarters(headquarters=id)
