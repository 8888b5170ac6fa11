"""The board sheet, the scene, the battle map and the manifest of the Eagle variant, for each reader."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.board.map import board
from ironclad.domain.games.eagle_variant.board.map_files import DATA
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.readers.drawing.battle_map import FRAME, boxes, place_in
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import (
    middle,
    outline,
    place_of,
    places,
    size,
    spaces_at,
)
from ironclad.domain.games.eagle_variant.readers.drawing.sheet import TERMS, printed_map
from ironclad.domain.games.eagle_variant.readers.forms import KINDS
from ironclad.domain.games.eagle_variant.readers.manifest import manifest
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import controller
from ironclad.domain.kernel.drawing.scene import Element, Scene, drawn, primitives
from ironclad.domain.kernel.drawing.views import views_of
from tests.games.eagle_variant.walking import READERS, some, start

CLAUSES = {each["id"] for each in tomllib.loads((DATA / "clauses.toml").read_text())["clause"]}
BOARD = {area["id"] for area in printed_map().document["areas"]}


def seen(position: Position, seat: str | None) -> Scene:
    """The scene that a reader gets."""
    assert RULESET.show.scene is not None
    return RULESET.show.scene(RULESET.sight.see(position, seat), seat)


def inside(x: float, y: float, polygon: Any) -> bool:
    """Whether a point lies in a polygon: a ray to the east crosses its sides an odd number of times."""
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


# -- the sheet


def test_the_board_has_every_region_and_city() -> None:
    assert set(board(True).spaces) == BOARD
    for rivers in (True, False):
        assert {place_of(space) for space in board(rivers).spaces} <= BOARD
    assert spaces_at("LA_SE", board(False).spaces) == ("LA",)
    assert spaces_at("LA_SE", board(True).spaces) == ("LA_SE",)


@pytest.mark.parametrize("place", places())
def test_a_place_is_found_where_its_counters_are(place: str) -> None:
    """The last area under a point is the one that a page finds there."""
    x, y = middle(place)
    under = [area["id"] for area in printed_map().document["areas"] if inside(x, y, area["polygon"])]
    assert under[-1:] == [place]
    width, height = size()
    assert all(0 <= x <= width and 0 <= y <= height for x, y in outline(place))


def test_the_sides_of_the_board_are_the_ways_over_land() -> None:
    sides = {side["id"]: side for side in printed_map().document["sides"]}
    found = board(True)
    ways = {"-".join(sorted((a, b))) for a, near in found.neighbours.items() for b in near}
    assert set(sides) == ways
    for id, side in sides.items():
        a, b = id.split("-")
        assert (side["kind"] == "river") == ((a, b) in found.crossed)


def test_the_drawing_is_one_svg_with_every_name_outside_the_battle_map() -> None:
    root = ElementTree.fromstring(printed_map().svg)
    texts = [text for text in root.iter("{http://www.w3.org/2000/svg}text") if text.get("class")]
    said = {text.text for text in texts}
    assert {space.name for space in board(True).spaces.values()} <= said
    assert not [tag for tag in ("script", "image", "foreignObject") if tag in printed_map().svg]
    left, top, width, height = FRAME
    for place in places():
        assert not any(left < x < left + width and top < y < top + height for x, y in outline(place)), place


def test_the_terms_name_clauses_of_the_rulebook() -> None:
    named = {rule for group in TERMS.values() for term in group.values() for rule in term["rules"]}
    assert named <= CLAUSES
    for area in printed_map().document["areas"]:
        assert area["colour"] in TERMS["colours"]


def test_boxes_of_the_battle_map_lie_in_it_and_apart() -> None:
    left, top, width, height = FRAME
    found = [box for attacks in (True, False) for box in dict.fromkeys(boxes(attacks).values())]
    for number, box in enumerate(found):
        assert left <= box.x
        assert box.x + box.width <= left + width
        assert top <= box.y
        assert box.y + box.height <= top + height
        for other in found[:number]:
            beside = box.x + box.width <= other.x or other.x + other.width <= box.x
            assert beside or box.y + box.height <= other.y or other.y + other.height <= box.y
        for count in (1, 4, 9):
            for index in range(count):
                x, y = place_in(box, index, count)
                assert box.x < x < box.x + box.width
                assert box.y < y < box.y + box.height


# -- the scene


@pytest.mark.parametrize("seed", [1])
def test_all_that_a_scene_shows_is_on_the_board(seed: int) -> None:
    named = re.compile(manifest().board.place)
    battles = 0
    for step in some(seed, 6):
        for reader in READERS:
            scene = seen(step.after, reader)
            shown = [each.place for each in (*scene.elements, *scene.stacks)]
            assert {*shown, *scene.holders.places, *scene.pieces.values()} <= BOARD
            keys = [each.key for each in scene.elements]
            assert len(set(keys)) == len(keys)
            counters = {each.key for each in scene.elements if each.layer == "counters"}
            assert counters == {stack.key for stack in scene.stacks}
            for stack in scene.stacks:
                assert named.fullmatch(stack.place)
                assert stack.key == f"{stack.side} {stack.place}"
                assert stack.side in RULESET.seats
                assert len(stack.cells) == len(manifest().cells)
                assert stack.text
            assert all(primitives(each)[-1][2] for each in scene.elements)
            assert drawn(scene)
            assert {"line", "turn", "due", "outcome"} <= scene.play.keys()
            battles += step.after.battle is not None
    assert battles > 10


@pytest.mark.parametrize("seed", [1])
def test_every_unit_is_shown_once(seed: int) -> None:
    """Units of a side by the parts of their stacks; special forces by the numbers of their tokens."""
    for step in some(seed, 6):
        position = step.after
        scene = seen(position, None)
        parts = [(stack, part) for stack in scene.stacks for part in stack.parts]
        for stack, part in parts:
            assert part.count == len(part.unit["ids"])
            for id in part.unit["ids"]:
                unit = position.units[id]
                assert (unit.side, place_of(unit.space), unit.kind) == (stack.side, stack.place, part.kind)
        shown = sorted(id for _, part in parts for id in part.unit["ids"])
        assert shown == sorted(id for id, unit in position.units.items() if unit.side)
        tokens = [int(each.label) for each in scene.elements if each.role.startswith("special")
                  and each.form == "token"]  # fmt: skip
        assert sum(tokens) == sum(not unit.side for unit in position.units.values())
        labels = {each.key: each.label for each in scene.elements if each.layer == "counters"}
        for stack in scene.stacks:
            brigades = sum(part.count for part in stack.parts if part.kind != "leader")
            assert labels[stack.key] == (str(brigades) if brigades else "L")
            assert stack.weight == brigades


@pytest.mark.parametrize("seed", [1])
def test_the_battle_map_has_every_unit_that_is_in_a_box(seed: int) -> None:
    placed = 0
    for step in some(seed, 4):
        battle = step.after.battle
        shown = [each for each in seen(step.after, None).elements if each.key.startswith("battle ")]
        pieces = [each for each in shown if each.form == "counter"]
        if battle is None:
            assert not shown
            continue
        assert sum(int(each.label) for each in pieces) == len(battle.boxes)
        for each in pieces:
            box = boxes(_attacks(step.after, each.key.partition(" ")[2]))
            at = box[battle.boxes[each.key.partition(" ")[2]]]
            assert at.x < each.x < at.x + at.width
            assert at.y < each.y < at.y + at.height
        assert {each.place for each in shown} == {place_of(battle.space)}
        placed += len(pieces)
    assert placed > 20


def _attacks(position: Position, id: str) -> bool:
    assert position.battle is not None
    unit = position.units[id]
    return position.battle.attacker in (unit.side, unit.nation)


def test_units_that_may_still_move_are_ready_for_their_own_side() -> None:
    position = start("empty_map")
    position.units["csa_infantry_1"] = Unit("csa", "infantry", "c_Richmond")
    position.units["csa_infantry_2"] = Unit("csa", "infantry", "c_Richmond", moved=True)
    position.units["csa_cavalry_1"] = Unit("csa", "cavalry", "c_Richmond", elite=True)
    position.units["britain_infantry_1"] = Unit("britain", "infantry", "c_Richmond")
    position.units["usa_leader_1"] = Unit("usa", "leader", "MD")
    position.units["indians_infantry_1"] = Unit("indians", "infantry", "IT")
    scene = seen(position, "csa")
    stacks = {stack.key: stack for stack in scene.stacks}
    parts = {(part.label, part.ready): part.count for part in stacks["csa c_Richmond"].parts}
    assert parts == {
        ("British infantry", True): 1,
        ("infantry", True): 1,
        ("infantry", False): 1,
        ("elite cavalry", True): 1,
    }
    assert not any(part.ready for part in stacks["usa MD"].parts)
    elements: dict[str, Element] = {each.key: each for each in scene.elements}
    assert elements["usa MD"].label == "L"
    assert elements["csa c_Richmond"].label == "4"
    assert elements["indians IT"].label == "1"


def test_a_flag_is_in_a_city_that_has_changed_hands() -> None:
    position = start()
    before = {each.key for each in seen(position, None).elements if each.role.endswith("flag")}
    assert not before
    position.units = {id: unit for id, unit in position.units.items() if unit.space != "c_Nashville"}
    position.units["usa_infantry_99"] = Unit("usa", "infantry", "c_Nashville")
    flags = [each for each in seen(position, None).elements if each.role.endswith("flag")]
    assert [(each.key, each.role) for each in flags] == [("city c_Nashville", "usa flag")]
    assert flags[0].title == "USA controls Nashville"
    assert seen(position, None).holders.places["c_Nashville"] == controller(position, "c_Nashville") == "usa"


# -- manifest


def test_the_pattern_of_places_fits_every_place() -> None:
    pattern = re.compile(manifest().board.place)
    assert all(pattern.fullmatch(place) for rivers in (True, False) for place in board(rivers).spaces)
    linked = re.compile(rf"\b({manifest().board.place})\b")
    assert linked.findall("USA infantry 3 marches from MD to VA_NE, 4 PP for the CSA in c_New_York") == [
        "MD", "VA_NE", "c_New_York",
    ]  # fmt: skip


def test_what_the_manifest_names_is_there() -> None:
    page, events, commands = manifest(), RULESET.storage.events.types, RULESET.storage.commands.schemas()
    assert tuple(side.id for side in page.sides) == RULESET.seats
    assert {each.view for each in page.overlays} <= RULESET.show.views.keys()
    assert {name for moments in page.moments for name in moments.types} <= events.keys()
    assert page.together is not None
    assert {*page.together.opens, *page.together.closes, page.together.title} <= events.keys()
    march = page.orders.march
    assert march is not None
    assert {march.begin, march.onward, *page.orders.ends} <= commands.keys()
    assert not march.halt, "what ends a movement ends that of all forces, and asks if some have not acted"
    assert march.by_id
    assert RULESET.show.client is not None
    for name in (*page.orders.forms.values(), page.style):
        assert (RULESET.show.client / name).is_file()
    assert page.orders.forms.keys() - {"battle_orders"} == RULESET.rules.handlers.offers.keys() & KINDS
    assert {mode.command for mode in march.modes} == {"rail_units", "ship_units"}
    assert not march.also, "trains and ships have reaches of their own"
    assert all(mode.legs for mode in march.modes if mode.command == "ship_units")
    assert page.inset is not None
    assert page.inset.view in RULESET.show.views
    assert (RULESET.show.client / page.inset.module).is_file()
    for clause in CLAUSES:
        assert re.fullmatch(page.clause, clause)


def roles(overlay: dict[str, Any]) -> Iterator[str]:
    for each in (*overlay.get("areas", ()), *overlay.get("lines", ()), *overlay.get("spots", ())):
        yield each["role"]


def test_every_sign_of_an_overlay_is_in_its_legend_and_on_the_board() -> None:
    for step in some(1, 3):
        for reader in READERS:
            views, position = views_of(RULESET, reader), RULESET.sight.see(step.after, reader)
            for overlay in manifest().overlays:
                shown = views[overlay.view](position)
                assert set(roles(shown)) <= {sign.role for sign in overlay.legend}
                assert {place for area in shown.get("areas", ()) for place in area["places"]} <= BOARD
