"""Rulings of all games, and which games have officials: folded in memory from the log's events of disputes.

Each process keeps its own, and catches up when it is asked. Nothing of it is stored.
"""

from collections.abc import Callable, Iterator
from functools import cache
from threading import Lock
from typing import Any

import msgspec
from eventsourcing.persistence import Notification

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.remedies import AnyRemedy, name
from ironclad.domain.match.events import COMMAND_ACCEPTED, EVENTS, CommandAccepted, GameOpened
from ironclad.eventlog.errors import Unreadable
from ironclad.eventlog.records import Page
from ironclad.referee.open_games import OpenGames

_BATCH = 2_000
_KINDS: tuple[type[Event], ...] = (
    GameOpened,
    e.OfficialsNamed,
    e.ClaimMade,
    e.RulingGiven,
    e.AppealDecided,
)
_TOPICS = tuple(topic for kind in _KINDS for topic in EVENTS.topics(kind))
MOST_WORDS = 8


class Precedent(msgspec.Struct, frozen=True):
    """A ruling as others may follow it.

    command, event: the types of what it was about. remedy: what was done, named first by its type. appeal:
    confirmed, changed or returned; "" where none was decided. cited: how many rulings name it, and `followed`
    how many of them follow it.
    """

    game: str
    claim: int
    at: str
    ruleset: str
    kind: str
    clauses: tuple[str, ...]
    reading: dict[str, str] | None
    finding: str
    facts: str
    says: str
    remedy: AnyRemedy
    command: str
    event: str
    appeal: str = ""
    cited: int = 0
    followed: int = 0


class Wanted(msgspec.Struct, frozen=True):
    """Which rulings are looked for; "" asks nothing. `words` have to be in what was said and found, `clauses`
    has one that a ruling is on; `but` is left out.
    """

    ruleset: str = ""
    clause: str = ""
    command: str = ""
    event: str = ""
    remedy: str = ""
    words: str = ""
    clauses: tuple[str, ...] | None = None
    but: tuple[str, int] = ("", 0)


class _Kept(msgspec.Struct):
    """A ruling with its place in the log, and its text as it is searched."""

    position: int
    made: Precedent
    text: str


