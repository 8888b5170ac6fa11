"""Which works a unit may do, and how long they take."""

from collections.abc import Iterator
from itertools import pairwise

from ironclad.domain.games.iron_brigade.position.scenery import Piece
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.position.works import Job, Work
from ironclad.domain.games.iron_brigade.rules.c13_works.lines import (
    Line,
    front_line,
    frontage,
    length,
    middle,
)
from ironclad.domain.kernel.board.plane import inside, is_within, square_between
from ironclad.domain.kernel.engine.citations import Refused, require, rule

INCH = 100
TURN = 4
"""Works are counted in quarters of a turn: artillery and hard ground take twice as long."""
LEVELS = (("trench", 100), ("hard", 32), ("soft", 8))
"""Cover that is dug, and the turns and points of it."""
FENCE, WALL = 8, 32
TORN_DOWN = ("fence", "wall")
TEAR_TURNS, BUILD_TURNS = 2, 4
SET_TURNS, RESET_TURNS = 3, 1
SAP_TURNS = 20
TEAR_TRACK, REPAIR_TRACK, BEYOND_REPAIR = 7, 14, 22
PONTOON_TURNS = 4
EMPLACE_TURNS, MOUNT_TURNS = 288, 24
MEN_AN_INCH = 2


@rule("III.G/9", "XIII.A/3", "XIII.G/3", "XXVIII/6")
def check_job(position: Position, id: str, unit: Unit, job: Job | None) -> None:
    """Refuse a work that a unit may not do here."""
    muster = position.muster[id]
    require(job is not None, "III.G/9", "a unit that works names its work")
    assert job is not None, "asked just before"
    require(not position.plays("basic"), "XXVIII/6", "only chapters I to XII are played")
    require(muster.has_morale, "III.G/9", "regiments and batteries work")
    require(unit.state == "good" and not unit.mounted, "XIII.A/3", "who works is in good morale and on foot")
    require(unit.formation != "scattered", "XIII.A/3", "its stands are scattered")
    require(job.kind in (*_CHECKS, "mine"), "III.G/9", f"{job.kind} is no work")
    require(job.kind != "mine", "XIII.G/3", "in a battle of hours no mine can be begun")
    _CHECKS[job.kind](position, id, unit, job.piece)


def piece_of(position: Position, piece: str) -> Piece | None:
    """A piece of terrain by its id, or None."""
    return next((each for each in position.scenery.terrain if each.id == piece), None)


def touches(unit: Unit, piece: Piece) -> bool:
    """Whether a stand is within an inch of a piece."""
    shape = piece.line if piece.kind not in ("building", "bridge") else piece.polygon
    pairs = tuple(pairwise(shape)) if shape == piece.line else (shape,)
    return any(is_within(stand, pair, INCH) for stand in unit.body.polygons for pair in pairs)


# -- digging


@rule("XIII.A/2")
def _check_dig(position: Position, id: str, unit: Unit, piece: str) -> None:
    swamps = [each.polygon for each in position.scenery.terrain if each.kind == "swamp"]
    wet = any(inside(each, point) for each in swamps for point in (*front_line(unit), unit.body.centre))
    require(not wet, "XIII.A/2", "there is no digging in a swamp")
    work = dug_here(position, id, unit)
    require(work is None or work[1].done < TURN * LEVELS[0][1], "XIII.A/1", "there is a trench already")


@rule("XIII.A/1", "XIII.A/2", "XIII.A/4")
def dug_here(position: Position, id: str, unit: Unit) -> tuple[str, Work] | None:
    """The work that is dug along a unit's front, or the cover of the scenario that it may dig on from."""
    line = front_line(unit)
    here = middle(line)
    for key, work in position.works.items():
        if work.kind == "dig" and square_between((middle(work.line),), (here,)) <= INCH * INCH:
            return key, work
    for piece in position.scenery.terrain:
        if piece.kind == "work" and all(is_within((end,), piece.line, INCH) for end in line):
            done = TURN * (piece.points or 0)
            return "", Work("dig", position.side_of(id), line, done)
    return None


