"""The service's own chains, and those that seats leave to it: derived from one master key, stored nowhere."""

from collections import OrderedDict
from hashlib import sha256
from hmac import digest as hmac_digest
from threading import Lock

from ironclad.domain.kernel.fair.fair_dice import SCHEME, KeptChain, context, frame
from ironclad.domain.kernel.fair.fair_table import KEPT_BY_SERVER, Chain, LostChain

_CHAINS_KEPT = 4_096  # a few kilobytes each


def master_from(secret: bytes) -> bytes:
    """A master key from a server's secret, for who gives no key for dice alone."""
    return sha256(frame(f"{SCHEME}/master", secret)).digest()


class DiceCustody:
    """Links of kept chains: a chain is made when it is first asked for (half a microsecond a link).

    The master key is kept outside the database and its backups: who has it foresees what the service reveals.
    """

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._chains: OrderedDict[tuple[str, str, str, int, int], KeptChain] = OrderedDict()
        self._lock = Lock()

    def new(self, game: str, timeline: str, party: str, series: int, length: int) -> Chain:
        """A chain that the service keeps, to be anchored."""
        kept = self._kept(game, timeline, party, series, length)
        return Chain(party, KEPT_BY_SERVER, series, length, kept.anchor.hex())

    def holds(self, game: str, timeline: str, chain: Chain) -> bool:
        """Whether this keeper made the chain: with another master key it cannot have."""
        kept = self._kept(game, timeline, chain.party, chain.series, chain.length)
        return kept.anchor.hex() == chain.link

    def link(self, game: str, timeline: str, chain: Chain, index: int) -> bytes:
        """See `Keeper`. Raises LostChain."""
        kept = self._kept(game, timeline, chain.party, chain.series, chain.length)
        if kept.anchor.hex() != chain.link:
            raise LostChain(f"{chain.party}'s chain {chain.series} on {timeline} of {game}")
        return kept.link(index)

    def _kept(self, game: str, timeline: str, party: str, series: int, length: int) -> KeptChain:
        name = (game, timeline, party, series, length)
        with self._lock:
            if (kept := self._chains.get(name)) is not None:
                self._chains.move_to_end(name)
                return kept
        end = hmac_digest(self._master, frame(f"{SCHEME}/end", *name), "sha256")
        kept = KeptChain(context(game, timeline, party, KEPT_BY_SERVER, series), end, length)
        with self._lock:
            self._chains[name] = kept
            while len(self._chains) > _CHAINS_KEPT:
                self._chains.popitem(last=False)
        return kept
