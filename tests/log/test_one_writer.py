"""One process has a log for writing; should two write after all, neither continues where the game left."""

import subprocess
import sys
from pathlib import Path

import pytest

from ironclad.api.service import Service, ServiceSettings
from ironclad.eventlog.errors import GameOver, HeldElsewhere, Stale, Unavailable
from ironclad.referee import match_requests
from tests.log.conftest import pull, referee_at, stored
from tests.toy import TUG

HOLDER = """
import sys
from ironclad.api.service import Service
from tests.toy import TUG

with Service(sys.argv[1], {"tug": TUG}):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_writer_is_told_so(sqlite_url: str) -> None:
    with Service(sqlite_url, {"tug": TUG}) as first:
        with pytest.raises(HeldElsewhere, match="another server"):
            Service(sqlite_url, {"tug": TUG})
        with Service(sqlite_url, {"tug": TUG}, ServiceSettings(exclusive=False)) as reader:
            assert reader.queries.log_size() == first.queries.log_size()
    Service(sqlite_url, {"tug": TUG}).close()


def test_another_process_holds_the_log_until_it_is_killed(sqlite_url: str) -> None:
    command = [sys.executable, "-c", HOLDER, sqlite_url]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(HeldElsewhere, match=str(holder.pid)):
            Service(sqlite_url, {"tug": TUG})
        holder.kill()
        holder.wait()
    Service(sqlite_url, {"tug": TUG}).close()


def test_a_log_by_another_name_is_the_same_log(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    with Service(sqlite_url, {"tug": TUG}), pytest.raises(HeldElsewhere):
        Service(f"sqlite:///{tmp_path / 'link' / 'log.db'}", {"tug": TUG})


def test_a_referee_that_could_not_open_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(Unavailable):
        Service(f"sqlite:///{path}", {"tug": TUG})
    path.unlink()
    Service(f"sqlite:///{path}", {"tug": TUG}).close()


def test_what_is_no_file_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        Service(f"sqlite:///{tmp_path}", {"tug": TUG})


def test_logs_in_memory_are_apart() -> None:
    with Service("sqlite://", {"tug": TUG}), Service("sqlite://", {"tug": TUG}):
        pass


@pytest.fixture
def pair(url: str) -> "tuple[Service, Service]":
    """Two referees over one log, as two processes would have it."""
    return referee_at(url, ids=None), referee_at(url, ids=None)


def test_a_stale_match_appends_to_no_left_line(pair: tuple[Service, Service]) -> None:
    with pair[0] as first, pair[1] as second:
        game = first.opening.open_game("tug", "long").id
        for _ in range(4):
            pull(first, game)
        (due,) = second.queries.due(game)
        first.match.request(
            game,
            "grey",
            match_requests.AcceptRewind(
                first.match.request(game, "blue", match_requests.ProposeRewind(1)).id
            ),
        )
        before = stored(first)
        with pytest.raises(Stale) as stale:
            second.commands.handle(
                game,
                due.seat,
                {
                    "id": "x",
                    "decision": due.id,
                    "timeline": "main",
                    "command": {"type": "pull", "effort": 1},
                },
            )
        assert (stale.value.timeline, stale.value.version) == first.queries.head(game)
        assert stored(first) == before


def test_a_stale_match_appends_to_no_ended_game(pair: tuple[Service, Service]) -> None:
    with pair[0] as first, pair[1] as second:
        game = first.opening.open_game("tug", "long").id
        (due,) = second.queries.due(game)
        first.match.request(game, "blue", match_requests.Resign())
        before = stored(first)
        request = {"id": "x", "decision": due.id, "command": {"type": "pull", "effort": 1}}
        with pytest.raises(GameOver):
            second.commands.handle(game, due.seat, request)
        assert stored(first) == before


def test_a_line_is_left_where_it_really_stands(pair: tuple[Service, Service]) -> None:
    with pair[0] as first, pair[1] as second:
        game = first.opening.open_game("tug", "long").id
        pull(first, game)
        pull(first, game)
        proposal = first.match.request(game, "blue", match_requests.ProposeRewind(1))
        second.queries.game(game)
        pull(first, game)
        head = first.queries.head(game)[1]
        second.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
        assert second.queries.timelines(game)[0].left_at == head


def test_who_loses_every_race_is_told_where_the_game_stands(
    pair: tuple[Service, Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pair[0] as first, pair[1] as second:
        game = first.opening.open_game("tug", "long").id
        second.queries.game(game)

        def shout_between() -> str:
            if (
                number := first.queries.head(game)[1]
            ) < 11:  # four times; the refusal is noted at a time, too
                first.commands.handle(
                    game, "grey", {"id": f"s{number}", "command": {"type": "shout", "word": "ho"}}
                )
            return "2026-01-01T00:00:00.000Z"

        monkeypatch.setattr(second.open_games, "now", shout_between)
        first.commands.handle(game, "grey", {"id": "first", "command": {"type": "shout", "word": "ho"}})
        with pytest.raises(Stale, match="at the same time") as stale:
            pull(second, game, decision="1.blue", id="x")
        assert (stale.value.timeline, stale.value.version) == first.queries.head(game)
