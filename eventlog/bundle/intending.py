"""Intents in a bundle: each command that rolls has one, which was witnessed before its round.

See docs/dice.md, the tournament level. `IntentCheck` takes a game's events in the order of its log.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.dice_records import DiceFault
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.kernel.fair.fair_table import BeaconShare
from ironclad.domain.kernel.fair.fair_tournament import (
    Intent,
    Schedule,
    Witnessed,
    beacon_holds,
    request_digest,
)
from ironclad.domain.match.events import (
    Asked,
    CommandAccepted,
    CommandCommitted,
    DiceAnchored,
    GameMoved,
    IntentAnswered,
    IntentMade,
    IntentRefused,
    IntentVoided,
    RoundMissed,
    TournamentSet,
)
from ironclad.domain.match.fair_records import Placed
from ironclad.domain.match.intents import check_terms
from ironclad.domain.match.signed import is_hex
from ironclad.eventlog.bundle import beacons
from ironclad.eventlog.ledger.cosignatures import read_witness_key, time_of
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notes import Note, verified


def _is_same(stored: bytes, known: bytes) -> bool:
    """Whether two values are one: either may be the signature, of which the other is the SHA-256."""
    return stored == known or sha256(stored).digest() == known or sha256(known).digest() == stored


def _check_schedule(terms: TournamentSet) -> None:
    """A beacon that is known here speaks when it does, and not when the service says. Raises Refused."""
    chain = beacons.known_chain(terms.public_key)
    if chain is not None and (terms.genesis, terms.period) != (chain.genesis, chain.period):
        raise Refused("dice/tournament", f"{chain.name} has other rounds: {chain.genesis}, {chain.period}")


Rounds = Callable[[int], bytes | None]
"""What a beacon said in a round, as known from elsewhere; None where that is not known."""

_NEVER = 2**64


class Cosignatures:
    """When each of a game's witnesses first cosigned a checkpoint of some size or a larger one."""

    def __init__(self, keys: Sequence[str], notes: Sequence[tuple[int, Note]], alone: bool) -> None:
        """`notes` are in the order of their sizes; with `alone` they have lines of these keys alone.

        Raises LedgerError unless every line after the log's is good, if it is of one of the keys.
        """
        known = [read_witness_key(each) for each in keys]
        self._sizes = [size for size, _ in notes]
        self._first: list[dict[str, int]] = [{} for _ in notes]
        after: dict[str, int] = {}
        for number in range(len(notes) - 1, -1, -1):
            size, note = notes[number]
            lines = verified(note, known)
            others = len(lines) != len(note.signatures) - 1
            if len({key for key, _ in lines}) != len(lines) or (alone and others):
                raise LedgerError(f"the checkpoint of {size:,} events has lines of no witness of the game")
            for key, signature in lines:
                after = {**after, str(key): min(time_of(signature), after.get(str(key), _NEVER))}
            self._first[number] = after

    def witnessed(self, position: int, needed: int) -> Witnessed | None:
        """The time by which so many witnesses had cosigned a position of the log."""
        at = bisect_left(self._sizes, position)
        times = sorted(self._first[at].values()) if at < len(self._first) else []
        return Witnessed(position, times[needed - 1]) if len(times) >= needed else None


