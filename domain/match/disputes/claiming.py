"""Claims, answers, evidence, settlements: what seats do. Pure; refusals as in deciding.py."""

from collections.abc import Sequence

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.match.clocks.events import AGREEMENT, ClocksPaused, ClocksResumed
from ironclad.domain.match.disputes import checks
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.applying import applied
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.remedies import ENDS, Points
from ironclad.domain.match.disputes.state import OPEN_PHASES, Claim, Disputes, paused_for

OPEN_A_SEAT = 3
MOST_CLAIMS = 50
MOST_PAUSES = 3
MOST_EVIDENCE = 50
MOST_FILES = 10
DIRECTOR = ""
"""Stands for the director among those who offer a settlement."""
_DIGITS = frozenset("0123456789abcdef")


def made(state: Disputes, actor: Actor, command: c.MakeClaim, at: int, facts: Facts) -> list[Event]:
    """A seat says that something is wrong."""
    require(actor.name not in facts.game.computer, "claim/computer", "the computer player claims nothing")
    about = _about(command.about, facts)
    if (first := state.earlier(about)) is not None:
        _refuse_second(state.claims[first], at)
    own = [each for each in state.claims.values() if each.made.seat == actor.name]
    open_ = sum(each.phase(at) in OPEN_PHASES for each in own)
    require(open_ < OPEN_A_SEAT, "claim/limit", f"{actor.name} has {OPEN_A_SEAT} open claims: withdraw one")
    require(len(state.claims) < MOST_CLAIMS, "claim/most", f"a game has {MOST_CLAIMS} claims at most")
    checks.text(command.says, "claim/text")
    checks.clauses(command.clauses, facts, needed=command.kind in ("rules", "arithmetic"))
    if command.reading is not None:
        require(
            len(command.reading) == 1, "claim/reading", "one reading: an option or an erratum, and its value"
        )
        require(not facts.about.lacks, "claim/reading", f"this build lacks {facts.about.lacks}")
    checks.remedy(command.asks, facts)
    number, since = len(state.claims) + 1, facts.about.since
    claim = e.ClaimMade(
        claim=number,
        seat=actor.name,
        about=about,
        kind=command.kind,
        clauses=command.clauses,
        says=command.says,
        asks=command.asks,
        since=since,
        sealed=bool(since.rolls or since.facts),
        late=_is_late(state, facts),
        reading=command.reading,
        case=facts.about.case,
    )
    return [claim, *_pause(state, actor.name, number, facts)]


def _refuse_second(first: Claim, at: int) -> None:
    """One command, one case. Raises Refused."""
    number = first.made.claim
    if first.phase(at) in OPEN_PHASES:
        raise Refused("claim/open", f"claim {number} is open on this: answer it with what you ask for")
    raise Refused("claim/ruled", f"claim {number} was about this: a ruling is changed by appeal alone")


def _about(about: e.About, facts: Facts) -> e.About:
    """What is pointed at, with the rule that refused a request."""
    flag, refused = bool(about.flag), about.refused is not None
    event = bool(about.timeline or about.version)
    require(
        event + refused + flag == 1, "claim/about", "a claim points at an event, a refused request, or a flag"
    )
    require(not about.rule, "claim/about", "the service says which rule refused a request")
    require(
        not flag or about.flag in facts.game.seats, "claim/flag", f"no flag of {about.flag[:40]!r} was found"
    )
    require(not facts.about.wrong, "claim/flag" if flag else "claim/place", facts.about.wrong)
    if about.refused is None:
        return about
    shows = "the claim would show what only you may know: make it when the game has ended"
    require(not facts.about.secret, "claim/hidden", shows)
    require(facts.about.refused, "claim/accepted", "the request is not refused when it is judged again")
    return e.About(refused=about.refused, rule=facts.about.refused)


def _is_late(state: Disputes, facts: Facts) -> bool:
    policy, since = state.policy, facts.about.since
    handed = since.handovers >= policy.late_handovers
    return handed or facts.about.hours >= policy.late_hours or facts.game.round_closed


def _pause(state: Disputes, seat: str, claim: int, facts: Facts) -> list[Event]:
    """The pause that a claim makes, if the policy says so, three times a seat."""
    wanted = state.policy.pause_on_claim == "both" and state.pauses.get(seat, 0) < MOST_PAUSES
    running = facts.game.timed and not facts.game.paused and not facts.game.ended
    return [ClocksPaused("", paused_for(claim))] if wanted and running else []


