"""Commands that are committed to before they are given: what the service knows beyond the log (docs/dice.md).

That witnesses have cosigned an intent in time is stored beside the log, and what the beacon said comes from
its port. What an intent is, and what becomes of it, is decided in `domain/match/intents.py`.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.kernel.fair.fair_table import BeaconShare
from ironclad.domain.kernel.fair.fair_tournament import (
    Intent,
    Schedule,
    Witnessed,
    beacon_share,
    request_digest,
)
from ironclad.domain.kernel.fair.mixing import BeaconNow
from ironclad.domain.match import commands as c
from ironclad.domain.match import intents
from ironclad.domain.match import state as s
from ironclad.domain.match.events import Asked, TournamentSet
from ironclad.eventlog.errors import Problem, Unavailable
from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import read_witness_key, time_of
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notes import verified
from ironclad.eventlog.log import match_stream, stream_of
from ironclad.eventlog.records import IntentRecord, Request
from ironclad.eventlog.signer import UNTRUSTED
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.kept_cosignatures import INTENT_MADE, KeptCosignatures, await_witnesses
from ironclad.eventlog.store.recorders import Row
from ironclad.referee.dice.beacon import Beacon, BeaconFault
from ironclad.referee.dice.service import DiceService
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.preconditions import freed_by


class _Id(msgspec.Struct):
    intent: str


def asked_of(request: Request, command: dict[str, Any]) -> Asked:
    """A request as an intent's digest has it."""
    return Asked(request.id, request.decision, request.expected_version, command)


