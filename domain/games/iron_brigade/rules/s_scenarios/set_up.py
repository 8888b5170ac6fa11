"""How a battle begins: the position of a scenario of data/scenarios.json, and what is wrong with one."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

import msgspec

from ironclad.domain.games.iron_brigade.board.charts import DATA, GRADES, guns, small_arms
from ironclad.domain.games.iron_brigade.board.pieces import ROCKET, machine_guns, mortars
from ironclad.domain.games.iron_brigade.board.terrain import read_table
from ironclad.domain.games.iron_brigade.position.scenery import Scenery, scenery_of
from ironclad.domain.games.iron_brigade.position.state import (
    NEVER,
    Must,
    Objective,
    OrderTrigger,
    Position,
    SetUp,
    SideRules,
)
from ironclad.domain.games.iron_brigade.position.units import (
    BATTERIES,
    ENEMY,
    SINGLES,
    TYPES,
    Guns,
    Muster,
    Stand,
    Standing,
    Unit,
)
from ironclad.domain.games.iron_brigade.position.vessels import Hull, ShipGun, Vessel
from ironclad.domain.games.iron_brigade.rules.c02_organization.setup import Placed, Troops, setup_faults
from ironclad.domain.games.iron_brigade.rules.c02_organization.stands import (
    battery,
    formed,
    single,
    stands_for,
)
from ironclad.domain.games.iron_brigade.rules.c10_mounted.horses import horses_of_scenario
from ironclad.domain.games.iron_brigade.rules.c14_supply.supply import WITHOUT_LIMIT, full_supply
from ironclad.domain.games.iron_brigade.rules.c17_trains.track import stands_at
from ironclad.domain.games.iron_brigade.rules.s_scenarios.grounding import ground_faults
from ironclad.domain.games.iron_brigade.rules.troops import default_value, quality_of
from ironclad.domain.kernel.board.plane.bodies import Base, are_within
from ironclad.domain.kernel.engine.citations import cite, rule

INCH = 100
LARGEST_HULL = 20_000
ALONE = (*SINGLES, "craft")
"""Units of one stand."""
PIECES: dict[str, Callable[[], Collection[str]]] = {
    "battery": guns,
    "machine_gun": machine_guns,
    "mortar": mortars,
    "rocket": lambda: (ROCKET,),
}
"""The chart that has the guns of a unit, by its type."""
CLASSES = ("light", "field", "heavy", "siege", "mountain")
RULES = (
    "order_trigger", "setup_must", "setup_formation", "weather_reading", "objective_void", "night_from",
    "no_standing_orders", "ships_hold_from",
)  # fmt: skip
"""Kinds of rules of a scenario that are built. A unit of which it has no order has free orders anyway."""
cite(
    __name__,
    *(f"S/{number}" for number in (1, *range(7, 26), 30, 31, 32, 33, 34)),
    where="data/scenarios.json",
)
cite(__name__, "II.C/2", "II.C/6", "II.C/7", where="set_up.muster_of")


@cache
def scenarios() -> Mapping[str, dict[str, Any]]:
    """The scenarios as they are written down, by id."""
    content = json.loads((DATA / "scenarios.json").read_text(encoding="utf-8"))
    return {each["id"]: each for each in content["scenarios"]}


@cache
def playable() -> tuple[str, ...]:
    """The scenarios that the rules built so far can play: all their units, set-ups and rules are known."""
    return tuple(id for id, each in scenarios().items() if not any(missing(each)))


def missing(scenario: Mapping[str, Any]) -> Iterator[str]:
    """What a scenario needs that is not built: kinds of units, chapters, sealed set-ups, rules of its own."""
    for unit in scenario["units"]:
        if unit["type"] not in TYPES:
            yield str(unit["id"])
    for each in scenario["rules"]:
        if each["kind"] not in RULES:
            yield str(each["kind"])


@rule("S/1", "G/55", "G/61")
def set_up(id: str) -> Position:
    """The position of a scenario before turn 1. Raises KeyError for one that there is not."""
    data = scenarios()[id]
    victory = data["victory"]
    position = Position(
        scenario=id,
        turns=data["turns"],
        visibility=data["visibility"],
        clear=data["visibility"],
        scenery=scenery_of(read_table(data["table"], data["terrain"])),
        sides={
            side: SideRules(
                tuple((x, y) for x, y in each["zone"]), each["edge"], victory["handicap"].get(side, 0)
            )
            for side, each in data["sides"].items()
        },
        objectives=tuple(
            msgspec.convert({**each, "needs": _needed(data, each["id"])}, Objective)
            for each in victory["objectives"]
        ),
        weather=data["weather"],
        weather_reads={
            result: each[result]
            for each in data["rules"]
            if each["kind"] == "weather_reading"
            for result in ("fog",)
        },
        night_from=next((each["turn"] for each in data["rules"] if each["kind"] == "night_from"), 0),
        ships_hold_from=next(
            (each["turn"] for each in data["rules"] if each["kind"] == "ships_hold_from"), 0
        ),
        setups={
            side: _sealed(data, side) for side, each in data["sides"].items() if each["setup"] == "sealed"
        },
        draw_below=victory["draw_below"],
        decisive_from=victory["decisive_from"],
        order_triggers=tuple(
            OrderTrigger(each["side"], each["when"]["seen_within"], msgspec.convert(each["order"], Standing))
            for each in data["rules"]
            if each["kind"] == "order_trigger"
        ),
    ).copy()
    for each in data["units"]:
        position.muster[each["id"]] = muster_of(each)
        position.units[each["id"]] = unit_of(each, position.scenery)
        if "aboard" in each:
            position.aboard[each["id"]] = each["aboard"]
            position.arrivals[each["id"]] = NEVER
        if "arrives" in each and "aboard" not in each:
            position.arrivals[each["id"]] = each["arrives"]["turn"]
        if isinstance(each.get("horses"), dict):
            horses_of_scenario(position, each)
    return position


@rule("S/28")
def _needed(data: Mapping[str, Any], objective: str) -> str:
    """The piece of terrain without which an objective is void, or ""."""
    void = (each["objective"] for each in data["rules"] if each["kind"] == "objective_void")
    return next((each for each in void if each == objective), "")


@rule("S/26")
def _sealed(data: Mapping[str, Any], side: str) -> SetUp:
    """A side's sealed set-up."""
    (west, south), (east, north) = data["sides"][side]["centres"]
    own = [each for each in data["rules"] if each.get("side") == side]
    formations = next((each["formation"] for each in own if each["kind"] == "setup_formation"), ())
    musts = [
        Must(
            each["inside"],
            tuple(one for one in each["units"] if isinstance(one, str)),
            sum(one for one in each["units"] if isinstance(one, int)),
        )
        for each in own
        if each["kind"] == "setup_must"
    ]
    return SetUp(((west, south), (east, north)), tuple(formations), tuple(musts))


