"""What each decision asks, in a sentence."""

from ironclad.domain.games.iron_brigade.readers.wording import name_of
from ironclad.domain.kernel.engine.records import Due

QUESTIONS = {
    "setup": "where do your units set up? Those without a place keep the default one",
    "movement": "where do your units go? Units without an order stand",
    "changes": "which units take new orders after half the turn?",
    "fire": "at whom do your units fire?",
    "charges": "which units charge, and whom?",
}


def question(due: Due) -> str:
    """What a decision asks its seat."""
    side = name_of(due.seat)
    if due.kind == "response":
        return f"{side}: {name_of(str(due.about['unit']))} is charged; does it fall back?"
    return f"{side}: {QUESTIONS[due.kind]}"
