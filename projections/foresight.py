"""What commands would mean, told for readers: carried out on a copy up to the first roll, not kept."""

from typing import Any

import msgspec

from ironclad.domain.kernel.engine import foresight
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.decider import Due, Note, Ruleset
from ironclad.eventlog.records import Meaning, Told


def meaning_of(ruleset: Ruleset[Any], position: Any, due: Due | None, seat: str, command: Command) -> Meaning:
    """What a command of a seat's means; refused commands say why."""
    try:
        foreseen = foresight.foresee(ruleset, position, seat, command)
    except Refused as refused:
        return Meaning(refused=Note(refused.reason, refused.rule))
    notes = () if due is None else ruleset.meaning(position, due, command)
    told = (ruleset.tell(event) for event in foreseen.events)
    then = tuple(
        Told(entry["text"], entry.get("rule") or "", tuple(entry.get("details", ())))
        for entry in told
        if entry is not None
    )
    asked = tuple(f"{each.seat}: {ruleset.question(each)}" for each in foreseen.due)
    roll = foreseen.roll
    if roll is not None:
        purpose = " ".join(ruleset.name_of(word) for word in roll.purpose.split())
        roll = msgspec.structs.replace(roll, purpose=purpose)
    return Meaning(notes, then, roll, asked)