@rule("VII.B/3")
def muster_of(data: Mapping[str, Any]) -> Muster:
    """What a scenario's unit is; the middle of its grade's range where no morale value is given."""
    grade, irregular = data.get("grade", ""), data.get("irregular", False)
    value = data.get("value", 0)
    if not value and data["type"] not in (*SINGLES, "train", "craft"):
        value = default_value(grade or "irregular")
    listed = data.get("guns", 0)
    single = listed if not data.get("sections", 0) and isinstance(listed, int) else 0
    return Muster(
        name=data["name"],
        side=data["side"],
        number=data["number"],
        type=data["type"],
        brigade=data.get("brigade", ""),
        grade=grade,
        irregular=irregular,
        value=value,
        weapons=tuple(data.get("weapons", ())),
        marks=tuple(data.get("marks", ())),
        men=data.get("men", 1),
        gun=data.get("gun", ""),
        gun_class=data.get("class", ""),
        horse_artillery=data.get("horse_artillery", False),
        sections=data.get("sections", 0) or single,
        single=single > 0,
        hull=hull_of(data),
        cars=data.get("cars", 0),
        track=data.get("track", ""),
        forward=data.get("direction", "forward") == "forward",
        supply=WITHOUT_LIMIT if data.get("ammunition") == "unlimited" else data.get("ammunition_turns", 0),
        horses=horses if isinstance(horses := data.get("horses", 0), int) else 0,
        bonus=data.get("bonus", 0),
        radius=data.get("radius", 0),
        cargo=data.get("cargo", ""),
    )


def unit_of(data: Mapping[str, Any], scenery: Scenery | None = None) -> Unit:
    """A scenario's unit in its place: `at` is the middle of its formation's front edge."""
    type, formation = data["type"], data.get("formation", "single")
    if type == "train":
        cars = stands_at(scenery, muster_of(data), data["head"]) if scenery is not None else ()
        return Unit((0, 0), 0, "scattered", cars, head=data["head"], speed=data["speed"])
    if type == "ship":
        return ship_of(data)
    formation = "column" if "aboard" in data else formation
    men = data.get("men", 1) - data.get("holders", 0)
    order = msgspec.convert(data["order"], Standing) if "order" in data else None
    if type in BATTERIES:
        bases = battery(formation)  # type: ignore[arg-type]
        counts: tuple[int, ...] = (0,) * len(bases)
        muster = muster_of(data)
        loaded = bool(data.get("loaded"))
        ammunition = max(full_supply(muster), 0)
        crew = Guns(muster.sections, men, data["horses"], data["limbers"], ammunition, loaded)
    else:
        kind = "infantry" if type == "infantry" or not data.get("mounted", True) else "cavalry"
        counts = (men,) if type in ALONE else stands_for(kind, men)  # type: ignore[arg-type]
        bases = single(type) if type in ALONE else formed(kind, formation, len(counts))  # type: ignore[arg-type]
        crew = None
    stands = tuple(stand_of(base, count) for base, count in zip(bases, counts, strict=False))
    mounted = type in ("officer", "orderly", "cavalry", "mounted_infantry") and data.get("mounted", True)
    return Unit(
        (data["at"][0], data["at"][1]) if "at" in data else (0, 0),
        data.get("facing", 0),
        formation,
        stands,
        mounted=mounted,
        guns=crew,
        order=order,
        packed=data.get("packed", False),
        height="down" if type == "balloon" else "",
        posture="heads_down" if data.get("sheltered") else "up",
        vessel=Vessel() if type == "craft" else None,
        stock=data.get("resupplies", 0),
    )


