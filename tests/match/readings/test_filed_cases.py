"""The case of a command runs as it is, and so does the one that its claim expects."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.api.rulebook.case_files import read_cases, write_cases
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import run as play_case
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from ironclad.domain.match.events import Instead
from ironclad.domain.match.readings.counterfactual import position_before
from ironclad.domain.match.readings.course import Course, Given
from ironclad.domain.match.readings.filed_cases import Filed, Filing, filed
from ironclad.domain.match.readings.terms import Asked
from tests.cli.conftest import Run, run
from tests.match.readings.recorded import MAIN, ROPE_OF_READINGS, played
from tests.toys.sealed_fields import SEALED_FIELDS
from tests.toys.two_ferries import TWO_FERRIES
from tests.toys.two_hands import TWO_HANDS

__all__ = ["run"]

TOYS = (ROPE_OF_READINGS, SEALED_FIELDS, TWO_HANDS, TWO_FERRIES)


def case_of(ruleset: Ruleset[Any], course: Course, given: Given, **filing: Any) -> Filed:
    before, own, _ = position_before(ruleset, course, given.at.timeline, given.at.version)
    asked = {"title": "A claim", "clauses": ("2",), **filing}
    return filed(ruleset, course.begun, own, before, given, Filing(**asked))


def assert_holds(ruleset: Ruleset[Any], tmp_path: Path, *cases: dict[str, Any]) -> None:
    """As a file that anybody runs."""
    path = tmp_path / "claim.yaml"
    path.write_text(write_cases(cases), encoding="utf-8")
    found = read_cases(path)
    assert len(found) == len(cases)
    for case in found:
        assert play_case(case, ruleset).failures == []


@pytest.mark.parametrize("ruleset", TOYS, ids=lambda each: each.name)
def test_the_case_of_every_command_holds(ruleset: Ruleset[Any], tmp_path: Path) -> None:
    course = played(ruleset, 2)
    cases = [case_of(ruleset, course, each).happened for each in course.steps[:40] if isinstance(each, Given)]
    assert_holds(ruleset, tmp_path, *cases)


@pytest.mark.parametrize("name", games.names())
def test_cases_of_each_ruleset_hold(name: str, tmp_path: Path) -> None:
    ruleset = games.ruleset(name)
    for scenario in list(ruleset.identity.playable)[:2]:
        course = played(ruleset, 7, scenario=scenario, most=120)
        given = [each for each in course.steps if isinstance(each, Given)]
        cases = [case_of(ruleset, course, each).happened for each in given[:: max(1, len(given) // 10)]]
        assert_holds(ruleset, tmp_path, *cases)


def test_a_case_differs_where_the_events_do(tmp_path: Path) -> None:
    course = played(ROPE_OF_READINGS, 2)
    given = course.steps[0]
    assert isinstance(given, Given)
    case = case_of(ROPE_OF_READINGS, course, given).happened
    case["when"][0]["then"][0]["event"]["knot"] += 1
    with pytest.raises(AssertionError):
        assert_holds(ROPE_OF_READINGS, tmp_path, case)


@pytest.mark.parametrize("chosen", [False, True], ids=["by default", "chosen"])
@pytest.mark.parametrize("name", games.names())
def test_the_command_line_runs_both_as_they_are(name: str, chosen: bool, run: Run, tmp_path: Path) -> None:
    """With clauses of the book, which `ironclad case` looks up, and the first option that a ruleset has.

    chosen: the game's opener has named its value, so that the positions name it too.
    """
    ruleset = games.ruleset(name)
    clauses = tuple(each.id for each in read_clauses(games.package_of(name))[:2])
    option, what = next(iter(ruleset.identity.options.items()))
    course = played(ruleset, 5, most=60, options={option: what.values[0]} if chosen else None)
    written = list[dict[str, Any]]()
    for given in course.steps[::15]:
        assert isinstance(given, Given)
        reading = Asked(None, {option: what.values[1]})
        found = case_of(ruleset, course, given, clauses=clauses, reading=reading)
        written += [found.happened, *([found.expected] if found.expected is not None else [])]
    path = tmp_path / "claims.yaml"
    path.write_text(write_cases(written), encoding="utf-8")
    result = run("case", path)
    assert result.exit_code == 0, result.output
    assert f"{len(written)} of {len(written)} cases hold" in result.output
    assert len(written) > 4


READINGS = [{"equal-holds": "holds"}, {"worded": "yes"}, {"tired": "yes"}, {"side-told": "holds"}]


@pytest.mark.parametrize("readings", READINGS, ids=json.dumps)
def test_what_the_claim_expects_is_a_case_too(readings: dict[str, str], tmp_path: Path) -> None:
    """An erratum alone is no version of the rules: the case names the errata that hold."""
    course = played(ROPE_OF_READINGS, 3, "1.0")
    reading, differing = Asked(None, readings), 0
    for given in course.steps:
        assert isinstance(given, Given)
        found = case_of(ROPE_OF_READINGS, course, given, reading=reading)
        assert found.expected is not None
        assert_holds(ROPE_OF_READINGS, tmp_path, found.happened, found.expected)
        differing += found.happened["when"][0]["then"] != found.expected["when"][0]["then"]
    assert differing or "side-told" in readings


def test_other_dice_are_no_case() -> None:
    course = played(ROPE_OF_READINGS, 3, "1.0")
    three = next(each for each in course.steps if isinstance(each, Given) and each.command["effort"] == 3)
    found = case_of(ROPE_OF_READINGS, course, three, reading=Asked(None, {"twice": "yes"}))
    assert found.expected is None
    assert found.why_not == "other dice are rolled under the reading"


def test_a_refusal_is_a_case(tmp_path: Path) -> None:
    """Of a claim on a refused request: it is refused again."""
    course = played(ROPE_OF_READINGS, 3)
    given = course.steps[0]
    assert isinstance(given, Given)
    request = Given(given.at, given.seat, {"type": "pull", "effort": 4}, given.decision)
    found = case_of(ROPE_OF_READINGS, course, request, refused="2")
    assert_holds(ROPE_OF_READINGS, tmp_path, found.happened)


@pytest.mark.parametrize(
    ("filing", "instead", "rule"),
    [
        ({"hides": True}, None, "case/hidden"),
        ({"clauses": ()}, None, "case/clauses"),
        ({}, Instead("2", "", {}), "case/replaced"),
        ({"reading": Asked(None, {"weather": "fine"})}, None, "case/reading"),
    ],
)
def test_what_is_no_case_is_refused(filing: dict[str, Any], instead: Instead | None, rule: str) -> None:
    course = played(SEALED_FIELDS, 1)
    given = course.steps[0]
    assert isinstance(given, Given)
    with pytest.raises(Refused) as wrong:
        case_of(SEALED_FIELDS, course, msgspec.structs.replace(given, instead=instead), **filing)
    assert wrong.value.rule == rule


def test_a_written_case_reads_the_same(tmp_path: Path) -> None:
    """Text that looks like something else stays text."""
    texts = [
        "0512",
        "12",
        "true",
        "null",
        "~",
        "on",
        "2026-01-01",
        "1e5",
        "0x1f",
        "1_000",
        "a: b",
        "",
        "é",
        "=",
        "<<",
    ]
    case = {
        "case": "Texts",
        "ruleset": "tug",
        "clauses": texts,
        "given": {"position": {text or "empty": text for text in texts} | {"n": 12, "f": 1.5, "b": True}},
        "then": [{"due": []}],
    }
    path = tmp_path / "texts.yaml"
    path.write_text(write_cases([case, case]), encoding="utf-8")
    one, two = read_cases(path)
    assert one == two
    assert one.clauses == texts
    assert one.given.position == case["given"]["position"]  # type: ignore[index]


def test_the_position_is_before_the_command() -> None:
    course = played(ROPE_OF_READINGS, 3)
    given = course.steps[5]
    assert isinstance(given, Given)
    case = case_of(ROPE_OF_READINGS, course, given).happened
    before, _, _ = position_before(ROPE_OF_READINGS, course, MAIN, given.at.version)
    assert case["given"]["position"]["knot"] == before.knot
    assert "errata" not in case["given"], "those of the version"
