"""A slow counter for small positions: it spells out every command of the offered form, and tries each.

The ruleset's own lists find what is worth offering from the position; here every space, unit and good that
the map's tables and the position's document name is put into every place of a command, and the command is
kept if it would be accepted. It reads nothing of the ruleset but those tables.

The offered form of a movement: by land one unit of each sort, or all units of a space that may move, up to
two spaces far; by rail and by water one unit of each sort. In a battle no two units of a side are alike.
"""

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset

DATA = Path(__file__).parents[3] / "domain/games/eagle_variant/data"
Document = dict[str, Any]
NATIONS = ("usa", "csa", "france", "britain")
KINDS = ("infantry", "cavalry", "artillery", "leader")
WATERS = ("ocean", "Mississippi", "St Lawrence")
BOXES = (
    *("left", "center", "right", "left_middle", "center_middle", "right_middle"),
    *("reserve", "retreat"),
)


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    lines = (DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return tuple(csv.DictReader(line for line in lines if not line.startswith("#")))


@cache
def spaces() -> tuple[str, ...]:
    """Every region, by the map with rivers and without, and every city."""
    parts = [row["region"] for row in rows("regions")]
    merged = [row["region"] for row in rows("merged_regions")]
    return (*parts, *merged, *(row["city"] for row in rows("cities")))


@cache
def steps() -> dict[str, tuple[str, ...]]:
    """The spaces beside each space: by the map of the borders, where each part of a merged region is it."""
    whole = {part: row["region"] for row in rows("merged_regions") for part in row["parts"].split("+")}
    pairs = [(row["a"], row["b"]) for row in rows("borders")]
    pairs += [(row["city"], region) for row in rows("cities") for region in row["regions"].split("+")]
    pairs += [(whole.get(a, a), whole.get(b, b)) for a, b in pairs]
    found: dict[str, dict[str, None]] = {}
    for a, b in (*pairs, *((b, a) for a, b in pairs)):
        found.setdefault(a, {})[b] = None
    return {space: tuple(near) for space, near in found.items()}


def spelled_out(ruleset: Ruleset[Any], position: Any, seat: str) -> Iterator[Command]:
    """Every command of its form that the seat may give for what is due."""
    document: Document = msgspec.json.decode(canonical(ruleset.storage.to_document(position)))
    kinds = {due.kind for due in ruleset.rules.due(position) if due.seat == seat}
    for kind, answers in ruleset.rules.handlers.answers.items():
        if answers & kinds:
            tag = str(kind.__struct_config__.tag)
            for form in forms(tag, document):
                command = ruleset.storage.commands.read({"type": tag, **form})
                if decider.is_legal(ruleset, position, seat, command):
                    yield command


def forms(tag: str, document: Document) -> Iterable[Document]:
    """Each way to fill in a command of this type."""
    units = document.get("units", {})
    match tag:
        case "move_units":
            for group in groups(units):
                here = units[group[0]]["space"]
                for first in steps()[here]:
                    yield {"units": group, "path": [first]}
                    yield from (
                        {"units": group, "path": [first, second]}
                        for second in steps()[first]
                        if second != here
                    )
        case "rail_units":
            yield from ({"units": [id], "to": to} for id, to in product(sorts(units), spaces()))
        case "ship_units":
            for id, to, waters in product(sorts(units), spaces(), WATERS):
                yield {"waters": waters, "legs": [{"units": [id], "to": to}]}
        case "buy_unit":
            for nation, kind, space in product(NATIONS, KINDS, spaces()):
                yield {"nation": nation, "kind": kind, "space": space}
        case "buy_rating":
            for nation, good in product(NATIONS, ("rail_stock", "naval_rating", "river_rating")):
                yield from ({"nation": nation, "good": good, "system": each} for each in ("", *WATERS[1:]))
        case "turn_ratings":
            for nation, system, count in product(NATIONS, WATERS[1:], range(1, 4)):
                yield {"nation": nation, "system": system, "count": count}
        case "choose_battle":
            yield from ({"space": space} for space in spaces())
        case "retreat_leaders" | "name_retreat":
            yield from ({"to": space} for space in spaces())
        case "answer_shipment":
            yield from ({"fight": fight} for fight in (True, False))
        case "set_blockade":
            yield from ({"ratings": ratings} for ratings in range(12))
        case "attack_blockade" | "roll_blockade" | "enlist_freedmen":
            yield from ({"answer": answer} for answer in ("yes", "no"))
        case "move_in_battle":
            yield from ({"unit": unit, "to": box} for unit, box in product(units, BOXES))
        case "fire_in_battle" | "charge_in_battle":
            leaders = ["", *(id for id in units if units[id]["kind"] == "leader")]
            for unit, target, leader in product(units, units, leaders):
                yield {"unit": unit, "target": target, "leader": leader}
        case "pursue":
            yield from ({"unit": unit, "target": target} for unit, target in product(units, units))
        case _ if tag in PLAIN:
            yield {}


PLAIN = (
    *("end_movement", "end_production", "pass_phase", "withdraw_army", "stop_pursuit", "take_no_action"),
    *("declare_emancipation", "declare_conscription", "give_to_europe", "seek_support", "declare_war"),
)
"""Commands without fields."""


def sorts(units: Document) -> tuple[str, ...]:
    """The last unit of each sort in each space that has not moved, by the numbers of their names."""
    found: dict[tuple[Any, ...], str] = {}
    for id in sorted(units, key=lambda id: (id.rpartition("_")[0], int(id.rpartition("_")[2]))):
        unit = units[id]
        if not unit.get("moved"):
            found[unit["space"], unit["nation"], unit["kind"], unit.get("elite")] = id
    return tuple(found.values())


def groups(units: Document) -> Iterator[list[str]]:
    """One unit of each sort, and all units of a space and of a side that have not moved."""
    alone = [[id] for id in sorts(units)]
    together: dict[tuple[str, str], list[str]] = {}
    for id in sorted(units, key=lambda id: (id.rpartition("_")[0], int(id.rpartition("_")[2]))):
        if not units[id].get("moved"):
            together.setdefault((units[id]["space"], units[id]["nation"]), []).append(id)
    yield from alone
    yield from (ids for ids in together.values() if len(ids) > 1)
