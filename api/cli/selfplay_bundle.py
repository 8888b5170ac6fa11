"""A self-played game as a bundle: played through a referee over a log of its own, in memory, and exported.

The log is like any other: an ordinary game, fair dice whose chains the service keeps, a signing key that is
made for this log and forgotten with it. What the seats choose is what their seed chooses without a bundle;
the faces are those of the chains, so it is another game than the same seed plays without one. The chains'
master key and the game's id are made from the seed: the same seed gives the same faces, and the same events.
Anyone who knows the seed can foresee every die; the game's title says what it is.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, BinaryIO

import msgspec

from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.playout import PlayFault, choices
from ironclad.domain.kernel.engine.records import Due, Outcome
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import frame
from ironclad.eventlog.errors import NotSigned
from ironclad.eventlog.ledger.notes import KEY_BYTES, SigningKey
from ironclad.eventlog.records import Request
from ironclad.eventlog.signer import Signing

SCHEME = "ironclad-selfplay/v1"
"""The tag of what is made from a seed: another scheme would give other faces."""

WAIT_SECONDS = 60.0
"""How long a checkpoint of the log is waited for; it takes a fraction of a second."""
_LOOK_SECONDS = 0.02


@dataclass(frozen=True)
class Recorded:
    """A game that was played and written: where it ended, after how many commands, and the log's public key.

    `fault` says why it could not go on; the bundle then has the game up to there.
    """

    position: Any
    outcome: Outcome | None
    commands: int
    log_key: str
    fault: PlayFault | None


def record(
    ruleset: Ruleset[Any],
    seed: int,
    scenario: str | None,
    cap: int,
    computer: tuple[str, ...],
    file: BinaryIO,
) -> Recorded:
    """Play one game to its end, or to its fault, and write its bundle. Raises OSError, Problem."""
    with _referee(ruleset, seed) as (referee, key):
        game = _opened(referee, ruleset, seed, scenario, computer)
        _await_checkpoint(referee)
        number, fault, waiting = 0, None, set[str]()

        def open_now(position: Any) -> list[tuple[Due, Any]]:
            """Each decision whose answer does not wait for another seat's, as its own seat sees the game."""
            due = [each for each in ruleset.rules.due(position) if each.id not in waiting]
            return [(each, referee.queries.live_position(game, seat=each.seat)) for each in due]

        def carry_out(position: Any, due: Due, command: Command) -> tuple[list[Event], Any]:
            request = Request(
                id=f"selfplay-{number + 1}", decision=due.id, command=msgspec.to_builtins(command)
            )
            referee.commands.handle(game, due.seat, request)
            after = referee.queries.live_position(game)
            if type(command).__struct_config__.tag in ruleset.dice.together:
                waiting.add(due.id)
            waiting.intersection_update(each.id for each in ruleset.rules.due(after))
            return [], after  # the events are read from the bundle

        try:
            start = referee.queries.live_position(game)
            for step in choices(ruleset, seed, start, carry_out, cap, computer, open_now):
                number = step.number
        except PlayFault as wrong:
            fault = wrong
        referee.exporter.write(game, file, WAIT_SECONDS)
        position = referee.queries.live_position(game)
        return Recorded(position, ruleset.rules.outcome(position), number, str(key.verifier), fault)


@contextmanager
def _referee(ruleset: Ruleset[Any], seed: int) -> Iterator[tuple[Service, SigningKey]]:
    """A referee over an empty log in memory, and the key by which it signs."""
    numbers = count()
    key = SigningKey(f"ironclad-selfplay-{secrets.token_hex(8)}", secrets.token_bytes(KEY_BYTES))
    with (
        TemporaryDirectory(prefix="ironclad-selfplay-") as folder,
        Service(
            "sqlite://",
            {ruleset.name: ruleset},
            ServiceSettings(
                ids=lambda: _made(ruleset, seed, f"id {next(numbers)}").hex()[:16],
                dice_key=_made(ruleset, seed, "dice"),
                signing=Signing(key, Path(folder) / "notary"),
            ),
        ) as referee,
    ):
        yield referee, key


def _await_checkpoint(referee: Service) -> None:
    """Wait until the chains are in a signed checkpoint: no link is revealed before. Raises Problem."""
    deadline = monotonic() + WAIT_SECONDS
    while True:
        try:
            referee.prover.checkpoint(referee.queries.log_size(), wait=WAIT_SECONDS)
            return
        except NotSigned:  # the signer's thread has not begun yet
            if monotonic() >= deadline:
                raise
            sleep(_LOOK_SECONDS)


def _made(ruleset: Ruleset[Any], seed: int, what: str) -> bytes:
    """32 bytes that hang on a game's seed alone."""
    return sha256(frame(SCHEME, ruleset.name, str(seed), what)).digest()


def _opened(
    referee: Service, ruleset: Ruleset[Any], seed: int, scenario: str | None, computer: tuple[str, ...]
) -> str:
    """The id of a game that is opened with all its seats taken."""
    game = referee.opening.open_game(
        ruleset.name,
        scenario or next(iter(ruleset.identity.scenarios)),
        title=f"Self-play, seed {seed}: choices and dice follow from the seed",
        by="selfplay",
    ).id
    for seat in ruleset.seats:
        referee.opening.take_seat(game, seat, "the computer player" if seat in computer else "random play")
    return game
