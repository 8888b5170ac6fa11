"""The form of a production phase: what each nation has, prices, limits, and places for new units."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.eagle_variant.board.charts import KINDS
from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.wording import army, good, name_of, sentence
from ironclad.domain.games.eagle_variant.rules.c09_production.buying import price_of
from ironclad.domain.games.eagle_variant.rules.c09_production.income import nations_of
from ironclad.domain.games.eagle_variant.rules.c09_production.limits import (
    RIVERS_OF,
    check_yard,
    most_ratings,
    most_units,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.placing import check_place, grounds_of
from ironclad.domain.kernel.engine.citations import Refused

Form = dict[str, Any]
RATINGS = ("rail_stock", "naval_rating")


def production_form(position: Position, side: str) -> Form:
    """What a side's nations may buy, with the states that have to get a new unit first."""
    phase = position.production or Production()
    return {
        "nations": [_nation(position, nation) for nation in nations_of(position, side)],
        "invaded": list(phase.invaded),
    }


def _nation(position: Position, nation: str) -> Form:
    """A nation's pool in PP, its goods with price and limit, the places where new units may go now."""
    places = [space for space in grounds_of(position, nation) if _open(position, nation, space)]
    return {
        "nation": nation,
        "name": sentence(army(nation)),
        "pool": position.pools[nation],
        "units": [_unit(position, nation, kind) for kind in KINDS if price_of(position, nation, kind)],
        "ratings": list(_ratings(position, nation)),
        "spaces": [{"id": space, "name": name_of(space)} for space in places],
    }


def _open(position: Position, nation: str, space: str) -> bool:
    try:
        check_place(position, nation, space)
    except Refused:
        return False
    return True


def _unit(position: Position, nation: str, kind: str) -> Form:
    return _good(position, nation, kind, most_units(position, nation, kind))


def _good(position: Position, nation: str, what: str, most: tuple[int, str] | None) -> Form:
    """A good with its price in PP; `left` is how many more may be bought in this round, None for any."""
    bought = (position.production or Production()).count(nation, what)
    left = None if most is None else max(0, most[0] - bought)
    return {"id": what, "name": good(what), "price": price_of(position, nation, what), "left": left}


def _ratings(position: Position, nation: str) -> Iterator[Form]:
    for what in RATINGS:
        if price_of(position, nation, what):
            found = _good(position, nation, what, most_ratings(position, nation, what))
            yield {**found, "system": ""}
    for system in RIVERS_OF.get(nation, ()) if position.has("rivers") else ():
        try:
            check_yard(position, nation, system)
        except Refused:
            continue
        found = _good(position, nation, "river_rating", most_ratings(position, nation, "river_rating"))
        yield {**found, "name": good("river_rating", system), "system": system}
