"""Answers about a position that are kept while it does not change.

Listing what a side may order asks the same of one position a thousand times: which zones cover this hex, what
bars this supply line. A question marked `remembered` is worked out once for the same arguments, as long as
the position does not change, that is from `keep_answers` to `forget_answers`. Only code that knows of every
change of a position calls these two: the kernel, on copies of its own (`decider.offers`, `sample` and
`execute`, and `kept` for readers), where `Resolution.emit`, the one way in which those change, forgets every
answer. On any other position a remembered question is an ordinary function.

The answers live in the position's `__dict__`, which a struct declared with `dict=True` has beside its fields:
a copy of it, its document and its frozen bytes are without them.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

Q = TypeVar("Q", bound=Callable[..., object])
T = TypeVar("T")
S = TypeVar("S")
P = ParamSpec("P")
_ANSWERS = "answers"


def keep_answers(position: object) -> None:
    """From here on the position does not change. Keeps nothing for a struct without `dict=True`."""
    if hasattr(position, "__dict__"):
        position.__dict__[_ANSWERS] = {}


def forget_answers(position: object) -> bool:
    """The position may change from here on; tells whether answers were kept."""
    return hasattr(position, "__dict__") and position.__dict__.pop(_ANSWERS, None) is not None


def remembered(question: Q) -> Q:
    """Mark a question about a position, its first argument; the others are hashable and given by place.

    It must ask the position and these arguments alone, and nobody may change its answer. Refusals are not
    kept. Raises TypeError for arguments by name: the same question would have two keys.
    """

    @wraps(question)
    def answered(position: Any, /, *asked: Any) -> Any:
        answers = position.__dict__.get(_ANSWERS)
        if answers is None:
            return question(position, *asked)
        try:
            return answers[question, asked]
        except KeyError:
            pass
        answer = answers[question, asked] = question(position, *asked)
        return answer

    return cast("Q", answered)


def kept(reader: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """The reader of a position, which works on a copy that keeps answers: it asks the same many times."""

    @wraps(reader)
    def reads(position: S, /, *args: P.args, **more: P.kwargs) -> T:
        still: S = cast("Any", position).copy()
        keep_answers(still)
        return reader(still, *args, **more)

    return reads


class Recent:
    """The last few answers to a question, each found again by the parts of the position it depends on."""

    def __init__(self, size: int = 12) -> None:
        self._size = size
        self._answers: list[tuple[Any, Any]] = []

    def get(self, parts: Any, answer: Callable[[], T]) -> T:
        """The answer for these parts, worked out if it is not remembered. `parts` must be copies."""
        for index, (known, found) in enumerate(self._answers):
            if known == parts:
                if index:
                    self._answers.insert(0, self._answers.pop(index))
                result: T = found
                return result
        made = answer()
        self._answers.insert(0, (parts, made))
        del self._answers[self._size :]
        return made
