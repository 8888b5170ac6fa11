"""Each view on small positions: what lies on the table is shown, in figures and in words."""

from typing import Any

import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import NavalCombat
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    Depot,
    Fort,
    Group,
    Project,
    RailwayUnit,
    Vessel,
)
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.records import Due
from tests.games.american_civil_war.unit.table import (
    ALEXANDRIA,
    ASP,
    CAIRO,
    MONROE,
    NORFOLK,
    PICKENS,
    RICHMOND,
    SUMTER,
    bare,
    forces,
)


def view(name: str, position: Position) -> dict[str, Any]:
    return RULESET.show.views[name](position)


def by(rows: list[dict[str, Any]], key: str) -> dict[Any, dict[str, Any]]:
    return {row[key]: row for row in rows}


# the map


def test_the_map_shows_forts_with_who_is_inside_and_who_besieges_them() -> None:
    position = bare(
        forces=forces({MONROE: (Group("asp", 3),)}, {MONROE: (Group("asp", 2, "fort"),)}),
        forts={MONROE: Fort(CONFEDERATE, "damaged"), PICKENS: Fort(UNION, "under_construction")},
    )
    forts = by(view("map", position)["forts"], "hex")
    assert (forts[MONROE]["inside"], forts[MONROE]["besieged_by"]) == ("2 ASP", "3 ASP")
    assert forts[MONROE]["state"] == "damaged"
    assert (forts[PICKENS]["inside"], forts[PICKENS]["besieged_by"]) == ("no units", None)


@pytest.mark.parametrize("kentucky", ["neutral", UNION, CONFEDERATE])
@pytest.mark.parametrize("kansas", ["missouri_area", "us_state"])
def test_who_controls_a_hex_follows_from_what_the_map_view_tells(kentucky: str, kansas: str) -> None:
    taken = {RICHMOND: UNION, CAIRO: "none"}
    position = bare(kentucky=kentucky, options={"kansas_is_us_state": kansas}, control=taken)
    told = view("map", position)["control"]
    homes, changed = told["homes"], told["changed"]
    for hex_id, here in load_map().hexes.items():
        home = homes["hexes"].get(hex_id, homes["states"][here.state])
        shown = changed.get(hex_id, home)
        assert (None if shown == "none" else shown) == controller(position, hex_id), hex_id


def test_the_map_shows_depots_and_the_question_that_is_due() -> None:
    position = bare(depots={CAIRO: Depot(UNION, 2)})
    position.due = Due("d1", UNION, "union_construction", "4.1.2/2", {"points": 2})
    shown = view("map", position)
    assert shown["depots"] == [{"hex": CAIRO, "name": "Cairo", "side": UNION, "depots": 2}]
    assert shown["play"]["due"]["question"].startswith("You have 2 construction points: build an NSP")


def test_a_placement_shows_where_forts_and_depots_can_be_worked_on() -> None:
    position = bare(
        forces=forces({CAIRO: (ASP,), MONROE: (ASP,)}),
        forts={MONROE: Fort(UNION, "damaged")},
        step="placement",
    )
    position.due = Due("d1", UNION, "placement", "3.2.2/4", {"states": []})
    due = view("map", position)["play"]["due"]
    assert due["question"].startswith("Before anybody moves: place, complete, restore or destroy forts")
    assert due["open"] == {
        "repair_fort": [MONROE],
        "place_fort": [CAIRO],
        "destroy_fort": [MONROE],
        "build_depot": [CAIRO, MONROE],
    }


# supply


def test_supply_says_what_feeds_a_force_and_through_what() -> None:
    lonely, by_rail = "1033", CAIRO
    position = bare(
        forces=forces(
            {by_rail: (ASP,), lonely: (Group("asp", 2, oos=1, battle_supply=True),)}, {RICHMOND: (ASP,)}
        ),
        turn=1,
    )
    shown = view("supply", position)
    rows = by(shown["forces"], "hex")
    assert (rows[by_rail]["fed_by"], rows[by_rail]["how"]) == ("line", "the railroad at Cairo (1513)")
    assert (rows[by_rail]["cost"], rows[by_rail]["path"]) == (0, [CAIRO])
    assert (rows[RICHMOND]["fed_by"], rows[RICHMOND]["how"]) == ("line", "the source Richmond (4410)")
    assert (rows[lonely]["fed_by"], rows[lonely]["markers"], rows[lonely]["battle_supply"]) == ("none", 1, 2)
    assert shown["length"] == 4


