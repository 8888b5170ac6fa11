"""What scenes and views call sides, units and points of the game; short labels, not sentences."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from ironclad.domain.games.eagle_variant.board.charts import date_of
from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.battles import Battle
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import Unit, sort_key
from ironclad.domain.games.eagle_variant.readers.wording import ADJECTIVES

ARMY_NAMES = {
    "usa": "USA",
    "csa": "CSA",
    "britain": "Britain",
    "france": "France",
    "indians": "Indians",
    "rioters": "rioters",
    "militia": "militia",
    "revolutionaries": "revolutionaries",
}
STEP_NAMES = {
    "free_set_up": "free set-up",
    "election": "presidential election",
    "movement": "movement",
    "month_end": "end of the month",
    "politics": "political initiative",
    "riots": "riots",
    "blockade": "blockade",
    "production": "production",
    "uprising": "uprising in Mexico",
}
KIND_ORDER = ("leader", "infantry", "cavalry", "artillery")


def army_name(army: str) -> str:
    """A side, a nation or a special force; "nobody" for none."""
    return ARMY_NAMES.get(army, army) or "nobody"


def sort_of(unit: Unit) -> tuple[str, str, bool]:
    """What units of one group have in common: nation, kind, whether they are elite."""
    return unit.nation, unit.kind, unit.elite


def groups(units: Mapping[str, Unit], ids: Iterable[str]) -> list[tuple[str, ...]]:
    """Some units in groups that are alike: leaders first, then by kind, nation and experience."""

    def key(id: str) -> tuple[int, str, bool]:
        unit = units[id]
        return KIND_ORDER.index(unit.kind), unit.nation, not unit.elite

    return [tuple(group) for _, group in groupby(sorted(ids, key=lambda id: (key(id), sort_key(id))), key)]


def group_name(unit: Unit, count: int, whose: bool = False) -> str:
    """A group in words: "3 elite infantry", "1 leader", with the nation too: "2 British cavalry"."""
    kind = "leaders" if unit.kind == "leader" and count != 1 else unit.kind
    words = [str(count), ADJECTIVES[unit.nation] if whose else "", "elite" if unit.elite else "", kind]
    return " ".join(filter(None, words))


def force(units: Mapping[str, Unit], ids: Iterable[str], side: str = "") -> str:
    """Units as a list of groups; the nation of a group is named where it is not that of the side."""
    found = groups(units, ids)
    return ", ".join(group_name(units[each[0]], len(each), units[each[0]].nation != side) for each in found)


def line(position: Position) -> str:
    """The point of the game in words: "turn 4, September 1861, movement, CSA"."""
    parts = [f"turn {position.turn}", date_of(position.turn)]
    if position.ended is not None:
        winner = position.ended.winner
        return ", ".join([*parts, f"{army_name(winner)} has won" if winner else "a draw"])
    parts += [STEP_NAMES[position.phase]] if position.phase in STEP_NAMES else []
    whose = position.moving or position.attacking
    if position.phase == "production" and position.production is not None:
        whose = position.production.side
    parts += [army_name(whose)] if whose else []
    parts += [battle_line(position.battle)] if position.battle is not None else []
    return ", ".join(parts)


def battle_line(battle: Battle) -> str:
    """A battle in words: who attacks whom and where, and its turn once it is fought."""
    turn = f", turn {battle.turn}" if battle.turn else ""
    armies = f"{army_name(battle.attacker)} attacks {army_name(battle.defender)}"
    return f"battle of {name_of(battle.space)} ({armies}{turn})"
