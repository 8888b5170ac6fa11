"""The picture of small positions: what lies on the table is drawn, where it lies."""

from xml.etree import ElementTree

import pytest

from ironclad.domain.games.american_civil_war import RULESET
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
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
from tests.unit.american_civil_war.table import (
    ALEXANDRIA,
    CAIRO,
    NORFOLK,
    PICKENS,
    WASHINGTON,
    bare,
    forces,
)

SVG = "{http://www.w3.org/2000/svg}"


def drawn(position: Position) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(RULESET.map_svg(position))
    return {element.get("id") or "": element for element in root.iter() if element.get("id")}


def titles(position: Position) -> list[str]:
    root = ElementTree.fromstring(RULESET.map_svg(position))
    return [element.text or "" for element in root.iter(f"{SVG}title")]


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
    found = drawn(position)
    hull, label = found[f"v{at}-union"], found[f"v{at}-union"].find(f"{SVG}text")
    assert label is not None
    assert label.text == "R2"
    x, y = middle("1513", "1613")
    assert abs(float(label.get("x", 0)) - x) < 1
    assert abs(float(label.get("y", 0)) - y) < 12
    assert any(circle.get("class") == "damaged" for circle in hull.iter(f"{SVG}circle"))
    assert f"v{at}-confederate" in found
    assert "vEast-Gulf-union" in found
    assert "building" in (found[f"v{NORFOLK}-confederate"].get("class") or "")


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
    told = titles(position)
    assert {
        "the railroad is broken in 1513",
        "3 depots in 1513",
        "factory 1, under construction",
        "USMRR 1",
        "Piedmont railroad under construction, 2 of 3 hexes",
    } <= set(told)
    x, _ = centre(CAIRO)
    assert drawn(position)[f"b{CAIRO}"].get("d", "").startswith(f"M{x + 10:.1f}")
    assert "the railroad is broken in 1513" not in titles(bare())


@pytest.mark.parametrize("state", ["complete", "under_construction", "damaged", "silenced"])
def test_a_fort_is_drawn_by_its_state(state: str) -> None:
    root = ElementTree.fromstring(RULESET.map_svg(bare(forts={PICKENS: Fort(UNION, state)})))
    (fort,) = (p for p in root.iter(f"{SVG}polygon") if "works fort" in (p.get("class") or ""))
    assert fort.get("class") == f"works fort union {state}"


def test_the_picture_of_everything_at_once_is_well_formed() -> None:
    position = bare(
        forces=forces({WASHINGTON: (Group("asp", 12), Group("cavalry", 2))}),
        leaders={"A": Leader(UNION, 1, WASHINGTON)},
        levees_breached=("1121-1220",),
        line_progress={"Piedmont": 3},
        rail_control={ALEXANDRIA: UNION},
    )
    root = ElementTree.fromstring(RULESET.map_svg(position))
    layers = [group.get("class") for group in root.findall(f"{SVG}g")]
    assert layers[-7:] == ["railroads", "control", "breaches", "works", "marks", "vessels", "counters"]
