"""`ironclad readjudicate`: a game of each class in bundles, its document, and how it ends."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.domain import games
from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.referee import match_requests
from tests.cli.conftest import Run
from tests.log.conftest import play_out, pull, referee_at
from tests.match.readings.recorded import ROPE_OF_READINGS
from tests.proof.logs import Log, Row
from tests.proof.test_sealed_bundle import ended, running
from tests.proof.test_verifying import rows_after
from tests.toys.both_pull import BOTH_PULL
from tests.toys.sealed_fields import SEALED_FIELDS

ROPES = {each.name: each for each in (ROPE_OF_READINGS, SEALED_FIELDS, BOTH_PULL)}
FIELDS = {"game", "from", "file", "class", "at", "was", "would", "differences", "odds", "commands"}


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes toys the only rulesets of the build."""

    def ruleset(name: str) -> Any:
        if name not in ROPES:
            raise UnknownName(f"this build has no ruleset {name!r}")
        return ROPES[name]

    monkeypatch.setattr(games, "ruleset", ruleset)


class Written:
    """A bundle, and the rows of its log."""

    def __init__(self, path: Path, rows: list[Row], game: str) -> None:
        self.path, self.rows, self.game = path, rows, game
        path.write_bytes(Log(rows).bundle(game))

    def events(self, line: str, name: str) -> list[tuple[int, dict[str, Any]]]:
        """The events of a name on a line, with their versions."""
        stream = f"{self.game}/{line}"
        return [
            (version, json.loads(body))
            for of, version, named, body in self.rows
            if of == stream and named == name
        ]


def written(path: Path, play: Callable[[Service], str]) -> Written:
    path.mkdir()
    rows, game = rows_after(path, play, rulesets=ROPES)
    return Written(path / "game.bundle", rows, game)


def pulled_out(referee: Service) -> str:
    """A game of 1.0 to its end, with every pull there is."""
    game = referee.opening.open_game("tug", "short", version="1.0").id
    for effort in (1, 2, 3, 1, 2, 3):
        pull(referee, game, effort)
    play_out(referee, game)
    return game


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return written(tmp_path_factory.mktemp("plain") / "game", pulled_out)


def document(run: Run, status: int, *arguments: object) -> dict[str, Any]:
    result = run("readjudicate", *arguments, "--json")
    assert result.exit_code == status, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    assert found.keys() == {"ruleset", "to", "games", "counts"}
    assert all(each.keys() == FIELDS for each in found["games"])
    assert sum(found["counts"].values()) == len(found["games"])
    return found


def only(found: dict[str, Any]) -> dict[str, Any]:
    (game,) = found["games"]
    assert found["counts"][game["class"]] == 1
    return dict(game)


def test_the_same(run: Run, bundle: Written) -> None:
    found = document(run, 0, bundle.path)
    assert (found["ruleset"], found["to"]) == ("tug", {"version": None, "readings": {}})
    game = only(found)
    pulls = len(bundle.events("main", "tug.rope_pulled.1"))
    assert (game["class"], game["at"], game["from"], game["commands"]) == ("same", "", "1.0", pulls)
    assert (game["was"], game["would"], game["differences"], game["odds"]) == (None, None, [], None)
    assert "1 games: 1 same" in run("readjudicate", bundle.path).stdout


def test_worded_otherwise_passes(run: Run, bundle: Written) -> None:
    game = only(document(run, 0, bundle.path, "--reading", "worded=yes"))
    assert game["class"] == "worded_otherwise"
    assert game["was"]["effort"] == -game["would"]["effort"]


def test_it_differs(run: Run, bundle: Written) -> None:
    found = document(run, 1, bundle.path, "--version", "1.1")
    assert found["to"] == {"version": "1.1", "readings": {}}
    pulls = bundle.events("main", "tug.rope_pulled.1")
    version, event = next((at, each) for at, each in pulls if each["die"] == each["effort"])
    game = only(found)
    assert (game["class"], game["at"], game["was"]) == ("differs", f"main@{version}", event)
    assert game["would"]["held"] is True
    assert "knot" in {each["path"] for each in game["differences"]}
    told = run("readjudicate", bundle.path, "--version", "1.1")
    assert told.exit_code == 1
    assert f"differs at main@{version}" in told.stdout
    assert only(document(run, 1, bundle.path, "--reading", "equal-holds=holds"))["at"] == game["at"]


def test_it_is_refused(run: Run, bundle: Written) -> None:
    game = only(document(run, 1, bundle.path, "--reading", "tired=yes"))
    assert (game["class"], game["would"]["rule"], game["commands"]) == ("refused", "2", 3)
    assert game["at"] == f"main@{bundle.events('main', 'tug.rope_pulled.1')[2][0] - 1}"


def test_the_dice_differ(run: Run, bundle: Written) -> None:
    for reading, number in (("twice=yes", 3), ("sure=yes", 1)):
        game = only(document(run, 1, bundle.path, "--reading", reading))
        assert (game["class"], game["commands"]) == ("dice_differ", number)
        assert len(game["was"]) == 1


@pytest.mark.parametrize("asked", [("--version", "9.9"), ("--reading", "weather=fine")])
def test_it_cannot_be_decided(run: Run, bundle: Written, asked: tuple[str, str]) -> None:
    game = only(document(run, 1, bundle.path, *asked))
    assert game["class"] == "cannot"
    assert "needs" in game["would"]
    assert "cannot be decided: needs" in run("readjudicate", bundle.path, *asked).stdout


