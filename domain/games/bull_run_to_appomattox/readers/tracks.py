"""The tracks beside the map, as blocks: turns, money and action points, victory, the North's technology."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.charts import Turn, limits, turns
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.readers.overlays import blockaded_seas
from ironclad.domain.games.bull_run_to_appomattox.readers.saying import SIDE_NAMES, line
from ironclad.domain.games.bull_run_to_appomattox.readers.scene import place_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.revenue import paying_cities
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import (
    is_introductory,
    last_turn,
    victory_points,
)
from ironclad.domain.kernel.drawing.blocks import (
    Block,
    Said,
    box,
    clause,
    facts,
    fold,
    heading,
    legend,
    place,
    side_name,
    table,
    text,
    track,
    why,
)

View = dict[str, Any]
FIXED = {
    "davis": "Davis leads the Confederacy (8.8)",
    "abolition": "slavery is abolished (8.10)",
    "reelection": "the election of 1864 (8.11)",
}


def tracks_view(position: Position) -> View:
    """The tracks as blocks, each with its clauses and the events that changed it."""
    return {
        "blocks": [
            *_turns(position),
            *_money(position),
            *_victory(position),
            *_technology(position),
        ]
    }


def _side(side: str) -> Said:
    return side_name(side, SIDE_NAMES[side])


# -- turns


def _turns(position: Position) -> Iterator[Block]:
    last = position.first_turn + last_turn(position) - 1
    boxes = [each for each in turns().values() if position.first_turn <= each.turn <= last]
    yield heading("Turns")
    yield track(
        f"Turn {position.turn} of {len(boxes)}",
        [_box(position, each) for each in boxes],
    )
    yield legend([("winter", "winter"), ("waits", "a fixed event or technology")])
    yield text(line(position))
    yield fold(
        "What happens on which turn",
        [
            table(
                ("Turn", "Months", "Season", "AP bonus", "Brings"),
                [_record(position, each) for each in boxes],
                now=[position.turn - 1],
                wide="Turn track",
            )
        ],
    )


def _box(position: Position, turn: Turn) -> Block:
    number = turn.turn - position.first_turn + 1
    marks = ["winter"] if turn.winter else []
    marks += ["waits"] if turn.fixed_event or turn.technology else []
    title = "; ".join([f"Turn {number}, {turn.months}", *_brings(turn)])
    return box(str(number), title, marks, now=number == position.turn, past=number < position.turn)


def _record(position: Position, turn: Turn) -> list[Said]:
    bonus = ", ".join(f"{SIDE_NAMES[side]} +{turn.bonus[side]}" for side in SIDES if turn.bonus[side])
    number = turn.turn - position.first_turn + 1
    season = "winter" if turn.winter else "open"
    return [str(number), turn.months, season, bonus, "; ".join(_brings(turn))]


def _brings(turn: Turn) -> list[str]:
    says = ["winter"] if turn.winter else []
    says += [FIXED[turn.fixed_event]] if turn.fixed_event else []
    return says + (["technology (8.7)"] if turn.technology else [])


# -- money and action points


def _money(position: Position) -> Iterator[Block]:
    """Revenue and action points of both sides, which are open to all (9)."""
    yield heading("Revenue and action points")
    rows = [_account(position, side) for side in SIDES]
    yield table(["Side", "Revenue", "Cities pay", "AP left", "Initiative"], rows)
    if seas := blockaded_seas(position):
        yield text(["The North blockades ", *_places(seas), " ", clause("9.3/1")])
    changed_by = ["revenue_collected", "preparation_paid", "revenue_awarded"]
    yield why("revenue", ["9/2", "9.2/1", "9.3/1", "10/1"], changed_by)
    yield why("action points", ["2.8/1", "2.8/2"], ["initiative_rolled"])


def _account(position: Position, side: str) -> list[Said]:
    revenue, income = position.revenue.get(side, 0), sum(paying_cities(position, side).values())
    left = position.action_points.get(side, "")
    first = "yes" if position.initiative == side else ""
    return [_side(side), str(revenue), str(income), str(left), first]


def _places(ids: tuple[str, ...]) -> Iterator[Said]:
    for number, each in enumerate(ids):
        yield ", " if number else ""
        yield place(each, board().names[each])


# -- victory


def _victory(position: Position) -> Iterator[Block]:
    yield heading("Victory")
    if is_introductory(position):
        rows = [[_side(side), str(position.eliminated.get(side, 0))] for side in SIDES]
        yield table(["Side", "Enemy CP eliminated"], rows)
        yield text(["More enemy CP eliminated wins ", clause("17/4")])
        return
    yield facts(
        [(f"Points of the {SIDE_NAMES[side]}", str(victory_points(position, side))) for side in SIDES]
    )
    yield text(["Points decide only a game that stops early ", clause("14/4"), " ", clause("14/5")])
    yield from _goals(position, "north", limits().northern_goals, "14/1")
    yield from _goals(position, "south", limits().southern_goals, "14/2")
    yield why("victory points", ["14/5", "14/6"], ["site_points_scored", "city_taken"])


def _goals(position: Position, side: str, cities: tuple[str, ...], rule: str) -> Iterator[Block]:
    """The cities that a side needs all at once, with who holds each."""
    rows = [
        [place(place_of(zone), board().zones[zone].city), _holder(position.holders.get(zone, ""))]
        for zone in cities
    ]
    yield text(["The ", _side(side), " wins at once with all of these ", clause(rule)])
    yield table(["City", "Held by"], rows)


def _holder(side: str) -> Said:
    return _side(side) if side else "nobody"


def _technology(position: Position) -> Iterator[Block]:
    """What the North's industry has brought it (8.7)."""
    if position.technology:
        yield heading("Technology of the North")
        yield facts([(name.replace("_", " "), "gained") for name in position.technology])
        yield why("technology", ["8.7/1", "8.7/3"], ["technology_rolled"])
