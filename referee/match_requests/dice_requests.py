"""The referee's dice desk: tables of dice, and what seats do to them apart from commands."""

import msgspec

from ironclad.domain.kernel.fair.fair_dice import SCHEME
from ironclad.domain.match import commands as c
from ironclad.domain.match.state import LineDice
from ironclad.eventlog.errors import as_problems
from ironclad.eventlog.records import DiceRecord, Receipt
from ironclad.referee import request_limits
from ironclad.referee.match_requests.agreements import Agreements
from ironclad.referee.open_games import LiveGame
from ironclad.referee.signatures import Given


class DiceDesk(Agreements):
    """The referee's half that minds shared dice."""

    def dice(self, game: str, timeline: str | None = None) -> DiceRecord:
        """The dice of a timeline as they stand (the current one unless named). Raises NotFound."""
        with self._core.game(game) as live:
            proposed = timeline if timeline in live.match.proposals else None
            line, version = (proposed, 0) if proposed else self._core.head(live, timeline)
            known = live.match.dice.get(line, LineDice())
            table = None if proposed else self._core.fair.table(live, line, version)
            series = {seat: known.series.get(seat, 0) + 1 for seat in live.ruleset.seats}
            offers = tuple(known.offers.values())
            fair = table is not None or (proposed and live.match.current in live.match.dice)
            scheme = SCHEME if fair else "server"
            if table is None:
                return DiceRecord(game, line, scheme, None, (), 1, series, offers)
            shares = tuple(table.shares.values())
            return DiceRecord(game, line, scheme, table.epoch, shares, table.next_roll, series, offers)

    @as_problems()
    def anchor_dice(
        self,
        game: str,
        seat: str,
        own: c.OwnChain | None = None,
        *,
        custody: str = "",
        agrees_to: str = "",
        timeline: str | None = None,
        id: str | None = None,
        signature: str | None = None,
    ) -> Receipt:
        """Anchor a seat's chain anew (docs/dice.md): at once, as an offer, or in agreement with an offer.

        `own` is a chain of the seat's own; with `custody` "server" the service keeps one; with neither the
        seat's chain goes on. `timeline` may be one that is proposed. Raises NotFound, IdReused, GameOver,
        Refused ("dice/…").
        """
        asked = {
            "anchor": msgspec.to_builtins(own),
            "custody": custody,
            "agrees_to": agrees_to,
            "timeline": timeline,
            "game": game,
        }
        line = self._dice_line(game, seat, timeline)

        def anchor(live: LiveGame) -> c.AnchorDice:
            return c.AnchorDice(
                timeline=line or live.match.current,
                offer=self._core.ids(),
                dice=own,
                custody=custody,
                agrees_to=agrees_to,
            )

        done = self._matches.carry_out(game, seat, anchor, asked, id, Given(signature))
        return self._matches.receipt(done)

    @as_problems()
    def ready_dice(
        self,
        game: str,
        seat: str,
        link: str,
        *,
        timeline: str | None = None,
        id: str | None = None,
        signature: str | None = None,
    ) -> Receipt:
        """Reveal a seat's first link of an epoch. Raises NotFound, IdReused, GameOver, Refused ("dice/…")."""
        request_limits.text(link, "link", request_limits.LINK_LIMIT)
        line = self._dice_line(game, seat, timeline)
        done = self._matches.carry_out(
            game,
            seat,
            lambda live: c.RevealFirst(timeline=line or live.match.current, link=link),
            {"ready": link, "timeline": timeline, "game": game},
            id,
            Given(signature),
        )
        return self._matches.receipt(done)

    def _dice_line(self, game: str, seat: str, timeline: str | None) -> str | None:
        """The timeline that a seat names. Raises NotFound for a seat that the game has not."""
        self._seat(game, seat)
        return None if timeline is None else request_limits.known(timeline, "timeline")
