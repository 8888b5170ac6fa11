"""A slow counter for every decision: it spells out all commands of the offered form, and tries each.

The ruleset's own lists find what is worth offering by rule and by search; here every hex, vessel, leader and
group near the pieces is put into every place of every command's form, and kept if it would be accepted.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import msgspec

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, UnknownName, Unreadable, canonical
from ironclad.domain.kernel.engine.ruleset import Ruleset
from tests.games.american_civil_war.book import (
    Book,
    Document,
    activity,
    hexes,
    neighbours,
    number,
    places,
    rail_hexes,
    rows,
    sides,
    stretches,
)

LONGEST_RIDE = 12


def spelled_out(ruleset: Ruleset[Any], position: Any, seat: str) -> Iterator[Command]:
    """Every command of its form that the seat may give for what is due."""
    document: Document = msgspec.json.decode(canonical(ruleset.storage.to_document(position)))
    kinds = {due.kind for due in ruleset.rules.due(position) if due.seat == seat}
    for kind, answers in ruleset.rules.handlers.answers.items():
        if not answers & kinds:
            continue
        tag = kind.__struct_config__.tag
        for form in forms(str(tag), document, seat):
            try:
                command = ruleset.storage.commands.read({"type": tag, **form})
            except (Unreadable, UnknownName):
                continue
            if decider.is_legal(ruleset, position, seat, command):
                yield command


def forms(tag: str, document: Document, seat: str) -> Iterable[Document]:
    """Each way to fill in a command of this type."""
    pieces = Pieces(document, seat)
    match tag:
        case "move_force":
            for here in pieces.held:
                for to in neighbours(here):
                    yield from ({"from": here, "path": [to], "violate_kentucky": v} for v in kentucky(to))
                    if sum(number(group) for group in pieces.ready(here)) > 1:
                        for one in pieces.ones(pieces.ready(here)):
                            yield {"from": here, "path": [to], "units": one, "leaders": []}
        case "continue_move" if pieces.moving:
            for to in neighbours(pieces.moving["hex"]):
                yield from ({"path": [to], "violate_kentucky": v} for v in kentucky(to))
        case "drop_units" if pieces.moving:
            yield from ({"units": one} for one in pieces.ones(pieces.moving["units"]))
        case "pick_up_units" | "end_move" | "end_movement" | "end_construction":
            yield {}
        case "break_rail" | "repair_rail":
            yield {}
            yield from ({"from": here} for here in pieces.held)
        case "rally" | "entrench" | "attack_here" | "remove_entrenchment":
            yield from ({"hex": here} for here in pieces.held)
        case "enter_works":
            for here, works in product(pieces.held, ("entrenched", "fort")):
                for one in pieces.ones(pieces.field(here)):
                    yield {"hex": here, "works": works, "units": one}
        case "leave_works":
            for here in pieces.held:
                inside = [g for g in pieces.groups(here) if g.get("station", "field") != "field"]
                yield from ({"hex": here, "units": one} for one in pieces.ones(inside))
        case "move_leader":
            for letter, here in pieces.leaders.items():
                yield from ({"leader": letter, "path": [to]} for to in neighbours(here))
        case "ride_train":
            yield from pieces.rides()
        case "leader_travels":
            for letter, here in pieces.leaders.items():
                for way in rides_from(here):
                    yield {"leader": letter, "legs": [{"by": "train", "path": list(way)}]}
        case "transport_by_river":
            neutral = document.get("kentucky", "neutral") == "neutral"
            starts = sorted({*pieces.held, *pieces.leaders.values()})
            for here, to in product(starts, hexes()):
                way = {"from": here, "to": to}
                across = frozenset((here, to)) in sides()
                landing = across or places().get(to, {}).get("city") or to in pieces.noted()
                if here != to and landing and places().get(here, {}).get("city"):
                    if here in pieces.held:
                        yield {**way, "violate_kentucky": neutral and any(kentucky(to))}
                    if to in pieces.held:
                        alone = [letter for letter, at in pieces.leaders.items() if at == here]
                        yield from ({**way, "units": [], "leaders": [letter]} for letter in alone)
                yield from ({"from": here, "to": to, "vessels": [name]} for name in pieces.vessels)
        case "call_out_militia":
            yield from ({"state": state} for state in sorted({row["state"] for row in hexes().values()}))
        case "build_depot" | "place_fort" | "complete_fort" | "repair_fort" | "destroy_fort":
            yield from ({"hex": here} for here in hexes())
        case "start_project":
            lines = [row for row in rows("railroads") if row["status"] == "unfinished"]
            for kind in ("arsenal", "factory", "flotilla", "fort", "ironclad", "railroad"):
                yield {"kind": kind}
                yield from ({"kind": kind, "hex": here} for here, row in places().items() if row["city"])
                for line, end in product(lines, (0, -1)):
                    yield {"kind": kind, "line": line["name"]}
                    yield {"kind": kind, "line": line["name"], "hex": line["hexes"].split()[end]}
        case "complete_project":
            for name in document.get("projects", {}):
                yield {"name": name}
                yield from ({"name": name, "hexside": row["hexside"]} for row in rows("hexsides"))
        case "advance_railroad":
            yield from ({"line": row["name"]} for row in rows("railroads"))
        case "end_placement" | "take_fort" | "decline_reactions" | "hold_fire":
            yield {}
        case "attempt_reaction":
            yield from ({"hex": here} for here in pieces.held)
        case "attempt_vessel_reaction":
            yield from ({"vessel": name} for name in pieces.vessels)
        case _:
            return


class Pieces:
    """What a seat has on the map."""

    def __init__(self, document: Document, seat: str) -> None:
        self.document, self.seat = document, seat
        self.moving: Document | None = document.get("moving")
        self.held = sorted(here for here, stacks in document["forces"].items() if seat in stacks)
        letters = "ABCD" if seat == "union" else "EFGH"
        self.leaders = {x: y["hex"] for x, y in document["leaders"].items() if x in letters and y.get("hex")}
        self.vessels = [x for x, y in document.get("vessels", {}).items() if y["side"] == seat]

    def groups(self, here: str) -> list[Document]:
        return Book({**self.document, "player": self.seat}).groups(self.seat, here)

    def ready(self, here: str) -> list[Document]:
        return [group for group in self.groups(here) if activity(group) == "ready"]

    def field(self, here: str) -> list[Document]:
        return [group for group in self.groups(here) if group.get("station", "field") == "field"]

    def ones(self, groups: list[Document]) -> Iterator[list[Document]]:
        yield from ([{**group, "count": 1}] for group in groups)

    def noted(self) -> set[str]:
        """The hexes with a force, fort or depot of anybody's, and those beside an enemy force or fort."""
        forces, forts = self.document["forces"], self.document.get("forts", {})
        hostile = {here for here, stacks in forces.items() if set(stacks) - {self.seat}}
        hostile |= {here for here, fort in forts.items() if fort["side"] != self.seat}
        beside = {near for here in hostile for near in neighbours(here)}
        return {*forces, *forts, *self.document.get("depots", {}), *beside}

    def rides(self) -> Iterator[Document]:
        if self.moving:
            yield from ({"path": list(way)} for way in rides_from(self.moving["hex"]))
        for here in self.held:
            ready = self.ready(here)
            for way in rides_from(here):
                yield {"from": here, "path": list(way)}
                if ready and sum(map(number, ready)) > 1:
                    yield {
                        "from": here,
                        "path": list(way),
                        "units": [{**ready[0], "count": 1}],
                        "leaders": [],
                    }


def kentucky(to: str) -> tuple[bool, ...]:
    return (False, True) if hexes()[to]["state"] == "KY" else (False,)


def rides_from(start: str) -> Iterator[tuple[str, ...]]:
    """The ways along rails to the next towns and railheads, hex by hex."""
    frontier: list[tuple[str, ...]] = [(start,)]
    while frontier:
        way = frontier.pop()
        on = [
            to
            for to in neighbours(way[-1])
            if to not in way and frozenset((way[-1], to)) in stretches("railroads")
        ]
        if len(way) > 1 and (places().get(way[-1], {}).get("city") or not on):
            yield way[1:]
        elif len(way) <= LONGEST_RIDE and way[-1] in rail_hexes():
            frontier += [(*way, to) for to in on]
