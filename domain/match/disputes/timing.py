"""What directors do to the clocks of a game. Pure; what comes of it is decided by the clocks' own rules."""

from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.match.clocks import commands as t
from ironclad.domain.match.clocks import deciding
from ironclad.domain.match.disputes import checks
from ironclad.domain.match.disputes import commands as c
from ironclad.domain.match.disputes.commands import Actor
from ironclad.domain.match.disputes.facts import Facts
from ironclad.domain.match.disputes.state import Disputes

Acts = c.StopClocks | c.StartClocks | c.AdjustClock | c.CallAdjournment | c.LiftFlag


def directed(state: Disputes, actor: Actor, command: Acts, at: int, facts: Facts) -> list[Event]:
    """What a director's request does to the clocks, with its reason. Raises Refused (`clock/…`)."""
    checks.text(command.why, "clock/text")
    claim = getattr(command, "claim", None)
    if claim is not None:
        checks.the_claim(state, claim)
    if facts.clocks is None:
        raise Refused("clock/control", "the game is not timed")
    asked = _asked(command, facts)
    return deciding.decide(facts.clocks, t.Actor(actor.name, "director"), asked, at)


def _asked(command: Acts, facts: Facts) -> Command:
    match command:
        case c.StopClocks(why, until, play):
            return t.PauseClocks(why=why, until=until, play=play)
        case c.StartClocks(why):
            return t.ResumeClocks(why=why)
        case c.AdjustClock(seat, ms, _, claim):
            left = facts.remedy.left.get(seat, 0)
            require(ms + left >= 0, "clock/time", f"no clock is set below 0: {seat} has {left} ms")
            return t.AdjustTime(
                seat=seat, ms=ms, why="disturbance" if claim is None else "ruling", claim=claim
            )
        case c.CallAdjournment(why, until):
            return t.Adjourn(why=why, until=until)
        case c.LiftFlag(seat, why, ms, claim):
            opened = "what the game hid was opened at its end: it is not played on"
            require(not (facts.game.opened and facts.game.ended), "match/opened", opened)
            return t.ForgiveFlag(
                seat=seat, ms=ms, why=why, claim=claim, round_closed=facts.game.round_closed
            )
