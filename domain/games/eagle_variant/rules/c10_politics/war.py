"""War with Europe breaks out, and the CSA places the powers' forces at once (war-with-europe/1 to /4)."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.board.charts import BRIGADES, numbers
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.production import POWERS
from ironclad.domain.games.eagle_variant.position.state import CSA, Position
from ironclad.domain.games.eagle_variant.registry import Play, also_offers, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import COUNTRIES
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit
from ironclad.domain.games.eagle_variant.rules.c09_production.placing import free_of_enemies
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import PlaceForces
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import ForcesPlaced, WarBrokeOut
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

CLAUSES = {"france": "war-with-europe/3", "britain": "war-with-europe/4"}


@rule("war-with-europe/1", "war-with-europe/2")
def break_out(play: Play, declared: bool) -> None:
    """Both powers are at war with the USA; the CSA places their forces, France's first."""
    play.emit(WarBrokeOut(declared))
    _ask_forces(play, POWERS)


def _ask_forces(play: Play, nations: tuple[str, ...]) -> None:
    """Ask for the first of these powers that has a space free of enemies to place its forces in."""
    nation = next((each for each in nations if country_of(play.position, each)), None)
    if nation is not None:
        asking.ask(play, CSA, "allied_forces", "war-with-europe/2", nation=nation)


@eagle.evolves(WarBrokeOut)
def _broke_out(position: Position, event: WarBrokeOut) -> None:
    position.war = True
    position.at_war = POWERS


def country_of(position: Position, nation: str) -> tuple[str, ...]:
    """The spaces of a power's country over here that no enemy unit is in, in the order of the map."""
    return tuple(
        each.id
        for each in position.board.spaces.values()
        if COUNTRIES.get(each.side) == nation and free_of_enemies(position, each.id, CSA)
    )


@eagle.check(PlaceForces, "allied_forces")
@rule("war-with-europe/3", "war-with-europe/4")
def _check(position: Position, due: Due, command: PlaceForces) -> None:
    """Refuse too many or too few units of a kind, and spaces outside the power's country."""
    nation = due.about["nation"]
    clause, open_to = CLAUSES[nation], country_of(position, nation)
    for kind in BRIGADES:
        spaces, count = getattr(command, kind), int(numbers("europe")[nation][kind])
        require(len(spaces) == count, clause, f"{nation} places {count} {kind}, not {len(spaces)}")
        for space in spaces:
            require(space in open_to, clause, f"{name_of(space)} is not open to the forces of {nation}")


@eagle.carry_out(PlaceForces)
def _place(play: Play, due: Due, command: PlaceForces) -> None:
    asking.close(play, due)
    nation = due.about["nation"]
    units = tuple((kind, space) for kind in BRIGADES for space in getattr(command, kind))
    play.emit(ForcesPlaced(nation, units))
    _ask_forces(play, POWERS[POWERS.index(nation) + 1 :])


@eagle.evolves(ForcesPlaced)
def _placed(position: Position, event: ForcesPlaced) -> None:
    for kind, space in event.units:
        add_unit(position, event.nation, kind, space)


@also_offers("allied_forces")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """All forces together, in each space; a player may name any others."""
    nation = due.about["nation"]
    for space in country_of(position, nation):
        yield _forces({kind: [space] * count for kind, count in _counts(nation).items()})


@eagle.sample("allied_forces")
def _sample(position: Position, due: Due, random: Random) -> Command:
    nation = due.about["nation"]
    spaces = country_of(position, nation)
    return _forces({kind: random.choices(spaces, k=count) for kind, count in _counts(nation).items()})


def _counts(nation: str) -> dict[str, int]:
    return {kind: int(numbers("europe")[nation][kind]) for kind in BRIGADES}


def _forces(places: dict[str, list[str]]) -> PlaceForces:
    return PlaceForces(**{kind: tuple(spaces) for kind, spaces in places.items()})
