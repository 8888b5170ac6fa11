"""What readers ask: positions, views, the chronicle, events, timelines, differences. Nothing here writes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from ironclad.domain.kernel.drawing.scene import VIEW as SCENE
from ironclad.domain.kernel.drawing.scene import document_of
from ironclad.domain.kernel.engine import codec, decider, ruling
from ironclad.domain.kernel.engine.codec import Command, Registry
from ironclad.domain.kernel.engine.records import Due, Outcome
from ironclad.domain.kernel.odds import odds as kernel_odds
from ironclad.domain.kernel.rulebook.errata import Erratum
from ironclad.domain.match.events import COMMAND_ACCEPTED, OF_NO_RULES
from ironclad.domain.match.state import COMPUTER_PLAYER, HOUSE, LineDice
from ironclad.eventlog.errors import NotFound, TooManyWays, Unreadable
from ironclad.eventlog.log import match_stream, stream_of
from ironclad.eventlog.records import (
    AskedOdds,
    Compared,
    EventRecord,
    ForesightRecord,
    GameRecord,
    GameSummary,
    LegalRecord,
    OddsRecord,
    Page,
    ProposalRecord,
    ReachRecord,
    SeatRecord,
    TimelineRecord,
)
from ironclad.eventlog.store.recorders import Row
from ironclad.projections.comparing import compared
from ironclad.projections.foresight import meanings
from ironclad.projections.histories import VIEW as HISTORY
from ironclad.projections.histories import Histories
from ironclad.referee.open_games import OpenGame, OpenGames
from ironclad.referee.people.accounts import Accounts
from ironclad.referee.request_limits import stored_form
from ironclad.referee.sight import ALL_SEEING, body_for, eyes_of, named, seen, shown
from ironclad.referee.taking_back import may_take_back

PAGE_LIMIT = 5_000
TAKEN_BACK = "taken_back"
__all__ = ["ALL_SEEING", "PAGE_LIMIT", "Reader"]


class Reader:
    """Answers readers from the log and the position cache."""

    def __init__(self, open_games: OpenGames, accounts: Accounts) -> None:
        self._open_games, self._accounts = open_games, accounts
        self.histories = Histories(open_games)

    # -- the game

    def game(self, live: OpenGame, seat: str | None) -> GameRecord:
        """The game as it is now, for a seat (None: an onlooker)."""
        match = live.match
        opened = match.opened
        assert opened is not None
        line, version = self._open_games.head(live, None)
        position = seen(live, self._open_games.position(live, line, version), seat)
        names = {HOUSE: COMPUTER_PLAYER, **self._accounts.names(list(match.players.values()))}
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
            self._due(live, line, position),
            self.proposals(live),
            self._outcome(live, line, position),
            may_take_back(self._open_games, live, line, version, position),
            errata=_errata(live, line),
            rules_asked=match.rules_asked,
        )

    def summary(self, live: OpenGame) -> GameSummary:
        """The game as the list shows it. Raises NotFound for a lesson: whoever began it has its address."""
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
            self._due(live, line, position),
            self._outcome(live, line, position),
        )

    def unreadable_summary(self, live: OpenGame) -> GameSummary:
        """The line of a game whose position this build cannot make: what its match tells."""
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
            ProposalRecord(p.id, "rewind", p.seat, p.made_at, p.timeline, p.at, p.reason)
            for p in match.proposals.values()
        ]
        draws = [
            ProposalRecord(offer.id, "draw", seat, offer.made_at) for seat, offer in match.draw_offers.items()
        ]
        return (*rewinds, *draws)

    def due(self, live: OpenGame, seat: str | None, timeline: str | None) -> tuple[Due, ...]:
        """Decisions due at a line's head, for a seat (None: an onlooker)."""
        line, version = self._open_games.head(live, timeline)
        return self._due(live, line, seen(live, self._open_games.position(live, line, version), seat))

    def legal(
        self, live: OpenGame, seat: str, timeline: str | None, limit: int, decision: str | None = None
    ) -> LegalRecord:
        """Commands a seat may give at a line's head, up to a limit; for one decision, if it is named."""
        _seat(live, seat)
        limit = _limit(limit)
        line, version = self._open_games.head(live, timeline)
        position = seen(live, self._open_games.position(live, line, version), seat)
        due = self._due(live, line, position)
        every = decider.offers(live.ruleset, position, seat, decision) if due else ()
        offered = list(islice(every, limit + 1))
        commands = tuple(msgspec.to_builtins(command) for _, command in offered[:limit])
        answers = tuple(answered.id for answered, _ in offered[:limit])
        owed = tuple(each for each in due if each.seat == seat)
        back = may_take_back(self._open_games, live, line, version, position)
        more = len(offered) > limit
        about = live.id, line, version, seat, owed, commands, more
        return LegalRecord(*about, may_take_back=back, answers=answers)

    def reach(
        self,
        live: OpenGame,
        seat: str,
        data: Mapping[str, Any],
        timeline: str | None,
        decision: str | None = None,
    ) -> ReachRecord:
        """Where a command whose way is left open could lead, at a line's head. Raises Refused, Unreadable."""
        _seat(live, seat)
        line, version = self._open_games.head(live, timeline)
        position = seen(live, self._open_games.position(live, line, version), seat)
        found = decider.reached(live.ruleset, position, seat, _command(live, data), decision)
        return ReachRecord(live.id, line, version, seat, found)

    def foresight(
        self,
        live: OpenGame,
        seat: str,
        asked: Sequence[Mapping[str, Any]],
        timeline: str | None,
        decision: str | None = None,
    ) -> ForesightRecord:
        """What commands of a seat's would mean at a line's head. Raises Unreadable."""
        _seat(live, seat)
        line, version = self._open_games.head(live, timeline)
        position = seen(live, self._open_games.position(live, line, version), seat)
        commands = [_command(live, data) for data in asked]
        why, meant = meanings(live.ruleset, position, seat, commands, decision)
        return ForesightRecord(live.id, line, version, seat, why, meant)

    def odds(
        self,
        live: OpenGame,
        eyes: str | None,
        asked: AskedOdds,
        timeline: str | None,
        at: int | None,
        patience: kernel_odds.Patience,
    ) -> OddsRecord:
        """The exact odds of a battle at any event, from the position that the reader may see."""
        position = self.live_position(live, eyes, timeline, at)
        line, version = self.place(live, timeline, at)
        answers = tuple((_seat(live, who), _command(live, data)) for who, data in asked.answers)
        command = None if asked.command is None else _command(live, asked.command)
        owing = next((due.seat for due in live.ruleset.rules.due(position)), "")
        seat = owing if asked.seat is None else _seat(live, asked.seat)
        try:
            found = kernel_odds.odds(
                live.ruleset, position, kernel_odds.Question(seat, command, answers, asked.decision), patience
            )
        except kernel_odds.NoOdds as none:
            raise NotFound(str(none)) from none
        except kernel_odds.TooManyWays as many:
            raise TooManyWays(str(many)) from many
        return OddsRecord(live.id, line, version, seat, asked.command, found)

    def _due(self, live: OpenGame, line: str, position: Any) -> tuple[Due, ...]:
        """No decision is due on a line that the game left, nor once it has ended."""
        match = live.match
        if (line == match.current and match.ended is not None) or match.timelines[line].left_for is not None:
            return ()
        return live.ruleset.rules.due(position)

    def _outcome(self, live: OpenGame, line: str, position: Any) -> Outcome | None:
        ended = live.match.ended
        if line == live.match.current and ended is not None:
            return Outcome(ended.winner, ended.reason, ended.rule)
        return live.ruleset.rules.outcome(position)

    # -- timelines

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

    # -- positions and views

    def place(self, live: OpenGame, timeline: str | None, at: int | None) -> tuple[str, int]:
        """A timeline and a version that it has (the head unless named). Raises NotFound."""
        line, head = self._open_games.head(live, timeline)
        if at is None:
            return line, head
        if not 1 <= at <= head:
            raise NotFound(f"{line} has versions 1 to {head}, not {at}")
        return line, at

    def live_position(
        self, live: OpenGame, seat: str | None, timeline: str | None, at: int | None
    ) -> Any:
        """The shared position object as a reader may see it."""
        return seen(live, self._open_games.position(live, *self.place(live, timeline, at)), seat)

    def view(
        self, live: OpenGame, name: str, seat: str | None, timeline: str | None, at: int | None
    ) -> dict[str, Any]:
        """A ruleset's view of a position, or the history that led there, for a reader."""
        history = live.ruleset.show.history
        if name == HISTORY and history is not None:
            return self.histories.of(live, history, seat, *self.place(live, timeline, at))
        if name == SCENE and (scene := live.ruleset.show.scene) is not None:
            return document_of(scene(self.live_position(live, seat, timeline, at), named(seat)))
        show = live.ruleset.show.views.get(name)
        if show is None:
            names = (*live.ruleset.show.views, *((HISTORY,) if history is not None else ()))
            raise NotFound(f"{live.ruleset.name} has the views {', '.join(names)}, not {name!r}")
        return show(self.live_position(live, seat, timeline, at))

    def view_json(
        self, live: OpenGame, name: str, seat: str | None, timeline: str | None, at: int | None
    ) -> bytes:
        """A view as JSON, as a seat gets it: from the shelf, if any process has made it before."""
        seat = eyes_of(live, seat)
        line, version = self.place(live, timeline, at)
        rules = f"{live.ruleset.name}/{live.ruleset.version}"
        key = ("view", live.id, line, str(version), rules, "" if seat is None else f"seat {seat}", name)
        shelf = self._open_games.shared_cache.views
        if (found := shelf.find(*key)) is None:
            found = msgspec.json.encode(self.view(live, name, seat, line, version))
            shelf.put(found, *key)
        return found

    def compare(
        self,
        live: OpenGame,
        seat: str | None,
        a: tuple[str | None, int | None],
        b: tuple[str | None, int | None],
        limit: int,
    ) -> Compared:
        """How two positions differ, as far as a reader may see them."""
        first, second = (self.live_position(live, seat, *place) for place in (a, b))
        return compared(live.ruleset, first, second, _limit(limit))

    # -- events

    def events(
        self, live: OpenGame, seat: str | None, timeline: str | None, first: int, last: int | None, limit: int
    ) -> Page[EventRecord]:
        """A stretch of a line's events as a seat sees them, through its ancestors."""
        rows, next_ = self._rows(live, timeline, first, last, limit)
        return Page(shown(live.seal, rows, eyes_of(live, seat)), next_)

    def match_events(self, live: OpenGame, seat: str | None, first: int, limit: int) -> Page[EventRecord]:
        """A stretch of the match's events as a seat sees them."""
        head, first = live.match_version, max(_number(first), 1)
        last = min(head, first + _limit(limit) - 1)
        rows = self._open_games.recorder.placed(match_stream(live.id), first - 1, last)
        told = shown(live.seal, rows, eyes_of(live, seat))
        return Page(told, str(last + 1) if last < head else None)

    def chronicle(
        self,
        live: OpenGame,
        seat: str | None,
        timeline: str | None,
        at: int | None,
        first: int,
        limit: int,
        types: frozenset[str] | None = None,
        quiet: bool = False,
    ) -> Page[dict[str, Any]]:
        """What events (of some types) tell a reader, at most `limit` entries from version `first` to `at`.

        A take-back is told of too, and what was taken back by then is marked so.
        With `quiet`, what is no news too, marked so.
        """
        entries: list[dict[str, Any]] = []
        limit, ruleset, place = _limit(limit), live.ruleset, max(_number(first), 1)
        line, last = self.place(live, timeline, at)
        backs, gone = _taken_back(live, line, last)
        for stream, version, name, body in self._told(live, line, place, last, types):
            if len(entries) == limit:
                break
            place = version + 1
            kind = TAKEN_BACK if version in backs else name.split(".")[1]
            if types is not None and kind not in types:
                continue
            told = backs.get(version)
            if told is None and name not in OF_NO_RULES:
                row = (stream, version, name, body, 0)
                event = ruleset.storage.events.decode(name, body_for(live.seal, row, eyes_of(live, seat)))
                told = ruling.tell(event) or ruleset.words.tell(event)
                if told is None and quiet and (told := ruleset.words.tell_quietly(event)) is not None:
                    told = {**told, "quiet": True}
            if told is not None:
                mark = {"taken_back": True} if gone(version) else {}
                entries.append({**told, "version": version, "type": kind, **mark})
        else:
            place = last + 1
        return Page(tuple(entries), str(place) if place <= last else None)

    def _told(
        self, live: OpenGame, line: str, first: int, last: int, types: frozenset[str] | None
    ) -> Iterator[tuple[str, int, str, bytes]]:
        """(stream, version, name, body) of a line's events (of some types) in order, a stretch at a time."""
        if types is None:
            while first <= last:
                rows, _ = self._rows(live, line, first, last, 500)
                yield from (row[:4] for row in rows)
                first += 500
            return
        registry: Registry = live.ruleset.storage.events
        known = [registry.types[each] for each in sorted(types) if each in registry.types]
        topics = [topic for kind in known for topic in registry.topics(kind)]
        topics += [ruling.RULES_MOVED] * (ruling.RULES_MOVED.split(".")[1] in types)
        topics += [COMMAND_ACCEPTED] * (TAKEN_BACK in types)  # a take-back is told where it was asked for
        for stretch, after, upto in live.match.lineage(line, last) if topics else ():
            if upto >= first:
                stream = stream_of(live.id, stretch)
                for row in self._open_games.recorder.named(stream, max(after, first - 1), upto, topics):
                    yield stream, *row

    def _rows(
        self, live: OpenGame, timeline: str | None, first: int, last: int | None, limit: int
    ) -> tuple[list[Row], str | None]:
        line, head = self._open_games.head(live, timeline)
        first = max(_number(first), 1)
        stop = head if last is None else min(_number(last), head)
        end = min(stop, first + _limit(limit) - 1)
        rows: list[Row] = []
        for stretch, after, upto in live.match.lineage(line, end):
            if upto >= first:
                stream = stream_of(live.id, stretch)
                rows += self._open_games.recorder.placed(stream, max(after, first - 1), upto)
        return rows, str(end + 1) if first <= end < stop else None


