"""Differences between two documents: none with itself; applied to one they make the other."""

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.kernel.telling.paths import Difference, differences

KEYS = st.text(st.sampled_from("ab.~0 1"), max_size=4)
LEAVES = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(("", "x", "1"))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(KEYS, VALUES, max_size=5)
GONE = object()


def keys(path: str) -> list[str]:
    return [step.replace("~1", ".").replace("~0", "~") for step in path.split(".")]


def applied(document: dict[str, Any], found: list[Difference]) -> Any:
    """What the differences make of a document, read as their description says."""
    result = deepcopy(document)
    for each in found:
        *way, last = keys(each.path)
        here: Any = result
        for step in way:
            here = here[int(step)] if isinstance(here, list) else here[step]
        value = GONE if each.only == "a" else each.b
        if isinstance(here, dict):
            here[last] = value
        elif int(last) == len(here):
            here.append(value)
        else:
            here[int(last)] = value
    return without(result)


def without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without(each) for key, each in value.items() if each is not GONE}
    if isinstance(value, list):
        return [without(each) for each in value if each is not GONE]
    return value


def exact(value: Any) -> Any:
    """Told apart as JSON does: true is no 1."""
    return repr(value) if not isinstance(value, dict | list) else plain(value)


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: exact(value[key]) for key in sorted(value)}
    return [exact(each) for each in value]


@given(DOCUMENTS)
def test_a_document_does_not_differ_from_itself(document: dict[str, Any]) -> None:
    assert list(differences(document, deepcopy(document))) == []


@given(DOCUMENTS, DOCUMENTS)
def test_the_differences_applied_to_one_document_make_the_other(a: dict[str, Any], b: dict[str, Any]) -> None:
    found = list(differences(a, b))
    assert exact(applied(a, found)) == exact(b)
    assert len({each.path for each in found}) == len(found)


@given(DOCUMENTS, DOCUMENTS)
def test_the_other_way_round_they_are_the_same_paths(a: dict[str, Any], b: dict[str, Any]) -> None:
    turned = {"a": "b", "b": "a", "": ""}
    back = [Difference(each.path, each.b, each.a, turned[each.only]) for each in differences(b, a)]
    assert exact([(x.path, x.a, x.b, x.only) for x in back]) == exact(
        [(x.path, x.a, x.b, x.only) for x in differences(a, b)]
    )
