"""`ironclad rules RULESET --commands`: every command and event with its fields, to write a client from."""

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console

from ironclad.api.cli.console import out, print_document
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.rulebook.reference import (
    CommandShape,
    EventShape,
    FieldShape,
    Shape,
    reference_of,
)
from ironclad.domain.match.events import EVENTS

_REQUIRED = "required"
_WIDE = 40  # characters: a longer type (a list of words) does not widen the column


def print_reference(ruleset: Ruleset[Any], as_json: bool) -> None:
    """Print a ruleset's reference."""
    found = reference_of(ruleset, EVENTS)
    if as_json:
        print_document(found)
        return
    console = out()
    counts = f"{len(found.commands)} commands, {len(found.events)} events"
    _say(console, f"{found.ruleset} {found.version}: {counts}")
    _say(console, 'A command is a JSON object with its "type" and these fields.', before=True)
    for command in found.commands:
        answers = f"answers {', '.join(command.answers)}" if command.answers else "may be given at any time"
        _entry(console, command.name, answers, command)
    _say(console, "Events of the rules, each under the name that it is stored by.", before=True)
    for event in found.events:
        _entry(console, event.name, event.stored_as, event)
    _say(console, "Events of every game's match: seats, keys, dice, timelines, proposals.", before=True)
    for event in found.match_events:
        _entry(console, event.name, event.stored_as, event)
    _say(console, "Objects that stand within these.", before=True)
    for shape in found.shapes:
        _entry(console, shape.name, "", shape)


def _entry(console: Console, name: str, beside: str, shape: CommandShape | EventShape | Shape) -> None:
    _say(console, f"{name}  [{beside}]" if beside else name, before=True)
    for line in shape.about.splitlines():
        _say(console, f"    {line}" if line else "")
    _table(console, shape.fields)


def _table(console: Console, fields: Sequence[FieldShape]) -> None:
    """The fields in columns: name, type, default."""
    names = max((len(field.name) for field in fields), default=0)
    types = max((len(field.type) for field in fields if len(field.type) <= _WIDE), default=0)
    for field in fields:
        default = _REQUIRED if field.required else f"default {msgspec.json.encode(field.default).decode()}"
        _say(console, f"      {field.name:<{names}}  {field.type:<{types}}  {default}")


def _say(console: Console, text: str, before: bool = False) -> None:
    """A line as it is, however long, after an empty one if `before`."""
    console.print(f"\n{text}" if before else text, markup=False, soft_wrap=True)
