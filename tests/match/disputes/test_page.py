"""docs/disputes.md says what the code does: commands, events, remedies, policy, classes, refusals."""

import re
from pathlib import Path
from typing import get_args

import pytest

from ironclad.domain.kernel.engine.codec import name_of
from ironclad.domain.match import disputes, readings
from ironclad.domain.match.disputes.commands import DISPUTE_COMMANDS
from ironclad.domain.match.disputes.errata import ERRATA_EVENTS, PublishErratum, WithdrawErratum
from ironclad.domain.match.disputes.events import DISPUTE_EVENTS
from ironclad.domain.match.disputes.policy import DEFAULT, RUNGS, Policy
from ironclad.domain.match.disputes.remedies import NAMES
from ironclad.domain.match.readings.counterfactual import MOST_STEPS, Why
from ironclad.domain.match.readings.readjudication import CLASSES
from ironclad.referee import disputes as in_service
from tests.match.clocks.test_page import first_column

TOP = Path(__file__).resolve().parents[3]
PAGE = (TOP / "docs" / "disputes.md").read_text(encoding="utf-8")
PACKAGES = (disputes, readings, in_service)
CODE = [path for package in PACKAGES for path in Path(package.__file__).parent.glob("*.py")]
FAMILIES = (
    "claim|settle|ruling|penalty|appeal|fact|officials|policy|chains|remedy"
    "|dispute|match|errata|counterfactual|case"
)


def section(title: str) -> str:
    """The text under a heading of the page, up to the next one."""
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_top_says_what_is_not_there() -> None:
    assert "[Not in the service yet](#not-in-the-service-yet)" in PAGE.partition("\n## ")[0]
    assert "`points`" in section("Not in the service yet")


def test_every_command_and_every_event_is_there() -> None:
    table = section("Claims")
    assert first_column(table, "command") == [name_of(kind) for kind in DISPUTE_COMMANDS]
    for kind in DISPUTE_EVENTS:
        assert f"`{name_of(kind)}`" in table + section("Remedies"), name_of(kind)
    for name in (*ERRATA_EVENTS.types, name_of(PublishErratum), name_of(WithdrawErratum)):
        assert f"`{name}`" in section("Errata that a service publishes"), name


def test_every_field_of_a_policy_is_there_with_its_default() -> None:
    table = section("Officials and their policy")
    assert first_column(table, "field") == list(Policy.__struct_fields__)
    for name in ("late_handovers", "late_hours", "limits", "appeal_hours", "panel", "pause_on_claim"):
        assert f"| `{name}` | {getattr(DEFAULT, name)} |" in table
    assert ", ".join(RUNGS) in table


def test_every_remedy_class_and_end_is_there() -> None:
    assert first_column(section("Remedies"), "remedy") == list(NAMES)
    assert first_column(section("Re-adjudication"), "class") == list(CLASSES)
    assert first_column(section("Counterfactuals"), "`why`") == list(get_args(Why))
    assert f"| {MOST_STEPS} commands were decided |" in section("Counterfactuals")


def test_every_refusal_is_there() -> None:
    """Those of the code, and no other."""
    code = "".join(path.read_text(encoding="utf-8") for path in CODE)
    raised = set(re.findall(rf'"((?:{FAMILIES})/[a-z-]+)"', code))
    assert set(re.findall(rf"`((?:{FAMILIES})/[a-z-]+)`", section("Refusals"))) == raised


@pytest.mark.parametrize("name", ["README.md", "docs/architecture.md", "docs/glossary.md", "docs/cases.md"])
def test_the_page_is_linked(name: str) -> None:
    assert "disputes.md" in (TOP / name).read_text(encoding="utf-8")
