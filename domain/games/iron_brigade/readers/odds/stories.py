"""What matters of a fight, as a value: losses, the roll of a charge, its target's check, who falls back."""

from typing import Any

import msgspec

from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import (
    BarrageFired,
    FireEnded,
    VolleyFired,
)
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import MoraleChecked
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import SHAKEN
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import (
    ChargeRolled,
    ChargesSettled,
    ChargeWentHome,
)
from ironclad.domain.games.iron_brigade.rules.c09_melee.events import MeleeEnded, MeleeGoesOn
from ironclad.domain.kernel.engine.codec import Event

MELEE = "a round of melee"


class Story(msgspec.Struct, frozen=True):
    """`lost` are casualties by target, `charge` the result of the roll, `answer` that of the target's check,
    `fell` the units that fell back from the melee, with their results.
    """

    lost: tuple[tuple[str, int], ...] = ()
    charge: str = ""
    answer: str = ""
    fell: tuple[tuple[str, str], ...] = ()
    ended: bool = False


def note(story: Story, event: Event) -> Story:
    """The story after one more event."""
    change: dict[str, Any] = {}
    match event:
        case _ if story.ended:
            return story
        case VolleyFired():
            change = {"lost": _more(story.lost, event.target, event.loss)}
        case BarrageFired():
            change = {"lost": _more(story.lost, event.target, event.casualties)}
        case FireEnded():
            change = {"ended": not story.charge}
        case ChargeRolled():
            change = {"charge": event.result}
        case ChargesSettled():
            change = {"ended": not event.successes}
        case MoraleChecked() if event.reason == "charged":
            change = {"answer": event.result}
        case MoraleChecked() if event.reason == MELEE and event.result in SHAKEN:
            change = {"fell": tuple(sorted((*story.fell, (event.unit, event.result))))}
        case ChargeWentHome():
            change = {"ended": not event.contact}
        case MeleeEnded() | MeleeGoesOn():
            change = {"ended": True}
    return msgspec.structs.replace(story, **change)


def _more(lost: tuple[tuple[str, int], ...], target: str, men: int) -> tuple[tuple[str, int], ...]:
    found = dict(lost)
    found[target] = found.get(target, 0) + men
    return tuple(sorted(found.items()))
