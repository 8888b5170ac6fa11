"""An event's figures as blocks: dice with their modifiers, both sides of a battle, the parts of an income."""

from collections.abc import Callable, Iterable
from typing import Any

from ironclad.domain.games.eagle_variant.board.charts import KINDS, numbers
from ironclad.domain.games.eagle_variant.position.state import SIDES
from ironclad.domain.games.eagle_variant.readers.chronicle.tell_politics import modifier_name
from ironclad.domain.games.eagle_variant.readers.chronicle.tell_production import share_name
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import MODIFIERS
from ironclad.domain.games.eagle_variant.readers.wording import army, unit
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    AttackRolled,
    BattleDecided,
    BattleInitiativeRolled,
    Modifier,
    PursuitRolled,
)
from ironclad.domain.games.eagle_variant.rules.c07_naval.events import NavalBattleFought
from ironclad.domain.games.eagle_variant.rules.c09_production.events import IncomeReceived
from ironclad.domain.games.eagle_variant.rules.c10_politics.events import ElectionHeld
from ironclad.domain.kernel.drawing import blocks
from ironclad.domain.kernel.drawing.blocks import Block, Said
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.telling.words import sentence, signed

Term = tuple[int, str, str]
"""A part of a sum: how much, what for, and its clause."""


def card_of(event: Event) -> dict[str, Any] | None:
    """The card of an event with figures, {blocks}; None for any other."""
    make = _CARDS.get(type(event))
    return None if make is None else {"blocks": make(event)}


def _terms(modifiers: Iterable[Modifier], **words: str) -> list[Term]:
    names = {**MODIFIERS, **words}
    return [(each.amount, names[each.name], each.rule) for each in modifiers]


def _sum(dice: Iterable[int], terms: Iterable[Term], total: int) -> Block:
    """Dice, what is added to them, and the total."""
    rows: list[Said] = [[blocks.die(face) for face in dice]]
    rows += [blocks.term(signed(amount), name, rule) for amount, name, rule in terms]
    return blocks.items([*rows, blocks.strong(str(total))], look="sums")


def _attack(event: AttackRolled) -> list[Block]:
    result = "hit" if event.hit else "lost" if event.unit in event.lost else "miss"
    facts: list[tuple[str, Said]] = [
        ("Brigade", sentence(unit(event.unit))),
        ("Target", sentence(unit(event.target))),
        ("Needed", f"{event.needed} or more"),
        ("Result", blocks.strong(result)),
    ]
    return [_sum((event.die,), _terms(event.modifiers), event.total), blocks.facts(facts)]


def _pursuit(event: PursuitRolled) -> list[Block]:
    facts: list[tuple[str, Said]] = [
        ("Pursuer", sentence(unit(event.unit))),
        ("Target", sentence(unit(event.target))),
        ("Needed", f"{event.needed} or more"),
        ("Result", blocks.strong("hit" if event.hit else "miss")),
    ]
    return [_sum((event.die,), _terms(event.modifiers), event.total), blocks.facts(facts)]


def _initiative(event: BattleInitiativeRolled) -> list[Block]:
    both = (
        ("Attacker", event.attacker_dice, event.attacker_modifiers, event.attacker_total),
        ("Defender", event.defender_dice, event.defender_modifiers, event.defender_total),
    )
    found: list[Block] = []
    for name, dice, modifiers, total in both:
        found += [blocks.heading(name, 3), _sum(dice, _terms(modifiers, leader="leaders"), total)]
    return found


def _naval(event: NavalBattleFought) -> list[Block]:
    rows: list[list[Said]] = [
        [
            blocks.side_name(side, sentence(army(side))),
            [blocks.die(face) for face in event.dice[side]],
            str(event.ratings[side]),
            blocks.strong(str(event.totals[side])),
            str(event.loss if side == event.loser else 0),
        ]
        for side in SIDES
    ]
    return [blocks.table(["", "Dice", "Ratings", "Total", "Lost"], rows, name="naval")]


def _decided(event: BattleDecided) -> list[Block]:
    sides = ((event.winner, event.winner_lost), (event.loser, event.loser_lost))
    rows = [[sentence(army(id)), *_counts(lost)] for id, lost in sides]
    facts: list[tuple[str, Said]] = [
        ("Attacking brigades", str(event.attackers)),
        ("Defending brigades", str(event.defenders)),
        ("Major battle", "yes" if event.major else "no"),
    ]
    heads = ["Lost", *(sentence(kind) for kind in KINDS)]
    return [blocks.table(heads, rows, name="losses"), blocks.facts(facts)]


def _counts(lost: tuple[str, ...]) -> list[str]:
    kinds = [each.partition(".")[2] for each in lost]
    return [str(kinds.count(kind)) for kind in KINDS]


def _income(event: IncomeReceived) -> list[Block]:
    parts = [(each.points, share_name(each), each.rule) for each in event.shares]
    if event.blockaded:
        parts.append((-event.blockaded, "the blockade", "blockade/10"))
    if event.gift:
        parts.append((-event.gift, "the gift to Europe", "european-diplomacy/2"))
    rows = [blocks.term(signed(points), name, rule) for points, name, rule in parts]
    total = blocks.facts([("Sum", f"{event.total} PP"), ("In the pool", f"{event.pool} PP")])
    return [blocks.items(rows, look="sums"), total]


def _election(event: ElectionHeld) -> list[Block]:
    terms = [(points, modifier_name(name), rule) for name, points, rule in event.modifiers]
    needed = f"{numbers('election')['passes']} or more"
    return [_sum(event.dice, terms, event.total), blocks.facts([("Needed", needed)])]


_CARDS: dict[type[Event], Callable[[Any], list[Block]]] = {
    AttackRolled: _attack,
    PursuitRolled: _pursuit,
    BattleInitiativeRolled: _initiative,
    NavalBattleFought: _naval,
    BattleDecided: _decided,
    IncomeReceived: _income,
    ElectionHeld: _election,
}
KINDS_OF_EVENT = frozenset(_CARDS)
"""The types of event that have a card."""
