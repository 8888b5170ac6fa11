"""The place of a game in the sequence of play, in words and as data."""

from typing import Any

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import turns
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.tell_turns import STEP_NAMES
from ironclad.domain.games.bull_run_to_appomattox.readers.prompts.questions import question
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import side_name
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import last_turn
from ironclad.domain.kernel.telling.words import counted

View = dict[str, Any]


def play_view(position: Position) -> View:
    """The turn, what is under way, which decisions are due, and how the game ended if it has.

    `line` says it in words. `turn` counts from 1, `box` is that of the turn track. `due` has every open
    decision with its `question`. `action_points` are those that each side has left.
    """
    box, ended = turns()[position.box], position.ended
    return {
        "line": turn_line(position),
        "turn": position.turn,
        "turns": last_turn(position),
        "box": position.box,
        "months": box.months,
        "winter": box.winter,
        "phase": position.phase,
        "initiative": position.initiative or None,
        "taking": position.taking or None,
        "action_points": dict(position.action_points),
        "passed": list(position.passed),
        "activation": None if position.activation is None else msgspec.to_builtins(position.activation),
        "due": [{**msgspec.to_builtins(due), "question": question(due)} for due in position.agenda.due]
        if ended is None
        else [],
        "outcome": None if ended is None else msgspec.to_builtins(ended),
    }


def turn_line(position: Position) -> str:
    """Where the game is: "turn 5 of 26, Nov-Dec 1861, winter, activation phase, the North activates"."""
    box = turns()[position.box]
    parts = [f"turn {position.turn} of {last_turn(position)}", box.months]
    parts += ["winter"] if box.winter else []
    if position.ended is not None:
        winner = position.ended.winner
        return ", ".join([*parts, f"{side_name(winner)} has won" if winner else "a draw"])
    parts += [STEP_NAMES[position.phase]] if position.phase in STEP_NAMES else []
    if position.taking:
        left = counted(position.action_points.get(position.taking, 0), "action point")
        parts.append(f"{side_name(position.taking)} activates, {left} left")
    return ", ".join(parts)


def turns_view(position: Position) -> View:
    """The turn track: months, winter, what each side adds to its action points, fixed events, technology."""
    first, last = position.first_turn, position.first_turn + last_turn(position) - 1
    track = [
        {
            "turn": number - first + 1,
            "box": number,
            "months": box.months,
            "winter": box.winter,
            "bonus": dict(box.bonus),
            "fixed_event": box.fixed_event or None,
            "technology": box.technology,
        }
        for number, box in sorted(turns().items())
        if first <= number <= last
    ]
    return {"turn": position.turn, "turns": track}
