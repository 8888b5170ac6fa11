"""Several workers over one log: each sees what the others did, and none continues from an outdated state."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from ironclad.api.service import Service
from ironclad.eventlog.errors import GameOver, Refused, Stale
from ironclad.eventlog.records import Receipt, Seated
from ironclad.referee import match_requests
from tests import postgresql
from tests.log.conftest import pull, referee_at, stored
from tests.log.test_faults import race, whole
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

NEVER = 10 * PATIENCE


@pytest.fixture
def url() -> Iterator[str]:
    with postgresql.schema() as made:
        yield made


@pytest.fixture
def pair(url: str) -> Iterator[tuple[Service, Service]]:
    with referee_at(url, ids=None) as first, referee_at(url, ids=None) as second:
        yield first, second


def test_a_worker_sees_what_another_did(pair: tuple[Service, Service]) -> None:
    first, second = pair
    game = first.opening.open_game("tug", "long").id
    for turn in range(1, 6):
        for here, there in ((first, second), (second, first)):
            assert there.queries.game(game).version == here.queries.game(game).version
            receipt = pull(here, game)
            assert there.queries.head(game) == ("main", receipt.version)
            assert there.queries.game(game).version == receipt.version
            assert there.queries.position(game) == here.queries.position(game)
            assert there.queries.due(game) == here.queries.due(game)
            assert there.queries.games() == here.queries.games()
        assert first.queries.due(game)[0].id == f"{turn + 1}.blue"
    whole(first)


def test_a_worker_goes_on_from_where_it_left_a_game(
    pair: tuple[Service, Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    game = first.opening.open_game("tug", "long").id
    for _ in range(10):
        pull(first, game)
    left = second.queries.head(game)[1]
    before = second.queries.position(game)
    for _ in range(3):
        pull(first, game)
    recorder, read = second.log.process_recorder, []
    rows = recorder.rows

    def noted(stream: str, gt: int, lte: int, without: str = "") -> list[tuple[str, bytes]]:
        read.append((stream, gt))
        return rows(stream, gt, lte, without)

    monkeypatch.setattr(recorder, "rows", noted)
    assert second.queries.position(game) == first.queries.position(game)
    assert read == [(f"{game}/main", left)]
    assert second.queries.position(game, at=left) == before, (
        "what is in memory was not changed by going on from it"
    )


def test_a_command_is_judged_by_what_others_made_possible(pair: tuple[Service, Service]) -> None:
    """The decision was not yet open, the version not yet there, when this worker last saw the game."""
    first, second = pair
    game = first.opening.open_game("tug", "long").id
    assert second.queries.head(game) == ("main", 1)
    pull(first, game)
    request = {
        "id": "x",
        "decision": "1.grey",
        "expected_version": 3,
        "command": {"type": "pull", "effort": 1},
    }
    assert second.commands.handle(game, "grey", request).version == 6
    first.match.request(
        game,
        "grey",
        match_requests.AcceptDraw(
            offer=second.match.request(game, "blue", match_requests.OfferDraw()).events[1].data["offer"]
        ),
    )
    late = {"id": "y", "decision": "2.blue", "command": {"type": "pull", "effort": 1}}
    with pytest.raises(GameOver):
        second.commands.handle(game, "blue", late)
    assert second.queries.game(game).outcome == first.queries.game(game).outcome is not None


def test_a_refusal_tells_where_the_game_stands_now(pair: tuple[Service, Service]) -> None:
    first, second = pair
    game = first.opening.open_game("tug", "long").id
    second.queries.game(game)
    pull(first, game)
    with pytest.raises(Stale) as stale:
        second.commands.handle(
            game, "blue", {"id": "x", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
        )
    assert (stale.value.timeline, stale.value.version) == ("main", 3)


def test_a_game_moves_to_another_timeline_for_every_worker(pair: tuple[Service, Service]) -> None:
    first, second = pair
    game = first.opening.open_game("tug", "long").id
    for _ in range(4):
        pull(first, game)
    second.queries.game(game)
    branch = first.match.request(game, "reader", match_requests.Branch(3)).id
    moved = first.match.request(
        game,
        "grey",
        match_requests.AcceptRewind(second.match.request(game, "blue", match_requests.ProposeRewind(1)).id),
    )
    assert second.queries.head(game) == (moved.id, 1)
    assert second.queries.timelines(game) == first.queries.timelines(game)
    assert pull(second, game).version == 3
    assert pull(first, game).version == 6
    here = pull(second, game, timeline=branch, by="reader")
    assert first.queries.head(game, branch) == (branch, here.version)
    assert first.queries.position(game, branch) == second.queries.position(game, branch)
    assert pull(first, game, timeline=branch, by="reader").version > here.version
    whole(first)


def test_two_workers_that_rewind_and_play_at_once_agree(pair: tuple[Service, Service]) -> None:
    first, second = pair
    game = first.opening.open_game("tug", "long").id
    pull(first, game)
    for _ in range(6):
        (due,) = first.queries.due(game)
        proposal = first.match.request(game, "blue", match_requests.ProposeRewind(1))
        line = first.queries.head(game)[0]
        command = {"type": "pull", "effort": 1}
        request = {"id": f"p-{line}", "decision": due.id, "timeline": line, "command": command}

        def move(
            number: int, request: dict[str, object] = request, seat: str = due.seat, id: str = proposal.id
        ) -> object:
            if number:
                return first.commands.handle(game, seat, request)
            return second.match.request(game, "grey", match_requests.AcceptRewind(id))

        made, pulled = race(2, move)
        head = first.queries.head(game)
        assert head == second.queries.head(game)
        assert head[0] == made.id  # type: ignore[attr-defined]
        left = next(each for each in first.queries.timelines(game) if each.id == line)
        assert left.left_at == left.version
        assert isinstance(pulled, Receipt | Stale)
        assert isinstance(pulled, Stale) or pulled.version <= left.version
        if first.queries.head(game)[1] == 1:
            pull(first, game)
    whole(first)


def test_workers_that_race_to_open_a_game_open_one(pair: tuple[Service, Service]) -> None:
    for number in range(5):
        id = f"open-{number}"
        opened = race(8, lambda n, id=id: pair[n % 2].opening.open_game("tug", "short", id=id).id)  # type: ignore[misc]
        assert len(set(opened)) == 1
    assert len(pair[0].queries.games().items) == 5
    assert pair[0].queries.games() == pair[1].queries.games()


def test_workers_that_race_for_a_seat_seat_one(pair: tuple[Service, Service]) -> None:
    for _ in range(4):
        game = pair[0].opening.open_game("tug", "long").id

        def take(number: int, game: str = game) -> object:
            try:
                return pair[number % 2].opening.take_seat(game, "blue", f"player {number}")
            except Refused as refused:
                return refused.rule

        results = race(6, take)
        (seated,) = (each for each in results if isinstance(each, Seated))
        assert [each for each in results if each is not seated] == ["match/seat-taken"] * 5
        for referee in pair:
            assert referee.authorization.authenticate(seated.token).seat == "blue"
            assert referee.queries.game(game).seats[0].player == seated.player


def test_a_request_for_a_seat_gets_one_token_from_every_worker(pair: tuple[Service, Service]) -> None:
    game = pair[0].opening.open_game("tug", "long").id
    id = "known to Ann alone"
    tokens = race(6, lambda number: pair[number % 2].opening.take_seat(game, "blue", "Ann", id=id).token)
    assert len(set(tokens)) == 1


def test_a_repeat_is_answered_by_any_worker(pair: tuple[Service, Service]) -> None:
    game = pair[0].opening.open_game("tug", "long").id
    request = {"id": "same", "decision": "1.blue", "command": {"type": "pull", "effort": 1}}
    receipts = race(8, lambda number: pair[number % 2].commands.handle(game, "blue", request))
    assert all(isinstance(receipt, Receipt) for receipt in receipts), receipts
    assert sum(not receipt.repeated for receipt in receipts) == 1  # type: ignore[attr-defined]
    assert all(receipt.events == receipts[0].events for receipt in receipts)  # type: ignore[attr-defined]


def test_who_waits_is_woken_by_another_worker(pair: tuple[Service, Service]) -> None:
    first, second = pair
    game, other = (first.opening.open_game("tug", "long").id for _ in range(2))
    woken: list[str] = []

    def wait(what: str) -> None:
        if what == "game":
            assert second.queries.wait(game, 1, timeout=NEVER)
        elif what == "log":
            assert second.queries.wait_log(size, timeout=NEVER) > size
        else:
            assert not second.queries.wait(game, 50, timeout=0.4)
        woken.append(what)

    first.upkeep.settle()
    size = first.queries.log_size()
    waiters = [Thread(target=wait, args=(what,), daemon=True) for what in ("game", "log", "in vain")]
    for waiter in waiters:
        waiter.start()
    waiters[2].join(PATIENCE)
    assert woken == ["in vain"]
    pull(first, other)
    waiters[1].join(PATIENCE)
    assert woken == ["in vain", "log"]
    pull(first, game)
    waiters[0].join(PATIENCE)
    assert woken == ["in vain", "log", "game"]


def test_many_commits_that_others_wait_for_are_all_seen(pair: tuple[Service, Service]) -> None:
    """Two workers play one game by waiting for each other: a wake that is lost would stop them."""
    game = pair[0].opening.open_game("tug", "long").id

    def play(referee: Service, seat: str) -> None:
        for turn in range(1, 16):
            seen = referee.queries.head(game)[
                1
            ]  # before it is looked what is due: a pull after that is waited for
            while not any(due.id == f"{turn}.{seat}" for due in referee.queries.due(game)):
                assert referee.queries.wait(game, seen, timeout=NEVER)
                seen = referee.queries.head(game)[1]
            pull(referee, game, id=f"{seat}-{turn}")

    sides = zip(pair, ("blue", "grey"), strict=True)
    players = [Thread(target=play, args=each, daemon=True) for each in sides]
    for player in players:
        player.start()
    for player in players:
        player.join(PATIENCE)
    assert pair[0].queries.due(game)[0].id == "16.blue"


WORKER = """
import json, sys, threading
from ironclad.api.service import Service, ServiceSettings
from ironclad.eventlog.errors import Problem
from ironclad.eventlog.records import Receipt
from tests.toy import TUG

