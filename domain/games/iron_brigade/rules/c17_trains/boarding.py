"""Who may get on and off a train, and how long it takes."""

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import Unit
from ironclad.domain.games.iron_brigade.position.works import Job
from ironclad.domain.games.iron_brigade.rules.between import near
from ironclad.domain.kernel.engine.citations import require, rule

INCH = 100
TURNS = {"infantry": (3, 1), "cavalry": (5, 2), "battery": (7, 2)}
"""Turns to get off, and how many of them, the last ones, are in disorder (XVII.A)."""


def aboard(position: Position, carrier: str) -> list[str]:
    """The units aboard a train, a craft or a ship, by number."""
    found = [id for id, by in position.aboard.items() if by == carrier]
    return sorted(found, key=lambda id: position.muster[id].number)


@rule("XVII.A/1", "XVII.A/2", "XVII.A/3", "III.G/11")
def turns_of(position: Position, id: str) -> tuple[int, int]:
    """The turns that a unit takes to get off a train, and those of them in disorder."""
    muster, unit = position.muster[id], position.units[id]
    if muster.is_battery:
        return TURNS["battery"]
    return TURNS["cavalry" if unit.mounted else "infantry"]


@rule("XVII.A/1", "III.G/11", "XXVIII/6")
def check_boarding(position: Position, id: str, unit: Unit, job: Job | None) -> None:
    """Refuse to get on a train that is not beside the unit, runs, or has too few cars; and to unload a unit
    that is not aboard.
    """
    require(not position.plays("basic"), "XXVIII/6", "only chapters I to XII are played")
    require(job is not None and job.kind in ("board", "unload"), "III.G/11", "it boards, or unloads a unit")
    assert job is not None, "asked just before"
    if job.kind == "unload":
        require(position.muster[id].type == "train", "III.G/11", f"{id} carries nobody")
        require(unit.speed == 0, "XVII.A/1", f"{id} runs")
        require(position.aboard.get(job.piece) == id, "III.G/11", f"{job.piece} is not aboard {id}")
        return
    train = job.piece
    known = train in position.units and train not in position.arrivals
    require(
        known and position.side_of(train) == position.side_of(id),
        "III.G/11",
        f"{train!r} is no train of yours",
    )
    require(position.muster[train].type == "train", "III.G/11", f"{train!r} is no train")
    require(position.muster[id].has_morale and unit.state == "good", "III.G/11", f"{id} boards in good order")
    require(position.units[train].speed == 0, "XVII.A/1", f"{train} runs")
    require(near(position, id, train, INCH), "III.G/11", f"{train} is more than an inch away")
    cars = position.muster[train].cars - sum(
        len(position.units[each].stands) for each in aboard(position, train)
    )
    require(len(unit.stands) <= cars, "XVII.A/1", f"{train} has {cars} empty cars; a car holds one stand")
