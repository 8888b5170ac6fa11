"""Production, politics and blockade: brigades near the front, and artillery among them."""

from collections import Counter

from ironclad.domain.games.eagle_variant.position.state import CSA, Position
from ironclad.domain.games.eagle_variant.readers.opponent.assessment import distances, menace
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c09_production.buying import price_of
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import (
    BuyUnit,
    EndProduction,
    SetBlockade,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.income import nations_of
from ironclad.domain.games.eagle_variant.rules.c09_production.placing import grounds_of
from ironclad.domain.games.eagle_variant.rules.c10_politics.commands import (
    DeclareEmancipation,
    SeekSupport,
    TakeNoAction,
)
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

BLOCKADE = 2 / 3
"""The share of its Naval Ratings with which the USA blockades."""


def produce(position: Position, due: Due) -> Command:
    """The kind of brigade that is wanted most, as near to the front as it may be placed."""
    for nation in nations_of(position, due.seat):
        front = sorted(grounds_of(position, nation), key=lambda space: _place(position, due.seat, space))
        for kind in _wanted(position, nation):
            if price_of(position, nation, kind) > position.pools[nation]:
                continue
            for space in front:
                command = BuyUnit(nation=nation, kind=kind, space=space)  # type: ignore[arg-type]
                if eagle.allows(position, due, command):
                    return command
    return EndProduction()


def _place(position: Position, side: str, space: str) -> tuple[int, int, str]:
    """The order of spaces for new units: where the enemy is near, then where the side wants to go."""
    return -min(menace(position, space, side), 6), distances(position, side)[space], space


def _wanted(position: Position, nation: str) -> list[str]:
    """The kinds of units, those that are wanted most first."""
    has = Counter(unit.kind for unit in position.units.values() if unit.nation == nation)
    wanted = ["infantry", "artillery", "cavalry"]
    if 3 * has["artillery"] < has["infantry"]:
        wanted = ["artillery", "infantry", "cavalry"]
    elif 5 * has["cavalry"] < has["infantry"]:
        wanted = ["cavalry", "infantry", "artillery"]
    return wanted


def act_in_politics(position: Position, due: Due) -> Command:
    """The CSA seeks support as soon as it may, the USA emancipates the slaves; neither does anything else."""
    command = SeekSupport() if due.seat == CSA else DeclareEmancipation()
    return command if eagle.allows(position, due, command) else TakeNoAction()


def blockade(position: Position, due: Due) -> Command:
    """Most ratings blockade; the others are for landings."""
    return SetBlockade(ratings=round(BLOCKADE * due.about["most"]))
