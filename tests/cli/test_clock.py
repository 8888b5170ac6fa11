"""`ironclad clock`: clock cases that hold, cases that do not, and files that are no cases."""

import json
from pathlib import Path

from ironclad.domain import match
from tests.cli.conftest import Run

CASES = Path(match.__file__).parent / "cases"
CASE = """
clock: "{title}"
source: a test
control: 90m+30s
events:
  - {{ at: 0s, running: [blue] }}
  - {{ at: 10m, running: [grey], completed: [blue] }}
expect:
  - {{ at: 10m, seat: blue, left: {left} }}
"""


def written(path: Path, title: str, left: str) -> Path:
    path.write_text(CASE.format(title=title, left=left), encoding="utf-8")
    return path


def test_all_cases_of_this_build_hold(run: Run) -> None:
    document = json.loads(run("clock", CASES, "--json").stdout)
    assert document["ok"] is True
    assert all(each["held"] and each["source"] and each["rules"] for each in document["cases"])
    count = len(document["cases"])
    result = run("clock", CASES)
    assert (result.exit_code, result.output) == (0, f"{count} of {count} cases hold\n")


def test_a_wrong_expectation_is_reported(run: Run, tmp_path: Path) -> None:
    right = written(tmp_path / "a.yaml", "Right", "80m30s")
    wrong = written(tmp_path / "b.yaml", "Wrong", "80m")
    assert run("clock", right).output == "1 of 1 cases hold\n"
    result = run("clock", tmp_path)
    assert result.exit_code == 1
    assert "b.yaml: Wrong" in result.output
    assert "expectation 1 (10m, blue): left is 1h20m30s, expected 1h20m" in result.output
    assert "1 of 2 cases hold" in result.output
    document = json.loads(run("clock", tmp_path, "--json").stdout)
    assert document["ok"] is False
    assert document["unusable"] == []
    one, other = document["cases"]
    assert (one["held"], other["held"]) == (True, False)
    assert other["failures"] == ["expectation 1 (10m, blue): left is 1h20m30s, expected 1h20m"]
    assert [each["type"] for each in one["events"]] == [
        *("command_accepted", "control_set", "clock_pressed", "clock_pressed")
    ]
    assert run("clock", wrong).exit_code == 1


def test_a_file_that_is_no_case_is_unusable(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path / "c.yaml", "No duration", "soon")
    result = run("clock", path)
    assert result.exit_code == 2
    assert "c.yaml: case 1 (No duration): 'soon' is no duration" in result.output
    document = json.loads(run("clock", path, "--json").stdout)
    assert (document["ok"], document["cases"]) == (False, [])
    assert document["unusable"][0]["reason"].startswith("case 1 (No duration)")
    path.write_text("- clock: [", encoding="utf-8")
    assert run("clock", path).exit_code == 2
    folder = tmp_path / "empty"
    folder.mkdir()
    assert "no case file there" in run("clock", folder).output
