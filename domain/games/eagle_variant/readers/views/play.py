"""The place of a game in the sequence of play, and the track of turns."""

from typing import Any

import msgspec

from ironclad.domain.games.eagle_variant.board.charts import LAST_TURN, date_of, month_of, numbers
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.labels import line
from ironclad.domain.games.eagle_variant.rules.c02_turns.sequence import PRODUCES_AFTER

View = dict[str, Any]


def play_view(position: Position) -> View:
    """The turn, what is under way, which decisions are due, and how the game ended if it has.

    `line` says it in words. `turn` counts months from 1. `moving` is the side that moves, `attacking` the
    one whose movement caused the battles that are due, in the spaces `pending`.
    """
    ended = position.ended
    return {
        "line": line(position),
        "turn": position.turn,
        "turns": last_turn(position),
        "month": date_of(position.turn),
        "phase": position.phase,
        "moving": position.moving or None,
        "attacking": position.attacking or None,
        "pending": list(position.pending),
        "due": [msgspec.to_builtins(due) for due in position.agenda.due] if ended is None else [],
        "outcome": None if ended is None else msgspec.to_builtins(ended),
    }


def last_turn(position: Position) -> int | None:
    """The number of the last turn; None by the reading that has none."""
    endless = position.table == "balanced" and position.plays("balanced_without_end")
    return None if endless else LAST_TURN


def turns_view(position: Position) -> View:
    """The turn track: months, those that a production round follows, and that of the election."""
    elects = int(numbers("election")["turn"]) if position.has("election_1864") else 0
    track = [
        {
            "turn": turn,
            "month": date_of(turn),
            "production": turn > 1 and month_of(turn) in PRODUCES_AFTER,
            "election": turn == elects,
        }
        for turn in range(1, max(position.turn, LAST_TURN) + 1)
    ]
    return {"turn": position.turn, "turns": track}
