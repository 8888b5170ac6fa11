"""How the chronicle speaks: entries, and the functions that tell each type of event.

The words of an event are what its reader may know: a `Secret` without its value adds no words.
"""

from collections.abc import Iterable

from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.topics import TOPICS
from ironclad.domain.kernel.telling.chronicle import Chronicle, Entry
from ironclad.domain.kernel.telling.words import sentence, signed

CHRONICLE = Chronicle(TOPICS)
teller, quiet = CHRONICLE.teller, CHRONICLE.quiet

MODIFIERS = {
    "experienced_hq": ("experienced HQ", "2.5/2"),
    "cavalry": ("more cavalry", "7.9/1"),
    "winter": ("winter", "7.5/3"),
    "leaderless": ("no leader", "2.4/7"),
}
"""What adds to a die, in words, and its clause, by its name in events."""
GALVANIZED = {"north": "8.11/2", "south": "8.10/3"}


def entry(text: str, rule: str, *details: str, place: str = "", side: str = "") -> Entry:
    """An entry: one sentence, its clause, the arithmetic line by line; whose doing, where."""
    told: Entry = {"text": sentence(text), "rule": rule, "details": list(details)}
    if place:
        told["place"] = place
    if side:
        told["side"] = side
    return told


def modifier(name: str, side: str) -> tuple[str, str]:
    """What adds to a die of a side, in words, and its clause."""
    return ("galvanized", GALVANIZED[side]) if name == "galvanized" else MODIFIERS[name]


def sums(modifiers: Iterable[tuple[str, int]], side: str) -> str:
    """What is added to each die of a side: "+1 experienced HQ (2.5/2), −1 winter (7.5/3)"."""
    named = ((amount, *modifier(name, side)) for name, amount in modifiers)
    return ", ".join(f"{signed(amount)} {words} ({rule})" for amount, words, rule in named)
