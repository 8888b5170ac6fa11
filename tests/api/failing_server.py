"""A server that fails on purpose and says what it was given: `python -m tests.api.failing_server URL`."""

import os
import sys
from typing import Any

from flask import request

from ironclad.api.serving import serve
from ironclad.api.settings import Settings, from_environment
from ironclad.referee.authorization import Authorization
from ironclad.referee.people import accounts
from ironclad.referee.seating import Opening
from tests.api.shared import CHEAP
from tests.toy import TUG


class Deliberate(Exception):
    """A fault with everything in its message that should not be told."""


def spoil() -> None:
    """Make what is named "fails" fail."""
    is_private, known = Authorization.is_private, accounts.Accounts._known
    take_seat = Opening.take_seat

    def fail_to_read(self: Authorization, game: str) -> bool:
        if game == "fails":
            raise Deliberate(f"reading for {dict(request.headers)}")
        return game != "fails-seating" and is_private(self, game)

    def fail_to_seat(self: Opening, game: str, *given: Any, **more: Any) -> Any:
        if game == "fails-seating":
            raise Deliberate(f"seating {given} {more}")
        return take_seat(self, game, *given, **more)

    def fail_to_sign_in(self: Any, name: str, password: str) -> Any:
        if name == "fails":
            raise Deliberate(f"signing in {name} with {password!r}")
        return known(self, name, password)

    Authorization.is_private = fail_to_read  # type: ignore[method-assign]
    Opening.take_seat = fail_to_seat  # type: ignore[method-assign]
    accounts.Accounts._known = fail_to_sign_in  # type: ignore[method-assign]


if __name__ == "__main__":
    spoil()
    settings = Settings(**{**from_environment(os.environ, shared=False), "accounts": True}, access=CHEAP)
    told = lambda address: print(address, flush=True)  # noqa: E731
    serve.serve(sys.argv[1], port=0, rulesets={TUG.name: TUG}, settings=settings, started=told)
