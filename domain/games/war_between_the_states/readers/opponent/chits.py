"""Chits by a mixed strategy: that of the small game of losses and retreats, found by fictitious play."""

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.odds.battles import Distribution, Pair, by_pairs

ROUNDS = 200
GROUND = 2
"""What a retreat counts, in SP."""


def _margin(found: Distribution, attacker: str) -> Fraction:
    """What a distribution is worth to the attacker: SP of the enemy less his own, and the ground."""
    total = Fraction(0)
    for story, chance in found.items():
        ground = 0 if not story.retreats else -GROUND if story.retreats == attacker else GROUND
        total += chance * (story.defender_loses - story.attacker_loses + ground)
    return total


def solved(margins: Mapping[Pair, float]) -> tuple[dict[int, float], dict[int, float], float]:
    """The mixed strategies of both sides and the value of the game to the attacker, by fictitious play."""
    ours, theirs = sorted({a for a, _ in margins}), sorted({d for _, d in margins})
    gains, costs = dict.fromkeys(ours, 0.0), dict.fromkeys(theirs, 0.0)
    played: tuple[dict[int, int], dict[int, int]] = (dict.fromkeys(ours, 0), dict.fromkeys(theirs, 0))
    ours_now, theirs_now = ours[0], theirs[0]
    for _ in range(ROUNDS):
        played[0][ours_now] += 1
        played[1][theirs_now] += 1
        for chit in ours:
            gains[chit] += margins[chit, theirs_now]
        for chit in theirs:
            costs[chit] += margins[ours_now, chit]
        ours_now = max(ours, key=lambda chit: gains[chit])
        theirs_now = min(theirs, key=lambda chit: costs[chit])
    value = (max(gains.values()) + min(costs.values())) / (2 * ROUNDS)
    return (
        {chit: count / ROUNDS for chit, count in played[0].items()},
        {chit: count / ROUNDS for chit, count in played[1].items()},
        value,
    )


def margins_of(position: Position) -> dict[Pair, float]:
    """What each pair of chits is worth to the attacker of the battle under way."""
    assert position.battle is not None
    attacker = position.battle.attacker
    return {pair: float(_margin(found, attacker)) for pair, found in by_pairs(position).items()}


def chosen(position: Position, seat: str, most: int, random: Random) -> int:
    """A chit for a seat, drawn from its mixed strategy."""
    assert position.battle is not None
    ours, theirs, _ = solved(margins_of(position))
    mixed = ours if position.battle.attacker == seat else theirs
    chits = [chit for chit in mixed if chit <= most]
    weights = [mixed[chit] for chit in chits]
    return random.choices(chits, weights if any(weights) else None)[0]
