"""Incomes and railroads a second time, read out of the book and the tables of the map alone.

Nothing of the ruleset is asked: a position is its document (`noted`), the map is the files in `data/`. The
clauses are in the comments.
"""

import csv
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "domain/games/eagle_variant/data"
Document = dict[str, Any]
SIDES = {"usa": "usa", "revolutionaries": "usa", "csa": "csa", "britain": "csa", "france": "csa"}
OTHER = {"usa": "csa", "csa": "usa"}
ELEVEN = (
    *("Virginia", "North Carolina", "South Carolina", "Georgia", "Florida", "Alabama", "Mississippi"),
    *("Tennessee", "Arkansas", "Louisiana", "Texas"),
)


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a file of the map."""
    lines = (DATA / f"{name}.csv").read_text("utf-8").splitlines()
    return tuple(csv.DictReader(line for line in lines if not line.startswith("#")))


@cache
def spaces() -> dict[str, dict[str, str]]:
    """The regions and the cities, each city with the state of the first region in its list (the-board/4)."""
    found = {row["region"]: row for row in table("regions")}
    for city in table("cities"):
        found[city["city"]] = {**city, "state": found[city["regions"].split("+")[0]]["state"]}
    return found


def noted(document: Document) -> Document:
    """A document with who has brigades in each space: sides, and "" for special forces of none."""
    there = dict[str, set[str]]()
    for unit in document.get("units", {}).values():
        if unit["kind"] != "leader":
            there.setdefault(unit["space"], set()).add(SIDES.get(unit["nation"], ""))
    return {**document, "there": there}


def brigades(document: Document, space: str) -> set[str]:
    """Who has brigades in a space."""
    return document["there"].get(space, set())  # type: ignore[no-any-return]


def left(document: Document, space: str) -> bool:
    """Whether a space is of a state that has left the CSA."""
    return spaces()[space]["state"] in document.get("seceded", [])


def worth(document: Document, city: str) -> int:
    """The historical value of a city, or 10 in the balanced scenario but for Mexico City (balanced/2)."""
    row = spaces()[city]
    return 10 if document["scenario"] == "balanced" and row["side"] != "mexico" else int(row["points"])


def pays(document: Document, city: str, side: str) -> bool:
    """Whether a city is in the income of a side."""
    color, there = spaces()[city]["side"], brigades(document, city)
    if "" in there or left(document, city):  # rioters, /3 and conscription/10; csa-declares-emancipation/12
        return False
    if color == side:  # unit-production-and-placement/1: no enemy brigade is in it
        return OTHER[side] not in there
    conquered = document.get("options", {}).get("conquered_cities_produce") == "yes"
    if color == "border" or (color == OTHER[side] and conquered):  # /1, /2
        return side in there
    return False  # war-with-europe/22


def support(document: Document) -> int:
    """What Europe offers the CSA, and its ports let in (csa-support-from-europe)."""
    offered = document.get("politics", {}).get("support", 0) + 10 * len(document.get("at_war", []))
    ports = [row["city"] for row in table("cities") if row["port"] and row["side"] == "csa"]
    return min(offered, sum(worth(document, port) for port in ports if pays(document, port, "csa")))


def income(document: Document, nation: str) -> int:
    """What comes in for a nation in a production round, before the blockade."""
    cities = [row["city"] for row in table("cities")]
    if nation == "france":  # war-with-europe/5
        return 20
    if nation == "britain":
        canadian = [city for city in cities if spaces()[city]["side"] == "canada"]
        return 20 + sum(worth(document, city) for city in canadian if "usa" not in brigades(document, city))
    politics = document.get("politics", {})
    found = sum(worth(document, city) for city in cities if pays(document, city, nation))
    if nation in politics.get("conscripted", []):  # conscription/2
        found += {"usa": 20, "csa": 15}[nation]
    if nation == "csa":
        if "csa" in politics.get("emancipated", []):  # csa-declares-emancipation/6
            found += sum(state not in document.get("seceded", []) for state in ELEVEN)
        found += support(document)
    return found


def pool(document: Document, nation: str) -> int:
    """What a nation has after its income, the blockade and a gift that it owes."""
    saved, comes = document.get("pools", {}).get(nation, 0), income(document, nation)
    if nation == "csa":  # blockade/10, /11
        takes_savings = document.get("options", {}).get("blockade_takes_savings") == "yes"
        comes -= min((document.get("production") or {}).get("loss", 0), comes + takes_savings * saved)
    have = saved + comes
    owes = nation in document.get("politics", {}).get("debts", [])  # european-diplomacy/2, other reading
    return have - min(10, have) if owes else have


def holds(document: Document, space: str) -> str:
    """Which side controls a space, "" for neither (the-board/8, /9)."""
    color, there = spaces()[space]["side"], brigades(document, space)
    for side in OTHER:
        if there == {side}:
            return side
    if there or left(document, space):
        return ""
    at_war = document.get("at_war", [])
    if (color == "canada" and "britain" in at_war) or (color == "mexico" and "france" in at_war):
        return "csa"  # the-board/10
    return color if color in OTHER else ""


def no_train(document: Document, space: str, side: str) -> bool:
    """Whether no train of a side passes a space (rail-movement/3, /4, /6)."""
    there = brigades(document, space)
    if spaces()[space]["side"] in ("canada", "mexico") and not document.get("war"):
        return True  # movement-restrictions/1
    if "" in there or OTHER[side] in there or holds(document, space) == OTHER[side]:
        return True
    return left(document, space) and side not in there


def trains(document: Document, start: str, side: str) -> set[str]:
    """Where trains of a side may go from a city: along each line, to other lines at cities alone."""
    lines = [[row["a"], *row["regions"].split("+"), row["b"]] for row in table("railroads")]
    reached, cities, open_cities = set[str](), {start}, [start]
    while open_cities:
        city = open_cities.pop()
        for line in lines:
            for way in (line, line[::-1]):
                if way[0] != city:
                    continue
                for space in way[1:]:
                    if no_train(document, space, side):
                        break
                    reached.add(space)
                    if space == way[-1] and space not in cities:
                        cities.add(space)
                        open_cities.append(space)
    units = document.get("units", {}).values()
    others = {unit["space"] for unit in units if SIDES.get(unit["nation"], "") != side}
    return reached - others - {start}  # rail-movement/5
