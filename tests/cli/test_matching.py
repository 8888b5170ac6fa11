"""Documents laid over one another, followed along paths, and matched."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.cases.matching import (
    NoSuchPath,
    at_path,
    differences,
    matches,
    merged,
    spelled_out,
)

BASE = {"turn": 1, "forces": {"1208": {"union": {"asp": 2, "msp": 1}}}, "calls": ["a", {"b": 1}], "x.y": 5}


@pytest.mark.parametrize(
    ("laid_over", "path", "value"),
    [
        ({"turn": 5}, "turn", 5),
        ({"forces": {"1208": {"union": {"asp": 3}}}}, "forces.1208.union", {"asp": 3, "msp": 1}),
        ({"forces.1208.union.asp": 3}, "forces.1208.union", {"asp": 3, "msp": 1}),
        ({"forces": {"1208.union.asp": 3}}, "forces.1208.union", {"asp": 3, "msp": 1}),
        ({"forces.4506.union": {"asp": 1}}, "forces.4506", {"union": {"asp": 1}}),
        ({"forces.1208.union.msp": None}, "forces.1208.union", {"asp": 2}),
        ({"forces": {"replace": {"4506": {}}}}, "forces", {"4506": {}}),
        ({"calls": ["c"]}, "calls", ["c"]),
        ({"calls.1.b": 2}, "calls", ["a", {"b": 2}]),
        ({"x.y": 6}, "x.y", 6),
        ({1208: "number keys are text"}, "1208", "number keys are text"),
        ({"new.b": None}, "new", {}),
    ],
)
def test_differences_are_laid_over(laid_over: dict[Any, Any], path: str, value: object) -> None:
    assert at_path(merged(BASE, laid_over), path) == value


def test_laying_over_changes_neither() -> None:
    before = msgspec.json.encode(BASE)
    result = merged(BASE, {"forces.1208.union.asp": 9, "calls.1.b": 9})
    assert msgspec.json.encode(BASE) == before
    assert result["calls"] is not BASE["calls"]


@pytest.mark.parametrize("path", ["turn.x", "calls.7", "calls.a"])
def test_a_path_into_nothing_is_an_error(path: str) -> None:
    with pytest.raises(NoSuchPath):
        merged(BASE, {path: 1})


@pytest.mark.parametrize("path", ["nothing", "forces.9999.union", "turn.x", "calls.7", "calls.x"])
def test_nothing_stands_where_a_path_does_not_lead(path: str) -> None:
    assert at_path(BASE, path) is None


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}),
        ({"a": [{"b": 1}, 2]}, {"a": [{"b": 1, "c": 3}, 2]}),
        ({"a": {"contains": 2}}, {"a": [1, 2, 3]}),
        ({"a": {"contains": [3, 1]}}, {"a": [1, 2, 3]}),
        ({"a": {"contains": {"b": 1}}}, {"a": [{"b": 1, "c": 2}]}),
        ({"a": None}, {}),
        ({"a": None}, {"a": None}),
        ({"a": {}}, {"a": {}}),
        (1, 1.0),
    ],
)
def test_it_matches(expected: object, actual: object) -> None:
    assert list(differences(expected, actual)) == []
    assert matches(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual", "where"),
    [
        ({"a": 1}, {"a": 2}, "a"),
        ({"a": 1}, {}, "a"),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "a.b"),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}, "a"),
        ({"a": [1, 2]}, {"a": [2, 1]}, "a[0]"),
        ({"a": {"contains": 4}}, {"a": [1, 2, 3]}, "a"),
        ({"a": {"contains": [1, 4]}}, {"a": [1, 2, 3]}, "a"),
        ({"a": {}}, {"a": {"b": 1}}, "a"),
        ({"a": None}, {"a": 0}, "a"),
        ({"a": True}, {"a": 1}, "a"),
        ({"a": 1}, {"a": True}, "a"),
        ({"a": "1"}, {"a": 1}, "a"),
        ({"a": {"b": 1}}, {"a": [1]}, "a"),
        ([], None, "it"),
    ],
)
def test_it_does_not_match_and_says_where(expected: object, actual: object, where: str) -> None:
    assert not matches(expected, actual)
    found = list(differences(expected, actual))
    assert found
    assert found[0].startswith(f"{where} is ")


def test_a_struct_is_spelled_out_with_its_defaults_and_its_type() -> None:
    class Inner(msgspec.Struct, omit_defaults=True):
        points: int = 0

    class Told(msgspec.Struct, tag_field="type", tag="told", omit_defaults=True, rename={"kind": "of"}):
        kind: str = "x"
        inside: dict[int, Inner] = {}
        hexes: frozenset[str] = frozenset()

    value = Told(inside={1: Inner()}, hexes=frozenset({"b", "a"}))
    assert msgspec.to_builtins(value, str_keys=True).keys() == {"type", "inside", "hexes"}
    spelled = {"type": "told", "of": "x", "inside": {"1": {"points": 0}}, "hexes": ["a", "b"]}
    assert spelled_out(value) == spelled