@rule("XIII.A/1", "XIII.A/2")
def effort(position: Position, id: str, unit: Unit) -> int:
    """The quarters of a turn that a turn of digging counts: half on hard ground, half for artillery."""
    hard = [each.polygon for each in position.scenery.terrain if each.kind == "field" and each.extra_hard]
    slow = any(inside(each, middle(front_line(unit))) for each in hard)
    return TURN // (1 + slow) // (1 + position.muster[id].is_battery)


@rule("XIII.A/1", "XIII.A/4", "XIII.D/4")
def cover_for(points: int) -> str:
    """The best cover that so many points or turns pay for; "" for none."""
    return next((cover for cover, least in LEVELS if points >= least), "")


# -- tearing down and building


@rule("XIII.B/1", "XIII.B/3")
def _check_tear(position: Position, id: str, unit: Unit, piece: str) -> None:
    found = piece_of(position, piece)
    require(found is not None, "XIII.B/1", f"there is no {piece!r} here")
    assert found is not None, "asked just before"
    wooden = found.kind == "building" and found.material == "wood"
    soft = found.kind in TORN_DOWN or wooden
    require(soft, "XIII.B/3", "fences, walls and wooden buildings are torn down")
    require(touches(unit, found), "XIII.B/1", f"{piece} is more than an inch away")


