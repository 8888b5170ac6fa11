"""A game as its readers see it: its record, its line in the list of games, its timelines."""

from ironclad.domain.kernel.engine import codec
from ironclad.domain.kernel.rulebook.errata import Erratum
from ironclad.domain.match.state import COMPUTER, COMPUTER_NAME, LineDice
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.records import (
    GameRecord,
    GameSummary,
    ProposalRecord,
    SeatRecord,
    TimelineRecord,
)
from ironclad.projections.places import due_at, outcome_at
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.opponent.seeds import OpponentSeeds
from ironclad.referee.people.accounts import Accounts
from ironclad.referee.sight import seen
from ironclad.referee.taking_back import may_take_back


class GameReader:
    """Makes the records of games."""

    def __init__(self, open_games: OpenGames, accounts: Accounts, seeds: OpponentSeeds) -> None:
        self._open_games, self._accounts, self._seeds = open_games, accounts, seeds

    def game(self, live: OpenGame, seat: str | None) -> GameRecord:
        """The game as it is now, for a seat (None: an onlooker)."""
        match = live.match
        opened = match.opened
        assert opened is not None
        line, version = self._open_games.head(live, None)
        position = seen(live, self._open_games.position(live, line, version), seat)
        names = {COMPUTER: COMPUTER_NAME, **self._accounts.names(list(match.players.values()))}
        epoch = match.dice.get(line, LineDice()).epoch
        keepers = {each.party: each.custody for each in epoch.chains} if epoch is not None else {}
        seats = []
        for each in opened.seats:
            player = match.players.get(each)
            name, offer = names.get(player) if player else None, match.keys.offers.get(each)
            offered = offer.key if offer is not None else None
            key = match.keys.in_force(each)
            seats.append(SeatRecord(each, player, name, key, offered, keepers.get(each)))
        return GameRecord(
            live.id,
            opened.title,
            opened.ruleset,
            match.rules_of(line),
            opened.scenario,
            {**opened.options, **match.readings_of(line)},
            match.opened_at,
            opened.by,
            tuple(seats),
            line,
            version,
            due_at(live, line, position),
            self.proposals(live),
            outcome_at(live, line, position),
            may_take_back(self._open_games, live, line, version, position),
            errata=_errata(live, line),
            rules_asked=match.rules_asked,
            opponent=self._seeds.record(live, line),
            broken=self._open_games.breaks.record(live.id, live.match_version, match),
            claims=0 if match.disputes is None else len(match.disputes.claims),
        )

    def summary(self, live: OpenGame) -> GameSummary:
        """The game as the list shows it. Raises NotFound for a lesson: only its player has its address."""
        opened, lesson = live.match.opened, live.ruleset.show.lesson
        assert opened is not None
        if lesson is not None and opened.scenario == lesson.scenario:
            raise NotFound(f"{live.id} is a lesson, and is not listed")
        line, version = self._open_games.head(live, None)
        position = seen(live, self._open_games.position(live, line, version), None)
        turn = live.ruleset.words.turn(position)
        return GameSummary(
            live.id,
            opened.title,
            opened.ruleset,
            opened.scenario,
            live.match.opened_at,
            {seat: live.match.players.get(seat) for seat in opened.seats},
            line,
            version,
            turn,
            due_at(live, line, position),
            outcome_at(live, line, position),
        )

    def unreadable_summary(self, live: OpenGame) -> GameSummary:
        """The line of a game whose position this build cannot make: what its match says."""
        opened = live.match.opened
        assert opened is not None
        seats = {seat: live.match.players.get(seat) for seat in opened.seats}
        place = self._open_games.head(live, None)
        about = (live.id, opened.title, opened.ruleset, opened.scenario, live.match.opened_at, seats)
        return GameSummary(*about, *place, None, (), None, readable=False)

    def proposals(self, live: OpenGame) -> tuple[ProposalRecord, ...]:
        """Open rewinds and draw offers."""
        match = live.match
        rewinds = [
            ProposalRecord(p.id, "rewind", p.seat, p.made_at, p.timeline, p.at, p.reason, clocks=p.clocks)
            for p in match.proposals.values()
        ]
        draws = [
            ProposalRecord(offer.id, "draw", seat, offer.made_at) for seat, offer in match.draw_offers.items()
        ]
        return (*rewinds, *draws)

    def timelines(self, live: OpenGame) -> tuple[TimelineRecord, ...]:
        """Every line in the order opened."""
        return tuple(self.timeline(live, id) for id in live.match.timelines)

    def timeline(self, live: OpenGame, id: str) -> TimelineRecord:
        """One line."""
        line, head = live.match.timelines[id], self._open_games.head(live, id)[1]
        return TimelineRecord(
            line.id,
            line.parent,
            line.at,
            line.why,
            line.by,
            line.opened_at,
            head,
            live.match.current == id,
            line.left_for,
            line.left_by,
            line.left_because,
            line.left_at,
            line.taken,
        )


def _errata(live: OpenGame, line: str) -> tuple[Erratum, ...]:
    """The errata that hold on a line; none where this build has not its version."""
    published = live.ruleset.identity.published
    try:
        holding = published.find(live.match.rules_of(line)).errata
    except codec.Unreadable:
        return ()
    return tuple(each for each in published.errata if each.id in holding)
