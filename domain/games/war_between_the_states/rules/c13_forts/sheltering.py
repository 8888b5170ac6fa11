"""Going into one's own fort and out of it, and taking an empty enemy one (13.12, 13.15)."""

from collections.abc import Iterator, Mapping

from ironclad.domain.games.war_between_the_states.board.charts import piece_list
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import hex_of, hexside_of, load_map
from ironclad.domain.games.war_between_the_states.position.pieces import CAPACITY, Side, Work
from ironclad.domain.games.war_between_the_states.position.problems import faces
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    garrison_of,
    on_top,
    stack,
)
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    place_of,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c13_forts.commands import (
    Shelter,
    TakeWork,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.events import (
    PiecesSheltered,
    WorkTaken,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

OTHER_SIDE: Mapping[Side, Side] = {"union": "confederate", "confederate": "union"}


@wbts.check(Shelter, "movement")
@rule("13.12/1", "13.21/1", "13.22/1", "13.3/3")
def _check_shelter(position: Position, due: Due, command: Shelter) -> None:
    pieces = with_rosters(position, command.pieces)
    require(pieces, "13.12/1", "name the pieces")
    for id in pieces:
        piece = position.units.get(id) or position.headquarters.get(id) or position.leaders.get(id)
        require(piece is not None and piece.side == due.seat, "13.12/1", f"the {due.seat} has no {id}")
        assert piece is not None
        require(piece.hex, "13.12/1", f"{id} is not on the ground")
        require(piece.inside != command.inside, "13.12/1", f"{id} is there already")
        hq = position.units[id].hq if id in position.units else ""
        require(not hq or hq in pieces, "16.11/1", f"{id} is on the roster of {hq}, and is where it is")
    hex = place_of(position, pieces[0])
    require(all(place_of(position, id) == hex for id in pieces), "13.12/1", "the pieces are not in one hex")
    work = position.works.get(hex)
    require(work is not None and work.side == due.seat, "13.12/1", f"the {due.seat} has no fort in {hex}")
    assert work is not None
    require(not besieged(position, hex, due.seat), "13.3/3", f"{hex} is besieged")
    if command.inside:
        coming = sum(position.units[id].strength for id in pieces if id in position.units)
        full, most = garrison_of(position, hex) + coming, CAPACITY[work.grade]
        require(full <= most, "13.21/1", f"{full} SP would be inside, and a {work.grade} shelters {most}")


@wbts.carry_out(Shelter)
def _shelter(play: Play, due: Due, command: Shelter) -> None:
    position = play.position
    pieces = with_rosters(position, command.pieces)
    hex = place_of(position, pieces[0])
    play.emit(
        PiecesSheltered(due.seat, hex, pieces, command.inside, _flows(position, hex, pieces, command.inside))
    )


@rule("3.23/7", "3.25/8")
def _flows(position: Position, hex: str, pieces: tuple[str, ...], inside: bool) -> dict[str, str]:
    """The garrisons among the pieces that flow into the one that is on the level where they go."""
    garrisons = {
        id: unit for id, unit in position.units.items() if unit.hex == hex and unit.kind == "garrison"
    }
    there = [id for id, unit in garrisons.items() if unit.inside == inside]
    return {id: there[0] for id in pieces if id in garrisons} if there else {}


@wbts.evolves(PiecesSheltered)
def _sheltered(position: Position, event: PiecesSheltered) -> None:
    for id in event.pieces:
        if id in position.units:
            position.units[id] = position.units[id].with_(inside=event.inside)
        elif id in position.headquarters:
            position.headquarters[id] = position.headquarters[id].with_(inside=event.inside)
        else:
            position.leaders[id] = position.leaders[id].with_(inside=event.inside)
    phase = phase_of(position)
    trips = dict(phase.trips)
    for id, into in event.merged.items():
        mover, there = position.units.pop(id), position.units[into]
        position.units[into] = there.with_(strength=there.strength + mover.strength)
        if id in trips:
            trips[into] = trips.pop(id).stopped_here()
    position.phase = phase.with_(trips=trips)


@wbts.check(TakeWork, "movement", "stormed_work")
@rule("13.15/1", "13.15/3", "3.26/1", "11.21/1", "11.21/2")
def _check_take(position: Position, due: Due, command: TakeWork) -> None:
    hex, enemy = hex_of(command.hex), ENEMY[due.seat]
    asked = due.about.get("hex", hex)
    require(hex == asked, "13.32/4", f"the fort in {asked} is taken, not one in {hex}")
    work = position.works.get(hex)
    require(work is not None and work.side == enemy, "13.15/1", f"there is no enemy fort in {hex}")
    assert work is not None
    require(not garrison_of(position, hex), "13.15/1", f"the {work.grade} in {hex} has a garrison")
    require(on_top(position, hex, due.seat), "13.15/1", f"the {due.seat} has no combat unit in {hex}")
    if not command.keep:
        return
    require(faces(hex, _facing(command)), "11.21/1", f"a fort in {hex} cannot face {command.facing}")
    used = sum(each.side == due.seat and each.grade == work.grade for each in position.works.values())
    most = piece_list()[work.grade, due.seat]
    require(used < most, "3.26/1", f"the {due.seat} has {used} of {work.grade}, and {most} are the most")


def _facing(command: TakeWork) -> str:
    return hexside_of(command.facing) if "-" in command.facing else command.facing


@wbts.carry_out(TakeWork)
def _take(play: Play, due: Due, command: TakeWork) -> None:
    hex = hex_of(command.hex)
    if due.kind == "stormed_work":
        asking.close(play, due)
    grade = play.position.works[hex].grade if command.keep else ""
    play.emit(WorkTaken(due.seat, hex, grade, _facing(command) if command.keep else ""))


@wbts.evolves(WorkTaken)
def _taken(position: Position, event: WorkTaken) -> None:
    work = position.works.pop(event.hex)
    if event.grade:
        position.works[event.hex] = Work(OTHER_SIDE[work.side], work.grade, event.facing)


@wbts.also_offers("movement", "stormed_work")
def _offer_works(position: Position, due: Due) -> Iterator[Command]:
    """To take or remove each empty enemy fort; to go in and out is not offered: it has no end."""
    for hex in sorted(position.works):
        if hex != due.about.get("hex", hex):
            continue
        if position.works[hex].side != due.seat and stack(position, hex, due.seat).units:
            yield TakeWork(hex=hex, keep=False)
            yield TakeWork(hex=hex, keep=True)
            if load_map().hexes[hex].kind == "coastal":
                yield TakeWork(hex=hex, keep=True, facing="water")
