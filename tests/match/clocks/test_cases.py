"""The clock cases: all hold, every preset and every rule has one, and none of them can pass by mistake."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.api.cli.clock import run_file
from ironclad.api.rulebook.case_files import case_files, documents
from ironclad.domain import match
from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.match.clocks.case_run import run
from ironclad.domain.match.clocks.cases import ClockCase, Expectation
from ironclad.domain.match.clocks.presets import presets

HERE = Path(match.__file__).parent / "cases"
FILES = case_files([HERE])
CASES = [(path.stem, data) for path in FILES for data in documents(path)]
IDS = [f"{name}-{data['clock'][:60]}" for name, data in CASES]

RULES = {
    "holder": ["start", "press"],
    "press": ["several", "roll"],
    "reaction": ["free", "turn", "becomes-turn"],
    "charge": ["plain", "simple-delay", "units", "double"],
    "deadline": ["in-time", "first-ms"],
    "hand-over": [
        *("charge", "bronstein", "increment", "increment-turns", "cap", "above-cap", "reserve", "lost"),
        *("stage", "repeat", "order"),
    ],
    "overtime": ["last-stage", "byo-yomi", "canadian", "gift"],
    "control": ["days-a-move", "turn-limit", "grace", "no-show", "odds"],
    "reserve": ["automatic", "drawn"],
    "starts": ["seated", "instant"],
    "on-flag": ["loss", "director", "note"],
    "command": [
        *("set-control-fresh", "set-control-keep", "give-time", "draw-reserve", "adjust-time"),
        *("credit-outage", "credit-given"),
    ],
    "pause": ["agreement", "declined", "director", "play", "until", "resume", "resume-agreed", "free-time"],
    "vacation": ["own", "orders", "deadline", "ended"],
    "adjourn": ["agreement", "director", "sealed", "refused"],
    "flag": [
        *("first", "same-ms", "one", "before-command", "arrived", "forgiven", "forgiven-units", "end-lifted"),
        *("both-forgiven", "grace-first"),
    ],
    "rewind": ["agreement", "as-then", "holders", "take-back"],
    "edge": [
        *("ten-reactions", "both", "clock-back", "dst", "outage", "vacation", "until-noon", "ended", "round"),
    ],
    "bad": [
        *("two-flags", "forgiven-twice", "pause-of-pause", "pause-past", "backwards", "below-0", "vacation"),
        "outage-twice",
    ],
}
"""What DISPUTES §3 and §11 say of clocks, and the bad input that has to be refused."""


@pytest.mark.parametrize(("name", "data"), CASES, ids=IDS)
def test_case(name: str, data: dict[str, Any]) -> None:
    result = run(ClockCase.read(data))
    assert result.held, "\n" + "\n".join(result.failures)


def test_every_preset_and_every_rule_has_a_case() -> None:
    shown = {rule for _, data in CASES for rule in data.get("rules", [])}
    wanted = {f"{group}/{rule}" for group, rules in RULES.items() for rule in rules}
    assert not wanted - shown
    assert {f"preset:{name}" for name in presets()} <= shown


@pytest.mark.parametrize(("name", "data"), CASES, ids=IDS)
def test_every_expectation_of_a_case_can_fail(name: str, data: dict[str, Any]) -> None:
    """One expectation at a time is changed: the case must then fail, and say which."""
    case = ClockCase.read(data)
    for number, expected in enumerate(case.expect):
        for other in _changed(expected):
            expect = (*case.expect[:number], other, *case.expect[number + 1 :])
            failures = run(msgspec.structs.replace(case, expect=expect)).failures
            assert len(failures) == 1, (other, failures)
            assert failures[0].startswith(f"expectation {number + 1} ({expected.at}")


def _changed(expected: Expectation) -> list[Expectation]:
    """The expectation with each of its fields changed."""
    found = []
    for field in expected.__struct_fields__[2:]:
        value: Any = getattr(expected, field)
        if value is msgspec.UNSET:
            continue
        other: Any
        if isinstance(value, bool):
            other = not value
        elif isinstance(value, int):
            other = value + 1
        elif isinstance(value, list):
            other = [*value, "white"]
        elif field in ("ended", "winner"):
            other = f"{value}?"
        else:  # a duration, or none
            other = "99d1ms"
        found.append(msgspec.structs.replace(expected, **{field: other}))
    return found


@pytest.mark.parametrize(("name", "data"), CASES, ids=IDS)
def test_every_refusal_of_a_case_is_asked_for(name: str, data: dict[str, Any]) -> None:
    """A case that does not expect a refusal that comes, or expects one that does not come, fails."""
    for number, item in enumerate(data["events"]):
        if "refused" not in item:
            continue
        without = {key: value for key, value in item.items() if key != "refused"}
        events = [*data["events"][:number], without, *data["events"][number + 1 :]]
        failures = run(ClockCase.read({**data, "events": events})).failures
        assert any(each.startswith(f"event {number + 1} (") for each in failures), item


MINIMAL: dict[str, Any] = {
    "clock": "A clock runs",
    "source": "a test",
    "control": "1h",
    "events": [{"at": "0s", "running": ["blue"]}],
    "expect": [{"at": "1m", "seat": "blue", "left": "59m"}],
}

UNUSABLE: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown key": ({"expected": []}, "unknown field"),
    "no source": ({"source": " "}, "source"),
    "a control that is none": ({"control": {"stages": []}}, "stages: 1 to 8 stages"),
    "a control that is a number": ({"control": 5}, "the name of one, or an object"),
    "a name that is none": ({"control": "chess"}, "no control is named 'chess'"),
    "nothing expected": ({"expect": []}, "shows nothing"),
    "an expectation of nothing": ({"expect": [{"at": 0, "seat": "blue"}]}, "asks for nothing"),
    "of no seat": ({"expect": [{"at": 0, "left": 0}]}, "does not say of which seat"),
    "of an unknown seat": ({"expect": [{"at": 0, "seat": "red", "left": 0}]}, "there is no seat 'red'"),
    "a duration that is none": ({"expect": [{"at": 0, "seat": "blue", "left": "soon"}]}, "no duration"),
    "a duration that is a fraction": ({"expect": [{"at": 0, "seat": "blue", "left": 1.5}]}, "no duration"),
    "a time before the start": ({"events": [{"at": "-1s", "running": []}]}, "before the start"),
    "a time after all years": ({"events": [{"at": "99999999d", "running": []}]}, "the year 9999"),
    "a time that is none": ({"events": [{"at": None, "running": []}]}, "is no time"),
    "no time": ({"events": [{"running": []}]}, "event 1: `at`"),
    "two commands": ({"events": [{"at": 0, "order": {}, "end": {}}]}, "event 1: `at`"),
    "a command that is none": ({"events": [{"at": 0, "stop": {}}]}, "event 1: no command is named 'stop'"),
    "a field that a command has not": (
        {"events": [{"at": 0, "by": "blue", "give_time": {"to": "grey", "ms": 1, "why": ""}}]},
        "event 1: Object contains unknown field `why`",
    ),
    "a command that is a list": ({"events": [{"at": 0, "order": []}]}, "has an object"),
    "a caller that is none": ({"events": [{"at": 0, "by": "ann", "order": {}}]}, "`by` is one of blue, grey"),
    "an order with more": ({"events": [{"at": 0, "by": "blue", "order": {"x": 1}}]}, "order has no field x"),
    "a seat with an official's name": ({"seats": ["director", "grey"]}, "`seats` are different names"),
    "a seat twice": ({"seats": ["grey", "grey"]}, "`seats` are different names"),
    "a start that is none": ({"start": "noon"}, "no instant"),
}


@pytest.mark.parametrize(("more", "reason"), UNUSABLE.values(), ids=UNUSABLE)
def test_a_mistake_in_a_case_is_never_a_pass(more: dict[str, Any], reason: str) -> None:
    assert run(ClockCase.read(MINIMAL)).held
    with pytest.raises(Unusable) as caught:
        run(ClockCase.read({**MINIMAL, **more}))
    assert reason in str(caught.value)


def test_no_case_at_all_is_unusable(tmp_path: Path) -> None:
    empty = tmp_path / "none.yaml"
    empty.write_text("", encoding="utf-8")
    with pytest.raises(Unusable, match="no case"):
        run_file(empty)
