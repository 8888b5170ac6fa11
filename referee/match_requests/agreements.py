"""What seats settle between themselves: resignation, draws, rewinds, another version of the rules.

Each request takes the `signature` of a seat that has a key of its own (docs/signatures.md).
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.match.commands import (
    AcceptDraw,
    AcceptRewind,
    DeclineDraw,
    DeclineRewind,
    MoveRules,
    OfferDraw,
    OwnChain,
    ProposeRewind,
    Resign,
    WithdrawDraw,
    WithdrawRewind,
    WithdrawRules,
)
from ironclad.eventlog.errors import NotFound
from ironclad.eventlog.records import ProposalRecord, Receipt, TimelineRecord
from ironclad.projections.queries import ReadersDesk
from ironclad.referee import request_limits
from ironclad.referee.matches import Done
from ironclad.referee.open_games import LiveGame
from ironclad.referee.signatures import Given


class _Waits(Exception):
    """The seat has asked for the same before, and the other seat has not answered."""

    def __init__(self, answer: Receipt) -> None:
        super().__init__()
        self.answer = answer


class Agreements(ReadersDesk):
    """The referee's half in which one seat asks and the other answers."""

    # -- resignation and draws

    def resign(self, game: str, seat: str, *, id: str | None = None, signature: str | None = None) -> Receipt:
        """Give the game up: the other seat wins. Raises NotFound, IdReused, GameOver."""
        return self._ask(game, seat, "resign", id, lambda live: Resign(head=self._head(live)), signature)

    def offer_draw(
        self, game: str, seat: str, *, id: str | None = None, signature: str | None = None
    ) -> Receipt:
        """Offer a draw; it stands until it is accepted, declined or withdrawn. Raises also Refused."""
        return self._ask(
            game, seat, "offer_draw", id, lambda live: OfferDraw(offer=self._core.ids()), signature
        )

    def accept_draw(
        self,
        game: str,
        seat: str,
        *,
        offer: str | None = None,
        id: str | None = None,
        signature: str | None = None,
    ) -> Receipt:
        """Accept the other seat's offer (this one, where it is named): the game is drawn.

        Raises also Refused ("match/offer" where another offer stands now).
        """
        what, named = self._named("accept_draw", offer)
        return self._ask(
            game, seat, what, id, lambda live: AcceptDraw(head=self._head(live), offer=named), signature
        )

    def decline_draw(
        self,
        game: str,
        seat: str,
        *,
        offer: str | None = None,
        id: str | None = None,
        signature: str | None = None,
    ) -> Receipt:
        """Decline the other seat's offer (this one, where it is named). Raises also Refused."""
        what, named = self._named("decline_draw", offer)
        return self._ask(game, seat, what, id, lambda live: DeclineDraw(offer=named), signature)

    def withdraw_draw(
        self,
        game: str,
        seat: str,
        *,
        offer: str | None = None,
        id: str | None = None,
        signature: str | None = None,
    ) -> Receipt:
        """Take one's own offer back (this one, where it is named). Raises also Refused."""
        what, named = self._named("withdraw_draw", offer)
        return self._ask(game, seat, what, id, lambda live: WithdrawDraw(offer=named), signature)

    # -- rewinds

    def propose_rewind(
        self,
        game: str,
        seat: str,
        at: int,
        *,
        timeline: str | None = None,
        reason: str = "",
        id: str | None = None,
        signature: str | None = None,
    ) -> ProposalRecord:
        """Propose that the game go on from version `at` of a timeline (the current one unless named).

        Allowed after an end by the rules, not after a resignation or an agreed draw.
        Raises NotFound, Unreadable, IdReused, GameOver, Refused.
        """
        self._seat(game, seat)
        request_limits.text(reason, "reason", request_limits.REASON_LIMIT)
        request_limits.number(at, "at")
        if timeline is not None:
            request_limits.known(timeline, "timeline")

        def propose(live: LiveGame) -> ProposeRewind:
            line = live.match.current if timeline is None else timeline
            return ProposeRewind(proposal=self._core.ids(), timeline=line, at=at, reason=reason)

        def check(live: LiveGame, proposed: ProposeRewind) -> None:
            place = self._matches.fork_from(live, proposed.timeline, proposed.at)
            require(place != self._core.head(live, None), "match/nowhere", "the game stands there now")

        asked = {"propose": at, "timeline": timeline, "reason": reason, "game": game}
        done = self._matches.carry_out(game, seat, propose, asked, id, Given(signature), check)
        made, accepted = done.first("rewind_proposed"), done.first("command_accepted")
        return ProposalRecord(
            made["proposal"], "rewind", seat, accepted["at"], made["timeline"], made["at"], made["reason"]
        )

    def accept_rewind(
        self,
        game: str,
        seat: str,
        proposal: str,
        *,
        id: str | None = None,
        dice: OwnChain | None = None,
        signature: str | None = None,
    ) -> TimelineRecord:
        """Accept the other seat's proposal: the game moves to a new timeline, which is returned.

        `dice` is a chain of the seat's own for it.
        """
        self._seat(game, seat)
        request_limits.known(proposal, "proposal")
        asked: dict[str, Any] = {"accept": proposal, "game": game}
        if dice is not None:
            asked["dice"] = msgspec.to_builtins(dice)
        done = self._matches.carry_out(
            game,
            seat,
            lambda live: AcceptRewind(proposal=proposal, head=self._head(live), dice=dice),
            asked,
            id,
            Given(signature),
        )
        self._list_soon()
        return self._timeline(done)

    def decline_rewind(
        self, game: str, seat: str, proposal: str, *, id: str | None = None, signature: str | None = None
    ) -> Receipt:
        """Decline the other seat's proposal."""
        request_limits.known(proposal, "proposal")
        return self._ask(
            game, seat, f"decline {proposal}", id, lambda live: DeclineRewind(proposal=proposal), signature
        )

    def withdraw_rewind(
        self, game: str, seat: str, proposal: str, *, id: str | None = None, signature: str | None = None
    ) -> Receipt:
        """Take one's own proposal back."""
        request_limits.known(proposal, "proposal")
        return self._ask(
            game, seat, f"withdraw {proposal}", id, lambda live: WithdrawRewind(proposal=proposal), signature
        )

    # -- another version of the rules

    def move_rules(
        self,
        game: str,
        seat: str,
        version: str,
        readings: Mapping[str, str] | None = None,
        *,
        id: str | None = None,
        signature: str | None = None,
    ) -> Receipt:
        """Ask that the game be decided by another version of its rules from here on, or carry that out.

        The first seat's request waits; the same from the other seat carries it out. `readings` are options
        that change with it. The same from the first seat again changes nothing.
        Raises NotFound, Unreadable, IdReused, GameOver, Refused ("rules/…").
        """
        self._seat(game, seat)
        request_limits.text(version, "version", request_limits.ID_LIMIT, 1)
        changes = dict(sorted((readings or {}).items()))
        for text in (each for pair in changes.items() for each in pair):
            request_limits.text(text, "readings", request_limits.ID_LIMIT, 1)

        def ask(live: LiveGame) -> MoveRules:
            return MoveRules(version=version, readings=changes, head=self._head(live))

        def check(live: LiveGame, asked: MoveRules) -> None:
            waits = live.match.rules_asked
            if waits is not None and (waits.seat, waits.version, waits.readings) == (seat, version, changes):
                raise _Waits(Receipt(game, "", live.match_version, (), repeated=True))

        body = {"move_rules": version, "readings": changes, "game": game}
        try:
            done = self._matches.carry_out(game, seat, ask, body, id, Given(signature), check)
        except _Waits as waits:
            return waits.answer
        self._list_soon()
        return self._matches.receipt(done)

    def withdraw_rules(
        self, game: str, seat: str, *, id: str | None = None, signature: str | None = None
    ) -> Receipt:
        """Withdraw one's own request to move the rules, or decline the other seat's."""
        return self._ask(game, seat, "withdraw_rules", id, lambda live: WithdrawRules(), signature)

    # -- within

    @staticmethod
    def _named(what: str, offer: str | None) -> tuple[str, str]:
        """What is asked of an offer, and its id; none is named by ""."""
        named = "" if offer is None else request_limits.known(offer, "offer")
        return f"{what} {named}".rstrip(), named

    def _seat(self, game: str, seat: str) -> None:
        with self._core.game(game, fresh=False) as live:
            if seat not in live.ruleset.seats:
                raise NotFound(f"the game has no seat {seat!r}")

    def _head(self, live: LiveGame) -> int:
        return self._core.head(live, None)[1]

    def _timeline(self, done: Done) -> TimelineRecord:
        with self._core.game(done.game) as live:
            return self._reader.timeline(live, done.first("timeline_opened")["timeline"])

    def _ask(
        self,
        game: str,
        seat: str,
        what: str,
        id: str | None,
        command: Callable[[LiveGame], Command],
        signature: str | None,
    ) -> Receipt:
        """Carry out a seat's request on the match."""
        self._seat(game, seat)
        asked = {"ask": what, "game": game}
        done = self._matches.carry_out(game, seat, command, asked, id, Given(signature))
        self._list_soon()
        return self._matches.receipt(done)
