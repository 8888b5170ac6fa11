"""Reading case files: YAML, with one case, a list of cases or several documents in a file.

The dialect is YAML 1.2's plain reading of scalars: only true and false are booleans, a number with a leading
zero is text (an id "0077" is not octal 63), nothing becomes a date, and a repeated key is an error.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Case
from ironclad.domain.kernel.cases.expectations import Unusable

DEPTH = 100
"""How deep a document may be nested: a case with a position in it is ten deep."""
BYTES = 8 << 20
"""The largest file of cases: the largest of the American Civil War's own has 60 kB."""
NODES = 1_000_000
"""How many values a file may have, with every alias written out."""

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
            raise yaml.constructor.ConstructorError(None, None, f"{key!r} comes twice", key_node.start_mark)
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
    for number, data in enumerate(documents(path), 1):
        title = data.get("case") if isinstance(data, dict) else None
        try:
            cases.append(read(data))
        except Unusable as wrong:
            raise Unusable(f"{path.name}: case {number} ({title or 'without a title'}): {wrong}") from wrong
    if not cases:
        raise Unusable(f"{path.name}: no case in it")
    return cases


def documents(path: Path) -> Iterator[Any]:
    """The documents of a file of cases, with its lists taken apart. Raises Unusable."""
    try:
        text = _text(path)
        _check_size(path, text)
        documents = list(yaml.load_all(text, Loader=_CaseLoader))
    except OSError as wrong:
        raise Unusable(f"{path.name}: it cannot be read: {wrong.strerror or wrong}") from wrong
    except UnicodeDecodeError as wrong:
        raise Unusable(f"{path.name}: it is not text in UTF-8 (byte {wrong.start:,})") from wrong
    except yaml.YAMLError as wrong:
        raise Unusable(f"{path.name}: it is not YAML: {_in_one_line(wrong)}") from wrong
    except ValueError as wrong:  # a number with thousands of digits
        raise Unusable(f"{path.name}: {wrong}") from wrong
    for document in documents:
        if isinstance(document, list):
            yield from document
        elif document is not None:
            yield document


def _text(path: Path) -> str:
    """The text of a file. Raises OSError, UnicodeDecodeError, Unusable for a file that is too large."""
    with path.open("rb") as file:
        data = file.read(BYTES + 1)
    if len(data) > BYTES:
        raise Unusable(f"{path.name}: a file of cases has no more than {BYTES >> 20} MiB")
    return data.decode("utf-8")


def _in_one_line(wrong: yaml.YAMLError) -> str:
    """What is wrong with a YAML file, and in which line."""
    mark = getattr(wrong, "problem_mark", None)
    problem = getattr(wrong, "problem", None) or " ".join(str(wrong).split())
    return f"line {mark.line + 1}: {problem}" if mark is not None else problem


def _check_size(path: Path, text: str) -> None:
    """Refuse what is nested too deep or too large once its aliases are written out.

    A document is put together by recursion, in C without a bound, and an alias of aliases grows by
    multiplication. Raises Unusable, YAMLError.
    """
    open_nodes: list[tuple[str | None, int]] = []  # each open collection: its anchor, the count before it
    anchors: dict[str, int] = {}  # how many values each anchor's node has
    count = 0
    for event in yaml.parse(text, Loader=_Loader):
        start: Any = event.start_mark
        line = f"{path.name}: line {start.line + 1}"
        if isinstance(event, yaml.DocumentStartEvent):
            anchors = {}
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in anchors:
                raise Unusable(f"{line}: *{event.anchor} names nothing that is complete before it")
            count += anchors[event.anchor]
        elif isinstance(event, yaml.CollectionStartEvent):
            open_nodes.append((event.anchor, count))
            count += 1
        elif isinstance(event, yaml.ScalarEvent):
            count += 1
            if event.anchor is not None:
                anchors[event.anchor] = 1
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = open_nodes.pop()
            if anchor is not None:
                anchors[anchor] = count - before
        if len(open_nodes) > DEPTH:
            raise Unusable(f"{line}: nested more than {DEPTH} deep")
        if count > NODES:
            raise Unusable(f"{line}: more than {NODES:,} values, with its aliases written out")


class _CaseDumper(yaml.SafeDumper):
    """SafeDumper that writes nothing by reference. It quotes text that YAML 1.1 reads as something else."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def write_cases(cases: Sequence[Mapping[str, Any]]) -> str:
    """Cases as a file of documents, which `read_cases` reads."""
    return yaml.dump_all(
        [dict(each) for each in cases], Dumper=_CaseDumper, allow_unicode=True, sort_keys=False, width=110
    )


def case_files(paths: list[Path]) -> list[Path]:
    """The files named, and every .yaml file below the directories named, in order."""
    found: list[Path] = []
    for path in paths:
        found += sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
    return found


def case_directory(ruleset: str) -> Path:
    """Where the cases of a ruleset lie, beside its code; a build may be without them. Raises UnknownName."""
    return package_directory(ruleset) / "cases"


def package_directory(ruleset: str) -> Path:
    """The directory of a ruleset's package. Raises UnknownName."""
    return Path(str(files(games.package_of(ruleset))))
