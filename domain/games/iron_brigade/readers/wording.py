"""Names and amounts as players read them."""

from collections.abc import Iterable, Mapping
from functools import cache

from ironclad.domain.games.iron_brigade.position.units import SIDES
from ironclad.domain.games.iron_brigade.rules.between import horses_of
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid
from ironclad.domain.games.iron_brigade.rules.s_scenarios.set_up import scenarios

SIDE_NAMES = {"union": "Union", "confederate": "Confederates"}
UNITS_OF_LENGTH = 100
HORSES_OF = horses_of("")


@cache
def unit_names() -> Mapping[str, str]:
    """The names of all units of the scenarios by id, without ids that stand for units of several names."""
    found: dict[str, set[str]] = {}
    for scenario in scenarios().values():
        for unit in scenario["units"]:
            found.setdefault(unit["id"], set()).add(unit["name"])
    return {id: next(iter(names)) for id, names in found.items() if len(names) == 1}


def name_of(word: str) -> str:
    """What players call a unit or a side; any other word stays as it is."""
    if word in SIDES:
        return SIDE_NAMES[word]
    regiment = word.removesuffix(HORSES_OF)
    found = unit_names().get(regiment, regiment)
    return found if regiment == word else f"the horses of {found}"


def listed(ids: Iterable[str]) -> str:
    """Units by name: "a, b and c"."""
    names = [name_of(each) for each in ids]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def men(count: int) -> str:
    """So many men: "1 man"."""
    return "1 man" if count == 1 else f"{count or 'no'} men"


def inches(hundredths: int) -> str:
    """A length as text, to the hundredth of an inch."""
    whole, part = divmod(hundredths, UNITS_OF_LENGTH)
    return f"{whole}.{part:02d} inches"


def items(said: Iterable[ItemSaid], sign: str = "+") -> list[str]:
    """Items of a sum or a product, a line each, with their clauses."""
    return [f"{_amount(each.amount, sign)} {each.name} ({each.rule})" for each in said]


def _amount(amount: str, sign: str) -> str:
    if sign != "+":
        return f"{sign} {amount}"
    return f"−{amount[1:]}" if amount.startswith("-") else f"+{amount}"


def scenario_name(id: str) -> str:
    """What a scenario is called."""
    return str(scenarios()[id].get("name", id)) if id in scenarios() else id