@rule("XIII.B/1")
def tear_turns(position: Position, id: str, unit: Unit, piece: Piece) -> int:
    """Turns to tear a piece down: 2, or for a building 2 for each frontage of its longest side."""
    if piece.kind != "building":
        return TEAR_TURNS
    corners = (*piece.polygon, piece.polygon[0])
    longest = max(length((a, b)) for a, b in pairwise(corners))
    return TEAR_TURNS * -(-longest // frontage(position.muster[id], unit))


@rule("XIII.B/2", "XIII.B/3")
def _check_rebuild(position: Position, id: str, unit: Unit, piece: str) -> None:
    torn = position.works.get(piece)
    require(
        torn is not None and torn.kind == "torn", "XIII.B/2", "a fence or wall that was torn down is rebuilt"
    )


@rule("XIII.B/2")
def rebuild_turns(torn: Line, line: Line) -> int:
    """Turns to rebuild: 4, and 1 for each 2 inches beyond 2 from the old site, or part of them."""
    extra = 0
    while square_between(torn, line) > (2 * INCH * (extra + 1)) ** 2:
        extra += 1
    return BUILD_TURNS + extra


# -- explosives and saps


@rule("XIII.F/1")
def _check_charge(position: Position, id: str, unit: Unit, piece: str) -> None:
    require("explosives" in position.muster[id].marks, "XIII.F/1", f"{id} has no explosives")
    known = position.works.get(f"charge:{piece}")
    if known is not None:
        require(known.turn == 0, "XIII.F/1", "the fuse burns")
    found = piece_of(position, piece)
    require(found is not None, "XIII.F/1", f"there is no {piece!r} here")
    assert found is not None, "asked just before"
    built = found.kind in BLOWN_UP
    require(
        built and touches(unit, found), "XIII.F/1", "a charge is set on a structure that the unit touches"
    )


BLOWN_UP = (
    "building", "bridge", "railroad", "fence", "wall", "work", "sap_roller", "wire", "chevaux_de_frise",
)  # fmt: skip


@rule("XIII.C/1")
def _check_sap(position: Position, id: str, unit: Unit, piece: str) -> None:
    found = piece_of(position, piece)
    require(found is not None and found.kind == "sap_roller", "XIII.C/1", f"{piece!r} is no sap roller")
    assert found is not None, "asked just before"
    require(touches(unit, found), "XIII.C/1", "the unit works directly behind the sap roller")


# -- tracks, pontoons, siege guns


@rule("XVII.C/1", "XVII.D/1")
def _check_track(position: Position, id: str, unit: Unit, piece: str) -> None:
    found = piece_of(position, piece)
    require(found is not None and found.kind == "railroad", "XVII.C/1", f"{piece!r} is no railroad")
    assert found is not None, "asked just before"
    require(touches(unit, found), "XVII.C/1", "the track is more than an inch away")
    require(unit.men >= MEN_AN_INCH, "XVII.C/1", "two men work an inch of track")


@rule("XVII.D/1")
def _check_repair(position: Position, id: str, unit: Unit, piece: str) -> None:
    torn = position.works.get(piece)
    require(torn is not None and torn.kind == "torn_track", "XVII.D/1", f"{piece!r} is no torn track")
    assert torn is not None, "asked just before"
    require(torn.done < TURN * BEYOND_REPAIR, "XVII.C/1", "the track is beyond repair")
    near = any(is_within(stand, torn.line, INCH) for stand in unit.body.polygons)
    require(near, "XVII.D/1", "the track is more than an inch away")
    require(unit.men >= MEN_AN_INCH, "XVII.D/1", "two men work an inch of track")


@rule("XXV.A/1", "XXV.A/2")
def _check_pontoon(position: Position, id: str, unit: Unit, piece: str) -> None:
    require("engineers" in position.muster[id].marks, "XXV.A/2", f"{id} are no engineers")
    found = piece_of(position, piece)
    wet = found is not None and found.kind in ("river", "deep_water")
    require(wet, "XXV.A/1", f"{piece!r} is no water")
    assert found is not None, "asked just before"
    shore = any(is_within(stand, found.polygon, INCH) for stand in unit.body.polygons)
    require(shore, "XXV.A/1", "a bridge begins within an inch of the builders")


@rule("XXI.B/2", "XXI.C/1")
def _check_emplace(position: Position, id: str, unit: Unit, piece: str) -> None:
    require(position.muster[id].gun_class == "siege", "XXI.C/1", f"{id} is no siege battery")
    require(unit.formation == "unlimbered", "XXI.C/1", "its guns are emplaced, or on their carriages")


@rule("XXI.B/2")
def _check_take_down(position: Position, id: str, unit: Unit, piece: str) -> None:
    require(position.muster[id].gun_class == "siege", "XXI.B/2", f"{id} is no siege battery")
    require(unit.formation == "emplaced", "XXI.B/2", "its guns are on their carriages")
    require(unit.guns is not None and unit.guns.limbers > 0, "XXI.B/2", "it has nothing to draw its guns")


@rule("VI.E/3")
def _check_fight_fire(position: Position, id: str, unit: Unit, piece: str) -> None:
    found = piece_of(position, piece)
    require(piece in position.burning, "VI.E/3", f"{piece!r} does not burn")
    assert found is not None, "what burns is on the table"
    require(touches(unit, found), "VI.E/3", f"{piece} is more than an inch away")
    require(unit.men >= MEN_AN_INCH, "VI.E/3", "at least two men fight a fire")


_CHECKS = {
    "dig": _check_dig,
    "tear_down": _check_tear,
    "rebuild": _check_rebuild,
    "sap": _check_sap,
    "charge": _check_charge,
    "tear_track": _check_track,
    "repair_track": _check_repair,
    "pontoon": _check_pontoon,
    "emplace": _check_emplace,
    "take_down": _check_take_down,
    "fight_fire": _check_fight_fire,
}


OFFERED = {
    "fence": ("tear_down", "charge"),
    "wall": ("tear_down", "charge"),
    "work": ("charge",),
    "building": ("tear_down", "charge", "fight_fire"),
    "bridge": ("charge", "fight_fire"),
    "railroad": ("tear_track", "charge"),
    "sap_roller": ("sap",),
    "river": ("pontoon",),
    "deep_water": ("pontoon",),
    "wire": ("charge",),
    "chevaux_de_frise": ("charge",),
}
"""The works that a piece of terrain offers, by its kind."""


@rule("III.G/9")
def jobs_near(position: Position, id: str) -> Iterator[Job]:
    """The works that a unit may do where it is: digging, and those at the pieces that it touches."""
    unit = position.units[id]
    jobs = [Job("dig"), Job("emplace"), Job("take_down")]
    jobs += [Job(kind, each.id) for each in position.scenery.terrain for kind in OFFERED.get(each.kind, ())]  # type: ignore[arg-type]
    kinds = {"torn": "rebuild", "torn_track": "repair_track"}
    jobs += [Job(kinds[work.kind], key) for key, work in position.works.items() if work.kind in kinds]  # type: ignore[arg-type]
    for job in jobs:
        try:
            check_job(position, id, unit, job)
        except Refused:
            continue
        yield job
