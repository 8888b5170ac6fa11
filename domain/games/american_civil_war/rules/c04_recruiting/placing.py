"""Placing reinforcements (4.0 to 4.2.3, 9.12/6): one unit or all at once, checked against what was computed.

recruiting.py runs the phase; here is what may go where, and the commands that put it there.
"""

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import (
    Placed,
    Recruitment,
    Returning,
    Share,
)
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, CAVALRY, Group
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import is_us_state, take
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import (
    AT_LARGE,
    EAST,
    WEST,
    why_not_open,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import displace_leaders
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`count` ASP, or cavalry units in their place, in a hex; `source` may be left out where it is plain."""

    hex: str
    unit: str = ASP
    count: int = 1
    source: str = ""


class PlaceReinforcement(
    Command,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="place_reinforcement",
):
    """Place reinforcements in one hex (4.0)."""

    hex: str
    unit: str = ASP
    count: int = 1
    source: str = ""


class PlaceReinforcements(
    Command,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="place_reinforcements",
):
    """Place many at once, leaders last: accepted exactly when each would be, one after the other."""

    placements: tuple[Placement, ...] = ()
    leaders: dict[str, str] = {}  # noqa: RUF012 - msgspec copies it for each command


class PlaceLeader(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="place_leader"
):
    """Bring back a leader who has recovered from his wounds (9.12)."""

    leader: str
    hex: str


class EndReinforcements(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="end_reinforcements"
):
    """Be done with placing: what may be declined is declined."""


class ReinforcementPlaced(Event, frozen=True, tag_field="type", tag="reinforcement_placed"):
    """Reinforcements arrived in a hex; `source` and `rule` say on what account."""

    side: str
    source: str
    hex: str
    unit: str
    count: int
    rule: str


class LeaderReturned(Event, frozen=True, tag_field="type", tag="leader_returned"):
    """A leader came back from his wounds, his rating unchanged (9.12)."""

    side: str
    leader: str
    hex: str
    rule: str = "9.12/6"


def recruitment_of(position: Position) -> Recruitment:
    recruitment = position.recruitment
    assert recruitment is not None, "asked only while reinforcements are under way"
    return recruitment


def shares_of(recruitment: Recruitment, side: str) -> list[Share]:
    return [share for share in recruitment.shares if share.side == side]


def left_of(recruitment: Recruitment, share: Share) -> int:
    """How many of a share are still to be placed."""
    return share.count - sum(
        each.count for each in recruitment.placed if each.side == share.side and each.source == share.source
    )


@rule("4.1.1/6", "4.2.3/1")
def rooms(recruitment: Recruitment, share: Share) -> dict[str, int]:
    """Hex to how many of a share it may still take: up to its cap; at-large ASP shun cities that got one."""
    left = left_of(recruitment, share)
    taken: dict[str, int] = {}
    for each in recruitment.placed:
        if each.side == share.side and each.unit != "leader" and share.source in (each.source, AT_LARGE):
            taken[each.hex] = taken.get(each.hex, 0) + each.count
    return {hex_id: max(0, min(left, share.cap - taken.get(hex_id, 0))) for hex_id in share.hexes}


def cavalry_left_of(recruitment: Recruitment, side: str) -> int:
    """How many cavalry units a side may still take this turn."""
    taken = sum(each.count for each in recruitment.placed if each.side == side and each.unit == CAVALRY)
    return recruitment.cavalry.get(side, 0) - taken


def absent(recruitment: Recruitment, side: str) -> list[Returning]:
    placed = {each.source for each in recruitment.placed if each.unit == "leader"}
    return [each for each in recruitment.returning if each.side == side and each.leader not in placed]


def anything_left(recruitment: Recruitment, side: str, obliged: bool = False) -> bool:
    """Whether a side has something to place and a hex for it; `obliged`: something that it must place."""
    if any(each.hexes for each in absent(recruitment, side)):
        return True
    return any(
        any(rooms(recruitment, share).values())
        for share in shares_of(recruitment, side)
        if not (obliged and share.optional)
    )


def judge(position: Position, recruitment: Recruitment, seat: str, placement: Placement) -> Placed:
    """The placement as it will be recorded. Raises Refused under the clause that bars it."""
    require(placement.hex in _MAP.hexes, "2.1/1", f"there is no hex {placement.hex}")
    require(placement.count >= 1, "4.0/1", "a placement has at least one strength point")
    share = _share_for(position, recruitment, seat, placement)
    _judge_unit(recruitment, seat, placement, share)
    if placement.hex not in share.hexes:
        _refuse_hex(position, seat, share, placement.hex)
    left, room = left_of(recruitment, share), rooms(recruitment, share)[placement.hex]
    require(placement.count <= left, share.rule, f"only {left} of {share.source} are left to place")
    if share.source == AT_LARGE:
        done = not any(
            any(rooms(recruitment, each).values())
            for each in shares_of(recruitment, seat)
            if not each.optional
        )
        require(done, "4.2.3/1", "the recruitment groups place their units before any at-large ASP")
        require(room >= placement.count, "4.2.3/1", f"{placement.hex} has received a reinforcement this turn")
    clause = "4.1.1/6" if seat == UNION else share.rule
    require(placement.count <= room, clause, f"{placement.hex} may take {room} more of {share.source}")
    return Placed(seat, share.source, placement.hex, placement.unit, placement.count)


@rule("4.1.1/4", "4.1.1/5", "4.2.1/2", "4.2.1/4", "4.2.1/5", "3.2/1")
def _share_for(position: Position, recruitment: Recruitment, seat: str, placement: Placement) -> Share:
    """The share that a placement draws on: the one named, or the first that may go to the hex.

    If none has room there, one that still has units: its rule, not that of a spent share, bars the hex.
    """
    shares = shares_of(recruitment, seat)
    if placement.source:
        for share in shares:
            if share.source == placement.source:
                return share
        clause = "4.2.1/4" if placement.source in _MAP.recruitment_groups else "4.0/1"
        raise Refused(clause, f"{placement.source} yields no reinforcements this turn")
    fitting = [share for share in shares if placement.hex in share.hexes]
    for share in fitting:
        if rooms(recruitment, share)[placement.hex] >= placement.count:
            return share
    if fitting:
        return next((share for share in fitting if left_of(recruitment, share)), fitting[0])
    return _intended(position, shares, seat, placement.hex)


def _intended(position: Position, shares: list[Share], seat: str, hex_id: str) -> Share:
    """The share that a barred placement must have meant, so that the refusal can say why it is barred."""
    place = _MAP.hexes[hex_id]
    if seat == UNION:
        if place.city is None or not is_us_state(position, place.state):
            raise Refused("4.1.1/5", f"{hex_id} is no city of a US-State")
        source = EAST if _MAP.east_of_line(hex_id) else WEST
        missing = Refused("4.1.1/4", f"no reinforcements arrive {source} of column 37 this turn")
    else:
        source = place.recruitment_group or "Kentucky"
        clause = "4.2.1/4" if place.recruitment_group else "4.2.1/2"
        missing = Refused(clause, f"no reinforcements may be placed in {hex_id} this turn")
    for share in shares:
        if share.source == source:
            return share
    raise missing


@rule("4.1.1/8", "4.2.1/1", "4.2.1/6", "4.2/1")
def _judge_unit(recruitment: Recruitment, seat: str, placement: Placement, share: Share) -> None:
    clause = "4.1.1/8" if seat == UNION else "4.2.1/1"
    require(placement.unit in (ASP, CAVALRY), "4.0/1", f"{placement.unit} is no kind of reinforcement")
    if placement.unit == CAVALRY:
        require(share.cavalry, clause, f"{share.source} gives ASP only")
        require(recruitment.cavalry.get(seat, 0), clause, "no cavalry can be recruited this turn")
        left = cavalry_left_of(recruitment, seat)
        limit = "4.1.1/8" if seat == UNION else "4.2.1/6"
        require(placement.count <= left, limit, f"only {left} cavalry units may still be taken this turn")


def _refuse_hex(position: Position, seat: str, share: Share, hex_id: str) -> None:
    """Say why a share may not go to a hex: the chapter's own rule, or the bar of 4.0."""
    place = _MAP.hexes[hex_id]
    if share.source in (EAST, WEST):
        us_city = place.city is not None and is_us_state(position, place.state)
        require(us_city, "4.1.1/5", f"{hex_id} is no city of a US-State")
        source = EAST if _MAP.east_of_line(hex_id) else WEST
        require(source == share.source, "4.1.1/4", f"{hex_id} lies {source} of the line at column 37")
    elif share.source == AT_LARGE:
        raise Refused("4.2.3/1", f"{hex_id} is no recruitment city that may receive a unit this turn")
    elif share.source in _MAP.recruitment_groups:
        own = place.recruitment_group == share.source
        require(own, "4.2.1/5", f"{hex_id} is no recruitment city of {share.source}")
        linked = hex_id in share.linked
        require(linked, "4.2.1/2", f"{hex_id} is not linked to another city that the group holds")
    else:
        linked = hex_id in share.linked
        require(linked, share.rule, f"{hex_id} is no place for the unit of {share.source}")
    why = why_not_open(position, seat, hex_id)
    raise Refused("4.0/2", why or f"{hex_id} was not open to reinforcements as this step began")


@rule("9.12/6")
def judge_leader(recruitment: Recruitment, seat: str, letter: str, hex_id: str) -> Placed:
    """A returning leader's placement. Raises Refused."""
    require(hex_id in _MAP.hexes, "2.1/1", f"there is no hex {hex_id}")
    back = next((each for each in absent(recruitment, seat) if each.leader == letter), None)
    if back is None:
        raise Refused("9.12/5", f"leader {letter} does not return this turn")
    require(
        hex_id in back.hexes,
        "9.12/6",
        "a leader returns with a friendly force or in a friendly-controlled city",
    )
    return Placed(seat, letter, hex_id, "leader")


def with_placed(recruitment: Recruitment, placed: Placed) -> Recruitment:
    after: Recruitment = changed(recruitment, placed=(*recruitment.placed, placed))
    return after


@acw.check(PlaceReinforcement, "reinforcements")
def check_placement(position: Position, due: Due, command: PlaceReinforcement) -> None:
    _one(position, due.seat, command)


def _one(position: Position, seat: str, command: PlaceReinforcement) -> Placed:
    placement = Placement(command.hex, command.unit, command.count, command.source)
    return judge(position, recruitment_of(position), seat, placement)


@acw.carry_out(PlaceReinforcement)
def carry_out_placement(play: Play, due: Due, command: PlaceReinforcement) -> None:
    placed = _one(play.position, due.seat, command)
    close(play)
    _put(play, placed)


@acw.check(PlaceReinforcements, "reinforcements")
def check_placements(position: Position, due: Due, command: PlaceReinforcements) -> None:
    _all(position, due.seat, command)


def _all(position: Position, seat: str, command: PlaceReinforcements) -> tuple[Placed, ...]:
    """Each placement on top of those before it."""
    require(command.placements or command.leaders, "4.0/1", "nothing is named to be placed")
    recruitment = recruitment_of(position)
    before = len(recruitment.placed)
    for placement in command.placements:
        recruitment = with_placed(recruitment, judge(position, recruitment, seat, placement))
    for letter, hex_id in sorted(command.leaders.items()):
        recruitment = with_placed(recruitment, judge_leader(recruitment, seat, letter, hex_id))
    return recruitment.placed[before:]


@acw.carry_out(PlaceReinforcements)
def carry_out_placements(play: Play, due: Due, command: PlaceReinforcements) -> None:
    placed = _all(play.position, due.seat, command)
    close(play)
    for each in placed:
        _put(play, each)


@acw.check(PlaceLeader, "reinforcements")
def check_leader(position: Position, due: Due, command: PlaceLeader) -> None:
    judge_leader(recruitment_of(position), due.seat, command.leader, command.hex)


@acw.carry_out(PlaceLeader)
def carry_out_leader(play: Play, due: Due, command: PlaceLeader) -> None:
    placed = judge_leader(recruitment_of(play.position), due.seat, command.leader, command.hex)
    close(play)
    _put(play, placed)


@acw.check(EndReinforcements, "reinforcements")
@rule("4.0/4")
def check_end(position: Position, due: Due, command: EndReinforcements) -> None:
    """Reinforcements that must be placed and have a hex must be placed."""
    obliged = anything_left(recruitment_of(position), due.seat, obliged=True)
    require(not obliged, "4.0/4", "reinforcements that have a legal hex must be placed")


@rule("4.0/3")
def _put(play: Play, placed: Placed) -> None:
    """Put a unit on the map, ready like any other."""
    if placed.unit == "leader":
        play.emit(LeaderReturned(placed.side, placed.source, placed.hex))
        return
    share = next(
        each for each in shares_of(recruitment_of(play.position), placed.side) if each.source == placed.source
    )
    play.emit(
        ReinforcementPlaced(placed.side, placed.source, placed.hex, placed.unit, placed.count, share.rule)
    )
    take(play, placed.side, placed.hex, (Group(placed.unit, placed.count),))
    displace_leaders(play, placed.hex)


@acw.evolves(ReinforcementPlaced)
def _placed(position: Position, event: ReinforcementPlaced) -> None:
    position.add(event.side, event.hex, (Group(event.unit, event.count),))
    placed = Placed(event.side, event.source, event.hex, event.unit, event.count)
    position.recruitment = with_placed(recruitment_of(position), placed)


@acw.evolves(LeaderReturned)
def _leader_returned(position: Position, event: LeaderReturned) -> None:
    position.leaders[event.leader] = position.leaders[event.leader].with_(hex=event.hex, returns=0)
    placed = Placed(event.side, event.leader, event.hex, "leader")
    position.recruitment = with_placed(recruitment_of(position), placed)


COMMANDS = (PlaceReinforcement, PlaceReinforcements, PlaceLeader, EndReinforcements)
EVENTS = (ReinforcementPlaced, LeaderReturned)
