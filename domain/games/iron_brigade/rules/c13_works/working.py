"""Works as a turn ends: what was dug, torn down, rebuilt, mined and laid, and charges that go off."""

import msgspec

from ironclad.domain.games.iron_brigade.position.scenery import Piece
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.position.works import Job, Work
from ironclad.domain.games.iron_brigade.registry import Play, brigade
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import battery
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import is_engaged
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.games.iron_brigade.rules.c13_works.blasting import burn_down, burn_fuses, fight_fire
from ironclad.domain.games.iron_brigade.rules.c13_works.events import (
    GunsSet,
    SceneryChanged,
    WorkDone,
    WorkEnded,
)
from ironclad.domain.games.iron_brigade.rules.c13_works.jobs import (
    BEYOND_REPAIR,
    EMPLACE_TURNS,
    FENCE,
    INCH,
    LEVELS,
    MEN_AN_INCH,
    MOUNT_TURNS,
    PONTOON_TURNS,
    REPAIR_TRACK,
    SAP_TURNS,
    SET_TURNS,
    TEAR_TRACK,
    TURN,
    WALL,
    check_job,
    cover_for,
    dug_here,
    effort,
    piece_of,
    rebuild_turns,
    tear_turns,
)
from ironclad.domain.games.iron_brigade.rules.c13_works.lines import (
    cut,
    front_line,
    frontage,
    length,
    nearest_along,
    new_id,
)
from ironclad.domain.games.iron_brigade.rules.c13_works.pieces import broken_at, rubble
from ironclad.domain.kernel.board.plane import crossings, inside, mean, minus, placed
from ironclad.domain.kernel.board.plane.bodies import Body
from ironclad.domain.kernel.engine.citations import Refused, rule

RULES = {
    "dig": "XIII.A/1", "tear_down": "XIII.B/1", "rebuild": "XIII.B/2", "sap": "XIII.C/1",
    "charge": "XIII.F/1",
    "tear_track": "XVII.C/1", "repair_track": "XVII.D/1", "pontoon": "XXV.A/1", "emplace": "XXI.C/1",
    "take_down": "XXI.B/2",
}  # fmt: skip
TORN, TORN_TRACK = "torn", "torn_track"
BRIDGE_WIDTH = 200


@rule("III.G/9", "XIII.A/3")
def work(play: Play) -> None:
    """Every unit that was ordered to work and still can has worked a turn; then fuses and fires burn."""
    position = play.position
    for id in position.in_order():
        job = job_of(position, id)
        if job is None or not _is_able(position, id, job):
            continue
        concealing.show(play, (id,))
        if job.kind == "fight_fire":
            fight_fire(play, id, job.piece)
        else:
            _WORKS[job.kind](play, id, job)
    burn_fuses(play)
    burn_down(play)


def job_of(position: Position, id: str) -> Job | None:
    """The work that a unit was ordered to do this turn."""
    order = position.revealed.get(id)
    return order.job if order is not None and order.action == "work" else None


@rule("XIII.A/3")
def _is_able(position: Position, id: str, job: Job) -> bool:
    if id not in position.units or is_engaged(position, id) or position.deeds[id].moved:
        return False
    try:
        check_job(position, id, position.units[id], job)
    except Refused:
        return False
    return True


def _spend(play: Play, id: str, key: str, before: Work, quarters: int) -> Work:
    after = msgspec.structs.replace(before, done=before.done + quarters)
    play.emit(WorkDone(id, key, RULES.get(before.kind, "III.G/9"), after))
    return after


def _started(play: Play, key: str, kind: str, id: str, piece: str = "", line: tuple = ()) -> Work:  # type: ignore[type-arg]
    known = play.position.works.get(key)
    return known or Work(kind, play.position.side_of(id), line, piece=piece)


