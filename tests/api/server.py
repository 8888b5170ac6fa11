"""A server in a process of its own, with the toy ruleset: `python -m tests.api.server URL [PORT]`."""

import sys

from api.rulesets import installed
from api.serve import serve
from tests.toy import TUG


def main(url: str, port: int) -> None:
    rulesets = {**installed(), TUG.name: TUG}
    serve(url, "127.0.0.1", port, rulesets=rulesets, started=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
