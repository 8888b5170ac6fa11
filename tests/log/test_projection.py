"""Projections take every event once, and timelines agree with a slow model that copies everything."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import Notification, StoredEvent

from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.engine.codec import Event, Registry
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.eventlog.errors import Refused
from ironclad.eventlog.records import EventRecord
from ironclad.eventlog.store.connection import Connection
from ironclad.projections.projection import Projection
from ironclad.referee import match_requests
from ironclad.referee.positions import Folder
from tests.log.conftest import pull, referee_at
from tests.toy import HANDLERS, TUG, RopePulled, ShoutChanged, Tug, TurnEnded, changed, evolve_pulled
from tests.waiting import PATIENCE


class Counting(Projection):
    """Counts events by name, one row a name, in a table that it makes itself."""

    name = "counting"
    fails = False

    def take(self, notifications: Sequence[Notification]) -> Callable[[Connection], None]:
        names = Counter(note.topic for note in notifications)

        def write(connection: Connection) -> None:
            connection.execute("CREATE TABLE IF NOT EXISTS counting (name TEXT PRIMARY KEY, count INTEGER)")
            for name, count in names.items():
                connection.execute(
                    "INSERT INTO counting (name, count) VALUES (?, ?)"
                    " ON CONFLICT (name) DO UPDATE SET count = counting.count + excluded.count",
                    (name, count),
                )
            if self.fails:
                raise RuntimeError("the projection failed after it wrote")

        return write

    def drop(self, connection: Connection) -> None:
        connection.execute("DELETE FROM counting")

    def counts(self) -> dict[str, int]:
        with self._log.database.reader() as connection:
            return dict(connection.execute("SELECT name, count FROM counting").fetchall())


def names(referee: Service) -> dict[str, int]:
    return Counter(note.topic for note in referee.log.recorder.select_notifications(1, 10_000))


def test_every_event_is_taken_once(referee: Service, game: str) -> None:
    """Several projectors of one name at once, while commands come in, as several workers would be."""
    workers = [Counting(referee.log) for _ in range(3)]
    for _ in range(10):
        pull(referee, game)
        threads = [Thread(target=worker.catch_up) for worker in workers]
        for thread in threads:
            thread.start()
        pull(referee, game)
        for thread in threads:
            thread.join()
    workers[0].catch_up()
    assert workers[0].counts() == names(referee)
    workers[1].rebuild()
    assert workers[0].counts() == names(referee)


def test_events_that_another_projector_took_meanwhile_are_not_taken_again(
    referee: Service, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slower one reads further than the quicker, so that its place would be a step forward."""
    slow, quick = Counting(referee.log), Counting(referee.log)
    recorder = referee.log.process_recorder
    stands = recorder.max_tracking_id

    def overtaken(name: str) -> int | None:
        start = stands(name)
        monkeypatch.undo()
        quick.catch_up()
        pull(referee, game)
        return start

    monkeypatch.setattr(recorder, "max_tracking_id", overtaken)
    slow.catch_up()
    assert slow.counts() == names(referee)


