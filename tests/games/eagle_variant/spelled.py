"""A slow counter for small positions: it spells out every command of the offered form, and tries each.

The ruleset's own lists find what is worth offering from the position; here every space, unit and target that
the tables of the map and the position's document name is put into every place of a command, and the command
is kept if it would be accepted. Of units that are alike the first is named. It reads nothing of the ruleset
but those tables.
"""

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset

DATA = Path(__file__).parents[3] / "domain/games/eagle_variant/data"
KINDS = ("infantry", "cavalry", "artillery", "leader")
NATIONS = ("usa", "csa", "france", "britain")
SYSTEMS = ("Mississippi", "St Lawrence")
BOXES = tuple(f"{column}{part}" for column in ("left", "center", "right") for part in ("", "_middle"))
Document = dict[str, Any]


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    lines = (DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return tuple(csv.DictReader(line for line in lines if not line.startswith("#")))


@cache
def spaces() -> tuple[str, ...]:
    """Regions, those that are one without the rule of rivers under their common name, and cities."""
    whole = {row["region"] for row in rows("merged_regions")}
    regions = tuple(row["region"] for row in rows("regions"))
    return (*regions, *sorted(whole), *(row["city"] for row in rows("cities")))


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
                yield from ({"units": group, "path": [first]} for first in spaces())
                start = units[group[0]]["space"]
                if all(units[id]["kind"] in ("cavalry", "leader") for id in group):
                    ways = ((first, second) for first in spaces() for second in spaces() if second != start)
                    yield from ({"units": group, "path": list(way)} for way in ways)
        case "rail_units":
            yield from ({"units": [id], "to": to} for id in firsts(units) for to in spaces())
        case "fire_in_battle" | "charge_in_battle":
            leaders = ["", *(id for id, unit in units.items() if unit["kind"] == "leader")]
            for id in fighters(document):
                for target in fighters(document):
                    yield from ({"unit": id, "target": target, "leader": each} for each in leaders)
        case "move_in_battle":
            boxes = (*BOXES, "reserve", "retreat")
            yield from ({"unit": id, "to": to} for id in fighters(document) for to in boxes)
        case "pursue":
            yield from ({"unit": id, "target": to} for id in firsts(units) for to in firsts(units))
        case "name_retreat":
            yield from ({"to": to} for to in spaces())
        case "buy_unit":
            for nation in NATIONS:
                yield from ({"nation": nation, "kind": k, "space": to} for k in KINDS for to in spaces())
        case "buy_rating":
            for nation in NATIONS:
                yield from ({"nation": nation, "good": each} for each in ("rail_stock", "naval_rating"))
                yield from ({"nation": nation, "good": "river_rating", "system": each} for each in SYSTEMS)
        case "set_blockade":
            yield from ({"ratings": count} for count in range(30))
        case "attack_blockade" | "roll_blockade" | "enlist_freedmen":
            yield from ({"answer": each} for each in ("yes", "no"))
        case "ship_units" | "turn_ratings":
            pass  # no position here has a port with units, or the rule of rivers
        case _:
            yield {}


def groups(units: Document) -> Iterator[list[str]]:
    """One unit of each sort, and all that may move of each space together."""
    yield from ([id] for id in firsts(units))
    for space in sorted({unit["space"] for unit in units.values()}):
        for nation in NATIONS:
            ready = [id for id, unit in units.items() if unit["space"] == space and unit["nation"] == nation]
            ready = [id for id in ready if not units[id].get("moved")]
            if len(ready) > 1:
                yield sorted(ready, key=by_name)


def firsts(units: Document) -> list[str]:
    """The first unit of each sort in each space, of those that have not moved and of the others."""
    found: dict[tuple[Any, ...], str] = {}
    for id in sorted(units, key=by_name):
        unit = units[id]
        about = (unit["space"], unit["nation"], unit["kind"], unit.get("elite"), unit.get("moved"))
        found.setdefault((*about, unit.get("came_from")), id)
    return list(found.values())


def fighters(document: Document) -> list[str]:
    """The first unit of each sort in each space of the battle map."""
    battle, units = document["battle"], document["units"]
    found: dict[tuple[Any, ...], str] = {}
    for id in sorted(battle["boxes"], key=by_name):
        unit = units[id]
        about = (battle["boxes"][id], unit["nation"], unit["kind"], unit.get("elite"), unit.get("came_from"))
        found.setdefault((*about, battle.get("acted", {}).get(id, 0)), id)
    return list(found.values())


def by_name(id: str) -> tuple[str, int]:
    name, _, number = id.rpartition("_")
    return name, int(number)
