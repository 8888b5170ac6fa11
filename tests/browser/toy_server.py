"""A server in a process of its own, with the toys: `python -m tests.browser.toy_server URL [PORT]`."""

import os
import sys

from ironclad.api.serving.serve import serve
from ironclad.api.settings import Settings, from_environment
from ironclad.domain.games.iron_brigade.game import RULESET as IRON_BRIGADE
from ironclad.domain.games.war_between_the_states.game import RULESET as WAR_BETWEEN_THE_STATES
from tests.toy import changed
from tests.toys.both_row import BOTH_ROW
from tests.toys.sealed_fields import SEALED_FIELDS
from tests.toys.two_ferries import TWO_FERRIES

FIELDS = changed(SEALED_FIELDS, hands_over=frozenset(), together=frozenset({"give_orders"}))
"""Six Fields whose orders are committed to together, in games of dice of v2."""

NOT_OFFERED = (IRON_BRIGADE, WAR_BETWEEN_THE_STATES)
RULESETS = {each.name: each for each in (FIELDS, TWO_FERRIES, BOTH_ROW, *NOT_OFFERED)}


def main(url: str, port: int) -> None:
    def started(address: str) -> None:
        print(address, flush=True)

    settings = Settings(**from_environment(os.environ, shared=False))
    serve(url, "127.0.0.1", port, rulesets=RULESETS, started=started, settings=settings)


if __name__ == "__main__":
    main(sys.argv[1], int([*sys.argv, "0"][2]))
