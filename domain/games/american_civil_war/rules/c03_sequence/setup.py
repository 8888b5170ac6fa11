"""Setting up the campaign (3.1.2 to 3.1.4): the fixed set-up, and what each side places as it chooses.

The Union places leaders A and B, then the Confederacy its leaders E, F and G and three ASP in Virginia: one
compound command a side, whose parts are judged one by one. What is fixed comes from data/campaign.toml.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import CAMPAIGN
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import (
    CONFEDERATE,
    SIDES,
    UNION,
    Position,
    occupied,
)
from ironclad.domain.games.american_civil_war.position.units import ASP, FIELD, FORT, Fort, Group, Vessel
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, is_us_state
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import next_step, step
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
VIRGINIA, TENNESSEE = "VA", "TN"
VIRGINIA_ASP = 3
UNION_RATING, CONFEDERATE_RATING = 0, 1
_BOUND = {"missouri": "MO", "VA": "VA"}


class SetUp(Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="set_up"):
    """Set up what a side may place freely: leaders by letter, and for the CS the hexes of its three ASP."""

    leaders: dict[str, str]
    asp: tuple[str, ...] = ()


class SideSetUp(Event, frozen=True, tag_field="type", tag="side_set_up"):
    """A side placed its leaders, all of the same rating, and its free ASP (3.1.2, 3.1.3)."""

    side: str
    leaders: dict[str, str]
    rating: int
    asp: tuple[str, ...] = ()
    bound: str = ""


@rule("3.1.1/6", "3.1.2/4", "3.1.2/5", "3.1.3/2", "3.1.3/4", "3.1.4/1")
def place_fixed_units(position: Position) -> None:
    """Put on the map what the book places itself, and set the markers (3.1.2 to 3.1.4)."""
    markers: Mapping[str, int] = CAMPAIGN["markers"]
    position.turn, position.impulse = markers["turn"], markers["impulse"]
    position.political_status, position.economy = markers["political_status"], markers["economy"]
    position.at_large = markers["at_large"]
    for side in SIDES:
        share: Mapping[str, Any] = CAMPAIGN[side]
        for place in share["fixed"]:
            _place_fixed(position, side, place)
        for box in share.get("vessels", ()):
            _box(position, box["sea_zone"], box["nsp"])


def _box(position: Position, zone: str, points: int) -> None:
    """Put Union NSP into the box of a sea zone."""
    for number in range(1, points + 1):
        position.vessels[f"nsp{number}"] = Vessel("nsp", zone=zone)


@rule("11.7/1")
def _place_fixed(position: Position, side: str, place: Mapping[str, Any]) -> None:
    """Units and fort of one hex; only those that the book puts in a fort are inside it."""
    hex_id = place["hex"]
    if place.get("fort"):
        position.forts[hex_id] = Fort(side)
    if count := place.get("asp", 0):
        station = FORT if place.get("inside") else FIELD
        bound = _BOUND.get(place.get("stay_in", ""), "")
        position.add(side, hex_id, (Group(ASP, count, station=station, bound=bound),))
        if controller(position, hex_id) != side:
            position.control[hex_id] = side


@rule("3.1.2/2", "3.1.2/3", "3.1.1/2")
def union_leader_cities(position: Position, letter: str) -> tuple[str, ...]:
    """The US-State cities where leader A (west of column 37) or B (on or east of it) may begin, sorted."""
    east = letter == "B"
    return tuple(
        hex_id
        for hex_id in sorted(_MAP.towns)
        if is_us_state(position, _MAP.state_of[hex_id]) and _MAP.east_of_line(hex_id) == east
    )


@rule("3.1.3/2")
def virginia_cities(position: Position) -> tuple[str, ...]:
    """The Virginia cities that the CS controls and no enemy holds, sorted."""
    return tuple(
        hex_id
        for hex_id in sorted(_MAP.towns_of[VIRGINIA])
        if controller(position, hex_id) == CONFEDERATE and not occupied(position, UNION, hex_id)
    )


def tennessee_cities() -> tuple[str, ...]:
    """Every city in Tennessee, sorted."""
    return tuple(sorted(_MAP.towns_of[TENNESSEE]))


@step("setup", "union")
@rule("3.1.2/1")
def union_sets_up(play: Play) -> None:
    """The Union sets up first and openly."""
    about = {letter: list(union_leader_cities(play.position, letter)) for letter in ("A", "B")}
    ask(play, UNION, "setup", "3.1.2/1", leaders=about, asp=[])


@step("setup", "confederate")
@rule("3.1.2/1")
def confederate_sets_up(play: Play) -> None:
    """The Confederacy sets up with the Union's pieces before its eyes."""
    cities = list(virginia_cities(play.position))
    about = {"E": list(tennessee_cities()), "F": cities, "G": cities}
    ask(play, CONFEDERATE, "setup", "3.1.2/1", leaders=about, asp=cities)


