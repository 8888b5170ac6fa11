"""How HQs are lost and credited (2.4, 2.6, 2.7): what combat, events and economy call."""

from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH, SOUTH
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import (
    NONE,
    OUT,
    RESERVE,
    Hq,
    Vacancy,
)
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import draw_hq, reserve_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.events import (
    CombatCredited,
    Fate,
    HqLost,
    HqReplaced,
    SurvivalChecked,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import hqs_in
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.turn import asking

TO_RESERVE = frozenset({"wounded", "recalled"})
AWAITING = frozenset({"wounded", "killed"})


@rule("2.4/1", "2.4/2", "2.4/3", "2.4/4", "2.4/9")
def lose_hq(play: Play, hq: str, fate: Fate, why: str, units_too: bool = False) -> None:
    """An HQ leaves the map: out of the game, or to the reserve if wounded or recalled.

    Its CP stay on its spot without a leader, and are open from then on; `units_too` says that they are lost
    with it. They await a replacement if it was lost in combat (2.4/3). Another HQ of the side in the zone may
    take them over at once: its owner is asked (2.4/9).
    """
    record = play.position.hqs[hq]
    units = play.position.units.get(hq, NONE)
    left = None if units_too or units == NONE else units
    awaits = left is not None and fate in AWAITING
    play.emit(HqLost(hq, record.side, fate, record.spot, left, awaits, why))
    if left is not None:
        for other in hqs_in(play.position, record.side, record.spot):
            asking.interrupt(play, record.side, "take_command", "2.4/9", hq=other, spot=record.spot)


@brta.evolves(HqLost)
def _hq_lost(position: Position, event: HqLost) -> None:
    position.hqs[event.hq] = Hq(event.side, RESERVE if event.fate in TO_RESERVE else OUT)
    for of in (position.units, position.shown, position.cargo):
        of.pop(event.hq, None)
    position.flagships.pop(event.hq, None)
    for side in (NORTH, SOUTH):
        position.intelligence.get(side, {}).pop(event.hq, None)
    if event.left is None:
        return
    there = position.leaderless[event.side]
    there[event.spot] = there.get(event.spot, NONE).plus(event.left)
    position.orphaned[event.side][event.spot] = True
    if event.awaits:
        vacancy = Vacancy(event.side, event.spot, position.turn)
        position.vacancies = (*position.vacancies, vacancy)


@rule("2.7/1", "2.7/2", "2.7/3", "2.7/4", "2.7/6")
def check_survival(play: Play, north: tuple[str, ...], south: tuple[str, ...]) -> None:
    """Leaders at risk, once after a land combat with an army: the HQs of each side that were in it.

    Nothing else asks for it: no naval combat, no attack of fleets on a fort, no fight with a raider.
    On 2 a Southern leader is checked, on 12 a Northern one; HQs that are gone by then have no effect.
    """
    dice = play.roll("leaders at risk", "2.7/1", 2)
    at_risk = {2: south, 12: north}.get(sum(dice), ())
    alive = tuple(hq for hq in at_risk if play.position.hqs[hq].state == "map")
    if not alive:
        play.emit(SurvivalChecked((dice[0], dice[1]), "", 0, ""))
        return
    (hq,) = play.draw("which leader is at risk", "2.7/3", alive)
    (die,) = play.roll("survival", "2.7/4")
    fate: Fate = "wounded" if die <= 4 else "killed"
    record = play.position.hqs[hq]
    spared = record.aboard and not reserve_of(play.position, record.side)
    play.emit(SurvivalChecked((dice[0], dice[1]), hq, die, "" if spared else fate))
    if record.aboard:
        _succeed_aboard(play, hq, fate)
    else:
        lose_hq(play, hq, fate, "2.7/4")


@rule("2.7/4", "2.4/6", "6.2/1")
def _succeed_aboard(play: Play, hq: str, fate: Fate) -> None:
    """A leader who went back aboard is succeeded at once, as one who falls ill (8.2/2); units have no leader
    at sea. With an empty reserve he stays in command.
    """
    if by := draw_hq(play, play.position.hqs[hq].side, "2.7/4"):
        play.emit(HqReplaced(hq, by, fate, "2.7/4"))


@brta.evolves(SurvivalChecked)
def _survival_checked(position: Position, event: SurvivalChecked) -> None:
    """The check itself changes nothing; a loss follows as an event of its own."""


@rule("2.6/2", "2.6/3", "2.6/6")
def credit(play: Play, won: tuple[str, ...], lost: tuple[str, ...], why: str) -> None:
    """HQs are credited with a victory or a defeat of this turn; those that are gone by then are not."""
    alive = [tuple(hq for hq in each if play.position.hqs[hq].state == "map") for each in (won, lost)]
    if any(alive):
        play.emit(CombatCredited(alive[0], alive[1], why))


@brta.evolves(CombatCredited)
def _combat_credited(position: Position, event: CombatCredited) -> None:
    for hq in event.won:
        position.hqs[hq] = position.hqs[hq].with_(won=position.hqs[hq].won + 1)
    for hq in event.lost:
        position.hqs[hq] = position.hqs[hq].with_(lost=position.hqs[hq].lost + 1)


