"""When to charge, and whether a charged unit stands: by the exact odds."""

from fractions import Fraction

from ironclad.domain.games.iron_brigade.position.orders import ChargePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.readers.odds.charge_odds import charge_odds
from ironclad.domain.games.iron_brigade.readers.odds.stories import Story
from ironclad.domain.games.iron_brigade.readers.odds.weights import check_chances
from ironclad.domain.games.iron_brigade.registry import brigade
from ironclad.domain.games.iron_brigade.rules.between import on_table
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import SHAKEN, items_of
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import must_charge, targets
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import OrderCharges, Respond
from ironclad.domain.games.iron_brigade.rules.c08_charge.responding import back_offers
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

GAIN = Fraction(3, 20)
"""By how much success has to be likelier than failure."""
SHAKY = Fraction(2, 5)
HARM = {"routed": 3, "broken": 2, "disorganized": 1}


def charge(position: Position, due: Due) -> Command:
    """Every charge whose odds are good, one unit at each target; units that must charge do."""
    charges: dict[str, str] = {}
    owed = must_charge(position, due.seat)
    for id in on_table(position, due.seat):
        options = [
            (value(position, id, target), target)
            for target in targets(position, id, due.seat)
            if target not in charges.values()
        ]
        if options and ((best := max(options))[0] > GAIN or id in owed):
            charges[id] = best[1]
    command = OrderCharges(plan=ChargePlan(charges))
    if brigade.allows(position, due, command):
        return command
    return next(iter(brigade.offers["charges"](position, due)))


def value(position: Position, id: str, target: str) -> Fraction:
    """What a charge promises: how badly its target comes off, less how badly the charger does."""
    stories = charge_odds(position, ChargePlan({id: target})).stories
    return sum((weight * _worth(story, id) for story, weight in stories.items()), Fraction(0))


def _worth(story: Story, id: str) -> int:
    if story.charge != "melee":
        return -2 if story.charge == "breaks" else -1 if story.charge == "disorganized" else 0
    if story.answer in SHAKEN:
        return HARM[story.answer]
    return sum(-HARM[result] if each == id else HARM[result] for each, result in story.fell)


def respond(position: Position, due: Due) -> Command:
    """A unit stands unless its check is likely to fail and it has room to fall back."""
    id = str(due.about["unit"])
    chances = check_chances(position, id, items_of(position, id))
    shaken = sum((weight for (result, _), weight in chances.items() if result in SHAKEN), Fraction(0))
    if shaken > SHAKY:
        back = next(iter(back_offers(position, id)), None)
        if back is not None:
            return back
    return Respond(back=0)
