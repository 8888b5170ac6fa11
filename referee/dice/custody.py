"""The service's own chains, and those that seats leave to it: derived from one master key, stored nowhere."""

from collections import OrderedDict
from hashlib import sha256
from hmac import digest as hmac_digest
from threading import Lock

from ironclad.domain.kernel.fair.fair_dice import V1, KeptChain, context, frame
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_SERVER, Chain, LostChain

_CHAINS_KEPT = 4_096  # a few kilobytes each


def master_from(secret: bytes) -> bytes:
    """A master key from a server's secret, for who gives no key for dice alone."""
    return sha256(frame(f"{V1}/master", secret)).digest()


class DiceCustody:
    """Links of kept chains: a chain is made when it is first asked for (half a microsecond a link).

    The master key is kept outside the database and its backups: who has it foresees what the service reveals.
    """

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._chains: OrderedDict[tuple[str, str, str, int, int, str], KeptChain] = OrderedDict()
        self._lock = Lock()

    def new(self, game: str, timeline: str, party: str, series: int, length: int, scheme: str = V1) -> Chain:
        """A chain that the service keeps, to be anchored; `scheme` is how the game's dice are made."""
        kept = self._kept(game, timeline, party, series, length, scheme)
        return Chain(party, KEPT_BY_SERVER, series, length, kept.anchor.hex())

    def holds(self, game: str, timeline: str, chain: Chain, scheme: str = V1) -> bool:
        """Whether this keeper made the chain: with another master key it cannot have."""
        kept = self._kept(game, timeline, chain.party, chain.series, chain.length, scheme)
        return kept.anchor.hex() == chain.link

    def link(self, game: str, timeline: str, chain: Chain, index: int, scheme: str = V1) -> bytes:
        """See `Keeper`. Raises LostChain."""
        kept = self._kept(game, timeline, chain.party, chain.series, chain.length, scheme)
        if kept.anchor.hex() != chain.link:
            raise LostChain(f"{chain.party}'s chain {chain.series} on {timeline} of {game}")
        return kept.link(index)

    def _kept(self, game: str, timeline: str, party: str, series: int, length: int, scheme: str) -> KeptChain:
        name = (game, timeline, party, series, length, scheme)
        with self._lock:
            if (kept := self._chains.get(name)) is not None:
                self._chains.move_to_end(name)
                return kept
        place = frame(f"{scheme}/end", game, timeline, party, series, length)
        end = hmac_digest(self._master, place, "sha256")
        chain = context(game, timeline, party, KEPT_BY_SERVER, series, scheme)
        kept = KeptChain(chain, end, length)
        with self._lock:
            self._chains[name] = kept
            while len(self._chains) > _CHAINS_KEPT:
                self._chains.popitem(last=False)
        return kept
