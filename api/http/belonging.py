"""Whose game it is: what the caller holds in one, and under which pseudonyms."""

from flask import g

from ironclad.api.http.guard import seats_in
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure


def seats_held(game: str) -> tuple[str, ...]:
    """The seats of a game for which the caller may act; none where that is none. Raises NotFound."""
    try:
        return seats_in(game)
    except Failure:
        return ()


def pseudonyms(game: str) -> tuple[str, ...]:
    """Under which pseudonyms the caller is known in a game: the account's first, then the seats'."""
    account: str | None = g.caller.account
    players = service().authorization.pseudonyms(game, seats_held(game))
    return players if account is None else (account, *players)
