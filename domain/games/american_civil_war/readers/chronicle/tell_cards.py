"""The figures of a battle as data, for pages that show tables: the contents of its events, with clauses."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import COMBAT_RESULTS
from ironclad.domain.games.american_civil_war.board.names import name_of, place
from ironclad.domain.games.american_civil_war.position.state import ENEMY
from ironclad.domain.games.american_civil_war.readers.battle_card import (
    began_blocks,
    fought_blocks,
    losses_blocks,
)
from ironclad.domain.games.american_civil_war.readers.chronicle.telling import units
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import (
    BattleBegan,
    BattleFought,
    LossesReckoned,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.modifiers import Modifier
from ironclad.domain.games.american_civil_war.rules.c09_battle.resolution import Force
from ironclad.domain.kernel.drawing.blocks import Block
from ironclad.domain.kernel.engine.codec import Event

Card = dict[str, Any]

CHART = [
    [each.die, each.outcome, each.outcome_modifier, each.defender_loss_percent, each.attacker_loss]
    for each in COMBAT_RESULTS.values()
]
"""The Combat Results Table: die, outcome, what that adds to AL, percent of the defender's loss, DL plus."""


def _terms(modifiers: Iterable[Modifier]) -> list[Card]:
    return [{"name": name_of(each.name), "amount": each.amount, "rule": each.rule} for each in modifiers]


def _force(side: str, force: Force) -> Card:
    """A force's computed strength: `parts` times their factors, a leader's rating and vessels."""
    return {
        "side": side,
        "parts": [msgspec.to_builtins(part) for part in force.parts],
        "leader": force.leader or None,
        "bonus": force.bonus,
        "naval": force.naval,
        "strength": force.strength,
        "demoralized": force.most_demoralized,
        "out_of_supply": force.out_of_supply,
    }


def _began(event: BattleBegan) -> Card:
    """Who met: each way that attackers came, and the defence."""
    came = [
        {
            "units": units(each.groups),
            "leaders": list(each.leaders),
            "from": place(each.from_hex) if each.from_hex else None,
        }
        for each in event.contingents
    ]
    return {
        "attacker": event.attacker,
        "defender": ENEMY[event.attacker],
        "attackers": came,
        "defenders": units(event.defenders),
        "garrison": event.garrison,
    }


def _fought(event: BattleFought) -> Card:
    return {
        "attacker": _force(event.attacker, event.attacking),
        "defender": _force(ENEMY[event.attacker], event.defending),
        "ratio": event.ratio,
        "die": event.die,
        "terms": _terms(event.modifiers),
        "modified": event.modified,
        "row": event.row,
        "outcome": event.outcome,
        "chart": CHART,
    }


def _reckoned(event: LossesReckoned) -> Card:
    """`attacker` and `defender`: what each loses; `adds`: what the row adds to the defender's loss."""
    losses = event.losses
    return {
        "side": event.attacker,
        "die": losses.die,
        "shares": _terms(losses.shares),
        "base": losses.base,
        "reckoned": losses.reckoned,
        "defender": losses.defender,
        "terms": _terms(losses.modifiers),
        "row": losses.row,
        "adds": losses.chart,
        "attacker": losses.attacker,
        "chart": CHART,
    }


CARDS: dict[type[Event], tuple[Callable[[Any], Card], Callable[[Card], list[Block]]]] = {
    BattleBegan: (_began, began_blocks),
    BattleFought: (_fought, fought_blocks),
    LossesReckoned: (_reckoned, losses_blocks),
}
"""By event: its figures, and the blocks that show them."""


def card_of(event: Event) -> Card | None:
    """The figures of an event of a battle, with `blocks` that show them; None for any other event."""
    if (maker := CARDS.get(type(event))) is None:
        return None
    figures, blocks = maker
    card = figures(event)
    return {**card, "blocks": blocks(card)}
