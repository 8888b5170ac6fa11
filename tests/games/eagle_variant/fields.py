"""Battles of the Eagle variant made for tests: who fights where, and random battles of all sorts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.battles import StandingOrders
from ironclad.domain.games.eagle_variant.position.document import DOCUMENTS, empty_position
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event, canonical
from ironclad.domain.kernel.engine.dice import Dice, SeededDice
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.resolution import Resolution

OPEN_FIELD, CITY, ACROSS = "VA_NE", "c_Richmond", "MD"
"""A region of the CSA, a city of its, and a region that touches the first across a major river."""
MOST_COMMANDS = 3000


def written(position: Position) -> bytes:
    """A position as canonical bytes."""
    return canonical(RULESET.storage.to_document(position))


class Field:
    """Units put together for a battle."""

    def __init__(self, space: str = OPEN_FIELD, attacker: str = "usa", defender: str = "csa") -> None:
        self.space, self.attacker, self.defender = space, attacker, defender
        self.units: dict[str, dict[str, Any]] = {}
        self.made: dict[str, int] = {}

    def add(self, nation: str, kind: str, count: int = 1, **more: Any) -> "Field":
        """Units of a kind, in the space of the battle."""
        name = f"{nation}_{kind}"
        for _ in range(count):
            self.made[name] = self.made.get(name, 0) + 1
            unit = {"nation": nation, "kind": kind, "space": self.space, **more}
            self.units[f"{name}_{self.made[name]}"] = unit
        return self

    def document(self, options: Mapping[str, str] | None = None, **battle: Any) -> dict[str, Any]:
        """The position in which the battle has just been opened."""
        seats = {"usa": "csa", "csa": "usa"}
        players = {
            self.attacker: self.attacker if self.attacker in seats else seats.get(self.defender, ""),
            self.defender: self.defender if self.defender in seats else seats.get(self.attacker, ""),
        }
        own = [unit for unit in self.units.values() if unit["nation"] == self.attacker]
        origins = {unit["came_from"] for unit in own if "came_from" in unit and not unit.get("landed")}
        document = DOCUMENTS.written(empty_position("empty_map"))
        opened = {"space": self.space, "attacker": self.attacker, "defender": self.defender}
        return {
            **document,
            "options": dict(options or {}),
            "units": self.units,
            "made": self.made,
            "agenda": {"turn": 1, "step": 3},
            "battle": {**opened, "players": players, "origins": sorted(origins), **battle},
        }

    def position(self, dice: Dice, options: Mapping[str, str] | None = None, **battle: Any) -> Position:
        """The position at the battle's first decision, after the rolls before it."""
        document = {**self.document(options, **battle), "scenario": "empty_map"}
        position = RULESET.storage.from_document(document)
        play = Resolution(position, dice, RULESET.rules.handlers.evolvers, RULESET.storage.events)
        RULESET.rules.proceed(play)
        return position


Counts = tuple[int, int, int]


def drawn_up(usa: Counts, csa: Counts, space: str = OPEN_FIELD, **more: object) -> Position:
    """A battle of one column in which the USA attacks: infantry, cavalry, artillery of each side."""
    field = Field(space)
    for nation, counts in (("csa", csa), ("usa", usa)):
        for kind, count in zip(("infantry", "cavalry", "artillery"), counts, strict=True):
            field.add(nation, kind, count, **(more if nation == "usa" else {}))
    return fighting(field, dict.fromkeys(field.units, "center"))


def fighting(field: Field, boxes: dict[str, str], columns: int = 1, **more: object) -> Position:
    """The position as the first turn begins."""
    armies = {"first": "usa", "given": ["csa", "usa"], "began": sorted(boxes)}
    battle = {**armies, "stage": "fight", "columns": columns, "boxes": boxes, **more}
    document = {**field.document(**battle), "scenario": "empty_map"}
    return RULESET.storage.from_document(document)


def orders(usa: StandingOrders, csa: StandingOrders) -> dict[str, StandingOrders]:
    return {"usa": usa, "csa": csa}


def random_field(random: Random) -> Field:
    """A battle of a random size: in the open or for a city, of the two sides or against a special force."""
    city = random.random() < 0.4
    field = Field(CITY if city else OPEN_FIELD)
    if random.random() < 0.15:
        field.defender = random.choice(("indians", "rioters", "militia"))
        field.add(field.defender, "infantry", random.randint(1, 6))
        if field.defender == "indians":
            field.add("indians", "cavalry", random.randint(0, 3))
    else:
        _army(field, "csa", random, {})
    near = ("VA_E",) if city else (ACROSS, "VA_W")
    for origin in near[: random.randint(1, 2)]:
        crossed = origin == ACROSS
        _army(field, "usa", random, {"came_from": origin, "moved": True, "crossed": crossed})
    if random.random() < 0.15:
        field.add("usa", "infantry", random.randint(1, 3), came_from="c_Boston", moved=True, landed=True)
    return field


def _army(field: Field, nation: str, random: Random, more: dict[str, Any]) -> None:
    size = random.choice((1, 1, 2, 3, 8))
    field.add(nation, "infantry", random.randint(1, size), **more)
    field.add(nation, "cavalry", random.randint(0, (size + 1) // 2), **more)
    field.add(nation, "artillery", random.randint(0, (size + 1) // 3), **more)
    field.add(nation, "leader", random.randint(0, 2), **more)
    if random.random() < 0.3:
        field.add(nation, "infantry", 1, elite=True, **more)


def random_options(random: Random) -> dict[str, str]:
    """The advanced rules of battles on or off, and now and then another reading."""
    advanced = ("battle_reinforcements", "battle_initiative", "elite_units", "rivers")
    options = {name: random.choice(("on", "off")) for name in advanced}
    readings = (
        "major_battle_needs_seven", "reinforcements_one_turn_later", "initiative_counts_late_forces",
        "landing_bonus_against_whole_army", "attackers_return_to_own_spaces",
    )  # fmt: skip
    return options | {name: "yes" for name in readings if random.random() < 0.2}


@dataclass(frozen=True)
class Answer:
    """A command of a battle: the position before it, the decision, what came of it."""

    before: Position
    due: Due
    command: Command
    events: list[Event]
    after: Position


def fought(position: Position, random: Random, dice: Dice) -> Iterator[Answer]:
    """Random play until the battle is over."""
    for _ in range(MOST_COMMANDS):
        if position.battle is None:
            return
        due = random.choice(RULESET.rules.due(position))
        command = decider.sample(RULESET, position, due, random)
        events, after = decider.execute(RULESET, position, due.seat, command, dice, due.id)
        yield Answer(position, due, command, events, after)
        position = after
    raise AssertionError(f"no end after {MOST_COMMANDS} commands")


def start(seed: int) -> tuple[Position, Random, SeededDice]:
    """A random battle at its first decision, with a source of choices and dice."""
    random = Random(f"battle {seed}")
    dice = SeededDice(f"dice {seed}")
    field = random_field(random)
    return field.position(dice, random_options(random)), random, dice
