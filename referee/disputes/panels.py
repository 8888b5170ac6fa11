"""The chains by whose links panels are drawn, derived from the service's secret."""

from hashlib import sha256

from ironclad.domain.match.disputes import lots
from ironclad.domain.match.disputes.state import Disputes
from ironclad.eventlog.errors import Unavailable

LENGTH = 256
"""Links of a chain: a game has 50 claims, each is returned once, and a panel may lose all its members."""


class Panels:
    """Keeps the chains of one service."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def anchor(self, game: str, chief: str) -> str:
        """The anchor of the chain for officials whose chief has this pseudonym."""
        return self._chain(game, chief)[0]

    def next(self, game: str, state: Disputes) -> str:
        """The next link of a game's chain; "" where no chain was anchored. Raises Unavailable."""
        if state.officials is None or not state.link:
            return ""
        chain = self._chain(game, state.officials.chief)
        if state.link not in chain[:-1]:
            raise Unavailable("this service does not have the chain by which panels of this game are drawn")
        return chain[chain.index(state.link) + 1]

    def _chain(self, game: str, chief: str) -> list[str]:
        last = sha256(b"ironclad-panel/v1/master|" + self._secret + f"|{game}|{chief}".encode()).digest()
        return lots.chain(game, last, LENGTH)