@dataclass
class IntentCheck:
    """Checks the intents of one game.

    `cosigned` are the bundle's checkpoints with lines of others than the log, in the order of their sizes;
    with `named_alone` these are the game's witnesses alone. `rounds` are the beacon's as known from elsewhere
    (None: its values are taken as the log has them). Of the intents that are `voided` those are `contested`
    that were witnessed in time: the lines came late, or the service held them back. `unchecked` says why
    signatures of the beacon were not checked, "" where all were.
    """

    game: str
    cosigned: Sequence[tuple[int, Note]] = ()
    rounds: Rounds | None = None
    named_alone: bool = False
    terms: TournamentSet | None = None
    answered: int = 0
    refused: int = 0
    voided: int = 0
    contested: int = 0
    values: int = 0
    unchecked: str = ""
    _lines: Cosignatures | None = None
    _waiting: dict[tuple[str, str], tuple[str, Intent]] = field(default_factory=dict)
    _given: tuple[str, Intent] | None = None
    _scheme: str = V1
    _rounds: dict[str, list[Intent]] = field(default_factory=dict)
    _commits: dict[tuple[str, int], int] = field(default_factory=dict)

    def take(self, placed: Placed) -> None:
        """Raises DiceFault."""
        position, line, _, event = placed
        if isinstance(event, CommandAccepted):
            self._given = None
            if line and event.replayed is msgspec.UNSET:
                self._command(position, line, event)
        elif isinstance(event, CommandCommitted):
            self._committed(placed, event)
        elif isinstance(event, RoundMissed):
            self._missed(position, line, event)
        elif isinstance(event, TournamentSet):
            self._set(position, event)
        elif isinstance(event, DiceAnchored):
            self._anchored(position, event)
        elif isinstance(event, GameMoved):
            self._lapse(event.left)
        elif isinstance(event, IntentMade):
            self._made(position, event)
        elif isinstance(event, IntentAnswered | IntentRefused | IntentVoided):
            self._settled(position, event)

    def share(self, name: str, said: BeaconShare, position: int) -> bytes | None:
        """The share of a beacon's round in the command that was just taken. Raises DiceFault."""
        if self._given is None or self.terms is None or self._lines is None:
            raise DiceFault(position, "intent", "this rolls, and nobody had committed to it")
        intent = self._given[1]
        witnessed = self._lines.witnessed(intent.position, self.terms.needed)
        if witnessed is None or witnessed.at >= self._schedule().time(intent.round):
            detail = f"the intent at {intent.position} was not witnessed before round {intent.round}"
            raise DiceFault(position, "witness", detail)
        if len(said.value) % 2 or not is_hex(said.value, len(said.value)):
            raise DiceFault(position, "beacon", f"what {name} said is not written in lower-case digits")
        stored = bytes.fromhex(said.value)
        if self.rounds is not None:
            value = self.rounds(said.round)
            if value is None:
                raise DiceFault(position, "beacon", f"round {said.round} is not among those to hold it to")
            if not _is_same(stored, value):
                raise DiceFault(position, "beacon", f"{name} said something else in round {said.round}")
        self._check_signature(self.terms.public_key, said.round, stored, position)
        self.values += 1
        return beacon_holds(self._schedule(), intent, intent.digest, witnessed, said, self._scheme)

    def _check_signature(self, public_key: str, round: int, value: bytes, position: int) -> None:
        """Check the signature of a round as far as that can be done here. Raises DiceFault."""
        if not public_key:
            self.unchecked = "the game names no public key of it"
        elif not beacons.is_key(public_key):
            self.unchecked = "keys of its kind are not known here"
        elif not beacons.is_signature(value):
            self.unchecked = "the log has its randomness, and not its signatures"
        elif not beacons.available():
            self.unchecked = "this installation lacks the extra `beacon`"
        elif not beacons.signed(public_key, round, value):
            detail = f"what the log has of round {round} is not signed by the beacon's key"
            raise DiceFault(position, "beacon", detail)
        elif beacons.known_chain(public_key) is None:
            self.unchecked = "its values are signed by a key that the game alone names"

    @property
    def _values(self) -> str:
        """What the beacon's values were held to."""
        assert self.terms is not None
        if self.rounds is not None:
            return f"the values of {self.terms.beacon} held to the file"
        if not self.values:
            return f"no value of {self.terms.beacon}"
        if not self.unchecked:
            return f"the values of {self.terms.beacon} signed by its key"
        hint = ": hold them to the beacon with --beacon FILE"
        return f"the values of {self.terms.beacon} as the log has them ({self.unchecked}){hint}"

    @property
    def found(self) -> str:
        """The findings on a game whose intents hold; empty for a game of another level."""
        if self.terms is None:
            return ""
        if self._scheme != V1:
            return (
                f"; {self.answered:,} commands waited for a round, each roll's witnessed before it,"
                f" {self.voided:,} rounds missed by the service's word"
                f" ({self.contested:,} of them witnessed in time);"
                f" {self._values}"
            )
        return (
            f"; {self.answered:,} intents answered, each roll's witnessed before its round,"
            f" {self.refused:,} refused by the rules, {self.voided:,} void by the service's word"
            f" ({self.contested:,} of them witnessed in time);"
            f" {self._values}"
        )

    # -- the events

    def _schedule(self) -> Schedule:
        assert self.terms is not None
        return Schedule(self.terms.beacon, self.terms.genesis, self.terms.period)

    def _set(self, position: int, event: TournamentSet) -> None:
        if self.terms is not None:
            raise DiceFault(position, "terms", "the terms of the tournament level come twice")
        try:
            check_terms(event)
            _check_schedule(event)
            self._lines = Cosignatures(event.witnesses, self.cosigned, self.named_alone)
        except Refused as wrong:
            raise DiceFault(position, "terms", wrong.reason) from wrong
        except LedgerError as wrong:
            raise DiceFault(position, "witness", str(wrong)) from wrong
        self.terms = event

    def _anchored(self, position: int, event: DiceAnchored) -> None:
        """New chains end the waiting intents: their keeper may have known the beacon's value."""
        name = self.terms.beacon if self.terms is not None else ""
        if event.epoch.terms.beacon != name:
            raise DiceFault(position, "terms", f"the epoch names the beacon {event.epoch.terms.beacon!r}")
        self._scheme = event.epoch.terms.scheme
        self._lapse(event.timeline)

    def _lapse(self, line: str) -> None:
        for place in [place for place in self._waiting if place[0] == line]:
            del self._waiting[place]

    def _made(self, position: int, event: IntentMade) -> None:
        place = event.timeline, event.seat
        if self._scheme != V1 or self.terms is None or place in self._waiting or not 1 <= event.round < 2**63:
            raise DiceFault(position, "intent", f"{event.seat} could not commit to this here")
        self._waiting[place] = event.intent, Intent(position, event.seat, event.digest, event.round)

    def _command(self, position: int, line: str, event: CommandAccepted) -> None:
        if event.committed:
            self._given = self._waited(line)
            self.answered += self._given is not None
            return
        self._rounds.pop(line, None)
        waits = self._waiting.pop((line, event.seat), None)
        if waits is None:
            return
        asked = Asked(event.id, event.decision, event.expected_version, event.command)
        if self._digest(line, event.seat, asked) != waits[1].digest:
            raise DiceFault(position, "intent", f"{event.seat} had committed to another request")
        self._given = waits
        self.answered += 1

    def _committed(self, placed: Placed, event: CommandCommitted) -> None:
        """A command of v2 is committed to, for a round of the beacon or for none."""
        position, line, version, _ = placed
        if self.terms is None and event.round:
            raise DiceFault(position, "beacon", "a command waits for a round, and the game has no beacon")
        if (line, version - 1) not in self._commits:  # the round before this one has been carried out
            self._rounds.pop(line, None)
        self._commits[line, version] = position
        if event.round:
            self._rounds.setdefault(line, []).append(Intent(position, event.seat, "", event.round))

    def _missed(self, position: int, line: str, event: RoundMissed) -> None:
        """By the service's word too few had witnessed what waits before its round."""
        waits = self._waited(line)
        if waits is None or self.terms is None or self._lines is None:
            raise DiceFault(position, "beacon", "nothing waits for a round of the beacon there")
        witnessed = self._lines.witnessed(waits[1].position, self.terms.needed)
        if witnessed is not None and witnessed.at < self._schedule().time(waits[1].round):
            self.contested += 1
        self.voided += 1
        self._rounds[line].append(Intent(waits[1].position, waits[1].seat, "", event.round))
        if event.round <= waits[1].round:
            raise DiceFault(position, "beacon", f"round {event.round} comes before {waits[1].round}")

    def _waited(self, line: str) -> tuple[str, Intent] | None:
        """What waits on a line for a round: the last of its commands, and the latest of their rounds."""
        waits = self._rounds.get(line)
        if not waits:
            return None
        last = max(waits, key=lambda each: each.position)
        return "", Intent(last.position, last.seat, "", max(each.round for each in waits))

    def _settled(self, position: int, event: IntentAnswered | IntentRefused | IntentVoided) -> None:
        if isinstance(event, IntentAnswered):
            if self._given is None or self._given[0] != event.intent:
                raise DiceFault(position, "intent", "the command before it answers no intent of this id")
            return
        known, intent = self._waiting.pop((event.timeline, event.seat), ("", None))
        if intent is None or known != event.intent:
            raise DiceFault(position, "intent", f"no intent {event.intent!r} of {event.seat} waits there")
        if isinstance(event, IntentRefused):
            if self._digest(event.timeline, event.seat, event.request) != intent.digest:
                raise DiceFault(position, "intent", f"{event.seat} had committed to another request")
            self.refused += 1
            return
        assert self.terms is not None
        assert self._lines is not None
        witnessed = self._lines.witnessed(intent.position, self.terms.needed)
        if witnessed is not None and witnessed.at < self._schedule().time(intent.round):
            self.contested += 1
        self.voided += 1

    def _digest(self, line: str, seat: str, asked: Asked) -> str:
        return request_digest(self.game, line, seat, msgspec.structs.asdict(asked))
