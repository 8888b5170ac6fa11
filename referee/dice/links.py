"""The links of commands that were committed to: who may hand one in, which comes next, and what follows.

A link is the seat's own where the seat's token comes with it, or its signature. So anyone who has a signed
link may hand it in: a service that says it never came can be shown that it came (docs/dice.md).
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.fair_table import FairTable, LostChain
from ironclad.domain.kernel.fair.mixing import BeaconNow
from ironclad.domain.match import dice
from ironclad.domain.match.beacon_rounds import missed
from ironclad.domain.match.committed import Commit, check_next
from ironclad.domain.match.events import COMMAND_COMMITTED, LinkRevealed
from ironclad.domain.match.signed import Seen
from ironclad.eventlog import request_bounds as bounds
from ironclad.eventlog.errors import GameOver, NotFound, NotYourSeat, Problem, Unavailable, Unreadable
from ironclad.eventlog.idempotency import link_answer
from ironclad.eventlog.log import stream_of
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.store.recorders import Row
from ironclad.eventlog.store.rows import Answer
from ironclad.referee import request_limits
from ironclad.referee.clocks.timekeeping import Timekeeper
from ironclad.referee.dice.beacon_rounds import BeaconRounds, NotWitnessed
from ironclad.referee.dice.openings import opening
from ironclad.referee.dice.rounds import Rounds
from ironclad.referee.dice.service import DiceService
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.proof.receipts import Receipts
from ironclad.referee.signatures import Given, Signatures


class LinkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The link of a command that was committed to, as a client hands it in.

    `signature` is that of the seat's key, if it has one, `seen` what the seat had seen (docs/signatures.md).
    Where the command was committed to by digests `opened` has the values of those fields, `salts` the salts.
    """

    link: bounds.Link
    timeline: bounds.TimelineName | None = None
    signature: bounds.SignatureText | None = None
    seen: Seen | None = None
    opened: dict[str, Any] | None = None
    salts: bounds.Salts | None = None


@dataclass(frozen=True)
class _Place:
    """Where a command was committed to: the seat, the timeline and its version, the append's rows."""

    seat: str
    id: str
    line: str
    version: int
    rows: list[Row]

    @property
    def position(self) -> int:
        """The commit's place in the log."""
        return int(self.rows[0][4])


