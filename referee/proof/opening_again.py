"""The opening of a game, decided again."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match import commands as c
from ironclad.domain.match import dice
from ironclad.domain.match.events import (
    EVENTS,
    CommandAccepted,
    SealSet,
)
from ironclad.domain.match.state import MAIN
from ironclad.eventlog.bundle import reintending
from ironclad.eventlog.bundle.comparing import Caused, caused_on, check_rolls
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.errors import Unreadable
from ironclad.eventlog.log import MATCH
from ironclad.referee.dice.service import scheme_of_opening, terms_of
from ironclad.referee.opening import begin, begun_clocks, opening
from ironclad.referee.proof.game_again import GameAgain
from ironclad.referee.proof.recorded import (
    chains_in,
    dice_of,
    is_fair,
    positions_in,
    recorded_in,
)
from ironclad.referee.request_limits import INLINE_POSITION_LIMIT
from ironclad.referee.sealing.seals import check_opening


class CannotDecide(Exception):
    """This build has not the rules that the game was played by; what it would need."""


class OpeningAgain:
    """Decides the opening of one game again."""

    def __init__(
        self, game: GameAgain, ruleset: Callable[[str], Ruleset[Any]], blobs: Mapping[str, bytes]
    ) -> None:
        """`ruleset` finds rules by name, or raises LookupError. `blobs` are documents by SHA-256 (hex)."""
        self._game, self._find, self._blobs = game, ruleset, blobs

    def opened(
        self, accepted: CommandAccepted, command: c.OpenGame, document: Any, append: Sequence[Stored]
    ) -> list[Caused]:
        """What opening a game causes. Raises CannotDecide, Refused, Unreadable."""
        ruleset = self._game.ruleset = self._rules_of(command)
        check_opening(ruleset, command, document is not None)
        begun = begin(ruleset, command, self._document(document, append))
        anchored: list[Event] = []
        if is_fair(append):
            scheme = scheme_of_opening(command)
            begun = msgspec.structs.replace(begun, dice=scheme)
            terms = reintending.terms_in(command, append)
            named = terms_of(ruleset, scheme, terms.beacon if terms is not None else "")
            anchored = [terms] if terms is not None else []
            anchored.append(dice.begun(MAIN, ruleset.seats, named, chains_in(append)))
        rolled = dice_of(accepted)
        first = opening(ruleset, command, accepted, begun, lambda: rolled, self._kept_apart(document))
        check_rolls(accepted, rolled)
        set_ = recorded_in(append, SealSet) or SealSet("")
        of_match = [*first.match, *([set_] if ruleset.sight.hides else []), *anchored]
        self._game.take_match([accepted, *of_match])
        end = [*first.end, *self._game.opened_at_end(first.end, append)]
        self._game.take_match(end)
        self._game.moved(MAIN, len(first.line), first.position)
        press = begun_clocks(ruleset, self._game.game, accepted, [*of_match, *end], first)
        self._game.take_match(press)
        end += press
        return [
            *caused_on(MATCH, EVENTS, of_match),
            *caused_on(MAIN, ruleset.storage.events, first.line),
            *caused_on(MATCH, EVENTS, end),
        ]

    def _rules_of(self, command: c.OpenGame) -> Ruleset[Any]:
        """The rules that the game is opened with. Raises CannotDecide."""
        try:
            ruleset = self._find(command.ruleset)
        except LookupError:
            raise CannotDecide(f"the rules of {command.ruleset}") from None
        known = [each.version for each in ruleset.identity.published.versions]
        if command.version not in known:
            raise CannotDecide(
                f"version {command.version} of {command.ruleset}; this build has {', '.join(known)}"
            )
        return ruleset

    def _document(self, named: Any, append: Sequence[Stored]) -> Any:
        """The position document that the game is opened from, if it is. The command names it by its hash.

        A small one is in the line's first event, a large one apart.
        """
        if named is None:
            return None
        apart = self._blob_of(named)
        for document in [apart] if apart is not None else positions_in(append):
            if named == {"sha256": sha256(document).hexdigest()}:
                return msgspec.json.decode(document)
        raise Unreadable("the document that the game was opened from is not in the bundle")

    def _blob_of(self, named: Any) -> bytes | None:
        """The document that a command names, where it is kept apart from the events."""
        return self._blobs.get(str(named.get("sha256"))) if isinstance(named, dict) else None

    def _kept_apart(self, named: Any) -> str | None:
        """The name of the document that a game was opened from, if it is too large for the first event."""
        blob = self._blob_of(named)
        return str(named["sha256"]) if blob is not None and len(blob) > INLINE_POSITION_LIMIT else None