def test_supply_by_sea_is_told_apart_from_a_line() -> None:
    transport = Vessel("ntp", zone="East Gulf", activity="committed", feeds=PICKENS)
    position = bare(forces=forces({PICKENS: (ASP,)}), vessels={"ntp1": transport})
    shown = view("supply", position)
    (row,) = shown["forces"]
    assert (row["fed_by"], row["how"]) == ("sea", "a transport off Fort Pickens (1932)")
    (ship,) = shown["by_sea"]
    assert (ship["vessel"], ship["zone"], ship["supplies"]) == ("NTP 1", "East Gulf", "Fort Pickens (1932)")
    assert ship["arrives"]
    position.vessels["ntp1"] = transport.with_(feeds="", activity="ready")
    assert view("supply", position)["forces"][0]["fed_by"] == "none"


def test_a_port_that_ships_supply_is_told_as_the_port_and_what_lies_behind_it_as_its_railroad() -> None:
    """From Morehead City upgraded rails lead to New Bern; the garrison of Fort Pickens has its own port."""
    port, inland = "4618", "4417"
    position = bare(
        turn=5,
        forces=forces({port: (ASP,), inland: (ASP,), PICKENS: (ASP, Group("asp", 1, "fort"))}),
        control={port: UNION},
        rail_control=dict.fromkeys((port, "4518", inland), UNION),
        upgraded=dict.fromkeys((port, "4518", inland), True),
        forts={PICKENS: Fort(UNION)},
        vessels={
            "ntp1": Vessel("ntp", zone="Mid-Atlantic", activity="committed", feeds="ports"),
            "ntp2": Vessel("ntp", zone="East Gulf", activity="committed", feeds="ports"),
        },
    )
    shown = view("supply", position)
    told = {(row["hex"], row["how"]) for row in shown["forces"] if row["fed_by"] == "sea"}
    assert told == {
        (port, "a transport to the port of Morehead City (4618)"),
        (inland, "the railroad at 4417"),
        (PICKENS, "a transport, Fort Pickens (1932) being a port for its garrison"),
    }
    assert [row["units"] for row in shown["forces"] if row["fed_by"] == "none"] == ["1 ASP"], "those outside"


def test_a_commitment_that_a_fort_shuts_off_is_shown_not_to_arrive() -> None:
    fed = Vessel("ntp", zone="Mid-Atlantic", activity="committed", feeds="4816")
    (ship,) = view("supply", bare(vessels={"ntp1": fed}))["by_sea"]
    assert ship["arrives"]
    (ship,) = view("supply", bare(vessels={"ntp1": fed}, forts={"4718": Fort(CONFEDERATE)}))["by_sea"]
    assert not ship["arrives"]
    (ship,) = view("supply", bare(vessels={"ntp1": fed.with_(feeds="ports")}))["by_sea"]
    assert not ship["arrives"], "the Union holds no port there"


def test_a_fort_that_a_depot_feeds_is_shown_in_supply() -> None:
    position = bare(forts={"1623": Fort(UNION)}, depots={"1417": Depot(UNION), "1221": Depot(UNION)})
    position.kentucky = UNION
    assert view("supply", position)["forts"][0]["supplied"]


def test_a_place_on_rails_and_water_is_told_by_what_leads_home() -> None:
    """Memphis, taken by river: its railroads lead nowhere yet."""
    position = bare(forces=forces({"1218": (ASP,)}), control={"1218": UNION}, rail_control={"1218": UNION})
    position.rail_control["1318"] = UNION
    assert view("supply", position)["forces"][0]["how"] == "the water at Memphis (1218)"


def test_depots_are_shown_with_what_they_feed() -> None:
    position = bare(
        forces=forces({"1033": (Group("asp", 4),)}), depots={"1033": Depot(UNION, 2), CAIRO: Depot(UNION)}
    )
    shown = view("supply", position)
    depots = by(shown["depots"], "hex")
    assert (depots["1033"]["feeds"], depots["1033"]["supplied"]) == (6, False), "it feeds once more"
    assert (depots[CAIRO]["feeds"], depots[CAIRO]["supplied"]) == (3, True)
    assert shown["forces"][0]["fed_by"] == "none", "a depot out of supply is spent in the supply step alone"


