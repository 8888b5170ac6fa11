"""What a service is opened with, apart from its log and its rulesets."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from ironclad.domain.kernel.engine.dice import Dice
from ironclad.eventlog.signer import Signing
from ironclad.referee.dice.beacon import Beacon
from ironclad.referee.people.access import Access
from ironclad.referee.stored_positions import PositionKey

DiceSource = Callable[[str, str, int], Dice]
"""Dice for one command: (game, timeline, version before the command) -> Dice."""

Covered = Callable[[int], bool]
"""Whether a signed checkpoint covers a position of the log."""


@dataclass(frozen=True)
class ServiceSettings:
    """How a service works. Every default serves a single process with its own log.

    `clock` gives an aware time (UTC now); `ids` gives new names for games and timelines (random). Seat tokens
    are derived from `secret` (random): kept apart from the database, it gives a repeated request the same
    token after a restart too. `dice_key` is the master key of the dice chains that the service keeps, kept
    apart likewise (derived from the secret), and `seal_key` that of what games hide. `covered` replaces the
    check that a signed checkpoint covers a position: no link is revealed before one covers the anchors.
    `dice` gives each command its dice instead: games opened so prove nothing.

    A position is kept on disk every `snapshot_every` events, under a code that `position_key` makes (derived
    from the secret; without one none is kept). `access` has the lifetimes of tokens and the
    cost of passwords. `redis` is the URL of a Redis that the processes of one service share: it only makes
    them faster. One process at a time may hold a log for writing, unless it is not `exclusive`. What others
    write to a SQLite log later may be missed then, unless the process works `beside` them: it looks again
    before each use of a game. With the log's key in `signing` the service signs checkpoints, unless another
    process does. With a `beacon`, witnesses and a signed log it offers the tournament level.
    With a `clerk` it finds flags that no request meets, and leaves heartbeats: it serves players.
    """

    clock: Callable[[], datetime] | None = None
    ids: Callable[[], str] | None = None
    secret: bytes | None = None
    dice: DiceSource | None = None
    dice_key: bytes | None = None
    seal_key: bytes | None = None
    position_key: PositionKey | None = None
    covered: Covered | None = None
    snapshot_every: int = 500
    cached_positions: int = 256
    exclusive: bool = True
    access: Access = field(default_factory=Access)
    redis: str | None = None
    beside: bool = False
    signing: Signing = field(default_factory=Signing)
    beacon: Beacon | None = None
    clerk: bool = False
