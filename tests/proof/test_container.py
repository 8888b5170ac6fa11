"""The file of a bundle: what was written is read, and no byte of it changes unseen."""

import io
import tracemalloc
import zlib
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.eventlog.bundle.container import LINE_LIMIT, MAGIC, VERSION, is_bundle, read, write
from ironclad.eventlog.bundle.faults import BundleFault

lines = st.lists(st.binary(max_size=300).map(lambda line: line.replace(b"\n", b"")), max_size=40)


def packed(content: list[bytes]) -> bytes:
    file = io.BytesIO()
    write(file, content)
    return file.getvalue()


def unpacked(data: bytes) -> list[bytes]:
    return list(read(io.BytesIO(data))[1])


def around(stream: bytes) -> bytes:
    """A file with any compressed stream in it, and the digest that it should have."""
    return MAGIC + stream + sha256(MAGIC + stream).digest()


@given(lines)
def test_what_was_written_is_read(content: list[bytes]) -> None:
    assert unpacked(packed(content)) == content
    assert read(io.BytesIO(packed(content)))[0] == VERSION


def test_long_content_is_read_in_chunks() -> None:
    content = [sha256(bytes([number % 256])).hexdigest().encode() * 2_000 for number in range(50)]
    assert unpacked(packed(content)) == content


def test_every_change_of_a_byte_is_seen() -> None:
    data = packed([b'{"a":1}', b'{"b":"' + b"x" * 200 + b'"}'])
    for place in range(len(data)):
        for change in range(1, 256):
            changed = bytearray(data)
            changed[place] ^= change
            with pytest.raises(BundleFault) as fault:
                unpacked(bytes(changed))
            assert fault.value.check == "file"


def test_every_truncation_and_every_addition_is_seen() -> None:
    data = packed([b'{"a":1}', b'{"b":2}'])
    for size in range(len(data)):
        with pytest.raises(BundleFault, match=r"no bundle|ends too early|digest|newer build"):
            unpacked(data[:size])
    for more in (b"\0", b"\n", b"x" * 100_000):
        with pytest.raises(BundleFault, match="more in the file"):
            unpacked(data + more)


def test_a_second_stream_behind_the_first_is_seen() -> None:
    stream = zlib.compress(b"one\n")
    assert unpacked(around(stream)) == [b"one"]
    with pytest.raises(BundleFault, match="more in the file"):
        unpacked(around(stream + stream))
    with pytest.raises(BundleFault, match="more in the file"):
        unpacked(around(stream + stream * 10_000))


def test_the_last_line_must_end() -> None:
    with pytest.raises(BundleFault, match="no end"):
        unpacked(around(zlib.compress(b"one\ntwo")))


def test_a_bomb_takes_no_memory() -> None:
    bomb = packed([b"0" * (8 * LINE_LIMIT)])
    assert len(bomb) < LINE_LIMIT
    tracemalloc.start()
    with pytest.raises(BundleFault, match="a line has more than"):
        unpacked(bomb)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4 * LINE_LIMIT


def test_rubbish_is_told_at_its_beginning() -> None:
    file = io.BytesIO(b"rubbish" * 100_000)
    assert not is_bundle(file)
    with pytest.raises(BundleFault, match="this is no bundle"):
        read(file)
    assert file.tell() == len(MAGIC)


def test_a_bundle_is_told_from_other_files_by_its_beginning() -> None:
    file = io.BytesIO(packed([]))
    assert is_bundle(file)
    assert unpacked(file.getvalue()) == []


def test_files_of_v1_are_read_and_those_of_a_newer_build_are_told() -> None:
    file = io.BytesIO()
    write(file, [b"one"], 1)
    assert file.getvalue().startswith(b"ironclad-bundle/v1\n")
    version, content = read(io.BytesIO(file.getvalue()))
    assert (version, list(content)) == (1, [b"one"])
    newer = packed([b"one"]).replace(b"bundle/v2", b"bundle/v3")
    assert is_bundle(io.BytesIO(newer))
    with pytest.raises(BundleFault, match="written by a newer build: ironclad-bundle/v3"):
        read(io.BytesIO(newer))
