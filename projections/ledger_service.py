"""The ledger of a log that is open: its tiles, what is published of it, and its signer, if there is one."""

from time import monotonic, sleep

from projections.housekeeper import Housekeeper
from projections.ledger.checkpoints import parse_checkpoint
from projections.ledger.tiles import WIDTH
from projections.signer import REFUSED, Signer, Signing
from projections.store.checkpoints import Checkpoints
from projections.store.database import Database
from projections.store.tiles import TileStore

_COVER_SECONDS = 5.0
_LOOK_SECONDS = 0.02


class Ledger:
    """What the referee's parts share of the ledger."""

    def __init__(self, database: Database, housekeeper: Housekeeper, signing: Signing) -> None:
        self.tiles = TileStore(database)
        self.published = Checkpoints(database)
        self.witnesses = signing.witnesses
        self.signer: Signer | None = None
        self._housekeeper = housekeeper
        self._full = 0
        if signing.key is not None and signing.notary is not None:
            self.signer = Signer(
                database, self.tiles, self.published, signing.key, signing.notary, signing.successor
            )

    def grown(self, position: int) -> None:
        """The log was appended to up to a position: keep the tiles that are full now, some time soon."""
        if (full := position // WIDTH) > self._full:
            self._full = full
            self._housekeeper.ask("tiles", self.tiles.catch_up)

    def covers(self, position: int) -> bool:
        """Whether a signed checkpoint covers a position; waits for it a little, where there is none yet.

        None does of a log that is refused: what was signed may be of another log, whose players have seen
        links that this one has not. Where nobody has the log's key nothing is signed, and nothing waited for.
        """
        deadline = monotonic() + _COVER_SECONDS
        while True:
            said, latest = self.published.said(), self.published.latest()
            if said is not None and said.condition == REFUSED:
                return False
            if latest is not None and parse_checkpoint(latest.text).size >= position:
                return True
            if said is None and self.signer is None:
                return True
            if monotonic() >= deadline:
                return False
            if self.signer is not None:
                self.signer.hurry()
            sleep(_LOOK_SECONDS)

    def close(self) -> None:
        """Stop signing."""
        if self.signer is not None:
            self.signer.close()
