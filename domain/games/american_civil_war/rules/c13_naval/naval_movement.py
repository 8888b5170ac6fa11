"""Moving vessels at sea and along the water (13.1, 11.6/2), and what low water does."""

from collections.abc import Iterable

from ironclad.domain.games.american_civil_war.board.map import SEA_ZONE_LINKS, load_map
from ironclad.domain.games.american_civil_war.errata import holds
from ironclad.domain.games.american_civil_war.position.in_progress import Sailing
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import READY
from ironclad.domain.games.american_civil_war.registry import Play, acw, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import under_way
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import stop
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    BUILDING,
    FORT_THERE,
    NSP,
    NTP,
    OPTIONS,
    SEAGOING,
    combat_sides,
    dangers,
    fort_stops,
    has_base,
    moved_to,
    place_of,
    route_to,
    routes,
    usable_sides,
    zones_of_place,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_contact import come_to_rest, meet_enemy
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_fire import forts_at
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due

__all__ = ["COMMANDS", "EVENTS", "OPTIONS"]

_MAP = load_map()
_SPENT_RULES = {
    "moved": "13.1.2/1", "fought": "13.6/16", "ferry": "13.4.2/3", "committed": "8.1.3/6",
}  # fmt: skip


class MoveVessels(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="move_vessels"
):
    """Move vessels that are at one place, through each of the places named, to the last of them.

    path: sea zones and hexsides ("1132-1133"); between two of them the shortest way past no enemy is taken.
    Meeting enemy vessels, or a fort, ends the move in combat; with `run_past` they run past forts (11.6).
    """

    vessels: tuple[str, ...]
    path: tuple[str, ...]
    run_past: bool = False


class VesselsMoved(Event, frozen=True, tag_field="type", tag="vessels_moved"):
    """Vessels moved along the water or through the sea (13.1).

    path: every place entered; meets: what they met at the last one ("vessels", "fort" or "");
    ahead: the places still before vessels that run past a fort; start: whence they launched the run.
    """

    side: str
    vessels: tuple[str, ...]
    from_place: str
    path: tuple[str, ...]
    meets: str = ""
    ahead: tuple[str, ...] = ()
    start: str = ""
    rule: str = "13.1.2/1"


class VoyageEnded(Event, frozen=True, tag_field="type", tag="voyage_ended"):
    """No vessel that ran past a fort can continue: all are sunk or have turned back (11.6)."""

    side: str
    rule: str = "11.6/4"


class VesselsStranded(Event, frozen=True, tag_field="type", tag="vessels_stranded"):
    """A seasonal river fell under vessels (13.3.2): to: the hexside that each goes to, "" if it is lost."""

    to: dict[str, str]
    rule: str = "13.3.2/2"


