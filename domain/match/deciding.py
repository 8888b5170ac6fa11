"""decide(match, seat, command) gives events or refuses; pure, and the same for every ruleset.

Refusals name their rule as `match/…`:
opened · seats · seat-taken · over · timeline · branches · what-if · nowhere · one-proposal · proposal ·
own-proposal · one-offer · no-offer · own-offer · offer · opened (what a game hid was opened at its end);
`fork/hidden`: a game that hides something is not branched while it runs. What commands do to the dice is
decided in `domain/match/dice.py`, which needs the service's chains; what they do to keys in
`domain/match/keys.py`.

A rewind may be proposed after the rules have ended the game: it needs both seats, so nobody loses a won game
against their will. A resignation and an agreed draw are the players' own word, and final.
"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Outcome
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match import intents, keys, rules
from ironclad.domain.match.clocks import commands as t
from ironclad.domain.match.clocks.deciding import decide as decide_clocks
from ironclad.domain.match.clocks.events import ControlSet, EndLifted
from ironclad.domain.match.clocks.past import AS_THEN
from ironclad.domain.match.clocks.times import instant_of
from ironclad.domain.match.signed import SCHEME_2
from ironclad.domain.match.state import MAIN, Match, Proposal

SEAT_BRANCHES = 1_000
READER_BRANCHES = 50  # under one name
READERS_BRANCHES = 1_000  # under all names that are no seat's: no reader takes a seat's own


def decide(match: Match, seat: str, command: Command) -> list[Event]:
    """The events that a command causes. Raises Refused; changes nothing.

    `seat` is a seat of the game, or for OpenGame and OpenBranch the caller.
    """
    if not isinstance(command, c.OpenGame):
        require(match.opened is not None, "match/opened", "no such game has been opened")
    if not isinstance(command, c.OpenGame | c.OpenBranch):
        require(match.opened and seat in match.opened.seats, "match/seats", f"the game has no seat {seat!r}")
    return _DECIDERS[type(command)](match, seat, command)


def ended_by_rules(match: Match, outcome: Outcome, version: int, at: str) -> e.GameEnded:
    """The end that a ruleset's own outcome makes, at `version` of the line that the game is on."""
    return e.GameEnded(match.current, version, "rules", outcome.winner, outcome.reason, outcome.rule, at)


def _running(match: Match) -> None:
    require(match.ended is None, "match/over", "the game is over")


def _others(match: Match, seat: str) -> tuple[str, ...]:
    """All other seats."""
    assert match.opened is not None
    return tuple(each for each in match.opened.seats if each != seat)


def _open(match: Match, by: str, command: c.OpenGame) -> list[Event]:
    """A game has two seats: what is agreed on is carried out when one other seat agrees."""
    require(match.opened is None, "match/opened", "the game has been opened before")
    require(len(set(command.seats)) == 2, "match/seats", "a game has two seats")
    return [
        e.GameOpened(
            command.ruleset,
            command.version,
            command.scenario,
            command.options,
            command.seats,
            command.title,
            command.by,
        ),
        e.TimelineOpened(MAIN, None, 0, "main", command.by),
        *([] if command.control is UNSET else [ControlSet(command.control, "fresh", command.by)]),
    ]


def _take_seat(match: Match, seat: str, command: c.TakeSeat) -> list[Event]:
    require(seat not in match.players, "match/seat-taken", f"the seat {seat} is taken already")
    return [e.SeatTaken(seat, command.player), *_change_keys(match, seat, command)]


def _change_keys(match: Match, seat: str, command: Command) -> list[Event]:
    """Keys outlive a game's end: a rewind may yet be agreed on."""
    assert match.opened is not None
    events = keys.caused(match.keys, match.opened.seats, seat, command)
    brought = [each for each in events if isinstance(each, e.KeyRegistered | e.KeyOffered)]
    hidden = f"a game that hides something has keys of {SCHEME_2} alone (key_scheme)"
    require(not match.seal or all(each.scheme for each in brought), "signature/hidden", hidden)
    return events


