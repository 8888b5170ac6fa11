"""Besieged armies join a relief attack (5.2/7, 5.2/8)."""

from collections.abc import Iterator
from itertools import combinations

from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import hqs_in, is_army
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import ReliefJoined
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import battle_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.commands import JoinRelief
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

ASKED = "relief"


@rule("5.2/8")
def ask_relief(play: Play, battle: Battle) -> bool:
    """The relieving side says which besieged HQs join; True if it is asked. It costs no AP.

    It is asked wherever HQs are inside: whether they command anything is hidden.
    """
    attack = battle.attack
    if attack.kind != "relief" or ASKED in battle.asked:
        return False
    inside = tuple(hq for hq in hqs_in(play.position, attack.side, attack.spot) if hq not in attack.hqs)
    if not inside:
        return False
    asking.ask(play, attack.side, "relief", "5.2/8", hqs=list(inside))
    return True


def require_armies(position: Position, named: tuple[str, ...], allowed: tuple[str, ...], rule: str) -> None:
    """HQs that join an attack are of those allowed, have CP, and are named once. Raises Refused."""
    require(len(set(named)) == len(named), rule, "an HQ is named twice")
    for hq in named:
        require(hq in allowed, rule, f"{hq} cannot join the attack")
        require(is_army(position, hq), "2.5/1", f"{hq} commands no units")


@brta.check(JoinRelief, "relief")
def _check_join(position: Position, due: Due, command: JoinRelief) -> None:
    require_armies(position, command.joined, tuple(due.about["hqs"]), "5.2/8")


@brta.carry_out(JoinRelief)
def _join(play: Play, due: Due, command: JoinRelief) -> None:
    asking.close(play, due)
    play.emit(ReliefJoined(battle_of(play.position).attack.spot, command.joined))


@brta.evolves(ReliefJoined)
def _joined(position: Position, event: ReliefJoined) -> None:
    battle = battle_of(position)
    attack = battle.attack
    position.battle = battle.with_(
        attack=attack.with_(hqs=(*attack.hqs, *event.hqs)), asked=(*battle.asked, ASKED)
    )


@also_offers("relief")
def _offer_joining(position: Position, due: Due) -> Iterator[Command]:
    inside = due.about["hqs"]
    for count in range(len(inside), -1, -1):
        yield from (JoinRelief(joined=each) for each in combinations(inside, count))
