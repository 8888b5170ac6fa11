"""Commands that are committed to before they are carried out: those that need a link (docs/dice.md)."""

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.dice import NoDice, RollNeeded
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_CLIENT, FairTable, LostChain
from ironclad.domain.match import dice
from ironclad.domain.match.beacon_rounds import round_at
from ironclad.domain.match.closed import closed_fields, closes
from ironclad.domain.match.committed import Waiting, is_due
from ironclad.domain.match.events import CommandCommitted
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.store.rows import Answer
from ironclad.referee.asked import Ask, Place
from ironclad.referee.clocks.timekeeping import Timekeeper
from ironclad.referee.dice.rounds import Rounds
from ironclad.referee.dice.service import DiceService
from ironclad.referee.open_games import OpenGame, OpenGames, Raced
from ironclad.referee.preconditions import check_closed
from ironclad.referee.sealing.salts import chosen, hidden_fields

CLOSED = "signature/closed"
"""Whether hidden fields are committed to by their digests, and what of them is opened."""


class Committing:
    """Finds out which commands are committed to, and stores them so."""

    def __init__(
        self, open_games: OpenGames, dice: DiceService, rounds: Rounds, time: Timekeeper
    ) -> None:
        self._open_games, self._dice, self._rounds, self._time = open_games, dice, rounds, time

    def owed(
        self, live: OpenGame, ask: Ask, place: Place, command: Command, waiting: Waiting
    ) -> CommandCommitted | None:
        """What is stored of a command that is committed to before it is carried out, without its signature.

        It is decided up to its first roll, without dice; nothing hinders its round then. None for a command
        that is carried out at once. Raises Refused with the rule, Raced, Unavailable.
        """
        line, type = place.line, str(ask.data.get("type"))
        if not dice.commits(live.match, line):
            return None
        known = dice.table_of(live.match, live.id, line)
        assert known is not None
        together, own = type in known.epoch.terms.together, known.kept_by(ask.seat) == KEPT_BY_CLIENT
        if not (together or own or known.beacon):
            return None
        table = self._table(live, ask, place, waiting)
        rolls = self._rolls(live, ask, place, command) or together
        if together and self._closes(live, ask, table) and hidden_fields(live, ask.data):
            open_ = "both seats sign: commit to the digests of what is hidden, and open it with the link"
            raise Refused(CLOSED, open_)
        due = is_due(table, ask.seat, type, rolls)
        if not due and not live.match.hides:
            return None
        commit = self._committed(live, ask, place, rolls and bool(table.beacon))
        joined = waiting.after(place.version + 1, commit)
        asked = self._rounds.asked(live, table, place.position, joined)
        if rolls and table.beacon:
            _check_custody(table)
        try:  # where something is hidden, no refusal tells whether the command rolls
            self._rounds.rehearse(live, table, joined, asked, rolls or live.match.hides)
        except LostChain as lost:
            raise lost_chain(lost) from lost
        return commit if due else None

    def closed(self, live: OpenGame, ask: Ask, place: Place, waiting: Waiting) -> CommandCommitted:
        """What is stored of a command that is committed to by digests, without its signature.

        Nobody can read it before it is opened: what the rules refuse of it then is not carried out. Raises
        Refused, Unreadable, NotYourSeat, Raced, Unavailable.
        """
        type, decision = str(ask.data.get("type")), ask.request.decision
        check_closed(live.ruleset, place.seat_sees, ask.seat, decision, type)
        line = place.line
        table = self._table(live, ask, place, waiting) if dice.commits(live.match, line) else None
        if table is None or not self._closes(live, ask, table):
            both = "not both seats sign and keep their own chains"
            raise Refused(CLOSED, f"a {type} is given with its values here: {both}")
        given = {digest for each in waiting.commits for digest in each.closed.values()}
        digests = list(closed_fields(ask.data).values())
        if len({*given, *digests}) < len(given) + len(digests):
            raise Refused(CLOSED, "each digest is of a salt of its own: one comes twice in this round")
        commit = self._committed(live, ask, place, False)
        joined = waiting.after(place.version + 1, commit)
        asked = self._rounds.asked(live, table, place.position, joined)
        try:
            self._rounds.rehearse(live, table, joined, asked, True)
        except LostChain as lost:
            raise lost_chain(lost) from lost
        return commit

    def _closes(self, live: OpenGame, ask: Ask, table: FairTable) -> bool:
        type = str(ask.data.get("type"))
        return live.match.hides and closes(live.match.keys, table.epoch, live.ruleset.seats, type)

    def _table(self, live: OpenGame, ask: Ask, place: Place, waiting: Waiting) -> FairTable:
        """The dice of the timeline, with chains of the service's that are of use where nothing waits."""
        known, line, version = live.match_version, place.line, place.version
        if waiting:
            table = self._dice.table(live, line, version)
            assert table is not None
            return table
        table = self._dice.renewed(live, line, version)
        if live.match_version != known and ask.request.seen is not None:
            raise Raced  # new chains were anchored: the seat may not have seen them
        return table

    def _rolls(self, live: OpenGame, ask: Ask, place: Place, command: Command) -> bool:
        """Whether a command rolls. Raises Refused with the rule."""
        given = (place.position, ask.seat, command, NoDice(), ask.request.decision)
        try:
            decider.execute(live.ruleset, *given)
        except RollNeeded:
            return True
        return False

    def commit(self, live: OpenGame, ask: Ask, place: Place, event: CommandCommitted) -> Receipt:
        """Store a command as committed to; one that waits for nobody is carried out at once."""
        answer = Answer(f"{live.id}/{ask.by}", ask.request.id, ask.digest, live.id, place.line)
        at = (place.line, place.version)
        try:
            salts = chosen(live, ask, event.signature)
            opened = self._time.opened(live, ask, place.version + 1, event.at)
            rows = self._rounds.append(
                live, at, place.position, event, answer, salts=salts, opened=opened
            )
        except LostChain as lost:
            raise lost_chain(lost) from lost
        return self._rounds.receipt(live, place.line, place.version + 1, rows, ask.seat, repeated=False)

    def _committed(self, live: OpenGame, ask: Ask, place: Place, waits: bool) -> CommandCommitted:
        """The event of a commit; `waits`: for a round of the beacon."""
        request, at = ask.request, self._open_games.time(live, place.line, place.version)
        return CommandCommitted(
            ask.seat,
            request.id,
            ask.digest.hex(),
            at,
            ask.data,
            ask.by,
            request.decision,
            request.expected_version,
            None,
            round_at(live.match, at) if waits else 0,
        )


def _check_custody(table: FairTable) -> None:
    """At the tournament level each seat that takes part in a roll keeps its own chain. Raises Refused."""
    kept = ", ".join(seat for seat in table.rollers() if table.kept_by(seat) != KEPT_BY_CLIENT)
    need = f"at the tournament level each seat keeps its own chain: {kept} has to anchor one"
    require(not kept, "dice/custody", need)


def lost_chain(lost: LostChain) -> Refused:
    """The refusal of what needs a chain that the service has lost."""
    return Refused("dice/lost", f"the service has lost {lost}: anchor new chains")
