"""Purchases, the blockade, and politics."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.state import CSA, SIDES, Position
from ironclad.domain.games.eagle_variant.position.units import side_of
from ironclad.domain.games.eagle_variant.readers.opponent.assessment import (
    nearest,
    own_strength,
    threat,
)
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c09_production.buying import price_of
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import (
    AttackBlockade,
    BuyRating,
    BuyUnit,
    EndProduction,
    RollBlockade,
    SetBlockade,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.income import nations_of
from ironclad.domain.games.eagle_variant.rules.c09_production.placing import grounds_of
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareConscription,
    DeclareEmancipation,
    EnlistFreedmen,
    SeekSupport,
    TakeNoAction,
)
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

STOCK = 12  # Rail Stock that a side wants
PER_GUN, PER_LEADER = 4, 10  # brigades to one of artillery, and to one leader
FAR = 99
BLOCKADING = 0.75  # of the Naval Ratings of the USA, how many blockade


def produce(position: Position, due: Due) -> Command:
    """Buy the next thing that is affordable and allowed, each nation in turn; else end the phase."""
    for nation in nations_of(position, due.seat):
        for command in _purchases(position, nation):
            if eagle.allows(position, due, command):
                return command
    return EndProduction()


def _purchases(position: Position, nation: str) -> Iterator[Command]:
    for good in _goods(position, nation):
        cost = price_of(position, nation, good)
        if not cost or cost > position.pools[nation]:
            continue
        if good == "rail_stock":
            yield BuyRating(nation=nation, good="rail_stock")  # type: ignore[arg-type]
        else:
            for space in _places(position, nation):
                yield BuyUnit(nation=nation, kind=good, space=space)  # type: ignore[arg-type]


def _goods(position: Position, nation: str) -> Iterator[str]:
    """What a nation wants, in order: artillery and leaders by a share of its brigades, then infantry."""
    own = [unit.kind for unit in position.units.values() if unit.nation == nation]
    brigades = len(own) - own.count("leader")
    if own.count("artillery") * PER_GUN < brigades:
        yield "artillery"
    if own.count("leader") * PER_LEADER < brigades - PER_LEADER:
        yield "leader"
    if nation in SIDES and nation != CSA and position.rail_stock[nation] < STOCK:
        yield "rail_stock"
    yield "infantry"


def _places(position: Position, nation: str) -> list[str]:
    """Where new units are wanted: cities that are open to the enemy, then the places nearest to a goal."""
    side = side_of(nation)

    def key(space: str) -> tuple[int, int, float, str]:
        own, beside = own_strength(position, space, side), threat(position, space, side)
        bare = bool(position.board.spaces[space].city and beside and own < beside)
        exposed = not bare and beside > own + 1
        return (int(exposed) - int(bare), nearest(position, space, side), -own, space)

    return sorted(grounds_of(position, nation), key=key)


def attack_blockade(position: Position, due: Due) -> Command:
    """Only with more ratings than those that blockade."""
    stronger = position.naval[CSA] > position.blockading
    return AttackBlockade(answer="yes" if stronger else "no")


def roll_blockade(position: Position, due: Due) -> Command:
    """Always: it takes from the CSA's income."""
    return RollBlockade(answer="yes")


def set_blockade(position: Position, due: Due) -> Command:
    """Most ratings that the USA has; the others are left for landings."""
    return SetBlockade(ratings=round(BLOCKADING * int(due.about["most"])))


def act(position: Position, due: Due) -> Command:
    """The CSA seeks support as long as it can; each side emancipates and conscripts when it may and gains."""
    wanted: list[Command] = []
    if due.seat == CSA:
        within = position.politics.rating <= 2 * int(numbers("politics")["csa_emancipation_rating"])
        wanted += [SeekSupport()] if within else [DeclareConscription(), SeekSupport()]
    else:
        wanted += [DeclareEmancipation()]
    wanted += [DeclareConscription()] if due.seat == CSA else []
    return next((each for each in wanted if eagle.allows(position, due, each)), TakeNoAction())


def enlist(position: Position, due: Due) -> Command:
    """Always."""
    return EnlistFreedmen(answer="yes")
