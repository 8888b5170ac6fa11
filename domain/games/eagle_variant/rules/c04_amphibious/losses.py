"""Which shipped units pay for ratings that their side lost in a naval battle (amphibious-movement/6)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.in_progress import Shipment
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.kernel.engine.citations import require, rule


def _cost(position: Position, id: str) -> int:
    return int(numbers("transport")[position.units[id].kind])


@rule("amphibious-movement/6", "amphibious-movement/7")
def pays(position: Position, shipment: Shipment, units: tuple[str, ...], ratings: int) -> bool:
    """Whether brigades pay for ratings: they cover them with none too many, or are all that there are."""
    costs = [_cost(position, id) for id in units]
    if sum(costs) < ratings:
        return set(units) == set(brigades(position, shipment))
    return not costs or sum(costs) - min(costs) < ratings


def brigades(position: Position, shipment: Shipment) -> tuple[str, ...]:
    """The brigades of a shipment; leaders cover no loss."""
    return tuple(id for id in shipment.units if position.units[id].brigade)


def check_losses(position: Position, shipment: Shipment, units: tuple[str, ...], ratings: int) -> None:
    """Refuse units that are not shipped brigades, or that do not pay for ratings. Raises Refused."""
    clause = "amphibious-movement/6"
    require(len(set(units)) == len(units), clause, "name each unit once")
    aboard = set(units) <= set(brigades(position, shipment))
    require(aboard, clause, "only brigades of the shipment are lost for ratings")
    fits = pays(position, shipment, units, ratings)
    require(fits, clause, f"they must cover {ratings} lost ratings, with no brigade more than needed")


def loss_choices(position: Position, shipment: Shipment, ratings: int) -> list[tuple[str, ...]]:
    """Every choice of brigades that pays for ratings; of brigades alike in one port any one."""
    alike: dict[tuple[str, str, str, bool], list[str]] = {}
    for id in brigades(position, shipment):
        unit = position.units[id]
        alike.setdefault((unit.space, unit.nation, unit.kind, unit.elite), []).append(id)

    def taken(groups: list[list[str]], left: int) -> Iterator[tuple[str, ...]]:
        if not groups or left <= 0:
            yield ()
            return
        first, *others = groups
        cost = _cost(position, first[0])
        for count in range(min(len(first), -(-left // cost)), -1, -1):
            for rest in taken(others, left - count * cost):
                yield (*first[:count], *rest)

    found = dict.fromkeys(taken(list(alike.values()), ratings))
    return [units for units in found if pays(position, shipment, units, ratings)]