@remembered
@rule("13.1.2/1", "13.4.2/3", "13.6/16", "8.1.3/6")
def ready_vessels(position: Position, seat: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names sorted, each once. Refuses vessels that are not the seat's, not finished or used already."""
    chosen = tuple(sorted(set(names)))
    require(chosen, "13.1/1", "no vessel is named")
    for name in chosen:
        vessel = position.vessels.get(name)
        require(vessel is not None and vessel.side == seat, "13.0/1", f"you have no vessel {name}")
        assert vessel is not None
        require(vessel.state != BUILDING, "13.1/1", f"{name} is still being built")
        clause = _SPENT_RULES.get(vessel.activity, "13.1.2/1")
        require(vessel.activity == READY, clause, f"{name} has been used in this impulse: {vessel.activity}")
    return chosen


def common_place(position: Position, names: tuple[str, ...]) -> str:
    """The place where all the vessels are. Refuses if they are not together."""
    places = {place_of(position.vessels[name]) for name in names}
    require(len(places) == 1, "13.1/2", "vessels that move together start on one hexside or in one zone")
    return places.pop()


@remembered
def common_sides(position: Position, names: tuple[str, ...]) -> frozenset[str]:
    """The hexsides that all of the vessels may use."""
    first, *others = sorted({position.vessels[name].kind for name in names})
    usable = usable_sides(position, first)
    return usable.intersection(*(usable_sides(position, kind) for kind in others)) if others else usable


@rule("13.1.1/2", "13.3/1", "13.3.2/1", "13.3.4/1", "13.4/5", "15.5/1", "TEC/9", "TEC/12")
def require_usable(position: Position, names: tuple[str, ...], place: str) -> None:
    """Refuse a place that some of the vessels may not use, under the clause that bars it."""
    kinds = {position.vessels[name].kind for name in names}
    if place in SEA_ZONE_LINKS:
        require(kinds <= set(SEAGOING), "13.1.1/2", "only NSP and NTP go to sea")
        return
    side = _MAP.hexsides.get(place)
    if side is None:
        raise Refused("13.1.2/1", f"{place} is neither a sea zone nor a watercourse hexside")
    if place in common_sides(position, names):
        return
    if place in _MAP.levees and place not in position.levees_breached:
        raise Refused("13.3.4/1", f"the levee at {place} bars the way")
    if position.kentucky == "neutral" and place in _MAP.kentucky_inner_sides:
        raise Refused("15.5/1", "the rivers inside neutral Kentucky are closed")
    if side.kind == "minor":
        raise Refused("TEC/9", f"the {side.name} is a minor river")
    if not kinds.isdisjoint(SEAGOING):
        raise Refused("TEC/12", f"NSP and NTP do not use the {side.name} at {place}")
    clause = "13.3.2/1" if side.kind == "seasonal" else "13.0/4"
    raise Refused(clause, f"the {side.name} at {place} does not carry these vessels now")


@acw.check(MoveVessels, "movement")
def _check_move_vessels(position: Position, due: Due, command: MoveVessels) -> None:
    planned(position, due.seat, command)


@rule("13.1.1/5", "13.1.2/1", "13.1.2/3", "11.6/2", "11.6/5")
def planned(position: Position, seat: str, command: MoveVessels) -> tuple[str, ...]:
    """Every place on the way of a move, up to where it meets the enemy; or refuse."""
    names = ready_vessels(position, seat, command.vessels)
    start = here = common_place(position, names)
    require(command.path, "13.1.2/1", "the path names no place")
    usable = common_sides(position, names)
    shut, forts = combat_sides(position, seat), fort_stops(position, seat)
    run = forts if command.run_past else frozenset()
    seagoing = all(position.vessels[name].kind in SEAGOING for name in names)
    whole: list[str] = []
    for goal in command.path:
        require_usable(position, names, goal)
        leg = _leg(here, goal, seagoing, usable, shut, run)
        if leg is None:
            raise Refused(*_why_no_way(here, goal, seagoing, usable, shut - run, forts))
        whole += leg
        here = goal
        if goal in shut and not (command.run_past and goal in forts):
            _require_no_tail(position, command, goal, forts)
            break
    require(whole, "13.1.2/1", f"these vessels are at {start} already")
    if command.run_past:
        _require_run(position, seat, names, [place for place in whole if place in forts], whole[-1])
    _require_bases(position, names, whole[-1])
    return tuple(whole)


@rule("13.1.2/3", "11.6/1")
def _require_no_tail(position: Position, command: MoveVessels, goal: str, forts: frozenset[str]) -> None:
    """Refuse a path that leads on behind the enemy at `goal` (erratum "march-ends-at-enemy")."""
    if goal == command.path[-1] or not holds(position, "march-ends-at-enemy"):
        return
    if goal in forts:
        raise Refused("11.6/1", f"an enemy fort beside {goal} ends the move there")
    raise Refused("13.1.2/3", f"enemy vessels on {goal} end the move there")


@rule("11.6/2", "11.6/5")
def _require_run(position: Position, seat: str, names: tuple[str, ...], beside: list[str], goal: str) -> None:
    """Refuse a run with NTP, and one that ends beside the fort run past; the next fort may be fought.

    beside: the hexsides on the way that are beside enemy forts.
    """
    run = {fort for key in beside if key != goal for fort in forts_at(position, key, ENEMY[seat])}
    fought = forts_at(position, goal, ENEMY[seat]) if goal in beside else ()
    ends = not fought or (bool(run) and run.isdisjoint(fought))
    require(ends, "11.6/2", "a run past a fort ends beyond the hexsides of its hex")
    ntp = any(position.vessels[name].kind == NTP for name in names)
    require(not (run and ntp), "11.6/5", "NTP may not run past a fort")


def _leg(
    here: str,
    goal: str,
    seagoing: bool,
    usable: frozenset[str],
    shut: frozenset[str],
    running: frozenset[str],
) -> tuple[str, ...] | None:
    """The shortest way to a goal past no enemy, or else past forts that are run; None if there is none."""
    for closed in (shut, shut - running):
        found = routes((here,), seagoing, usable, closed)
        if goal in found:
            return route_to(found, goal)
    return None


@rule("11.6/1", "13.1.2/3")
def _why_no_way(
    here: str,
    goal: str,
    seagoing: bool,
    usable: frozenset[str],
    shut: frozenset[str],
    forts: frozenset[str],
) -> tuple[str, str]:
    """The clause that keeps vessels from a goal: the first fort or enemy on the way, or no water at all."""
    found = routes((here,), seagoing, usable)
    if goal not in found:
        return "13.1.2/1", f"no water that these vessels can use leads from {here} to {goal}"
    barred = next(place for place in route_to(found, goal) if place in shut)
    if barred in forts:
        return "11.6/1", f"an enemy fort beside {barred} bars the way to {goal}"
    return "13.1.2/3", f"enemy vessels on {barred} bar the way to {goal}"


@rule("13.1.1/3")
def _require_bases(position: Position, names: tuple[str, ...], goal: str) -> None:
    """An NSP goes only where it has a base or an NTP may still come; no NTP leaves one that has moved.

    That the NTP comes is seen to when the movement ends (naval_bases.py).
    """
    vessels = position.vessels
    if any(vessels[name].kind == NSP for name in names) and not has_base(position, goal, without=names):
        brings = goal in SEA_ZONE_LINKS and any(vessels[name].kind == NTP for name in names)
        follows = zones_of_place(goal) and any(
            vessel.kind == NTP and vessel.activity == READY and name not in names
            for name, vessel in vessels.items()
        )
        why = f"{goal} has neither a Union port nor an NTP to base an NSP on, and no NTP is left to come"
        require(brings or follows, "13.1.1/3", why)
    leaving = [name for name in names if vessels[name].kind == NTP and vessels[name].zone]
    if leaving:
        require_no_orphans(position, leaving, names)


@rule("13.1.1/3")
def require_no_orphans(position: Position, leaving: Iterable[str], with_them: Iterable[str] = ()) -> None:
    """Refuse to take NTP out of their zone if an NSP that has moved already would be without a base there."""
    gone, beside = tuple(leaving), set(with_them)
    for name, vessel in position.vessels.items():
        if vessel.kind == NSP and name not in beside and vessel.activity != READY:
            place = place_of(vessel)
            left = has_base(position, place, without=gone) or not has_base(position, place)
            require(left, "13.1.1/3", f"{name} at {place} would be left without port or NTP")


@acw.carry_out(MoveVessels)
def _move_vessels(play: Play, due: Due, command: MoveVessels) -> None:
    whole = planned(play.position, due.seat, command)
    stop(play)
    names = ready_vessels(play.position, due.seat, command.vessels)
    sail(play, due.seat, names, whole, command.run_past)


@rule("13.1.2/1", "13.1.2/3", "11.6/2", "11.6/4")
def sail(
    play: Play, seat: str, names: tuple[str, ...], path: tuple[str, ...], run_past: bool, start: str = ""
) -> None:
    """Move vessels along a path of contiguous places until they meet the enemy; then combat, or a run.

    start: whence vessels that are running past a fort launched their run. It holds on as long as they come
    from hexside to hexside beside forts; beyond, the next run starts from the last place before its fort.
    """
    position = play.position
    met = dangers(position, seat)
    end = next((i for i, place in enumerate(path) if place in met), len(path) - 1)
    here, meets, ahead = path[end], met.get(path[end], ""), path[end + 1 :]
    runs = run_past and meets == FORT_THERE and bool(ahead)
    came_from = place_of(position.vessels[names[0]])
    passed, back = path[: end + 1], path[end - 1] if end else came_from
    if runs:
        launched = start if start and not end else back
        play.emit(VesselsMoved(seat, names, came_from, passed, meets, ahead, launched, "11.6/2"))
    else:
        clause = "13.1.1/2" if here in SEA_ZONE_LINKS else "13.1.2/1"
        play.emit(VesselsMoved(seat, names, came_from, passed, meets, rule=clause))
    if meets:
        close(play)
        meet_enemy(play, here, seat, runs, back)
    else:
        come_to_rest(play, names, here)


@under_way("sailing")
@rule("11.6/2", "11.6/4")
def go_on(play: Play) -> None:
    """Vessels that have come through a fort's fire undamaged continue; the damaged have turned back."""
    sailing = play.position.sailing
    assert sailing is not None
    vessels = play.position.vessels
    left = tuple(
        name
        for name in sailing.vessels
        if name in vessels and vessels[name].at == sailing.at and vessels[name].state != "damaged"
    )
    if left:
        sail(play, sailing.seat, left, sailing.path, True, sailing.start)
    else:
        play.emit(VoyageEnded(sailing.seat))


@acw.evolves(VesselsMoved)
def _vessels_moved(position: Position, event: VesselsMoved) -> None:
    goal = event.path[-1]
    for name in event.vessels:
        position.vessels[name] = moved_to(position.vessels[name], goal)
    position.sailing = (
        Sailing(event.side, event.vessels, goal, event.ahead, event.start) if event.ahead else None
    )


@acw.evolves(VoyageEnded)
def _voyage_ended(position: Position, event: VoyageEnded) -> None:
    position.sailing = None


@rule("13.3.2/2")
def fall_of_the_rivers(play: Play, next_turn: int) -> None:
    """When seasonal rivers fall, vessels on them go to the nearest hexside with water, or are lost."""
    position = play.position
    after = position.copy()
    after.turn = next_turn
    to: dict[str, str] = {}
    for name, vessel in sorted(position.vessels.items()):
        if not vessel.at or vessel.at in (left := usable_sides(after, vessel.kind)):
            continue
        met = dangers(position, vessel.side)
        usable = usable_sides(position, vessel.kind) | {vessel.at}
        found = routes((vessel.at,), False, usable, frozenset(met))
        to[name] = next((key for key in found if key in left and key not in met), "")
    if to:
        play.emit(VesselsStranded(to))


@acw.evolves(VesselsStranded)
def _vessels_stranded(position: Position, event: VesselsStranded) -> None:
    for name, place in event.to.items():
        if place:
            position.vessels[name] = position.vessels[name].with_(at=place)
        else:
            position.vessels.pop(name)


COMMANDS = (MoveVessels,)
EVENTS = (VesselsMoved, VoyageEnded, VesselsStranded)
