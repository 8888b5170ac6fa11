"""A reference of a ruleset's commands and events: every field with its type, from the structs themselves.

With it a client can be written: a command is a JSON object with its `type` and its fields, an event is stored
under a name ("family.name.version") with its fields as its body.
"""

from collections.abc import Iterable, Iterator
from inspect import cleandoc
from typing import Any, get_origin

import msgspec
from msgspec import inspect

from ironclad.domain.kernel.engine.codec import Registry, name_of
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.sight import Secret


class FieldShape(msgspec.Struct, frozen=True):
    """A field of a JSON object. type: in words; a capitalised name is a shape of the reference. It says of a
    field that nobody but its seat may read that this is so.

    default: what holds where the field is left out, of a field that is not required.
    """

    name: str
    type: str
    required: bool
    default: Any = None


class CommandShape(msgspec.Struct, frozen=True):
    """A command. answers: the kinds of decision that it may answer; none if it may be given at any time."""

    name: str
    about: str
    answers: tuple[str, ...]
    fields: tuple[FieldShape, ...]


class EventShape(msgspec.Struct, frozen=True):
    """An event. stored_as: the name under which it is stored today."""

    name: str
    stored_as: str
    about: str
    fields: tuple[FieldShape, ...]


class Shape(msgspec.Struct, frozen=True):
    """An object that stands within commands and events."""

    name: str
    about: str
    fields: tuple[FieldShape, ...]


class Reference(msgspec.Struct, frozen=True):
    """Commands and events of a ruleset, the events that every game's match has, the shapes within them."""

    ruleset: str
    version: str
    commands: tuple[CommandShape, ...]
    events: tuple[EventShape, ...]
    match_events: tuple[EventShape, ...]
    shapes: tuple[Shape, ...]


def reference_of(ruleset: Ruleset[Any], match: Registry) -> Reference:
    """The reference of a ruleset; `match` has the events of a game's match."""
    commands = ruleset.storage.commands.types
    outer = [*commands.values(), *ruleset.storage.events.types.values(), *match.types.values()]
    inner = _inner(outer)
    names = _names(inner)
    answers = ruleset.rules.handlers.answers
    return Reference(
        ruleset.name,
        ruleset.version,
        tuple(
            CommandShape(name, _about(kind), tuple(sorted(answers[kind])), _fields(kind, names))
            for name, kind in sorted(commands.items())
        ),
        _events(ruleset.storage.events, names),
        _events(match, names),
        tuple(
            Shape(names[kind], _about(kind), _fields(kind, names))
            for kind in sorted(inner, key=names.__getitem__)
        ),
    )


def _events(registry: Registry, names: dict[type, str]) -> tuple[EventShape, ...]:
    return tuple(
        EventShape(name_of(kind), registry.topics(kind)[-1], _about(kind), _fields(kind, names))
        for _, kind in sorted(registry.types.items())
    )


def _about(kind: type) -> str:
    """A class's own docstring."""
    return cleandoc(kind.__doc__ or "")


def _fields(kind: type[msgspec.Struct], names: dict[type, str]) -> tuple[FieldShape, ...]:
    """The fields of a struct as they are written, without its tag."""
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    return tuple(
        FieldShape(field.encode_name, _in_words(field.type, names), field.required, _default(field))
        for field in shape.fields
    )


def _default(field: inspect.Field) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    if field.default is msgspec.NODEFAULT or field.default is msgspec.UNSET:
        return None
    return msgspec.to_builtins(field.default)


def _inner(kinds: Iterable[type[msgspec.Struct]]) -> list[type[msgspec.Struct]]:
    """Every struct within the fields of these, at any depth."""
    found: dict[type[msgspec.Struct], None] = {}
    left = list(kinds)
    while left:
        shape = inspect.type_info(left.pop())
        assert isinstance(shape, inspect.StructType)
        for field in shape.fields:
            new = [kind for kind in _structs(field.type) if kind not in found]
            found |= dict.fromkeys(new)
            left += new
    return list(found)


def _structs(kind: inspect.Type) -> Iterator[type[msgspec.Struct]]:
    """The structs that a field's type names."""
    if isinstance(kind, inspect.StructType):
        hidden = _hidden(kind)
        yield kind.cls if hidden is None else Secret
        if hidden is not None:
            yield from _structs(hidden)
    for part in _parts(kind):
        yield from _structs(part)


def _hidden(kind: inspect.StructType) -> inspect.Type | None:
    """The type of the value that a `Secret` has, None for any other struct."""
    if get_origin(kind.cls) is not Secret:
        return None
    (value,) = (field.type for field in kind.fields if field.name == "value")
    return value


def _parts(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types of which a type is made."""
    if isinstance(kind, inspect.Metadata):
        return (kind.type,)
    if isinstance(kind, inspect.UnionType):
        return kind.types
    if isinstance(kind, inspect.TupleType):
        return kind.item_types
    if isinstance(kind, inspect.DictType):
        return kind.key_type, kind.value_type
    if isinstance(kind, inspect.CollectionType):
        return (kind.item_type,)
    return ()


def _names(kinds: list[type[msgspec.Struct]]) -> dict[type, str]:
    """A name for each struct: its class's, with its module's where two classes are called alike."""
    count: dict[str, int] = {}
    for kind in kinds:
        count[kind.__name__] = count.get(kind.__name__, 0) + 1
    return {
        kind: kind.__name__
        if count[kind.__name__] == 1
        else f"{kind.__name__} ({kind.__module__.rpartition('.')[2]})"
        for kind in kinds
    }


_SIMPLE: dict[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "integer",
    inspect.FloatType: "number",
    inspect.BoolType: "true or false",
    inspect.NoneType: "null",
    inspect.AnyType: "any value",
    inspect.RawType: "any value",
}
_HIDDEN = " (only its own seat reads it)"


def _in_words(kind: inspect.Type, names: dict[type, str]) -> str:
    """A type in words: "list of text", "Group or null". Raises TypeError for what JSON does not have."""
    if type(kind) in _SIMPLE:
        return _SIMPLE[type(kind)]
    if isinstance(kind, inspect.StructType):
        hidden = _hidden(kind)
        return names[kind.cls] if hidden is None else f"{names[Secret]} of {_inside(hidden, names)}"
    if isinstance(kind, inspect.LiteralType):
        return " or ".join(f'"{value}"' for value in kind.values)
    if isinstance(kind, inspect.Metadata):
        return _in_words(kind.type, names) + (_HIDDEN if (kind.extra or {}).get("secret") else "")
    if isinstance(kind, inspect.UnionType):
        return " or ".join(_in_words(part, names) for part in kind.types)
    parts = [_inside(part, names) for part in _parts(kind)]
    if isinstance(kind, inspect.TupleType):
        return f"list of {len(parts)}: {', '.join(parts)}"
    if isinstance(kind, inspect.DictType):
        return f"object from {parts[0]} to {parts[1]}"
    if isinstance(kind, inspect.CollectionType):
        return f"list of {parts[0]}"
    raise TypeError(f"no words for the type {kind}")


def _inside(kind: inspect.Type, names: dict[type, str]) -> str:
    """A type in words as a part of another one: a choice is in brackets."""
    words = _in_words(kind, names)
    return f"({words})" if " or " in words and words != "true or false" else words
