"""An official's desk: what waits for it in all its games, the longest waiting first."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ironclad.domain.match.clocks.deadlines import out_of_time
from ironclad.domain.match.clocks.times import HOUR, NEVER, instant_of, instant_text
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.deciding import may
from ironclad.domain.match.disputes.facts import Facts, GameFacts, PeopleFacts
from ironclad.domain.match.disputes.state import Claim, Disputes
from ironclad.eventlog.errors import NotFound
from ironclad.projections.rulings import RulingIndex
from ironclad.referee.disputes.people import OfficialsOf
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.people.people import People

_AT_ONCE = 400  # pseudonyms of one question
_RULE, _APPEAL = ("take_claim", "rule_claim"), ("name_panel", "vote_appeal")


class Waiting(msgspec.Struct, frozen=True):
    """What waits for an official in a game.

    kind: `claim` (to be taken, or ruled on), `appeal` (a panel is to be drawn, or a vote given), `flag` (the
    clocks are stopped by a flag), `late` (a seat is out of time, and no flag is recorded yet), `pause` (an
    official stopped the clocks, without an end). `since`: from when it waits; of an appeal, from the ruling.
    `may`: what is asked for it. `claim` is 0, and `seat` "", where it is about none.
    """

    game: str
    title: str
    ruleset: str
    kind: str
    since: str
    may: tuple[str, ...]
    claim: int = 0
    seat: str = ""
    state: str = ""
    says: str = ""
    about: e.About | None = None
    taken_by_me: bool = False


class Desk(msgspec.Struct, frozen=True):
    """What waits for an official; `total` counts those that are left out too."""

    items: tuple[Waiting, ...]
    total: int


class DeskReader:
    """Reads the desks of one log's officials."""

    def __init__(
        self, open_games: OpenGames, people: People, officials: OfficialsOf, rulings: RulingIndex
    ) -> None:
        self._open_games, self._people, self._officials = open_games, people, officials
        self._rulings = rulings

    def desk(self, account: str, limit: int) -> Desk:
        """The desk of an account: `limit` items."""
        at, found = instant_of(self._open_games.now()), list[Waiting]()
        for game, official in self._games(account):
            try:
                with self._open_games.game(game) as live:
                    found += self._of_game(live, official, at)
            except NotFound:
                continue  # this build does not have its ruleset
        found.sort(key=lambda each: (each.since, each.game, each.claim))
        return Desk(tuple(found[:limit]), len(found))

    def _games(self, account: str) -> Iterator[tuple[str, str]]:
        """The games in which an account is an official, with its pseudonym there."""
        officials = self._rulings.officials()
        of = {name: game for game, names in officials.items() for name in names}
        names = list(of)
        for start in range(0, len(names), _AT_ONCE):
            held = self._people.accounts.held_by(account, names[start : start + _AT_ONCE])
            yield from ((of[name], name) for name in names[start : start + _AT_ONCE] if name in held)

    def _of_game(self, live: OpenGame, official: str, at: int) -> Iterator[Waiting]:
        disputes = live.match.disputes
        if disputes is None:
            return
        waits = [claim for claim in disputes.claims.values() if claim.phase(at) in _OPEN]
        directs = official in disputes.directors
        timed = directs and live.match.timed and live.match.ended is None
        if not waits and not timed:
            return
        people = self._officials.facts(live, {})
        for claim in waits:
            yield from _of_claim(live, disputes, claim, official, at, people)
        free = official in people.may_direct - disputes.conflicts - people.sits
        if timed and free:
            yield from _of_clocks(live, at)


_OPEN = ("made", "answered", "appealed")


def _of_claim(
    live: OpenGame, disputes: Disputes, claim: Claim, official: str, at: int, people: PeopleFacts
) -> Iterator[Waiting]:
    match, made = live.match, claim.made
    game = GameFacts(live.id, live.ruleset.seats, match.current, ended=match.ended.how if match.ended else "")
    found = may(disputes, Actor(official, "official"), made.claim, at, Facts(game, people=people))
    appealed = claim.phase(at) == "appealed"
    wanted = [each for each in (_APPEAL if appealed else _RULE) if each in found]
    if appealed:
        voted = any(vote.by == official for vote in claim.votes)
        done = {"vote_appeal": voted, "name_panel": claim.panel is not None}
        wanted = [each for each in wanted if not done[each]]
    elif claim.taken_by not in ("", official):
        return
    elif claim.taken_by:
        wanted = [each for each in wanted if each != "take_claim"]
    else:
        wanted = [each for each in wanted if each == "take_claim"]
    if not wanted:
        return
    since = claim.made_at
    if appealed and claim.ruling is not None:
        since = instant_of(claim.ruling.appeal_until) - disputes.policy.appeal_hours * HOUR
    yield Waiting(
        **_named(live),
        kind="appeal" if appealed else "claim",
        since=instant_text(since),
        may=tuple(wanted),
        claim=made.claim,
        seat=made.seat,
        state=claim.phase(at),
        says=made.says,
        about=made.about,
        taken_by_me=claim.taken_by == official,
    )


def _of_clocks(live: OpenGame, at: int) -> Iterator[Waiting]:
    clocks = live.match.clocks
    assert clocks is not None
    pause = clocks.paused(at)
    flagged = [seat for seat in clocks.seats if clocks.of(seat)[0].turn.flagged]
    if pause is not None and (pause.by, pause.why) == ("", "flag"):
        for seat in flagged:
            since = instant_text(pause.since)
            may_ = ("lift_flag", "end_game")
            yield Waiting(**_named(live), kind="flag", since=since, may=may_, seat=seat)
    elif pause is not None and pause.by and not pause.agreed and pause.until == NEVER:
        yield Waiting(**_named(live), kind="pause", since=instant_text(pause.since), may=("start_clocks",))
    for late in out_of_time(clocks, at):
        since = instant_text(late.deadline)
        yield Waiting(**_named(live), kind="late", since=since, may=("lift_flag",), seat=late.seat)


def _named(live: OpenGame) -> dict[str, Any]:
    opened = live.match.opened
    title = opened.title if opened is not None else ""
    return {"game": live.id, "title": title, "ruleset": live.ruleset.name}
