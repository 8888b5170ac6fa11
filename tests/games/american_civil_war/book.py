"""What may be ordered over land in a Movement step: a slow counter that shares nothing with the ruleset.

It reads positions as documents and the map from its tables, and asks each clause again for each order. Of the
game it knows marches, works, rallies, breaks in railroads and leaders; the positions given to it have no
vessels and no battle in reach, and their trains and river journeys are used up.
"""

import csv
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "domain/games/american_civil_war/data"
POINTS = {1: 8, 2: 10, 3: 10, 4: 5, 5: 8, 6: 10, 7: 10, 8: 5}  # the Turn Record Track's movement points
LENGTH = {1: 4, 2: 6, 3: 6, 4: 4, 5: 4, 6: 6, 7: 6, 8: 4}  # and its supply lengths
SEASON = ("winter", "spring", "summer", "fall")
ENEMY = {"union": "confederate", "confederate": "union"}
WIDE = ("navigable", "lake", "tidal", "bay")
Document = dict[str, Any]


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    lines = (DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return tuple(csv.DictReader(line for line in lines if not line.startswith("#")))


@cache
def hexes() -> dict[str, dict[str, str]]:
    return {row["hex"]: row for row in rows("hexes")}


@cache
def places() -> dict[str, dict[str, str]]:
    return {row["hex"]: row for row in rows("places")}


@cache
def neighbours(here: str) -> tuple[str, ...]:
    """2.1/2: on the map sheet even columns stand half a hex lower than odd ones."""
    column, row = int(here[:2]), int(here[2:])
    low = 0 if column % 2 == 0 else -1
    around = [(0, -1), (1, low), (1, low + 1), (0, 1), (-1, low + 1), (-1, low)]
    found = (f"{column + right:02}{row + down:02}" for right, down in around)
    return tuple(hex_id for hex_id in found if hex_id in hexes())


@cache
def stretches(table: str) -> frozenset[frozenset[str]]:
    """The steps along the finished railroads or the roads at the start."""
    lines = [row["hexes"].split() for row in rows(table) if row.get("status") != "unfinished"]
    return frozenset(frozenset(step) for line in lines for step in pairwise(line))


@cache
def rail_hexes() -> frozenset[str]:
    return frozenset(here for step in stretches("railroads") for here in step)


@cache
def sides() -> dict[frozenset[str], dict[str, str]]:
    return {frozenset(row["hexside"].split("-")): row for row in rows("hexsides")}


def water(turn: int, here: str, to: str) -> tuple[str, str]:
    """The watercourse between two hexes, "" if none, and what leads over it (13.3.2, 2.1.1)."""
    side = sides().get(frozenset((here, to)))
    if side is None:
        return "", ""
    if side["kind"] == "seasonal":
        return ("navigable" if SEASON[turn % 4] in ("winter", "spring") else "minor"), side["crossing"]
    return side["kind"], side["crossing"]


class Book:
    """One position, asked about the orders of the phasing player."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.turn: int = document.get("turn", 1)
        self.mine: str = document.get("player", "union")
        self.enemy = ENEMY[self.mine]
        self.moving: Document | None = document.get("moving")
        self._barred: dict[str, bool] = {}
        self._supplied: dict[str, bool] = {}

    def orders(self) -> Iterator[Document]:
        """Every legal order: each force one hex on or at work, each leader one hex on, or the step's end."""
        yield {"type": "end_movement"}
        if self.moving:
            yield from self._of_the_mover(self.moving)
        for here, stacks in sorted(self.document["forces"].items()):
            if self.mine in stacks:
                yield from self._of_a_hex(here)
        for letter, leader in self.document["leaders"].items():
            own = (letter in "ABCD") == (self.mine == "union")
            if own and leader.get("hex") and leader.get("activity", "ready") == "ready":
                for to in neighbours(leader["hex"]):
                    if self.leader_may_go(leader["hex"], to):
                        yield {"type": "move_leader", "leader": letter, "path": [to]}

    def _of_the_mover(self, moving: Document) -> Iterator[Document]:
        here, units = moving["hex"], moving["units"]
        leaders = [self.document["leaders"][letter].get("rating", 0) for letter in moving.get("leaders", ())]
        spent = moving.get("spent", 0)
        for to in neighbours(here):
            for violate in (False, True) if in_kentucky(to) else (False,):
                if self.may_enter(here, to, units, leaders, spent, violate, moving):
                    yield {"type": "continue_move", "path": [to], "violate_kentucky": violate}
        for group in units:
            yield {"type": "drop_units", "units": [{**group, "count": 1}]}
        ready = [g for g in self.groups(self.mine, here) if activity(g) == "ready"]
        if moving.get("leaders") and moving.get("came_from") and ready and self.allowance(ready) > spent:
            yield {"type": "pick_up_units"}
        yield {"type": "end_move"}
        bonus = max(leaders, default=0)
        if self.has_rail(here):
            left = self.allowance(units) + bonus - spent
            if here in self.document.get("rail_breaks", {}):
                if left >= 2 and any(g["kind"] == "asp" for g in units):  # 7.6/3
                    yield {"type": "repair_rail"}
            elif left >= 5:  # 7.6/1
                yield {"type": "break_rail"}

    def _of_a_hex(self, here: str) -> Iterator[Document]:
        groups = self.groups(self.mine, here)
        ready = [group for group in groups if activity(group) == "ready"]
        ratings = [
            leader.get("rating", 0)
            for letter, leader in self.document["leaders"].items()
            if leader.get("hex") == here
            and (letter in "ABCD") == (self.mine == "union")
            and leader.get("activity", "ready") == "ready"
        ]
        if ready:
            yield from self._marches(here, ready, ratings)
            yield from self._work(here, ready, ratings)
        for group in groups:
            if activity(group) in ("attacked", "digging"):
                continue
            one = [{**group, "count": 1}]
            if group.get("station", "field") != "field":
                yield {"type": "leave_works", "hex": here, "units": one}
            elif self.document.get("entrenchments", {}).get(here) == self.mine:  # 12.1/4
                yield {"type": "enter_works", "hex": here, "works": "entrenched", "units": one}
            fort = self.document.get("forts", {}).get(here)
            inside = sum(number(g) for g in groups if g.get("station") == "fort")
            if group.get("station", "field") == "field" and fort and fort["side"] == self.mine and inside < 2:
                yield {"type": "enter_works", "hex": here, "works": "fort", "units": one}  # 11.3/1
        if self.document.get("entrenchments", {}).get(here) == self.mine:  # 12.1/3
            yield {"type": "remove_entrenchment", "hex": here}

    def _marches(self, here: str, ready: list[Document], ratings: list[int]) -> Iterator[Document]:
        for to in neighbours(here):
            order = {"type": "move_force", "from": here, "path": [to]}
            for violate in (False, True) if in_kentucky(to) else (False,):
                if self.may_enter(here, to, ready, ratings, 0, violate):
                    yield {**order, "violate_kentucky": violate}
            if sum(number(group) for group in ready) > 1:
                for group in ready:  # a part of the force goes apart, without leaders (5.2.1)
                    one = [{**group, "count": 1}]
                    if self.may_enter(here, to, one, [], 0, False):
                        yield {**order, "units": one, "leaders": []}

    def _work(self, here: str, ready: list[Document], ratings: list[int]) -> Iterator[Document]:
        shaken = [g for g in ready if g.get("demoralized") and not g.get("oos")]
        if shaken and self.supplied(here):  # 5.3.7/1
            yield {"type": "rally", "hex": here}
        diggers = [g for g in ready if g.get("station", "field") == "field"]
        digging = any(activity(g) == "digging" for g in self.groups(self.mine, here))
        if (
            places().get(here, {}).get("city")
            and here not in self.document.get("entrenchments", {})
            and not digging
            and sum(number(g) for g in diggers if g["kind"] == "asp") >= 2
            and not any(g.get("oos") for g in diggers)
            and self.supplied(here)
        ):  # 12.1/1
            yield {"type": "entrench", "hex": here}
        if self.has_rail(here):
            points = self.allowance(ready) + max(ratings, default=0)
            if here not in self.document.get("rail_breaks", {}):
                if points >= 5:
                    yield {"type": "break_rail", "from": here}
            elif points >= 2 and any(g["kind"] == "asp" for g in ready):
                yield {"type": "repair_rail", "from": here}

    def may_enter(
        self,
        here: str,
        to: str,
        units: list[Document],
        ratings: list[int],
        spent: int,
        violate: bool,
        moving: Document | None = None,
    ) -> bool:
        """Whether units with leaders of these ratings may go one hex on (5.0, 5.2.4, 5.3)."""
        if in_kentucky(to) and self.document.get("kentucky", "neutral") == "neutral" and not violate:
            return False  # 15.5/1
        base = moving["allowance"] if moving else self.allowance(units)
        if hexes()[here]["state"] != hexes()[to]["state"]:  # 4.3/5
            units = [group for group in units if group["kind"] != "msp"]
        if not units:
            return False
        if self.occupied(to) and not any(group["kind"] == "asp" for group in units):
            return False  # 9.2/4
        crossing = self.over(here, to)
        if crossing is None:
            return False
        bonus = max(ratings, default=0)
        massed = sum(number(group) for group in units) - bonus >= 8  # 5.2.4/1
        limit = base + (0 if massed else bonus)
        cost = self.ground(here, to) + crossing + massed
        if crossing == FERRY:
            cost += limit // 2 - FERRY  # 5.3.3/2
        if self.in_zone(here):
            cost += 2  # 5.3.5/1
        if self.occupied(to) or self.in_primary(to):
            cost += 2  # 6.2.1/2, 5.3.5/3
        if spent + cost > limit:
            return False
        if moving and moving.get("joined") and spent + cost > self.allowance(moving["joined"]):
            return False  # 5.2.3/3
        return bool(ratings) or self.supplied(to)  # 5.3.6/2

    def leader_may_go(self, here: str, to: str) -> bool:
        """10.2/2, 10.2/3: 1 for any hex, no enemy zone, no hex without supply."""
        neutral = in_kentucky(to) and self.document.get("kentucky", "neutral") == "neutral"
        shut = self.occupied(to) or self.in_zone(to) or neutral or self.over(here, to) is None
        return not shut and self.supplied(to)

    def allowance(self, units: list[Document]) -> int:
        """5.3/1: the Track's points, halved and rounded up if any of the units is out of supply."""
        points = POINTS[self.turn]
        return (points + 1) // 2 if any(group.get("oos") for group in units) else points

    def ground(self, here: str, to: str) -> int:
        """5.3.2: the hex entered, or 1 along a railroad or a road."""
        step = frozenset((here, to))
        if step in stretches("railroads") or step in stretches("roads"):
            return 1
        return 1 if hexes()[to]["terrain"] == "clear" else 2

    def over(self, here: str, to: str) -> int | None:
        """What a hexside costs, None if there is no way over; no force here starts in a loop."""
        kind, crossing = water(self.turn, here, to)
        if kind in WIDE:
            return {"bridge": 0, "ferry": FERRY}.get(crossing)
        return 1 if kind == "minor" and crossing != "bridge" else 0

    def groups(self, side: str, here: str) -> list[Document]:
        """The strength points in a hex, plain ones and marked ones alike, each kind of them a group."""
        stack = self.document["forces"].get(here, {}).get(side, {})
        marked = stack.get("marked", [])
        plain = [
            {"kind": kind, "count": stack[kind] - sum(number(g) for g in marked if g["kind"] == kind)}
            for kind in ("asp", "msp", "cavalry")
            if kind in stack
        ]
        return [group for group in [*plain, *marked] if number(group)]

    def occupied(self, here: str) -> bool:
        """5.3.5/4, by the enemy."""
        fort = self.document.get("forts", {}).get(here)
        return bool(self.groups(self.enemy, here)) or (fort is not None and fort["side"] == self.enemy)

    def has_rail(self, here: str) -> bool:
        return here in rail_hexes()

    def _able(self, here: str, steady: bool) -> bool:
        """Whether some enemy infantry in a hex exerts a zone (6.1), `steady`: a secondary one too."""
        return any(
            group["kind"] == "asp"
            and group.get("station", "field") == "field"
            and not group.get("oos")
            and not (steady and group.get("demoralized"))
            for group in self.groups(self.enemy, here)
        )

    def _extends(self, here: str, to: str) -> bool:
        """6.2: whether a primary zone runs from a hex into the next."""
        fort = self.document.get("forts", {}).get(to)
        if (fort and fort["state"] != "silenced") or hexes()[to]["terrain"] == "swamp":
            return False
        return water(self.turn, here, to)[0] in ("", "minor")

    def in_primary(self, here: str) -> bool:
        return self._able(here, False) or any(
            self._able(near, False) and self._extends(near, here) for near in neighbours(here)
        )

    def _runs_on(self, here: str, to: str) -> bool:
        """6.3/1, 15.4: whether a secondary zone may run from a hex into the next."""
        place, terrain = places().get(to, {}), hexes()[to]
        if not self._extends(here, to) or water(self.turn, here, to)[0] or terrain["terrain"] == "rough":
            return False
        if self.enemy == "confederate" and terrain["appalachia"]:
            return False
        return not (place.get("city") and self.controller(to) == self.mine)

    def in_zone(self, here: str) -> bool:
        """Whether a hex is in an enemy zone of either kind."""
        return self.in_primary(here) or any(
            self._able(far, True) and self._runs_on(far, middle) and self._runs_on(middle, here)
            for middle in neighbours(here)
            for far in neighbours(middle)
            if far != here and far not in neighbours(here)
        )

    def controller(self, here: str) -> str:
        """Who controls a hex: as the position says, else the side whose state it lies in."""
        stated = self.document.get("control", {}).get(here)
        if stated:
            return str(stated)
        state = hexes()[here]["state"]
        if state == "KY":
            return str(self.document.get("kentucky", "neutral"))
        return "confederate" if state in SECEDED else "union"

    def supplied(self, here: str) -> bool:
        if here not in self._supplied:
            self._supplied[here] = self._traces(here)
        return self._supplied[here]

    def _traces(self, here: str) -> bool:
        """Whether a force in a hex could trace supply over land, and over its own side's railroads (8.1).

        A line goes to a source of its side, at most the Track's length over land, then along rails.
        """
        spent = {here: 0}
        while True:  # relax every step until nothing gets nearer: slow, and plain to see
            before = dict(spent)
            for at, so_far in before.items():
                for to in neighbours(at):
                    cost = self._line_cost(at, to)
                    if cost is not None and so_far + cost <= min(LENGTH[self.turn], spent.get(to, 99) - 1):
                        spent[to] = so_far + cost
            if spent == before:
                break
        return any(self._is_source(at) or self._on_rails_to_a_source(at) for at in spent)

    def _line_cost(self, at: str, to: str) -> int | None:
        crossing = self.over(at, to)
        if crossing is None or self._bars_lines(to):
            return None
        return self.ground(at, to) + (LENGTH[self.turn] // 2 if crossing == FERRY else crossing)

    def _bars_lines(self, here: str) -> bool:
        if here not in self._barred:
            self._barred[here] = self._bars(here)
        return self._barred[here]

    def _bars(self, here: str) -> bool:
        neutral = in_kentucky(here) and self.document.get("kentucky", "neutral") == "neutral"
        held = bool(self.groups(self.mine, here))
        return self.occupied(here) or neutral or (self.in_primary(here) and not held)

    def _is_source(self, here: str) -> bool:
        place = places().get(here, {})
        if self.mine == "union":
            return bool(place.get("supply_source")) and not self.occupied(here)
        return bool(place.get("critical")) and self.controller(here) == "confederate"

    def _on_rails_to_a_source(self, here: str) -> bool:
        seen, frontier = {here}, [here]
        while frontier:
            at = frontier.pop()
            if not self.has_rail(at) or self.controller(at) != self.mine:
                continue
            if self._is_source(at):
                return True
            if at in self.document.get("rail_breaks", {}):
                continue
            for to in neighbours(at):
                open_way = not self._bars_lines(to) and frozenset((at, to)) in stretches("railroads")
                if to not in seen and open_way:
                    seen.add(to)
                    frontier.append(to)
        return False


FERRY = 100  # the mark of a ferry among the hexsides' costs
SECEDED = ("VA", "NC", "SC", "GA", "FL", "AL", "MS", "LA", "TX", "AR", "TN")


def in_kentucky(here: str) -> bool:
    return hexes()[here]["state"] == "KY"


def number(group: Document) -> int:
    return int(group.get("count", 1))


def activity(group: Document) -> str:
    return str(group.get("activity", "ready"))
