"""How a march, a voyage or an activation opens a combat. What follows is under way (`@under_way`) until it
ends.

The caller marks its activation as stopped before it opens a combat. The activation continues when the
combat's record is gone (`BattleEnded`, `NavalCombatEnded`, `RaiderFightEnded`).
"""

from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle, NavalCombat, RaiderFight
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import (
    Attack,
    NavalMeeting,
    RaiderMeeting,
)
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    BattleOpened,
    NavalCombatOpened,
    RaiderMet,
)
from ironclad.domain.kernel.engine.citations import rule


@rule("3/5")
def open_battle(play: Play, attack: Attack) -> None:
    """A land combat begins (7). It may turn out that nobody is there to fight: lone HQs never do (2.5/1)."""
    play.emit(BattleOpened(attack))


def open_naval_combat(play: Play, meeting: NavalMeeting) -> None:
    """Fleets meet enemy fleets, or attack a fort (7.10, 7.13.2)."""
    play.emit(NavalCombatOpened(meeting))


def meet_raider(play: Play, meeting: RaiderMeeting) -> None:
    """An army or a raider attacks a raider (7.13.1)."""
    play.emit(RaiderMet(meeting))


@brta.evolves(BattleOpened)
def _battle_opened(position: Position, event: BattleOpened) -> None:
    position.battle = Battle(event.attack)
    if position.activation is not None:
        position.activation = position.activation.with_(stopped=True, fought=True)


@brta.evolves(NavalCombatOpened)
def _naval_opened(position: Position, event: NavalCombatOpened) -> None:
    position.naval = NavalCombat(event.meeting)
    if event.meeting.fort and position.activation is not None:
        position.activation = position.activation.with_(fought=True, halted=True)


@brta.evolves(RaiderMet)
def _raider_met(position: Position, event: RaiderMet) -> None:
    position.raider_fight = RaiderFight(event.meeting)
