"""Outlines: they come to the log's root, and nothing else does."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.outline import LEAVES_A_STRETCH, OutlineCheck, Stretch, outline, runs, subtrees
from ironclad.eventlog.ledger.tree import Frontier, Node


class Tree:
    """A small log's leaves, and the hash of any complete subtree over them, computed each time."""

    def __init__(self, size: int) -> None:
        self.leaves = [sha256(b"leaf %d" % number).digest() for number in range(size)]
        frontier = Frontier()
        frontier.extend(self.leaves)
        self.root = frontier.root()

    def read(self, nodes: list[Node]) -> list[bytes]:
        return [self.node(*each) for each in nodes]

    def node(self, level: int, index: int) -> bytes:
        if level == 0:
            return self.leaves[index]
        left, right = self.node(level - 1, 2 * index), self.node(level - 1, 2 * index + 1)
        return sha256(b"\x01" + left + right).digest()

    def outline(self, own: list[int], named: Sequence[int] = ()) -> list[Stretch]:
        return list(outline(own, len(self.leaves), self.read, named))


def checked(size: int, stretches: list[Stretch], named: Sequence[int] = ()) -> OutlineCheck:
    check = OutlineCheck(size, named)
    for each in stretches:
        check.take(each)
    return check


@st.composite
def logs(draw: st.DrawFn) -> tuple[int, list[int]]:
    size = draw(st.integers(0, 300))
    own = draw(st.sets(st.integers(0, size - 1))) if size else set()
    return size, sorted(own)


@given(logs())
def test_an_outline_comes_to_the_root_of_the_log_and_has_the_own_leaves(log: tuple[int, list[int]]) -> None:
    size, own = log
    tree = Tree(size)
    check = checked(size, tree.outline(own))
    assert check.root() == tree.root
    assert list(check.own()) == [(index, tree.leaves[index]) for index in own]


@given(logs(), st.data())
def test_an_outline_shows_the_root_at_every_size_that_is_named(
    log: tuple[int, list[int]], data: st.DataObject
) -> None:
    size, own = log
    named = sorted(data.draw(st.sets(st.integers(1, size)))) if size else []
    tree = Tree(size)
    check = checked(size, tree.outline(own, named), named)
    assert check.root() == tree.root
    assert check.roots == {each: Tree(each).root for each in named}
    assert list(check.own()) == [(index, tree.leaves[index]) for index in own]


def test_an_outline_that_is_not_cut_at_a_named_size_is_refused() -> None:
    tree, own = Tree(60), [*range(10, 30), *range(50, 60)]
    for named in ([20], [40], [5], [55]):
        with pytest.raises(BundleFault, match="cut in another way"):
            checked(60, tree.outline(own), named)
        with pytest.raises(BundleFault, match="cut in another way"):
            checked(60, tree.outline(own, named))
    assert checked(60, tree.outline(own, [10, 60]), [10, 60]).roots[60] == tree.root


@given(st.integers(0, 500), st.integers(0, 500))
def test_subtrees_fill_their_stretch(start: int, count: int) -> None:
    at = start
    for level, index in subtrees(start, start + count):
        assert index << level == at
        at += 1 << level
    assert at == start + count
    found = set(subtrees(start, start + count))
    assert not any(index % 2 == 0 and (level, index + 1) in found for level, index in found), (
        "not the largest"
    )


@given(st.sets(st.integers(0, 60)))
def test_runs_are_of_neighbours(indices: set[int]) -> None:
    found = [index for start, end in runs(sorted(indices)) for index in range(start, end)]
    assert found == sorted(indices)
    ends = list(runs(sorted(indices)))
    assert all(end < start for (_, end), (start, _) in pairwise(ends))


def test_many_leaves_go_in_stretches() -> None:
    size = 2 * LEAVES_A_STRETCH + 5
    tree = Tree(size)
    stretches = tree.outline(list(range(size)))
    assert [each.count for each in stretches] == [LEAVES_A_STRETCH, LEAVES_A_STRETCH, 5]
    assert checked(size, stretches).root() == tree.root


def test_every_changed_hash_comes_to_another_root() -> None:
    tree = Tree(77)
    stretches = tree.outline([3, 4, 5, 20, 64, 76])
    for number, stretch in enumerate(stretches):
        for place in range(len(stretch.hashes)):
            changed = bytearray(stretch.hashes)
            changed[place] ^= 1 << Random(place).randrange(8)
            others = [*stretches[:number], replace(stretch, hashes=bytes(changed)), *stretches[number + 1 :]]
            assert checked(77, others).root() != tree.root


def test_an_outline_cut_in_another_way_is_refused() -> None:
    tree = Tree(40)
    first, second, *rest = tree.outline([10, 11, 30])
    with pytest.raises(BundleFault, match="continues at leaf 10"):
        checked(40, [second, *rest])
    with pytest.raises(BundleFault, match="continues at leaf 0"):
        checked(40, [first, first])
    for wrong in (replace(first, count=0), replace(first, count=41), replace(first, count=-1)):
        with pytest.raises(BundleFault, match="continues at leaf 0"):
            checked(40, [wrong])
    with pytest.raises(BundleFault, match="bytes for"):
        checked(40, [replace(first, hashes=first.hashes[:-1])])
    with pytest.raises(BundleFault, match="cut in another way"):
        checked(40, [first, replace(second, own=False)])
    with pytest.raises(BundleFault, match="ends after 12 of 40"):
        checked(40, [first, second]).root()
    halves = [Stretch(10, 1, True, second.hashes[:32]), Stretch(11, 1, True, second.hashes[32:])]
    with pytest.raises(BundleFault, match="cut in another way"):
        checked(40, [first, *halves])
    big = Tree(2 * LEAVES_A_STRETCH)
    whole = Stretch(0, len(big.leaves), True, b"".join(big.leaves))
    with pytest.raises(BundleFault, match="cut in another way"):
        checked(len(big.leaves), [whole])


def test_a_leaf_that_is_no_own_one_may_not_be_slipped_in_as_a_subtree() -> None:
    """A stretch's places say which level a hash has: it never represents more leaves than it has."""
    tree = Tree(8)
    whole = Stretch(0, 8, False, tree.node(3, 0))
    assert checked(8, [whole]).root() == tree.root
    with pytest.raises(BundleFault, match="continues at leaf 0 for 8, not at leaf 0 of 4"):
        checked(4, [whole])
