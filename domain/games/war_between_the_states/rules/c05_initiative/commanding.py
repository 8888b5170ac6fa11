"""The movement phase (5.2): commands, leaders' own initiative, and the force that may move."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.war_between_the_states.position.in_progress import Phase
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.commands import (
    CommandLeader,
    CommandUnit,
    EndMovement,
    TryLeader,
)
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.events import (
    ForceCommanded,
    ForceFinished,
    LeaderTried,
    MovementBegan,
    MovementEnded,
)
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.forced_marching import (
    march_off,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.trains import (
    end_journeys,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.boats import come_back
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.voyages import open_orders
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import (
    force_of,
    headquarters_of,
    rating,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step


@step("movement")
@rule("5.1/4", "5.2/1", "5.0/1")
def _begin_movement(play: Play, entered: Step) -> None:
    play.emit(MovementBegan(entered.seat, play.position.chits[entered.seat]))
    come_back(play, entered.seat)
    asking.ask(play, entered.seat, "movement", "5.2/1", standing=EndMovement())


@rule("5.24/1", "5.2/1", "4.1/2", "10.3/2")
def _require_command(phase: Phase) -> None:
    require(not phase.initiative, "4.1/2", "leaders have tried their own initiative: commands are over")
    require(phase.commands > 0, "5.2/1", "no movement command is left")


@rule("5.23/4", "5.28/3")
def _require_fresh(position: Position, id: str) -> None:
    """Refuse a leader or unit that has moved in this phase."""
    phase = phase_of(position)
    require(id not in phase.done and id not in phase.trips, "6.0/2", f"{id} has moved")


def _require_leader(position: Position, seat: str, name: str) -> None:
    leader = position.leaders.get(name)
    require(leader is not None and leader.side == seat, "5.21/1", f"the {seat} has no leader {name}")
    assert leader is not None
    require((leader.hex or leader.ship) and not leader.prisoner, "5.21/1", f"{name} is not on the map")
    require(name not in phase_of(position).trips, "5.23/4", f"{name} has moved in this phase")


@wbts.check(CommandLeader, "movement")
@rule("5.21/1")
def _check_command_leader(position: Position, due: Due, command: CommandLeader) -> None:
    _require_command(phase_of(position))
    _require_leader(position, due.seat, command.leader)


@wbts.check(CommandUnit, "movement")
@rule("5.22/1", "5.22/2", "5.27/1", "10.1/11")
def _check_command_unit(position: Position, due: Due, command: CommandUnit) -> None:
    _require_command(phase_of(position))
    id = command.unit
    piece = position.units.get(id) or position.headquarters.get(id)
    require(piece is not None and piece.side == due.seat, "5.22/1", f"the {due.seat} has no unit {id}")
    assert piece is not None
    require(piece.hex or piece.ship, "5.22/1", f"{id} is not on the map")
    _require_fresh(position, id)
    if id in position.units:
        require(not position.units[id].hq, "5.22/1", f"{id} is on a roster: its headquarters moves it")
    else:
        commander = position.headquarters[id].commander
        present = commander in position.leaders and headquarters_of(position, commander) == id
        require(not present, "5.22/1", f"{id} has its commander with it: command him")


@wbts.check(TryLeader, "movement")
@rule("5.23/1", "5.23/2", "5.23/3", "5.23/4")
def _check_try(position: Position, due: Due, command: TryLeader) -> None:
    _require_leader(position, due.seat, command.leader)
    require(command.leader not in phase_of(position).tried, "5.23/3", f"{command.leader} has been tried")


@wbts.check(EndMovement, "movement")
@rule("5.24/1", "5.0/1")
def _check_end(position: Position, due: Due, command: EndMovement) -> None:
    """The rest of the allotment is lost; nothing has to move."""


@rule("5.28/1", "5.28/3", "6.31/2")
def finish_force(play: Play) -> None:
    """End the move of the force that moves now: its forced marches are rolled for, its pieces are done."""
    phase = phase_of(play.position)
    if phase.chief:
        march_off(play)
        play.emit(ForceFinished(phase.side, phase.chief))


@rule("5.28/3", "6.0/2")
def _able(position: Position, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those of a force that have not moved in this phase."""
    done = phase_of(position).done
    return tuple(id for id in ids if id not in done)


@wbts.carry_out(CommandLeader)
def _command_leader(play: Play, due: Due, command: CommandLeader) -> None:
    finish_force(play)
    force = _able(play.position, force_of(play.position, command.leader))
    left = phase_of(play.position).commands - 1
    play.emit(ForceCommanded(due.seat, command.leader, force, left))


@wbts.carry_out(CommandUnit)
def _command_unit(play: Play, due: Due, command: CommandUnit) -> None:
    finish_force(play)
    force = (command.unit, *rosters(play.position).get(command.unit, ()))
    left = phase_of(play.position).commands - 1
    play.emit(ForceCommanded(due.seat, command.unit, _able(play.position, force), left))


@wbts.carry_out(TryLeader)
@rule("5.23/1", "5.23/5")
def _try_leader(play: Play, due: Due, command: TryLeader) -> None:
    finish_force(play)
    name, value = command.leader, rating(play.position, command.leader).initiative
    (die,) = play.roll(f"initiative of {name}", "5.23/1")
    force = _able(play.position, force_of(play.position, name)) if die <= value else ()
    play.emit(LeaderTried(due.seat, name, die, value, die <= value, force))


@wbts.carry_out(EndMovement)
def _end_movement(play: Play, due: Due, command: EndMovement) -> None:
    finish_force(play)
    end_journeys(play, due.seat)
    open_orders(play, due.seat)
    play.emit(MovementEnded(due.seat))
    asking.close(play, due)


@wbts.evolves(MovementBegan)
def _began(position: Position, event: MovementBegan) -> None:
    position.phase = Phase(event.side, event.commands)  # type: ignore[arg-type]  # an event has it as text


@wbts.evolves(ForceCommanded)
def _commanded(position: Position, event: ForceCommanded) -> None:
    phase = phase_of(position)
    position.phase = phase.with_(commands=event.commands, chief=event.chief, force=event.force)


@wbts.evolves(LeaderTried)
def _tried(position: Position, event: LeaderTried) -> None:
    phase = phase_of(position).with_(initiative=True, commands=0)
    chief = event.leader if event.succeeds else ""
    position.phase = phase.with_(tried=(*phase.tried, event.leader), chief=chief, force=event.force)


@wbts.evolves(ForceFinished)
def _finished(position: Position, event: ForceFinished) -> None:
    phase = phase_of(position)
    moved = tuple(sorted({*phase.done, *phase.trips}, key=sort_key))
    position.phase = phase.with_(chief="", force=(), done=moved)


@wbts.evolves(MovementEnded)
def _ended(position: Position, event: MovementEnded) -> None:
    position.phase = None


@wbts.also_offers("movement")
def _offer_commands(position: Position, due: Due) -> Iterator[Command]:
    names = [name for name in sorted(position.leaders) if position.leaders[name].side == due.seat]
    yield from (CommandLeader(leader=name) for name in names)
    for pieces in (position.units, position.headquarters):
        yield from (
            CommandUnit(unit=id) for id in sorted(pieces, key=sort_key) if pieces[id].side == due.seat
        )
    yield from (TryLeader(leader=name) for name in names)
    yield EndMovement()


@wbts.sample("movement")
def _sample(position: Position, due: Due, random: Random) -> Command:
    """One in sixteen ends: else a phase would go on until every leader has been tried."""
    end = EndMovement()
    if random.randrange(16) == 0 and wbts.allows(position, due, end):
        return end
    return wbts.any_offer(position, due, random)
