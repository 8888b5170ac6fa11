"""Opening and closing decisions through events.

A ruleset whose position has an `agenda` calls `register` once, and then asks with `ask`, `interrupt` and
`ask_all`. One whose position keeps open decisions in its own way uses the two events alone and registers
what they do.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

import msgspec

from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.resolution import PositionLike, Resolution
from ironclad.domain.kernel.turn.agenda import Agenda


class DecisionOpened(Event, frozen=True, tag_field="type", tag="decision_opened", omit_defaults=True):
    """A decision is due: the game waits for this seat's answer.

    `above`: the decisions that were due before wait until this one, and those beside it, are closed.
    """

    due: Due
    above: bool = False


class DecisionClosed(Event, frozen=True, tag_field="type", tag="decision_closed"):
    """The decision that was due is answered, or overtaken by what it caused."""

    id: str


EVENTS: tuple[type[Event], ...] = (DecisionOpened, DecisionClosed)


class HasAgenda(PositionLike, Protocol):
    """A position that holds its open decisions as an agenda."""

    agenda: Agenda


P = TypeVar("P", bound=HasAgenda)


def register(handlers: Handlers[P]) -> None:
    """Let both events change the position's agenda."""
    handlers.evolves(DecisionOpened)(_opened)
    handlers.evolves(DecisionClosed)(_closed)


def ask(
    resolution: Resolution[P],
    seat: str,
    kind: str,
    rule: str,
    /,
    standing: Command | None = None,
    **about: Any,
) -> Due:
    """Open a decision beside those that are due, if any; `standing` is the seat's standing answer to it."""
    return _open(resolution, seat, kind, rule, about, above=False, standing=standing)


def interrupt(resolution: Resolution[P], seat: str, kind: str, rule: str, **about: Any) -> Due:
    """Open a decision that has to be answered before those that are due now."""
    return _open(resolution, seat, kind, rule, about, above=bool(resolution.position.agenda.layers))


def ask_all(
    resolution: Resolution[P],
    seats: Iterable[str],
    kind: str,
    rule: str,
    /,
    standing: Callable[[str], Command] | None = None,
    **about: Any,
) -> tuple[Due, ...]:
    """Open the same decision for several seats at once; each may answer first.

    `standing` gives each seat's standing answer to it.
    """
    return tuple(
        ask(resolution, seat, kind, rule, standing=None if standing is None else standing(seat), **about)
        for seat in seats
    )


def close(resolution: Resolution[P], due: Due) -> None:
    """Close a decision: it is answered. Raises ValueError if it is not open, which is a fault of the
    ruleset.
    """
    if resolution.position.agenda.find(due.id) is None:
        raise ValueError(f"decision {due.id} ({due.kind} of {due.seat}) is not open")
    resolution.emit(DecisionClosed(due.id))


def overtake(resolution: Resolution[P], overtaken: Callable[[Due], bool]) -> tuple[Due, ...]:
    """Close every open decision, in any layer, that what has happened makes pointless; gives those closed."""
    gone = tuple(each for each in resolution.position.agenda.all() if overtaken(each))
    for each in gone:
        resolution.emit(DecisionClosed(each.id))
    return gone


def _open(
    resolution: Resolution[P],
    seat: str,
    kind: str,
    rule: str,
    about: dict[str, Any],
    above: bool,
    standing: Command | None = None,
) -> Due:
    answer = msgspec.UNSET if standing is None else msgspec.to_builtins(standing)
    due = Due(resolution.position.agenda.next_id(), seat, kind, rule, about, answer)
    resolution.emit(DecisionOpened(due, above))
    return due


def _opened(position: HasAgenda, event: DecisionOpened) -> None:
    position.agenda = position.agenda.with_open(event.due, event.above)


def _closed(position: HasAgenda, event: DecisionClosed) -> None:
    position.agenda = position.agenda.without(event.id)
