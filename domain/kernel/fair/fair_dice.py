"""Hash chains, keys, and faces by rejection: `ironclad-dice/v2`, and v1 of older games (docs/dice.md).

Both have the same formulas, with their own name in every hash. A chain's links are revealed one by one, in
order, each the preimage of the one before; the anchor fixes them all beforehand. The rolls of a command, or
of several together, come from one key made of one link of each party. Everything here is a pure function of
bytes: where a chain's end comes from is its keeper's affair.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from hmac import digest as hmac_digest

from ironclad.domain.kernel.engine.dice import check_sides

V1 = "ironclad-dice/v1"
V2 = "ironclad-dice/v2"
SCHEMES = (V1, V2)
"""How the dice of a game are made, as its first event names it."""

SERVER = "server"
"""The name of the service as a party; no seat may be called so."""

LINK_BYTES = 32
NOTHING = bytes(LINK_BYTES)
"""The share of who has none: no beacon, or a line where the service rolls alone."""
SHORTEST, LONGEST = 256, 16_384
"""How long a seat's own chain may be, in links."""
_LINK = re.compile("[0-9a-f]{64}")
_EVERY = 32  # links between two that a kept chain remembers


def frame(*fields: str | bytes | int) -> bytes:
    """Fields one after another, each behind its length in 4 bytes; a number is 8 bytes, all big-endian.

    No two lists of fields give the same bytes.
    """
    parts = []
    for field in fields:
        if isinstance(field, int):
            field = field.to_bytes(8, "big")
        elif isinstance(field, str):
            field = field.encode()
        parts += [len(field).to_bytes(4, "big"), field]
    return b"".join(parts)


@lru_cache(maxsize=4_096)  # asked for with every link of a chain
def context(game: str, timeline: str, party: str, custody: str, series: int, scheme: str = V1) -> bytes:
    """What every link of one chain is hashed with, 32 bytes: no link of a chain is one of another chain."""
    return sha256(frame(f"{scheme}/chain", game, timeline, party, custody, series)).digest()


def link_before(chain: bytes, index: int, link: bytes) -> bytes:
    """Link `index` - 1 of the chain with this context, from link `index`."""
    return sha256(chain + index.to_bytes(4, "big") + link).digest()


def fits(chain: bytes, known: bytes, index: int, link: bytes) -> bool:
    """Whether `link` is link `index` of the chain whose link `index` - 1 is `known`."""
    return link_before(chain, index, link) == known


def steps_to(chain: bytes, known_index: int, known: bytes, link: bytes, most: int) -> int | None:
    """How many links past a known one a link is, at most `most`; None if it is none of those.

    Takes up to `most` * (`most` + 1) / 2 hashes: a link has to be tried at each index.
    """
    for steps in range(1, most + 1):
        found = link
        for index in range(known_index + steps, known_index, -1):
            found = link_before(chain, index, found)
        if found == known:
            return steps
    return None


class KeptChain:
    """A chain in its keeper's hand: every 32nd link is remembered, the others are hashed from it.

    Making one takes `length` hashes (about half a microsecond each), a link at most 31 of them, and one where
    links are asked for in order: the stretch around the last one is at hand.
    """

    def __init__(self, chain: bytes, end: bytes, length: int) -> None:
        """`end` is the last link, x[length]: 32 bytes that nobody else can guess."""
        if len(end) != LINK_BYTES or length < 1:
            raise ValueError("a chain has 1 link or more, of 32 bytes each")
        self._chain, self._end, self.length = chain, end, length
        kept = bytearray(LINK_BYTES * (length // _EVERY + 1))
        link = end
        for index in range(length, -1, -1):
            if index % _EVERY == 0:
                kept[index // _EVERY * LINK_BYTES : (index // _EVERY + 1) * LINK_BYTES] = link
            if index:
                link = sha256(chain + index.to_bytes(4, "big") + link).digest()
        self._kept = bytes(kept)
        self._stretch: tuple[int, dict[int, bytes]] = (-1, {})
        self.anchor = link

    def link(self, index: int) -> bytes:
        """Link `index`, from 0 (the anchor) to the length. Raises IndexError."""
        if not 0 <= index <= self.length:
            raise IndexError(f"a chain of {self.length} links has no link {index}")
        slot = -(-index // _EVERY)
        stretch = self._stretch  # another thread may put another one there meanwhile
        if stretch[0] != slot:
            stretch = self._stretch = slot, self._links_to(slot)
        return stretch[1][slot * _EVERY - index]

    def _links_to(self, slot: int) -> dict[int, bytes]:
        """The links from the one kept in a slot down to the slot before, by how far below it each stands."""
        above, link = slot * _EVERY, self._kept[slot * LINK_BYTES : (slot + 1) * LINK_BYTES]
        top = min(above, self.length)
        if above > self.length:
            link = self._end
        links = {above - top: link}
        for index in range(top, max(above - _EVERY + 1, 0), -1):
            link = link_before(self._chain, index, link)
            links[above - index + 1] = link
        return links


def key_of(server: bytes, seats: tuple[bytes, ...], beacon: bytes = NOTHING, scheme: str = V1) -> bytes:
    """The key of rolls: from the shares of the service, of the seats in their order, of the beacon."""
    return sha256(frame(f"{scheme}/key", server, *seats, beacon)).digest()


def blocks(key: bytes, game: str, timeline: str, number: int, scheme: str = V1) -> Iterator[int]:
    """The bytes of roll `number` without end, 32 a block."""
    block = 0
    while True:
        yield from hmac_digest(key, frame(f"{scheme}/block", game, timeline, number, block), "sha256")
        block += 1


def faces_of(
    key: bytes, game: str, timeline: str, number: int, count: int, sides: int = 6, scheme: str = V1
) -> tuple[int, ...]:
    """The faces of roll `number`: `count` dice of 2 to 256 sides, each face as likely as any other.

    A byte past the last whole multiple of `sides` shows no face and is passed over.
    """
    check_sides(sides)
    bound = 256 - 256 % sides
    faces: list[int] = []
    stream = blocks(key, game, timeline, number, scheme)
    while len(faces) < count:
        byte = next(stream)
        if byte < bound:
            faces.append(byte % sides + 1)
    return tuple(faces)


def read_link(text: object) -> bytes | None:
    """A link from its 64 lower-case hexadecimal digits; None where it is not written so."""
    if not isinstance(text, str) or not _LINK.fullmatch(text):
        return None
    return bytes.fromhex(text)
