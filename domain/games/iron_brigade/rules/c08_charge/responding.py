"""Step 5: charged units fall back or check their morale, and chargers move into contact."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from ironclad.domain.games.iron_brigade.position.state import Contact, Position
from ironclad.domain.games.iron_brigade.position.units import Marks
from ironclad.domain.games.iron_brigade.registry import Play, brigade, goes_on, step
from ironclad.domain.games.iron_brigade.rules.c03_movement.ordering import is_engaged
from ironclad.domain.games.iron_brigade.rules.c03_movement.plans import pace_of
from ironclad.domain.games.iron_brigade.rules.c03_movement.progress import place_of, put
from ironclad.domain.games.iron_brigade.rules.c03_movement.speeds import speed
from ironclad.domain.games.iron_brigade.rules.c07_morale.fleeing import others_than
from ironclad.domain.games.iron_brigade.rules.c07_morale.step import take_outside
from ironclad.domain.games.iron_brigade.rules.c08_charge.charging import charge_bonus
from ironclad.domain.games.iron_brigade.rules.c08_charge.contact import contact_of, short_of
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import (
    ChargeAnswered,
    ChargeWentHome,
    Respond,
    ResponsesEnded,
    TargetStood,
    UnitFellBack,
)
from ironclad.domain.games.iron_brigade.rules.c23_weather.weather import going
from ironclad.domain.games.iron_brigade.rules.places import blocked, off_table, overlaps_any
from ironclad.domain.kernel.board.plane import placed
from ironclad.domain.kernel.board.plane.bodies import Body, are_within
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

INCH = 100
AWAY = 200
"""A unit that falls back ends more than this from every charger (VIII.D/4)."""
FOLLOW_UP = 600
"""How far a later wave moves up behind the first one."""
MOST_RUNNING = 3
SHAKEN = ("disorganized", "broken", "routed")


def charged(position: Position) -> list[str]:
    """The units against which a charge succeeded, in order."""
    struck = {each.target for each in position.successes}
    return [id for id in position.in_order() if id in struck]


@step("responses")
@rule("VIII.A/5", "VIII.D/1")
def ask_responses(play: Play) -> None:
    """Each owner of a charged unit that may fall back says whether it does."""
    position = play.position
    for id in charged(position):
        if any(back_offers(position, id)):
            asking.ask(play, position.side_of(id), "response", "VIII.D/1", unit=id)


@brigade.check(Respond, "response")
def check_respond(position: Position, due: Due, command: Respond) -> None:
    if command.back:
        check_back(position, str(due.about["unit"]), command.back)


@rule("VIII.D/1", "VIII.D/2", "VIII.D/4", "VIII.G/2")
def check_back(position: Position, id: str, back: int) -> None:
    """Refuse a falling back that is too far, has no room, or is from mounted troops."""
    unit, muster = position.units[id], position.muster[id]
    chargers = [each.charger for each in position.successes if each.target == id]
    mounted = [each for each in chargers if position.units[each].mounted]
    require(not mounted, "VIII.D/2", f"{id} may not fall back before mounted troops")
    require(not is_engaged(position, id), "VIII.G/2", f"{id} is in melee")
    able = muster.is_regiment and unit.state in ("good", "disorganized") and unit.formation != "scattered"
    require(able, "VIII.D/1", f"{id} cannot fall back in its formation")
    most = full_move(position, id)
    require(
        0 < back <= most, "VIII.D/1", f"{id} falls back at most its full move, {most} hundredths of an inch"
    )
    body = fallen_back(unit.body, back)
    others = others_than(position, id)
    for polygon in body.polygons:
        free = not off_table(position.scenery, polygon) and not blocked(position.scenery, polygon)
        require(free and not overlaps_any(polygon, others), "VIII.D/4", f"{id} has no room there")
    near = [each for each in chargers if are_within(position.units[each].body, body, AWAY)]
    require(not near, "VIII.D/4", f"{id} must end more than 2 inches from the charger")


@rule("VIII.D/1")
def full_move(position: Position, id: str) -> int:
    """The full move of a unit in its formation in the field, in hundredths."""
    pace = pace_of(position.muster[id], position.units[id])
    return speed(pace, "field") // going(position).slow


def fallen_back(body: Body, back: int) -> Body:
    """A body so far straight back, facing as it does."""
    dx, dy = placed((0, 0), (body.facing + 180) % 360, back, 0)
    return replace(body, at=(body.at[0] + dx, body.at[1] + dy))


def back_offers(position: Position, id: str) -> Iterator[Command]:
    """Falling back by the full move, and by half of it."""
    most = full_move(position, id)
    for back in (most, most // 2):
        command = Respond(back=back)
        due = Due("", position.side_of(id), "response", "VIII.D/1", {"unit": id})
        if brigade.allows(position, due, command):
            yield command


@brigade.offer("response")
def offer_responses(position: Position, due: Due) -> Iterator[Command]:
    """It stands, or falls back by its full move or half of it."""
    yield Respond(back=0)
    yield from back_offers(position, str(due.about["unit"]))


@brigade.carry_out(Respond)
def carry_out_respond(play: Play, due: Due, command: Respond) -> None:
    asking.close(play, due)
    play.emit(ChargeAnswered(str(due.about["unit"]), command.back))


@brigade.evolves(ChargeAnswered)
def _charge_answered(position: Position, event: ChargeAnswered) -> None:
    position.responses[event.unit] = event.back


# -- settled


@goes_on("responses")
@rule("VIII.A/5", "VIII.A/6", "VII.A/4")
def settle(play: Play) -> bool:
    """Each charged unit in order falls back, or checks and perhaps leaves; its chargers go in."""
    position = play.position
    if not position.successes:
        return False
    for id in charged(position):
        if id not in position.units:
            continue
        chargers = [each for each in position.successes if each.target == id]
        left = position.units[id].body.centre
        back = room_to_fall_back(position, id)
        if back:
            _fall_back(play, id, back)
            gone = True
        else:
            if position.units[id].posture != "up":
                play.emit(TargetStood(id))
            gone = take_outside(play, id, "charged", "VII.A/4") in SHAKEN
        for contact in chargers:
            if contact.charger in position.units and not is_engaged(position, contact.charger):
                _go_in(play, contact, left, gone or id not in position.units)
    play.emit(ResponsesEnded())
    return True


@rule("VIII.D/4")
def room_to_fall_back(position: Position, id: str) -> int:
    """How far a unit falls back: as it said, or as far as there is room by now; 0 if it stands."""
    for back in range(position.responses.get(id, 0), 0, -1):
        try:
            check_back(position, id, back)
        except Refused:
            continue
        return back
    return 0


@rule("VIII.D/1", "VIII.D/3")
def _fall_back(play: Play, id: str, back: int) -> None:
    """A unit falls back: twice running halves its fire, the third time disorganizes it."""
    position = play.position
    unit = position.units[id]
    running = unit.marks.fell_back + 1 if unit.marks.fell_back_turn == position.turn else 1
    body = fallen_back(unit.body, back)
    play.emit(UnitFellBack(id, body.at, running, running >= MOST_RUNNING))


@rule("VIII.C/7", "VIII.E/1", "VIII.F/1", "VIII.J/3")
def _go_in(play: Play, contact: Contact, left: tuple[int, int], gone: bool) -> None:
    """A charger moves into contact; onto the ground that its target left; or up behind the wave before it."""
    position = play.position
    id, target = contact.charger, contact.target
    unit = position.units[id]
    if not gone:
        bonus = charge_bonus(position, id, target)
        body = contact_of(position, id, target, bonus) if bonus else None
        if body is not None:
            play.emit(ChargeWentHome(id, target, place_of(body, unit.formation), True, contact.side))
            return
        before = [each.charger for each in position.contacts if each.target == target]
        if before:
            behind = short_of(position, unit, id, position.units[before[0]].body.centre, FOLLOW_UP)
            play.emit(ChargeWentHome(id, target, place_of(behind, unit.formation), True, contact.side))
            return
    most = 2 * INCH if target not in position.units else max(charge_bonus(position, id, target), INCH)
    body = short_of(position, unit, id, left, most)
    play.emit(ChargeWentHome(id, target, place_of(body, unit.formation), False, contact.side))


# -- what it changes


@brigade.evolves(TargetStood)
@rule("VIII.K/1")
def _target_stood(position: Position, event: TargetStood) -> None:
    position.units[event.unit] = msgspec.structs.replace(position.units[event.unit], posture="up")


@brigade.evolves(UnitFellBack)
@rule("VIII.D/1", "VIII.D/3")
def _unit_fell_back(position: Position, event: UnitFellBack) -> None:
    unit = position.units[event.unit]
    marks: Marks = msgspec.structs.replace(
        unit.marks, fell_back=event.running, fell_back_turn=position.turn + 1
    )
    if event.running == MOST_RUNNING - 1:
        marks = msgspec.structs.replace(marks, half_fire=position.turn + 1)
    state = "disorganized" if event.disorganized and unit.state == "good" else unit.state
    if event.disorganized:
        position.deeds[event.unit] = msgspec.structs.replace(position.deeds[event.unit], shaken=True)
    position.units[event.unit] = msgspec.structs.replace(
        unit, at=event.at, state=state, marks=marks, posture="up"
    )


@brigade.evolves(ChargeWentHome)
@rule("VIII.B/4", "VIII.E/1", "VIII.F/1")
def _charge_went_home(position: Position, event: ChargeWentHome) -> None:
    unit = put(position.units[event.unit], event.place)
    if event.contact:
        both = any(each.charger == event.target and each.target == event.unit for each in position.successes)
        charged = (event.unit, event.target) if both else (event.unit,)
        made = Contact(event.unit, event.target, event.side, charged)
        position.contacts = (*position.contacts, made)
    else:
        marks = msgspec.structs.replace(unit.marks, reforming=position.turn + 1)
        unit = msgspec.structs.replace(unit, marks=marks)
    position.units[event.unit] = unit


@brigade.evolves(ResponsesEnded)
def _responses_ended(position: Position, event: ResponsesEnded) -> None:
    position.successes = ()
    position.responses.clear()
