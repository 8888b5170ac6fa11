"""A server in a process of its own, with the toy ruleset: `python -m tests.api.server URL [PORT [BOUNDS]]`.

BOUNDS are settings as JSON.
"""

import json
import sys
from typing import Any

from api.rulesets import installed
from api.serve import serve
from api.settings import Settings
from tests.toy import TUG


def main(url: str, port: int, bounds: dict[str, Any]) -> None:
    rulesets = {**installed(), TUG.name: TUG}

    def started(address: str) -> None:
        print(address, flush=True)

    serve(url, "127.0.0.1", port, rulesets=rulesets, started=started, settings=Settings(**bounds))


if __name__ == "__main__":
    main(sys.argv[1], int([*sys.argv, "0"][2]), json.loads(sys.argv[3]) if len(sys.argv) > 3 else {})
