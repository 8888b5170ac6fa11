"""Requests on a match: one record for each, and one function that carries any of them out."""

from ironclad.referee.match_requests.agreements import (
    AcceptDraw,
    AcceptRewind,
    Branch,
    DeclineDraw,
    DeclineRewind,
    MoveRules,
    OfferDraw,
    ProposeRewind,
    Resign,
    WithdrawDraw,
    WithdrawRewind,
    WithdrawRules,
)
from ironclad.referee.match_requests.dice import AnchorDice, MakeIntent, ReadyDice
from ironclad.referee.match_requests.keys import AcceptKey, DeclineKey, OfferKey, RegisterKey
from ironclad.referee.match_requests.request import MatchRequest, MatchRequests, Parts

__all__ = [
    "AcceptDraw",
    "AcceptKey",
    "AcceptRewind",
    "AnchorDice",
    "Branch",
    "DeclineDraw",
    "DeclineKey",
    "DeclineRewind",
    "MakeIntent",
    "MatchRequest",
    "MatchRequests",
    "MoveRules",
    "OfferDraw",
    "OfferKey",
    "Parts",
    "ProposeRewind",
    "ReadyDice",
    "RegisterKey",
    "Resign",
    "WithdrawDraw",
    "WithdrawRewind",
    "WithdrawRules",
]
