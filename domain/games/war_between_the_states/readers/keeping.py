"""Readers ask the same of a position many times: they get a copy that keeps answers and does not change."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.kernel.engine.memo import keep_answers

T = TypeVar("T")
P = ParamSpec("P")


def kept(reader: Callable[Concatenate[Position, P], T]) -> Callable[Concatenate[Position, P], T]:
    """The reader, which works on a copy of its position that keeps answers."""

    @wraps(reader)
    def reads(position: Position, /, *args: P.args, **more: P.kwargs) -> T:
        still = position.copy()
        keep_answers(still)
        return reader(still, *args, **more)

    return reads
