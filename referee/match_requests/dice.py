"""What seats ask of their dice apart from commands: chains anchored, first links revealed, intents made."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from ironclad.domain.match import commands as c
from ironclad.domain.match import intents
from ironclad.domain.match.state import Intent
from ironclad.eventlog import request_bounds as bounds
from ironclad.eventlog.records import IntentRecord
from ironclad.eventlog.store.connection import Connection
from ironclad.eventlog.store.kept_cosignatures import INTENT_MADE
from ironclad.referee.intents import intent_record
from ironclad.referee.match_requests.handler import Done
from ironclad.referee.match_requests.request import MatchRequest, Parts, ReceiptRequest
from ironclad.referee.open_games import OpenGame


class AnchorDice(ReceiptRequest, frozen=True):
    """Anchor a new chain of a seat (docs/dice.md): at once, as an offer, or in agreement with an offer.

    `dice` is a chain of the seat's own; with `custody` "server" the service keeps one; with neither the
    seat's chain continues. `timeline` may be one that is proposed.
    """

    dice: c.OwnChain | None = None
    custody: str = ""
    agrees_to: bounds.OfferName | None = None
    timeline: bounds.TimelineName | None = None

    def content(self) -> dict[str, Any]:
        return {
            "anchor": msgspec.to_builtins(self.dice),
            "custody": self.custody,
            "agrees_to": self.agrees_to or "",
            "timeline": self.timeline,
        }

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.AnchorDice:
        return c.AnchorDice(
            timeline=self.timeline or live.match.current,
            offer=parts.open_games.ids(),
            dice=self.dice,
            custody=self.custody,
            agrees_to=self.agrees_to or "",
        )


class ReadyDice(ReceiptRequest, frozen=True):
    """Reveal a seat's first link of an epoch; `anchored` is the version of the match that anchored it."""

    link: bounds.Link
    timeline: bounds.TimelineName | None = None
    anchored: bounds.Version = 0

    def content(self) -> dict[str, Any]:
        anchored = {"anchored": self.anchored} if self.anchored else {}
        return {"ready": self.link, "timeline": self.timeline, **anchored}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.RevealFirst:
        timeline = self.timeline or live.match.current
        return c.RevealFirst(timeline=timeline, link=self.link, anchored=self.anchored)


class MakeIntent(MatchRequest[IntentRecord], frozen=True):
    """Commit to a request by its digest (`ironclad.domain.kernel.fair.fair_tournament.request_digest`).

    Its round is the first that is far enough ahead for the witnesses, unless a later one is named.
    """

    digest: Annotated[str, bounds.Text(64, 64)]
    round: Annotated[int, bounds.Number(1)] | None = None
    timeline: bounds.TimelineName | None = None

    def content(self) -> dict[str, Any]:
        return {"intent": self.digest, "round": self.round, "timeline": self.timeline}

    def command(self, parts: Parts, live: OpenGame, seat: str) -> c.MakeIntent:
        where = self.timeline or live.match.current
        parts.intents.ready(live, where, seat)
        name, round = parts.open_games.ids(), 0 if self.round is None else self.round
        return c.MakeIntent(timeline=where, intent=name, digest=self.digest, round=round)

    def also(self, parts: Parts, live: OpenGame) -> Callable[[Connection], object]:
        expect, game = intents.schedule_of(live.match), live.id
        return lambda connection: parts.intents.expect(game, expect, connection)

    def answer(self, parts: Parts, done: Done) -> IntentRecord:
        parts.intents.hurry()
        made, row = done.first("intent_made"), next(row for row in done.rows if row[2] == INTENT_MADE)
        with parts.open_games.game(done.game) as live:
            accepted = done.first("command_accepted")
            intent = Intent(made["intent"], accepted["seat"], made["digest"], made["round"], accepted["at"])
            known = live.match.intents[made["timeline"], intent.seat]
            last = known if known.id == intent.id else intent
            record = intent_record(parts.open_games, parts.intents, live, made["timeline"], last, row[4])
        return msgspec.structs.replace(record, repeated=done.repeated)
