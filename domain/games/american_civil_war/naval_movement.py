"""Moving vessels at sea and along the water (13.1, 11.6/2), and what low water and lost bases do."""

from collections.abc import Iterable, Iterator

from domain.games.american_civil_war.contexts import Sailing
from domain.games.american_civil_war.map import SEA_ZONE_LINKS, load_map
from domain.games.american_civil_war.marching import stop
from domain.games.american_civil_war.naval import (
    ARMED,
    BUILDING,
    FORT_THERE,
    NSP,
    NTP,
    OPTIONS,
    SEAGOING,
    dangers,
    has_base,
    moved_to,
    place_of,
    route_to,
    routes,
    steps_from,
    usable_sides,
)
from domain.games.american_civil_war.naval_contact import meet_enemy
from domain.games.american_civil_war.naval_repair import repair_on_arrival
from domain.games.american_civil_war.play import Play, acw, close
from domain.games.american_civil_war.sequence import under_way
from domain.games.american_civil_war.state import UNION, Position
from domain.games.american_civil_war.units import READY
from domain.kernel.codec import Command, Event
from domain.kernel.rulebook import Refused, require, rule

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

    path: every place entered; meets: what they met at the last one ("vessels", "fort", "building" or "");
    ahead: the places still before vessels that run past a fort, from `start` on.
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
    """Vessels that ran past a fort have come to the end of their move, or none of them is left to go on."""

    side: str
    vessels: tuple[str, ...]
    rule: str = "11.6/2"


class VesselsStranded(Event, frozen=True, tag_field="type", tag="vessels_stranded"):
    """A seasonal river fell under vessels (13.3.2): to: the hexside that each goes to, "" if it is lost."""

    to: dict[str, str]
    rule: str = "13.3.2/2"


class VesselsWithoutBase(Event, frozen=True, tag_field="type", tag="vessels_without_base"):
    """NSP ended a Union impulse in zones without port or NTP, with nowhere to go, and are lost (13.1.1)."""

    vessels: tuple[str, ...]
    rule: str = "13.1.1/4"


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


def common_sides(position: Position, names: tuple[str, ...]) -> frozenset[str]:
    """The hexsides that all of the vessels may use."""
    kinds = {position.vessels[name].kind for name in names}
    return frozenset.intersection(*(usable_sides(position, kind) for kind in sorted(kinds)))


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
def _check_move_vessels(position: Position, seat: str, command: MoveVessels) -> None:
    planned(position, seat, command)


@rule("13.1.1/5", "13.1.2/1", "13.1.2/3", "11.6/2", "11.6/5")
def planned(position: Position, seat: str, command: MoveVessels) -> tuple[str, ...]:
    """Every place on the way of a move, up to where it meets the enemy; or refuse."""
    names = ready_vessels(position, seat, command.vessels)
    start = here = common_place(position, names)
    require(command.path, "13.1.2/1", "the path names no place")
    usable, met = common_sides(position, names), dangers(position, seat)
    forts = frozenset(key for key, what in met.items() if what == FORT_THERE)
    seagoing = all(position.vessels[name].kind in SEAGOING for name in names)
    whole: list[str] = []
    for goal in command.path:
        require_usable(position, names, goal)
        leg = _leg(here, goal, seagoing, usable, frozenset(met), forts if command.run_past else frozenset())
        if leg is None:
            raise Refused(_why_no_way(met), f"no way leads from {here} to {goal} past no enemy")
        whole += leg
        here = goal
        if goal in met and not (command.run_past and goal in forts):
            break
    require(whole, "13.1.2/1", f"these vessels are at {start} already")
    passes_fort = any(place in forts for place in whole[:-1])
    if command.run_past:
        require(whole[-1] not in forts, "11.6/2", "a run past a fort ends beyond the hexsides of its hex")
        kinds = {position.vessels[name].kind for name in names}
        require(not passes_fort or NTP not in kinds, "11.6/5", "NTP may not run past a fort")
    _require_bases(position, names, start, whole[-1])
    return tuple(whole)


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


def _why_no_way(met: dict[str, str]) -> str:
    return "13.1.2/3" if met else "13.1.2/1"


@rule("13.1.1/3")
def _require_bases(position: Position, names: tuple[str, ...], start: str, goal: str) -> None:
    """An NSP moves only to a zone with a base; no NTP leaves an NSP without one that has moved already."""
    vessels = position.vessels
    brings = goal in SEA_ZONE_LINKS and any(vessels[name].kind == NTP for name in names)
    if any(vessels[name].kind == NSP for name in names):
        based = brings or has_base(position, goal, without=names)
        require(based, "13.1.1/3", f"{goal} has neither a Union port nor an NTP to base an NSP on")
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
def _move_vessels(play: Play, seat: str, command: MoveVessels) -> None:
    whole = planned(play.position, seat, command)
    stop(play)
    names = ready_vessels(play.position, seat, command.vessels)
    sail(play, seat, names, whole, place_of(play.position.vessels[names[0]]), command.run_past)


