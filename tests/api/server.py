"""A server in a process of its own, with the toy ruleset: `python -m tests.api.server URL [PORT [BOUNDS]]`.

BOUNDS are settings as JSON; others are taken from the environment.
"""

import json
import os
import sys
from typing import Any

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.serving.serve import serve
from ironclad.api.settings import Settings, from_environment
from tests.toy import TUG


def main(url: str, port: int, bounds: dict[str, Any]) -> None:
    rulesets = {**installed(), TUG.name: TUG}

    def started(address: str) -> None:
        print(address, flush=True)

    chosen = Settings(**{**from_environment(os.environ, shared=False), **bounds})
    serve(url, "127.0.0.1", port, rulesets=rulesets, started=started, settings=chosen)


if __name__ == "__main__":
    main(sys.argv[1], int([*sys.argv, "0"][2]), json.loads(sys.argv[3]) if len(sys.argv) > 3 else {})
