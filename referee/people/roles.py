"""Who may do what: the one table of it. Which right a call needs is written beside the call.

Holding a seat is no role: a seat's token, or the account that took the seat, may act for that seat and no
other, also where its owner may do more.
"""

from enum import StrEnum


class Right(StrEnum):
    """What a call may need."""

    LOOK = "look"  # at what the service says of itself: rulesets, documentation, health
    SIGN_IN = "sign in"
    READ = "read games"
    ODDS = "ask for odds"
    BRANCH = "open what-ifs"
    OPEN = "open games"
    SIT = "take a free seat"
    PLAY = "act for a seat that one holds"
    INVITE = "invite to games"
    DISPUTE = "take part in a game's disputes"
    RULE = "rule on claims"
    PUBLISH = "publish errata"
    TALK = "talk beside games"
    OWN = "see to one's own account and tokens"
    OVERSEE = "read every private game"
    MEASURE = "read the service's counts"
    APPOINT = "make, change and disable accounts"


class Role(StrEnum):
    """What an account is, from the least to the most that it may do."""

    SPECTATOR = "spectator"
    PLAYER = "player"
    DIRECTOR = "director"
    OPERATOR = "operator"


_VISITOR = frozenset({Right.LOOK, Right.SIGN_IN, Right.READ})
_SPECTATOR = _VISITOR | {Right.ODDS, Right.BRANCH, Right.OWN, Right.TALK, Right.DISPUTE}
_PLAYER = _SPECTATOR | {Right.OPEN, Right.SIT, Right.PLAY, Right.INVITE}
_DIRECTOR = _PLAYER | {Right.OVERSEE, Right.RULE}
_OPERATOR = _DIRECTOR | {Right.MEASURE, Right.APPOINT, Right.PUBLISH}

RIGHTS: dict[Role, frozenset[Right]] = {
    Role.SPECTATOR: _SPECTATOR,
    Role.PLAYER: _PLAYER,
    Role.DIRECTOR: _DIRECTOR,
    Role.OPERATOR: _OPERATOR,
}
"""What each role may do."""

SEAT = _VISITOR | {Right.ODDS, Right.BRANCH, Right.PLAY, Right.INVITE, Right.TALK, Right.DISPUTE}
"""What a seat's token may do that belongs to no account."""

VISITOR = _VISITOR
"""What anyone may do without any token, where accounts are required."""

HOUSEHOLD = _PLAYER - {Right.OWN} | {Right.MEASURE}
"""What anyone may do without any token where no accounts are required: a game at home."""
