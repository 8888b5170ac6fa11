"""The service's own decisions on intents, decided again (docs/dice.md, the tournament level)."""

from collections.abc import Callable, Sequence
from typing import Any

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.match import commands as c
from ironclad.domain.match import intents
from ironclad.domain.match.events import EVENTS, Asked, IntentRefused, TournamentSet
from ironclad.domain.match.state import Match
from ironclad.eventlog.bundle.records import Stored

_SET = f"{EVENTS.family}.tournament_set.1"
_REFUSED = f"{EVENTS.family}.intent_refused.1"

Refusal = Callable[[str, str, Asked], str | None]
"""The rule by which a seat's request on a line is refused before it rolls, if it is."""


def terms_in(command: c.OpenGame, append: Sequence[Stored]) -> TournamentSet | None:
    """The terms that the service set for a game of that level, as they are recorded. Raises Refused."""
    found = [_read(event) for event in append if event.name == _SET]
    if not isinstance(command.dice, str) or command.dice == V2:
        return None
    if command.dice not in intents.LEVELS or not found or not isinstance(found[0], TournamentSet):
        raise Refused("dice/tournament", f"no terms of the level {command.dice!r} are set")
    intents.check_terms(found[0])
    return found[0]


def settled(
    match: Match, command: c.VoidIntent | c.RefuseIntent, append: Sequence[Stored], refusal: Refusal
) -> list[Event]:
    """An intent was void, or its request refused: by what rule is decided again. Raises Refused."""
    if isinstance(command, c.VoidIntent):
        return intents.voided(match, command)
    if intents.waiting(match, command.timeline, command.seat) is None:
        raise Refused("dice/intent", f"{command.seat} has committed to nothing there")
    for event in append:
        read: Any = _read(event) if event.name == _REFUSED else None
        if isinstance(read, IntentRefused):
            rule = refusal(command.timeline, command.seat, read.request)
            if rule is None:
                raise Refused("dice/intent", "the rules do not refuse the request that was committed to")
            return intents.refused(match, command, read.request, rule)
    raise Refused("dice/intent", "the request that was refused is not given")


def _read(event: Stored) -> Event:
    return EVENTS.decode(event.name, bytes(event.body))
