"""Drawing a panel by lot, so that anybody can check the draw later.

The service anchors a hash chain when officials are named: x[i-1] = SHA-256(frame(tag, game, x[i])), where
x[0] is the anchor. A panel is drawn by the next link, which nobody can choose: each eligible assessor gets
HMAC-SHA-256(link, frame(tag, game, claim, assessor)), and the least values are drawn, members first.
"""

import hmac
from collections.abc import Collection
from hashlib import sha256

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.fair.fair_dice import frame

TAG = "ironclad-panel/v1"
RESERVES = 2
ENOUGH = 5
"""Assessors without a conflict who are needed for a panel of three with its reserves."""
LINK_DIGITS = 64


def before(game: str, link: str) -> str:
    """The link before one of the chain, in hex. Raises ValueError for what is no link."""
    return sha256(frame(TAG, game, bytes.fromhex(link))).hexdigest()


def chain(game: str, last: bytes, length: int) -> list[str]:
    """A chain of so many links after its anchor, which comes first; `last` is the last link (32 bytes)."""
    found = [last.hex()]
    for _ in range(length):
        found.append(before(game, found[-1]))
    return found[::-1]


def drawn(
    game: str, claim: int, link: str, eligible: Collection[str], panel: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The members and the reserves of a panel. Fewer than five eligible: a panel of one.

    Raises Refused where nobody is eligible.
    """
    require(eligible, "appeal/panel", "no assessor without a conflict is there: name more officials")
    key = bytes.fromhex(link)

    def lot(assessor: str) -> tuple[bytes, str]:
        message = frame(TAG, game, str(claim), assessor)
        return hmac.new(key, message, sha256).digest(), assessor

    ordered = sorted(set(eligible), key=lot)
    size = panel if len(ordered) >= ENOUGH else 1
    return tuple(ordered[:size]), tuple(ordered[size : size + RESERVES])


def check_link(game: str, known: str, link: str) -> None:
    """Check that a link is the next after the last known one of the chain. Raises Refused."""
    formed = len(link) == LINK_DIGITS and not set(link) - set("0123456789abcdef")
    require(
        formed and before(game, link) == known,
        "appeal/link",
        "the link is not the next of the anchored chain",
    )
