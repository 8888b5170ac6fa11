"""The lines of a bundle: read a block at once, they are what each alone is, and a bad one is named."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import DEEPEST, End, Line, Stored, decoded, encoded

AROUND = b'{"body":%b,"is":"event","name":"n","position":1,"stream":"g/main","version":1}'
GOOD = (AROUND % b'{"type":"x"}', AROUND % b"[]", b'{"events":3,"is":"end"}')
DEEP = AROUND % (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1))
NOT_CANONICAL, UNREADABLE = "is not written in the canonical way", "cannot be read"
BAD = {
    b" " + GOOD[2]: NOT_CANONICAL,
    GOOD[2] + b" ": NOT_CANONICAL,
    b'{"is":"end","events":3}': NOT_CANONICAL,
    AROUND.replace(b'"n"', b'"\\u006e"') % b"1": NOT_CANONICAL,
    b"": UNREADABLE,
    b'{"events":3,': UNREADABLE,
    b'"is":"end"}': UNREADABLE,
    b'{"events":-1,"is":"end"}': UNREADABLE,
    b'{"events":3,"is":"end","more":1}': UNREADABLE,
    GOOD[2] + GOOD[2]: UNREADABLE,
    DEEP: "cannot be read: it is nested too deeply",
}


def blocks_of(parts: Sequence[Sequence[bytes]]) -> list[bytes]:
    return [b"".join(line + b"\n" for line in part) for part in parts if part]


def read(parts: Sequence[Sequence[bytes]]) -> tuple[list[Line], str]:
    """The lines of blocks up to the first bad one, and the fault of that."""
    found, lines = list[Line](), decoded(2, blocks_of(parts))
    try:
        while (line := next(lines, None)) is not None:
            found.append(line)
    except BundleFault as fault:
        return found, f"{fault.check}: {fault.detail}"
    return found, ""


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_a_bad_line_is_named_after_all_lines_before_it(bad: bytes) -> None:
    found, said = read([GOOD, (GOOD[1], bad, GOOD[0])])
    assert [type(line) for line in found] == [Stored, Stored, End, Stored]
    assert said.startswith("file: line 5 ")
    assert BAD[bad] in said


@given(st.lists(st.lists(st.sampled_from([*GOOD, *GOOD, *BAD]), max_size=6), max_size=4))
def test_blocks_may_be_cut_anywhere(parts: list[list[bytes]]) -> None:
    content = [line for part in parts for line in part]
    found, said = read(parts)
    assert (found, said) == read([[line] for line in content]) == read([content])
    good = next((place for place, line in enumerate(content) if line in BAD), len(content))
    assert list(encoded(found)) == content[:good]
    assert bool(said) == (good < len(content))
