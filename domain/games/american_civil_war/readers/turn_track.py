"""The Turn Record Track as blocks: the current turn, and what happens on which turn (3.2, TRT)."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.american_civil_war.position.state import SIDES, Position
from ironclad.domain.games.american_civil_war.readers.scene import SIDE_NAMES
from ironclad.domain.games.american_civil_war.readers.views.general import play_view
from ironclad.domain.games.american_civil_war.readers.views.turns import turns_view
from ironclad.domain.kernel.drawing.blocks import (
    Block,
    Said,
    box,
    clause,
    facts,
    fold,
    heading,
    legend,
    table,
    text,
    track,
    why,
)

View = dict[str, Any]
_HEADS = ("Turn", "Season", "MP", "Supply", "Union ASP", "Union builds", "Survive", "Win above", "Brings")


def turn_blocks(position: Position) -> Iterator[Block]:
    """The track, this turn's figures, and the record of all turns."""
    play, rows = play_view(position), turns_view(position)["turns"]
    told = [_brings(turn, before) for turn, before in zip(rows, (None, *rows), strict=False)]
    now = position.turn
    yield heading("Turns")
    yield track(
        f"Turn {now} of {len(rows)}",
        [_box(turn, brings, now) for turn, brings in zip(rows, told, strict=True)],
    )
    yield legend([("election", "election"), ("waits", "something is due")])
    phase = play["phase"].replace("_", " ") + (f", {play['step'].replace('_', ' ')}" if play["step"] else "")
    says = [f"{play['season'].capitalize()} {play['year']}", phase]
    if play["phase"] == "operations":
        says.append(f"impulse {play['impulse']}, {play['player'].capitalize()}")
    yield text(" · ".join(says))
    record = rows[now - 1]
    initiative = SIDE_NAMES[play["initiative"]] if play["initiative"] else "not rolled yet"
    yield facts(
        [
            ("Initiative", initiative),
            ("Movement points, supply length", f"{record['movement_points']}, {record['supply_length']}"),
        ]
    )
    yield why("initiative", ["3.2.1/3"], ["initiative_rolled"])
    yield fold(
        "What happens on which turn",
        [
            text([clause("TRT/1"), " ", clause("TRT/2"), " ", clause("ET/1")]),
            table(
                _HEADS,
                [_record(turn, brings) for turn, brings in zip(rows, told, strict=True)],
                now=[now - 1],
                wide="Turn record",
            ),
        ],
    )


def _box(turn: View, brings: list[str], now: int) -> Block:
    due = turn["due"]
    waits = due["draft_marker"] or due["forts"] or due["railway_units"] or any(due["leaders"].values())
    marks = [*(["election"] if turn["election"] else []), *(["waits"] if waits else [])]
    title = "; ".join([f"Turn {turn['turn']}, {turn['season']} {turn['year']}", *brings])
    return box(str(turn["turn"]), title, marks, now=turn["turn"] == now, past=turn["turn"] < now)


def _record(turn: View, brings: list[str]) -> list[Said]:
    figures = ("movement_points", "supply_length", "union_asp", "construction", "survival", "victory")
    season = f"{turn['season']} {turn['year']}"
    return [str(turn["turn"]), season, *(str(turn[each]) for each in figures), "; ".join(brings)]


def _brings(turn: View, before: View | None) -> list[str]:
    """What a turn brings, in words; `before` is the turn before it."""
    earlier, due = before or {}, turn["due"]
    says = ["Union election" if turn["election"] else ""]
    if turn["draft"] and not earlier.get("draft"):
        says.append("a draft may be declared from now on")
    if turn["kentucky_check"] and not earlier.get("kentucky_check"):
        says.append("Kentucky is rolled for from now on")
    new = [side for side in SIDES if turn["cavalry"][side] and not earlier.get("cavalry", {}).get(side)]
    says += [f"{SIDE_NAMES[side]} cavalry from now on" for side in new]
    if before is not None:
        says += [f"{kind.upper()} from now on" for kind in turn["builds"] if kind not in before["builds"]]
    if due["draft_marker"]:
        says.append(f"draft marker +{due['draft_marker']}")
    if forts := due["forts"]:
        says.append(f"{forts} Confederate fort{'s' if forts > 1 else ''} due")
    for side in SIDES:
        says += [f"leader {letter} ({SIDE_NAMES[side]}) returns" for letter in due["leaders"][side]]
    says += [f"{name} returns" for name in due["railway_units"]]
    return list(filter(None, says))