@rule("XIII.A/1", "XIII.A/2", "XIII.A/4")
def _dig(play: Play, id: str, job: Job) -> None:
    """Cover rises at 8, 32 and 100 turns; a work that was left is found again by its place."""
    position = play.position
    unit = position.units[id]
    key, before = dug_here(position, id, unit) or ("", Work("dig", position.side_of(id), front_line(unit)))
    key = key or new_id(position, "dug")
    after = _spend(play, id, key, before, effort(position, id, unit))
    cover, was = cover_for(after.done // TURN), cover_for(before.done // TURN)
    if cover == was and key in {each.id for each in position.scenery.terrain}:
        return
    if cover and (cover != was or before.done == 0):
        points = dict(LEVELS)[cover]
        piece = Piece(key, "work", "", (), after.line, cover=cover, points=points)
        gone = (key,) if piece_of(position, key) else ()
        play.emit(SceneryChanged(f"{cover} cover is dug", "XIII.A/1", gone, (piece,)))


@rule("XIII.B/1", "III.A/4")
def _tear(play: Play, id: str, job: Job) -> None:
    """A stretch of the unit's frontage is gone where it is nearest; a wooden building is rubble."""
    position = play.position
    unit, piece = position.units[id], piece_of(position, job.piece)
    assert piece is not None, "the work was checked"
    key = f"tear:{job.piece}"
    after = _spend(play, id, key, _started(play, key, "tear_down", id, job.piece), TURN)
    if after.done < TURN * tear_turns(position, id, unit, piece):
        return
    play.emit(WorkEnded(key))
    if piece.kind == "building":
        play.emit(SceneryChanged("it is torn down", "XIII.B/1", (piece.id,), (rubble(piece),)))
        return
    half = frontage(position.muster[id], unit) // 2
    centre = nearest_along(piece.line, unit.body.centre)
    before, stretch, rest = cut(piece.line, centre - half, centre + half)
    torn = new_id(position, "torn")
    points = piece.points or (FENCE if piece.kind == "fence" else WALL)
    site = Work(TORN, position.side_of(id), stretch, 0, piece.kind, 0, piece.cover or "soft", points)
    play.emit(
        SceneryChanged("a stretch is torn down", "XIII.B/1", (piece.id,), broken_at(piece, before, rest))
    )
    play.emit(WorkDone(id, torn, "XIII.B/1", site))


@rule("XIII.B/2")
def _rebuild(play: Play, id: str, job: Job) -> None:
    """A fence or wall is built along the unit's front, from what was torn down near by."""
    position = play.position
    unit, torn = position.units[id], position.works[job.piece]
    line = front_line(unit)
    after = _spend(play, id, job.piece, torn, TURN)
    if after.done < TURN * rebuild_turns(torn.line, line):
        return
    built = Piece(new_id(position, torn.piece), torn.piece, "", (), line, cover=torn.cover)
    play.emit(WorkEnded(job.piece))
    play.emit(SceneryChanged(f"a {torn.piece} is rebuilt", "XIII.B/2", (), (built,)))


@rule("XIII.C/1")
def _sap(play: Play, id: str, job: Job) -> None:
    """Behind a sap roller an inch of trench in 20 turns; the roller goes an inch ahead."""
    position = play.position
    unit, roller = position.units[id], piece_of(position, job.piece)
    assert roller is not None, "the work was checked"
    key = f"sap:{job.piece}"
    after = _spend(play, id, key, _started(play, key, "sap", id, job.piece), TURN)
    if after.done < TURN * SAP_TURNS:
        return
    ahead = tuple(placed(point, unit.facing, INCH, 0) for point in roller.line)
    trench = Piece(
        new_id(position, "sap"), "work", "", (), (mean(roller.line), mean(ahead)), cover="trench", points=100
    )
    moved = msgspec.structs.replace(roller, line=ahead)
    play.emit(WorkEnded(key))
    play.emit(SceneryChanged("the trench grows by an inch", "XIII.C/1", (roller.id,), (moved, trench)))


@rule("XIII.F/1", "XIII.F/2")
def _charge(play: Play, id: str, job: Job) -> None:
    """After 3 turns of work, or 1 where the fuse failed, the fuse burns for a turn."""
    position = play.position
    unit, piece = position.units[id], piece_of(position, job.piece)
    assert piece is not None, "the work was checked"
    key = f"charge:{job.piece}"
    at = mean(front_line(unit))
    after = _spend(play, id, key, _started(play, key, "charge", id, job.piece, (at,)), TURN)
    if after.done >= TURN * SET_TURNS:
        play.emit(WorkDone(id, key, "XIII.F/1", msgspec.structs.replace(after, turn=position.turn + 1)))


@rule("XVII.C/1")
def _tear_track(play: Play, id: str, job: Job) -> None:
    """Two men tear up an inch in 7 turns, and in 15 more beyond repair; more men work more inches."""
    position = play.position
    unit, track = position.units[id], piece_of(position, job.piece)
    assert track is not None, "the work was checked"
    inches = max(unit.men // MEN_AN_INCH, 1)
    centre = nearest_along(track.line, unit.body.centre)
    _, stretch, _ = cut(track.line, centre - INCH * inches // 2, centre + INCH * inches // 2)
    key = f"track:{job.piece}:{id}"
    after = _spend(play, id, key, _started(play, key, "tear_track", id, job.piece, stretch), TURN)
    if after.done == TURN * TEAR_TRACK:
        torn = Work(TORN_TRACK, after.side, after.line, after.done, job.piece)
        play.emit(WorkDone(id, f"torn:{key}", "XVII.C/1", torn))
    elif after.done > TURN * TEAR_TRACK:
        known = position.works.get(f"torn:{key}")
        if known is not None and known.done < TURN * BEYOND_REPAIR:
            play.emit(
                WorkDone(id, f"torn:{key}", "XVII.C/1", msgspec.structs.replace(known, done=after.done))
            )


@rule("XVII.D/1")
def _repair_track(play: Play, id: str, job: Job) -> None:
    """An inch takes two men 14 turns; more men repair more inches at the same time."""
    position = play.position
    torn = position.works[job.piece]
    key = f"repair:{job.piece}"
    inches = max(-(-length(torn.line) // INCH), 1)
    hands = min(position.units[id].men // MEN_AN_INCH, inches)
    after = _spend(play, id, key, _started(play, key, "repair_track", id, job.piece), TURN * hands)
    if after.done >= TURN * REPAIR_TRACK * inches:
        play.emit(WorkEnded(key))
        play.emit(WorkEnded(job.piece))


@rule("XXV.A/1")
def _pontoon(play: Play, id: str, job: Job) -> None:
    """A bridge grows straight ahead of its builders by an inch in 4 turns, until it spans the water."""
    position = play.position
    unit, water = position.units[id], piece_of(position, job.piece)
    assert water is not None, "the work was checked"
    key = f"pontoon:{job.piece}"
    start = mean(front_line(unit))
    before = _started(play, key, "pontoon", id, job.piece, (start, placed(start, unit.facing, INCH, 0)))
    after = _spend(play, id, key, before, TURN)
    (a, b), facing = after.line, unit.facing
    reach = INCH * after.done // (TURN * PONTOON_TURNS)
    end = placed(a, facing, reach, 0)
    if minus(b, a) == (0, 0) or not spans_water(water, a, end):
        return
    half = BRIDGE_WIDTH // 2
    left, right = -half, half
    corners = tuple(
        placed(point, facing, 0, side) for point, side in ((a, left), (a, right), (end, right), (end, left))
    )
    bridge = Piece(
        new_id(position, "pontoon"), "bridge", "Pontoon bridge", tuple(reversed(corners)), (a, end),
        material="wood", width=BRIDGE_WIDTH, points=60,
    )  # fmt: skip
    play.emit(WorkEnded(key))
    play.emit(SceneryChanged("a pontoon bridge spans the water", "XXV.A/1", (), (bridge,)))


def spans_water(water: Piece, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether a bridge from one place to another has come out of a water that it went into."""
    from_here = crossings(start, end, water.polygon)
    return len(from_here) >= 2 and not inside(water.polygon, end)


@rule("XXI.C/1", "XXI.C/2")
def _emplace(play: Play, id: str, job: Job) -> None:
    """Siege guns are emplaced in 288 turns, a day."""
    key = f"emplace:{id}"
    after = _spend(play, id, key, _started(play, key, "emplace", id), TURN)
    if after.done >= TURN * EMPLACE_TURNS:
        play.emit(WorkEnded(key))
        play.emit(GunsSet(id, "emplaced", "XXI.C/1"))


@rule("XXI.B/2")
def _take_down(play: Play, id: str, job: Job) -> None:
    """Siege guns are on their carriages after 24 turns."""
    key = f"take_down:{id}"
    after = _spend(play, id, key, _started(play, key, "take_down", id), TURN)
    if after.done >= TURN * MOUNT_TURNS:
        play.emit(WorkEnded(key))
        play.emit(GunsSet(id, "unlimbered", "XXI.B/2"))


_WORKS = {
    "dig": _dig,
    "tear_down": _tear,
    "rebuild": _rebuild,
    "sap": _sap,
    "charge": _charge,
    "tear_track": _tear_track,
    "repair_track": _repair_track,
    "pontoon": _pontoon,
    "emplace": _emplace,
    "take_down": _take_down,
}


# -- what it changes


@brigade.evolves(WorkDone)
def _work_done(position: Position, event: WorkDone) -> None:
    position.works[event.key] = event.work


@brigade.evolves(WorkEnded)
def _work_ended(position: Position, event: WorkEnded) -> None:
    position.works.pop(event.key, None)


@brigade.evolves(SceneryChanged)
def _scenery_changed(position: Position, event: SceneryChanged) -> None:
    kept = tuple(each for each in position.scenery.terrain if each.id not in event.removed)
    position.scenery = msgspec.structs.replace(position.scenery, terrain=(*kept, *event.added))
    for id in event.removed:
        if not any(each.id == id for each in event.added):
            position.burning.pop(id, None)


@brigade.evolves(GunsSet)
def _guns_set(position: Position, event: GunsSet) -> None:
    position.units[event.unit] = guns_set(position.units[event.unit], event.formation)


def guns_set(unit: Unit, formation: str) -> Unit:
    """A siege battery emplaced, or on its carriages with its limber behind it; the guns keep their place."""
    bases = battery(formation)  # type: ignore[arg-type]
    body = Body(unit.at, unit.facing, bases)
    first = unit.stands[0]
    stands = tuple(
        msgspec.structs.replace(
            first, width=base.width, depth=base.depth, ahead=base.ahead, right=base.right, turn=base.turn
        )
        for base in body.bases
    )
    return msgspec.structs.replace(unit, stands=stands, formation=formation)