def _errata(live: OpenGame, line: str) -> tuple[Erratum, ...]:
    """The errata that hold on a line; none where this build has not its version."""
    published = live.ruleset.identity.published
    try:
        holding = published.find(live.match.rules_of(line)).errata
    except codec.Unreadable:
        return ()
    return tuple(each for each in published.errata if each.id in holding)


def _taken_back(
    live: OpenGame, timeline: str, at: int
) -> tuple[dict[int, dict[str, Any]], Callable[[int], bool]]:
    """Take-backs on a line up to a version, as the chronicle tells them; and what was taken back by then."""
    backs = {}
    for line, after, upto in live.match.lineage(timeline, at):
        for back in live.match.timelines[line].taken:
            if after < back.version <= upto:
                by = live.ruleset.words.name_of(back.by)
                text = f"{by[:1].upper()}{by[1:]} takes back what was ordered after event {back.to}"
                backs[back.version] = {"text": text, "by": back.by, "to": back.to}
    stands = [(after, upto) for _, after, upto in live.match.course(timeline, at)]
    if not backs:
        return backs, lambda version: False
    return (
        backs,
        lambda version: version not in backs and not any(after < version <= upto for after, upto in stands),
    )


def _seat(live: OpenGame, seat: str) -> str:
    """A seat of the game's. Raises NotFound."""
    if seat not in live.ruleset.seats:
        raise NotFound(f"the game has no seat {seat!r}")
    return seat


def _command(live: OpenGame, data: Mapping[str, Any]) -> Command:
    """A command as it would be stored. Raises Unreadable and TooMuch."""
    try:
        return live.ruleset.storage.commands.read(stored_form(data, "the command")[0])
    except (codec.UnknownName, codec.Unreadable) as wrong:
        raise Unreadable(str(wrong)) from wrong


def _limit(limit: int) -> int:
    if not 1 <= _number(limit) <= PAGE_LIMIT:
        raise Unreadable(f"limit must be 1 to {PAGE_LIMIT:,}")
    return limit


def _number(value: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**62) < value < 2**62:
        raise Unreadable("versions and limits are whole numbers")
    return value
