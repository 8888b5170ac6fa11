"""Whose game it is: what the caller holds in one, and under which pseudonyms."""

from flask import g

from ironclad.api.http.guard import not_allowed, seats_in
from ironclad.api.http.inputs import service
from ironclad.api.http.problems import Failure
from ironclad.referee.people.roles import Right


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


def voice(game: str, named: str | None) -> tuple[str | None, str]:
    """As which seat (None: an onlooker) and pseudonym the caller writes beside a game. Raises Failure."""
    held = seats_held(game)
    if named is not None and named not in held:
        raise Failure("not-your-seat", f"You do not hold {named}.")
    if held:
        seat = named or held[0]
        return seat, service().authorization.pseudonyms(game, (seat,))[0]
    account: str | None = g.caller.account
    if account is None:
        raise not_allowed(Right.TALK)
    if not service().people.chat.is_open(game):
        raise Failure("not-allowed", "Only the seats of this game write here: they have not let onlookers.")
    return None, account
