"""`ironclad odds`: from cases and from positions, printed and as JSON, with battles played beside."""

import json
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Given, starting_position
from tests.cli.conftest import Run

ATTACK = {"type": "move_force", "from": "2227", "path": ["2228"]}
SET = {
    "vessels.ntp1": {"kind": "ntp", "zone": "East Gulf", "feeds": "2131"},
    "standing": {"confederate": "never", "union": "never"},
    "forces.2227.union.asp": 3,
    "forces.2228.confederate.asp": 3,
    "leaders.E": {"rating": 1, "hex": "2228"},
}


def written(tmp_path: Path, **parts: Any) -> Path:
    """A file with one situation."""
    whole = {
        "case": "Three against three",
        "ruleset": "american_civil_war",
        "clauses": ["9.4/1"],
        "given": {"scenario": "bare_map", "set": SET},
        "when": [{"seat": "union", "command": ATTACK}],
    }
    path = tmp_path / "situation.yaml"
    path.write_text(json.dumps(whole | parts), encoding="utf-8")
    return path


def test_a_case_is_told_with_its_numbers_and_clauses(run: Run, tmp_path: Path) -> None:
    result = run("odds", written(tmp_path))
    assert result.exit_code == 0, result.output
    for words in (
        "the defender wins",
        "5/6",
        "83.33",
        "9.6/3",
        "leader E takes part in the defence (9.3/2)",
        """or choose leader: No leader: --answer confederate '{"type":"choose_leader","leader":null}'""",
    ):
        assert words in result.output


def test_as_json_it_is_one_document(run: Run, tmp_path: Path) -> None:
    answer = '{"type": "choose_leader", "leader": "E"}'
    result = run("odds", written(tmp_path), "--json", "--answer", "confederate", answer)
    assert result.exit_code == 0, result.output
    document = json.loads(result.output)
    (found,) = document["odds"]
    assert (document["refused"], document["unusable"]) == ([], [])
    assert (found["seat"], found["command"]["path"], found["fit"]) == ("union", ["2228"], None)
    modifiers = {each["line"]["rule"]: each["line"] for each in found["odds"]["forecast"]["modifiers"]}
    assert modifiers["9.4/4"] == {
        "roll": "outcome", "name": "defending leader", "amount": -1, "rule": "9.4/4", "side": "confederate",
    }  # fmt: skip
    assert modifiers["9.3/3"]["amount"] == 1
    results = next(table for table in found["odds"]["forecast"]["tables"] if table["name"] == "result")
    # 3 against 4: -1 for the ratio, -1 for the leader; rows 1 1 1 2 3 4.
    assert [(row["what"], row["probability"]) for row in results["rows"]] == [
        ("a draw", "1/6"),
        ("the defender wins", "5/6"),
    ]


def test_a_position_with_a_command(run: Run, tmp_path: Path) -> None:
    ruleset = games.ruleset("american_civil_war")
    position = ruleset.storage.to_document(starting_position(Given(scenario="bare_map", set=SET), ruleset))
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position), encoding="utf-8")
    named = ("--ruleset", "american_civil_war")
    asked = run("odds", path, *named, "--json", "--command", json.dumps(ATTACK))
    assert asked.exit_code == 0, asked.output
    by_case = run("odds", written(tmp_path), "--json")
    assert json.loads(asked.output)["odds"][0]["odds"] == json.loads(by_case.output)["odds"][0]["odds"]
    nothing = run("odds", path, *named)
    assert nothing.exit_code == 1
    assert "9.0/1" in nothing.output


@pytest.mark.full
def test_battles_are_played_beside_the_odds(run: Run, tmp_path: Path) -> None:
    result = run("odds", written(tmp_path), "--simulate", 1_100, "--seed", 7, "--json")
    assert result.exit_code == 0, result.output
    (found,) = json.loads(result.output)["odds"]
    assert (found["fit"]["battles"], found["fit"]["impossible"]) == (1_100, 0)
    assert found["fit"]["p_value"] > 0.0001
    printed = run("odds", written(tmp_path), "--simulate", 1_100, "--seed", 7)
    assert f"p-value {found['fit']['p_value']:.4f}" in printed.output
    assert run("odds", written(tmp_path), "--simulate", 1_100, "--seed", 7, "--json").output == result.output


REFUSED = [
    ({"type": "end_movement"}, "9.0/1"),
    ({"type": "move_force", "from": "2227", "path": ["2226"]}, "9.0/1"),
    ({"type": "move_force", "from": "2227", "path": ["2230"]}, "2.1/2"),
    ({"type": "attack_here", "hex": "2227"}, "9.0/1"),
]


@pytest.mark.parametrize(("command", "rule"), REFUSED)
def test_what_is_illegal_or_no_battle_is_refused(
    run: Run, tmp_path: Path, command: dict[str, Any], rule: str
) -> None:
    path = written(tmp_path, when=[])
    result = run("odds", path, "--json", "--command", json.dumps(command))
    assert result.exit_code == 1, result.output
    (refused,) = json.loads(result.output)["refused"]
    assert refused["rule"] == rule


def test_too_many_ways_are_not_counted(run: Run, tmp_path: Path) -> None:
    result = run("odds", written(tmp_path), "--most", 50)
    assert result.exit_code == 1
    assert "too many ways" in result.output


UNUSABLE: list[tuple[str, ...]] = [
    ("--command", "{"),
    ("--command", "[]"),
    ("--command", '{"type": "dance"}'),
    ("--command", '{"type": "move_force"}'),
    ("--seat", "blue", "--command", json.dumps(ATTACK)),
    ("--answer", "blue", '{"type": "choose_leader"}'),
    ("--simulate", "0"),
]


@pytest.mark.parametrize("arguments", UNUSABLE)
def test_unusable_arguments(run: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert run("odds", written(tmp_path, when=[]), *arguments).exit_code == 2


@pytest.mark.parametrize(
    "parts",
    [
        {"ruleset": "chess"},
        {"given": {}},
        {"when": [{"seat": "union", "command": ATTACK, "dice": [1]}, {"seat": "union", "command": ATTACK}]},
        {"unknown": 1},
    ],
)
def test_files_that_cannot_be_used(run: Run, tmp_path: Path, parts: dict[str, Any]) -> None:
    assert run("odds", written(tmp_path, **parts)).exit_code == 2


def test_what_cannot_be_used_is_said_in_one_line(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\xff\x00")
    for arguments, complaint in (
        ((empty,), "no case file there"),
        ((binary,), "is not text in UTF-8"),
        ((binary, "--ruleset", "chess"), "no ruleset 'chess'"),
    ):
        result = run("odds", *arguments)
        assert result.exit_code == 2
        (line,) = result.stderr.splitlines()
        assert complaint in line
