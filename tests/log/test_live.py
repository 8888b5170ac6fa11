"""Courses through the log: in any pieces, from any place, they bring what the log says, once and in order."""

import random
from collections.abc import Sequence
from dataclasses import replace
from threading import Event, current_thread
from typing import Any

import pytest
from eventsourcing.persistence import Notification

from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.match.events import EVENTS, GameMoved
from ironclad.eventlog.errors import NotFound, Unreadable
from ironclad.eventlog.store.recorders import Row
from ironclad.projections import live
from ironclad.projections.live import Course
from ironclad.referee import match_requests
from tests.log.conftest import pull, referee_at
from tests.toy import TUG
from tests.waiting import PATIENCE, within


def wander(referee: Service, seed: int, steps: int = 60) -> str:
    """A game that was rewound and branched at random, beside another one."""
    chance = random.Random(seed)
    game, other = referee.opening.open_game("tug", "long").id, referee.opening.open_game("tug", "long").id
    for step in range(steps):
        line, head = referee.queries.head(game)
        choice = chance.random()
        if choice < 0.7:
            pull(referee, chance.choice([game, game, other]), chance.randint(1, 3), id=f"{step}")
        elif choice < 0.85:
            branch = referee.match.request(game, "reader", match_requests.Branch(1, timeline=line)).id
            pull(referee, game, timeline=branch, by="reader", id=f"{step}")
        elif head > 1:
            proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(1))
            referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
    return game


def told(referee: Service, game: str, timeline: str | None, after: int) -> list[int]:
    """Positions of a game's stream by the plainest reading of the whole log."""
    line, named = (
        "main",
        {event.position for event in referee.queries.events(game, timeline, limit=5_000).items},
    )
    positions = []
    for note in referee.log.recorder.select_notifications(1, 10_000):
        owner, _, stream = str(note.originator_id).partition("/")
        if owner != game:
            continue
        if stream == "match":
            event = EVENTS.decode(note.topic, note.state)
            line = event.timeline if isinstance(event, GameMoved) else line
        if stream == "match" or (stream == line if timeline is None else note.id in named):
            positions.append(note.id)
    return [position for position in positions if position > after]


def read_all(course: Course) -> list[int]:
    positions = []
    while rows := course.read():
        positions += [row[4] for row in rows]
    return positions


@pytest.mark.parametrize("seed", range(3))
def test_a_course_brings_what_the_log_says(
    referee: Service, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_READ_AT_ONCE", 3)
    monkeypatch.setattr(live, "_BYTES_AT_ONCE", 700)
    game = wander(referee, seed)
    size, lines = referee.queries.log_size(), [line.id for line in referee.queries.timelines(game)]
    for timeline in (None, *lines):
        for after in range(0, size + 1, 29):
            course = referee.queries.course(game, timeline, after)
            assert read_all(course) == told(referee, game, timeline, after)
            assert course.place == size


def test_a_course_is_the_same_read_or_handed_on(referee: Service) -> None:
    """Rows that a follower hands on, some of them twice, and rows read from the log."""
    game = wander(referee, 5)
    notes = referee.log.recorder.select_notifications(1, 10_000)
    rows = [row_of(note) for note in notes if str(note.originator_id).startswith(f"{game}/")]
    course = referee.queries.course(game, None, 0)
    handed = [row[4] for start in range(0, len(rows), 4) for row in course.take(rows[start : start + 6])]
    assert handed == told(referee, game, None, 0)


def row_of(note: Notification) -> Row:
    return (str(note.originator_id), note.originator_version, note.topic, note.state, note.id)


def test_a_course_is_of_a_game_and_a_place_that_are_there(referee: Service, game: str) -> None:
    with pytest.raises(NotFound):
        referee.queries.course("nowhere")
    with pytest.raises(NotFound):
        referee.queries.course(game, "nowhere")
    with pytest.raises(Unreadable):
        referee.queries.course(game, after=referee.queries.log_size() + 1)
    assert referee.queries.course(game).place == referee.queries.log_size()


def test_a_follower_hands_on_every_event_and_rests_unheard(referee: Service, game: str) -> None:
    heard: list[tuple[int, list[int]]] = []
    listening, told_of = Event(), Event()

    def deliver(place: int, rows: Sequence[Row]) -> None:
        heard.append((place, [row[4] for row in rows]))
        told_of.set()

    follower = referee.queries.follow(deliver, listening.is_set)
    try:
        pull(referee, game)
        begun = referee.queries.log_size()
        listening.set()
        follower.wake()
        assert told_of.wait(PATIENCE)
        told_of.clear()
        assert heard == [(begun, [])]
        for _ in range(5):
            pull(referee, game)
        while heard[-1][1][-1:] != [referee.queries.log_size()]:
            assert told_of.wait(PATIENCE)
            told_of.clear()
        assert [each for _, rows in heard for each in rows] == list(
            range(begun + 1, referee.queries.log_size() + 1)
        )
        assert all(place == rows[0] - 1 for place, rows in heard[1:])
    finally:
        follower.close()


def test_a_follower_passes_over_no_gap(referee: Service, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process commits may be seen out of order: nothing is handed on before what precedes it."""
    heard: list[int] = []
    recorder, hidden = referee.log.process_recorder, {referee.queries.log_size() + 2}
    looked, select = 0, recorder.select_notifications

    def select_most(*args: Any, **more: Any) -> Any:
        nonlocal looked
        looked += current_thread().name == "follower"
        return [note for note in select(*args, **more) if note.id not in hidden]

    monkeypatch.setattr(recorder, "select_notifications", select_most)
    begun = referee.queries.log_size()
    follower = referee.queries.follow(lambda _, rows: heard.extend(row[4] for row in rows), lambda: True)
    try:
        assert within(lambda: looked > 0)
        pull(referee, game)
        pull(referee, game)
        assert within(lambda: bool(heard))
        before = looked
        assert within(lambda: looked > before + 1), "it looks again by itself"
        assert heard == [begun + 1]
        hidden.clear()
        follower.wake()
        assert within(lambda: heard[-1] == referee.queries.log_size())
        assert heard == list(range(begun + 1, referee.queries.log_size() + 1))
    finally:
        follower.close()


def test_events_are_redacted_for_who_reads_them(url: str) -> None:
    def redact(name: str, body: dict[str, Any], seat: str | None) -> dict[str, Any]:
        hides = name.startswith("tug.shout_changed.") and body["seat"] != seat
        return {**body, "word": "…"} if hides else body

    with referee_at(url) as plain:
        game = plain.opening.open_game("tug", "long").id
    with Service(url, {"tug": replace(TUG, redact=redact)}, ServiceSettings(exclusive=False)) as referee:
        referee.commands.handle(game, "blue", {"id": "1", "command": {"type": "shout", "word": "heave"}})
        words = {
            seat: referee.queries.events(game, seat=seat).items[-1].data["word"]
            for seat in ("blue", "grey", None)
        }
        assert words == {"blue": "heave", "grey": "…", None: "…"}
        assert referee.queries.events(game).items[-1].data["word"] == "heave"
