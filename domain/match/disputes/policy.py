"""The policy of a game's officials: what counts as late, what a late claim may get, appeals, penalties.

It is frozen with the officials. A game without officials has the default.
"""

from typing import Literal

import msgspec

from ironclad.domain.kernel.engine.citations import require

Rung = Literal["caution", "warning", "time", "points", "game", "expulsion"]
RUNGS: tuple[Rung, ...] = ("caution", "warning", "time", "points", "game", "expulsion")
STRICT, OPEN = "strict", "open"
WITHIN_STRICT = ("let_stand", "time")
"""The remedies of a late or sealed claim under strict limits; penalties are no remedies."""

MOST_HOURS = 366 * 24
MOST_HANDOVERS = 1_000


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """late_handovers, late_hours: a claim is late after so many. limits: what a late or sealed claim may get:
    strict, open, or the names of remedies. appeal_hours: how long a ruling can be appealed. panel: how many
    assessors decide an appeal, 0 for no appeals. pause_on_claim: whether a claim stops the clocks of both.
    rungs: the penalties that there are, the mildest first.
    """

    late_handovers: int = 2
    late_hours: int = 72
    limits: str | tuple[str, ...] = STRICT
    appeal_hours: int = 24
    panel: int = 0
    pause_on_claim: Literal["none", "both"] = "none"
    rungs: tuple[Rung, ...] = RUNGS

    def allows(self, remedy: str, *, limited: bool) -> bool:
        """Whether a ruling may give a remedy of this name; `limited`: the claim is late or sealed."""
        if not limited or self.limits == OPEN:
            return True
        return remedy in (WITHIN_STRICT if self.limits == STRICT else self.limits)


DEFAULT = Policy()


def check_policy(policy: Policy, remedies: tuple[str, ...]) -> None:
    """Check a policy; `remedies` are the names of all that there are. Raises Refused."""
    in_reach = 0 <= policy.late_handovers <= MOST_HANDOVERS and 0 <= policy.late_hours <= MOST_HOURS
    require(
        in_reach,
        "policy/late",
        f"late is after 0 to {MOST_HANDOVERS:,} hand-overs, 0 to {MOST_HOURS:,} hours",
    )
    require(
        0 <= policy.appeal_hours <= MOST_HOURS, "policy/appeal", f"an appeal has 0 to {MOST_HOURS:,} hours"
    )
    require(policy.panel in (0, 1, 3), "policy/panel", "a panel has 1 or 3 assessors, or is 0")
    limits = policy.limits
    named = limits if isinstance(limits, tuple) else ()
    known = limits in (STRICT, OPEN) or (isinstance(limits, tuple) and set(named) <= set(remedies))
    require(known, "policy/limits", f"limits are strict, open, or a list of {', '.join(remedies)}")
    require(len(set(named)) == len(named), "policy/limits", "each remedy is named once")
    rising = list(policy.rungs) == [each for each in RUNGS if each in policy.rungs]
    require(rising, "policy/rungs", f"penalties are named once each, in the order {', '.join(RUNGS)}")
