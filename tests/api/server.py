"""A server in a process of its own, with the toy ruleset: `python -m tests.api.server URL [PORT]`."""

import sys

from api.serve import serve
from domain import games
from tests.toy import TUG


def main(url: str, port: int) -> None:
    rulesets = {"tug": TUG}
    if "american_civil_war" in games.NAMES:
        try:
            rulesets["american_civil_war"] = games.ruleset("american_civil_war")
        except (ImportError, AttributeError):
            print("american_civil_war is not complete", file=sys.stderr)
    serve(url, "127.0.0.1", port, rulesets=rulesets, started=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
