"""`ironclad selfplay`, the bundles it writes, and reading them back."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain import games
from ironclad.domain.kernel.engine import playout
from ironclad.domain.kernel.engine.playout import BadOffer, Crash, DeadEnd, Endless
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.bundle.reading import BundleReader
from tests.cli.conftest import Run
from tests.toy import TUG, Pull, RopePulled, changed
from tests.toy_versions import ROPE

FIELDS = {
    *("seed", "winner", "reason", "turn", "commands", "events"),
    *("event_types", "seconds", "replay_equal", "digest", "fault"),
    *("dice", "bundle", "log_key"),
}


def games_of(run: Run, *arguments: object) -> list[dict[str, Any]]:
    result = run("selfplay", "tug", "--json", *arguments)
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert document["ruleset"] == "tug"
    found: list[dict[str, Any]] = document["games"]
    return found


def test_games_are_played_to_the_end_and_replayed(toy: object, run: Run) -> None:
    played = games_of(run, "--games", 3, "--seed", 7)
    assert [each["seed"] for each in played] == [7, 8, 9]
    for game in played:
        assert game.keys() == FIELDS
        assert game["replay_equal"] is True
        assert game["fault"] is None
        assert (game["dice"], game["bundle"], game["log_key"]) == ("seeded", None, None)
        assert sum(game["event_types"].values()) == game["events"]
        assert game["event_types"]["rope_pulled"] == game["commands"]


def test_the_same_seed_gives_the_same_log(toy: object, run: Run) -> None:
    one, other = games_of(run, "--seed", 7)[0], games_of(run, "--seed", 7, "--games", 2)[0]
    assert one["digest"] == other["digest"]
    assert games_of(run, "--seed", 8)[0]["digest"] != one["digest"]


def test_the_table_names_each_game(toy: object, run: Run) -> None:
    result = run("selfplay", "tug", "--games", 2)
    assert result.exit_code == 0
    assert "2 of 2 games hold" in result.output


def stuck(position: Any) -> tuple[Due, ...]:
    return ()


def no_offer(position: Any, due: Due, random: Any) -> Any:
    raise IndexError


def bad_offer(position: Any, due: Due, random: Any) -> Pull:
    return Pull(effort=9)


@pytest.mark.parametrize(
    ("ruleset", "fault"),
    [
        ("endless", Endless),
        ("stuck", DeadEnd),
        ("no offer", DeadEnd),
        ("bad offer", BadOffer),
        ("crash", Crash),
    ],
)
def test_a_game_that_cannot_go_on_is_a_fault(
    ruleset: str, fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: Ruleset[Any] = TUG
    if ruleset == "stuck":
        played = changed(TUG, due=stuck)
    elif ruleset == "no offer":
        monkeypatch.setitem(TUG.rules.handlers.samplers, "pull", no_offer)
    elif ruleset == "bad offer":
        monkeypatch.setitem(TUG.rules.handlers.samplers, "pull", bad_offer)
    elif ruleset == "crash":
        monkeypatch.delitem(TUG.rules.handlers.carriers, Pull)
    with pytest.raises(fault):
        playout.play(played, 1, "long", cap=50)


def test_the_command_ends_with_1_for_a_fault(toy: object, run: Run) -> None:
    result = run("selfplay", "tug", "--scenario", "long", "--cap", 20)
    assert result.exit_code == 1
    assert "Endless: no end after 20 commands; blue owes pull" in result.output
    result = run("selfplay", "tug", "--scenario", "long", "--cap", 20, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["games"][0]["fault"].startswith("Endless")


def test_a_replay_that_differs_ends_with_1(toy: object, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    true_evolve = TUG.rules.handlers.evolvers[RopePulled]
    calls: Iterator[int] = iter(range(10**6))

    def forgetful(position: Any, event: Any) -> None:
        true_evolve(position, event)
        position.shouts["blue"] = str(next(calls))

    monkeypatch.setitem(TUG.rules.handlers.evolvers, RopePulled, forgetful)
    result = run("selfplay", "tug")
    assert result.exit_code == 1
    assert "differs" in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["tug", "--scenario", "x"],
        ["tug", "--bundle", "no/such/directory/{seed}.bundle"],
        ["tug", "--bundle", "no/such/{seed}/game.bundle"],
        ["tug", "--bundle", "."],
        ["tug", "--bundle", ""],
        ["tug", "--games", "0"],
        [],
    ],
)
def test_unusable_arguments_end_with_2(toy: object, run: Run, arguments: list[str]) -> None:
    assert run("selfplay", *arguments).exit_code == 2


@pytest.fixture
def bundle(toy: object, run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "game.bundle"
    games_of(run, "--bundle", path, "--seed", 2)
    return path


@pytest.fixture
def old_record(toy: object, tmp_path: Path) -> Path:
    """A record as `selfplay --bundle` wrote it once: JSON lines, an event of the rules a line."""
    path = tmp_path / "game.jsonl"
    log = playout.stored(TUG, playout.play(TUG, 2).events)
    path.write_bytes(b"".join(b'{"data":%b,"name":"%b"}\n' % (body, name.encode()) for name, body in log))
    return path


def test_a_bundle_holds(toy: object, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.bundle"
    (game,) = games_of(run, "--bundle", path, "--seed", 2)
    assert game["replay_equal"] is True
    assert (game["dice"], game["bundle"]) == ("ironclad-dice/v2", str(path))
    verdict = json.loads(run("verify", path, "--log-key", game["log_key"], "--json").stdout)
    assert verdict["ok"] is True
    found = {check["name"]: check["detail"] for check in verdict["checks"]}
    assert "every face from the shares of all" in found["dice"]
    assert f"{game['commands']:,}" in found["dice"]  # every pull rolls one die
    assert "tug 1.0" in found["rules"]
    other = tmp_path / "other.bundle"
    (again,) = games_of(run, "--bundle", other, "--seed", 2)
    assert again["log_key"] != game["log_key"]
    assert run("verify", other, "--log-key", game["log_key"]).exit_code == 1


@pytest.mark.full
@pytest.mark.parametrize("name", [each for each in games.names() if games.ruleset(each).sight.hides])
def test_a_bundle_of_a_game_that_hides_something_holds(name: str, run: Run, tmp_path: Path) -> None:
    """Each seat answers by what it sees; what seats answer together is answered once by each."""
    path, scenario = tmp_path / "game.bundle", list(games.ruleset(name).identity.scenarios)[1]
    played = run("selfplay", name, "--json", "--scenario", scenario, "--bundle", path)
    assert played.exit_code == 0, played.output
    (game,) = json.loads(played.stdout)["games"]
    verdict = json.loads(run("verify", path, "--log-key", game["log_key"], "--json").stdout)
    assert (verdict["ok"], verdict["verdict"]) == (True, "holds")


def test_an_altered_bundle_does_not_hold(bundle: Path, run: Run) -> None:
    whole = bytearray(bundle.read_bytes())
    whole[len(whole) // 2] ^= 1
    bundle.write_bytes(whole)
    assert run("verify", bundle).exit_code == 1


def test_a_bundle_says_what_it_is(bundle: Path) -> None:
    reader = BundleReader(io.BytesIO(bundle.read_bytes()))
    opened = next(event for event in reader.events() if event.name == "match.game_opened.1")
    title = json.loads(bytes(opened.body))["title"]
    assert title == "Self-play, seed 2: choices and dice follow from the seed"
    assert reader.checkpoint.origin.startswith("ironclad-selfplay-")


def test_a_seed_fixes_the_bundled_game(toy: object, run: Run, tmp_path: Path) -> None:
    """Its faces too, though each log has a key of its own; without a bundle it is another game."""
    one, other = (games_of(run, "--bundle", tmp_path / name, "--seed", 7)[0] for name in "ab")
    assert one["digest"] == other["digest"]
    assert games_of(run, "--bundle", tmp_path / "c", "--seed", 8)[0]["digest"] != one["digest"]
    assert games_of(run, "--seed", 7)[0]["digest"] != one["digest"]


def test_each_game_is_written_where_the_name_has_its_seed(toy: object, run: Run, tmp_path: Path) -> None:
    played = games_of(run, "--games", 3, "--seed", 7, "--bundle", tmp_path / "{seed}-{x}.bundle")
    names = [f"{seed}-{{x}}.bundle" for seed in (7, 8, 9)]
    assert [each["bundle"] for each in played] == [str(tmp_path / name) for name in names]
    keys = [each["log_key"] for each in played]
    verified = [
        run("verify", each["bundle"], "--log-key", key) for each, key in zip(played, keys, strict=True)
    ]
    assert all(each.exit_code == 0 for each in verified)
    assert len(list(tmp_path.iterdir())) == 3


def test_else_the_first_game_alone_is_written(toy: object, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.bundle"
    played = games_of(run, "--games", 2, "--seed", 7, "--bundle", path)
    assert [each["bundle"] for each in played] == [str(path), None]
    assert played[1]["digest"] == games_of(run, "--seed", 8)[0]["digest"]
    table = run("selfplay", "tug", "--bundle", path).output
    assert f"seed 1: bundle {path}, with its log's own dice; log key ironclad-selfplay-" in table


def test_a_game_that_cannot_go_on_is_written_up_to_there(toy: object, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.bundle"
    result = run("selfplay", "tug", "--scenario", "long", "--cap", 20, "--bundle", path, "--json")
    assert result.exit_code == 1
    (game,) = json.loads(result.stdout)["games"]
    assert game["fault"].startswith("Endless: no end after 20 commands")
    assert run("verify", path, "--log-key", game["log_key"]).exit_code == 0
    assert json.loads(run("position", path).stdout)["pulls"] == 20


def test_a_refusal_on_the_way_is_a_fault(
    toy: object, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TUG.rules.handlers.samplers, "pull", bad_offer)
    result = run("selfplay", "tug", "--bundle", tmp_path / "game.bundle")
    assert result.exit_code == 1
    assert "BadOffer: command 1 of blue" in result.output


def test_an_old_record_replays_and_does_not_verify(old_record: Path, run: Run) -> None:
    (whole,) = (json.loads(run("position", old_record).stdout),)
    assert abs(whole["knot"]) >= whole["length"]
    assert "rope_pulled: blue pulls" in run("replay", old_record).output
    assert run("verify", old_record).exit_code == 1
    assert run("replay", old_record, "--timeline", "main").exit_code == 2


def test_a_bundle_replays_to_any_event(bundle: Path, run: Run) -> None:
    whole = json.loads(run("position", bundle).stdout)
    assert abs(whole["knot"]) >= whole["length"]
    start = json.loads(run("position", bundle, "--at", 1).stdout)
    assert start["knot"] == 0
    view = json.loads(run("replay", bundle, "--at", 2, "--view", "map").stdout)
    assert view == {"knot": json.loads(run("position", bundle, "--at", 2).stdout)["knot"], "length": 5}


def test_a_replay_tells_what_happened(bundle: Path, run: Run) -> None:
    told = run("replay", bundle)
    assert told.exit_code == 0
    assert "rope_pulled: blue pulls" in told.output
    assert "grey: the knot is at grey's end" in told.output
    document = json.loads(run("replay", bundle, "--json", "--at", 3).stdout)
    assert document["at"] == 3
    assert document["outcome"] is None
    assert [each["version"] for each in document["chronicle"]] == [2, 3]


@pytest.mark.parametrize("arguments", [["--at", 10_000], ["--at", 0], ["--view", "weather"]])
def test_what_a_bundle_does_not_have(bundle: Path, run: Run, arguments: list[object]) -> None:
    assert run("replay", bundle, *arguments).exit_code == 2


@pytest.mark.parametrize("text", ["", "{", '{"name": 1}', '{"name": "chess.game_begun.1", "data": {}}'])
def test_a_file_that_is_no_bundle(toy: object, run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    assert run("replay", path).exit_code == 2
    assert run("position", path).exit_code == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [("rope_pulled.1", "rope_pulled.7"), ('"die":', '"dye":'), ("tug.game_begun", "tug.turn_ended")],
)
def test_events_that_do_not_replay_end_with_1(old_record: Path, run: Run, old: str, new: str) -> None:
    old_record.write_text(old_record.read_text().replace(old, new))
    result = run("position", old_record)
    assert result.exit_code == 1
    assert "do not replay" in result.stderr


def test_rulesets_are_listed(toy: object, run: Run) -> None:
    assert "Tug of War" in run("rulesets").output
    (listed,) = json.loads(run("rulesets", "--json").stdout)["rulesets"]
    assert listed["seats"] == ["blue", "grey"]
    assert listed["options"]["end"]["clause"] == "4"


def test_what_a_build_can_decide_again_is_listed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rulesets = {"tug": ROPE, "american_civil_war": games.ruleset("american_civil_war")}
    monkeypatch.setattr(games, "rulesets", lambda: rulesets)
    monkeypatch.setattr(games, "distribution_of", lambda name: "tests")
    rope, real = json.loads(run("rulesets", "--json").stdout)["rulesets"]
    assert [each["version"] for each in rope["versions"]] == ["1.0", "1.1", "1.2"]
    assert [each["id"] for each in rope["errata"]] == rope["versions"][-1]["errata"]
    for each in real["versions"]:
        assert f"american_civil_war-{each['version']}-four-turns" in each["golden"]
        assert len(each["positions"]) >= 10


def test_export_needs_a_log(run: Run, tmp_path: Path) -> None:
    result = run("export", "some-game", "--url", f"sqlite:///{tmp_path / 'none.sqlite'}")
    assert result.exit_code == 2
    assert "there is no log" in result.stderr


@pytest.mark.full
def test_the_log_does_not_hang_on_how_a_process_hashes() -> None:
    """Two processes with other hash seeds play the same game: no order of a set decides anything."""
    digests = set()
    for hash_seed in ("1", "2"):
        program = "from ironclad.api.cli import main; main()"
        command = [sys.executable, "-c", program, "selfplay", "american_civil_war"]
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        done = subprocess.run([*command, "--json"], env=environment, capture_output=True, check=True)
        digests.add(json.loads(done.stdout)["games"][0]["digest"])
    assert len(digests) == 1


def test_the_house_plays_a_seat(run: Run) -> None:
    result = run("selfplay", "american_civil_war", "--house", "confederate", "--seed", 1, "--json")
    assert result.exit_code == 0
    (game,) = json.loads(result.stdout)["games"]
    assert game["winner"] == "confederate"
    assert game["replay_equal"]


def test_the_house_plays_no_seat_that_is_not_there(run: Run) -> None:
    result = run("selfplay", "american_civil_war", "--house", "britain")
    assert result.exit_code == 2
    assert "has no seat 'britain'" in result.output


def test_the_house_does_not_play_every_ruleset(toy: object, run: Run) -> None:
    result = run("selfplay", "tug", "--house", "blue")
    assert result.exit_code == 2
    assert "the computer player does not play tug" in result.output
