"""What there is to say of each place, and lists beside those of the forces: both as blocks.

Every figure is that of another view.
"""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.board.map_files import merged
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import place_of
from ironclad.domain.games.eagle_variant.readers.labels import army_name
from ironclad.domain.games.eagle_variant.readers.views.armies import armies_view
from ironclad.domain.games.eagle_variant.readers.views.general import (
    economy_view,
    map_view,
    politics_view,
)
from ironclad.domain.kernel.drawing.blocks import Block, Said, facts, heading, items, table
from ironclad.domain.kernel.drawing.blocks import place as link
from ironclad.domain.kernel.drawing.blocks import side_name as coloured

View = dict[str, Any]
Told = Iterator[tuple[str, Said]]  # of a space
_HEADINGS = ("Units", "City", "Control")


def places_view(position: Position) -> View:
    """By place of the board, what is there: units, its city, who controls it.

    What is in a region of the map without the rule of rivers is said in both of its parts.
    """
    shown, found = map_view(position), dict[str, list[Block]]()
    parts = (_armies(position), _cities(shown), _control(shown))
    for name, part in zip(_HEADINGS, parts, strict=True):
        rows: dict[str, list[Said]] = {}
        for space, said in part:
            for at in _places(space):
                rows.setdefault(at, []).append(said)
        for at, told in rows.items():
            found.setdefault(at, []).extend([heading(name, 3), items(told)])
    return {"places": dict(sorted(found.items()))}


def _places(space: str) -> tuple[str, ...]:
    return merged()[space][1] if space in merged() else (space,)


def _whose(side: str) -> Said:
    return coloured(side, army_name(side)) if side in SIDES else army_name(side)


def _armies(position: Position) -> Told:
    for each in armies_view(position)["armies"]:
        yield each["space"], [_whose(each["army"]), f": {each['says']}"]


def _cities(shown: View) -> Told:
    for each in shown["cities"]:
        marks = ["port"] if each["port"] else []
        marks += [f"river port ({each['river_port']})"] if each["river_port"] else []
        said = ", ".join([f"worth {each['points']} PP", *marks])
        yield each["id"], [f"{each['name']}: {said}, controlled by ", _whose(each["holder"] or "")]


def _control(shown: View) -> Told:
    for space, side in shown["control"].items():
        shut = " (closed now)" if space in shown["closed"] else ""
        yield space, ["Controlled by ", _whose(side or ""), shut]


def lists_view(position: Position) -> View:
    """Lists below those of the forces: units by nation, cities, money, and orders that the reader sealed."""
    return {
        "blocks": [
            *_strengths(position),
            *_city_list(position),
            *_money(position),
            *_goals(position),
            *_sealed(position),
        ]
    }


def _strengths(position: Position) -> list[Block]:
    kinds = ("infantry", "cavalry", "artillery", "leader", "elite")
    rows: list[list[Said]] = [
        [_whose(nation), *(str(counted[kind]) for kind in kinds)]
        for nation, counted in sorted(armies_view(position)["totals"].items())
    ]
    heads: list[Said] = ["", "Infantry", "Cavalry", "Artillery", "Leaders", "Elite"]
    return [heading("Units"), table(heads, rows, caption="Units on the map by nation")]


def _city_list(position: Position) -> list[Block]:
    rows: list[list[Said]] = [
        [link(place_of(each["id"]), each["name"]), str(each["points"]), _whose(each["holder"] or "")]
        for each in map_view(position)["cities"]
    ]
    return [heading("Cities"), table(["City", "PP", "Controlled by"], rows, caption="Cities")]


def _money(position: Position) -> list[Block]:
    rows: list[list[Said]] = [
        [_whose(each["nation"]), str(each["pool"]), str(each["income"])]
        for side in economy_view(position)["sides"]
        for each in side["nations"]
    ]
    return [heading("Production points"), table(["", "Saved", "Income now"], rows, caption="PP by nation")]


def _goals(position: Position) -> list[Block]:
    shown = politics_view(position)["goals"]
    rows: list[tuple[str, Said]] = [
        (army_name(side), f"{each['count']} of {each['needs']} cities that it needs")
        for side, each in shown.items()
    ]
    return [heading("Victory"), facts(rows)]


def _sealed(position: Position) -> list[Block]:
    """Free infantry that is placed hidden: its places for its own side, that it is in for the other."""
    rows: list[tuple[str, Said]] = [
        (army_name(side), ", ".join(map(name_of, position.free.get(side, ()))) or "placed, sealed")
        for side in position.free_given
    ]
    return [heading("Free infantry"), facts(rows)] if rows else []
