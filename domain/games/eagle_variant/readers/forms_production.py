"""The form of a production phase: what each nation has, prices, limits, and places for new units."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.eagle_variant.board.charts import KINDS
from ironclad.domain.games.eagle_variant.board.map_files import SYSTEMS
from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import CSA, Position
from ironclad.domain.games.eagle_variant.readers.wording import army, good, name_of
from ironclad.domain.games.eagle_variant.registry import eagle
from ironclad.domain.games.eagle_variant.rules.c09_production.buying import price_of
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import TurnRatings
from ironclad.domain.games.eagle_variant.rules.c09_production.income import nations_of
from ironclad.domain.games.eagle_variant.rules.c09_production.limits import (
    RIVERS_OF,
    check_yard,
    most_ratings,
    most_units,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.placing import (
    check_free,
    grounds_of,
    once_in_a_space,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.turning import free_ratings
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.telling.words import sentence

Form = dict[str, Any]


def production_form(position: Position, due: Due) -> Form:
    """What a side's nations may buy; `year` is that of the prices."""
    nations = nations_of(position, due.seat)
    return {"year": position.year, "nations": [_nation(position, due, nation) for nation in nations]}


def _nation(position: Position, due: Due, nation: str) -> Form:
    """A nation's pool in PP, its goods with price and limit, the places where new units may go.

    `invaded` are the states that get a new unit each before any other place does; `once`: a space gets
    at most one. `turns` says how many Naval Ratings could go to a river.
    """
    phase = position.production or Production()
    return {
        "nation": nation,
        "name": sentence(army(nation)),
        "pool": position.pools[nation],
        "units": [_unit(position, nation, kind) for kind in KINDS if price_of(position, nation, kind)],
        "ratings": list(_ratings(position, nation)),
        "invaded": list(phase.invaded) if nation == CSA else [],
        "once": once_in_a_space(position, nation),
        "spaces": [
            _space(position, space)
            for space in grounds_of(position, nation)
            if _free(position, nation, space)
        ],
        "turns": list(_turns(position, due, nation)),
    }


def _space(position: Position, space: str) -> Form:
    found = position.board.spaces[space]
    return {"id": space, "name": name_of(space), "state": found.state, "city": found.city}


def _free(position: Position, nation: str, space: str) -> bool:
    try:
        check_free(position, nation, space)
    except Refused:
        return False
    return True


def _unit(position: Position, nation: str, kind: str) -> Form:
    return _good(position, nation, kind, most_units(position, nation, kind))


def _good(position: Position, nation: str, what: str, most: tuple[int, str] | None) -> Form:
    """A good with its price in PP; `left` is how many more may be bought in this round, None for any."""
    bought = (position.production or Production()).count(nation, what)
    left = None if most is None else max(0, most[0] - bought)
    return {
        "id": what,
        "name": sentence(good(what)),
        "price": price_of(position, nation, what),
        "left": left,
        "rule": "" if most is None else most[1],
    }


def _ratings(position: Position, nation: str) -> Iterator[Form]:
    """Points that a nation may buy; `now` is how many it has."""
    for what, own in (("rail_stock", position.rail_stock), ("naval_rating", position.naval)):
        if price_of(position, nation, what):
            found = _good(position, nation, what, most_ratings(position, nation, what))
            yield {**found, "system": "", "now": own.get(nation, 0)}
    for system in RIVERS_OF.get(nation, ()) if position.has("rivers") else ():
        try:
            check_yard(position, nation, system)
        except Refused:
            continue
        found = _good(position, nation, "river_rating", most_ratings(position, nation, "river_rating"))
        now = position.river_naval.get(f"{nation}.{system}", 0)
        yield {**found, "name": sentence(good("river_rating", system)), "system": system, "now": now}


def _turns(position: Position, due: Due, nation: str) -> Iterator[Form]:
    """The rivers to which ocean ratings may be turned for nothing, and how many."""
    for system in SYSTEMS:
        one = TurnRatings(nation=nation, system=system, count=1)  # type: ignore[arg-type]
        if eagle.allows(position, due, one):
            yield {"system": system, "most": free_ratings(position, nation)}
