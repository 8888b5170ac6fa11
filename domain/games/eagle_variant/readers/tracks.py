"""The tracks beside the map, as blocks: turns, ratings and points, Europe, victory, the battle under way."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.battles import COLUMN_OF, LATE
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import place_of
from ironclad.domain.games.eagle_variant.readers.labels import army_name, force, line
from ironclad.domain.games.eagle_variant.readers.views.battle import battle_view
from ironclad.domain.games.eagle_variant.readers.views.general import economy_view, politics_view
from ironclad.domain.games.eagle_variant.readers.views.play import last_turn, turns_view
from ironclad.domain.games.eagle_variant.rules.c10_politics.rating import HIGHEST, LOWEST
from ironclad.domain.kernel.drawing.blocks import (
    Block,
    Said,
    box,
    clause,
    facts,
    heading,
    legend,
    place,
    side_name,
    signed,
    table,
    text,
    track,
    why,
)

View = dict[str, Any]
_BOXES = {**{name: f"{name.replace('_', ' ')}" for name in COLUMN_OF}, **dict.fromkeys(LATE, "not yet there")}


def tracks_view(position: Position) -> View:
    """The tracks as blocks, with their clauses and the events that changed them."""
    return {
        "blocks": [
            *_battle(position),
            *_turns(position),
            *_ratings(position),
            *_money(position),
            *_europe(position),
            *_election(position),
            *_victory(position),
        ]
    }


def _whose(army: str) -> Said:
    return side_name(army, army_name(army)) if army in SIDES else army_name(army)


# -- turns


def _turns(position: Position) -> Iterator[Block]:
    shown, last = turns_view(position), last_turn(position)
    yield heading("Turns")
    yield track(
        f"Turn {position.turn}{f' of {last}' if last else ''}",
        [_box(position, each) for each in shown["turns"]],
    )
    yield legend([("production", "a production round follows"), ("election", "presidential election")])
    yield text([line(position), " ", clause("turn-order/1")])


def _box(position: Position, turn: View) -> Block:
    marks = [name for name in ("production", "election") if turn[name]]
    title = "; ".join([f"Turn {turn['turn']}, {turn['month']}", *marks])
    now, past = turn["turn"] == position.turn, turn["turn"] < position.turn
    return box(str(turn["turn"]), title, marks, now=now, past=past)


# -- ratings and points


def _ratings(position: Position) -> Iterator[Block]:
    """Rail Stock and Naval Ratings by marker; what is left of them while a side moves."""
    yield heading("Rail Stock and Naval Ratings")
    rows: list[list[Said]] = []
    for side in economy_view(position)["sides"]:
        left = side["rail_stock_left"]
        stock = str(side["rail_stock"]) if left is None else f"{side['rail_stock']} ({left} left)"
        rows.append([_whose(side["side"]), "Rail Stock", stock])
        for water, markers in side["fleets"].items():
            left = side["carries"][water]
            for marker, rating in markers.items():
                name = "blockade" if marker == "blockade" else f"{army_name(marker)}, {water}"
                rows.append([_whose(side["side"]), name, str(rating)])
            if left is not None and markers:
                rows.append([_whose(side["side"]), f"still carries, {water}", str(left)])
    yield table(["Side", "", "Rating"], rows, caption="Rail Stock and Naval Ratings")
    yield why("Rail Stock", ["rail-movement/2", "battle-effects/10"], ["rating_bought"])


def _money(position: Position) -> Iterator[Block]:
    """Saved production points (PP), and what the parts of an income are now."""
    yield heading("Production points")
    rows: list[list[Said]] = []
    for side in economy_view(position)["sides"]:
        rows += [[_whose(each["nation"]), str(each["pool"]), str(each["income"])] for each in side["nations"]]
    yield table(["", "Saved", "Income now"], rows, caption="PP by nation")
    yield why("income", ["unit-production-and-placement/1"], ["income_received"])


# -- Europe and politics


def _europe(position: Position) -> Iterator[Block]:
    shown = politics_view(position)
    if not position.has("political_initiative"):
        return
    yield heading("Europe and politics")
    if shown["rating"] is not None:
        low, high = min(LOWEST, shown["rating"]), max(HIGHEST, shown["rating"])
        boxes = [
            box(str(number), f"Rating {number}", now=number == shown["rating"])
            for number in range(low, high + 1)
        ]
        yield track(f"European Intervention Rating {shown['rating']}", boxes)
        yield why("the rating", ["european-intervention-rating/1"], ["rating_moved"])
    rows: list[tuple[str, Said]] = [
        ("At war with the USA", ", ".join(map(army_name, shown["at_war"])) or "no power"),
        ("Emancipation declared by", ", ".join(map(army_name, shown["emancipated"])) or "nobody"),
        ("Conscription declared by", ", ".join(map(army_name, shown["conscripted"])) or "nobody"),
        ("States that have left the CSA", ", ".join(shown["seceded"]) or "none"),
    ]
    yield facts(rows)


def _election(position: Position) -> Iterator[Block]:
    """What counts in the election of 1864 as things are now."""
    if (shown := politics_view(position)["election"]) is None:
        return
    yield heading("Election of 1864")
    needed = f"2d6 {signed(shown['total'])} has to be {shown['needs']} or more "
    yield text([needed, clause("1864-presidential-election/2")])
    rows: list[list[Said]] = [
        [_counted(position, each["what"]), signed(each["points"]), clause(each["rule"])]
        for each in shown["modifiers"]
    ]
    if rows:
        yield table(["What counts", "", "Clause"], rows, caption="Modifiers of the election")


def _counted(position: Position, what: str) -> Said:
    if what in position.board.spaces:
        return place(place_of(what), name_of(what))
    return what.replace("_", " ")


# -- victory


def _victory(position: Position) -> Iterator[Block]:
    yield heading("Victory")
    for side, goal in politics_view(position)["goals"].items():
        counted = f" holds {goal['count']} of {goal['needs']} cities that it needs "
        yield text([_whose(side), counted, clause(goal["rule"])])
        if goal["held"]:
            rows: list[list[Said]] = [[place(place_of(city), name_of(city))] for city in goal["held"]]
            yield table(["Held"], rows, caption=f"Cities that the {army_name(side)} holds")
    yield why("cities", ["scenarios/5", "scenarios/6"], ["city_captured"])


# -- the battle


def _battle(position: Position) -> Iterator[Block]:
    """The battle under way: each army's units box by box."""
    if (shown := battle_view(position)["battle"]) is None:
        return
    yield heading("Battle")
    phase = f", {shown['phase']} phase" if shown["phase"] else ""
    acting = f", {army_name(shown['acting'])} acts" if shown["acting"] else ""
    yield text([place(place_of(shown["space"]), shown["where"]), f": {shown['line']}{phase}{acting}"])
    for army in shown["armies"]:
        rows: list[list[Said]] = [
            [_BOXES.get(name, name), force(position.units, ids, army["army"])]
            for name, ids in army["boxes"].items()
        ]
        if army["unplaced"]:
            rows.append(["not set up", force(position.units, army["unplaced"], army["army"])])
        caption = f"{army_name(army['army'])}: {army['brigades']} brigades, {len(army['lost'])} lost"
        yield table(["Space", "Units"], rows, caption=caption)
