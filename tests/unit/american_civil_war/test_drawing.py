"""The drawn map: well-formed SVG that holds every hex once and everything inside its view."""

from xml.etree import ElementTree

import pytest

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import (
    centre,
    document,
    draw_map,
    size,
    view_box,
)

MAP = load_map()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawn():
    return ElementTree.fromstring(document(MAP))


def test_every_hex_is_a_polygon_with_its_number(drawn):
    ids = [polygon.get("id") for polygon in drawn.iter(f"{SVG}polygon")]
    assert sorted(ids) == sorted(f"h{h}" for h in [*MAP.hexes, *MAP.ocean])
    richmond = next(p for p in drawn.iter(f"{SVG}polygon") if p.get("id") == "h4410")
    assert richmond.get("class") == "hex clear state-VA"
    assert richmond.find(f"{SVG}title").text == "4410 Richmond, VA, clear"


def test_layers_lie_in_a_fixed_order(drawn):
    assert [g.get("class") for g in drawn.findall(f"{SVG}g")] == [
        "map-ocean", "map-hexes", "map-terrain", "map-borders", "map-water", "map-coast", "map-roads",
        "map-rails",
                "map-crossings", "map-features", "map-numbers", "map-places", "map-names", "map-sea-names",
    ]  # fmt: skip


def test_every_symbol_is_defined(drawn):
    defined = {element.get("id") for element in drawn.find(f"{SVG}defs")}
    used = [u.get("href") for u in drawn.iter(f"{SVG}use")]
    assert {href.removeprefix("#") for href in used} == defined
    assert used.count("#ferry") == len(MAP.ferries) // 2
    assert used.count("#bridge") == len(MAP.bridges) // 2
    assert used.count("#critical") == len(MAP.critical_centres)
    assert used.count("#fortress") == len(MAP.fortresses)
    assert used.count("#recruitment") == 28
    assert used.count("#inlet") == 1


def test_every_town_is_named(drawn):
    names = [t.text for t in drawn.iter(f"{SVG}text") if t.get("class") == "city"]
    assert sorted(names) == sorted(MAP.hexes[h].city for h in MAP.towns)


def test_everything_is_inside_the_view():
    width, height = size()
    assert view_box() == f"0 0 {width:.0f} {height:.0f}"
    for hex_id in [*MAP.hexes, *MAP.ocean]:
        x, y = centre(hex_id)
        assert 26 < x < width - 26
        assert 22 < y < height - 22


def test_drawing_twice_gives_the_same_and_an_overlay_comes_on_top():
    assert draw_map(MAP) == draw_map(load_map())
    whole = document(MAP, '<g class="units"/>')
    assert whole.index('class="units"') > whole.index("map-sea-names")
