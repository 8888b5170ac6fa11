"""Plain documents: laying differences over one, following a dotted path, matching one partially.

Documents are what JSON can hold. Cases are written with these three operations, so their meaning is here
and in docs/cases.md.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

Document = dict[str, Any]

_NOTHING = object()


class NoSuchPath(Exception):
    """A dotted path that leads into something which is neither a mapping nor a list, or past a list's end."""


def plain(value: Any) -> Any:
    """A copy in which every key is a string and every sequence a list, as JSON would give it back."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def spelled_out(value: Any) -> Any:
    """A struct as a document that holds every field, those too which its stored form omits as defaults."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        tagged = {config.tag_field: config.tag} if config.tag_field else {}
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        return tagged | {stored: spelled_out(getattr(value, name)) for name, stored in names}
    if isinstance(value, Mapping):
        return {str(key): spelled_out(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [spelled_out(each) for each in value]
    if isinstance(value, set | frozenset):
        return sorted(spelled_out(each) for each in value)
    return value


def merged(base: Mapping[str, Any], differences: Mapping[str, Any]) -> Document:
    """`base` with `differences` laid over it; neither is changed.

    Mappings are merged at every depth, anything else replaces what stood there, null removes a key, and
    `{replace: value}` puts a value in the place of a whole mapping. A key may be a dotted path.
    """
    result = plain(base)
    for path, value in differences.items():
        _put(result, str(path), plain(value))
    return dict(result)


def _put(target: Any, path: str, value: Any) -> None:
    if isinstance(target, list):
        head, _, rest = path.partition(".")
        if not head.isdigit() or int(head) >= len(target):
            raise NoSuchPath(f"{path!r} leads into a list of {len(target)}")
        _store(target, int(head), rest, value)
    elif isinstance(target, dict):
        head, rest = _head(target, path)
        if rest and head not in target:
            target[head] = {}
        _store(target, head, rest, value)
    else:
        raise NoSuchPath(f"{path!r} leads into {target!r}, which holds nothing")


def _store(target: Any, key: Any, rest: str, value: Any) -> None:
    """Put a value at one key, or deeper where path is left."""
    if rest:
        _put(target[key], rest, value)
    elif value is None and isinstance(target, dict):
        target.pop(key, None)
    elif isinstance(value, dict) and set(value) == {"replace"}:
        target[key] = value["replace"]
    elif isinstance(value, dict):
        held = target.get(key) if isinstance(target, dict) else target[key]
        target[key] = merged(held if isinstance(held, dict) else {}, value)
    else:
        target[key] = value


def _head(mapping: Mapping[str, Any], path: str) -> tuple[str, str]:
    """Split a path at the longest key that the mapping has (keys may hold dots), else at the first dot."""
    parts = path.split(".")
    for length in range(len(parts), 0, -1):
        if (key := ".".join(parts[:length])) in mapping:
            return key, ".".join(parts[length:])
    return parts[0], ".".join(parts[1:])


def at_path(document: Any, path: str) -> Any:
    """What stands at a dotted path, or None where nothing does."""
    found = _find(document, path)
    return None if found is _NOTHING else found


def _find(document: Any, path: str) -> Any:
    if not path:
        return document
    if isinstance(document, Mapping):
        head, rest = _head(document, path)
        return _find(document[head], rest) if head in document else _NOTHING
    if isinstance(document, list):
        head, _, rest = path.partition(".")
        return _find(document[int(head)], rest) if head.isdigit() and int(head) < len(document) else _NOTHING
    return _NOTHING


def differences(expected: Any, actual: Any, where: str = "") -> Iterator[str]:
    """Every place where `actual` is not what `expected` asks for, as sentences; none when it matches.

    A mapping asks only for the keys that it names (an empty one asks for an empty mapping), a list for the
    same elements in the same order, `{contains: x}` for a list with an element that matches x (or one for
    each of a list of x), null for nothing there; anything else must be equal and of the same kind.
    """
    place = where or "it"
    if isinstance(expected, Mapping):
        yield from _mapping_differences(expected, actual, where)
    elif isinstance(expected, list):
        if not isinstance(actual, list) or len(actual) != len(expected):
            yield f"{place} is {_short(actual)}, expected {_short(expected)}"
        else:
            for index, (one, other) in enumerate(zip(expected, actual, strict=True)):
                yield from differences(one, other, f"{where}[{index}]")
    elif isinstance(expected, bool) is not isinstance(actual, bool) or expected != actual:
        yield f"{place} is {_short(actual)}, expected {_short(expected)}"


def _mapping_differences(expected: Mapping[str, Any], actual: Any, where: str) -> Iterator[str]:
    place = where or "it"
    if set(expected) == {"contains"} and isinstance(actual, list):
        wanted = expected["contains"]
        for one in wanted if isinstance(wanted, list) else [wanted]:
            if not any(matches(one, each) for each in actual):
                yield f"{place} is {_short(actual)}, expected it to contain {_short(one)}"
    elif not isinstance(actual, Mapping) or (actual and not expected):
        yield f"{place} is {_short(actual)}, expected {_short(expected)}"
    else:
        for key, value in expected.items():
            yield from differences(value, actual.get(key), f"{where}.{key}" if where else str(key))


def matches(expected: Any, actual: Any) -> bool:
    """Whether `actual` is what `expected` asks for, as `differences` reads it."""
    return next(differences(expected, actual), None) is None


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:150]}… ({len(text)} characters)"
