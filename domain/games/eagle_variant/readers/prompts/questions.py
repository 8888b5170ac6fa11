"""What a player is asked when a decision is due: one plain sentence that says what may be done now."""

from collections.abc import Callable, Mapping
from typing import Any

from ironclad.domain.games.eagle_variant.readers.wording import army, one_of, place, places, waters
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.telling.words import counted, sentence

About = Mapping[str, Any]


def question(due: Due) -> str:
    """What a decision that is due asks of its seat, from what every reader may know."""
    asked = _ASKED.get(due.kind)
    return sentence(asked(due.about) if asked is not None else _PLAIN[due.kind])


def _set_up(about: About) -> str:
    columns = counted(about["columns"], "column")
    return f"Set up your army for the battle in {place(about['space'])}, in {columns}."


def _phase(about: About) -> str:
    said = f"the {about['phase']} phase of turn {about['turn']} in {place(about['space'])}"
    return f"Act with a unit in {said}, or pass."


_PLAIN = {
    "free_set_up": "Place your free infantry: at most one in each home state.",
    "sealed_free_set_up": "Place your free infantry, hidden until both sides have.",
    "movement": "Move units by land, by rail or by water, or end your movement.",
    "politics": "Choose a political action, or none.",
    "production": "Buy and place units, buy points, or end your production.",
}
_ASKED: dict[str, Callable[[About], str]] = {
    "allied_forces": lambda about: f"Where do you place the forces of {army(about['nation'])}?",
    "battle_order": lambda about: f"In which order are the battles fought: {places(about['spaces'])}?",
    "battle_phase": _phase,
    "blockade_attack": lambda about: (
        f"Do you attack the blockade of {counted(about['ratings'], 'Naval Rating')}?"
    ),
    "blockade_force": lambda about: f"How many of your {about['most']} Naval Ratings blockade from now on?",
    "blockade_roll": lambda about: f"Do you roll {counted(about['dice'], 'die', 'dice')} for the blockade?",
    "elite_brigade": lambda about: f"Which survivor of {place(about['space'])} becomes an elite brigade?",
    "freedmen": lambda about: f"Do freed slaves enlist in {place(about['city'])}, as a free infantry?",
    "main_body": lambda about: f"Which force is your main body in {place(about['space'])}?",
    "naval_answer": lambda about: f"Do you fight the enemy's shipment on {waters(about['waters'])}?",
    "naval_losses": lambda about: f"Which of your fleets lose {counted(about['loss'], 'Naval Rating')}?",
    "next_battle": lambda about: f"Which battle is fought next: {one_of(about['spaces'])}?",
    "open_set_up": _set_up,
    "pursuit": lambda about: f"Pursue the army that is beaten in {place(about['space'])}, or stop.",
    "relocation": lambda about: (
        f"Where do {counted(len(about['units']), 'unit')} go, whose states have left the CSA?"
    ),
    "retreat_leaders": lambda about: (
        f"Your leaders in {place(about['space'])} are alone among enemies. Where do they go?"
    ),
    "retreat_space": lambda about: f"Where does your army retreat from {place(about['space'])}?",
    "sealed_set_up": _set_up,
    "shipment_losses": lambda about: (
        f"Which shipped units pay for {counted(about['ratings'], 'lost rating')}?"
    ),
    "volunteers": lambda about: f"Where do you place {about['count']} new infantry, one in a space?",
}
KINDS = frozenset((*_PLAIN, *_ASKED))
"""Every kind of decision that has words."""
