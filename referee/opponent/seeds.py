"""The random source of the computer player: a secret of each line of a game, shown when the game has ended.

It is derived from the service's secret, so that every process of a service makes the same choices and nobody
else foresees them. The id of the request by which the computer player sits down has its digest: so the log
fixes the seed of that line before the first choice. A game that hides something has its seal key instead.
"""

from hashlib import sha256
from hmac import digest as hmac_digest

from ironclad.domain.kernel.fair.fair_dice import frame
from ironclad.domain.match.state import COMPUTER
from ironclad.eventlog.records import OpponentSeed
from ironclad.referee.open_games import OpenGame

SCHEME = "ironclad-opponent/v1"
_OF_ID = 56  # digits of the digest that an id has room for: 224 bits


class OpponentSeeds:
    """Derives the seeds. `secret` is the service's."""

    def __init__(self, secret: bytes) -> None:
        self._master = sha256(frame(f"{SCHEME}/master", secret)).digest()

    def seed(self, game: str, line: str) -> bytes:
        """The secret seed of a line."""
        return hmac_digest(self._master, frame(SCHEME, game, line), "sha256")

    def sitting_id(self, game: str, line: str) -> str:
        """The id of the request by which the computer player sits down: it commits to the line's seed."""
        return f"house-{commitment(self.seed(game, line))[:_OF_ID]}"

    def of_choice(self, live: OpenGame, line: str, version: int) -> str:
        """What the choice at a version of a line is made from, the same in every process."""
        if live.seal is not None:
            return live.seal.seed_of(f"{live.id} {line} {version}")
        return choice_seed(self.seed(live.id, line), live.id, line, version)

    def record(self, live: OpenGame, line: str) -> OpponentSeed | None:
        """What is shown of a line's seed: its digest, and the seed when the game has ended.

        None where the computer player does not play, and in a game that hides something.
        """
        if live.seal is not None or COMPUTER not in live.match.players.values():
            return None
        seed = self.seed(live.id, line)
        return OpponentSeed(line, commitment(seed), seed.hex() if live.match.ended is not None else None)


def commitment(seed: bytes) -> str:
    """The digest of a seed, in hex."""
    return sha256(frame(f"{SCHEME}/commitment", seed)).hexdigest()


def choice_seed(seed: bytes, game: str, line: str, version: int) -> str:
    """What `random.Random` begins with for the choice at a version of a line."""
    return sha256(frame(f"{SCHEME}/choice", seed, game, line, version)).hexdigest()