def test_rules_that_the_build_has_not(run: Run, bundle: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> Any:
        raise UnknownName(name)

    monkeypatch.setattr(games, "ruleset", nothing)
    assert only(document(run, 1, bundle.path))["would"] == {"needs": "the rules of tug"}


@pytest.mark.parametrize(
    "asked",
    [["--reading", "worded"], ["--reading", "=yes"], ["--reading", "a=b", "--reading", "a=c"], ["--odd"]],
)
def test_arguments_that_cannot_be_used(run: Run, bundle: Written, asked: list[str]) -> None:
    assert run("readjudicate", bundle.path, *asked).exit_code == 2


def test_files_that_cannot_be_used(run: Run, bundle: Written, tmp_path: Path) -> None:
    odd = tmp_path / "odd.bundle"
    odd.write_bytes(b"no bundle")
    cut = tmp_path / "cut.bundle"
    cut.write_bytes(bundle.path.read_bytes()[:-40])
    for path in (odd, cut, tmp_path / "none"):
        assert run("readjudicate", bundle.path, path).exit_code == 2
    assert run("readjudicate").exit_code == 2


def test_bundles_of_several_rulesets_are_unusable(run: Run, bundle: Written, tmp_path: Path) -> None:
    other = written(tmp_path / "sealed", ended)
    result = run("readjudicate", bundle.path, other.path)
    assert result.exit_code == 2
    assert "several rulesets" in result.stderr


def test_a_game_that_hid_something_is_decided_when_it_was_opened(run: Run, tmp_path: Path) -> None:
    open_now = written(tmp_path / "ended", ended)
    assert only(document(run, 0, open_now.path))["class"] == "same"
    hiding = written(tmp_path / "running", running)
    game = only(document(run, 1, hiding.path))
    assert game["class"] == "cannot"
    assert "hides what is not opened yet" in game["would"]["needs"]


def test_a_game_of_a_log_is_exported_for_it(
    run: Run, bundle: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(games, "rulesets", lambda: ROPES)
    monkeypatch.setattr(games, "broken", list)
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with referee_at(url, ROPES) as referee:
        game = pulled_out(referee)
        before = referee.queries.log_size()
    found = document(run, 0, game, bundle.path, "--url", url)
    assert found["games"][0]["file"] == game
    assert [each["class"] for each in found["games"]] == ["same", "same"]
    with referee_at(url, ROPES) as referee:
        assert referee.queries.log_size() == before, "nothing of it is stored"
    for name in ("nothing", "some/where"):
        assert run("readjudicate", name, "--url", url).exit_code == 2
    assert run("readjudicate", game, "--url", f"sqlite:///{tmp_path / 'none.db'}").exit_code == 2


def winding(referee: Service) -> str:
    """A game with a take-back, a rewind, a reader's branch and a move of the rules."""
    game = referee.opening.open_game("tug", "long", version="1.0").id
    for effort in (1, 2, 1, 2):
        pull(referee, game, effort)
    pull(referee, game, 3)
    proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(11, reason="again"), id="p")
    referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id), id="a")
    referee.commands.handle(game, "blue", {"id": "s", "command": {"type": "shout", "word": "heave"}})
    referee.commands.take_back(game, "blue", id="u", expected_version=referee.queries.head(game)[1])
    for effort in (1, 2):
        pull(referee, game, effort, expected_version=referee.queries.head(game)[1])
    line = referee.match.request(game, "reader", match_requests.Branch(6)).id
    pull(referee, game, 3, timeline=line, by="reader")
    for seat in ("blue", "grey"):
        referee.match.request(game, seat, match_requests.MoveRules("1.1", {}))
    for effort in (1, 2, 2, 1):
        pull(referee, game, effort, expected_version=referee.queries.head(game)[1])
    return game


def test_the_course_is_what_the_game_came_by(run: Run, tmp_path: Path) -> None:
    """Neither what was left or taken back, nor a reader's branch: there were the pulls of 3."""
    bundle = written(tmp_path / "winding", winding)
    game = only(document(run, 0, bundle.path))
    assert (game["class"], game["from"], game["commands"]) == ("same", "1.0, then 1.1", 10)
    assert only(document(run, 0, bundle.path, "--reading", "tired=yes"))["class"] == "same"
    assert only(document(run, 1, bundle.path, "--reading", "sure=yes"))["at"].startswith("main@")


def at_once(referee: Service) -> str:
    """Both seats answer before either answer is carried out; one of them rolls for both."""
    game = referee.opening.open_game("both_pull", "short").id
    for number in range(6):
        for due in referee.queries.due(game):
            body = {
                "id": f"{number}-{due.seat}",
                "decision": due.id,
                "command": {"type": "pull", "effort": 1},
            }
            referee.commands.handle(game, due.seat, body)
    return game


def test_commands_that_are_given_at_once(run: Run, tmp_path: Path) -> None:
    bundle = written(tmp_path / "both", at_once)
    game = only(document(run, 0, bundle.path))
    assert game["class"] == "same"
    assert game["commands"] == len(bundle.events("main", "both_pull.rope_pulled.1"))
