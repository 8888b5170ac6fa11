"""A process that plays over a PostgreSQL store, and notes what was acknowledged (URL FILE PULLS).

As `playing.py`: FILE has a line `events SIZE` once a command was answered.
"""

import os
import sys
from pathlib import Path

from tests.log.conftest import pull, referee_at


def main(url: str, file: Path, pulls: int) -> None:
    notes = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    with referee_at(url) as referee:
        games = [referee.opening.open_game("tug", "long").id for _ in range(3)]
        for number in range(pulls):
            pull(referee, games[number % 3])
            os.write(notes, f"events {referee.queries.log_size()}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
