"""Where a game's dice come from: the table of a timeline as the log has it, and the service's own chains.

A game from before fair dice, or of a referee that was given dice, has no table: its dice are the service's.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import Dice
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.domain.kernel.fair.fair_roll import FairDice
from ironclad.domain.kernel.fair.fair_round import FairRound
from ironclad.domain.kernel.fair.fair_table import (
    KEPT_BY_CLIENT,
    KEPT_BY_SERVER,
    DiceProof,
    Epoch,
    FairTable,
    Terms,
)
from ironclad.domain.kernel.fair.mixing import BeaconNow
from ironclad.domain.match import commands as c
from ironclad.domain.match import dice
from ironclad.domain.match.committed import Waiting, check_free, needs_free_line, with_abandoned
from ironclad.domain.match.dice import NewChain
from ironclad.domain.match.disputes.commands import OrderChains, VacateSeat
from ironclad.domain.match.events import COMMAND_ACCEPTED, DiceAnchored, SeatReady
from ironclad.domain.match.intents import LEVEL_2
from ironclad.domain.match.state import MAIN, Match
from ironclad.eventlog.errors import Unavailable
from ironclad.eventlog.log import match_stream, stream_of
from ironclad.referee.dice.custody import DiceCustody
from ironclad.referee.dice.waiting import waiting_on
from ironclad.referee.open_games import OpenGame, OpenGames, Standing
from ironclad.referee.settings import Covered

BeaconAt = Callable[[OpenGame, str, str], BeaconNow | None]
"""The beacon's share in the dice of a command: (game, timeline, seat) -> BeaconNow, or None without one."""

_ANCHORED = "match.dice_anchored.1"


class _Proved(msgspec.Struct):
    """What is needed of an accepted command."""

    dice_proof: DiceProof | None = None


class _Anchored(msgspec.Struct):
    timeline: str
    epoch: Epoch


