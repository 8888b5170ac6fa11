"""Fire and gunpowder: houses and bridges that burn, charges that go off, and whom they take."""

import msgspec

from ironclad.domain.games.iron_brigade.position.scenery import Piece
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.casualties import (
    remove_if_destroyed,
    without_men,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import UnitGone
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c13_works.events import (
    BlastTaken,
    FireFought,
    FireStarted,
    FuseBurnt,
    SceneryChanged,
    WorkDone,
    WorkEnded,
)
from ironclad.domain.games.iron_brigade.rules.c13_works.jobs import RESET_TURNS, SET_TURNS, TURN, piece_of
from ironclad.domain.games.iron_brigade.rules.c13_works.lines import cut, length
from ironclad.domain.games.iron_brigade.rules.c13_works.pieces import broken_at, rubble
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import less
from ironclad.domain.kernel.board.plane import Point, inside, is_within, square_between
from ironclad.domain.kernel.engine.citations import rule

BLAST = 150
BURNS_FROM = 5
BURN_TURNS = 40
FUSE_FAILS = 6


# -- fire


@rule("VI.E/2", "VI.E/5", "VI.E/6", "XIII.E/2")
def burn_turns(piece: Piece) -> int:
    """How many turns a building or a bridge burns: 40, twice that for each further storey, and if it is extra
    large. A stone bridge does not burn: 0.
    """
    if piece.kind == "bridge":
        return BURN_TURNS if piece.material == "wood" else 0
    storeys = 1 << ((piece.storeys or 1) - 1)
    return BURN_TURNS * storeys * (2 if piece.size == "extra_large" else 1)


@rule("VI.E/2", "VI.E/5", "XIII.E/1")
def start_fire(play: Play, piece: Piece) -> None:
    """A hit on a house or bridge sets it on fire on 5 or 6; one that burns, or is of stone and no house, does
    not burn more.
    """
    turns = burn_turns(piece)
    if not turns or piece.id in play.position.burning:
        return
    (die,) = play.roll(f"fire in {piece.id}", "VI.E/2")
    burns = die >= BURNS_FROM
    play.emit(FireStarted(piece.id, die, burns, play.position.turn + turns if burns else 0))


@rule("VI.E/3", "XX.B/1")
def fight_fire(play: Play, id: str, piece: str) -> None:
    """A unit beside a burning house puts it out on 5 or 6."""
    (die,) = play.roll(f"{id} fights the fire in {piece}", "VI.E/3")
    play.emit(FireFought(id, piece, die, die - less(play.position) >= BURNS_FROM))


@rule("VI.E/6", "XIII.E/2")
def burn_down(play: Play) -> None:
    """Buildings whose time is over are rubble; bridges are gone."""
    position = play.position
    for id, until in sorted(position.burning.items()):
        piece = piece_of(position, id)
        if piece is not None and position.turn >= until:
            bring_down(play, piece, "VI.E/6")


@rule("VI.E/7", "XIII.E/1", "XIII.E/2")
def bring_down(play: Play, piece: Piece, clause: str) -> None:
    """A building becomes rubble; a bridge goes, and who stands on it is lost."""
    position = play.position
    if piece.kind == "building":
        play.emit(SceneryChanged("it is rubble", clause, (piece.id,), (rubble(piece),)))
        return
    on_it = {
        id: [n for n, centre in enumerate(unit.body.centres) if inside(piece.polygon, centre)]
        for id, unit in position.units.items()
        if id not in position.arrivals
    }
    play.emit(SceneryChanged("the bridge is gone", clause, (piece.id,), ()))
    for id in [each for each in position.in_order() if on_it.get(each)]:
        take(play, id, on_it[id], "XIII.E/2")


@rule("XIII.E/2", "XIII.F/2")
def take(play: Play, id: str, stands: list[int], clause: str) -> None:
    """Stands are lost with all their men; a battery whose gun stand is among them, with its guns."""
    position = play.position
    unit = position.units[id]
    concealing.show(play, (id,))
    if unit.guns is not None:
        gun = 1 if unit.formation == "limbered" else 0
        if gun in stands:
            play.emit(BlastTaken(id, clause, (), unit.guns.sections))
            play.emit(UnitGone(id, "destroyed", clause))
        return
    lost = tuple((number, unit.stands[number].men) for number in stands)
    play.emit(BlastTaken(id, clause, lost))
    remove_if_destroyed(play, id)


# -- charges


@rule("XIII.F/1", "XIII.F/2")
def burn_fuses(play: Play) -> None:
    """Charges whose delay is over go off, but on a 6 their fuses have failed and are set again."""
    position = play.position
    for key, work in sorted(position.works.items()):
        if work.kind != "charge" or not 0 < work.turn <= position.turn:
            continue
        (die,) = play.roll(f"the fuse at {work.piece}", "XIII.F/2")
        explodes = die + less(position) < FUSE_FAILS
        play.emit(FuseBurnt(key, die, explodes))
        if explodes:
            play.emit(WorkEnded(key))
            blast(play, work.line[0], BLAST, "XIII.F/1")
        else:
            again = msgspec.structs.replace(work, turn=0, done=TURN * (SET_TURNS - RESET_TURNS))
            play.emit(WorkDone("", key, "XIII.F/2", again))


@rule("XIII.F/1", "XIII.F/2")
def blast(play: Play, centre: Point, radius: int, clause: str) -> None:
    """Everything in a circle is destroyed: cover, obstacles, track, buildings, bridges, men and guns."""
    position = play.position
    for piece in position.scenery.terrain:
        if piece.kind in ("building", "bridge") and is_within((centre,), piece.polygon, radius):
            bring_down(play, piece, clause)
        elif piece.line and not piece.polygon:
            left = outside(piece.line, centre, radius)
            if left != (piece.line,):
                play.emit(SceneryChanged("it is blown up", clause, (piece.id,), broken_at(piece, *left)))
    for id in position.in_order():
        unit = position.units[id]
        near = [n for n, at in enumerate(unit.body.centres) if square_between((at,), (centre,)) <= radius**2]
        if near and id not in position.arrivals:
            take(play, id, near, "XIII.F/2")


def outside(line: tuple[Point, ...], centre: Point, radius: int) -> tuple[tuple[Point, ...], ...]:
    """The parts of a line that are not within a circle, in steps of a hundredth of its length."""
    whole = length(line)
    within = [
        along
        for along in range(0, whole + 1, 10)
        if any(is_within((centre,), part, radius) for part in [cut(line, along, along + 10)[1]] if part)
    ]
    if not within:
        return (line,)
    first, _, _ = cut(line, within[0], whole)
    _, _, last = cut(line, 0, min(within[-1] + 10, whole))
    return tuple(part for part in (first, last) if len(part) >= 2)


# -- what it changes


@brigade.evolves(FuseBurnt)
def _fuse_burnt(position: Position, event: FuseBurnt) -> None:
    """What follows is another event."""


@brigade.evolves(FireStarted)
def _fire_started(position: Position, event: FireStarted) -> None:
    if event.burns:
        position.burning[event.piece] = event.until


@brigade.evolves(FireFought)
def _fire_fought(position: Position, event: FireFought) -> None:
    if event.out:
        position.burning.pop(event.piece, None)


@brigade.evolves(BlastTaken)
def _blast_taken(position: Position, event: BlastTaken) -> None:
    unit = position.units[event.unit]
    if event.stands:
        position.units[event.unit] = without_men(unit, dict(event.stands))
    if event.sections and unit.guns is not None:
        guns = msgspec.structs.replace(unit.guns, sections=unit.guns.sections - event.sections)
        position.units[event.unit] = msgspec.structs.replace(unit, guns=guns)