@rule("13.1.2/1", "13.1.2/3", "11.6/2")
def sail(
    play: Play, seat: str, names: tuple[str, ...], path: tuple[str, ...], start: str, run_past: bool
) -> None:
    """Move vessels along a path of contiguous places until they meet the enemy; then combat, or a run."""
    position = play.position
    met = dangers(position, seat)
    end = next((i for i, place in enumerate(path) if place in met), len(path) - 1)
    here, meets, ahead = path[end], met.get(path[end], ""), path[end + 1 :]
    runs = run_past and meets == FORT_THERE and bool(ahead)
    came_from = place_of(position.vessels[names[0]])
    passed = path[: end + 1]
    if runs:
        play.emit(VesselsMoved(seat, names, came_from, passed, meets, ahead, start, "11.6/2"))
    else:
        play.emit(VesselsMoved(seat, names, came_from, passed, meets))
    if meets:
        close(play)
        meet_enemy(play, here, seat, runs, path[end - 1] if end else came_from)
    else:
        repair_on_arrival(play, names)


@under_way("sailing")
@rule("11.6/2", "11.6/4")
def go_on(play: Play) -> None:
    """Vessels that have come through a fort's fire undamaged go on; the damaged have turned back."""
    sailing = play.position.sailing
    assert sailing is not None
    vessels = play.position.vessels
    left = tuple(
        name
        for name in sailing.vessels
        if name in vessels and vessels[name].at == sailing.at and vessels[name].state != "damaged"
    )
    if left and sailing.path:
        sail(play, sailing.seat, left, sailing.path, sailing.start, run_past=True)
    else:
        play.emit(VoyageEnded(sailing.seat, left))


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


@rule("13.1.1/3", "13.1.1/4")
def homeless(position: Position) -> tuple[str, ...]:
    """The NSP that are where none may end an impulse, sorted."""
    return tuple(
        sorted(
            name
            for name, vessel in position.vessels.items()
            if vessel.kind == NSP and not has_base(position, place_of(vessel))
        )
    )


@rule("13.1.1/3", "13.1.1/4")
def base_duty(position: Position, seat: str) -> MoveVessels | None:
    """A move that the Union still owes: an NSP without a base that can reach one; None if it owes none."""
    if seat != UNION:
        return None
    shut = frozenset(dangers(position, seat))
    for name in homeless(position):
        vessel = position.vessels[name]
        if vessel.activity != READY:
            continue
        found = routes((place_of(vessel),), True, usable_sides(position, NSP), shut)
        goal = next((zone for zone in found if zone in SEA_ZONE_LINKS and has_base(position, zone)), None)
        if goal is not None:
            return MoveVessels(vessels=(name,), path=(goal,))
    return None


@rule("13.1.1/3")
def require_based(position: Position, seat: str) -> None:
    """Refuse to end the Union's movement while an NSP without a base can still go to one."""
    duty = base_duty(position, seat)
    if duty is not None:
        raise Refused("13.1.1/3", f"{duty.vessels[0]} must go where a Union port or an NTP can base it")


@rule("13.1.1/4")
def lose_homeless(play: Play, seat: str) -> None:
    """At the end of the Union's movement NSP that could not go to a base are eliminated."""
    if seat == UNION and (lost := homeless(play.position)):
        play.emit(VesselsWithoutBase(lost))


@acw.evolves(VesselsWithoutBase)
def _vessels_without_base(position: Position, event: VesselsWithoutBase) -> None:
    for name in event.vessels:
        position.vessels.pop(name)


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


def naval_candidates(position: Position, seat: str) -> Iterator[MoveVessels]:
    """Moves worth offering: all ready vessels of a place together, and each of them alone where they are
    several, to every contiguous hexside, sea zone, and hexside of a town or of the enemy in reach.
    """
    together: dict[str, list[str]] = {}
    for name, vessel in sorted(position.vessels.items()):
        if vessel.side == seat and vessel.activity == READY and vessel.state != BUILDING:
            together.setdefault(place_of(vessel), []).append(name)
    for place, names in sorted(together.items()):
        parties = [tuple(names)] if len(names) == 1 else [tuple(names), *((name,) for name in names)]
        for party in parties:
            for goal in destinations(position, seat, place, party):
                yield MoveVessels(vessels=party, path=(goal,))


def destinations(position: Position, seat: str, place: str, names: tuple[str, ...]) -> list[str]:
    """The places of note that vessels can reach from a place, nearest first; unarmed ones seek no enemy."""
    met = dangers(position, seat)
    kinds = {position.vessels[name].kind for name in names}
    seagoing = kinds <= set(SEAGOING)
    armed = not kinds.isdisjoint(ARMED)
    found = routes((place,), seagoing, common_sides(position, names), frozenset(met))
    beside = steps_from(place, seagoing)
    return [
        goal
        for goal in found
        if goal != place
        and (armed or goal not in met)
        and (goal in beside or goal in SEA_ZONE_LINKS or goal in met or goal in _TOWN_SIDES)
    ]


_TOWN_SIDES = frozenset(side.key for town in _MAP.towns for side in _MAP.water_sides_of.get(town, ()))


COMMANDS = (MoveVessels,)
EVENTS = (VesselsMoved, VoyageEnded, VesselsStranded, VesselsWithoutBase)
