"""The server that is fuzzed, with an account of each role: `python -m tests.load.server URL [PORT]`.

Nothing is limited, passwords are cheap to check, and who waits waits briefly: live streams end by themselves.
"""

import os
import sys

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving.serve import serve
from ironclad.api.settings import Settings, from_environment
from ironclad.referee.people.roles import Role
from tests.api.shared import CHEAP, PASSWORD
from tests.toy import TUG

if __name__ == "__main__":
    with Service(sys.argv[1], {TUG.name: TUG}, ServiceSettings(access=CHEAP)) as referee:
        for role in Role:
            referee.people.accounts.add(role.value, PASSWORD, role)
    serve(
        sys.argv[1],
        port=int(sys.argv[2]) if len(sys.argv) > 2 else 0,
        rulesets={**installed(), TUG.name: TUG},
        settings=Settings(
            **from_environment(os.environ, shared=False),
            rates={},
            access=CHEAP,
            wait_seconds=0.01,
            stream_seconds=0.1,
        ),
        started=lambda address: print(address, flush=True),
    )
