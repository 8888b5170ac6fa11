"""Chains, keys and faces: the vectors of a slow script, evenness counted out, a million dice looked at."""

import json
from collections import Counter
from itertools import pairwise
from math import erfc, sqrt
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain.kernel.fair import fair_dice
from ironclad.domain.kernel.fair.fair_dice import V1, V2, KeptChain
from ironclad.domain.kernel.odds.chi_square import tail
from tests.proof import make_vectors

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
KEY = bytes(range(32))


def test_the_vectors_are_what_the_slow_script_writes() -> None:
    assert make_vectors.vectors() == VECTORS


CHAINS = [(V1, each) for each in VECTORS["chains"]] + [(V2, each) for each in VECTORS["chains_2"]]
ROLLS = [(V1, each) for each in VECTORS["rolls"]] + [(V2, each) for each in VECTORS["rolls_2"]]


@pytest.mark.parametrize(("scheme", "vector"), CHAINS)
def test_a_chain_has_the_links_of_the_vectors(scheme: str, vector: dict[str, Any]) -> None:
    names = (vector["game"], vector["timeline"], vector["party"], vector["custody"], vector["series"])
    context = fair_dice.context(*names, scheme)
    assert context.hex() == vector["context"]
    kept = KeptChain(context, bytes.fromhex(vector["end"]), vector["length"])
    assert kept.anchor.hex() == vector["links"]["0"]
    assert {index: kept.link(int(index)).hex() for index in vector["links"]} == vector["links"]


@pytest.mark.parametrize(("scheme", "vector"), ROLLS)
def test_a_roll_shows_the_faces_of_the_vectors(scheme: str, vector: dict[str, Any]) -> None:
    seats = tuple(bytes.fromhex(seat) for seat in vector["seats"])
    key = fair_dice.key_of(bytes.fromhex(vector["server"]), seats, bytes.fromhex(vector["beacon"]), scheme)
    assert key.hex() == vector["key"]
    place = (vector["game"], vector["timeline"], vector["number"])
    shown = fair_dice.faces_of(key, *place, vector["count"], vector["sides"], scheme)
    assert list(shown) == vector["faces"]


def test_no_two_lists_of_fields_are_framed_alike() -> None:
    lists = [("ab", "c"), ("a", "bc"), ("abc",), ("ab", "c", ""), ("", "abc"), (1,), (b"\0" * 7 + b"\1", "")]
    assert len({fair_dice.frame(*each) for each in lists}) == len(lists)


@pytest.mark.parametrize("length", [1, 2, 63, 64, 65, 128, 300])
def test_every_link_hashes_to_the_one_before(length: int) -> None:
    context = fair_dice.context("g", "main", "blue", "client", 1)
    kept = KeptChain(context, KEY, length)
    links = [kept.link(index) for index in range(length + 1)]
    assert links[0] == kept.anchor
    assert links[-1] == KEY
    assert all(fair_dice.fits(context, a, i, b) for i, (a, b) in enumerate(pairwise(links), start=1))
    assert not any(fair_dice.fits(context, a, i + 1, b) for i, (a, b) in enumerate(pairwise(links), start=1))
    for bad in (-1, length + 1):
        with pytest.raises(IndexError):
            kept.link(bad)


def test_a_chain_has_links_of_32_bytes() -> None:
    for end, length in ((b"short", 5), (KEY, 0)):
        with pytest.raises(ValueError, match="32 bytes"):
            KeptChain(b"", end, length)


def test_how_far_a_link_is_ahead_is_found_within_bounds() -> None:
    context = fair_dice.context("g", "main", "blue", "client", 1)
    kept = KeptChain(context, KEY, 300)
    assert fair_dice.steps_to(context, 5, kept.link(5), kept.link(9), 8) == 4
    assert fair_dice.steps_to(context, 5, kept.link(5), kept.link(13), 8) == 8
    assert fair_dice.steps_to(context, 5, kept.link(5), kept.link(14), 8) is None
    assert fair_dice.steps_to(context, 5, kept.link(5), kept.link(5), 8) is None


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, " " * 64, "٣" * 64, None, 5, b"0" * 64]
)
def test_a_link_is_written_in_one_way(text: object) -> None:
    assert fair_dice.read_link(text) is None
    assert fair_dice.read_link("0a" * 32) == b"\x0a" * 32


