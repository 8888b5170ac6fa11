"""A process that kills itself at the moment that a command's id names: before its write, within, after it."""

import os
import signal
from pathlib import Path
from typing import Any

from ironclad.eventlog.log import LogBook

MOMENTS = ("before", "within", "after")


def spoil(marks: Path) -> None:
    """Die of commands whose ids begin with a moment, each once: `marks` is where it is noted."""
    append = LogBook.append

    def dying(self: LogBook, facts: Any, answer: Any = None, also: Any = None, standing: Any = ()) -> Any:
        moment = str(answer.id).partition("-")[0] if answer is not None else ""
        mark = marks / str(answer.id)
        if moment not in MOMENTS or mark.exists():
            return append(self, facts, answer, also, standing)
        mark.touch()
        if moment == "before":
            _die()
        # Other work of the same transaction: the events are written then, or about to be, and not committed.
        made = append(self, facts, answer, _die if moment == "within" else also, standing)
        _die()
        return made

    LogBook.append = dying  # type: ignore[method-assign]


def _die(_: object = None) -> None:
    os.kill(os.getpid(), signal.SIGKILL)
