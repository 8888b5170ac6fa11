"""The board sheet, the scene, the overlays and the tracks of From Bull Run to Appomattox, for each reader."""

import re
import tomllib
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import DATA, mountains, seas
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import ON_MAP, Fort, Raider, Siege, Works
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.geometry import (
    middle,
    outline,
    places,
    size,
    town,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.drawing.sheet import TERMS, printed_map
from ironclad.domain.games.bull_run_to_appomattox.readers.manifest import manifest
from ironclad.domain.kernel.drawing.scene import Element, Scene, drawn, primitives
from ironclad.domain.kernel.drawing.views import views_of
from tests.games.bull_run_to_appomattox.playing import READERS, start, walked, written
from tests.games.bull_run_to_appomattox.test_hidden import altered

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


def test_the_board_has_every_spot_sea_and_mountain_area() -> None:
    assert {*board().spots, *seas(), *mountains()} == BOARD


@pytest.mark.parametrize("place", places())
def test_a_place_is_found_where_its_counters_are(place: str) -> None:
    """The last area under a point is the one that a page finds there."""
    x, y = middle(place)
    under = [area["id"] for area in printed_map().document["areas"] if inside(x, y, area["polygon"])]
    assert under[-1:] == [place]
    width, height = size()
    assert all(0 <= x <= width and 0 <= y <= height for x, y in outline(place))


def test_cities_lie_in_their_zones() -> None:
    for zone in board().zones.values():
        if zone.city:
            x, y = town(zone.id)
            assert inside(x, y, outline(board().place_spot(zone.id))), zone.id


def test_the_sides_of_the_board_are_the_ways_of_the_rules() -> None:
    sides = {side["id"]: side for side in printed_map().document["sides"]}
    for steps in (*board().steps.values(), *board().wild.values()):
        for step in steps:
            assert "-".join(sorted((step.start, step.end))) in sides
    for side in sides:
        assert set(side.split("-")) <= BOARD
    assert sides["CHV-WAS"]["kind"] == "bridge"
    assert {side["kind"] for side in sides.values()} <= TERMS["sides"].keys()


def test_the_drawing_is_one_svg_with_every_name() -> None:
    root = ElementTree.fromstring(printed_map().svg)
    said = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {zone.city for zone in board().zones.values() if zone.city} <= said
    assert {area.name for area in mountains().values()} <= said
    assert not [tag for tag in ("script", "image", "foreignObject") if tag in printed_map().svg]


def test_the_terms_name_clauses_of_the_rulebook() -> None:
    named = {rule for group in TERMS.values() for term in group.values() for rule in term["rules"]}
    assert named <= CLAUSES


# -- the scene


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_that_a_scene_shows_is_on_the_board(seed: int) -> None:
    for step in walked(seed)[::6]:
        for reader in READERS:
            scene = seen(step.after, reader)
            named = [each.place for each in (*scene.elements, *scene.stacks)]
            assert {*named, *scene.holders.places} <= BOARD
            keys = [each.key for each in scene.elements]
            assert len(set(keys)) == len(keys)
            counters = {each.key for each in scene.elements if each.form == "counter"}
            assert counters == {stack.key for stack in scene.stacks}
            assert scene.moving is None or scene.moving.place in BOARD
            assert all(primitives(each)[-1][2] for each in scene.elements)
            assert drawn(scene)


def test_every_hq_on_the_map_is_in_one_stack_and_seats_differ_in_contents_only() -> None:
    for step in walked(1)[::10]:
        onlooker = seen(step.after, None)
        for side in RULESET.seats:
            own = seen(step.after, side)
            assert [each.key for each in own.stacks] == [each.key for each in onlooker.stacks]
        on_map = sum(hq.state == ON_MAP for hq in step.after.hqs.values())
        assert (
            sum(part.kind == "hq" or bool(part.name) for each in onlooker.stacks for part in each.parts)
            == on_map
        )


def test_a_side_sees_its_strength_and_a_question_mark_for_the_enemy() -> None:
    position = start()
    for step in walked(1):
        if step.after.phase == "activation":
            position = step.after
            break
    labels = {
        reader: {
            each.key: each.label
            for each in seen(position, reader).elements
            if each.form == "counter" and each.plate
        }
        for reader in READERS
    }
    for reader in RULESET.seats:
        for key, label in labels[reader].items():
            assert (label == labels[None][key]) == (not key.startswith(reader)), key
    assert set(labels[None].values()) == {"?"}


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_hidden_changes_no_scene_overlay_or_track(seed: int) -> None:
    """Two positions that differ only in what a reader may not see give it the same views (6.4/16)."""
    random = Random(seed)
    for step in walked(seed)[::6]:
        for seat in RULESET.seats:
            twin = altered(step.after, ENEMY[seat], random)
            one, two = (RULESET.sight.see(each, seat) for each in (step.after, twin))
            assert written(one) == written(two)
            for name, view in views_of(RULESET, seat).items():
                assert view(one) == view(two), name


def elements(position: Position) -> dict[str, Element]:
    return {each.key: each for each in seen(position, None).elements}


def test_works_sieges_raiders_and_what_is_destroyed_are_shown() -> None:
    position = start("empty_map")
    position.forts["SAV"] = Fort("south", steps=1)
    position.sieges["SAV"] = Siege("north", 3)
    position.works["C"] = Works("south", done=False)
    position.raiders["south"] = Raider("M_CUMB", 1)
    position.broken_bridges |= {
        "CHV-WAS" if "CHV-WAS" in board().edges else "WAS-CHV": "south",
        "FHD": "north",
    }
    position.broken_rails["CHA"] = "south"
    position.holders["NAS"] = "north"
    shown = elements(position)
    assert shown["fort SAV"].role == "south fort damaged besieged"
    assert shown["siege SAV"].title == "The North has besieged this place since turn 3"
    assert shown["works C"].role == "south entrenchment unfinished"
    assert (shown["raider south"].label, shown["raider south"].place) == ("R1", "M_CUMB")
    assert shown["bridge FHD"].place == "FHD_E"
    assert shown["rails CHA"].place == "CHA_S"
    assert shown["city NAS"].role == "north flag"
    assert seen(position, None).holders.places["NAS"] == "north"


def test_the_hq_on_the_march_is_shown_to_its_own_seat_only() -> None:
    marching = [
        step.after
        for seed in (1, 2, 3)
        for step in walked(seed)
        if any(due.kind == "hq_orders" for due in step.after.agenda.due)
    ]
    found = 0
    for position in marching:
        activation = position.activation
        assert activation is not None
        own, enemy, onlooker = (
            seen(position, each) for each in (activation.side, ENEMY[activation.side], None)
        )
        assert enemy.moving is None
        assert onlooker.moving is None
        if own.moving is not None:
            found += 1
            assert own.moving.place == position.hqs[activation.hq].spot
            assert any(part.name for part in own.moving.parts)
    assert found > 10


def test_the_form_of_an_order_is_for_its_own_seat() -> None:
    asked = 0
    for step in walked(1):
        for reader in READERS:
            for due in seen(step.after, reader).play["due"]:
                assert ("form" in due) <= (due["seat"] == reader)
                asked += "form" in due
    assert asked > 5


# -- manifest, overlays, tracks


def test_the_pattern_of_places_fits_every_place_and_no_article() -> None:
    pattern = re.compile(rf"^(?:{manifest().board.place})$")
    assert all(pattern.match(place) for place in {*BOARD, *board().zones})
    linked = re.compile(rf"\b({manifest().board.place})\b")
    assert linked.findall("A fight in CHA_S: Grant marches from C to A, 3 CP") == ["CHA_S", "C", "A"]


def test_what_the_manifest_names_is_there() -> None:
    page, events, commands = manifest(), RULESET.storage.events.types, RULESET.storage.commands.schemas()
    assert tuple(side.id for side in page.sides) == RULESET.seats
    assert {each.view for each in page.overlays} <= RULESET.show.views.keys()
    assert {name for moments in page.moments for name in moments.types} <= events.keys()
    assert page.together is not None
    assert {*page.together.opens, *page.together.closes, page.together.title} <= events.keys()
    assert page.orders.march is not None
    assert {page.orders.march.begin, page.orders.march.halt, *page.orders.ends} <= commands.keys()
    assert RULESET.show.client is not None
    for name in (*page.orders.forms.values(), page.style):
        assert (RULESET.show.client / name).is_file()
    assert page.orders.forms.keys() <= RULESET.rules.handlers.offers.keys()
    for clause in ("9.3/1", "7.13.3/12", "4/4", "18/5"):
        assert re.fullmatch(page.clause, clause)


def roles(overlay: dict[str, Any]) -> Iterator[str]:
    for each in (*overlay.get("areas", ()), *overlay.get("lines", ()), *overlay.get("spots", ())):
        yield each["role"]


@pytest.mark.parametrize("seed", [1, 2])
def test_every_sign_of_an_overlay_is_in_its_legend_and_on_the_board(seed: int) -> None:
    for step in walked(seed)[::25]:
        for reader in READERS:
            views = views_of(RULESET, reader)
            position = RULESET.sight.see(step.after, reader)
            for overlay in manifest().overlays:
                shown = views[overlay.view](position)
                assert set(roles(shown)) <= {sign.role for sign in overlay.legend}
                assert {place for area in shown.get("areas", ()) for place in area["places"]} <= BOARD


def test_control_follows_the_holder_of_a_city() -> None:
    position = start()
    position.holders["NAS"] = "north"
    held = {area["role"]: area["places"] for area in views_of(RULESET)["overlay_control"](position)["areas"]}
    assert "NAS" in held["held north"]
    assert "NAS" not in held["held south"]


def test_a_city_with_an_enemy_fort_and_a_pillaged_one_pay_nobody() -> None:
    position = start()
    position.forts["NAS"] = Fort("north")
    position.pillaged["ATL"] = position.turn
    spots = {spot["title"] for spot in views_of(RULESET)["overlay_revenue"](position)["spots"]}
    assert "Nashville: 0 to nobody, an enemy fort is in its zone" in spots
    assert "Atlanta: 0 to South, pillaged in this turn" in spots


def test_the_tracks_name_clauses_and_events_that_exist() -> None:
    for scenario in ("campaign", "introductory"):
        for block in blocks(views_of(RULESET)["tracks"](start(scenario))["blocks"]):
            if block.get("block") == "why":
                assert set(block["rules"]) <= CLAUSES
                assert set(block["types"]) <= RULESET.storage.events.types.keys()
            if "clause" in block:
                assert block["clause"] in CLAUSES
            if "place" in block:
                assert block["place"] in BOARD


def blocks(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a document."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from blocks(each)
