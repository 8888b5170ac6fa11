"""What each decision asks, in a sentence."""

from ironclad.domain.games.iron_brigade.readers.wording import name_of
from ironclad.domain.kernel.engine.records import Due

QUESTIONS = {
    "setup": "Where do your units set up? Those without a place keep the default one",
    "movement": "Where do your units go? Units without an order stand",
    "changes": "Which units take new orders after half the turn?",
    "fire": "At whom do your units fire?",
    "charges": "Which units charge, and whom?",
}


def question(due: Due) -> str:
    """What a decision asks its seat."""
    if due.kind == "response":
        return f"{name_of(str(due.about['unit']))} is charged; does it fall back?"
    return QUESTIONS[due.kind]
