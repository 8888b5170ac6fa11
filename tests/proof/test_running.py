"""Running hashes: by the vectors, over forks, and against a plain computation of the formula."""

import json
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.eventlog.ledger.running import START, RunningHashes, extended
from tests.proof.make_signature_vectors import OUT, document

RUNNING: dict[str, Any] = json.loads(OUT.read_text(encoding="utf-8"))["running"]


def leaves(name: str) -> list[bytes]:
    return [bytes.fromhex(each) for each in RUNNING[name]]


def test_the_file_of_vectors_is_what_the_plain_way_gives() -> None:
    assert json.loads(OUT.read_text(encoding="utf-8")) == document()


def test_the_hashes_are_those_of_the_vectors() -> None:
    hashes = RunningHashes()
    for leaf in leaves("leaves"):
        hashes.append("main", leaf)
    hashes.fork("other", "main", RUNNING["forked_at"])
    assert hashes.last("other") == 2
    for leaf in leaves("forked_leaves"):
        hashes.append("other", leaf)
    assert [hashes.at("main", version) for version in range(6)] == leaves("hashes")
    assert [hashes.at("other", version) for version in range(5)] == leaves("forked_hashes")
    assert (hashes.last("main"), hashes.last("other"), hashes.bytes_kept) == (5, 4, 7 * 32)
    assert leaves("hashes")[1] == extended(START, leaves("leaves")[0])


def test_leaves_may_be_given_in_a_row() -> None:
    hashes = RunningHashes()
    first, *others = leaves("leaves")
    hashes.append("main", first)
    hashes.append("main", b"".join(others))
    assert [hashes.at("main", version) for version in range(6)] == leaves("hashes")


def test_a_version_that_is_not_there_has_no_hash() -> None:
    hashes = RunningHashes()
    assert hashes.at("main", 0) == START
    assert hashes.at("main", 1) is None
    assert hashes.at("main", -1) is None
    hashes.append("main", bytes(32))
    assert hashes.at("main", 2) is None
    hashes.fork("late", "main", 5)
    assert hashes.at("late", 5) is None
    assert hashes.at("late", 1) == hashes.at("main", 1)
    with pytest.raises(ValueError, match="not known"):
        hashes.append("late", bytes(32))
    hashes.fork("one", "two", 3)
    hashes.fork("two", "one", 3)
    assert hashes.at("one", 2) is None, "no line is forked from itself"


@given(
    st.lists(st.binary(min_size=32, max_size=32), max_size=30),
    st.lists(st.binary(min_size=32, max_size=32), max_size=10),
    st.data(),
)
def test_a_fork_is_the_stream_that_its_events_make(
    main: list[bytes], own: list[bytes], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(main)))
    deeper = data.draw(st.integers(0, at + len(own)))
    hashes = RunningHashes()
    for leaf in main:
        hashes.append("main", leaf)
    hashes.fork("fork", "main", at)
    for leaf in own:
        hashes.append("fork", leaf)
    hashes.fork("deeper", "fork", deeper)
    wanted = START
    for version, leaf in enumerate([*main[:at], *own], 1):
        wanted = sha256(wanted + leaf).digest()
        assert hashes.at("fork", version) == wanted
        assert (hashes.at("deeper", version) == wanted) is (version <= deeper)
