"""What a player is asked when a decision is due: one plain sentence that says what may be done now."""

from collections.abc import Callable, Mapping
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.readers.wording import (
    fleets,
    group,
    hq_name,
    hqs,
    one_of,
    place,
    target,
)
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.telling.words import counted, listed, sentence

About = Mapping[str, Any]


def question(due: Due) -> str:
    """What a decision that is due asks of its seat, from what every reader may know."""
    asked = _BY_RULE.get((due.kind, due.rule)) or _ASKED.get(due.kind)
    return sentence(asked(due.about) if asked is not None else _PLAIN[due.kind])


def _activation(about: About) -> str:
    points = counted(about["action_points"], "action point")
    return f"You have {points}: activate an HQ, fleets or the raider, or pass."


def _retreat(about: About) -> str:
    if "hq" in about:
        return f"{hq_name(about['hq'])} has to leave. Where to: {one_of(about['to'])}?"
    return f"{fleets(about['fleets'])} have to leave. Where to: {one_of(about['to'])}?"


def _refusal(about: About) -> str:
    return f"Does {hq_name(about['hq'])} refuse combat and go to {_either(about['to'])}, or fight?"


def _either(spots: list[str]) -> str:
    return " or ".join(place(spot) for spot in spots)


def _stays(about: About) -> str:
    return f"Round {about['round']} is over. Do you stay or withdraw?" if "round" in about else _AFTER


_AFTER = "The round is over. Do you stay, withdraw or besiege, as far as the rules allow it?"


def _raider_stays(about: About) -> str:
    return f"{hq_name(about['hq'])} attacks your raider. Does it go to {_either(about['to'])}, or fight?"


def _take_command(about: About) -> str:
    where = place(about["spot"])
    return f"An HQ in {where} is lost. Which of its units does {hq_name(about['hq'])} take over?"


def _hits(about: About) -> str:
    takers = listed([group(id) for id in about["groups"]])
    return f"You take {counted(about['count'], 'hit')}. Who is struck by each: {takers}?"


def _lose_steps(about: About) -> str:
    return f"Your fleets take {counted(about['hits'], 'hit')}. Which lose steps: {fleets(about['fleets'])}?"


def _aim(about: About) -> str:
    aims = listed([target(each) for each in about["targets"]])
    return f"You roll {counted(about['dice'], 'die', 'dice')}. How many at each target: {aims}?"


_BOTH = "Both sides' orders are carried out together, once both are in."
_PLAIN = {
    "begin": "Begin the game: the first rolls follow.",
    "preparation": f"Give your secret order of the preparation phase: pay, purchases, an HQ to draw. {_BOTH}",
    "placement": f"Give your secret order of the placement phase: where your new pieces go. {_BOTH}",
    "attrition": f"Give your secret order for the winter: which armies have the losses. {_BOTH}",
    "hq_orders": "Give the activated HQ its orders: search, move, fortify, attack, pass units, or end.",
    "fleet_orders": "Give the activated fleets their orders: sail, land, attack a fort, or end.",
    "raider_orders": "Give the activated raider its orders: move, raid, attack, or end.",
}
_ASKED: dict[str, Callable[[About], str]] = {
    "activation": _activation,
    "retreat": _retreat,
    "refusal": _refusal,
    "relief": lambda about: f"Which besieged armies join the relief: {hqs(about['hqs'])}, or none?",
    "gunboats": lambda about: f"Which gunboats help the defence: {fleets(about['fleets'])}, or none?",
    "hits": _hits,
    "aim_hits": lambda about: (
        f"Your last {counted(about['hits'], 'hit')} may strike the fort or the last CP beside it."
        " How many strike the fort?"
    ),
    "lose_steps": _lose_steps,
    "aim": _aim,
    "defender_stays": _stays,
    "attacker_stays": _stays,
    "move_aside": lambda about: (
        f"The enemy has stopped where {hq_name(about['hq'])} is alone. Where to: {one_of(about['to'])}?"
    ),
    "take_command": _take_command,
    "raider_stays": _raider_stays,
    "raider_leaves": lambda about: f"Your raider has to leave. Where to: {one_of(about['to'])}?",
    "fleets_leave": lambda about: (
        f"The enemy has taken {place(about['zone'])}. Where do your fleets go: {one_of(about['to'])}?"
    ),
}
_BY_RULE: dict[tuple[str, str], Callable[[About], str]] = {
    ("fleets_leave", "7.13.3/17"): lambda about: (
        f"You have no troops in {place(about['zone'])} any more."
        f" Where do your fleets go: {one_of(about['to'])}?"
    ),
}
"""Kinds of decision that another rule asks in other words."""
KINDS = frozenset((*_PLAIN, *_ASKED))
"""Every kind of decision that has words."""
