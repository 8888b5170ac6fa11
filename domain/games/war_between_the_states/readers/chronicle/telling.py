"""The register of the chronicle's words, and how an entry is made."""

from ironclad.domain.games.war_between_the_states.readers.wording import capital
from ironclad.domain.kernel.engine.codec import name_of
from ironclad.domain.kernel.telling.chronicle import Chronicle, Entry


class _Topics(dict[str, str]):
    """Topics by the stored names of events; what has no topic of its own is of the sequence of play."""

    def __missing__(self, key: str) -> str:
        return "turn"


TOPICS = _Topics()
chronicle = Chronicle(TOPICS)


def entry(text: str, rule: str, *details: str, side: str = "", hex: str = "") -> Entry:
    """An entry: a sentence, its clause, its arithmetic line by line."""
    told: Entry = {"text": capital(text), "rule": rule, "details": list(details)}
    if side:
        told["side"] = side
    if hex:
        told["hex"] = hex
    return told


def of_topic(topic: str, *kinds: type) -> None:
    """Give event types a topic."""
    TOPICS.update({name_of(kind): topic for kind in kinds})