def test_the_list_is_never_older_than_what_it_has_taken(
    referee: Service, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader comes between the commit of a command and the end of the call that gave it."""
    log, readers = referee.log, [Thread(target=referee.queries.games)]
    append = log.append

    def append_and_be_read(*facts: Any) -> Any:
        recordings = append(*facts)
        if len(readers) == 1:
            readers.append(readers[0])
            readers[0].start()
            readers[0].join(0.3)
        return recordings

    referee.queries.games()
    referee.upkeep.settle()
    monkeypatch.setattr(log, "append", append_and_be_read)
    receipt = pull(referee, game)
    readers[0].join()
    assert referee.queries.games().items[0].version == receipt.version


def test_a_projection_that_fails_takes_nothing(referee: Service, game: str) -> None:
    projection = Counting(referee.log)
    projection.catch_up()
    pull(referee, game)
    projection.fails = True
    with pytest.raises(RuntimeError):
        projection.catch_up()
    projection.fails = False
    projection.catch_up()
    assert projection.counts() == names(referee)


def test_a_game_of_a_ruleset_that_this_build_lacks_is_not_listed(url: str) -> None:
    other = changed(TUG, name="tow", events=Registry("tow", (GameBegun, RopePulled, TurnEnded, ShoutChanged)))
    with Service(url, {"tug": TUG, "tow": other}) as referee:
        referee.opening.open_game("tow", "short")
        kept = referee.opening.open_game("tug", "short").id
    with referee_at(url) as restarted:
        restarted.upkeep.rebuild_views()
        assert [game.id for game in restarted.queries.games().items] == [kept]


def test_a_game_keeps_the_version_of_its_rules(referee: Service, game: str, url: str) -> None:
    pull(referee, game)
    with Service(url, {"tug": changed(TUG, version="2.0")}, ServiceSettings(exclusive=False)) as newer:
        assert newer.queries.position(game) == referee.queries.position(game)
        with pytest.raises(Refused) as refused:
            pull(newer, game)
        assert refused.value.rule == "match/version"


class RopePulledAnew(Event, frozen=True, tag_field="type", tag="rope_pulled"):
    """The pull as version 2 stores it: with the weather, which version 1 did not know."""

    seat: str
    effort: int
    die: int
    held: bool
    knot: int
    weather: str


def test_old_events_are_upcast_when_they_are_folded() -> None:
    handlers = handlers_that_know_the_weather()
    events = Registry(
        "tug",
        (GameBegun, RopePulledAnew, TurnEnded, ShoutChanged),
        versions={RopePulledAnew: 2},
        upcasters={("rope_pulled", 1): lambda body: {**body, "weather": "fair"}},
    )
    folder = Folder(changed(TUG, events=events, handlers=handlers))
    old = ("tug.rope_pulled.1", msgspec.json.encode(RopePulled("blue", 1, 6, True, 1)))
    new = events.encode(RopePulledAnew("grey", 2, 6, True, -1, "rain"))
    position = folder.fold(Tug(5, 40), [old, new, old, new])
    assert (position.pulls, position.knot) == (4, -1)
    assert position.shouts == {"weather": "fair, rain, fair, rain"}


def handlers_that_know_the_weather() -> Handlers[Tug]:
    """The toy's handlers with an evolver for the new pull, which notes the weather."""
    handlers: Handlers[Tug] = Handlers()
    handlers.evolvers = dict(HANDLERS.evolvers)

    def evolve(position: Tug, event: RopePulledAnew) -> None:
        evolve_pulled(position, RopePulled(event.seat, event.effort, event.die, event.held, event.knot))
        said = position.shouts.get("weather")
        position.shouts["weather"] = f"{said}, {event.weather}" if said else event.weather

    handlers.evolvers[RopePulledAnew] = evolve
    return handlers


@pytest.mark.parametrize("seed", range(4))
def test_timelines_agree_with_a_model_that_copies(url: str, seed: int) -> None:
    """Random pulls, branches and rewinds, beside a model whose every line is a whole list of its own."""
    chance = random.Random(seed)
    with referee_at(url, snapshot_every=7, cached_positions=5) as referee:
        game = referee.opening.open_game("tug", "long").id
        lines: dict[str, list[EventRecord]] = {"main": list(referee.queries.events(game).items)}
        owners, current = {"main": ""}, "main"
        for step in range(70):
            line = chance.choice([current, *(name for name in lines if owners[name])])
            boundaries = [
                at
                for at in range(1, len(lines[line]) + 1)
                if referee.queries.position(game, line, at).boundary
            ]
            at, choice = chance.choice(boundaries), chance.random()
            if choice < 0.7:
                receipt = pull(
                    referee, game, chance.randint(1, 3), timeline=line, by=owners[line] or None, id=f"{step}"
                )
                lines[line] += [event for event in receipt.events if event.timeline]
            elif choice < 0.85:
                made = referee.match.request(game, "reader", match_requests.Branch(at, timeline=line))
                lines[made.id], owners[made.id] = lines[line][:at], "reader"
            elif at < len(lines[current]):
                proposal = (
                    referee.match.request(game, "blue", match_requests.ProposeRewind(at, timeline=current))
                    if line == current
                    else None
                )
                if proposal is not None:
                    made = referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
                    lines[made.id], owners[made.id] = lines[current][:at], ""
                    current = made.id
        assert len(lines) > 5
        for name, model in lines.items():
            assert list(referee.queries.events(game, name).items) == model
            knots = [event.data["knot"] for event in model if event.type == "rope_pulled"]
            assert referee.queries.position(game, name).position["knot"] == (knots[-1] if knots else 0)
        assert referee.queries.head(game) == (current, len(lines[current]))


def test_a_branch_that_ends_ends_no_game(referee: Service) -> None:
    game = referee.opening.open_game("tug", "short").id
    branch = referee.match.request(game, "blue", match_requests.Branch(1)).id
    while referee.queries.due(game, branch):
        pull(referee, game, 2, timeline=branch, by="blue")
    assert referee.queries.game(game).outcome is None
    assert [event.type for event in referee.queries.match_events(game).items].count("game_ended") == 0
    assert pull(referee, game).version == 3


def test_who_waits_is_woken(referee: Service, game: str) -> None:
    woken: list[bool] = []
    size, never = referee.queries.log_size(), 10 * PATIENCE
    waiters = [
        Thread(target=lambda: woken.append(referee.queries.wait(game, 1, timeout=never)), daemon=True),
        Thread(
            target=lambda: woken.append(referee.queries.wait_log(size, timeout=never) > size), daemon=True
        ),
    ]
    for waiter in waiters:
        waiter.start()
    pull(referee, game)
    for waiter in waiters:
        waiter.join(PATIENCE)
    assert woken == [True, True]


def test_a_stored_name_that_no_registry_has_stops_a_rebuild_only(referee: Service, game: str) -> None:
    """A forged event is refused by name when the position is asked for; nothing is imported."""
    forged = StoredEvent(f"{game}/main", 2, "os:system", b'{"command":"true"}')
    referee.log.recorder.insert_events([forged])
    with referee_at_same(referee) as other, pytest.raises(Exception, match="os:system"):
        other.queries.position(game)


def referee_at_same(referee: Service) -> Service:
    return referee_at(referee.log.database.url)
