"""`ironclad case`: cases that hold, cases that do not, and files that are no cases."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.api.rulebook.case_files import read_cases
from ironclad.domain.kernel.cases import cases
from ironclad.domain.kernel.cases.cases import Case
from ironclad.domain.kernel.cases.expectations import Unusable
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.resolution import Resolution
from tests.cli.conftest import Run
from tests.toy import TUG, Pull, RopePulled, changed

PULL = {"seat": "blue", "command": {"type": "pull", "effort": 3}, "dice": [6]}


def case_of(**parts: Any) -> Case:
    whole: dict[str, Any] = {
        "case": "A pull holds on a die greater than it",
        "ruleset": "tug",
        "clauses": ["2"],
        "given": {"scenario": "short"},
        "when": [PULL],
        "then": [{"event": {"type": "rope_pulled", "held": True}}],
    }
    return Case.read(whole | parts)


def failures(**parts: Any) -> list[str]:
    return cases.run(case_of(**parts), TUG).failures


HOLDING: list[dict[str, Any]] = [
    {},
    {"then": [{"event": {"type": "rope_pulled", "effort": 3, "die": 6, "knot": 3}}]},
    {"then": [{"position": {"knot": 3, "puller": "grey", "shouts": {}}}]},
    {"then": [{"position": {"shouts.blue": None}}]},
    {"given": {"scenario": "short", "set": {"knot": -4}}, "then": [{"position": {"knot": -1}}]},
    {
        "given": {"scenario": "short", "set": {"knot": 4}},
        "then": [{"outcome": {"winner": "blue", "rule": "4"}}],
    },
    {"then": [{"outcome": None}]},
    {"then": [{"due": {"seat": "grey", "kind": "pull"}}, {"due": [{"seat": "grey"}]}]},
    {"then": [{"not_due": {"seat": "blue"}}, {"no_event": {"type": "turn_ended"}}]},
    {"then": [{"offered": {"seat": "grey", "command": {"effort": 2}}}]},
    {"then": [{"not_offered": {"seat": "grey", "command": {"effort": 4}}}]},
    {"then": [{"not_offered": {"seat": "blue", "command": {"type": "pull"}}}]},
    {"then": [{"legal": {"seat": "grey", "command": {"type": "pull", "effort": 1}}}]},
    {"then": [{"not_legal": {"seat": "grey", "command": {"type": "pull", "effort": 9}, "rule": "2"}}]},
    {"then": [{"chronicle": {"text": "pulls 3 on a 6"}}]},
    {"then": [{"chronicle": {"text": "blue", "rule": "2", "details": ["die 6", "above 3"]}}]},
    {"then": [{"no_chronicle": {"text": "pulls 2"}}, {"no_chronicle": {"text": "pulls 3", "rule": "3"}}]},
    {"then": [{"no_chronicle": {"text": "pulls 3", "details": ["die 6", "die 5"]}}]},
    {"when": [], "then": [{"due": {"seat": "blue", "kind": "pull"}}]},
    {"when": [PULL | {"command": {"type": "pull", "effort": 4}, "dice": []}], "then": [{"refused": {}}]},
    {
        "when": [PULL | {"command": {"type": "pull", "effort": 4}, "dice": []}],
        "then": [{"refused": {"reason": "1 to 3"}}],
    },
    {
        "when": [{"seat": "blue", "command": {"type": "pull", "effort": 4}}],
        "then": [{"refused": {"rule": "2", "reason": "1 to 3"}}, {"position": {"knot": 0}}],
    },
    {
        "when": [
            {"seat": "grey", "command": {"type": "pull", "effort": 1}, "then": [{"refused": {"rule": "2"}}]},
            PULL | {"then": [{"event": {"type": "rope_pulled", "knot": 3}}, {"position": {"knot": 3}}]},
            {"seat": "grey", "command": {"type": "pull", "effort": 1}, "dice": [1]},
        ],
        "then": [
            {"event": {"type": "rope_pulled", "seat": "blue"}},
            {"event": {"type": "rope_pulled", "seat": "grey", "held": False}},
            {"event": {"type": "turn_ended", "turn": 1}},
        ],
    },
    {
        "when": [
            {"part": "Before the pull", "then": [{"position": {"knot": 0}}, {"due": {"seat": "blue"}}]},
            PULL | {"part": "The pull"},
            {"then": [{"position": {"knot": 3}}, {"no_event": {"type": "rope_pulled"}}]},
        ],
    },
]

FAILING: list[tuple[dict[str, Any], str]] = [
    (
        {"when": [{"part": "Before", "then": [{"position": {"knot": 1}}]}, PULL]},
        "after command 0 (Before): position: knot is 0, expected 1",
    ),
    (
        {"when": [{"then": [{"due": []}]}, PULL | {"part": "The pull"}, {"then": [{"due": []}]}]},
        "after command 1 (The pull): due",
    ),
    ({"then": [{"event": {"type": "rope_pulled", "held": False}}]}, "held is True, expected False"),
    (
        {"then": [{"event": {"type": "turn_ended"}}]},
        "no turn_ended among the events that are left (rope_pulled)",
    ),
    ({"then": [{"event": {"type": "rope_pulled"}}, {"event": {"type": "rope_pulled"}}]}, "left (none)"),
    ({"then": [{"no_event": {"type": "rope_pulled", "die": 6}}]}, "there is one that matches"),
    ({"then": [{"position": {"knot": 2}}]}, "knot is 3, expected 2"),
    ({"then": [{"position": {"knot": None}}]}, "knot is 3, expected None"),
    ({"then": [{"position": {"nowhere.at.all": 2}}]}, "nowhere.at.all is None, expected 2"),
    ({"then": [{"due": {"seat": "blue"}}]}, "due is: grey owes pull"),
    ({"then": [{"due": []}]}, "0 decisions are expected"),
    ({"then": [{"not_due": {"seat": "grey"}}]}, "grey owes pull"),
    ({"then": [{"outcome": {"winner": "blue"}}]}, "the outcome is None"),
    ({"then": [{"refused": {"rule": "2"}}]}, "it was accepted, expected a refusal under 2"),
    ({"then": [{"refused": {}}]}, "it was accepted, expected a refusal"),
    ({"then": [{"no_chronicle": {"text": "pulls 3"}}]}, "the chronicle says: blue pulls 3 on a 6"),
    ({"then": [{"no_chronicle": {"rule": "2", "details": ["die 6"]}}]}, "the chronicle says: blue pulls 3"),
    ({"then": [{"legal": {"seat": "grey", "command": {"type": "pull", "effort": 9}}}]}, "is refused: 2"),
    (
        {"then": [{"not_legal": {"seat": "grey", "command": {"type": "pull", "effort": 1}}}]},
        "it was accepted",
    ),
    ({"then": [{"offered": {"seat": "grey", "command": {"effort": 4}}}]}, "not among the 3 commands offered"),
    ({"then": [{"not_offered": {"seat": "grey", "command": {"effort": 1}}}]}, "among the commands offered"),
    (
        {"then": [{"chronicle": {"text": "pulls 4"}}]},
        "no sentence with 'pulls 4'; the chronicle says: blue pulls 3",
    ),
    ({"then": [{"chronicle": {"text": "pulls 3", "rule": "3"}}]}, "rests on 2, expected 3"),
    ({"then": [{"chronicle": {"text": "pulls 3", "details": ["+1"]}}]}, "'+1' is in none of ['die 6, above"),
    ({"when": [PULL | {"dice": []}]}, "wants 1 dice, 0 are left"),
    ({"when": [PULL | {"dice": [6, 1]}]}, "left over: [1]"),
    ({"when": [PULL | {"dice": [7]}]}, "dice of 6 faces"),
    ({"when": [PULL, PULL]}, "command 2 was refused: 2: it is not your turn"),
    (
        {
            "when": [{"seat": "blue", "command": {"type": "pull", "effort": 4}}],
            "then": [{"refused": {"rule": "3"}}],
        },
        "refused under 2, expected 3",
    ),
    (
        {
            "when": [{"seat": "blue", "command": {"type": "pull", "effort": 4}}],
            "then": [{"refused": {"rule": "2", "reason": "tired"}}],
        },
        "expected 'tired' in it",
    ),
    (
        {
            "when": [{"seat": "blue", "command": {"type": "pull", "effort": 4}, "dice": [1]}],
            "then": [{"refused": {"rule": "2"}}],
        },
        "refused and rolled nothing",
    ),
]

UNUSABLE: list[tuple[dict[str, Any], str]] = [
    ({"when": [{"part": "Nothing"}]}, "step 1 has no command"),
    ({"when": [PULL, {"then": [{"due": []}], "dice": [1]}]}, "step 2 has no command"),
    ({"when": [{"seat": "blue", "then": [{"due": []}]}]}, "step 1 has no command"),
    ({"when": [{"command": {"type": "pull", "effort": 3}}]}, "step 1 does not say which seat"),
    ({"then": []}, "without any `then`"),
    ({"clauses": []}, "names the clauses"),
    ({"given": {}}, "needs a scenario or a position"),
    ({"given": {"scenario": "none such"}}, "no scenario"),
    ({"given": {"set": {"knot": 1}, "position": {}}}, "either a scenario"),
    ({"given": {"scenario": "short", "set": {"knot": "left"}}}, "cannot be set up"),
    ({"given": {"scenario": "short", "set": {"knot.x": 1}}}, "cannot be set up"),
    ({"given": {"scenario": "short", "sett": {}}}, "sett"),
    ({"surprise": 1}, "surprise"),
    ({"when": [PULL | {"die": [1]}]}, "die"),
    ({"when": [PULL | {"seat": "green"}]}, "no seat"),
    ({"when": [PULL | {"command": {"type": "push"}}]}, "no command is named"),
    ({"when": [PULL | {"command": {"type": "pull", "effort": 1, "more": 2}}]}, "cannot be read"),
    ({"then": [{"evnt": {"type": "rope_pulled"}}]}, "each item of `then`"),
    ({"then": [{"event": {"type": "rope_pulled"}, "outcome": None}]}, "each item of `then`"),
    ({"then": [{"event": {"held": True}}]}, "a mapping with a `type`"),
    ({"then": [{"chronicle": {"txt": "pulls"}}]}, "fields of text, rule, details"),
    ({"then": [{"chronicle": {"details": "pulls"}}]}, "parts of lines"),
    ({"then": [{"position": {}}]}, "maps paths to values"),
    ({"then": [{"due": {"seet": "blue"}}]}, "fields of seat, kind"),
    ({"then": [{"refused": {"role": "2"}}]}, "fields of rule, reason"),
    ({"then": [{"refused": None}]}, "fields of rule, reason"),
    ({"then": [{"no_chronicle": {}}]}, "fields of text, rule, details"),
    ({"then": [{"no_chronicle": {"txt": "pulls"}}]}, "fields of text, rule, details"),
    ({"then": [{"no_chronicle": {"text": 3}}]}, "a part of a sentence"),
    ({"then": [{"offered": {"seat": "blue"}}]}, "a `seat` and a `command`"),
]


@pytest.mark.parametrize("parts", HOLDING)
def test_it_holds(parts: dict[str, Any]) -> None:
    assert failures(**parts) == []


@pytest.mark.parametrize(("parts", "complaint"), FAILING)
def test_it_fails_and_says_why(parts: dict[str, Any], complaint: str) -> None:
    assert complaint in "\n".join(failures(**parts))


@pytest.mark.parametrize(("parts", "complaint"), UNUSABLE)
def test_it_is_unusable_and_says_why(parts: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Unusable) as wrong:
        failures(**parts)
    assert complaint in str(wrong.value)


def test_a_clause_must_exist() -> None:
    with pytest.raises(Unusable, match="tug has no clause 7"):
        cases.run(case_of(clauses=["2", "7"]), TUG, {"1", "2"})


def test_a_whole_position_may_be_given() -> None:
    document = TUG.storage.to_document(TUG.rules.initial(TUG.rules.begin("short", {}, None))) | {"knot": 4}
    given_position = {"given": {"position": document}, "then": [{"outcome": {"winner": "blue"}}]}
    assert failures(**given_position) == []


NESTED = changed(
    TUG,
    to_document=lambda tug: (
        {"rope": {"knot": tug.knot}, "length": tug.length, "last_turn": tug.last_turn}
        | {"turn": tug.turn, "puller": tug.puller, "pulls": tug.pulls}
    ),
    from_document=lambda document: TUG.storage.from_document(
        {name: value for name, value in document.items() if name != "rope"} | document["rope"]
    ),
)


@pytest.mark.parametrize(
    ("wanted", "complaints"),
    [
        ({"rope.knot": 3}, []),
        ({"rope.knot": None}, ["position: rope.knot is 3, expected None"]),
        ({"rope.knot": 2}, ["position: rope.knot is 3, expected 2"]),
        ({"rope": {"knot": 2}}, ["position: rope.knot is 3, expected 2"]),
        ({"rope.tar": None, "drifting": None, "shouts": None}, []),
        ({"drifting": False, "shouts": {}}, []),
        ({"drifting": True}, ["position: drifting is False, expected True"]),
        ({"knot": None}, ["position: knot is 3, expected None"]),
    ],
)
def test_nothing_is_asked_of_the_document_itself(wanted: dict[str, Any], complaints: list[str]) -> None:
    """The document may be of another shape than the position and leave out what is empty."""
    assert cases.run(case_of(then=[{"position": wanted}]), NESTED).failures == complaints


def test_a_ruleset_that_changes_the_given_position_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(position: Any, due: Due, command: Pull) -> None:
        position.knot += 1

    monkeypatch.setitem(TUG.rules.handlers.checks, Pull, greedy)
    assert "decide changed the position that it was given" in "\n".join(failures())


def test_an_effect_outside_evolve_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(resolution: Resolution[Any], due: Due, command: Pull) -> None:
        resolution.roll("pull", "2")
        resolution.emit(RopePulled(due.seat, command.effort, 6, True, 3))
        resolution.position.shouts["blue"] = "heave"

    monkeypatch.setitem(TUG.rules.handlers.carriers, Pull, careless)
    assert "replaying the events gives another position: shouts" in "\n".join(failures())


def test_the_command_reads_lists_and_documents(toy: object, run: Run, tmp_path: Path) -> None:
    one = "case: a\nruleset: tug\nclauses: ['1']\ngiven: {scenario: short}\nthen: [{due: {seat: blue}}]\n"
    both = one + "---\n- " + one.replace("\n", "\n  ").rstrip() + "\n"
    (tmp_path / "some.yaml").write_text(both)
    result = run("case", tmp_path)
    assert (result.exit_code, result.output) == (0, "2 of 2 cases hold\n")


def test_the_command_fails_with_1_and_prints_what_differed(toy: object, run: Run, tmp_path: Path) -> None:
    text = "case: a\nruleset: tug\nclauses: ['1']\ngiven: {scenario: short}\nthen: [{due: {seat: grey}}]\n"
    path = tmp_path / "some.yaml"
    path.write_text(text)
    result = run("case", path)
    assert result.exit_code == 1
    assert "due is: blue owes pull" in result.output
    document = json.loads(run("case", "--json", path).stdout)
    assert document["ok"] is False
    assert document["cases"][0]["failures"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("case: [", "some.yaml"),
        pytest.param("case: " + "[" * 100_000, "nest", id="nested"),
        ("", "no case"),
        ("- 5", "Expected `object`"),
        ("case: a\ncase: b\n", "'case' comes twice"),
        (
            "case: a\nruleset: chess\nclauses: ['1']\ngiven: {scenario: s}\nthen: [{outcome: null}]\n",
            "no ruleset",
        ),
        (
            "case: a\nruleset: tug\nclauses: ['9']\ngiven: {scenario: short}\nthen: [{outcome: null}]\n",
            "no clause 9",
        ),
    ],
)
def test_the_command_ends_with_2_for_what_is_no_case(
    toy: object, run: Run, tmp_path: Path, text: str, complaint: str
) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(text)
    result = run("case", path)
    assert result.exit_code == 2
    assert complaint in result.output
    assert json.loads(run("case", "--json", path).stdout)["unusable"]


BOMB = "".join(
    f"b{n}: &b{n} [{', '.join([f'*b{n - 1}'] * 10)}]\n" if n else "b0: &b0 [x]\n" for n in range(9)
)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\xff\xfe\x00binary", "is not text in UTF-8"),
        (b"\x00\x01", "is not YAML"),
        (BOMB.encode(), "with its aliases written out"),
        (b"case: &a [*a]", "names nothing that is complete before it"),
        (b"case: *nowhere", "names nothing that is complete before it"),
        (b"# a line of nothing\n" * 500_000, "no more than 8 MiB"),
        (b"- 1\n" * 1_000_001, "more than 1,000,000 values"),
        (b"- " + b"9" * 5_000, "5000 digits"),
    ],
    ids=["binary", "control", "bomb", "itself", "nowhere", "huge", "many", "long number"],
)
def test_a_hostile_file_is_refused_in_one_line(run: Run, tmp_path: Path, data: bytes, complaint: str) -> None:
    path = tmp_path / "some.yaml"
    path.write_bytes(data)
    result = run("case", path)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert complaint in line


def test_an_alias_within_bounds_is_read(toy: object, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(
        "- case: a\n  ruleset: tug\n  clauses: &c ['1']\n  given: &g {scenario: short}\n"
        "  then: &t [{outcome: null}]\n- {case: b, ruleset: tug, clauses: *c, given: *g, then: *t}\n"
    )
    assert run("case", path).output == "2 of 2 cases hold\n"


def test_it_prints_the_chronicle_of_a_case(toy: object, run: Run, tmp_path: Path) -> None:
    text = (
        "case: a\nruleset: tug\nclauses: ['1']\ngiven: {scenario: short}\nwhen:\n"
        "- {seat: blue, command: {type: pull, effort: 4}, then: [{refused: {}}]}\n"
        "- {seat: blue, command: {type: pull, effort: 3}, dice: [6], then: [{outcome: null}]}\n"
    )
    path = tmp_path / "some.yaml"
    path.write_text(text)
    result = run("case", "--tell", path)
    assert result.exit_code == 0
    assert "    1  refused: a pull is 1 to 3, not 4 (2)\n" in result.output
    assert "    2  blue pulls 3 on a 6 (2)\n         die 6, above 3 holds\n" in result.output
    assert "pulls" not in run("case", path).output
    told = json.loads(run("case", "--tell", "--json", path).stdout)["cases"][0]["chronicle"]
    assert told == [
        {"command": 1, "text": "a pull is 1 to 3, not 4", "rule": "2", "refused": True},
        {
            "command": 2,
            "text": "blue pulls 3 on a 6",
            "type": "rope_pulled",
            "rule": "2",
            "details": ["die 6, above 3 holds"],
        },
    ]


def test_a_case_without_events_says_so(toy: object, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text("{case: a, ruleset: tug, clauses: ['1'], given: {scenario: short}, then: [{due: []}]}")
    assert "the chronicle says nothing" in run("case", "--tell", path).output


def test_no_file_is_an_unusable_argument(run: Run, tmp_path: Path) -> None:
    assert run("case").exit_code == 2
    assert run("case", tmp_path / "none.yaml").exit_code == 2
    assert run("case", tmp_path).exit_code == 2


def test_scalars_are_read_plainly(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(
        "case: a\nruleset: tug\nclauses: ['1']\nthen: [{outcome: null}]\ngiven:\n"
        "  {scenario: short, set: {1208: 0512, a: yes, b: 2026-01-01, c: true, d: -3, e: ~, f: 1.5, g: 0}}\n"
    )
    (read,) = read_cases(path)
    plainly = {"1208": "0512", "a": "yes", "b": "2026-01-01", "c": True, "d": -3, "e": None, "f": 1.5, "g": 0}
    assert read.given.set == plainly


@given(st.integers(-4, 4), st.integers(1, 3), st.integers(1, 6))
def test_any_pull_holds_to_the_contract(knot: int, effort: int, die: int) -> None:
    held = die > effort
    step = {"seat": "blue", "command": {"type": "pull", "effort": effort}, "dice": [die]}
    wanted = [{"position": {"knot": knot + effort * held}}]
    assert failures(given={"scenario": "short", "set": {"knot": knot}}, when=[step], then=wanted) == []