def _open_branch(match: Match, by: str, command: c.OpenBranch) -> list[Event]:
    require(
        command.timeline in match.timelines, "match/timeline", f"there is no timeline {command.timeline!r}"
    )
    require(command.branch not in match.timelines, "match/timeline", "a timeline has this id already")
    hidden = "a branch would show what the game hides: it can be branched when it has ended"
    require(not match.hides, "fork/hidden", hidden)
    _room_for_branch(match, by)
    return [e.TimelineOpened(command.branch, command.timeline, command.at, "branch", by)]


def _room_for_branch(match: Match, by: str) -> None:
    """Each seat has its own limit of branches. Any reader may branch, so all readers share one limit."""
    assert match.opened is not None
    seats = match.opened.seats
    most = SEAT_BRANCHES if by in seats else READER_BRANCHES
    require(
        match.branches_of(lambda name: name == by) < most,
        "match/branches",
        f"{by} has opened {most:,} branches of this game, and may have no more",
    )
    require(
        by in seats or match.branches_of(lambda name: name not in seats) < READERS_BRANCHES,
        "match/branches",
        f"readers have opened {READERS_BRANCHES:,} branches of this game, and may have no more",
    )


def _propose_rewind(match: Match, seat: str, command: c.ProposeRewind) -> list[Event]:
    if match.ended is not None:
        require(match.ended.how == "rules", "match/over", f"the game was ended by {match.ended.how}")
    require(
        command.timeline in match.timelines, "match/timeline", f"there is no timeline {command.timeline!r}"
    )
    require(
        not match.is_what_if(command.timeline),
        "match/what-if",
        "the game cannot continue from a branch: its dice were rolled for one reader",
    )
    require(command.proposal not in match.timelines, "match/timeline", "a timeline has this id already")
    opened = "what the game hid was opened at its end: it is not played on from an earlier event"
    require(not match.opened_key, "match/opened", opened)
    require(
        all(open_.seat != seat for open_ in match.proposals.values()),
        "match/one-proposal",
        "first withdraw your proposal that waits for an answer",
    )
    if command.clocks is not UNSET:
        require(match.timed, "clock/control", "the game is not timed")
        require(command.clocks == AS_THEN, "clock/as-then", f"clocks is {AS_THEN}, or left out")
    about = (command.timeline, command.at, command.reason, command.clocks)
    return [e.RewindProposed(command.proposal, seat, *about)]


def _proposal(match: Match, proposal: str) -> Proposal:
    found = match.proposals.get(proposal)
    require(found, "match/proposal", f"no proposal {proposal!r} waits for an answer")
    assert found is not None
    return found


def _accept_rewind(match: Match, seat: str, command: c.AcceptRewind) -> list[Event]:
    proposal = _proposal(match, command.proposal)
    require(proposal.seat != seat, "match/own-proposal", "the other seat must agree to it")
    return [
        e.RewindAccepted(proposal.id, seat),
        e.TimelineOpened(proposal.id, proposal.timeline, proposal.at, "rewind", proposal.seat),
        e.GameMoved(proposal.id, match.current, command.head, proposal.seat, proposal.reason),
    ]


def _decline_rewind(match: Match, seat: str, command: c.DeclineRewind) -> list[Event]:
    proposal = _proposal(match, command.proposal)
    require(proposal.seat != seat, "match/own-proposal", "a seat withdraws its own proposal")
    return [e.RewindDeclined(proposal.id, seat)]


def _withdraw_rewind(match: Match, seat: str, command: c.WithdrawRewind) -> list[Event]:
    proposal = _proposal(match, command.proposal)
    require(proposal.seat == seat, "match/own-proposal", "only the seat that proposed can withdraw it")
    return [e.RewindWithdrawn(proposal.id, seat)]


def _make_intent(match: Match, seat: str, command: c.MakeIntent) -> list[Event]:
    _running(match)
    on_it = command.timeline == match.current
    require(on_it, "match/timeline", f"the game is on {match.current}, not on {command.timeline!r}")
    return intents.made(match, seat, command)


def _change_dice(match: Match, seat: str, command: c.AnchorDice | c.RevealFirst) -> list[Event]:
    """The dice of the line that the game is on, or of one that a seat proposes: see domain/match/dice.py."""
    if command.timeline not in match.proposals:
        _running(match)
        require(
            command.timeline == match.current,
            "match/timeline",
            f"the game is on {match.current}, not on {command.timeline!r}",
        )
    return []


