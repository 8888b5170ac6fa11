"""What the odds of a battle assume of the players: the best leaders take part, nobody reacts, and nothing
else is done that need not be.

Any of it may be answered otherwise by the one who asks (`Question.answers`).
Where a choice must be made, the first one offered is. A move that reactions could interrupt is carried on.
"""

from collections.abc import Callable, Iterable

from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import ContinueMove, MoveForce
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction import (
    DeclineReactions,
    Stay,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.water_reaction import StayMoored
from ironclad.domain.games.american_civil_war.rules.c09_battle.draws import RetreatOrStand
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import CreateLeader
from ironclad.domain.games.american_civil_war.rules.c09_battle.preparing import ChooseLeader, UseBattleSupply
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat import Retreat
from ironclad.domain.games.american_civil_war.rules.c11_forts.sieges import HoldSiege, JoinRelief
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_support import SupportWithVessels
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.odds.odds_model import Assumed

_DECLINED: dict[str, tuple[Callable[[], Command], str]] = {
    "reaction": (DeclineReactions, "no (further) force reacts"),
    "reaction_move": (Stay, "the force that may react stays where it is"),
    "vessel_reaction_move": (StayMoored, "the vessel that may react stays where it is"),
    "siege_hold": (HoldSiege, "no besieger is kept out of the battle"),
    "relief_sortie": (JoinRelief, "nobody inside the fort joins the attack"),
    "naval_support": (SupportWithVessels, "no vessel helps the defence"),
    "battle_supply": (lambda: UseBattleSupply(use=False), "no battle supply is spent"),
    "retreat_or_stand": (lambda: RetreatOrStand(retreat=False), "after a draw the force stays in the hex"),
    "leader_creation": (CreateLeader, "no leader is made"),
}
_LEADERS = {"attacking_leader": "attack", "defending_leader": "defence"}
_FIRST_OFFERED = {
    "battle_participants": "of the units that could fight those named first do",
    "defender_losses": "losses fall on the units named first",
    "attacker_losses": "losses fall on the units named first",
    "retreat_path": "a retreat goes into works of its own, else to the hex of the lowest number open to it",
    "deployment": "units deploy in Kentucky in the first hexes offered",
}


def assume(position: Position, due: Due, asked: Command | None) -> Assumed | None:
    """The answer assumed to a decision that a command brings about; None where no battle depends on it."""
    if due.kind in _DECLINED:
        make, text = _DECLINED[due.kind]
        return Assumed(make(), text)
    if due.kind in _LEADERS:
        letter = obvious_leader(position, due.about["leaders"])
        return Assumed(ChooseLeader(leader=letter), f"leader {letter} takes part in the {_LEADERS[due.kind]}")
    if due.kind == "retreat_path" and not due.about["works"]:
        return Assumed(Retreat(path=(due.about["steps"][0],)), _FIRST_OFFERED[due.kind])
    if due.kind in _FIRST_OFFERED:
        return Assumed(next(acw.offers[due.kind](position, due)), _FIRST_OFFERED[due.kind])
    if due.kind == "movement" and isinstance(asked, MoveForce | ContinueMove):
        return _carried_on(position, asked)
    return None


@rule("9.3/3", "9.4/4")
def obvious_leader(position: Position, letters: Iterable[str]) -> str:
    """The leader whom a sensible player sends: the best rated, of equals the first by letter."""
    return min(letters, key=lambda letter: (-position.leaders[letter].rating, letter))


def _carried_on(position: Position, asked: MoveForce | ContinueMove) -> Assumed | None:
    """The rest of a path that a chance to react has interrupted; None at its end, or if the force is held."""
    moving = position.moving
    if moving is None or moving.halted or moving.hex not in asked.path[:-1]:
        return None
    rest = asked.path[asked.path.index(moving.hex) + 1 :]
    command = ContinueMove(path=rest, violate_kentucky=asked.violate_kentucky)
    return Assumed(command, "the move continues along its path")
