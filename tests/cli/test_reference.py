"""The reference of commands and events: what is really given and stored is as it says."""

import json
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
import pytest

from ironclad.domain import games
from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine.codec import Command, CommandReader, Event, Registry
from ironclad.domain.kernel.engine.playout import steps
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.rulebook.reference import CommandShape, EventShape, FieldShape, reference_of
from ironclad.domain.kernel.sight import SECRET, Secret
from ironclad.domain.match.events import EVENTS
from tests.cli.conftest import Run
from tests.toy import TUG, changed

RULESETS = [*map(games.ruleset, games.names()), TUG]


class Wheel(msgspec.Struct):
    """A wheel."""

    spokes: int
    hub: "Wheel | None" = None


class Roll(Command, frozen=True, kw_only=True, tag_field="type", tag="roll", rename={"from_place": "from"}):
    """Roll something.

    from: where.
    """

    from_place: str
    wheels: tuple[Wheel, ...] = ()
    colours: tuple[Literal["red", "blue"], ...] = ("red",)
    pair: tuple[int, str] | None = None
    loads: dict[str, list[float]] = msgspec.field(default_factory=dict)
    fast: bool = False
    brake: Annotated[Wheel | None, SECRET] = None


class Rolled(Event, frozen=True, tag_field="type", tag="rolled"):
    """It rolled."""

    about: Any
    until: str | msgspec.UnsetType = msgspec.UNSET
    brake: Secret[Wheel | None] = Secret()


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_what_is_given_and_stored_is_as_the_reference_says(ruleset: Ruleset[Any]) -> None:
    reference = reference_of(ruleset, EVENTS)
    commands = {each.name: each for each in reference.commands}
    events = {each.stored_as: each for each in reference.events}
    assert commands.keys() == ruleset.storage.commands.types.keys()
    assert len(events) == len(ruleset.storage.events.types)
    for step in steps(ruleset, 1, ruleset.rules.begin(next(iter(ruleset.identity.scenarios)), {}, None)):
        given = document_of(step.command)
        assert_as_told(given, commands[given["type"]])
        for event in step.events:
            topic, body = ruleset.storage.events.encode(event)
            assert_as_told(json.loads(body), events[topic])


def assert_as_told(document: dict[str, Any], shape: CommandShape | EventShape) -> None:
    assert document.keys() <= {"type", *(field.name for field in shape.fields)}
    assert {field.name for field in shape.fields if field.required} <= document.keys()


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_every_object_within_is_told_too(ruleset: Ruleset[Any]) -> None:
    reference = reference_of(ruleset, EVENTS)
    shapes = {each.name for each in reference.shapes}
    groups: Sequence[Sequence[Any]] = (
        *(reference.commands, reference.events, reference.match_events, reference.shapes),
    )
    for field in (field for group in groups for each in group for field in each.fields):
        words = re.sub(r'"[^"]*"', "", field.type).split()  # a value in quotation marks is no object
        capitalised = {word.strip("()") for word in words if word.strip("(")[:1].isupper()}
        assert all(any(name.startswith(word) for name in shapes) for word in capitalised)


def test_types_are_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TUG.rules.handlers.answers, Roll, frozenset({"steer", "ride"}))
    other = changed(TUG, commands=CommandReader([Roll]), events=Registry("tug", [Rolled]))
    reference = reference_of(other, Registry("match", []))
    (command,), (event,) = reference.commands, reference.events
    sealed, secret, wheel = reference.shapes
    assert (command.name, command.about, command.answers) == (
        *("roll", "Roll something.\n\nfrom: where."),
        ("ride", "steer"),
    )
    assert command.fields == (
        FieldShape("from", "text", True),
        FieldShape("wheels", "list of Wheel", False, ()),
        FieldShape("colours", 'list of ("blue" or "red")', False, ("red",)),
        FieldShape("pair", "list of 2: integer, text or null", False),
        FieldShape("loads", "object from text to list of number", False, {}),
        FieldShape("fast", "true or false", False, False),
        FieldShape("brake", "Wheel or null (only its own seat reads it)", False),
    )
    assert (event.stored_as, event.fields[0]) == ("tug.rolled.1", FieldShape("about", "any value", True))
    assert event.fields[1] == FieldShape("until", "text", False)
    assert event.fields[2].type == "Secret of (Wheel or null)"
    assert [each.name for each in (sealed, secret)] == ["Sealed", "Secret"]
    assert (wheel.about, wheel.fields[1]) == ("A wheel.", FieldShape("hub", "Wheel or null", False))


def test_the_command_prints_it(toy: object, run: Run) -> None:
    result = run("rules", "tug", "--commands")
    assert result.exit_code == 0
    assert "pull  [answers pull]\n      effort  integer  required\n" in result.output
    assert "shout  [may be given at any time]" in result.output
    assert "rope_pulled  [tug.rope_pulled.1]" in result.output
    assert "command_accepted  [match.command_accepted.1]" in result.output
    document = json.loads(run("rules", "tug", "--commands", "--json").stdout)
    assert document == json.loads(msgspec.json.encode(reference_of(TUG, EVENTS)))
    assert run("rules", "chess", "--commands").exit_code == 2
