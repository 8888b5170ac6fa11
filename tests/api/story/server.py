"""The story's server, in a process of its own: `python -m tests.api.story.server URL [PORT]`."""

import os
import sys

from ironclad.api.serving.serve import serve
from ironclad.api.settings import Settings, from_environment
from tests.api.story.dice import story_dice

SEED = "1954"


def main(url: str, port: int) -> None:
    chosen = Settings(**from_environment(os.environ, shared=False))
    told = lambda address: print(address, flush=True)  # noqa: E731
    serve(url, "127.0.0.1", port, dice=story_dice(SEED), settings=chosen, started=told)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
