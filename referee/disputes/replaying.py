"""A game that is played again: a new one on the terms of one that is annulled, which it names."""

from hashlib import sha256
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match.commands import OpenGame as Asked
from ironclad.domain.match.disputes.state import NO_DISPUTES
from ironclad.domain.match.events import CommandAccepted
from ironclad.domain.match.state import MAIN
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.log import match_stream, stream_of
from ironclad.referee.disputes.people import Named, OfficialsOf
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.people.people import People
from ironclad.referee.seating import Opening


class _Begun(msgspec.Struct):
    """What is needed of a line's first event."""

    position: dict[str, Any] | None = None


class Replaying:
    """Opens games again."""

    def __init__(
        self, open_games: OpenGames, people: People, officials: OfficialsOf, opening: Opening
    ) -> None:
        self._open_games, self._people, self._officials = open_games, people, officials
        self._opening = opening

    def reopen(self, live: OpenGame, id: str) -> str:
        """Open a game on the terms of another one, which is named in it; its id.

        The same request (its `id`) always gets the same game. Its seats are free. Raises NotFound, Refused.
        """
        asked = opened_by(self._open_games, live)
        made = self._opening.open_game(
            asked.ruleset,
            asked.scenario,
            asked.options,
            position=self._position(live),
            title=asked.title,
            by=asked.by,
            id=f"replay-{sha256(f'{live.id}/{id}'.encode()).hexdigest()[:32]}",
            private_to=self._private_to(live, asked.by),
            dice="ironclad-dice/v1" if asked.dice is msgspec.UNSET else asked.dice,
            version=asked.version,
            control=None if asked.control is msgspec.UNSET else msgspec.to_builtins(asked.control),
            replays=live.id,
        )
        return made.id

    def officials(self, live: OpenGame) -> Named | None:
        """The officials of a game by the names of their accounts; None where its chief is not there any more.

        Deputies and assessors whose accounts were erased are left out.
        """
        found = (live.match.disputes or NO_DISPUTES).officials
        if found is None or (chief := self._name(found.chief)) is None:
            return None
        others = [
            tuple(name for each in some if (name := self._name(each)) is not None)
            for some in (found.deputies, found.assessors)
        ]
        return Named(chief, *others)

    def _name(self, pseudonym: str) -> str | None:
        owner = self._officials.account(pseudonym)
        try:
            return None if owner is None else self._people.accounts.get(owner).name
        except NotFound:
            return None

    def _private_to(self, live: OpenGame, by: str) -> str | None:
        if not self._people.privacy.is_private(live.id):
            return None
        return self._people.privacy.opener(live.id) or by

    def _position(self, live: OpenGame) -> dict[str, Any] | None:
        ((_, body),) = self._open_games.recorder.rows(stream_of(live.id, MAIN), 0, 1)
        position = msgspec.json.decode(body, type=_Begun).position
        if position is None or position.keys() != {"blob"}:
            return position
        found: dict[str, Any] = msgspec.json.decode(self._open_games.blob(str(position["blob"])))
        return found


def opened_by(open_games: OpenGames, live: OpenGame) -> Asked:
    """The request that opened a game."""
    ((_, body),) = open_games.recorder.rows(match_stream(live.id), 0, 1)
    asked = dict(msgspec.json.decode(body, type=CommandAccepted).command)
    asked.pop("position", None)
    return msgspec.convert(asked, Asked)


def check_replayable(open_games: OpenGames, live: OpenGame) -> None:
    """A reader's trial line is not played again. Raises Refused."""
    if opened_by(open_games, live).tried_from is not msgspec.UNSET:
        raise Refused("remedy/service", "this is a trial line of another game: try from there again")
