"""`ironclad verify`: what it prints of bundles that hold and of bundles that do not, and how it ends."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain import games
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.notes import SigningKey, parse
from tests.cli.conftest import Run
from tests.log.conftest import pull, referee_at, stored
from tests.proof.logs import KEY, Log, edited, lines_of, packed
from tests.proof.test_sealed_bundle import RULES, ended, running
from tests.proof.test_signed_bundle import KEYS, everything, rows_of
from tests.proof.test_verifying import ANCHORED, rows_after


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
    document = json.loads(run("verify", bundle, "--log-key", KEY.verifier, "--json").stdout)
    assert (document["verdict"], document["ok"], document["anchored"]) == ("holds", True, True)
    assert document["first_failure"] is None
    assert {check["name"]: check["ok"] for check in document["checks"]}["rules"] is True


def test_a_bundle_that_nothing_from_elsewhere_anchors(toy: object, run: Run, bundle: Path) -> None:
    result = run("verify", bundle)
    assert result.exit_code == 3
    assert "consistent, and not anchored" in result.stdout
    document = json.loads(run("verify", bundle, "--json").stdout)
    assert (document["verdict"], document["ok"], document["anchored"]) == ("unanchored", True, False)
    assert "that this is the log of its name: nobody named its key" in document["word_of_service"]


def test_what_nothing_proves_is_listed(toy: object, run: Run, bundle: Path) -> None:
    result = run("verify", bundle, "--log-key", KEY.verifier)
    assert "By word alone: when each request was made" in result.stdout
    document = json.loads(run("verify", bundle, "--log-key", KEY.verifier, "--json").stdout)
    word = "; ".join(document["word_of_service"])
    for each in ("all requests of blue, which has no key", "the shares of grey in the dice"):
        assert each in word
    assert document["not_checked"] == ["checkpoints of the anchors of 1 epochs: the bundle has none"]
    document = json.loads(run("verify", bundle, "--no-rules", "--json").stdout)
    assert (document["verdict"], document["ok"]) == ("fails", False)
    assert "the rules: it was not asked for" in document["not_checked"]


def cosigned(bundle: Path, *lines: Witness, rotten: bool = False) -> None:
    """Put witnesses' lines under the checkpoint of a bundle."""

    def change(header: dict[str, Any]) -> None:
        note = parse(header["checkpoint"])
        made = [each.cosign(note.text, 1_790_000_000) for each in lines]
        if rotten:
            made = [replace(made[0], body=made[0].body[:-1] + b"x"), *made[1:]]
        header["checkpoint"] = str(note.signed(*made))

    bundle.write_bytes(edited(bundle.read_bytes(), 0, change))


ONE, TWO = Witness("w.example/1", b"1" * 32), Witness("w.example/2", b"2" * 32)


def test_a_policy_that_is_met_anchors_a_bundle(toy: object, run: Run, bundle: Path, tmp_path: Path) -> None:
    policy = tmp_path / "policy"
    policy.write_text(
        f"witness one {ONE.verifier}\nwitness two {TWO.verifier}\ngroup both all one two\nquorum both\n"
    )
    document = json.loads(run("verify", bundle, "--policy", policy, "--json").stdout)
    assert document["verdict"] == "unanchored"
    assert "the policy: " in document["not_checked"][0]
    cosigned(bundle, ONE)
    for key in ([], ["--log-key", KEY.verifier]):
        assert run("verify", bundle, "--policy", policy, *key).exit_code == 3, "a policy that is named is met"
    cosigned(bundle, ONE, TWO)
    result = run("verify", bundle, "--policy", policy)
    assert result.exit_code == 0, result.output
    assert "the policy is met by one, two" in result.stdout
    cosigned(bundle, ONE, TWO, rotten=True)
    result = run("verify", bundle, "--policy", policy)
    assert (result.exit_code, "the line of one is not of that key" in result.stdout) == (1, True)


def test_a_policy_that_names_logs_wants_one_of_them(
    toy: object, run: Run, bundle: Path, tmp_path: Path
) -> None:
    policy, other = tmp_path / "policy", SigningKey(KEY.name, bytes(32))
    for key, status in ((KEY, 0), (other, 3)):
        policy.write_text(f"log {key.verifier}\nquorum none\n")
        assert run("verify", bundle, "--policy", policy).exit_code == status
    policy.write_text("quorum none\n")
    assert run("verify", bundle, "--policy", policy).exit_code == 3, "it asks for nothing"
    policy.write_text("quorum nobody\n")
    result = run("verify", bundle, "--policy", policy)
    assert (result.exit_code, "--policy: " in result.stderr) == (2, True)


def test_the_first_key_of_a_seat_is_the_one_that_its_player_gave(
    toy: object, run: Run, bundle: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    rows, game = rows_of(tmp_path / "other", everything)
    anchors = [place for place, row in enumerate(rows, 1) if row[2] == ANCHORED]
    signed = tmp_path / "signed.bundle"
    signed.write_bytes(Log(rows).bundle(game, earlier=anchors))
    pins = {seat: ("--player-key", f"{seat}={KEYS[seat].public}") for seat in ("blue", "grey")}
    told = run("verify", signed, "--log-key", KEY.verifier, *pins["blue"], *pins["grey"])
    assert told.exit_code == 0, told.output
    last = f"blue={KEYS['last'].public}"
    for pin, said in ((last, "blue's first key is"), (f"green={'0' * 64}", "green has no key")):
        result = run("verify", signed, "--log-key", KEY.verifier, "--player-key", pin)
        assert (result.exit_code, said in result.stdout) == (1, True)
    assert "blue has no key" in run("verify", bundle, *pins["blue"]).stdout
    for pin in ("blue", "=", "blue=", f"={'0' * 64}", f"blue={'A' * 64}", "blue=rubbish"):
        assert run("verify", signed, "--player-key", pin).exit_code == 2


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
    result = run("verify", bundle, "--beacon", rounds, "--log-key", KEY.verifier)
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


def test_a_running_game_that_hides_something_waits(
    monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    monkeypatch.setattr(games, "ruleset", RULES.__getitem__)
    for play, status in ((running, 4), (ended, 0)):
        (tmp_path / play.__name__).mkdir()
        rows, game = rows_after(tmp_path / play.__name__, play, rulesets=RULES)
        anchors = [place for place, row in enumerate(rows, 1) if row[2] == ANCHORED]
        path = tmp_path / "game.bundle"
        path.write_bytes(Log(rows).bundle(game, earlier=anchors))
        result = run("verify", path, "--log-key", KEY.verifier)
        assert result.exit_code == status, result.output
        document = json.loads(run("verify", path, "--json").stdout)
        assert document["ok"] is (None if status else True)
        assert document["waits"] == (4 if status else 0)
        assert run("verify", path, "--no-rules").exit_code == 1
        replayed = json.loads(run("replay", path, "--view", "map").stdout)
        known = {points != "?" for points in replayed["strengths"].values()}
        assert known == ({False} if status else {True}), "a reader without the key sees what an onlooker sees"
    told = run("verify", path, "--log-key", KEY.verifier).stdout
    assert "seals" in told
