"""A slow counter for small positions: it spells out every command of the offered form, and tries each.

The ruleset's own lists find what is worth offering from the position; here every spot, water, piece and
target that the map's tables and the position's document name is put into every place of a command, and the
command is kept if it would be accepted. It reads nothing of the ruleset but those tables.
"""

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset

DATA = Path(__file__).parents[3] / "domain/games/bull_run_to_appomattox/data"
Document = dict[str, Any]


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    lines = (DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return tuple(csv.DictReader(line for line in lines if not line.startswith("#")))


@cache
def spots() -> tuple[str, ...]:
    """Zones that no river divides, and the banks of the others."""
    divided = {row["zone"] for row in rows("divided_zones")}
    whole = [row["zone"] for row in rows("zones") if row["zone"] not in divided]
    return (*whole, *(row["bank"] for row in rows("divided_zones")))


@cache
def mountains() -> tuple[str, ...]:
    return tuple(row["area"] for row in rows("mountains"))


@cache
def zones() -> tuple[str, ...]:
    return tuple(row["zone"] for row in rows("zones"))


@cache
def waters() -> tuple[str, ...]:
    """Seas, and every zone, for any may have a port."""
    return (*(row["zone"] for row in rows("sea_zones")), *zones())


@cache
def edges() -> tuple[str, ...]:
    return tuple(f"{row['a']}-{row['b']}" for row in rows("borders"))


def spelled_out(ruleset: Ruleset[Any], position: Any, seat: str) -> Iterator[Command]:
    """Every command of its form that the seat may give for what is due."""
    document: Document = msgspec.json.decode(canonical(ruleset.storage.to_document(position)))
    kinds = {due.kind for due in ruleset.rules.due(position) if due.seat == seat}
    for kind, answers in ruleset.rules.handlers.answers.items():
        if answers & kinds:
            tag = str(kind.__struct_config__.tag)
            for form in forms(tag, document, seat):
                command = ruleset.storage.commands.read({"type": tag, **form})
                if decider.is_legal(ruleset, position, seat, command):
                    yield command


def forms(tag: str, document: Document, seat: str) -> Iterable[Document]:
    """Each way to fill in a command of this type."""
    hqs, fleets = document["hqs"], document.get("fleets", {})
    placed = [name for name, hq in hqs.items() if hq.get("state") == "map"]
    mine = [name for name in placed if hqs[name]["side"] == seat]
    ships = sorted(name for name, fleet in fleets.items() if fleet["side"] == seat)
    match tag:
        case "activate_hq":
            yield from ({"hq": name} for name in hqs)
        case "activate_fleets":
            yield from ({"fleets": list(group)} for group in subsets(ships) if group)
        case "march" | "ride":
            yield from ({"path": [spot]} for spot in spots())
        case "raider_march":
            yield from ({"path": [spot]} for spot in (*spots(), *mountains()))
        case "sail":
            yield from ({"path": [water]} for water in waters())
        case "land" | "fortify_with_units":
            yield from ({"spot": spot} for spot in spots())
        case "reconnoitre":
            for target, declared in product(placed, range(3)):
                yield {"target": target, "declared": declared}
        case "embark":
            for name, ship in product(mine, ships):
                units = {kind: document["units"][name].get(kind, 0) for kind in KINDS}
                yield {"fleets": [ship], "cargo": {ship: units}, "hq_on": ship}
        case "assault" | "sortie":
            yield from ({"joined": list(group)} for group in subsets(mine))
        case "raid":
            for what, target in product(("bridge", "railroad", "city"), (*edges(), *zones())):
                yield {"what": what, "target": target}
        case "decide_combat":
            yield from ({"choice": choice} for choice in ("stay", "withdraw", "besiege"))
        case "retreat_army" | "move_aside":
            yield from ({"to": spot} for spot in spots())
        case "retreat_fleets" | "leave_port":
            yield from ({"to": water} for water in waters())
        case "answer_attack":
            yield from ({"to": spot} for spot in ("", *spots()))
        case "raider_retreat":
            yield from ({"to": spot} for spot in ("", *spots(), *mountains()))
        case "lose_steps":
            for steps in product(range(3), repeat=len(ships)):
                yield {"steps": {ship: lost for ship, lost in zip(ships, steps, strict=True) if lost}}
        case "fortify" | "attack_fort" | "engage_raider" | "activate_raider":
            yield {}
        case "end_activation" | "pass_activation":
            yield {}


KINDS = ("infantry", "cavalry", "artillery")


def subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    """All subsets, the empty one too."""
    for count in range(len(names) + 1):
        yield from combinations(names, count)
