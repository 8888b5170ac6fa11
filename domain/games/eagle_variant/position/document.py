"""Positions as documents: what the API shows, cases state and a new game may begin with.

`problems` names everything that is wrong with a position at once.
"""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import LAST_TURN, numbers, set_up, states
from ironclad.domain.games.eagle_variant.position.battle_problems import battle_problems
from ironclad.domain.games.eagle_variant.position.movement_checks import movement_problems
from ironclad.domain.games.eagle_variant.position.production import POWERS
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.kernel.engine.documents import Documents

FAR_TURN = 1200
"""The last turn of a document by the reading that has no last turn."""


def empty_position(scenario: str) -> Position:
    """A position with no units: the ratings and the stock of a scenario, and nothing in the pools."""
    begun = set_up("balanced" if scenario == "balanced" else "historical")
    position = Position(scenario)
    fleet = int(numbers("europe")["fleet"])
    position.naval = {**begun["naval_rating"], "britain": fleet}
    position.rail_stock = dict(begun["rail_stock"])
    position.river_naval = {
        f"{nation}.{system}": rating
        for nation, ratings in begun["river_rating"].items()
        for system, rating in ratings.items()
    }
    position.pools = dict.fromkeys((*SIDES, "france", "britain"), 0)
    return position.copy()


def problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with a position, in sentences."""
    spaces = position.board.spaces
    for id, unit in position.units.items():
        name, _, number = id.rpartition("_")
        if name != f"{unit.nation}_{unit.kind}" or not number.isdigit():
            yield f"units: {id} is no name of a unit of {unit.nation} {unit.kind}"
        if unit.space not in spaces:
            yield f"units: {id} is in {unit.space}, which is no space of this game's map"
        elif number.isdigit() and int(number) > position.made.get(name, 0):
            yield f"made: {name} is less than the number of {id}"
        if unit.elite and not (unit.brigade and unit.nation in SIDES):
            yield f"units: {id} cannot be elite"
    for name, known in (("naval", (*SIDES, "britain")), ("rail_stock", SIDES)):
        ratings = getattr(position, name)
        if set(ratings) != set(known) or min(ratings.values()) < 0:
            yield f"{name}: {', '.join(known)} have a number that is not negative"
    if any(points < 0 for points in position.pools.values()):
        yield "pools: no pool is negative"
    if position.blockading > position.naval.get("usa", 0) or position.blockading < 0:
        yield "blockading: there are not so many ratings"
    last = FAR_TURN if position.plays("balanced_without_end") else LAST_TURN + 1
    if not 1 <= position.turn <= last:
        yield f"agenda: turns are 1 to {last}"
    yield from movement_problems(position)
    yield from _political_problems(position)
    yield from battle_problems(position)


def _political_problems(position: Position) -> Iterator[str]:
    politics, states_of_csa = position.politics, states("csa")
    if set(position.pools) != {*SIDES, *POWERS}:
        yield f"pools: {', '.join((*SIDES, *POWERS))} have one each"
    if not set(position.seceded) <= set(states_of_csa):
        yield f"seceded: states that can leave are {', '.join(states_of_csa)}"
    if not set(position.at_war) <= set(POWERS) or not set(politics.defeated) <= set(POWERS):
        yield f"at_war, politics: the powers are {', '.join(POWERS)}"
    if len(set(position.at_war)) < len(position.at_war):
        yield "at_war: each power is named once"
    if position.at_war and not position.war:
        yield "at_war: a power is at war only once war has broken out"
    named = (*politics.emancipated, *politics.conscripted, *politics.debts)
    if not set(named) <= set(SIDES):
        yield f"politics: the sides are {', '.join(SIDES)}"
    if min(politics.support, politics.won, politics.lost) < 0:
        yield "politics: support and battles are not negative"
    if (round_ := position.production) is not None:
        if round_.side not in ("", *SIDES):
            yield f"production: the sides are {', '.join(SIDES)}"
        if min(round_.loss, *round_.bought.values(), 0) < 0:
            yield "production: what is lost or bought is not negative"
        if not set(round_.placed) <= set(position.board.spaces):
            yield "production: units are placed on this game's map"
        if not set(round_.invaded) <= set(states_of_csa):
            yield f"production: states that are invaded are of {', '.join(states_of_csa)}"


DOCUMENTS = Documents(Position, problems)