referee = Service(sys.argv[1], {"tug": TUG}, ServiceSettings(secret=b"the same", snapshot_every=20))
games, name, turns = sys.argv[2].split(","), sys.argv[3], int(sys.argv[4])
said, PULL = [], {"type": "pull", "effort": 1}

def play(game, number):
    for turn in range(1, turns + 1):
        for seat in ("blue", "grey"):
            decision = f"{turn}.{seat}"
            while True:
                (due,) = referee.queries.due(game)
                if [int(due.id.partition(".")[0]), due.seat == "grey"] > [turn, seat == "grey"]:
                    break
                request = {"id": f"{decision}-{name}-{number}", "decision": decision, "command": PULL}
                try:
                    receipt = referee.commands.handle(game, seat, request)
                except Problem:
                    continue
                said.append([game, decision, receipt.version, receipt.events[0].position])

threads = [threading.Thread(target=play, args=(game, number)) for game in games for number in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
referee.close()
print(json.dumps(said))
"""


def test_processes_that_race_on_a_game_accept_each_decision_once(url: str) -> None:
    with referee_at(url, ids=None, secret=b"the same") as referee:
        games = [referee.opening.open_game("tug", "long").id for _ in range(2)]
        begin = partial(subprocess.Popen, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
        command = [sys.executable, "-c", WORKER, url, ",".join(games)]
        workers = [begin([*command, str(number), "25"]) for number in range(3)]
        lines = [line for worker in workers for line in json.loads(worker.communicate(timeout=120)[0])]
        assert [worker.returncode for worker in workers] == [0, 0, 0]
        answered = Counter((game, decision) for game, decision, *_ in lines)
        assert answered.keys() == {
            (game, f"{n}.{s}") for game in games for n in range(1, 26) for s in ("blue", "grey")
        }
        assert set(answered.values()) == {1}
        whole(referee)
        places = {row[0]: (row[1], row[2]) for row in stored(referee)}
        for game, _, version, position in lines:
            assert places[position][0] == f"{game}/main"
            assert places[position][1] < version
        for game in games:
            before = referee.queries.position(game)
            referee.upkeep.rebuild_views()
            assert referee.queries.position(game) == before
        assert {each.id: each.version for each in referee.queries.games().items} == {
            game: referee.queries.head(game)[1] for game in games
        }
