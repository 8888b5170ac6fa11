"""Reading case files: YAML, with one case, a list of cases or several documents in a file.

The dialect is YAML 1.2's plain reading of scalars: only true and false are booleans, a number with a leading
zero is text (hex "0512" is not octal 330), nothing becomes a date, and a key that stands twice is an error.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from domain.kernel.cases import Case
from domain.kernel.expectations import Unusable

DEPTH = 100
"""How deep a document may be nested: a case with a position in it is ten deep."""

# libyaml where PyYAML was built with it, as its wheels are: it reads ten times as fast.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _CaseLoader(_Loader):  # type: ignore[misc]
    """SafeLoader without YAML 1.1's surprises."""


_CaseLoader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("bool", r"true|false", "tf"),
    ("int", r"[-+]?(?:0|[1-9][0-9]*)", "-+0123456789"),
    ("float", r"[-+]?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?", "-+0123456789"),
    ("null", r"null|~|", ["n", "~", ""]),
):
    _CaseLoader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), list(_first)
    )


def _mapping(loader: yaml.SafeLoader, node: yaml.MappingNode) -> dict[str, Any]:
    """A mapping with text keys, none of them twice."""
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise yaml.constructor.ConstructorError(None, None, "a key must be text", key_node.start_mark)
        key = str(key_node.value)
        if key in result:
            raise yaml.constructor.ConstructorError(None, None, f"{key!r} stands twice", key_node.start_mark)
        result[key] = loader.construct_object(value_node, deep=True)
    return result


_CaseLoader.add_constructor("tag:yaml.org,2002:map", _mapping)


def read_cases(path: Path) -> list[Case]:
    """Every case of a file. Raises Unusable, naming the case that is wrong."""
    return _read(path, Case.read)


def read_situations(path: Path, ruleset: str) -> list[Case]:
    """Every case of a file, though it expect nothing; a position document is a case of that ruleset's.

    Raises Unusable, naming the case that is wrong.
    """

    def read(data: Any) -> Case:
        if isinstance(data, dict) and "case" not in data and "given" not in data:
            data = {"case": path.name, "ruleset": ruleset, "clauses": [], "given": {"position": data}}
        return Case.situation(data)

    return _read(path, read)


def _read(path: Path, read: Callable[[Any], Case]) -> list[Case]:
    cases = []
    for number, data in enumerate(_documents(path), 1):
        title = data.get("case") if isinstance(data, dict) else None
        try:
            cases.append(read(data))
        except Unusable as wrong:
            raise Unusable(f"{path.name}: case {number} ({title or 'without a title'}): {wrong}") from wrong
    if not cases:
        raise Unusable(f"{path.name}: no case in it")
    return cases


def _documents(path: Path) -> Iterator[Any]:
    try:
        text = path.read_text(encoding="utf-8")
        _check_depth(path, text)
        documents = list(yaml.load_all(text, Loader=_CaseLoader))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as wrong:
        raise Unusable(f"{path}: {wrong}") from wrong
    for document in documents:
        if isinstance(document, list):
            yield from document
        elif document is not None:
            yield document


def _check_depth(path: Path, text: str) -> None:
    """A document is put together by recursion, in C without a bound. Raises Unusable, YAMLError."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEPTH:
                where = event.start_mark.line + 1
                raise Unusable(f"{path}: line {where}: nested more than {DEPTH} deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def case_files(paths: list[Path]) -> list[Path]:
    """The files named, and every .yaml file below the directories named, in order."""
    found: list[Path] = []
    for path in paths:
        found += sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
    return found