@pytest.mark.parametrize(("fortress", "fed_by"), [(MONROE, "water"), (SUMTER, "none")])
def test_a_garrison_under_siege_is_fed_by_water_alone(fortress: str, fed_by: str) -> None:
    """From Fort Monroe the Chesapeake leads to the Union's rails, from Fort Sumter only the sea."""
    position = bare(
        forces=forces({fortress: (Group("asp", 1, "fort"),)}, {fortress: (Group("asp", 2),)}),
        forts={fortress: Fort(UNION, oos=1)},
    )
    shown = view("supply", position)
    inside = next(row for row in shown["forces"] if row["side"] == UNION)
    assert (inside["how"], inside["fed_by"]) == ("inside a besieged fort", fed_by)
    (fort,) = shown["forts"]
    assert (fort["besieged"], fort["supplied"], fort["markers"]) == (True, fed_by == "water", 1)


# railroads


def test_railroads_show_trains_breaks_upgrades_and_the_usmrr() -> None:
    position = bare(
        trains_used={UNION: 3},
        rail_breaks={CAIRO: True},
        upgraded={ALEXANDRIA: True},
        rail_control={ALEXANDRIA: UNION},
        rails_taken={ALEXANDRIA: UNION},
        railway_units={"usmrr1": RailwayUnit(ALEXANDRIA, spent=2), "usmrr2": RailwayUnit(returns=9)},
    )
    shown = view("railroads", position)
    assert shown["trains"][0] == {"side": UNION, "limit": 4, "used": 3, "left": 1}
    assert shown["trains"][1]["left"] == shown["trains"][1]["limit"]
    assert shown["broken"] == [{"hex": CAIRO, "name": "Cairo", "held_by": UNION}]
    assert shown["upgraded"] == [ALEXANDRIA]
    assert shown["changed"] == {UNION: [ALEXANDRIA], CONFEDERATE: []} == shown["no_trains_yet"]
    units = by(shown["usmrr"], "unit")
    assert (units["usmrr1"]["where"], units["usmrr1"]["movement_points_spent"]) == ("Alexandria (4406)", 2)
    assert units["usmrr2"]["where"] == "eliminated, may return in turn 9"
    assert sum(shown["rail_hexes"].values()) > 400


def test_railroads_show_how_far_an_unfinished_line_has_come() -> None:
    name, hexes = "Piedmont", ["3914", "3814", "3815"]
    lines = by(view("railroads", bare())["unfinished_lines"], "line")
    assert (lines[name]["laid"], lines[name]["builder"], lines[name]["head"]) == (0, None, None)
    under_way = bare(line_progress={name: 2}, line_heads={name: "3814"}, line_starts={name: "3914"})
    line = by(view("railroads", under_way)["unfinished_lines"], "line")[name]
    assert line == {
        "line": name, "hexes": hexes, "laid": 2, "finished": False, "builder": CONFEDERATE,
        "from": "3914", "head": "3814",
    }  # fmt: skip
    done = by(view("railroads", bare(line_progress={name: 3}))["unfinished_lines"], "line")[name]
    assert (done["laid"], done["finished"], done["builder"]) == (3, True, None)


# construction


def test_construction_shows_points_projects_and_the_fort_track() -> None:
    position = bare(
        turn=4,
        built_now=(
            "points/union/2",
            "points/confederate/2",
            "union/rsp/rsp1",
            "start/ironclad/ironclad1/4713",
            "complete/fort/3",
        ),
        vessels={"ironclad1": Vessel("ironclad", port=NORFOLK, state="building")},
        projects={
            "factory1": Project("factory", "2722", "complete", 3),
            "arsenal1": Project("arsenal", "2419", since=2),
        },
        forts={"0926": Fort(CONFEDERATE, "silenced", unfinished=True), PICKENS: Fort(UNION)},
        fort_track={5: 2},
        forts_available=1,
        line_heads={"Piedmont": "3814"},
        line_progress={"Piedmont": 2},
    )
    shown = view("construction", position)
    points = by(shown["points"], "side")
    assert (points[UNION]["total"], points[UNION]["left"]) == (2, 1)
    assert (points[CONFEDERATE]["total"], points[CONFEDERATE]["left"]) == (2, 0)
    assert [(each["what"], each["act"]) for each in shown["built_this_turn"]] == [
        ("RSP 1", "built"),
        ("ironclad 1 in Norfolk (4713)", "begun"),
        ("the fort of turn 3", "carried on or finished"),
    ]
    projects = {(each["kind"], each["where"]): each["state"] for each in shown["projects"]}
    assert projects == {
        ("ironclad", "Norfolk (4713)"): "under construction",
        ("factory", "Atlanta (2722)"): "finished",
        ("arsenal", "Chattanooga (2419)"): "under construction",
        ("railroad", "3814"): "2 of 3 hexes laid",
        ("fort", "0926"): "silenced",
    }
    assert (shown["fort_track"], shown["forts_available"]) == ([{"turn": 5, "forts": 2}], 1)
    assert shown["counters_left"]["ironclad"] == 2
    assert shown["counters_left"]["fort"] == 8 - 1 - 2 - 1


