"""The story's server, in a process of its own: `python -m tests.api.story.server URL [PORT]`."""

import sys

from api.serve import serve
from tests.api.story.dice import story_dice

SEED = "1954"


def main(url: str, port: int) -> None:
    serve(url, "127.0.0.1", port, dice=story_dice(SEED), started=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
