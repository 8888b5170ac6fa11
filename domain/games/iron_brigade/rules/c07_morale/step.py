"""Step 3: units with reasons of their own check, and then those whom their breaks touch, pass after pass."""

import msgspec

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.registry import Play, brigade, step
from ironclad.domain.games.iron_brigade.rules.between import near, strength
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import is_engaged
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import MoraleEnded, TriggersSet
from ironclad.domain.games.iron_brigade.rules.c07_morale.rallying import rally
from ironclad.domain.games.iron_brigade.rules.c07_morale.taking import BROKE, must_check_for, take, touched_by
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.kernel.engine.citations import rule

BEATEN_FRIEND = "a friend broke or routed"


@step("morale")
@rule("VII.A/1", "VII.A/7", "VII.N/2")
def morale_step(play: Play) -> None:
    """Every reason for a check is dealt with; then units that stood still gain a step."""
    position = play.position
    own = [id for id in position.in_order() if reasons(position, id)]
    beaten: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]] = []
    for id in own:
        if id in position.units:
            _check(play, id, reasons(position, id)[0], "VII.A/1", beaten)
    touched = [id for id in position.in_order() if BEATEN_FRIEND in position.triggers.get(id, ())]
    for id in touched:
        deeds = position.deeds[id]
        if not deeds.beaten and not deeds.saw_beaten and not is_engaged(position, id):
            _check(play, id, BEATEN_FRIEND, "VII.A/3", beaten)
    while beaten:
        now, beaten = beaten, []
        for id, state, close, wide in now:
            for friend in [each for each in position.in_order() if each in wide]:
                if must_check_for(position, id, friend, state, friend in close):
                    _check(play, friend, BEATEN_FRIEND, "VII.A/3", beaten)
    rally(play)
    play.emit(MoraleEnded())


def _check(
    play: Play,
    id: str,
    reason: str,
    clause: str,
    beaten: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]],
) -> None:
    """A unit checks; if it breaks or routs, it is noted with the friends near the place where it did."""
    position = play.position
    wide, close = friends_about(position, id)
    result = take(play, id, reason, clause).result
    if result in ("broken", "routed"):
        beaten.append((id, result, close, wide))


@rule("VII.A/2", "VII.A/3", "VII.A/5", "VII.A/6")
def reasons(position: Position, id: str) -> tuple[str, ...]:
    """Why a unit checks in step 3 of itself; units in melee check in chapter IX."""
    if not position.muster[id].has_morale or id in position.arrivals or is_engaged(position, id):
        return ()
    unit, deeds, muster = position.units[id], position.deeds[id], position.muster[id]
    starting = muster.men
    steps = [100 * (starting - men) // (15 * starting) for men in (deeds.men, strength(position, id))]
    turned = any(each.side in ("flank", "rear") for each in deeds.taken)
    found = [each for each in position.triggers.get(id, ()) if each != BEATEN_FRIEND]
    if steps[1] > steps[0]:
        found.append("another 15 percent lost")
    if turned and not unit.flanked:
        found.append("fire from flank or rear")
    if unit.marks.lost_prisoners == position.turn:
        found.append("men captured in the turn before")
    if deeds.advance and deeds.taken:
        found.append("ordered to advance under fire")
    return tuple(found)


def take_outside(play: Play, id: str, reason: str, clause: str) -> str:
    """A check outside step 3, and its result; friends who must check for it do so in the next step 3."""
    wide, close = friends_about(play.position, id)
    result = take(play, id, reason, clause).result
    if result in ("broken", "routed"):
        warn_friends(play, id, result, close, wide)
    return result


def friends_about(position: Position, id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The friends of a unit within 12 inches, and those within 6."""
    wide = touched_by(position, id)
    return wide, tuple(each for each in wide if near(position, id, each, BROKE))


@rule("VII.A/3", "VII.J/1", "VII.J/2")
def warn_friends(play: Play, id: str, state: str, close: tuple[str, ...], wide: tuple[str, ...]) -> None:
    """A unit broke or routed outside step 3: friends who must check for it do so in the next one."""
    position = play.position
    touched = {
        friend: BEATEN_FRIEND
        for friend in wide
        if friend in position.units and must_check_for(position, id, friend, state, friend in close)
    }
    if touched:
        concealing.show(play, touched)
        play.emit(TriggersSet(touched))


@brigade.evolves(MoraleEnded)
@rule("VII.A/2")
def _morale_ended(position: Position, event: MoraleEnded) -> None:
    position.triggers.clear()
    for id, deeds in position.deeds.items():
        unit = position.units.get(id)
        if (
            unit is not None
            and not unit.flanked
            and any(each.side in ("flank", "rear") for each in deeds.taken)
        ):
            position.units[id] = msgspec.structs.replace(unit, flanked=True)