def resumed(claim: Claim, by: str, facts: Facts) -> list[Event]:
    """The end of the pause that a claim made."""
    if not claim.paused or not facts.game.paused or facts.game.ended:
        return []
    return [ClocksResumed(by, paused_for(claim.made.claim))]


def answered(state: Disputes, actor: Actor, command: c.AnswerClaim, at: int, facts: Facts) -> list[Event]:
    """The other seat's answer, once."""
    claim = checks.the_claim(state, command.claim)
    require(claim.made.seat != actor.name, "claim/own", "the other seat answers it")
    require(claim.answer is None, "claim/answered", "it was answered: add a statement")
    checks.text(command.says, "claim/text")
    if command.asks is not None:
        checks.remedy(command.asks, facts)
    return [e.ClaimAnswered(command.claim, actor.name, command.agrees, command.says, command.asks)]


def withdrawn(state: Disputes, actor: Actor, command: c.WithdrawClaim, at: int, facts: Facts) -> list[Event]:
    """By its maker, before a ruling."""
    claim = checks.the_claim(state, command.claim)
    require(claim.made.seat == actor.name, "claim/own", "who made it withdraws it")
    return [e.ClaimWithdrawn(command.claim), *resumed(claim, actor.name, facts)]


def evidence(state: Disputes, actor: Actor, command: c.AddEvidence, at: int, facts: Facts) -> list[Event]:
    """Items of evidence, until the claim is ruled on."""
    claim = checks.the_claim(state, command.claim)
    count = claim.evidence + len(command.items)
    require(
        command.items and count <= MOST_EVIDENCE, "claim/evidence", f"1 to {MOST_EVIDENCE} items of evidence"
    )
    files = claim.files | {each.file for each in command.items if each.file}
    require(len(files) <= MOST_FILES, "claim/file", f"a claim has no more than {MOST_FILES} files")
    for item in command.items:
        _check_item(item, facts)
    return [e.EvidenceAdded(command.claim, actor.name, command.items)]


def _check_item(item: e.Evidence, facts: Facts) -> None:
    """One thing, and one that there can be."""
    named = [item.events, item.view, item.message, item.statement or None, item.file or None]
    one = sum(each is not None for each in named) == 1
    require(one, "claim/evidence", "an item is events, a view, a message, a statement, or a file")
    require(
        bool(item.sha256) == (item.message is not None), "claim/evidence", "a message comes with its sha256"
    )
    for digest in (item.sha256, item.file):
        formed = not digest or (len(digest) == 64 and set(digest) <= _DIGITS)
        require(formed, "claim/evidence", "a sha256 is 64 hexadecimal digits in lower case")
    line = item.events or item.view
    if line is not None:
        require(
            line.timeline in facts.game.lines,
            "claim/evidence",
            f"the game has no line {line.timeline[:40]!r}",
        )
    if item.events is not None:
        ordered = 1 <= item.events.start <= item.events.end
        require(ordered, "claim/evidence", "events run from a version to a later one")
    if item.view is not None:
        known = item.view.seat in facts.game.seats and item.view.at >= 1
        require(known, "claim/evidence", "a view is of a seat, at a version")
    checks.text(item.statement, "claim/text", needed=False)


def settled(state: Disputes, actor: Actor, command: c.SettleClaim, at: int, facts: Facts) -> list[Event]:
    """Each seat offers the same remedy; in a tournament its result needs the director's word too."""
    claim = checks.the_claim(state, command.claim)
    who = DIRECTOR if actor.role == "official" else actor.name
    checks.remedy(command.remedy, facts)
    require(who not in facts.game.computer, "claim/computer", "the computer player settles nothing")
    require(claim.offers.get(who) != command.remedy, "settle/same", "that is what you have offered")
    needed = _voices(command, facts)
    require(who in needed, "settle/seats", "the seats settle this themselves")
    against = facts.remedy.against
    if against is not None:
        raise Refused(*against)
    offered: list[Event] = [e.SettlementOffered(command.claim, who, command.remedy)]
    offers = {**claim.offers, who: command.remedy}
    if any(offers.get(voice) != command.remedy for voice in needed):
        return offered
    applies = applied(state, claim, command.remedy, AGREEMENT, at, facts)
    return [*offered, e.ClaimSettled(command.claim), *applies, *resumed(claim, AGREEMENT, facts)]


def _voices(command: c.SettleClaim, facts: Facts) -> Sequence[str]:
    """Whose offers it takes."""
    of_result = isinstance(command.remedy, (*ENDS, Points))
    return (*facts.game.seats, DIRECTOR) if facts.game.tournament and of_result else facts.game.seats
