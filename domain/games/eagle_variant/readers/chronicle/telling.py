"""How the chronicle speaks: entries, and the functions that tell each type of event.

The words of an event are what its reader may know: a `Secret` without its value adds no words.
"""

from collections.abc import Iterable

from ironclad.domain.games.eagle_variant.position.state import SIDES
from ironclad.domain.games.eagle_variant.readers.chronicle.topics import TOPICS
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import Modifier
from ironclad.domain.kernel.telling.chronicle import Chronicle, Entry
from ironclad.domain.kernel.telling.words import sentence, signed

CHRONICLE = Chronicle(TOPICS)
teller, quiet = CHRONICLE.teller, CHRONICLE.quiet

MODIFIERS = {
    "artillery": "charge at artillery",
    "elite": "elite brigade",
    "leader": "leader's help",
    "entrenched": "entrenched target",
    "landed": "attackers who landed",
    "river": "over a major river",
    "cavalry": "cavalry",
    "elite_cavalry": "elite cavalry",
}
"""What is added to dice, in words, by its name in events."""


def entry(text: str, rule: str, *details: str, place: str = "", side: str = "") -> Entry:
    """An entry: one sentence, its clause, the arithmetic line by line; where, and which side's doing it is.

    The doing of a special force has no side.
    """
    told: Entry = {"text": sentence(text), "rule": rule, "details": [sentence(line) for line in details]}
    if place:
        told["place"] = place
    if side in SIDES:
        told["side"] = side
    return told


def modified(modifiers: Iterable[Modifier], leader: str = "leader's help") -> str:
    """What is added to a die: ", +1 elite brigade (tactical/28), −1 entrenched target (tactical/32)"."""
    words = {**MODIFIERS, "leader": leader}
    return "".join(f", {signed(each.amount)} {words[each.name]} ({each.rule})" for each in modifiers)