# vessels


def test_vessels_are_shown_with_place_and_damage() -> None:
    position = bare(
        vessels={
            "rsp1": Vessel("rsp", at="1513-1613", state="damaged", activity="moved"),
            "ntp1": Vessel("ntp", zone="East Gulf", feeds="ports", activity="committed"),
            "ironclad1": Vessel("ironclad", port=NORFOLK, state="building"),
        },
        levees_breached=("1121-1220",),
        river_moves={UNION: 1},
    )
    shown = view("naval", position)
    vessels = by(shown["vessels"], "vessel")
    assert vessels["rsp1"]["where"].startswith("the Ohio at Cairo")
    assert (vessels["rsp1"]["name"], vessels["rsp1"]["state"], vessels["rsp1"]["activity"]) == (
        "RSP 1", "damaged", "moved",
    )  # fmt: skip
    assert (vessels["ntp1"]["where"], vessels["ntp1"]["supplies"]) == (
        "the East Gulf",
        "the ports of its zone",
    )
    assert vessels["ironclad1"]["where"] == "under construction in Norfolk (4713)"
    counters = by(shown["counters"], "kind")
    assert (counters["rsp"]["in_play"], counters["rsp"]["damaged"], counters["rsp"]["limit"]) == (1, 1, 6)
    assert counters["ironclad"]["under_construction"] == 1
    gulf = by(shown["zones"], "zone")["East Gulf"]
    assert (gulf["nsp"], gulf["ntp"], gulf["union_base"]) == (0, 1, True)
    assert shown["levees_breached"][0]["hexside"] == "1121-1220"
    assert shown["river_transport"][UNION] == {"limit": 1, "used": 1}


def test_a_combat_afloat_is_shown_while_it_lasts() -> None:
    at = "1513-1613"
    position = bare(
        vessels={"rsp1": Vessel("rsp", at=at), "flotilla1": Vessel("flotilla", at=at)},
        naval_combat=NavalCombat(at, UNION, ("rsp1",), round=2, acting=CONFEDERATE, fired=("rsp1",)),
    )
    combat = view("naval", position)["combat"]
    assert (combat["round"], combat["acting"], combat["fired"]) == (2, CONFEDERATE, ["RSP 1"])
    assert [each["vessel"] for each in combat["vessels"]] == ["flotilla1", "rsp1"]
    position.naval_combat = None
    assert view("naval", position)["combat"] is None


def test_the_zones_view_tells_both_zones_of_each_side() -> None:
    """One ASP on the north bank of the Ohio: its own hex, its neighbours but the one across, five beyond."""
    shown = view("zones", bare(forces=forces({"1910": (ASP,)})))
    assert shown[CONFEDERATE] == {"primary": [], "secondary": []}
    primary, secondary = shown[UNION]["primary"], shown[UNION]["secondary"]
    assert primary == ["1809", "1810", "1909", "1910", "2009", "2010"]
    assert secondary == ["1808", "1908", "2008", "2109", "2110"]


def test_standing_answers_are_told_with_the_hexes_that_have_their_own() -> None:
    said = by(view("standing", bare())["answers"], "rule")
    assert [each["everywhere"] for each in view("standing", bare())["answers"]] == ["ask", "ask", "ask"]
    assert said["4.1.3/1"]["command"] == "order_draft"
    assert "hexes" not in said["4.1.3/1"]
    orders = {
        "union": "never",
        f"union/{CAIRO}": "ask",
        f"union/{ALEXANDRIA}": "never",
        f"confederate/{RICHMOND}": "always_into_works",
        "union/draft": "never",
    }
    union, draft, confederate = view("standing", bare(standing=orders))["answers"]
    assert (union["everywhere"], draft["everywhere"], confederate["everywhere"]) == ("never", "never", "ask")
    assert [(each["hex"], each["order"]) for each in union["hexes"]] == [(CAIRO, "ask")]
    assert [each["order"] for each in confederate["hexes"]] == ["always_into_works"]
    for answer in (union, draft, confederate):
        for choice in answer["choices"]:
            places = {"hex": CAIRO} if "hexes" in answer else {}
            data = {"type": answer["command"], "order": choice["order"], **places}
            command = RULESET.storage.commands.read(data)
            assert decider.is_legal(RULESET, bare(), answer["seat"], command)
