"""What there is to say of each place, and lists of what is afloat, in the reserve or taken: both as blocks.

Every figure is that of another view.
"""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.readers.views.armies import armies_view
from ironclad.domain.games.bull_run_to_appomattox.readers.views.general import (
    economy_view,
    map_view,
    politics_view,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import hqs, side_name
from ironclad.domain.kernel.drawing.blocks import (
    Block,
    Said,
    facts,
    heading,
    items,
    table,
)
from ironclad.domain.kernel.drawing.blocks import place as link
from ironclad.domain.kernel.drawing.blocks import side_name as coloured
from ironclad.domain.kernel.telling.words import counted, sentence

View = dict[str, Any]
Told = Iterator[tuple[str, Said]]  # of a place
_HEADINGS = ("Armies", "City", "Works", "Vessels")


def places_view(position: Position) -> View:
    """By zone, bank, sea or mountain area, what is there: armies, its city, works and sieges, vessels."""
    shown, found = map_view(position), dict[str, list[Block]]()
    parts = (_armies(position), _cities(shown), _works(shown), _vessels(shown))
    for name, part in zip(_HEADINGS, parts, strict=True):
        rows: dict[str, list[Said]] = {}
        for at, said in part:
            rows.setdefault(at, []).append(said)
        for at, told in rows.items():
            found.setdefault(at, []).extend([heading(name, 3), items(told)])
    return {"places": dict(sorted(found.items()))}


def _whose(side: str) -> Block:
    return coloured(side, sentence(side_name(side)))


def _armies(position: Position) -> Told:
    shown = armies_view(position)
    for each in shown["armies"]:
        marks = [name for name in ("experienced", "active", "besieged", "besieges", "digging") if each[name]]
        marked = f" ({', '.join(marks)})" if marks else ""
        yield each["spot"], [_whose(each["side"]), f": {each['name']}{marked}, {each['says']}"]
    for each in shown["leaderless"]:
        yield each["spot"], [_whose(each["side"]), f": leaderless units, {each['says']}"]


def _cities(shown: View) -> Told:
    for each in shown["cities"]:
        holder = side_name(each["holder"] or "")
        rank = "major city" if each["major"] else "city"
        marks = ", pillaged in this turn" if each["pillaged"] else ""
        yield each["zone"], f"{each['name']}: {rank} of value {each['value']}, held by {holder}{marks}"


def _works(shown: View) -> Told:
    for each in shown["forts"]:
        state = "at full strength" if each["steps"] > 1 else "reduced"
        yield each["spot"], [_whose(each["side"]), f": fort, {state}"]
    for each in shown["works"]:
        state = "fortification" if each["done"] else "fortification, dug in this phase"
        yield each["spot"], [_whose(each["side"]), f": {state}"]
    for each in shown["sieges"]:
        since = f" besieges since turn {each['first_turn']}; it falls as turn {each['falls']} begins"
        yield each["spot"], [_whose(each["besieger"]), since]
    for each in shown["broken_rails"]:
        yield each["zone"], "The railroad is destroyed"


def _vessels(shown: View) -> Told:
    for each in shown["fleets"]:
        yield each["place"], [_whose(each["side"]), f": {_fleet(each)}"]
    for each in shown["raiders"]:
        yield each["spot"], [_whose(each["side"]), f": raider of {each['strength']} CP"]


def _fleet(each: View) -> str:
    state = "" if each["steps"] > 1 else ", reduced"
    carried = f", carries {hqs(each['carries'])}" if each["carries"] else ""
    return f"{each['name']}{state}{carried}"


def lists_view(position: Position) -> View:
    """Lists below those of the forces: fleets, cities, money, HQs that are not on the map, points."""
    shown = map_view(position)
    return {
        "blocks": [
            *_fleet_list(shown),
            *_money(position),
            *_away(position),
            *_points(position),
        ]
    }


def _fleet_list(shown: View) -> list[Block]:
    rows: list[list[Said]] = [
        [coloured(each["side"], _fleet(each)), link(each["place"], each["where"])] for each in shown["fleets"]
    ]
    return (
        [heading("Fleets"), table(["Fleet", "Where"], rows, caption="Fleets of both sides")] if rows else []
    )


def _money(position: Position) -> list[Block]:
    rows: list[list[Said]] = []
    for each in economy_view(position)["sides"]:
        income, total = each["income"], each["upkeep_total"]
        rows.append(
            [
                _whose(each["side"]),
                str(each["revenue"]),
                "not known" if income is None else str(income),
                "not known" if total is None else str(total),
            ]
        )
    heads: list[Said] = ["", "Revenue", "Income now", "Maintenance"]
    return [heading("Revenue"), table(heads, rows, caption="Revenue points of both sides")]


def _away(position: Position) -> list[Block]:
    shown = armies_view(position)
    rows: list[tuple[str, Said]] = [
        (f"{sentence(side_name(side))}, {name}", hqs(shown[state][side]))
        for state, name in (("reserve", "in reserve"), ("drawn", "drawn"), ("out", "out of the game"))
        for side in SIDES
        if shown[state][side]
    ]
    return [heading("HQs that are not on the map"), facts(rows)] if rows else []


def _points(position: Position) -> list[Block]:
    shown = politics_view(position)
    rows: list[tuple[str, Said]] = []
    for side in SIDES:
        held = sum(each["held"] for each in shown["goals"][side])
        goals = f"{held} of {counted(len(shown['goals'][side]), 'city', 'cities')} that it needs"
        points = counted(shown["points"][side], "victory point")
        rows.append((sentence(side_name(side)), f"{points}, {goals}"))
    return [heading("Victory"), facts(rows)]