class RulingIndex:
    """Finds rulings, and the games that have officials."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games, self._recorder = open_games, open_games.recorder
        self._mutex, self._place = Lock(), 0
        self._rulesets: dict[str, str] = {}
        self._claims: dict[tuple[str, int], e.ClaimMade] = {}
        self._rulings: dict[tuple[str, int], _Kept] = {}
        self._officials: dict[str, tuple[str, ...]] = {}

    def officials(self) -> dict[str, tuple[str, ...]]:
        """The pseudonyms of the officials of each game that has some."""
        with self._mutex:
            self._catch_up()
            return dict(self._officials)

    def games_of(self, ruleset: str) -> list[str]:
        """The games of a ruleset, in the order in which they were opened."""
        with self._mutex:
            self._catch_up()
            return [game for game, name_ in self._rulesets.items() if name_ == ruleset]

    def find(
        self, wanted: Wanted, may_read: Callable[[str], bool], cursor: str | None, limit: int
    ) -> Page[Precedent]:
        """A page of rulings, latest first, in games that somebody may read. Raises Unreadable."""
        before = _place_of(cursor)
        with self._mutex:
            self._catch_up()
            kept = sorted(self._rulings.values(), key=lambda each: -each.position)
        found, readable = list[_Kept](), cache(may_read)
        for each in _fitting(kept, wanted, before):
            if readable(each.made.game):
                found.append(each)
            if len(found) > limit:
                break
        items = tuple(each.made for each in found[:limit])
        return Page(items, str(found[limit - 1].position) if len(found) > limit else None)

    def is_ruling(self, game: str, claim: int) -> bool:
        """Whether a claim of a game was ruled on."""
        with self._mutex:
            self._catch_up()
            return (game, claim) in self._rulings

    # -- folding

    def _catch_up(self) -> None:
        end = self._recorder.max_notification_id() or 0
        while self._place < end:
            notes = self._recorder.select_notifications(
                self._place, _BATCH, end, _TOPICS, inclusive_of_start=False
            )
            for note in notes:
                self._take(note)
            self._place = notes[-1].id if len(notes) == _BATCH else end

    def _take(self, note: Notification) -> None:
        game = str(note.originator_id).partition("/")[0]
        event: Any = EVENTS.decode(note.topic, bytes(note.state))
        match event:
            case GameOpened():
                self._rulesets[game] = event.ruleset
            case e.OfficialsNamed():
                everybody = (event.chief, *event.deputies, *event.assessors)
                self._officials[game] = tuple(dict.fromkeys(everybody))
            case e.ClaimMade():
                self._claims[game, event.claim] = event
            case e.RulingGiven():
                self._rule(game, note, event)
            case e.AppealDecided():
                kept = self._rulings[game, event.claim]
                changed = {"appeal": event.outcome}
                if event.remedy is not None:
                    kept.made = msgspec.structs.replace(kept.made, remedy=event.remedy)
                kept.made = msgspec.structs.replace(kept.made, **changed)

    def _rule(self, game: str, note: Notification, event: e.RulingGiven) -> None:
        made = self._claims[game, event.claim]
        command, told = self._about(game, made.about)
        clauses = event.clauses or made.clauses
        ruling = Precedent(
            game,
            event.claim,
            self._time(str(note.originator_id), note.originator_version),
            self._rulesets.get(game, ""),
            made.kind,
            clauses,
            event.reading or made.reading,
            event.finding,
            event.facts,
            made.says,
            event.remedy,
            command,
            told,
        )
        if (before := self._rulings.get((game, event.claim))) is not None:
            counted = {"cited": before.made.cited, "followed": before.made.followed}
            ruling = msgspec.structs.replace(ruling, **counted)
        text = " ".join((event.facts, made.says, *clauses)).casefold()
        self._rulings[game, event.claim] = _Kept(note.id, ruling, text)
        for cited in event.precedents:
            if (kept := self._rulings.get((cited.game, cited.claim))) is not None:
                follows = kept.made.followed + cited.followed
                kept.made = msgspec.structs.replace(
                    kept.made, cited=kept.made.cited + 1, followed=follows
                )

    def _time(self, stream: str, version: int) -> str:
        body = self._recorder.last_named(stream, 0, version, COMMAND_ACCEPTED)
        return "" if body is None else msgspec.json.decode(body, type=CommandAccepted).at

    def _about(self, game: str, about: e.About) -> tuple[str, str]:
        """The types of the command and of the event that a claim is about."""
        if about.refused is not None:
            return str(about.refused.request.get("type", "")), ""
        if about.flag or not about.timeline:
            return "", "flagged"
        stream = f"{game}/{about.timeline}"
        told = self._recorder.name_at(stream, about.version) or ""
        body = self._recorder.last_named(stream, 0, about.version, COMMAND_ACCEPTED)
        command = {} if body is None else msgspec.json.decode(body, type=CommandAccepted).command
        return str(command.get("type", "")), told.split(".")[1] if "." in told else ""


def _fitting(kept: list[_Kept], wanted: Wanted, before: int) -> Iterator[_Kept]:
    words = wanted.words.casefold().split()[:MOST_WORDS]
    for each in kept:
        made = each.made
        if each.position >= before or (wanted.clause and wanted.clause not in made.clauses):
            continue
        if (made.game, made.claim) == wanted.but:
            continue
        if wanted.clauses is not None and not set(wanted.clauses) & set(made.clauses):
            continue
        asked = (wanted.ruleset, wanted.command, wanted.event, wanted.remedy)
        has = (made.ruleset, made.command, made.event, name(made.remedy))
        same = all(not one or one == other for one, other in zip(asked, has, strict=True))
        if same and all(word in each.text for word in words):
            yield each


def _place_of(cursor: str | None) -> int:
    if cursor is None:
        return 2**62
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise Unreadable(f"{cursor!r} is no cursor of this list")
    return int(cursor)