@acw.check(SetUp, "setup")
def check_set_up(position: Position, due: Due, command: SetUp) -> None:
    """Judge each part of a set-up by its own clause."""
    for hex_id in (*command.leaders.values(), *command.asp):
        require(hex_id in _MAP.hexes, "2.1/1", f"there is no hex {hex_id}")
    if due.seat == UNION:
        _check_union(position, command)
    else:
        _check_confederate(position, command)


@rule("3.1.2/2", "3.1.2/3", "3.1.2/4")
def _check_union(position: Position, command: SetUp) -> None:
    leaders = command.leaders
    require(set(leaders) <= {"A", "B"}, "3.1.2/2", "the Union sets up leaders A and B and no other")
    require("A" in leaders, "3.1.2/2", "leader A must be set up")
    require("B" in leaders, "3.1.2/3", "leader B must be set up")
    require(
        leaders["A"] in union_leader_cities(position, "A"),
        "3.1.2/2",
        "leader A begins in a US-State city west of column 37",
    )
    require(
        leaders["B"] in union_leader_cities(position, "B"),
        "3.1.2/3",
        "leader B begins in a US-State city on or east of column 37",
    )
    require(not command.asp, "3.1.2/4", "the Union's strength points are set up in fixed hexes")


@rule("3.1.3/1", "3.1.3/2")
def _check_confederate(position: Position, command: SetUp) -> None:
    leaders, asp = command.leaders, command.asp
    require(
        set(leaders) == {"E", "F", "G"},
        "3.1.3/1",
        "the Confederacy sets up leaders E, F and G, all three of them",
    )
    require(leaders["E"] in tennessee_cities(), "3.1.3/1", "leader E begins in a city in Tennessee")
    require(len(asp) == VIRGINIA_ASP, "3.1.3/2", "three ASP are set up in Virginia")
    require(len(set(asp)) == len(asp), "3.1.3/2", "no more than one ASP may begin in a Virginia city")
    cities = virginia_cities(position)
    for hex_id in asp:
        require(hex_id in cities, "3.1.3/2", f"{hex_id} is no Confederate city in Virginia")
    for letter in ("F", "G"):
        require(
            leaders[letter] in asp, "3.1.3/1", f"leader {letter} begins with a Confederate unit in Virginia"
        )


@acw.carry_out(SetUp)
@rule("3.1.3/3")
def carry_out_set_up(play: Play, due: Due, command: SetUp) -> None:
    """Place the leaders and ASP; those in Virginia may not leave it on turn 1."""
    rating = UNION_RATING if due.seat == UNION else CONFEDERATE_RATING
    bound = VIRGINIA if command.asp else ""
    play.emit(
        SideSetUp(due.seat, dict(sorted(command.leaders.items())), rating, tuple(sorted(command.asp)), bound)
    )
    next_step(play)


@acw.evolves(SideSetUp)
def _side_set_up(position: Position, event: SideSetUp) -> None:
    for letter, hex_id in event.leaders.items():
        position.leaders[letter] = position.leaders[letter].with_(hex=hex_id, rating=event.rating)
    for hex_id in event.asp:
        position.add(event.side, hex_id, (Group(ASP, bound=event.bound),))


@acw.offer("setup")
def offer_set_ups(position: Position, due: Due) -> Iterator[SetUp]:
    """A few set-ups to choose from; a player may of course name any other."""
    if due.seat == UNION:
        western, eastern = (union_leader_cities(position, letter) for letter in ("A", "B"))
        yield from (SetUp(leaders={"A": a, "B": b}) for a in western[:4] for b in eastern[:3])
        return
    cities = virginia_cities(position)
    for first in range(min(4, len(cities) - VIRGINIA_ASP + 1)):
        three = cities[first : first + VIRGINIA_ASP]
        for letter_e in tennessee_cities()[:3]:
            yield SetUp(leaders={"E": letter_e, "F": three[0], "G": three[1]}, asp=three)


@acw.sample("setup")
def sample_set_up(position: Position, due: Due, random: Random) -> SetUp:
    """Any legal set-up, at random."""
    if due.seat == UNION:
        chosen = {letter: random.choice(union_leader_cities(position, letter)) for letter in ("A", "B")}
        return SetUp(leaders=chosen)
    three = tuple(sorted(random.sample(virginia_cities(position), VIRGINIA_ASP)))
    leaders = {"E": random.choice(tennessee_cities()), "F": random.choice(three), "G": random.choice(three)}
    return SetUp(leaders=leaders, asp=three)


COMMANDS = (SetUp,)
EVENTS = (SideSetUp,)
