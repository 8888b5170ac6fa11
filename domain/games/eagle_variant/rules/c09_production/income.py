"""Incomes of a production round: cities, conscription, freed slaves, Europe; then what the blockade takes."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import numbers, states
from ironclad.domain.games.eagle_variant.board.map_files import MEXICO_CITY, Space
from ironclad.domain.games.eagle_variant.position.production import POWERS
from ironclad.domain.games.eagle_variant.position.state import CSA, ENEMY, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import brigades_in, controller
from ironclad.domain.games.eagle_variant.rules.c09_production.events import IncomeReceived, Share
from ironclad.domain.kernel.engine.citations import cite, rule
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "conquered_cities_produce": Option(
        "unit-production-and-placement/2", "A conquered enemy home city gives its captor PP.", ("no", "yes")
    ),
}


def nations_of(position: Position, side: str) -> tuple[str, ...]:
    """The nations that produce in a side's phase: its own, and the powers at war with the CSA's."""
    return (side, *(each for each in POWERS if each in position.at_war)) if side == CSA else (side,)


def shares_of(position: Position, nation: str) -> tuple[Share, ...]:
    """A nation's income in its parts, in the order in which it comes in, before the blockade."""
    if nation in POWERS:
        return tuple(_power(position, nation))
    return (*_cities(position, nation), *_politics(position, nation))


def sum_of(shares: tuple[Share, ...]) -> int:
    """The points of shares together."""
    return sum(each.points for each in shares)


@rule("unit-production-and-placement/1", "unit-production-and-placement/3")
def _cities(position: Position, side: str) -> Iterator[Share]:
    """Home cities without enemy brigades, and border cities with brigades; none where rioters are."""
    for city in position.board.cities:
        clause = _clause(position, city, side)
        if clause and controller(position, city.id) == side:
            yield Share(city.id, position.points_of(city.id), clause)


@rule(
    "unit-production-and-placement/2",
    "csa-declares-emancipation/12",
    "conscription/10",
    "war-with-europe/22",
    "war-with-europe/24",
)
def _clause(position: Position, city: Space, side: str) -> str:
    """By what clause a city pays a side that controls it; "" for none.

    Cities of a state that has left the CSA, of Canada and of Mexico pay neither side, nor do conquered ones.
    """
    if city.state in position.seceded:
        return ""
    if city.side == "border":
        nations = {unit.nation for unit in brigades_in(position, city.id)}
        allied = bool(nations) and side not in nations
        return "war-with-europe/24" if allied else "unit-production-and-placement/1"
    if city.side == side:
        return "unit-production-and-placement/1"
    conquered = city.side == ENEMY[side] and position.plays("conquered_cities_produce")
    return "unit-production-and-placement/2" if conquered else ""


@rule("conscription/2", "csa-declares-emancipation/6")
def _politics(position: Position, side: str) -> Iterator[Share]:
    politics = numbers("politics")
    if side in position.politics.conscripted:
        yield Share("conscription", int(politics[f"{side}_conscription"]), "conscription/2")
    if side != CSA:
        return
    if CSA in position.politics.emancipated:
        loyal = sum(state not in position.seceded for state in states(CSA))
        points = int(politics["points_for_a_state"]) * loyal
        yield Share("freed_slaves", points, "csa-declares-emancipation/6")
    if support := support_of(position):
        yield Share("support", support, "csa-support-from-europe/1")


@rule("csa-support-from-europe/1", "csa-support-from-europe/2", "csa-support-from-europe/4")
def support_of(position: Position) -> int:
    """The PP that the CSA gets from Europe in this round: at most what its ports can take in."""
    return min(offered_support(position), port_capacity(position))


@rule("war-with-europe/6", "seek-support-or-intervention/2")
def offered_support(position: Position) -> int:
    """What Europe offers: the support that was sought, and 10 PP of each power at war."""
    return position.politics.support + int(numbers("europe")["support_each"]) * len(position.at_war)


@rule("csa-support-from-europe/3")
def port_capacity(position: Position) -> int:
    """The PP that the CSA's ports take in: the values of those that it controls, whatever blockades them."""
    return sum(position.points_of(port) for port in home_ports(position))


def home_ports(position: Position) -> tuple[str, ...]:
    """The ocean ports of home states still in the CSA that its side controls."""
    return tuple(
        city.id
        for city in position.board.cities
        if city.port
        and city.side == CSA
        and city.state not in position.seceded
        and controller(position, city.id) == CSA
    )


@rule("war-with-europe/5")
def _power(position: Position, nation: str) -> Iterator[Share]:
    """A power's own income: from home, and from the cities that it holds over here."""
    europe = numbers("europe")
    yield Share(nation, int(europe[f"{nation}_points"]), "war-with-europe/5")
    if nation == "france":
        yield Share(MEXICO_CITY, int(europe["mexico_city_points"]), "war-with-europe/5")
        return
    for city in position.board.cities:
        if city.side == "canada" and controller(position, city.id) == CSA:
            yield Share(city.id, position.points_of(city.id), "war-with-europe/5")


def receive(play: Play, nation: str) -> None:
    """A nation's income goes to its pool."""
    play.emit(income_of(play.position, nation))


@rule("blockade/10", "blockade/11", "blockade/12", "unit-production-and-placement/4", "european-diplomacy/2")
def income_of(position: Position, nation: str) -> IncomeReceived:
    """A nation's income: all its parts, less what the blockade takes of the CSA's, less a gift owed.

    Neither takes more than there is. The blockade takes nothing from savings, but by the other reading.
    """
    shares, saved = shares_of(position, nation), position.pools[nation]
    income = sum_of(shares)
    taken = 0
    if nation == CSA and position.production is not None:
        within = income + (saved if position.plays("blockade_takes_savings") else 0)
        taken = min(position.production.loss, within)
    left = saved + income - taken
    gift = min(int(numbers("politics")["gift"]), left) if nation in position.politics.debts else 0
    return IncomeReceived(nation, shares, taken, gift, income - taken - gift, left - gift)


cite(__name__, "war-with-europe/7", where=f"{__name__}.receive")


@eagle.evolves(IncomeReceived)
def _received(position: Position, event: IncomeReceived) -> None:
    position.pools[event.nation] = event.pool
    owing = tuple(each for each in position.politics.debts if each != event.nation)
    position.politics = position.politics.with_(debts=owing)
    if event.nation == CSA:
        position.politics = position.politics.with_(support=0)
