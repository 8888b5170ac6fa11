"""`ironclad verify`: what it prints of bundles that hold and of bundles that do not, and how it ends."""

import json
from pathlib import Path

import pytest

from ironclad.eventlog.ledger.notes import SigningKey
from tests.cli.conftest import Run
from tests.log.conftest import pull, referee_at, stored
from tests.proof.logs import KEY, Log, edited, lines_of, packed


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A short game's bundle."""
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}") as referee:
        game = referee.opening.open_game("tug", "short").id
        for _ in range(3):
            pull(referee, game)
        log = Log([row[1:5] for row in stored(referee)])
    path = tmp_path / "game.bundle"
    path.write_bytes(log.bundle(game))
    return path


def test_a_bundle_that_holds(toy: object, run: Run, bundle: Path) -> None:
    result = run("verify", bundle, "--log-key", KEY.verifier)
    assert result.exit_code == 0, result.output
    assert "The bundle holds." in result.stdout
    assert "4 commands decided again, tug 1.0" in result.stdout
    document = json.loads(run("verify", bundle, "--json").stdout)
    assert document["ok"] is True
    assert document["first_failure"] is None
    assert {check["name"]: check["ok"] for check in document["checks"]}["rules"] is True


def test_a_bundle_that_does_not(toy: object, run: Run, bundle: Path) -> None:
    data = bundle.read_bytes()
    number = next(n for n, line in enumerate(lines_of(data)) if b"rope_pulled" in line)
    position = json.loads(lines_of(data)[number])["position"]
    bundle.write_bytes(edited(data, number, lambda line: line["body"].update(die=6, held=True)))
    result = run("verify", bundle)
    assert result.exit_code == 1
    assert f"The bundle fails at position {position} of the log" in result.stdout
    document = json.loads(run("verify", bundle, "--json").stdout)
    assert document["ok"] is False
    assert document["first_failure"]["position"] == position
    assert document["first_failure"]["check"] == "inclusion"


def test_the_wrong_key(toy: object, run: Run, bundle: Path) -> None:
    other = SigningKey(KEY.name, bytes(32))
    result = run("verify", bundle, "--log-key", str(other.verifier))
    assert result.exit_code == 1
    assert "DOES NOT HOLD" in result.stdout


def test_what_is_no_key_is_an_unusable_argument(toy: object, run: Run, bundle: Path) -> None:
    for key in ("rubbish", str(KEY.verifier).replace("ironclad.example", "other.example")):
        result = run("verify", bundle, "--log-key", key)
        assert result.exit_code == 2
        (line,) = result.stderr.splitlines()
        assert line.startswith("ironclad: --log-key: ")
        assert result.stdout == ""


def test_proofs_alone_are_no_pass(toy: object, run: Run, bundle: Path) -> None:
    result = run("verify", bundle, "--no-rules")
    assert result.exit_code == 1
    assert "rules       not checked" in result.stdout
    assert "not everything was checked" in result.stdout


def test_rules_that_this_build_lacks(run: Run, bundle: Path) -> None:
    result = run("verify", bundle)
    assert result.exit_code == 1
    assert "rules not checked: needs the rules of tug" in result.stdout


def test_a_beacon_s_rounds_that_cannot_be_read_are_told(
    toy: object, run: Run, bundle: Path, tmp_path: Path
) -> None:
    rounds = tmp_path / "rounds"
    good = json.dumps({"round": 1, "value": "00" * 32}) + "\n"
    rounds.write_text(good)
    result = run("verify", bundle, "--beacon", rounds)
    assert result.exit_code == 0, "a plain game has nothing to hold to them"
    twice = good + good.replace("00", "11")
    for text, words in ((f"{good}rubbish\n", "line 2 of"), (twice, "two values of round 1")):
        rounds.write_text(text)
        result = run("verify", bundle, "--beacon", rounds)
        assert result.exit_code == 2
        assert words in result.output


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\0" * 1_000_000, b"{}\n", packed([b"{}"])])
def test_rubbish_ends_with_1_and_a_sentence(run: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(content)
    result = run("verify", path)
    assert result.exit_code == 1
    assert "The bundle fails" in result.stdout
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    assert run("verify", tmp_path / "nowhere").exit_code == 2
    assert run("verify", tmp_path).exit_code == 2
