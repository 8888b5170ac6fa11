"""Works in progress, and places that are remembered: what is dug, torn down, mined."""

from typing import Literal

import msgspec

from ironclad.domain.kernel.board.plane import Point

JobKind = Literal[
    "dig", "tear_down", "rebuild", "sap", "charge", "tear_track", "repair_track", "pontoon", "emplace",
    "take_down", "fight_fire", "mine", "board", "unload",
]  # fmt: skip


class Job(msgspec.Struct, frozen=True):
    """What a unit works at: a kind of work, and the piece of terrain or the place that it is done on."""

    kind: JobKind
    piece: str = ""


class Work(msgspec.Struct, frozen=True):
    """A work: its kind ("torn" for a place where something was torn down), its side, its line, the quarters
    of a turn that were spent on it, the piece it is done on, and the turn in which it comes to something.

    `cover` and `points` are those of what was torn down.
    """

    kind: str
    side: str
    line: tuple[Point, ...] = ()
    done: int = 0
    piece: str = ""
    turn: int = 0
    cover: str = ""
    points: int = 0
