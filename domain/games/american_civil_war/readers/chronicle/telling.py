"""How the chronicle speaks: entries, the tellers of each event type, and the phrases that they share.

What things are called is in names.py.
"""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.names import agree, listed, name_of
from ironclad.domain.games.american_civil_war.position.units import Group
from ironclad.domain.games.american_civil_war.readers.chronicle.topics import TOPICS
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier
from ironclad.domain.kernel.telling.chronicle import Chronicle, Entry
from ironclad.domain.kernel.telling.words import sentence

CHRONICLE = Chronicle(TOPICS)
teller, quiet = CHRONICLE.teller, CHRONICLE.quiet

_KINDS = {"asp": "ASP", "msp": "MSP", "cavalry": "cavalry"}


def entry(text: str, rule: str, *details: str, hex_id: str = "") -> Entry:
    """A chronicle entry: one sentence, the clause it rests on, and the arithmetic line by line."""
    told: Entry = {"text": sentence(text), "rule": rule, "details": list(details)}
    if hex_id:
        told["hex"] = hex_id
    return told


def units(groups: Iterable[Group]) -> str:
    """Units in words: "3 ASP and 1 cavalry"."""
    counts: dict[str, int] = {}
    for group in groups:
        counts[group.kind] = counts.get(group.kind, 0) + group.count
    return listed([f"{count} {_KINDS.get(kind, kind)}" for kind, count in counts.items()]) or "no units"


def do(groups: Iterable[Group], one: str, several: str) -> str:
    """The verb after units: one for a single strength point, else the plural."""
    return agree(sum(group.count for group in groups), one, several)


def force(groups: Iterable[Group], leaders: Iterable[str]) -> str:
    """Units with their leaders: "3 ASP under B"."""
    led = listed(list(leaders))
    return f"{units(groups)} under {led}" if led else units(groups)


def signed(number: int) -> str:
    """A number with its sign: "+1", "-2", "0"."""
    return f"{number:+d}" if number else "0"


def sums(terms: Iterable[Modifier], unit: str = "") -> list[str]:
    """Each modifier on a line of its own: "+1 leader in the attack (9.4/3)"."""
    return [f"{signed(term.amount)}{unit} {name_of(term.name)} ({term.rule})" for term in terms]
