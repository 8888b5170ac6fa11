"""Rounds: commands that are committed to, stored, and carried out when every link of theirs is revealed.

What a round is, and which link comes next, is decided in `domain/match/committed.py` (docs/dice.md).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.fair.fair_round import FairRound, rehearse
from ironclad.domain.kernel.fair.fair_table import DiceProof, FairTable
from ironclad.domain.kernel.fair.mixing import BeaconNow
from ironclad.domain.match.clocks.pressing import Given, There
from ironclad.domain.match.committed import Waiting, awaited, check_joins
from ironclad.domain.match.deciding import ended_by_rules
from ironclad.domain.match.events import (
    COMMAND_ACCEPTED,
    EVENTS,
    LINK_REVEALED,
    CommandCommitted,
    LinkRevealed,
    RoundMissed,
)
from ironclad.domain.match.intents import schedule_of
from ironclad.domain.match.rounds import accepted, carried_out
from ironclad.eventlog.idempotency import link_answer
from ironclad.eventlog.log import Fact, match_stream, stream_of
from ironclad.eventlog.records import Owed, Receipt
from ironclad.eventlog.sealing import NO_SALTS
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.kept_cosignatures import await_witnesses_of
from ironclad.eventlog.store.recorders import Row
from ironclad.eventlog.store.rows import Answer
from ironclad.referee.clocks.timekeeping import Timekeeper
from ironclad.referee.dice.service import DiceService
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.positions import way_in
from ironclad.referee.sealing.seals import opened_at_end, sealed
from ironclad.referee.sight import shown


@dataclass
class _Carried:
    """What a round comes to: facts of its line, the position and the version after them.

    `proofs` has the version of each command that was carried out, with its dice proof; `given` are these.
    """

    position: Any
    last: int
    facts: list[Fact] = field(default_factory=list)
    proofs: list[tuple[int, DiceProof]] = field(default_factory=list)
    in_match: list[Event] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)


class Rounds:
    """The rounds of one log's games."""

    def __init__(self, open_games: OpenGames, dice: DiceService, time: Timekeeper) -> None:
        self._open_games, self._dice, self._time = open_games, dice, time

    # -- what waits

    def joined(
        self, live: OpenGame, line: str, version: int, position: Any, seat: str, type: str, decision: str
    ) -> Waiting:
        """What waits on a timeline where a command is given: nothing, or the round that it belongs to.

        `type` is the command's. Raises Refused ("dice/owed").
        """
        waiting = self._dice.waiting(live, line, version)
        if waiting:
            table = self._table(live, line, version)
            asked = self.asked(live, table, position, waiting)
            check_joins(waiting, asked, table, seat, type, decision)
        return waiting

    def asked(self, live: OpenGame, table: FairTable, position: Any, waiting: Waiting) -> list[Due]:
        """The decisions whose answers a round waits for; `position` is the one before the round."""
        return awaited(live.ruleset, position, table.epoch.terms.together, waiting)

    def rehearse(
        self, live: OpenGame, table: FairTable, waiting: Waiting, asked: Sequence[Due], rolls: bool
    ) -> None:
        """Raise what would stop a round before its first die: Refused ("dice/…"), LostChain, Unavailable.

        `asked` are the decisions that others answer yet: each answer owes a link too.
        """
        givers = [each.event.seat for each in waiting.commits] + [each.seat for each in asked]
        rehearse(table, givers, self._dice.keeper, rolls)
        self._dice.require_covered(live, table.timeline)

    def _table(self, live: OpenGame, line: str, version: int) -> FairTable:
        table = self._dice.table(live, line, version)
        assert table is not None
        return table

    # -- storing

    def append(
        self,
        live: OpenGame,
        place: tuple[str, int],
        position: Any,
        event: CommandCommitted | LinkRevealed | RoundMissed,
        answer: Answer,
        beacon: BeaconNow | None = None,
        salts: Mapping[str, bytes] = NO_SALTS,
        opened: Sequence[Event] = (),
    ) -> list[Row]:
        """Store what a round gets next, after a version of its timeline, and carry it out if it is whole.

        `position` is the one before the round, `beacon` gives the beacon's share where it waits for one.
        `salts` are those that the seat picked for the fields of what it commits to, `opened` says that it had
        sealed it.
        Raises Refused, LostChain, Raced, Unavailable.
        """
        open_games, (line, version) = self._open_games, place
        stream, first = stream_of(live.id, line), version + 1
        waiting = self._dice.waiting(live, line, version).after(first, event)
        table = self._table(live, line, version)
        done = _Carried(position, first)
        whole = not self.asked(live, table, position, waiting) and not waiting.owed(table)
        if whole:
            made = self._dice.round(live, line, version, waiting, beacon)
            self._carry_out(live, place, waiting, made, event.at, done)
        in_match = [*opened, *done.in_match]
        there = There(line, first, done.position, Waiting() if whole else waiting)
        press = self._time.press(live, in_match, there, event.at, _given(event, done))
        done.in_match = [*live.lift, *in_match, *press]
        facts = [Fact(stream, first, EVENTS.family, event), *done.facts]
        chosen = {first: salts, **self._salts(live, stream, waiting if whole else Waiting(), first, salts)}
        facts = sealed(live.seal, facts, live.ruleset.storage.commands, chosen)
        of_match = enumerate(done.in_match, live.match_version + 1)
        facts += [Fact(match_stream(live.id), at, EVENTS.family, each) for at, each in of_match]
        also = self._awaits_witnesses(live, line, first, event)
        rows = open_games.append(facts, answer, also, ((match_stream(live.id), live.match_version),))
        if open_games.ledger.signer is not None and not whole:
            open_games.ledger.signer.hurry()  # the next link waits for a checkpoint of this
        way = way_in(live.id, live.match)(stream, done.last)
        open_games.positions.advanced(live.ruleset, way, version, done.position)
        live.last_times[line] = done.last, event.at
        for at, proof in done.proofs:
            self._dice.appended(live, line, at, done.last, proof)
        self._dice.waited(live, line, done.last, Waiting() if whole else waiting)
        open_games.advance_match(live, done.in_match, (line, done.last))
        return rows

    def _salts(
        self, live: OpenGame, stream: str, waiting: Waiting, last: int, given: Mapping[str, bytes]
    ) -> dict[int, Mapping[str, bytes]]:
        """The salts that seats picked for what they committed to, by the version of the commit and by field.

        `given` came with the event at version `last`, which is not stored yet.
        """
        found: dict[int, Mapping[str, bytes]] = {}
        for each in waiting.commits:
            if live.seal is None or each.event.signature is None:
                continue
            at = each.linked if each.closed else each.version
            if at == last:
                found[each.version] = given
                continue
            ((_, body),) = self._open_games.recorder.rows(stream, at - 1, at)
            found[each.version] = live.seal.salts_of(stream, at, body)
        return found

    @staticmethod
    def _awaits_witnesses(
        live: OpenGame, line: str, version: int, event: CommandCommitted | LinkRevealed | RoundMissed
    ) -> Callable[[Connection], object] | None:
        """Keeps what witnesses say of a command that waits for a round of the beacon."""
        if isinstance(event, LinkRevealed) or not event.round:
            return None
        committed = event.committed if isinstance(event, RoundMissed) else version
        deadline, stream = schedule_of(live.match).time(event.round), stream_of(live.id, line)
        return lambda connection: await_witnesses_of(connection, stream, committed, deadline)

    def _carry_out(
        self,
        live: OpenGame,
        place: tuple[str, int],
        waiting: Waiting,
        made: FairRound,
        at: str,
        done: _Carried,
    ) -> None:
        """Carry the commands of a whole round out, at a time."""
        (line, version), ruleset = place, live.ruleset
        since, stream = self._dice.standing(live, line, version).since, stream_of(live.id, line)
        for commit in waiting.ordered(made.table.seats):
            found = carried_out(ruleset, done.position, commit, made.dice, live.match.hides)
            proof, given = made.settle(found.dice), done.last + 1
            if proof.whole:
                since = given
            else:
                proof = msgspec.structs.replace(proof, since=since)
            done.facts.append(Fact(stream, given, EVENTS.family, accepted(commit, found, proof)))
            done.given.append(Given(commit.event.seat, str(found.command.get("type"))))
            family = ruleset.storage.events.family
            done.facts += [Fact(stream, given + n, family, each) for n, each in enumerate(found.events, 1)]
            done.proofs.append((given, proof))
            done.position, done.last = found.after, given + len(found.events)
        outcome = ruleset.rules.outcome(done.position) if line == live.match.current else None
        if outcome is not None:
            done.in_match = [ended_by_rules(live.match, outcome, done.last, at)]
            done.in_match += opened_at_end(live.match, live.seal, done.in_match)

    # -- answering

    def receipt(
        self, live: OpenGame, line: str, committed: int, rows: list[Row], reader: str | None, repeated: bool
    ) -> Receipt:
        """The answer to a commit, or to the link of one, whose own append had these rows.

        It is what the round waits for; once that is carried out, the append that did so follows. `committed`
        is the version of the commit, `reader` as whom the caller reads.
        """
        _, version = self._open_games.head(live, line)
        waiting = self._dice.waiting(live, line, version)
        if not any(each.version == committed for each in waiting.commits):
            rows = self._with_outcome(live, line, committed, rows)
        events = shown(live.seal, rows, reader)
        last = max(int(row[1]) for row in rows if row[0] == stream_of(live.id, line))
        found = Receipt(live.id, line, last, events, repeated)
        if waiting and any(each.version == committed for each in waiting.commits):
            owed, awaits = self.owed(live, line)
            if owed or awaits:
                found = msgspec.structs.replace(found, owed=owed, awaits=awaits)
        return found

    def _with_outcome(self, live: OpenGame, line: str, committed: int, rows: list[Row]) -> list[Row]:
        """The rows of an append of a round, and of the append that carried the round out, if it was another.

        The round's first command is carried out right after its last link, or after its only commit.
        """
        recorder, stream = self._open_games.recorder, stream_of(live.id, line)
        _, carried = recorder.nearest(stream, committed, COMMAND_ACCEPTED)
        if carried is None or any(row[0] == stream and row[1] == carried for row in rows):
            return rows
        (before,) = recorder.placed(stream, carried - 2, carried - 1)
        event = EVENTS.decode(before[2], before[3])
        if before[2] == LINK_REVEALED:
            assert isinstance(event, LinkRevealed)
            scope, id, _ = link_answer(live.id, line, event.committed, event.share.link)
        else:
            assert isinstance(event, CommandCommitted)
            scope, id = f"{live.id}/{event.by}", event.id
        found = recorder.answer(scope, id)
        assert found is not None
        return [*rows, *recorder.appended(found[3], found[4])]

    def owed(self, live: OpenGame, line: str) -> tuple[tuple[Owed, ...], tuple[str, ...]]:
        """The links that are owed on a timeline now, in order, and the seats whose answers come before them.

        Nothing where the game has ended.
        """
        line, version = self._open_games.head(live, line)
        waiting = self._dice.waiting(live, line, version)
        table = self._dice.table(live, line, version) if waiting else None
        if table is None or (line == live.match.current and live.match.ended is not None):
            return (), ()
        position = self._open_games.position(live, line, version)
        asked = self.asked(live, table, position, waiting)
        waits = msgspec.UNSET if not waiting.round else schedule_of(live.match).time(waiting.round)
        round = waiting.round or msgspec.UNSET
        links = tuple(
            Owed(each.event.seat, each.event.id, each.version, round, waits) for each in waiting.owed(table)
        )
        return links, tuple(dict.fromkeys(each.seat for each in asked))


def _given(event: Event, done: _Carried) -> list[Given]:
    """The commands of an append: what is committed to, and what is carried out."""
    if not isinstance(event, CommandCommitted):
        return done.given
    return [Given(event.seat, str(event.command.get("type")), done=False), *done.given]
