"""What the computer player answers in combats, and to whatever else it is asked."""

from typing import Literal

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.combat_odds import exact
from ironclad.domain.games.bull_run_to_appomattox.readers.opponent import assessment
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import city_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import (
    AnswerAttack,
    DecideCombat,
    RetreatArmy,
    SupportDefence,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import at_works, battle_of
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

HOPELESS = 0.25  # chance below which a side leaves the field
REFUSES = 0.5  # chance of the attacker above which cavalry refuses combat


def decide_combat(position: Position, due: Due) -> Command:
    """Besiege where that is offered; else stay while there is a hope to win, or something to hold."""
    offered = [each for each in brta.offers[due.kind](position, due) if isinstance(each, DecideCombat)]
    choices = [each.choice for each in offered]
    if position.battle is None:
        return DecideCombat(choice="stay" if "stay" in choices else choices[0])
    best: tuple[Literal["stay", "withdraw", "besiege"], ...] = ("besiege", "stay", "withdraw")
    if due.kind == "defender_stays" and at_works(position, battle_of(position)):
        best = ("stay", "withdraw")
    elif "besiege" not in choices and _hope(position, due.seat) < HOPELESS:
        best = ("withdraw", "stay")
    return DecideCombat(choice=next(each for each in best if each in choices))


def _hope(position: Position, side: str) -> float:
    """How probable it is that a side wins if both stay, or at least besieges."""
    results = exact(position)
    attacks = battle_of(position).attack.side == side
    return float(sum(p for each, p in results.items() if each.winner == side or (attacks and each.siege)))


def answer_attack(position: Position, due: Due) -> Command:
    """Cavalry refuses combat where it is likely to lose."""
    attack = battle_of(position).attack
    offered = [each for each in brta.offers[due.kind](position, due) if isinstance(each, AnswerAttack)]
    goes = [each for each in offered if each.to]
    if goes and assessment.likely(position, attack) > REFUSES:
        return max(goes, key=lambda each: _shelter(position, due.seat, each.to))
    return offered[0]


def retreat(position: Position, due: Due) -> Command:
    """To the best shelter that is offered."""
    offered = list(brta.offers[due.kind](position, due))
    armies = [each for each in offered if isinstance(each, RetreatArmy)]
    if armies:
        return max(armies, key=lambda each: _shelter(position, due.seat, each.to))
    return offered[0]


def _shelter(position: Position, side: str, spot: str) -> float:
    """How good it is to retreat to a place: a city of one's own, and far from the enemy."""
    zone = city_in(position, spot) if spot in board().spots else ""
    own = assessment.worth(zone) if zone and position.holders[zone] == side else 0.0
    near = [
        assessment.away(position.hqs[hq].spot, spot)
        for hq in position.hqs_of(ENEMY[side])
        if not position.hqs[hq].aboard
    ]
    return own + min(near, default=0)


def support_defence(position: Position, due: Due) -> Command:
    """All gunboats that can help."""
    offered = [each for each in brta.offers[due.kind](position, due) if isinstance(each, SupportDefence)]
    return max(offered, key=lambda each: len(each.fleets))


def first_offered(position: Position, due: Due) -> Command:
    """The first answer that the rules offer: the strongest take hits, everybody joins a relief."""
    return next(iter(brta.offers[due.kind](position, due)))
