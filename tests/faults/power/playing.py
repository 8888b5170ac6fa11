"""A process that plays over a log below a folder, and notes what was acknowledged (FOLDER PULLS).

The file `acknowledged` has a line each: `events SIZE` once a command was answered, `signed SIZE` once a
checkpoint was given out. The recorder sees when it was written; it is not flushed, and not part of the log.
"""

import os
import sys
from pathlib import Path

from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.signer import Signing
from tests.log.conftest import pull, referee_at
from tests.proof.test_signer import KEY


def main(folder: Path, pulls: int) -> None:
    notes = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    signing = Signing(KEY, folder / "apart" / "notary")
    (folder / "apart").mkdir(exist_ok=True)
    with referee_at(f"sqlite:///{folder / 'log.db'}", signing=signing) as referee:
        games = [referee.opening.open_game("tug", "long").id for _ in range(3)]
        for number in range(pulls):
            pull(referee, games[number % 3])
            size = referee.queries.log_size()
            os.write(notes, f"events {size}\n".encode())
            if number % 4 == 0:
                note = referee.prover.checkpoint(size, wait=20.0)
                os.write(notes, f"signed {parse_checkpoint(note.text).size}\n".encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
