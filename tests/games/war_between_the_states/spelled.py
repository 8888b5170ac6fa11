"""A slow counter for small positions: it spells out every command of the offered form, and tries each.

The ruleset's own lists find what is worth offering from the position; here every piece, leader, store and
hex that the position's document and the map's table name is put into every place of a command, and the
command is kept if it would be accepted. It reads nothing of the ruleset but that table. Ways over land are
spelled hex by hex, one at a time: positions whose forces could go further are no business of it.
"""

import csv
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset

DATA = Path(__file__).parents[3] / "domain/games/war_between_the_states/data"
Document = dict[str, Any]


@cache
def hexes() -> tuple[str, ...]:
    """Every hex that is not all sea."""
    lines = (DATA / "hexes.csv").read_text(encoding="utf-8").splitlines()
    return tuple(row["hex"] for row in csv.DictReader(line for line in lines if not line.startswith("#")))


def spelled_out(ruleset: Ruleset[Any], position: Any, seat: str) -> Iterator[Command]:
    """Every command of its form that the seat may give for what is due."""
    document: Document = msgspec.json.decode(canonical(ruleset.storage.to_document(position)))
    dues = [due for due in ruleset.rules.due(position) if due.seat == seat]
    kinds = {due.kind for due in dues}
    about = dict(chain.from_iterable(due.about.items() for due in dues))
    for kind, answers in ruleset.rules.handlers.answers.items():
        if answers & kinds:
            tag = str(kind.__struct_config__.tag)
            for form in forms(tag, document, seat, about):
                command = ruleset.storage.commands.read({"type": tag, **form})
                if decider.is_legal(ruleset, position, seat, command):
                    yield command


def near(document: Document, seat: str) -> tuple[str, ...]:
    """The hexes around the seat's pieces and the battle: their columns and rows are one away at most."""
    at = {piece.get("hex") for piece in _pieces(document).values() if piece["side"] == seat}
    at |= {(document.get("battle") or {}).get("hex")}
    here = {hex for hex in at if hex}
    return tuple(hex for hex in hexes() if any(_close(hex, other) for other in here))


def _close(a: str, b: str) -> bool:
    sheets = a[0] == b[0]
    return sheets and abs(int(a[1:3]) - int(b[1:3])) <= 1 and abs(int(a[3:]) - int(b[3:])) <= 1


def _pieces(document: Document) -> Document:
    tables = (document.get(table, {}) for table in ("units", "headquarters", "leaders"))
    return {id: piece for table in tables for id, piece in table.items()}


def _own(document: Document, table: str, seat: str) -> list[str]:
    return [id for id, piece in document.get(table, {}).items() if piece["side"] == seat]


def _sums(rooms: dict[str, int], total: int) -> Iterator[dict[str, int]]:
    """Every way to make a sum of points of what has room for them."""
    for counts in product(*(range(room + 1) for room in rooms.values())):
        if sum(counts) == total:
            yield {id: count for id, count in zip(rooms, counts, strict=True) if count}


def _paid(stores: dict[str, int], need: int) -> Iterator[dict[str, int]]:
    """All from one store that has enough."""
    yield from ({id: need} for id, points in stores.items() if points >= need)


def _subsets(ids: Iterable[str]) -> Iterator[tuple[str, ...]]:
    whole = tuple(ids)
    return chain.from_iterable(combinations(whole, size) for size in range(len(whole) + 1))


def forms(tag: str, document: Document, seat: str, about: Document) -> Iterable[Document]:
    """Each way to fill in a command of this type."""
    units, leaders, hqs = (_own(document, table, seat) for table in ("units", "leaders", "headquarters"))
    match tag:
        case "command_leader" | "try_leader" | "try_attack":
            return ({"leader": name} for name in leaders)
        case "command_unit":
            return ({"unit": id} for id in (*units, *hqs))
        case "split_unit":
            return ({"unit": id, "strength": sp} for id in units for sp in range(1, 10))
        case "set_roster":
            return ({"unit": id, "headquarters": hq} for id in units for hq in ("", *hqs))
        case "move_pieces":
            alone = [id for id in (*units, *leaders) if not document["units"].get(id, {}).get("hq")]
            return ({"pieces": [id], "path": [hex]} for id in alone for hex in near(document, seat))
        case "cut_rail":
            return ({"unit": id} for id in units)
        case "declare_attack":
            groups = [group for group in _subsets((*units, *hqs)) if group]
            return (
                {"hex": hex, "leader": name, "units": group}
                for hex, name, group in product(near(document, seat), leaders, groups)
            )
        case "choose_chit":
            return ({"chit": chit} for chit in range(5))
        case "take_losses":
            return ({"taken": taken} for taken in _sums(about["strengths"], about["loss"]))
        case "pay_combat_supply":
            return ({"paid": paid} for paid in _paid(about["stores"], about["need"]))
        case "retreat":
            return ({"stand": True}, *({"hex": hex} for hex in near(document, seat)))
        case "advance":
            return ({"pieces": group} for group in _subsets((*hqs, *units, *leaders)))
        case "defend":
            return _defences(document, seat)
        case "take_work":
            return ({"hex": hex, "keep": keep} for hex in document.get("works", {}) for keep in (True, False))
        case "destroy_stores":
            return _destroyed(document, seat)
        case "end_movement" | "end_combat" | "begin_game":
            return ({},)
    return ()


def _defences(document: Document, seat: str) -> Iterator[Document]:
    """To stand, or to withdraw the cavalry to one hex."""
    cavalry = [id for id in _own(document, "units", seat) if document["units"][id]["kind"] == "cavalry"]
    yield {}
    for hex in near(document, seat):
        yield {"withdraws": dict.fromkeys(cavalry, hex)}


def _destroyed(document: Document, seat: str) -> Iterator[Document]:
    """Nothing, all of one store, or a depot."""
    yield {}
    for id in _own(document, "units", seat):
        if load := document["units"][id].get("load"):
            yield {"points": {id: load}}
    for name in _own(document, "depots", seat):
        yield {"depots": [name]}
