"""The service: a log and its rulesets opened, and its parts put together.

Each part is an attribute; the service adds no methods of its own to them. An accepted request is one atomic
append that is durable before the answer is sent; a refused one raises and changes nothing. Safe to use from
many threads at once.
"""

import secrets
from collections.abc import Callable
from typing import Self

from ironclad.domain.match.state import COMPUTER
from ironclad.eventlog.errors import as_problems
from ironclad.projections.desk import DeskReader
from ironclad.projections.disputes import ClaimReader
from ironclad.projections.queries import Queries
from ironclad.projections.readjudications import Readjudications
from ironclad.projections.rulings import RulingIndex
from ironclad.projections.upkeep import Upkeep
from ironclad.referee.analysis.remarking import Remarking
from ironclad.referee.analysis.trial_lines import TrialLines
from ironclad.referee.authorization import Authorization
from ironclad.referee.clocks.clerk import Clerk
from ironclad.referee.clocks.heart import Heart
from ironclad.referee.clocks.timekeeping import Timekeeper
from ironclad.referee.command_handler import CommandHandler
from ironclad.referee.computer_player import ComputerPlayer
from ironclad.referee.dice.beacon_rounds import BeaconRounds
from ironclad.referee.dice.custody import DiceCustody, master_from
from ironclad.referee.dice.links import Links
from ironclad.referee.dice.rounds import Rounds
from ironclad.referee.dice.service import DiceService
from ironclad.referee.disputes.errata import Errata
from ironclad.referee.disputes.handler import DisputeHandler
from ironclad.referee.disputes.replaying import Replaying
from ironclad.referee.intents import Intents
from ironclad.referee.match_requests import MatchRequests, Parts
from ironclad.referee.match_requests.handler import MatchHandler
from ironclad.referee.open_games import OpenGame, OpenGames, Rulesets
from ironclad.referee.opponent.seeds import OpponentSeeds
from ironclad.referee.people.people import People
from ironclad.referee.proof.exporting import Exporter
from ironclad.referee.proof.prover import Prover
from ironclad.referee.proof.receipts import Receipts
from ironclad.referee.seating import Opening
from ironclad.referee.settings import ServiceSettings
from ironclad.referee.signatures import Signatures

__all__ = ["Rulesets", "Service", "ServiceSettings"]


class Service:
    """A referee service over one log.

    `open_games` (games in memory, locks, append) · `opening` (games opened, seats taken) ·
    `trial_lines` · `remarking` (the events that remarks are on) · `commands` (the
    command handler) · `links` (links of committed commands) · `match` (requests on the match) · `disputes`
    and `claims` (claims and rulings: asked, and read) · `rulings`, `desk`, `errata`, `readjudications` (all
    games) · `people` and `authorization` · `dice`, `rounds` and `intents` · `time` (the clocks), `clerk` and
    `heart` · `computer_player` · `prover`, `receipts` and
    `exporter` (proofs, bundles) · `queries` (what readers ask) · `upkeep` (what is kept beside the log) ·
    `log` and `limiter`.
    """

    def __init__(self, url: str, rulesets: Rulesets, settings: ServiceSettings | None = None) -> None:
        """Open (or make) the log at a URL: `sqlite:///relative`, `sqlite:////absolute`, `sqlite://` (memory).

        Raises BadStoreURL, HeldElsewhere, Unavailable if the store cannot be opened.
        """
        settings = settings or ServiceSettings()
        secret = settings.secret or secrets.token_bytes(32)
        with as_problems():
            games = self.open_games = OpenGames(url, rulesets, settings, secret)
        self.log, self.limiter = games.log, games.shared_cache.limiter
        self.people = People(
            games.log.database, games.background, secret, settings.access, games.seconds, games.ids
        )
        self.dice = DiceService(
            games,
            DiceCustody(settings.dice_key or master_from(secret)),
            settings.covered or games.ledger.covers,
            lambda live, line, seat: self.intents.beacon(live, line, seat),
        )
        self.time = Timekeeper(games)
        self.rounds = Rounds(games, self.dice, self.time)
        self.intents = Intents(games, self.dice, settings.beacon)
        seeds = OpponentSeeds(secret)
        self.queries = Queries(
            games, self.people.accounts, self.dice, self.rounds, self.intents, seeds, self._seen
        )
        self.upkeep = Upkeep(games, self.queries.games_list, self.queries.histories)
        signatures, self.receipts = Signatures(games), Receipts(games)
        handler = MatchHandler(games, self.dice, signatures, self.time)
        self.match = MatchRequests(
            handler, Parts(games, self.intents, signatures, self.receipts, self.queries.timeline)
        )
        self.disputes = DisputeHandler(games, self.dice, signatures, self.time, self.people, secret)
        self.claims = ClaimReader(games, self.disputes.officials, self.disputes.situations)
        self.rulings, self.errata = RulingIndex(games), Errata(games)
        self.disputes.is_ruling = self.rulings.is_ruling
        self.desk = DeskReader(games, self.people, self.disputes.officials, self.rulings)
        self.readjudications = Readjudications(games, self.rulings)
        self.commands = CommandHandler(
            games, self.dice, self.rounds, self.intents, self.receipts, self.time
        )
        beacon_rounds = BeaconRounds(games, self.intents)
        self.links = Links(games, self.dice, self.rounds, beacon_rounds, self.receipts, self.time)
        self.opening = Opening(
            games, self.people, self.intents, self.dice, handler, self.receipts, self.queries.opened
        )
        self.disputes.replaying = Replaying(games, self.people, self.disputes.officials, self.opening)
        self.remarking = Remarking(games)
        self.trial_lines = TrialLines(games, self.people, self.opening)
        self.authorization = Authorization(games, self.people, self.opening)
        self.prover = Prover(games)
        self.exporter = Exporter(games, self.prover, self.intents, settings.signing)
        self.computer_player = ComputerPlayer(games, handler, self.match, self.commands, seeds)
        games.moved = self._moved
        self.heart, self.clerk = Heart(games), Clerk(games, self.time)
        self.time.outages = lambda: self.heart.outages
        if settings.exclusive:
            try:
                self.upkeep.mend_views()
            except BaseException:
                self.close()
                raise
        if settings.clerk:
            self.heart.start(serves=True)
            self.clerk.start()

    def close(self) -> None:
        """Close the store; what was acknowledged is durable already. Also a context manager."""
        self.clerk.close()
        self.heart.close()
        self.computer_player.close()
        self.queries.close()
        self.intents.close()
        self.open_games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def on_position_refused(self, call: Callable[[], object]) -> None:
        """Call this for each stored position that is not believed from now on."""
        self.open_games.positions.stored.refused = call

    def _moved(self, live: OpenGame) -> None:
        """Events were appended to a game: the computer player may owe a move, the list is out of date."""
        self.computer_player.soon(live.id, live.match)
        self.queries.list_soon()

    def _seen(self, live: OpenGame) -> None:
        """A game is looked at: a process may have died before the computer player moved in it."""
        if COMPUTER in live.match.players.values():
            self.computer_player.soon(live.id, live.match)
