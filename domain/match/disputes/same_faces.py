"""Whether commands can be decided again with the same faces: what is against the remedy of that name.

It goes no further than the counterfactual of the same commands: every command up to `through` has to be the
answer to the same decision, legal, and made with the same dice.
"""

from collections.abc import Iterable
from typing import Any

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.disputes.facts import Against
from ironclad.domain.match.disputes.remedies import SameFaces
from ironclad.domain.match.readings.counterfactual import MOST_STEPS, Asking, counterfactual
from ironclad.domain.match.readings.course import Step
from ironclad.domain.match.readings.terms import Asked, Terms

_WHY = {
    "dice": ("remedy/dice", "other dice are needed at {0}: rewind the game instead"),
    "decision": ("remedy/through", "another decision would be due at {0}: replay fewer commands"),
    "refused": ("remedy/through", "the command at {0} would be illegal: replay fewer commands"),
    "most": ("remedy/through", f"no more than {MOST_STEPS} commands are replayed"),
}


def against_same_faces(
    ruleset: Ruleset[Any],
    begun: GameBegun,
    own: Terms,
    before: Any,
    steps: Iterable[Step],
    remedy: SameFaces,
    hides: bool = False,
) -> Against | None:
    """What is against it, from the position before its command and the steps from there; None for nothing.

    `hides`: the game hides something from the reader who asks.
    """
    through = remedy.version if remedy.through is None else remedy.through
    asking = Asking(remedy.timeline, remedy.version, Asked(None, remedy.reading), through, hides)
    try:
        found = counterfactual(ruleset, begun, own, before, steps, asking, odds=False)
    except Refused as refused:
        return refused.rule, refused.reason
    rule, reason = _WHY.get(found.ended.why, ("", ""))
    return (rule, reason.format(found.ended.version)) if rule else None
