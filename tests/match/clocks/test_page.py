"""docs/clocks.md says what the code does: fields, presets, refusals, commands, and a case that holds."""

import re
from pathlib import Path

import pytest

from ironclad.api.cli.clock import run_file
from ironclad.domain.kernel.engine.codec import name_of
from ironclad.domain.match import clocks
from ironclad.domain.match.clocks.cases import OF_SEAT, Expectation
from ironclad.domain.match.clocks.commands import CLOCK_COMMANDS, PressClock
from ironclad.domain.match.clocks.control import Control, Odds, Stage, Terms
from ironclad.domain.match.clocks.presets import presets

TOP = Path(__file__).resolve().parents[3]
PAGE = (TOP / "docs" / "clocks.md").read_text(encoding="utf-8")
CODE = sorted(Path(clocks.__file__).parent.glob("*.py"))


def section(title: str) -> str:
    """The text under a heading of the page, up to the next one."""
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def first_column(text: str, head: str) -> list[str]:
    """The first cells of the table with this head, without their quotation marks."""
    table = text.partition(f"| {head} |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)


def test_every_call_is_there() -> None:
    """Those of the API, and no other."""
    source = (TOP / "api" / "resources" / "clocks.py").read_text(encoding="utf-8")
    paths = re.findall(r'blueprint\.post\((CLOCK|PAUSE) \+ "([^"]+)"\)', source)
    known = {("/pauses/{pause}" if base == "PAUSE" else "") + path for base, path in paths}
    assert {f"/{path}" for path in re.findall(r"`POST …/clock/([^`]+)`", section("In the service"))} == known


def test_every_field_of_a_control_is_there() -> None:
    control = section("The control")
    assert set(first_column(control, "field")) == set(Control.__struct_fields__)
    assert set(first_column(control, "field of a stage")) == set(Stage.__struct_fields__)
    assert first_column(control, "overtime") == ["byo-yomi", "canadian"]
    assert set(Odds.__struct_fields__) == set(Terms.__struct_fields__) <= set(Control.__struct_fields__)
    order = first_column(control, "field")
    odds = order[: order.index("vacation_days") + 1]
    assert set(odds) == set(Terms.__struct_fields__), "all down to vacation_days may differ for a seat"


def test_every_preset_is_there() -> None:
    assert first_column(section("Presets"), "name") == list(presets())


def test_every_refusal_is_there() -> None:
    """Those of the code, and no other."""
    code = "".join(path.read_text(encoding="utf-8") for path in CODE)
    raised = set(re.findall(r'"((?:clock|match|take-back)/[\w-]+)"', code))
    assert set(re.findall(r"`((?:clock|match|take-back)/[\w-]+)`", section("Refusals"))) == raised


def test_every_command_and_every_expectation_of_a_case_is_there() -> None:
    text = section("Cases")
    for kind in set(CLOCK_COMMANDS) - {PressClock}:
        assert f"`{name_of(kind)}`" in text, name_of(kind)
    game = set(Expectation.__struct_fields__) - OF_SEAT - {"at", "seat"}
    for name in OF_SEAT | game:
        assert f"`{name}`" in text, name


def test_the_case_that_is_printed_holds(tmp_path: Path) -> None:
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "example.yaml"
    path.write_text(block, encoding="utf-8")
    (result,) = run_file(path)
    assert result.failures == []


@pytest.mark.parametrize("name", ["README.md", "docs/glossary.md"])
def test_the_page_is_linked(name: str) -> None:
    assert "clocks.md" in (TOP / name).read_text(encoding="utf-8")
