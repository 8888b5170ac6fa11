"""Appeals: made by a seat, decided by a panel drawn by lot. Pure; refusals as in deciding.py.

Asked is whether the ruling was right, not what one would have ruled.
"""

from collections import Counter

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Event, canonical
from ironclad.domain.match.clocks.events import ClocksPaused, ClocksResumed
from ironclad.domain.match.disputes import checks, lots
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes import events as e
from ironclad.domain.match.disputes.applying import applied, undone
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.state import Claim, Disputes


def appealed(state: Disputes, actor: Actor, command: c.AppealRuling, at: int, facts: Facts) -> list[Event]:
    """A seat appeals, once, in time. It stops nothing, unless the ruling says so."""
    claim = checks.the_claim(state, command.claim)
    require(actor.name not in facts.game.computer, "claim/computer", "the computer player appeals nothing")
    once = all(each.seat != actor.name for each in claim.appeals)
    require(once, "appeal/once", "you have appealed against this ruling")
    few = bool(command.grounds) and len(set(command.grounds)) == len(command.grounds)
    require(few, "appeal/grounds", "name the grounds, each once")
    checks.text(command.says, "claim/text")
    if command.asks is not None:
        checks.remedy(command.asks, facts)
    events: list[Event] = [
        e.AppealMade(command.claim, actor.name, command.grounds, command.says, command.asks)
    ]
    assert claim.ruling is not None
    stops = claim.ruling.suspends and facts.game.timed and not facts.game.paused and not facts.game.ended
    return [*events, ClocksPaused("", appeal_of(command.claim))] if stops else events


def appeal_of(claim: int) -> str:
    """Why clocks are stopped that an appeal stopped."""
    return f"appeal of claim {claim}"


def panel_named(state: Disputes, actor: Actor, command: c.NamePanel, at: int, facts: Facts) -> list[Event]:
    """The panel, drawn among the assessors who have no conflict and did not rule themselves."""
    claim = checks.the_claim(state, command.claim)
    drawn = claim.panel is not None and sitting(state, claim, facts)
    require(not drawn, "appeal/panel", "the panel was drawn")
    assert state.officials is not None
    lots.check_link(facts.game.id, state.link, command.link)
    barred = state.conflicts | facts.people.sits | {each.by for each in claim.rulings}
    eligible = tuple(each for each in state.officials.assessors if each not in barred)
    about = (facts.game.id, command.claim, command.link, eligible)
    members, reserves = lots.drawn(*about, state.policy.panel)
    return [e.PanelNamed(command.claim, members, reserves, command.link, eligible)]


def sitting(state: Disputes, claim: Claim, facts: Facts) -> tuple[str, ...]:
    """The members of a panel; who has a conflict by now is replaced by the next reserve."""
    if claim.panel is None:
        return ()
    barred = state.conflicts | facts.people.sits
    voted = {each.by for each in claim.votes}
    free = [each for each in claim.panel.reserves if each not in barred]
    found = list[str]()
    for member in claim.panel.members:
        if member not in barred or member in voted:
            found.append(member)
        elif free:
            found.append(free.pop(0))
    return tuple(found)


def voted(state: Disputes, actor: Actor, command: c.VoteAppeal, at: int, facts: Facts) -> list[Event]:
    """A member's vote, once; the one that makes a majority decides, and so does the last."""
    claim = checks.the_claim(state, command.claim)
    members = sitting(state, claim, facts)
    require(all(each.by != actor.name for each in claim.votes), "appeal/vote", "you have voted")
    checks.text(command.says, "claim/text")
    changes = command.vote == "change"
    require(
        changes == (command.remedy is not None),
        "appeal/remedy",
        "a change names its remedy, and no other vote does",
    )
    returned = command.vote != "return" or not claim.returned
    require(returned, "appeal/return", "it was returned before: confirm the ruling or change it")
    if command.remedy is not None:
        checks.remedy(command.remedy, facts)
        limited = claim.made.late or claim.made.sealed
        from_policy = state.policy.allows(_name(command), limited=limited)
        require(from_policy, "ruling/limits", "by the policy a late or sealed claim does not get this remedy")
    vote = e.AppealVoted(command.claim, actor.name, command.vote, command.says, command.remedy)
    outcome = _outcome([*claim.votes, vote], len(members))
    return [vote] if outcome is None else [vote, *_decide(state, claim, outcome, at, facts)]


def _name(command: c.VoteAppeal) -> str:
    return str(command.remedy.__struct_config__.tag) if command.remedy is not None else ""


def _outcome(votes: list[e.AppealVoted], members: int) -> e.AppealVoted | None:
    """The vote that a majority gave; where all have voted without one, a vote that confirms."""
    counts = Counter((each.vote, canonical(each.remedy)) for each in votes)
    (first, most), *_ = counts.most_common(1)
    if 2 * most > members:
        return next(each for each in votes if (each.vote, canonical(each.remedy)) == first)
    last = votes[-1]
    return None if len(votes) < members else e.AppealVoted(last.claim, "", "confirm", "")


def _decide(state: Disputes, claim: Claim, vote: e.AppealVoted, at: int, facts: Facts) -> list[Event]:
    """What the panel decided, and the other remedy in place of the first."""
    number = claim.made.claim
    resumed: list[Event] = []
    assert claim.ruling is not None
    if claim.ruling.suspends and facts.game.paused and not facts.game.ended:
        resumed = [ClocksResumed("", appeal_of(number))]
    if vote.vote == "confirm":
        return [e.AppealDecided(number, "confirmed"), *resumed]
    if vote.vote == "return":
        return [e.AppealDecided(number, "returned"), *resumed]
    assert vote.remedy is not None
    if facts.remedy.against is not None:
        raise Refused(*facts.remedy.against)
    decided = e.AppealDecided(number, "changed", vote.remedy)
    again = undone(claim, "the appeal changes it", "panel", vote.remedy, facts)
    return [decided, *again.events, *applied(state, claim, vote.remedy, "panel", at, again.facts), *resumed]
