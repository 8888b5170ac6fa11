"""Canonical JSON for commands, events and positions, and names that outlive the classes.

A stored event is `(topic, body)`: the topic is "<family>.<name>.<version>", a closed name of our own
registry and never an import path, so a log from a stranger cannot import code. The body is canonical JSON:
keys sorted, no white space, no NaN. When a shape changes, the class takes the next version and the
registry gets an upcaster from the old one; old events are never rewritten.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any

import msgspec

from ironclad.domain.kernel.sight import secret_fields

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

_encoder = msgspec.json.Encoder(order="sorted")


class UnknownName(Exception):
    """A topic or type name that no registry of this build knows."""


class Unreadable(Exception):
    """Data that does not have the shape its name promises."""


def canonical(value: object) -> bytes:
    """Canonical JSON: keys sorted, no white space, UTF-8."""
    return _encoder.encode(value)


def canonical_lines(values: Iterable[object]) -> bytes:
    """The canonical JSON of each value, a newline after each."""
    return _encoder.encode_lines(values)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a seat asks for. Subclasses are named by their `tag`, a verb in snake case."""


class Event(msgspec.Struct, frozen=True):
    """A fact. Subclasses are named by their `tag`, a noun and participle in snake case."""


def name_of(kind: type[msgspec.Struct]) -> str:
    """The stored name of a command or event type: its msgspec tag."""
    return str(kind.__struct_config__.tag)


def has_objects(kind: type[msgspec.Struct]) -> bool:
    """Whether a value of this type may hold an object with keys of its own, at any depth."""
    seen: set[type] = set()

    def holds(of: msgspec.inspect.Type) -> bool:
        if isinstance(of, msgspec.inspect.DictType | msgspec.inspect.AnyType | msgspec.inspect.CustomType):
            return True
        if isinstance(of, msgspec.inspect.StructType):
            if of.cls in seen:
                return False
            seen.add(of.cls)
            return any(holds(field.type) for field in of.fields)
        inner = (getattr(of, "item_type", None), *getattr(of, "item_types", ()), *getattr(of, "types", ()))
        return any(holds(each) for each in inner if each is not None)

    return holds(msgspec.inspect.type_info(kind))


class Registry:
    """The closed set of event types of one family (a ruleset, "match")."""

    def __init__(
        self,
        family: str,
        types: Iterable[type[Event]],
        versions: Mapping[type[Event], int] | None = None,
        upcasters: Mapping[tuple[str, int], Upcaster] | None = None,
    ) -> None:
        """`versions` holds the types past version 1; `upcasters[name, n]` turns a body of n into n + 1."""
        self.family = family
        self.types = {name_of(kind): kind for kind in types}
        self._versions = {name: (versions or {}).get(kind, 1) for name, kind in self.types.items()}
        self._upcasters = dict(upcasters or {})
        self._topics = {kind: f"{family}.{name}.{self._versions[name]}" for name, kind in self.types.items()}
        self._decode = {self._topics[kind]: msgspec.json.Decoder(kind).decode for kind in self.types.values()}
        self._with_objects = frozenset(kind for kind in self.types.values() if has_objects(kind))

    def joined(self, other: "Registry") -> "Registry":
        """A registry of this family that reads and names the events of another family's too.

        `types` stay this family's own.
        """
        both = copy(self)
        both._topics = {**self._topics, **other._topics}
        both._decode = {**self._decode, **other._decode}
        both._with_objects = self._with_objects | other._with_objects
        return both

    def as_read(self, event: Event) -> Event:
        """The event as it is read from the log: with the keys of its objects in order."""
        return self.decode(*self.encode(event)) if type(event) in self._with_objects else event

    def topic(self, event: Event) -> str:
        """The closed name under which this event is stored."""
        return self._topics[type(event)]

    def topics(self, kind: type[Event]) -> tuple[str, ...]:
        """Every closed name under which events of a type were ever stored."""
        name = name_of(kind)
        return tuple(f"{self.family}.{name}.{version}" for version in range(1, self._versions[name] + 1))

    def encode(self, event: Event) -> tuple[str, bytes]:
        """The topic and canonical body of an event."""
        return self._topics[type(event)], _encoder.encode(event)

    def decode(self, topic: str, body: bytes) -> Event:
        """Read a stored event, upcasting old versions. Raises UnknownName or Unreadable."""
        fast = self._decode.get(topic)
        try:
            return fast(body) if fast else self._decode_old(topic, body)
        except msgspec.DecodeError as wrong:
            raise Unreadable(f"{topic}: {wrong}") from wrong

    def _decode_old(self, topic: str, body: bytes) -> Event:
        family, _, rest = topic.partition(".")
        name, _, number = rest.rpartition(".")
        if family != self.family or name not in self.types or not number.isdigit():
            raise UnknownName(f"no event is named {topic!r} in {self.family}")
        version, data = int(number), msgspec.json.decode(body)
        while version < self._versions[name]:
            upcast = self._upcasters.get((name, version))
            if upcast is None:
                raise UnknownName(f"version {version} of {self.family}.{name} has no upcaster")
            data, version = upcast(data), version + 1
        if version > self._versions[name]:
            raise UnknownName(f"{topic!r} is newer than this build")
        return msgspec.convert(data, self.types[name])


class CommandReader:
    """Reads commands of a closed set of types from plain data ({"type": name, ...})."""

    def __init__(self, types: Iterable[type[Command]]) -> None:
        self.types = {name_of(kind): kind for kind in types}

    def secret_fields(self, data: Mapping[str, Any]) -> tuple[str, ...]:
        """The fields of a command, given as plain data, that nobody but its seat may read."""
        kind = self.types.get(str(data.get("type")))
        return () if kind is None else secret_fields(kind)

    def read(self, data: Mapping[str, Any]) -> Command:
        """Raises UnknownName for an unknown type, Unreadable for a wrong shape."""
        kind = self.types.get(str(data.get("type")))
        if kind is None:
            raise UnknownName(f"no command is named {data.get('type')!r}")
        try:
            return msgspec.convert(dict(data), kind)
        except msgspec.ValidationError as wrong:
            raise Unreadable(str(wrong)) from wrong

    def schemas(self) -> dict[str, dict[str, Any]]:
        """JSON Schema of every command type by name; `x-secret` are fields that only its seat may read."""
        found = {name: msgspec.json.schema(kind) for name, kind in self.types.items()}
        for name, kind in self.types.items():
            if secret := secret_fields(kind):
                found[name]["x-secret"] = list(secret)
        return found