@rule("XXVI.A/2", "XXVI.B/7")
def hull_of(data: Mapping[str, Any]) -> Hull | None:
    """How a scenario's ship was built; None for any other unit."""
    if data["type"] != "ship":
        return None
    return Hull(
        data["length"],
        data["beam"],
        data["material"],
        data["speed_knots"],
        data["draft_feet"],
        data["tons"],
        dict(data["armor"]),
        tuple(
            ShipGun(each["gun"], each["number"], (each["arc"][0], each["arc"][1])) for each in data["guns"]
        ),
        data.get("ram", False),
        data.get("spar_torpedo", False),
    )


def ship_of(data: Mapping[str, Any]) -> Unit:
    """A scenario's ship in its place: one stand of its length and beam."""
    hull = hull_of(data)
    assert hull is not None, "it is a ship"
    stand = Stand(0, hull.beam, hull.length, -hull.length // 2, 0)
    guns_left = tuple(each.number for each in hull.guns)
    vessel = Vessel(data["speed"], hull.knots, hull.draft, hull.value, guns_left, spar=hull.spar)
    at = (data["at"][0], data["at"][1])
    return Unit(at, data["facing"], "single", (stand,), vessel=vessel)


def stand_of(base: Base, men: int) -> Stand:
    """A stand with its men, in the place of a base."""
    return Stand(men, base.width, base.depth, base.ahead, base.right, base.turn)


@rule("S/29", "III.D/1", "VII.B/2", "G/61")
def faults_of(position: Position) -> list[str]:
    """All that is wrong with the units of a set-up; empty if nothing is.

    Units that arrive later are not placed yet: where they stand is not looked at.
    """
    here = {id: unit for id, unit in position.units.items() if id not in position.arrivals}
    placed = []
    faults = []
    for id, unit in here.items():
        muster = position.muster[id]
        troops = None
        if muster.has_morale:
            grade = next((each for each in GRADES if each == muster.grade), None)
            men = muster.men if muster.is_regiment else None
            troops = Troops(muster.value, grade, muster.irregular, men)
        placed.append(Placed(id, unit.body, position.sides[muster.side].zone, troops))
        faults += [f"{id}: {fault}" for fault in ground_faults(position, unit)]
    faults += setup_faults(placed)
    for (one, first), (other, second) in combinations(here.items(), 2):
        if position.side_of(one) == ENEMY[position.side_of(other)] and are_within(
            first.body, second.body, INCH - 1
        ):
            faults.append(f"{one} and {other}: enemies stand an inch apart or more")
    return faults


def hull_faults(hull: Hull) -> Iterator[str]:
    """What is wrong with a ship's hull."""
    if set(hull.armor) != {"bow", "port", "starboard", "stern"} or not all(
        each.replace(".", "", 1).isdecimal() for each in hull.armor.values()
    ):
        yield "its armor is of four sides, in points"
    sizes = (hull.length, hull.beam, hull.draft, hull.tons)
    if not all(1 <= each <= LARGEST_HULL for each in sizes) or hull.length % 2 or hull.beam % 2:
        yield "its length, beam, draft and tons are 1 or more, length and beam even"
    if not all(each.gun in guns() and each.number >= 0 for each in hull.guns):
        yield "its guns are those of the chart"


def muster_faults(id: str, muster: Muster) -> Iterator[str]:
    """What is wrong with what a unit is."""
    if muster.type not in TYPES:
        yield f"{id}: its type is one of {', '.join(TYPES)}"
    if muster.number < 1:
        yield f"{id}: its number is 1 or more"
    if muster.is_battery and (
        muster.gun not in PIECES[muster.type]() or not 1 <= muster.sections <= (12 if muster.single else 3)
    ):
        yield f"{id}: a battery has 1 to 3 sections, or 1 to 12 single guns, of a gun of the chart"
    if (muster.type == "ship") != (muster.hull is not None):
        yield f"{id}: it has a hull if, and only if, it is a ship"
    if muster.hull is not None:
        yield from (f"{id}: {fault}" for fault in hull_faults(muster.hull))
    if muster.is_battery and muster.gun_class not in CLASSES:
        yield f"{id}: its class is one of {', '.join(CLASSES)}"
    if set(muster.weapons) - set(small_arms()):
        yield f"{id}: its weapons are those of the chart"
    if muster.supply < WITHOUT_LIMIT:
        yield f"{id}: its supply is a number of turns, 0 for that of the chart, or -1 without limit"
    if muster.has_morale:
        grade = next((each for each in GRADES if each == muster.grade), None)
        try:
            quality_of(muster.value, grade, muster.irregular)
        except ValueError as wrong:
            yield f"{id}: {wrong}"