# -- evenness


@pytest.mark.parametrize("sides", [6, 10, 20, 2, 3, 100, 255, 256])
def test_every_face_takes_equally_many_bytes(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All 256 values of a byte, each once, through the function that makes the faces."""
    kept = 256 // sides * sides
    monkeypatch.setattr(fair_dice, "blocks", lambda *_: iter(range(256)))
    shown = Counter(fair_dice.faces_of(KEY, "g", "main", 1, kept, sides))
    assert shown == dict.fromkeys(range(1, sides + 1), 256 // sides)
    with pytest.raises((StopIteration, RuntimeError)):
        fair_dice.faces_of(KEY, "g", "main", 1, kept + 1, sides)


@pytest.mark.parametrize("sides", [1, 0, -6, 257])
def test_a_die_has_2_to_256_sides(sides: int) -> None:
    with pytest.raises(ValueError, match="2 to 256"):
        fair_dice.faces_of(KEY, "g", "main", 1, 1, sides)


MILLION = 1_000_000


@pytest.fixture(scope="module")
def million() -> bytes:
    """A million d6 as a game rolls them: of 500 keys, a few dice a roll."""
    faces = bytearray()
    for number in range(500):
        key = fair_dice.key_of(number.to_bytes(32, "big"), (KEY, bytes(32)))
        for roll in range(1, 401):
            faces += bytes(fair_dice.faces_of(key, "million", "main", roll, 5))
    assert len(faces) == MILLION
    return bytes(faces)


ALPHA = 0.001
"""A true die fails such a test once in a thousand; these dice are always the same million."""


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return tail(sum((count - expected) ** 2 / expected for count in counts), len(counts) - 1)


def test_a_million_dice_show_each_face_as_often(million: bytes) -> None:
    assert chi_square([million.count(face) for face in range(1, 7)]) > ALPHA


def test_a_million_dice_follow_one_another_freely(million: bytes) -> None:
    """Each of the 36 pairs as often, of dice side by side, and of first dice of rolls side by side."""
    beside = Counter(zip(million[::2], million[1::2], strict=True))
    firsts = million[::5]
    rolls = Counter(zip(firsts[::2], firsts[1::2], strict=True))
    for pairs in (beside, rolls):
        assert chi_square([pairs[a, b] for a in range(1, 7) for b in range(1, 7)]) > ALPHA


def test_a_million_dice_run_as_long_as_they_should(million: bytes) -> None:
    """Runs above and below the middle (Wald and Wolfowitz), and runs of one face by their length."""
    high = [face > 3 for face in million]
    above = sum(high)
    below = MILLION - above
    runs = 1 + sum(a != b for a, b in pairwise(high))
    mean = 1 + 2 * above * below / MILLION
    variance = (mean - 1) * (mean - 2) / (MILLION - 1)
    assert erfc(abs(runs - mean) / sqrt(2 * variance)) > ALPHA
    lengths, length = Counter[int](), 1
    for a, b in pairwise(million):
        if a == b:
            length += 1
        else:
            lengths[min(length, 6)] += 1
            length = 1
    count = sum(lengths.values())
    expected = {n: count * (5 / 6) * (1 / 6) ** (n - 1) for n in range(1, 6)} | {6: count / 6**5}
    statistic = sum((lengths[n] - expected[n]) ** 2 / expected[n] for n in expected)
    assert tail(statistic, 5) > ALPHA


def test_these_tests_see_a_loaded_die(million: bytes) -> None:
    """A byte taken mod 6 without rejection: faces 1 to 4 get 43 bytes of 256, 5 and 6 get 42."""
    loaded = Counter[int]()
    for block in range(MILLION // 32):
        loaded.update(byte % 6 + 1 for byte in fair_dice.sha256(block.to_bytes(8, "big")).digest())
    assert chi_square([loaded[face] for face in range(1, 7)]) < ALPHA
