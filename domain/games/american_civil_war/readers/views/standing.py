"""The view of standing answers: what each side has said beforehand, and what it may say (6.4, 4.1.3)."""

from typing import Any

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import name_at
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.standing_orders import (
    ASK,
    INTO_WORKS,
    NEVER,
    SetStandingOrder,
)
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import DRAFT_ORDER, OrderDraft
from ironclad.domain.kernel.engine.codec import name_of

_REACTING = {
    ASK: "ask each time",
    NEVER: "never react",
    INTO_WORKS: "go into the works of their own hex when it is entered, and else never react",
}
_DRAFT = {ASK: "ask each time", NEVER: "never declare one"}


def standing_view(position: Position) -> dict[str, Any]:
    """`answers`: of whom, to what (`asked`, `rule`), the order that holds everywhere, the hexes with another.

    `command` is the type of the command that sets it: with an `order`, one of `choices`, and where there are
    `hexes` a `hex`, or "all", which does away with those of single hexes.
    """
    answers = [_reactions(position, side) for side in (UNION, CONFEDERATE)]
    answers.insert(1, _draft(position))
    return {"answers": answers}


def _reactions(position: Position, side: str) -> dict[str, Any]:
    """A hex whose order is that for everywhere is left out: it is none of its own until that is changed."""
    everywhere, known = position.standing.get(side, ASK), load_map().hexes
    hexes = []
    for key, order in sorted(position.standing.items()):
        owner, _, hex_id = key.partition("/")
        if owner == side and hex_id in known and order != everywhere:
            hexes.append({"hex": hex_id, "name": name_at(hex_id), "order": order})
    return {
        "seat": side,
        "asked": "when its forces could react",
        "rule": "6.4/11",
        "command": name_of(SetStandingOrder),
        "everywhere": everywhere,
        "hexes": hexes,
        "choices": _choices(_REACTING),
    }


def _draft(position: Position) -> dict[str, Any]:
    return {
        "seat": UNION,
        "asked": "when a draft could be declared",
        "rule": "4.1.3/1",
        "command": name_of(OrderDraft),
        "everywhere": position.standing.get(DRAFT_ORDER, ASK),
        "choices": _choices(_DRAFT),
    }


def _choices(texts: dict[str, str]) -> list[dict[str, str]]:
    return [{"order": order, "text": text} for order, text in texts.items()]
