"""The seal keys of games that hide something: derived from one master key, which no database has."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import CommandReader, Event
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.sight import PADDED_TO
from ironclad.domain.match.commands import OpenGame
from ironclad.domain.match.events import (
    CommandAccepted,
    CommandCommitted,
    GameEnded,
    LinkRevealed,
    SealOpened,
    SealSet,
)
from ironclad.domain.match.intents import LEVELS
from ironclad.domain.match.state import Match
from ironclad.eventlog.errors import OtherBuild
from ironclad.eventlog.log import Fact
from ironclad.eventlog.sealing import NO_SALTS, GameSeal, game_key

_SEALS_KEPT = 4_096
NO_COMMANDS: Mapping[int, Mapping[str, bytes]] = {}


def master_from(secret: bytes) -> bytes:
    """A master key from a server's secret, for a service that has no key for seals alone."""
    return sha256(b"ironclad-seal/v1/master|" + secret).digest()


class Seals:
    """The seals of a service's games."""

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._opened: dict[str, GameSeal] = {}
        self._of = lru_cache(_SEALS_KEPT)(self._made)

    def of(self, game: str, padded_to: int | None = None) -> GameSeal:
        """The seal of a game that hides something; its values are padded to a multiple of so many bytes. With
        None the seal only opens.
        """
        return self._opened.get(game) or self._of(game, padded_to)

    def _made(self, game: str, padded_to: int | None) -> GameSeal:
        return GameSeal(game_key(self._master, game), padded_to)

    def of_match(self, game: str, ruleset: Ruleset[Any], match: Match) -> GameSeal | None:
        """The seal of a game; None for one that hides nothing.

        Raises OtherBuild where this service has another key than the game has committed to.
        """
        if not ruleset.sight.hides:
            return None
        seal = self.of(game, match.padded_to)
        if match.opened_key and not seal.fits(match.seal):  # the log itself has the key
            seal = self._opened[game] = GameSeal(bytes.fromhex(match.opened_key), match.padded_to)
        if not seal.fits(match.seal):
            raise OtherBuild(f"this service does not have the seal key of game {game}")
        return seal

    def open_body(self, game: str, stream: str, version: int, name: str, body: bytes) -> bytes:
        """The body of a game's stored event with every sealed value in the open."""
        return self.of(game).opened(stream, version, name, body)


def check_opening(ruleset: Ruleset[Any], command: OpenGame, has_position: bool) -> None:
    """Refuse what a game that hides something cannot be opened with. Raises Refused."""
    if not ruleset.sight.hides:
        return
    reason = "a position document shows everything: a game that hides something begins from a scenario"
    tried = command.tried_from is not UNSET  # both seats are its maker's, and the other game has ended
    require(tried or not has_position, "sight/position", reason)
    plain = "the tournament level shows requests before they are given: this game hides something"
    require(command.dice not in LEVELS, "sight/tournament", plain)


def sealed(
    seal: GameSeal | None,
    facts: list[Fact],
    commands: CommandReader,
    salts: Mapping[int, Mapping[str, bytes]] = NO_COMMANDS,
) -> list[Fact]:
    """Facts of a line as they are stored; `commands` knows the secret fields of the ruleset's commands.

    `salts` are those that seats picked for what they signed, by the version at which that was accepted or
    committed to, and by field.
    """
    if seal is None:
        return facts

    def stored(fact: Fact) -> Event:
        event, version = fact.event, fact.originator_version
        given = event.committed if isinstance(event, CommandAccepted) and event.committed else version
        own = salts.get(given, NO_SALTS)
        return seal.sealed(fact.originator_id, version, event, _secret(event, commands), own)

    return [replace(fact, event=stored(fact)) for fact in facts]


def _secret(event: Event, commands: CommandReader) -> dict[str, str]:
    """The secret fields of a command that was given, each with the seat that may read it."""
    if isinstance(event, LinkRevealed):
        return dict.fromkeys(event.opened or (), event.seat)
    if not isinstance(event, CommandAccepted | CommandCommitted):
        return {}
    given = [event.command]
    if isinstance(event, CommandAccepted) and event.instead:
        given.append(event.instead.command)
    return {field: event.seat for command in given for field in commands.secret_fields(command)}


def set_in(ruleset: Ruleset[Any], seal: GameSeal) -> SealSet:
    """What the first append of a game commits to."""
    size = ruleset.sight.padded_to
    return SealSet(seal.commitment, UNSET if size == PADDED_TO else size)


def opened_at_end(match: Match, seal: GameSeal | None, events: Sequence[Event]) -> list[Event]:
    """The opening of a game's seal, if these events of its match end it."""
    ends = match.hides and any(isinstance(event, GameEnded) for event in events)
    return [SealOpened(seal.key.hex())] if ends and seal is not None else []