class Intents:
    """The intents of one log's games."""

    def __init__(self, open_games: OpenGames, dice: DiceService, beacon: Beacon | None) -> None:
        self._open_games, self._dice, self._beacon = open_games, dice, beacon
        self.kept = KeptCosignatures(open_games.log.database)

    def close(self) -> None:
        """Ask the beacon no more."""
        if self._beacon is not None:
            self._beacon.rounds.close()

    # -- the level

    def terms(self, command: c.OpenGame) -> TournamentSet | None:
        """What a game of the tournament level is opened with; None for another game.

        Raises Refused where this service does not offer the level.
        """
        if command.dice is msgspec.UNSET or command.dice == V2:
            given = command.dice == V2 and not self._open_games.opens_fair
            require(not given, "dice/scheme", f"the service was given dice: it opens no game of {V2}")
            return None
        require(
            command.dice in intents.LEVELS, "dice/tournament", f"no dice are of the level {command.dice!r}"
        )
        beacon, open_games = self._beacon, self._open_games
        said = open_games.ledger.said()
        signed = open_games.ledger.signer is not None if said is None else said.condition not in UNTRUSTED
        lacking = {
            "follows no beacon (IRONCLAD_BEACON)": beacon is None,
            "knows no witness (IRONCLAD_WITNESSES)": not open_games.ledger.witnesses,
            "has no log that is signed": not signed,
            "was given dice": not open_games.opens_fair,
        }
        missing = ", ".join(what for what, so in lacking.items() if so)
        require(
            not missing, "dice/tournament", f"the tournament level is not offered here: the service {missing}"
        )
        assert beacon is not None
        schedule = beacon.schedule
        terms = TournamentSet(
            schedule.name,
            schedule.genesis,
            schedule.period,
            beacon.public_key,
            tuple(map(str, open_games.ledger.witnesses)),
            beacon.needed,
            beacon.lead,
        )
        intents.check_terms(terms)
        return terms

    # -- making one

    def ready(self, live: OpenGame, line: str, seat: str) -> None:
        """A seat would commit to a request: void its last intent if too few witnessed that in time, and
        anchor chains again that are useless, which would undo an intent later. Raises Raced, Unavailable.
        """
        if intents.is_bound(live.match, line):
            self._void_late(live, line, seat)
            self._dice.renew_useless(live, line)

    @staticmethod
    def expect(game: str, schedule: Schedule, connection: Connection) -> None:
        """The transaction has appended an intent: keep what witnesses will say of it."""
        await_witnesses(connection, match_stream(game), schedule)

    def hurry(self) -> None:
        """An intent was made: have a checkpoint of it signed soon."""
        if self._open_games.ledger.signer is not None:
            self._open_games.ledger.signer.hurry()

    # -- answering one

    def committed(
        self, live: OpenGame, line: str, seat: str, request: Request, command: dict[str, Any]
    ) -> s.Intent | None:
        """What the seat has committed to on a line, if that has to be given now: this very request.

        Raises Refused for another request; Raced, Unavailable.
        """
        if not intents.is_bound(live.match, line):
            return None
        self._void_late(live, line, seat)
        digest = request_digest(live.id, line, seat, msgspec.structs.asdict(asked_of(request, command)))
        return intents.check(live.match, line, seat, digest)

    def beacon(self, live: OpenGame, line: str, seat: str) -> BeaconNow | None:
        """What gives the beacon's share in the rolls of the command that a seat has committed to."""
        if not intents.is_bound(live.match, line):
            return None

        def share() -> tuple[BeaconShare, bytes]:
            found = intents.waiting(live.match, line, seat)
            if found is None:
                raise Refused("dice/intent", "this rolls: commit to the request first (POST /intents)")
            schedule = intents.schedule_of(live.match)
            intent = Intent(self.position(live, line, found), seat, found.digest, found.round)
            witnessed = self.witnessed(live, intent.position, schedule.time(found.round))
            return beacon_share(schedule, intent, found.digest, witnessed, self.value)

        return share

    def refused(
        self,
        live: OpenGame,
        line: str,
        version: int,
        intent: s.Intent,
        request: Request,
        command: dict[str, Any],
        wrong: Exception,
    ) -> None:
        """The request that a seat had committed to was refused: free the seat, if that frees it.

        Raises Raced, Unavailable.
        """
        rule = freed_by(wrong)
        if rule is None or intents.waiting(live.match, line, intent.seat) != intent:
            return
        asked = c.RefuseIntent(timeline=line, intent=intent.id, seat=intent.seat)
        events = intents.refused(live.match, asked, asked_of(request, command), rule)
        self._append(live, f"refuse-{intent.id}", asked, events, line, version)

    def _void_late(self, live: OpenGame, line: str, seat: str) -> None:
        found = intents.waiting(live.match, line, seat)
        if found is None:
            return
        deadline = intents.schedule_of(live.match).time(found.round)
        if self._open_games.seconds() < deadline:
            return
        if self.witnessed(live, self.position(live, line, found), deadline) is not None:
            return
        command = c.VoidIntent(timeline=line, intent=found.id, seat=seat)
        match = live.match.copy()
        match.clock = self._open_games.time(live, *self._open_games.head(live, None))
        events = intents.voided(match, command)
        line, version = self._open_games.head(live, line)
        self._append(live, f"void-{found.id}", command, events, line, version)

    def _append(
        self, live: OpenGame, id: str, command: Command, events: list[Event], line: str, version: int
    ) -> None:
        standing = ((stream_of(live.id, line), version),)
        self._open_games.append_for_service(live, id, msgspec.to_builtins(command), events, standing)

    # -- what is known of one

    def position(self, live: OpenGame, line: str, intent: s.Intent) -> int:
        """Where an intent is in the log."""
        recorder, stream = self._open_games.recorder, match_stream(live.id)
        version: int | None = live.match_version
        while version:
            version, _ = recorder.nearest(stream, version, INTENT_MADE)
            if version:
                row: Row
                (row,) = recorder.placed(stream, version - 1, version)
                if msgspec.json.decode(row[3], type=_Id).intent == intent.id:
                    return row[4]
                version -= 1
        raise Unavailable("the intent is not in the log")

    def positions(self, live: OpenGame) -> dict[str, int]:
        """Where each of a game's intents is in the log, by its id."""
        stream = match_stream(live.id)
        return {msgspec.json.decode(body, type=_Id).intent: at for at, body in self.kept.made(stream)}

    def witnesses(self, live: OpenGame, position: int, deadline: int) -> dict[str, tuple[int, int]]:
        """Who of the game's witnesses cosigned the intent at a position before its deadline: by the witness's
        name, the size of the checkpoint and the time, in seconds since 1970.
        """
        assert live.match.tournament is not None
        found: dict[str, tuple[int, int]] = {}
        try:
            keys = [read_witness_key(each) for each in live.match.tournament.witnesses]
            for note in self.kept.of_intent(position):
                size = parse_checkpoint(note.text).size
                for key, signature in verified(note, keys):
                    if size >= position and (at := time_of(signature)) < deadline:
                        found[str(key)] = (size, at)
        except LedgerError as wrong:
            raise Unavailable(f"what is kept of the intent at {position} cannot be read: {wrong}") from wrong
        return found

    def witnessed(self, live: OpenGame, position: int, deadline: int) -> Witnessed | None:
        """The witnessing of the intent at a position, if enough have cosigned it before the deadline."""
        assert live.match.tournament is not None
        lines = sorted(self.witnesses(live, position, deadline).values(), key=lambda each: each[1])
        enough: Sequence[tuple[int, int]] = lines[: live.match.tournament.needed]
        if len(enough) < live.match.tournament.needed:
            return None
        return Witnessed(min(size for size, _ in enough), enough[-1][1])

    def value(self, name: str, round: int) -> bytes | None:
        """What a beacon said in a round; None while it is not known here. Raises Unavailable, Refused."""
        if self._beacon is None or self._beacon.schedule.name != name:
            raise Refused("dice/beacon", f"this service does not follow {name} any more")
        if self._open_games.seconds() < self._beacon.schedule.time(round):
            return None  # a file may say anything of the future
        try:
            return self._beacon.rounds.value(round)
        except BeaconFault as fault:
            raise Unavailable(f"what the beacon said is not known: {fault}") from fault

    def speaks(self, schedule: Schedule, round: int) -> bool:
        """Whether what the beacon said in a round is known here."""
        try:
            return self.value(schedule.name, round) is not None
        except (Problem, Refused):
            return False


def intent_record(
    open_games: OpenGames, kept: Intents, live: OpenGame, line: str, intent: s.Intent, position: int
) -> IntentRecord:
    """An intent of a game of the tournament level as it is now; `position` is its place in the log."""
    terms = live.match.tournament
    assert terms is not None
    schedule = intents.schedule_of(live.match)
    at = schedule.time(intent.round)
    witnesses = tuple(sorted(kept.witnesses(live, position, at)))
    state = intent.state
    if state == "waiting" and len(witnesses) >= terms.needed:
        state = "due" if kept.speaks(schedule, intent.round) else "witnessed"
    elif state == "waiting" and open_games.seconds() >= at:
        state = "late"
    return IntentRecord(
        *(live.id, line, intent.seat, intent.id, intent.digest, intent.round),
        *(at, intent.made_at, position, state, witnesses, terms.needed),
    )