def _offer_draw(match: Match, seat: str, command: c.OfferDraw) -> list[Event]:
    _running(match)
    require(seat not in match.draw_offers, "match/one-offer", "this seat has offered a draw already")
    require(not match.draw_offers, "match/one-offer", "the other seat's offer waits for an answer")
    return [e.DrawOffered(seat, command.offer)]


def _answers_offer(match: Match, seat: str, offer: str) -> None:
    _running(match)
    require(match.draw_offers, "match/no-offer", "no draw is on offer")
    require(seat not in match.draw_offers, "match/own-offer", "the other seat must answer it")
    _stands(match, offer)


def _stands(match: Match, offer: str) -> None:
    """If an answer names an offer, that offer is open. Raises Refused."""
    require(
        not offer or any(each.id == offer for each in match.draw_offers.values()),
        "match/offer",
        f"the offer {offer!r} is not open any more; another one is",
    )


def _accept_draw(match: Match, seat: str, command: c.AcceptDraw) -> list[Event]:
    _answers_offer(match, seat, command.offer)
    end = e.GameEnded(
        match.current, command.head, "draw", None, "the seats agreed on a draw", "match/draw", match.clock
    )
    return [e.DrawAccepted(seat), end]


def _decline_draw(match: Match, seat: str, command: c.DeclineDraw) -> list[Event]:
    _answers_offer(match, seat, command.offer)
    return [e.DrawDeclined(seat)]


def _withdraw_draw(match: Match, seat: str, command: c.WithdrawDraw) -> list[Event]:
    _running(match)
    require(seat in match.draw_offers, "match/no-offer", "this seat offers no draw")
    _stands(match, command.offer)
    return [e.DrawWithdrawn(seat)]


def _resign(match: Match, seat: str, command: c.Resign) -> list[Event]:
    _running(match)
    others = _others(match, seat)
    winner = others[0] if len(others) == 1 else None
    end = e.GameEnded(
        match.current, command.head, "resignation", winner, f"{seat} resigned", "match/resign", match.clock
    )
    return [e.Resigned(seat), end]


def _move_rules(match: Match, seat: str, command: c.MoveRules) -> list[Event]:
    """The ruleset's part is checked before this (domain/match/rules.py)."""
    _running(match)
    return rules.asked_or_moved(match, seat, command)


def _withdraw_rules(match: Match, seat: str, command: c.WithdrawRules) -> list[Event]:
    _running(match)
    return rules.withdrawn(match, seat, command)


def _clocks(match: Match, seat: str, command: Command) -> list[Event]:
    """What a seat asks of the clocks, at the time of its command. Officials' requests are not for seats."""
    events = decide_clocks(match.all_clocks, t.Actor(seat, "seat"), command, instant_of(match.clock))
    opened = "what the game hid was opened at its end: it does not continue"
    lifts = any(isinstance(event, EndLifted) for event in events)
    require(not (lifts and match.opened_key), "match/opened", opened)
    return events


_DECIDERS: dict[type[Command], Callable[[Match, str, Any], list[Event]]] = {
    **dict.fromkeys(t.CLOCK_COMMANDS, _clocks),
    c.OpenGame: _open,
    c.TakeSeat: _take_seat,
    c.OpenBranch: _open_branch,
    c.ProposeRewind: _propose_rewind,
    c.AcceptRewind: _accept_rewind,
    c.DeclineRewind: _decline_rewind,
    c.WithdrawRewind: _withdraw_rewind,
    c.AnchorDice: _change_dice,
    c.RevealFirst: _change_dice,
    c.RegisterKey: _change_keys,
    c.OfferKey: _change_keys,
    c.AcceptKey: _change_keys,
    c.DeclineKey: _change_keys,
    c.MakeIntent: _make_intent,
    c.OfferDraw: _offer_draw,
    c.AcceptDraw: _accept_draw,
    c.DeclineDraw: _decline_draw,
    c.WithdrawDraw: _withdraw_draw,
    c.Resign: _resign,
    c.MoveRules: _move_rules,
    c.WithdrawRules: _withdraw_rules,
}
