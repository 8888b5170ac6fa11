"""The scene of small positions: what lies on the table is an element, where it lies, with what it stands
for.
"""

from xml.etree import ElementTree

import pytest

from ironclad.api.rulebook.pictures import picture
from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import (
    Depot,
    Fort,
    Group,
    Leader,
    Project,
    RailwayUnit,
    Vessel,
)
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import centre, middle
from ironclad.domain.games.american_civil_war.readers.overlays import OVERLAYS
from ironclad.domain.games.american_civil_war.readers.scene import scene
from ironclad.domain.games.american_civil_war.readers.views.view_places import places_view
from ironclad.domain.kernel.drawing.scene import Element
from tests.games.american_civil_war.unit.table import (
    ALEXANDRIA,
    CAIRO,
    NORFOLK,
    PICKENS,
    WASHINGTON,
    bare,
    forces,
)


def elements(position: Position) -> dict[str, Element]:
    return {each.key: each for each in scene(position).elements}


def test_vessels_are_drawn_on_their_hexside_or_in_their_zone() -> None:
    at = "1513-1613"
    position = bare(
        vessels={
            "rsp1": Vessel("rsp", at=at, state="damaged"),
            "rsp2": Vessel("rsp", at=at),
            "flotilla1": Vessel("flotilla", at=at),
            "nsp1": Vessel("nsp", zone="East Gulf"),
            "ironclad1": Vessel("ironclad", port=NORFOLK, state="building"),
        }
    )
    found = elements(position)
    hull = found[f"fleet union {at}"]
    x, y = middle("1513", "1613")
    assert (hull.form, hull.label, hull.place) == ("hull", "R2", at)
    assert abs(hull.x - x) < 1
    assert abs(hull.y - y) < 12
    assert [badge.role for badge in hull.badges] == ["damaged"]
    assert found[f"fleet confederate {at}"].label == "F"
    assert "fleet union East Gulf" in found
    assert "building" in found[f"fleet confederate {NORFOLK}"].role


def test_breaks_depots_projects_and_the_usmrr_are_drawn() -> None:
    position = bare(
        rail_breaks={CAIRO: True},
        depots={CAIRO: Depot(UNION, 3)},
        projects={"factory1": Project("factory", "2722")},
        railway_units={"usmrr1": RailwayUnit(ALEXANDRIA)},
        line_heads={"Piedmont": "3814"},
        line_progress={"Piedmont": 2},
        upgraded={ALEXANDRIA: True},
    )
    found = elements(position)
    told = {each.title for each in found.values()}
    assert {"The railroad is broken here", "3 depots, Union", "USMRR 1"} <= told
    assert "factory 1, under construction" in told
    assert "Piedmont, 2 of 3 hexes laid" in told
    x, _ = centre(CAIRO)
    assert found[f"break {CAIRO}"].x == pytest.approx(x + 15, abs=0.1)
    assert {line.role for line in scene(position).lines} == {"upgraded"}
    assert not any(key.startswith("break") for key in elements(bare()))


@pytest.mark.parametrize("state", ["complete", "under_construction", "damaged", "silenced"])
def test_a_fort_is_drawn_by_its_state(state: str) -> None:
    fort = elements(bare(forts={PICKENS: Fort(UNION, state)}))[f"fort {PICKENS}"]
    assert (fort.layer, fort.role.split()) == ("works", [UNION, "fort", state])


def test_a_counter_says_what_it_stands_for() -> None:
    groups = (Group("asp", 12, demoralized=1), Group("cavalry", 2, activity="moved"))
    position = bare(
        forces=forces({WASHINGTON: groups}),
        leaders={"A": Leader(UNION, 1, WASHINGTON), "G": Leader(CONFEDERATE, 2, CAIRO)},
    )
    found = scene(position)
    counter = elements(position)[f"union {WASHINGTON}"]
    assert (counter.label, counter.plate, counter.several) == ("14", ("A1",), True)
    assert [badge.label for badge in counter.badges] == ["D"]
    assert len(counter.shapes) == 2
    (stack,) = (each for each in found.stacks if each.place == WASHINGTON)
    assert stack.text == "12 ASP, 2 cavalry, leader A 1, 12 demoralized"
    asp, cavalry, leader = stack.parts
    assert (asp.ready, asp.sound, asp.says) == (True, False, ("demoralized 1",))
    assert (cavalry.ready, cavalry.short, cavalry.unit["activity"]) == (False, "moved", "moved")
    assert (leader.name, leader.rating) == ("A", "1")
    assert elements(position)[f"confederate {CAIRO}"].label == "", "a leader alone is a star"


def test_both_sides_in_a_place_share_it() -> None:
    leaders = {"A": Leader(UNION, 1, CAIRO), "G": Leader(CONFEDERATE, 2, CAIRO)}
    found = elements(bare(leaders=leaders))
    assert (found[f"union {CAIRO}"].beside, found[f"confederate {CAIRO}"].beside) == (-1, 1)


def test_the_picture_of_everything_at_once_is_the_sheet_with_the_scene() -> None:
    position = bare(
        forces=forces({WASHINGTON: (Group("asp", 12), Group("cavalry", 2))}),
        leaders={"A": Leader(UNION, 1, WASHINGTON)},
        levees_breached=("1121-1220",),
        line_progress={"Piedmont": 3},
        rail_control={ALEXANDRIA: UNION},
    )
    root = ElementTree.fromstring(picture(RULESET, position))
    assert root.get("class") == "warmap"
    assert {each.get("data-key") for each in root.iter() if each.get("data-key")} == set(elements(position))
    assert {line.role for line in scene(position).lines} == {"laid", "breach"}


def test_overlays_name_places_of_the_map() -> None:
    position = bare(forces=forces({WASHINGTON: (Group("asp", 3),)}))
    control = OVERLAYS["overlay_control"](position)
    held = {area["role"]: area["places"] for area in control["areas"]}
    assert WASHINGTON in held["held union"]
    zones = OVERLAYS["overlay_zones"](position)
    assert any(WASHINGTON in area["places"] for area in zones["areas"])
    (fed,) = OVERLAYS["overlay_supply"](position)["areas"]
    assert (fed["role"], fed["places"]) == ("fed line", [WASHINGTON])
    told = places_view(position)["places"][WASHINGTON]
    assert [each["text"] for each in told if each["block"] == "heading"] == ["Supply", "Why"]
