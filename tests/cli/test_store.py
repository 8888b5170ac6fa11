"""The commands that open a log: `export`, `serve`, and the parts of `bench` that can be right or wrong."""

import json
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ironclad.api.cli.bench import command as bench_command
from ironclad.api.cli.bench import measure, over_http, record, verify
from ironclad.api.cli.bench import play as bench_play
from ironclad.api.cli.store import data_directory, path_of, url_of
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving.signing import signing_for
from ironclad.domain import games
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import ScriptedDice
from tests.cli.conftest import Run
from tests.toy import TUG, changed


def test_games_are_kept_here_or_in_the_users_state_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert data_directory() == tmp_path / "state" / "ironclad"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert data_directory() == tmp_path / "home" / ".local" / "state" / "ironclad"
    (tmp_path / "ironclad-data").mkdir()
    assert data_directory() == tmp_path / "ironclad-data"


def test_a_directory_and_its_url_go_both_ways(tmp_path: Path) -> None:
    assert path_of(url_of(tmp_path)) == tmp_path / "ironclad.sqlite"
    assert url_of(tmp_path).startswith("sqlite:////")
    assert path_of("sqlite://") is None


def test_a_game_is_exported_and_replays(toy: object, run: Run, tmp_path: Path) -> None:
    recorded = record.record(TUG, 3)
    url, bundle = url_of(tmp_path), tmp_path / "game.bundle"
    with Service(url, {"tug": TUG}, ServiceSettings(dice=recorded.dice())) as referee:
        game, tokens = bench_command.store(referee, TUG, recorded, len(recorded.given))
        position = referee.queries.position(game).position
    assert tokens.keys() == {"blue", "grey"}
    result = run("export", game, "--url", url, "--output", bundle)
    assert result.exit_code == 0, result.output
    assert json.loads(run("position", bundle).stdout) == position
    told = json.loads(run("replay", bundle, "--json").stdout)
    assert told["at"] == 1 + sum(len(given.events) for given in recorded.given)
    assert run("verify", bundle).exit_code == 3, "all holds, and nobody named the log's key"
    assert list(tmp_path.glob(".game.bundle*")) == []
    assert run("export", game, "--url", url).stdout_bytes == bundle.read_bytes()
    assert run("replay", bundle, "--timeline", "nowhere").exit_code == 2


def test_a_game_that_is_not_there_is_not_exported(toy: object, run: Run, tmp_path: Path) -> None:
    Service(url_of(tmp_path), {"tug": TUG}).close()
    result = run("export", "nothing", "--url", url_of(tmp_path))
    assert result.exit_code == 2
    assert result.stderr


