"""The referee's desk of intents: what seats commit to at the tournament level, and how that stands."""

import msgspec

from ironclad.domain.match import commands as c
from ironclad.domain.match import intents
from ironclad.domain.match.state import Intent
from ironclad.eventlog.errors import as_problems
from ironclad.eventlog.records import IntentRecord, IntentsRecord
from ironclad.eventlog.store.kept_cosignatures import INTENT_MADE
from ironclad.referee import request_limits
from ironclad.referee.match_requests.key_requests import KeyDesk
from ironclad.referee.open_games import LiveGame
from ironclad.referee.signatures import Given


class IntentDesk(KeyDesk):
    """The referee's half that minds the tournament level."""

    @as_problems()
    def make_intent(
        self,
        game: str,
        seat: str,
        digest: str,
        *,
        round: int | None = None,
        timeline: str | None = None,
        id: str | None = None,
        signature: str | None = None,
    ) -> IntentRecord:
        """Commit to a request by its digest (`ironclad.domain.kernel.fair.fair_tournament.request_digest`).

        Its round is the first that is far enough ahead for the witnesses, unless a later one is named. Raises
        NotFound, IdReused, GameOver, Refused ("dice/intent", "dice/round").
        """
        request_limits.text(digest, "digest", request_limits.LINK_LIMIT)
        number = 0 if round is None else request_limits.number(round, "round")
        line = self._dice_line(game, seat, timeline)
        core = self._core
        with core.game(game) as live:
            match = live.match

        def make(live: LiveGame) -> c.MakeIntent:
            where = line or live.match.current
            core.intents.ready(live, where, seat)
            return c.MakeIntent(timeline=where, intent=core.ids(), digest=digest, round=number)

        asked = {"intent": digest, "round": round, "timeline": timeline, "game": game}
        expect = intents.schedule_of(match)
        done = self._matches.carry_out(
            *(game, seat, make, asked, id, Given(signature)),
            also=lambda connection: core.intents.expect(game, expect, connection),
        )
        core.intents.hurry()
        made, row = done.first("intent_made"), next(row for row in done.rows if row[2] == INTENT_MADE)
        with core.game(game) as live:
            accepted = done.first("command_accepted")["at"]
            intent = Intent(made["intent"], seat, digest, made["round"], accepted)
            known = live.match.intents[made["timeline"], seat]
            stands = known if known.id == intent.id else intent
            record = self._intent(live, made["timeline"], stands, row[4])
        return msgspec.structs.replace(record, repeated=done.repeated)

    @as_problems()
    def intents(self, game: str) -> IntentsRecord:
        """The last intent of each timeline and seat, and how it stands. Raises NotFound."""
        with self._core.game(game) as live:
            match, known = live.match, sorted(live.match.intents.items())
            places = self._core.intents.positions(live) if known else {}
            items = (self._intent(live, line, each, places[each.id]) for (line, _), each in known)
            return IntentsRecord(game, match.tournament, tuple(items))

    def _intent(self, live: LiveGame, line: str, intent: Intent, position: int) -> IntentRecord:
        core, terms = self._core, live.match.tournament
        assert terms is not None
        schedule = intents.schedule_of(live.match)
        at = schedule.time(intent.round)
        witnesses = tuple(sorted(core.intents.witnesses(live, position, at)))
        state = intent.state
        if state == "waiting" and len(witnesses) >= terms.needed:
            state = "due" if core.intents.speaks(schedule, intent.round) else "witnessed"
        elif state == "waiting" and core.seconds() >= at:
            state = "late"
        return IntentRecord(
            live.id,
            line,
            intent.seat,
            intent.id,
            intent.digest,
            intent.round,
            at,
            intent.made_at,
            position,
            state,
            witnesses,
            terms.needed,
        )