class Links:
    """Takes the links of commands that were committed to."""

    def __init__(
        self,
        open_games: OpenGames,
        dice: DiceService,
        rounds: Rounds,
        beacon_rounds: BeaconRounds,
        receipts: Receipts,
        time: Timekeeper,
    ) -> None:
        self._open_games, self._dice, self._rounds = open_games, dice, rounds
        self._beacon_rounds, self._time = beacon_rounds, time
        self._receipts, self._signatures = receipts, Signatures(open_games)

    def reveal(
        self, game: str, id: str, given: LinkRequest, *, seat: str | None = None, by: str = ""
    ) -> Receipt:
        """Take the link of the command `id`, and carry its round out if no other link is owed.

        `seat` is that of the command (it need not be named where only one seat has used the id), `by` the
        seat whose token came with the request, "" for none. The same link again gets the first answer. Raises
        NotFound, NotYourSeat, GameOver, Refused ("dice/…", "signature/…"), Unavailable while no checkpoint
        covers the commit.
        """
        request_limits.check(given)
        with self._open_games.game(game, fresh=False) as live, self._time.arriving(live):
            if not dice.scheme_of(live.match):
                raise Refused("dice/scheme", "the service rolls this game's dice: no link is needed")
            place = self._place(live, id, seat, given.timeline)
            first = self._open_games.recorder.answer(*self._answer_of(live, place, given.link)[:2])
            if first is None:
                _check_sender(live, place.seat, given, by)
            if first is None:
                self._await_covered(place.position)  # before the lock: the commits of a round come together
            try:
                with live.lock:
                    found = self._open_games.retrying(live, lambda: self._attempt(live, place, given, by))
            except (Problem, Refused) as wrong:
                kind, rule = type(wrong).__name__, getattr(wrong, "rule", "")
                now, about = self._open_games.now(), {"type": "reveal_link", "committed": place.version}
                said = str(wrong) if live.seal is None else ""
                self._open_games.refusals.note(game, by, now, kind, rule, said, about)
                raise
        return self._receipts.to_event(found, found.events[0])

    def _place(self, live: OpenGame, id: str, seat: str | None, timeline: str | None) -> _Place:
        """Where a seat committed to its command `id`. Raises NotFound, Unreadable."""
        seats = live.ruleset.seats if seat is None else (seat,)
        found: list[_Place] = []
        for each in seats:
            answer = self._open_games.recorder.answer(f"{live.id}/{each}", id)
            if answer is not None:
                rows = self._open_games.recorder.appended(answer[3], answer[4])
                if rows[0][2] == COMMAND_COMMITTED and timeline in (None, answer[2]):
                    found.append(_Place(each, id, answer[2], rows[0][1], rows))
        if not found:
            where = "" if timeline is None else f" on {timeline}"
            raise NotFound(f"no command {id!r} was committed to{where}")
        if len(found) > 1:
            raise Unreadable(f"both seats committed to a command {id!r}: name the `seat`")
        return found[0]

    @staticmethod
    def _answer_of(live: OpenGame, place: _Place, link: str) -> tuple[str, str, bytes]:
        return link_answer(live.id, place.line, place.version, link)

    def _attempt(self, live: OpenGame, place: _Place, given: LinkRequest, by: str) -> Receipt:
        """First answer, who, order, link, signature, append. Raises Raced if another process was quicker."""
        scope, id, digest = self._answer_of(live, place, given.link)
        first = self._open_games.recorder.answer(scope, id)
        reader = by or None
        if first is not None:
            if first[0] != digest:
                raise Refused("dice/link", f"another link of {place.seat} was revealed for this command")
            rows = self._open_games.recorder.appended(first[3], first[4])
            about = (live, place.line, place.version, rows, reader)
            return self._rounds.receipt(*about, repeated=True)
        line, version = self._open_games.head(live, place.line)
        _check_sender(live, place.seat, given, by)
        self._time.sweep(live)
        live = self._time.lifted(live, place.seat)
        self._open_games.breaks.check_line(live.id, live.match_version, line)
        if live.match.ended is not None:
            raise GameOver(live.match.ended.reason, live.match.ended.rule)
        commit, table = self._due(live, place, line, version)
        beacon = self._beacon(live, line, version)
        chain = table.chain(place.seat)
        assert chain is not None
        share = table.read(chain, given.link)
        opened, salts = opening(live, commit, given.opened, given.salts)
        signed = Given(given.signature, seen=given.seen)
        signature = self._signatures.of_link(
            live, (line, version), place.seat, place.id, commit.version, given.link, signed
        )
        seen = signature.seen if signature is not None else None
        needed = self._last_commit(live, line, version)
        if seen is not None and seen.checkpoint.size < needed:
            least = f"name a checkpoint of {needed} events or more: what was committed to is among them"
            raise Refused("signature/seen", least)
        self._await_covered(needed)
        at = self._open_games.time(live, line, version)
        event = LinkRevealed(place.seat, commit.version, share, at, by, signature, opened or msgspec.UNSET)
        answer = Answer(scope, id, digest, live.id, line)
        position = self._open_games.position(live, line, version)
        try:
            rows = self._rounds.append(live, (line, version), position, event, answer, beacon, salts)
        except LostChain as lost:
            raise Refused("dice/lost", f"the service has lost {lost}: this round cannot be played") from lost
        return self._rounds.receipt(live, line, commit.version, rows, reader, repeated=False)

    def _await_covered(self, position: int) -> None:
        """Wait a little for a signed checkpoint that covers a commit. Raises Unavailable."""
        if not self._dice.covers(position):
            raise Unavailable("the command is not in a signed checkpoint yet: send the link again")

    def _last_commit(self, live: OpenGame, line: str, version: int) -> int:
        """The log's position of the last commit that waits on a timeline."""
        last = max(each.version for each in self._dice.waiting(live, line, version).commits)
        ((*_, position),) = self._open_games.recorder.placed(stream_of(live.id, line), last - 1, last)
        return int(position)

    def _beacon(self, live: OpenGame, line: str, version: int) -> BeaconNow | None:
        """The beacon's share in what waits on a timeline.

        Raises Refused; where too few witnesses have cosigned it in time, it is stored that it waits longer.
        """
        waiting = self._dice.waiting(live, line, version)
        try:
            return self._beacon_rounds.share(live, line, waiting)
        except NotWitnessed:
            at = self._open_games.time(live, line, version)
            event = missed(live.match, line, waiting, at)
            id = f"missed-{line}-{version + 1}"
            digest = request_limits.digest_of("service", {"id": id, "game": live.id})
            answer = Answer(f"{live.id}/", id, digest, live.id, line)
            position = self._open_games.position(live, line, version)
            self._rounds.append(live, (line, version), position, event, answer)
            why = f"too few witnesses had cosigned it before round {waiting.round}"
            raise Refused("dice/witness", f"{why}: it waits for round {event.round}") from None

    def _due(self, live: OpenGame, place: _Place, line: str, version: int) -> tuple[Commit, FairTable]:
        """The commit whose link comes next on a timeline, which is this one. Raises Refused."""
        waiting = self._dice.waiting(live, line, version)
        table = self._dice.table(live, line, version)
        commit = waiting.find(place.seat, place.id)
        if table is None or commit is None:
            raise Refused("dice/link", f"no link of {place.seat} is owed for this command")
        position = self._open_games.position(live, line, version)
        check_next(waiting, self._rounds.asked(live, table, position, waiting), table, commit)
        return commit, table


def _check_sender(live: OpenGame, seat: str, given: LinkRequest, by: str) -> None:
    """A link comes with its seat's token, or is signed by the seat's key. Raises NotYourSeat."""
    if by == seat:
        return
    if live.match.keys.in_force(seat) is None:
        raise NotYourSeat(f"{seat} has no key: only its own token reveals its links")
    if given.signature is None:
        raise NotYourSeat(f"a link of {seat} that another hands in is signed by {seat}")