GARBAGE = b"no database, whatever it is called" * 50


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["export", "game"], ["rebuild"]])
@pytest.mark.parametrize("store", ["garbage", "directory", "sqlite:foo"])
def test_an_unusable_store_is_said_to_be_so(
    run: Run, tmp_path: Path, command: list[str], store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garbage").write_bytes(GARBAGE)
    (tmp_path / "directory").mkdir()
    url = store if ":" in store else f"sqlite:///{tmp_path / store}"
    result = run(*command, "--url", url)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("ironclad: ")
    assert (tmp_path / "garbage").read_bytes() == GARBAGE
    assert store == "garbage" or {each.name for each in tmp_path.iterdir()} == {"garbage", "directory"}


def test_serve_refuses_a_secret_that_was_tampered_with(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ironclad.sqlite.secret").write_bytes(b"short")
    result = run("serve", "--data", tmp_path, "--port", "0")
    assert result.exit_code == 2
    assert "secret" in result.stderr


@pytest.mark.parametrize("command", ["serve", "rebuild"])
def test_a_log_that_another_server_has_is_not_opened(run: Run, tmp_path: Path, command: str) -> None:
    with over_http.server(tmp_path):
        more = ["--port", "0"] if command == "serve" else []
        result = run(command, "--url", url_of(tmp_path), *more)
        assert result.exit_code == 2, result.output
        assert "another server" in result.stderr
        assert run("export", "nothing", "--url", url_of(tmp_path)).exit_code == 2


@pytest.mark.full
def test_a_game_is_exported_beside_its_server_without_a_warning(tmp_path: Path) -> None:
    """The server signs; that the export does not is nothing to warn of."""
    target = tmp_path / "game.bundle"
    with over_http.server(tmp_path) as api:
        asked = {"ruleset": "american_civil_war", "scenario": "campaign"}
        with closing(over_http.Client(api)) as client:
            game = client.ask("POST", f"{urlsplit(api).path}/games", asked)[1]["id"]
        command = [sys.executable, "-m", "ironclad.api.cli", "export", game, "--url", url_of(tmp_path)]
        done = subprocess.run([*command, "--output", target], capture_output=True, text=True, check=True)
    (words,) = done.stderr.splitlines()
    assert words.endswith(f"in {target}")
    assert target.stat().st_size > 0


def test_what_is_beside_a_log_is_made_again(toy: object, run: Run, tmp_path: Path) -> None:
    request = {"id": "once", "command": {"type": "shout", "word": "ho"}}
    with Service(url_of(tmp_path), {"tug": TUG}) as referee:
        game = referee.opening.open_game("tug", "long").id
        referee.commands.handle(game, "blue", request)
        referee.commands.handle(game, "grey", {**request, "id": "last"})
        listed = referee.queries.games()
    connection = sqlite3.connect(tmp_path / "ironclad.sqlite")
    connection.execute("DELETE FROM answers WHERE id = 'once'")
    connection.execute("UPDATE games_list SET summary = x''")
    connection.commit()
    connection.close()
    result = run("rebuild", "--url", url_of(tmp_path), "--json")
    assert result.exit_code == 0, result.output
    with Service(url_of(tmp_path), {"tug": TUG}) as referee:
        assert json.loads(result.stdout)["events"] == referee.queries.log_size()
        assert referee.commands.handle(game, "blue", request).repeated
        assert referee.queries.games() == listed


def test_a_bundle_that_cannot_be_written_is_said_to_be_so(toy: object, run: Run, tmp_path: Path) -> None:
    with Service(url_of(tmp_path), {"tug": TUG}) as referee:
        game = referee.opening.open_game("tug", "long").id
    nowhere = tmp_path / "nowhere" / "game.jsonl"
    assert run("export", game, "--url", url_of(tmp_path), "--output", nowhere).exit_code == 2
    assert run("selfplay", "tug", "--bundle", nowhere).exit_code == 2


def test_serve_says_where_to_look_and_answers(tmp_path: Path) -> None:
    with over_http.server(tmp_path) as api:
        with urllib.request.urlopen(f"{api}/health", timeout=60) as answer:
            assert answer.status == 200
        assert (tmp_path / "ironclad.sqlite").is_file()


@pytest.mark.parametrize(
    "arguments", [["--port", "70000"], ["--data", "a", "--url", "sqlite:///b"], ["--url", "postgresql://x"]]
)
def test_serve_refuses_what_it_cannot_use(run: Run, arguments: list[str]) -> None:
    assert run("serve", *arguments).exit_code == 2


def test_a_recorded_game_is_the_game_that_the_referee_judges() -> None:
    recorded = record.record(TUG, 5)
    with Service("sqlite://", {"tug": TUG}, ServiceSettings(dice=recorded.dice())) as referee:
        game, _ = bench_command.store(referee, TUG, recorded, len(recorded.given))
        told = [each.type for each in referee.queries.events(game).items]
        assert referee.queries.game(game).outcome is not None
    expected = ["game_begun"]
    for given in recorded.given:
        expected += ["command_accepted", *(event.__struct_config__.tag for event in given.events)]
    assert told == expected


def test_a_bundle_is_verified_beside_the_limit_of_its_lines(tmp_path: Path) -> None:
    recorded = record.record(TUG, 5)
    url = url_of(tmp_path)
    with Service(
        url, {"tug": TUG}, ServiceSettings(dice=recorded.dice(), signing=signing_for(url))
    ) as referee:
        game, _ = bench_command.store(referee, TUG, recorded, len(recorded.given))
        whole, proofs, again = verify.figures(tmp_path, TUG, referee, game)
    names = ["verify/tug", "verify-proofs/tug", "readjudicate/tug"]
    assert [each.name for each in (whole, proofs, again)] == names
    assert whole.limit == proofs.limit == again.limit > proofs.value > 0
    assert again.value > 0
    bundle = tmp_path / "game.bundle"
    bundle.write_bytes(bundle.read_bytes()[:-1])
    with pytest.raises(verify.VerifyFault, match="does not hold"):
        verify.held(bundle, TUG, rules=False)


def test_a_recorded_game_is_played_again_by_its_dice() -> None:
    recorded = record.furthest(TUG, 1, 8)
    assert recorded.last_turn >= 8
    position = TUG.rules.initial(recorded.begun)
    for given in recorded.given:
        assert TUG.rules.due(position)[0].id == given.decision
        events, position = decider.execute(
            TUG, position, given.seat, given.command, ScriptedDice(given.faces)
        )
        assert events == given.events
    assert TUG.rules.outcome(position) is not None


def test_the_furthest_game_is_taken_where_none_lasts() -> None:
    recorded = record.furthest(TUG, 1, 1000)
    turns = [record.record(TUG, seed).last_turn for seed in range(1, 1 + record.SEEDS_TRIED)]
    assert recorded.last_turn == max(turns)


@pytest.mark.full
def test_late_play_goes_on_from_a_late_turn_of_the_game(tmp_path: Path) -> None:
    """The game itself stands where it stood; each branch has its history and is played over HTTP."""
    ruleset = games.ruleset("american_civil_war")
    recorded = record.record(ruleset, 37)
    first = bench_command.late(recorded)
    late = recorded.given[first].turn
    assert late >= recorded.last_turn - 2
    with Service(url_of(tmp_path), {ruleset.name: ruleset}, ServiceSettings(dice=recorded.dice())) as referee:
        game, tokens = bench_command.store(referee, ruleset, recorded, first)
        position, (_, version) = referee.queries.live_position(game), referee.queries.head(game)
    with (
        over_http.server(tmp_path) as api,
        over_http.LatePlay(api, ruleset, game, tokens[ruleset.seats[0]]) as play,
    ):
        play.branch(position.copy(), version, 5)
        play.branch(position.copy(), version, 9)
    assert len(play.commands) == len(play.empty) == 9
    assert play.turns == f"turn {late}"
    with Service(url_of(tmp_path), {ruleset.name: ruleset}) as referee:
        assert referee.queries.head(game) == ("main", version)
        assert [(line.by, line.at) for line in referee.queries.timelines(game)[1:]] == [
            (ruleset.seats[0], version)
        ] * 2


def test_bench_shows_commands_that_share_flushes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = measure.shared_flushes
    monkeypatch.setattr(measure, "shared_flushes", lambda *rest: few(*rest[:3], clients=rest[3], commands=30))
    for name in ("append_with_proof_rate", "append_with_proof_rate_postgresql"):
        monkeypatch.setattr(measure, name, partial(getattr(measure, name), commands=200))
    for name in ("append_rate", "append_rate_postgresql"):
        figure = measure.Figure(name, 1.0, "x/s", 2.0, 0.5)
        monkeypatch.setattr(measure, name, lambda _, figure=figure: figure)
    shown = {each.name: each for each in bench_command._appends(TUG, tmp_path, [0.001] * 10, "postgresql://")}
    assert shown["append_rate"].ratio == shown["append_rate_postgresql"].ratio == 0.5
    assert shown["command-shared-16 p99"].value >= shown["command-shared-16 p50"].value > 0


def test_figures_are_shares_of_their_limit() -> None:
    faster, slower = bench_play.rate("r", 50, 100, "x/s", "raw"), bench_play.time("t", 4.0, 1.0, "ms", "raw")
    assert (faster.ratio, slower.ratio) == (0.5, 0.25)
    decided, played, listed = bench_play.decide_and_play(TUG, record.record(TUG, 1), 1)
    assert decided.name == "decide/tug"
    assert decided.value > 0
    assert played.limit <= played.value
    assert listed.against == "checking the same commands, 3 a position"


def test_late_positions_are_asked_for_their_fullest_decision() -> None:
    recorded = record.furthest(TUG, 1, bench_play.LATE)
    assert recorded.last_turn >= bench_play.LATE
    views = dict.fromkeys(bench_play.READINGS, lambda position: {"knot": position.knot})
    listed, *told = bench_play.late_in_the_game(changed(TUG, views=views), recorded)
    late = [given for given in recorded.given if given.turn >= bench_play.LATE]
    assert listed.against == f"copying the position ({len(late)} lists of pull, 3 offers)"
    assert listed.name == "legal-late/tug"
    assert [each.name for each in told] == [f"{name}/tug" for name in bench_play.READINGS]
    assert listed.limit > 0
    early = record.Recorded(1, recorded.begun, recorded.given[:2])
    assert not list(bench_play.late_in_the_game(TUG, early))


def test_quantiles_are_of_the_nearest_rank() -> None:
    values = [float(each) for each in range(100, 0, -1)]
    assert over_http.quantile(values, 0.5) == 51
    assert over_http.quantile(values, 0.99) == 100
    assert over_http.quantile([7.0], 0.99) == 7
    warm = [1e9] * over_http.WARM_UP
    p50, p99 = over_http.figures(warm + values, warm + [0.5] * 100, [0.5] * 100, "turn 17")
    assert (p50.value, p50.limit) == (51_000, 1000)
    assert p99.name == "http/p99"


def test_bench_prints_one_document(toy: object, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    figure = bench_play.rate("r", 50, 100, "x/s", "raw")
    monkeypatch.setattr(bench_command, "measured", lambda *_: iter([figure]))
    document = json.loads(run("bench", "--ruleset", "tug", "--json").stdout)
    assert document["results"][0].items() >= {"name": "r", "value": 50, "limit": 100, "ratio": 0.5}.items()
    assert {"processor", "cores", "python"} <= document["machine"].keys()
    assert "raw limit" in run("bench", "--ruleset", "tug").output