class DiceService:
    """The dice of games whose parties share in them."""

    def __init__(
        self, open_games: OpenGames, keeper: DiceCustody, covered: Covered, beacon: BeaconAt
    ) -> None:
        self._open_games = open_games
        self.keeper = keeper
        self._covered = covered
        self._beacon = beacon

    # -- tables

    def table(self, live: OpenGame, line: str, version: int) -> FairTable | None:
        """A timeline's table after a version of it, its head; None where its dice are not fair."""
        known = dice.table_of(live.match, live.id, line)
        if known is None:
            return None
        proof = self.standing(live, line, version).proof
        table = known if proof is None else known.after(proof)
        for share in live.match.dice[line].bared:
            if share.party not in table.shares:
                table = table.revealed(share)
        for share in self.waiting(live, line, version).shares():
            table = table.revealed(share)
        return table

    def waiting(self, live: OpenGame, line: str, version: int) -> Waiting:
        """The commands that were committed to and wait on a timeline after a version of it, its head."""
        return waiting_on(self._open_games, live, line, version)

    def require_free(self, live: OpenGame, line: str, version: int) -> None:
        """No command waits on a timeline. Raises Refused ("dice/owed")."""
        if waiting := self.waiting(live, line, version):
            check_free(waiting, self.table(live, line, version))

    def standing(self, live: OpenGame, line: str, version: int) -> Standing:
        """See Standing; read from the log unless it is remembered from the last command."""
        known = live.dice.get(line)
        if known is None or known.version != version:
            since, proof = self._last_proof(live, line, version)
            known = live.dice[line] = Standing(version, since, proof)
        return known

    def _last_proof(self, live: OpenGame, line: str, version: int) -> tuple[int, DiceProof | None]:
        recorder, stream = self._open_games.recorder, stream_of(live.id, line)
        last, _ = recorder.nearest(stream, version, COMMAND_ACCEPTED)
        proof = self._proof_at(stream, last) if last else None
        if proof is None:  # nothing was rolled on the line itself
            return 0, None
        if proof.whole:
            return last or 0, proof
        return proof.since, self._proof_at(stream, proof.since) if proof.since else None

    def _proof_at(self, stream: str, version: int) -> DiceProof | None:
        ((_, body),) = self._open_games.recorder.rows(stream, version - 1, version)
        return msgspec.json.decode(body, type=_Proved).dice_proof

    # -- the dice of a command

    def dice(
        self,
        live: OpenGame,
        line: str,
        version: int,
        giver: str,
        link: str | None,
    ) -> Dice:
        """The dice of a command of `giver`, given after a version of a timeline.

        Raises Refused for a link that is not its next; Raced where the service's chains have to be renewed,
        and another process was quicker. In a game that hides something also what a roll would raise
        (Refused, LostChain, Unavailable), whether there is one or not: a refusal must not tell that.
        """
        table = self.table(live, line, version)
        if table is None:
            if link is not None:
                raise Refused("dice/link", "this game's dice are the service's own: send no link")
            return self._open_games.dice(live.id, line, version)
        table = self._of_use(live, table, version)
        own = table.kept_by(giver) == KEPT_BY_CLIENT
        if live.match.hides and not (own and table.scheme != V1):
            FairDice(table, giver, link, self.keeper).rehearse()
            self.require_covered(live, line)
        return FairDice(table, giver, link, self.keeper, self._beacon(live, line, giver))

    def renewed(self, live: OpenGame, line: str, version: int) -> FairTable:
        """The table of a timeline on which no command waits, with chains of the service's that are of use.

        Raises Raced, Unavailable.
        """
        table = self.table(live, line, version)
        assert table is not None
        return self._of_use(live, table, version)

    def _of_use(self, live: OpenGame, table: FairTable, version: int) -> FairTable:
        """The same table, or the one after the service's chains were renewed. Raises Raced, Unavailable."""
        if not self._useless(live, table) or table.must_agree():
            return table
        self._renew(live, table, version)
        renewed = self.table(live, table.timeline, version)
        assert renewed is not None
        return renewed

    def renews(self, live: OpenGame, line: str, version: int) -> bool:
        """Whether a command after a version of a timeline first has chains of the service's renewed."""
        table = self.table(live, line, version)
        return table is not None and self._useless(live, table) and not table.must_agree()

    def round(
        self, live: OpenGame, line: str, version: int, waiting: Waiting, beacon: BeaconNow | None
    ) -> FairRound:
        """The dice of the commands that wait on a timeline, where every link that they owed is revealed.

        Raises Unavailable.
        """
        self.require_covered(live, line)
        table = self.table(live, line, version)
        assert table is not None
        for share in waiting.shares():
            table = table.revealed(share)
        return FairRound(table, [each.event.seat for each in waiting.commits], self.keeper, beacon)

    def renew_useless(self, live: OpenGame, line: str) -> None:
        """Anchor new chains of the service's for a line, if they are of no use and no seat has to agree.

        Raises Raced, Unavailable.
        """
        _, version = self._open_games.head(live, line)
        if self.renews(live, line, version):
            table = self.table(live, line, version)
            assert table is not None
            self._renew(live, table, version)

    def covers(self, position: int) -> bool:
        """Whether a signed checkpoint covers a position of the log; waits for one a little."""
        return self._covered(position)

    def settle(self, live: OpenGame, line: str, version: int, rolled: Dice, command: str) -> DiceProof | None:
        """What a command of this type did to the dice; None where they are not fair. Raises Unavailable."""
        if not isinstance(rolled, FairDice):
            return None
        proof, _ = rolled.settle(command)
        if proof.revealed:
            self.require_covered(live, line)
            return proof
        return msgspec.structs.replace(proof, since=self.standing(live, line, version).since)

    def untouched(self, live: OpenGame, line: str, version: int) -> DiceProof | None:
        """What a command that cannot roll did to the dice: nothing. None where they are not fair."""
        known = dice.table_of(live.match, live.id, line)
        if known is None:
            return None
        return DiceProof(known.epoch.number, since=self.standing(live, line, version).since)

    def appended(self, live: OpenGame, line: str, accepted: int, last: int, proof: DiceProof | None) -> None:
        """A command was stored from version `accepted` to `last` of a timeline: remember its proof.

        After a command that is carried out nothing waits.
        """
        if proof is None:
            return
        live.waiting[line] = last, Waiting()
        known = live.dice[line]
        if proof.whole:
            live.dice[line] = Standing(last, accepted, proof)
        else:
            live.dice[line] = Standing(last, known.since, known.proof)

    def waited(self, live: OpenGame, line: str, last: int, waiting: Waiting) -> None:
        """Commits or links were stored up to version `last` of a timeline: remember what waits."""
        known = live.dice[line]
        live.dice[line] = Standing(last, known.since, known.proof)
        live.waiting[line] = last, waiting

    def ended(self, live: OpenGame, seat: str, events: Sequence[Event]) -> list[Event]:
        """The events of a request of a seat on the match, with what it abandons where they end the game."""
        line, version = self._open_games.head(live, None)
        waiting = self.waiting(live, line, version)
        table = self.table(live, line, version) if waiting else None
        return with_abandoned(events, waiting, table, line, seat)

    def _useless(self, live: OpenGame, table: FairTable) -> bool:
        """Whether a chain that the service keeps is used up, or was made with another master key."""
        place = (table.timeline, table.epoch.number)
        if place not in live.kept:
            for chain in table.epoch.chains:
                ours = chain.custody == KEPT_BY_SERVER
                if ours and not self.keeper.holds(table.game, table.timeline, chain, table.scheme):
                    return True
            live.kept.add(place)
        return table.worn()

    def _renew(self, live: OpenGame, table: FairTable, version: int) -> None:
        """Anchor new chains of the service's, in an append of its own: its answer is the epoch's."""
        open_games, line = self._open_games, table.timeline
        event = dice.renewed(live.match, table, self.new(live.id, table.scheme))
        command = msgspec.to_builtins(c.RenewDice(timeline=line))
        id = f"renew-{line}-{event.epoch.number}"
        open_games.append_for_service(live, id, command, [event], ((stream_of(live.id, line), version),))

    def require_covered(self, live: OpenGame, line: str) -> None:
        """A link may be revealed only when a checkpoint covers the anchors. Raises Unavailable."""
        epoch = live.match.dice[line].epoch
        assert epoch is not None
        if (line, epoch.number) in live.covered:
            return
        rows = self._open_games.recorder.placed(match_stream(live.id), 0, live.match_version)
        for _, _, name, body, position in reversed(rows):
            if name != _ANCHORED or msgspec.json.decode(body, type=_Anchored).timeline != line:
                continue
            if not self._covered(position):
                raise Unavailable("the chains of the dice are not in a signed checkpoint yet: ask again")
            live.covered.add((line, epoch.number))
            return

    # -- what requests on a match do to the dice

    def new(self, game: str, scheme: str) -> NewChain:
        """New chains of a game that the service keeps."""
        return lambda line, party, series, length: self.keeper.new(game, line, party, series, length, scheme)

    def opened(self, ruleset: Ruleset[Any], game: str, scheme: str, beacon: str = "") -> DiceAnchored:
        """The first epoch of a game, in whose rolls a beacon has a share if one is named."""
        return dice.begun(MAIN, ruleset.seats, terms_of(ruleset, scheme, beacon), self.new(game, scheme))

    def caused(
        self, live: OpenGame, match: Match, seat: str, asked: Any, events: list[Event]
    ) -> tuple[list[Event], tuple[tuple[str, int], ...]]:
        """What an accepted request on a match does to the dice, and where its timeline must be for it.

        `match` is the match before the request's events. Raises Refused, Unavailable.
        """
        standing: tuple[tuple[str, int], ...] = ()
        if needs_free_line(live.match, asked):
            self.require_free(live, *self._open_games.head(live, None))

        def table(line: str) -> FairTable | None:
            nonlocal standing
            line, version = self._open_games.head(live, line)
            standing = ((stream_of(live.id, line), version),)
            return self.table(live, line, version)

        new = self.new(live.id, dice.scheme_of(live.match))
        caused = dice.caused(match, seat, asked, events, new, table)
        if any(isinstance(event, SeatReady) for event in caused):
            self.require_covered(live, asked.timeline)
        return caused, standing

    def by_official(self, live: OpenGame, match: Match, asked: Any) -> list[Event]:
        """What an official's request does to the dice; `match` is the match before its events.

        Raises Refused.
        """
        line, version = self._open_games.head(live, None)
        if not isinstance(asked, OrderChains | VacateSeat):
            return []
        table, new = self.table(live, line, version), self.new(live.id, dice.scheme_of(live.match))
        return dice.caused_by_official(match, asked, table, new)


def scheme_of_opening(command: c.OpenGame) -> str:
    """How the dice are made of a game that is opened so, where its parties share in them."""
    return V2 if command.dice in (V2, LEVEL_2) else V1


def terms_of(ruleset: Ruleset[Any], scheme: str, beacon: str = "") -> Terms:
    """What a game of these rules says of its dice: which commands hand over, which rolls none causes, and
    (but in a game of v1) which commands are carried out together.
    """
    terms = ruleset.dice
    together = () if scheme == V1 else tuple(sorted(terms.together))
    return Terms(tuple(sorted(terms.hands_over)), tuple(sorted(terms.unprompted)), beacon, together, scheme)
