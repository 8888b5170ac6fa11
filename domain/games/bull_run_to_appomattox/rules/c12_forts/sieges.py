"""Sieges (12.2): how they end, and the surrender of a besieged place."""

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Attack
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Siege
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta, settles, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import credit, lose_hq
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import leave_lost_port, take_city
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    armies_in,
    city_in,
    fort_in,
    holds_ground,
    hqs_in,
    leaderless_in,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import (
    PlaceSurrendered,
    SiegeBegun,
    SiegeDelayed,
    SiegeLifted,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.sites import score_site
from ironclad.domain.games.bull_run_to_appomattox.rules.c14_victory.victory import test_victory
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option


@brta.evolves(SiegeBegun)
def _siege_begun(position: Position, event: SiegeBegun) -> None:
    position.sieges[event.spot] = Siege(event.besieger, event.turn)


@brta.evolves(SiegeDelayed)
def _siege_delayed(position: Position, event: SiegeDelayed) -> None:
    siege = position.sieges[event.spot]
    position.sieges[event.spot] = Siege(siege.besieger, event.turn)


@brta.evolves(SiegeLifted)
def _siege_lifted(position: Position, event: SiegeLifted) -> None:
    position.sieges.pop(event.spot, None)


@rule("12.2/7", "12.2/10")
def is_kept_up(position: Position, spot: str, siege: Siege) -> bool:
    """Whether a siege has besiegers: an army of any HQ, or units whose HQ was lost there."""
    there = armies_in(position, siege.besieger, spot) or leaderless_in(position, siege.besieger, spot)
    return bool(there)


@rule("5.2/10", "12.2/10", "12.2/15")
def lift_sieges(play: Play) -> bool:
    """Sieges end that nobody keeps up, or in which nobody is left inside. Returns whether one did.

    A city in which nobody is left is taken as its siege ends.
    """
    before = len(play.events)
    for spot, siege in sorted(play.position.sieges.items()):
        if not is_kept_up(play.position, spot, siege):
            play.emit(SiegeLifted(spot, "12.2/10"))
        elif not holds_ground(play.position, ENEMY[siege.besieger], spot):
            play.emit(SiegeLifted(spot, "5.2/4"))
            if armies_in(play.position, siege.besieger, spot):
                _take_city(play, spot, siege.besieger, "5.2/10")
    return len(play.events) > before


@settles(5)
def lift_sieges_left(play: Play, spot: str) -> bool:
    """An activation has ended: sieges from which the last besieging army has marched away end."""
    return lift_sieges(play)


@rule("5.2/10", "7.5/12", "12.2/10")
def lift_sieges_after_desertion(play: Play) -> None:
    """CP deserted: sieges end that the last besieger or the last defender has left in this way."""
    if lift_sieges(play):
        test_victory(play)


@rule("7.7.1/5")
def delay_surrender(play: Play, attack: Attack) -> None:
    """With the option, after a sortie or relief that did not end a siege its time counts from this turn."""
    if attack.kind not in ("sortie", "relief") or not play.position.plays("counterattack_delays_surrender"):
        return
    siege = siege_at(play.position, attack.spot)
    if siege is not None and siege[1].besieger != attack.side:
        play.emit(SiegeDelayed(siege[0], play.position.turn, "7.7.1/5"))


@step("surrender")
@rule("12.2/6", "7.5/6", "7.7.1/5")
def surrender(play: Play) -> None:
    """Places besieged since the turn before last surrender; nothing else of the turn has happened yet.

    In winter too.
    """
    if lift_sieges(play) and test_victory(play):
        return
    for spot, siege in sorted(play.position.sieges.items()):
        if play.position.turn >= siege.first_turn + limits().siege_turns:
            _surrender(play, spot, siege)
            if test_victory(play):
                return


@rule("12.2/8", "12.2/9", "18/2")
def _surrender(play: Play, spot: str, siege: Siege) -> None:
    """Everything inside is lost, the city is taken, and each besieging HQ has won a victory.

    Units whose HQ was lost there take it too: they kept the siege up (12.2/7).
    """
    position, side = play.position, ENEMY[siege.besieger]
    hqs = hqs_in(position, side, spot)
    losses = {hq: position.units_of(hq) for hq in armies_in(position, side, spot)}
    losses |= leaderless_in(position, side, spot)
    fort, besiegers = fort_in(position, spot, side), armies_in(position, siege.besieger, spot)
    play.emit(PlaceSurrendered(spot, side, hqs, losses, bool(fort), "12.2/6"))
    for hq in hqs:
        lose_hq(play, hq, "surrendered", "12.2/8", units_too=True)
    credit(play, besiegers, (), "12.2/9")
    score_site(play, siege.besieger, spot)
    _take_city(play, spot, siege.besieger, "12.2/8")
    leave_lost_port(play, side, spot)


def _take_city(play: Play, spot: str, side: str, why: str) -> None:
    """A besieger takes the city of a place, if there is one."""
    zone = city_in(play.position, spot)
    if zone and play.position.holders[zone] != side:
        take_city(play, zone, side, why)


@brta.evolves(PlaceSurrendered)
@rule("17/5")
def _surrendered(position: Position, event: PlaceSurrendered) -> None:
    fort = fort_in(position, event.spot, event.side)
    position.sieges.pop(event.spot, None)
    if event.fort:
        position.forts.pop(fort, None)
    for group, units in event.losses.items():
        position.eliminated[ENEMY[event.side]] += units.total
        if group not in position.hqs:
            position.leaderless[event.side].pop(group, None)
            position.orphaned[event.side].pop(group, None)


OPTIONS = {
    "counterattack_delays_surrender": Option(
        "7.7.1/5",
        "A sortie or relief that does not end a siege puts the surrender off to a later turn.",
        ("no", "yes"),
    ),
}
