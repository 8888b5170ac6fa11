"""The printed map: its facts are the map's, its drawing holds all of them, and no name lies on another."""

import gzip
import itertools
import os
import re
import subprocess
import sys
from functools import cache
from hashlib import sha256
from xml.etree import ElementTree

import pytest

from ironclad.domain.games.american_civil_war.board.features import SEA_ZONES
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.games.american_civil_war.board.printed_map import (
    courses,
    facts,
    legend,
    names,
    printed_map,
    river_names,
    water,
    ways,
)
from ironclad.domain.games.american_civil_war.board.printed_map.lettering import TYPES, Box, width
from ironclad.domain.games.american_civil_war.board.printed_map.pen import Pen, smooth, smooth_loop
from ironclad.domain.games.american_civil_war.board.printed_map.placing import Ground, Name, place_names
from ironclad.domain.games.american_civil_war.readers.drawing.drawing import centre, size
from ironclad.domain.kernel.board.hexes import HexGrid, hexside_hexes
from ironclad.domain.kernel.rulebook import coverage

MAP = load_map()
SVG = "{http://www.w3.org/2000/svg}"


# Drawn when the first test asks, not when the tests are collected.


def document():
    return printed_map().document


def svg():
    return printed_map().svg


@cache
def hexes():
    return {each["id"]: each for each in document()["hexes"]}


@cache
def sides():
    return {each["id"]: each for each in document()["sides"]}


@pytest.fixture(scope="module")
def root():
    return ElementTree.fromstring(svg())


def group(root, name):
    return next(g for g in root.iter(f"{SVG}g") if name in (g.get("class") or "").split())


# The facts.


def test_every_hex_is_told_where_it_is_drawn():
    assert list(hexes()) == list(MAP.hexes)
    for hex_id, told in hexes().items():
        x, y = centre(hex_id)
        assert (told["x"], told["y"]) == (round(x, 1), round(y, 1))
        assert (told["terrain"], told["state"]) == (MAP.hexes[hex_id].terrain, MAP.state_of[hex_id])


def test_the_told_grid_has_the_maps_neighbours():
    grid = HexGrid(**document()["grid"])
    for hex_id, near in MAP.neighbours.items():
        assert tuple(n for n in grid.neighbours(hex_id) if n in hexes()) == near


def test_cities_ports_and_forts_are_those_of_the_map():
    def having(name):
        return {hex_id for hex_id, told in hexes().items() if name in told}

    assert having("city") == MAP.towns
    assert having("port") == MAP.ports
    assert having("fortress") == set(MAP.fortresses)
    assert having("source") == MAP.union_sources
    assert {h: told["value"] for h, told in hexes().items() if "value" in told} == MAP.critical_centres
    ports = {h: told["port_value"] for h, told in hexes().items() if "port_value" in told}
    assert ports == MAP.critical_ports
    assert hexes()["4712"]["fortress"] == "union"
    assert hexes()["3430"] == {
        "id": "3430", "x": 1321.0, "y": 1359.0, "terrain": "clear", "state": "FL", "name": "Fernandina",
        "city": "town", "port": "South Atlantic", "fortress": "confederate", "coastal": True,
        "zones": ["South Atlantic"],
    }  # fmt: skip


def test_hexsides_are_those_of_the_map():
    water_sides = {key: side for key, side in sides().items() if side["kind"] != "sandbar"}
    assert set(water_sides) == set(MAP.hexsides)
    for key, told in water_sides.items():
        side = MAP.hexsides[key]
        assert (told["kind"], told["name"]) == (side.kind, side.name)
        assert told.get(side.crossing or "", None) == side.crossing_name
        assert (told.get("levee", False), told.get("loop")) == (side.levee, side.loop_hex)
        assert tuple(told.get("zones", ())) == MAP.sea_exits.get(key, ())
    bars = {hexside_hexes(key) for key, side in sides().items() if side["kind"] == "sandbar"}
    assert bars == {pair for pair in MAP.sandbars if pair[0] < pair[1]}
    assert [key for key, side in sides().items() if side.get("inlet")] == ["4718-4817"]


def test_lines_zones_and_states_are_those_of_the_map():
    drawn = document()["lines"]
    lines = {(line["kind"], line["status"], line["name"]): tuple(line["hexes"]) for line in drawn}
    assert len(lines) == len(MAP.railroads) + len(MAP.unfinished) + len(MAP.roads)
    assert all(lines["rail", "built", name] == hexes for name, hexes in MAP.railroads.items())
    assert all(lines["rail", "unfinished", name] == line.hexes for name, line in MAP.unfinished.items())
    assert all(lines["road", "built", name] == hexes for name, hexes in MAP.roads.items())
    assert [zone["name"] for zone in document()["zones"]] == list(SEA_ZONES)
    assert {h: zone["name"] for zone in document()["zones"] for h in zone["hexes"]} == dict(MAP.ocean)
    assert set(document()["states"]) == set(MAP.states)


def test_terms_name_every_kind_and_clauses_that_are_in_the_book():
    terms = document()["terms"]
    assert set(terms["terrain"]) == {here.terrain for here in MAP.hexes.values()}
    assert set(terms["sides"]) == {side["kind"] for side in sides().values()}
    cited = {rule for kinds in terms.values() for term in kinds.values() for rule in term["rules"]}
    book = {clause.id for clause in coverage.read_clauses("ironclad.domain.games.american_civil_war")}
    assert cited <= book
    assert (terms["terrain"]["swamp"]["cost"], terms["sides"]["minor"]["cost"]) == (2, 1)
    assert "cost" not in terms["sides"]["navigable"]


def test_nothing_empty_is_told():
    for told in (*document()["hexes"], *document()["sides"]):
        assert all(value not in (None, False, "", [], 0) for value in told.values()), told


# The drawing.


@pytest.mark.full
def test_every_process_draws_the_same():
    """Workers answer for each other by the drawing's digest: two seconds, for a process with other hashes."""
    told = "from ironclad.domain.games.american_civil_war.board.printed_map import printed_map\n"
    told += "from hashlib import sha256\nprint(sha256(printed_map().svg.encode()).hexdigest())"
    other = {**os.environ, "PYTHONHASHSEED": "7"}
    run = subprocess.run([sys.executable, "-c", told], env=other, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == sha256(svg().encode()).hexdigest()


def test_the_drawing_is_small():
    assert len(gzip.compress(svg().encode(), mtime=0)) < 90_000


def test_the_drawing_is_closed_in_itself(root):
    defined = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(defined) == len(set(defined))
    used = {element.get("href") for element in root.iter() if element.get("href")}
    assert {f"#{name}" for name in defined} >= used
    assert all(name.startswith("wm-") for name in defined), "ids would clash in a page"
    assert "http" not in svg().replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert 'style="' not in svg(), "a page's policy allows no style attributes"


def test_both_sets_of_colours_have_every_colour_that_is_used():
    used = set(re.findall(r"var\((--wm-[a-z0-9-]+)\)", svg()))
    for each in ("light", "dark"):
        text = (DATA / f"printed_map_{each}.css").read_text(encoding="utf-8")
        assert set(re.findall(r"(--wm-[a-z0-9-]+):", text)) == used


def test_every_class_that_the_style_names_is_drawn(root):
    drawn = {word for element in root.iter() for word in (element.get("class") or "").split()}
    style = re.sub(r"\{[^}]*\}", " ", "\n" + (DATA / "printed_map.css").read_text(encoding="utf-8"))
    assert set(re.findall(r"\.([a-z][\w-]*)", style)) <= drawn


def corner_points(data):
    """The points that a path's data gives, controls of curves included, in tenths of a pixel."""
    found, here = [], (0, 0)
    for letter, text in re.findall(r"([Mlqz])([^Mlqz]*)", data):
        values = [round(float(word) * 10) for word in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        pairs = list(zip(values[::2], values[1::2], strict=True))
        assert len(pairs) % {"M": 1, "l": 1, "q": 2, "z": 1}[letter] == 0
        for index, (x, y) in enumerate(pairs):
            point = (x, y) if letter == "M" else (here[0] + x, here[1] + y)
            found.append(point)
            if letter != "q" or index % 2:
                here = point
    return found


def test_every_watercourse_is_drawn_over_its_hexside_in_its_depth():
    assert list(water.rivers()) == list(water.DEPTHS)
    for kind, data in water.rivers().items():
        drawn = set(corner_points(data))
        sides = [side for side in MAP.hexsides.values() if side.kind == kind]
        assert sides
        assert {tuple(round(v * 10) for v in courses.bend(*side.hexes)) for side in sides} <= drawn


def test_every_line_is_drawn_over_the_hexsides_that_it_crosses():
    kinds = {
        "wm-rail": MAP.railroads.values(),
        "wm-grade": [line.hexes for line in MAP.unfinished.values()],
        "road": MAP.roads.values(),
    }
    for name, chains in kinds.items():
        data = re.search(f'"{name}" d="([^"]*)"', svg()).group(1)
        drawn = set(corner_points(data))
        steps = [step for chain in chains for step in itertools.pairwise(chain)]
        assert {tuple(round(v * 10) for v in courses.bend(*step)) for step in steps} <= drawn
    used = "".join(ways.drawn())
    for classes in ("rail", "ties", "rail unfinished", "ties unfinished", "road"):
        assert f'class="{classes}"' in used


def test_rivers_are_drawn_along_each_of_their_hexsides_once():
    sides = [frozenset(side) for chain in water.chains() for side in chain]
    assert len(sides) == len(set(sides)) == len(MAP.hexsides)
    for chain in water.chains():
        for before, after in itertools.pairwise(chain):
            assert len(set(before) | set(after)) == 3, "the next hexside meets this one at a corner"


def test_the_mississippi_is_one_line_to_the_sea():
    chain = next(c for c in water.chains() if any(MAP.sides[s].key == "1233-1334" for s in c))
    kinds = [MAP.sides[s].kind for s in chain if "Mississippi" in MAP.sides[s].rivers]
    assert len(kinds) == sum("Mississippi" in side.rivers for side in MAP.hexsides.values())


def test_symbols_stand_where_the_map_has_them(root):
    marks = group(root, "wm-marks")
    stand = [(use.get("href"), use.get("x"), use.get("y")) for use in marks.iter(f"{SVG}use")]
    count = [href for href, _, _ in stand].count
    assert count("#wm-critical") == len(MAP.critical_centres)
    assert count("#wm-fortress") == len(MAP.fortresses)
    assert count("#wm-port") + count("#wm-port-critical") == len(MAP.ports)
    assert count("#wm-recruitment") + count("#wm-recruitment-critical") == 28
    assert ("#wm-critical", "1711", "458.3") in stand
    crossings = "".join(ways.crossings())
    assert crossings.count("#wm-ferry") == len(MAP.ferries) // 2
    assert crossings.count("#wm-bridge") == len(MAP.bridges) // 2
    assert (crossings.count("#wm-levee"), crossings.count("#wm-loop")) == (len(MAP.levees), len(MAP.loops))
    assert crossings.count("#wm-inlet") == 1


def test_every_hex_has_its_number(root):
    assert [text.text for text in group(root, "hexno").iter(f"{SVG}text")] == list(MAP.hexes)


def test_the_legend_can_be_shown_alone(root):
    view = next(root.iter(f"{SVG}view"))
    left, top, across, down = map(float, view.get("viewBox").split())
    told = document()["legend"]
    assert view.get("id") == "wm-legend"
    assert left < told["x"] < told["x"] + told["width"] < left + across
    assert top < told["y"] < told["y"] + told["height"] < top + down
    words = {text.text for text in group(root, "wm-legend").iter(f"{SVG}text")}
    for groups in ("terrain", "sides", "features", "lines", "places"):
        for kind, term in document()["terms"][groups].items():
            if kind not in ("clear", "bay", "lake", "coastal", "snow", "unfinished", "critical"):
                assert term["label"] in words, kind
    assert {"Bay or lake", "Snow line", "Unfinished"} <= words


def test_the_legend_covers_no_land():
    for hex_id in MAP.hexes:
        x, y = centre(hex_id)
        assert not legend.BOX.overlaps(Box(x - 26, y - 22.5, x + 26, y + 22.5))


# The names.


def lettering():
    """Every box of lettering, with what name it belongs to."""
    for index, each in enumerate(names.placed()):
        yield from ((f"{each.name.words} {index}", box) for box in each.boxes)
    for spread in names.states():
        yield from ((f"state {spread.words}", box) for box in spread.boxes)
    yield from ((f"sea {spread.words}", names.sea_box(spread)) for spread in names.seas())
    for index, along in enumerate(river_names.along()):
        yield from ((f"river {along.words} {index}", box) for box in along.boxes)
    yield "legend", legend.BOX


def test_no_name_lies_on_another():
    boxes = list(lettering())
    assert len(boxes) > 500
    clashes = [
        (one, other)
        for (one, a), (other, b) in itertools.combinations(boxes, 2)
        if one != other and a.overlaps(b)
    ]
    assert clashes == []


def test_names_stay_on_the_sheet():
    across, down = size()
    for name, box in lettering():
        assert 0 < box.left < box.right < across, name
        assert 0 < box.top < box.bottom < down, name


def test_every_named_place_has_its_name(root):
    drawn = sorted(each.name.words for each in names.placed())
    assert drawn == sorted(
        here.city or here.fortress or here.names[0] for here in MAP.hexes.values() if here.names
    )
    texts = [text.text for text in group(root, "wm-places").iter(f"{SVG}text")]
    assert " ".join(texts) == " ".join(
        line[0] for style in reversed(TYPES) for each in names.placed() if each.name.style == style
        for line in each.lines
    )  # fmt: skip
    assert {zone.text for zone in group(root, "wm-seas").iter(f"{SVG}text")} == set(SEA_ZONES)


def test_states_are_named_where_they_lie():
    named = {spread.words: spread for spread in names.states()}
    assert set(named) == {
        facts.STATE_NAMES[state].upper() for state, hexes in MAP.hexes_of.items() if len(hexes) > 8
    }
    for state, hexes in MAP.hexes_of.items():
        if (spread := named.get(facts.STATE_NAMES[state].upper())) is not None:
            inside = [
                names.hex_at((b.left + b.right) / 2, (b.top + b.bottom) / 2) in hexes for b in spread.boxes
            ]
            assert all(inside), state


def test_great_rivers_are_named():
    named = [along.words for along in river_names.along()]
    assert named.count("Mississippi") >= 2
    assert {"Ohio", "Tennessee", "Cumberland", "Potomac", "James", "Savannah", "Red"} <= set(named)


def test_a_point_lies_in_the_hex_that_is_drawn_there():
    for hex_id in ("0101", "2419", "4410", "4918"):
        x, y = centre(hex_id)
        assert {names.hex_at(x + dx, y + dy) for dx in (-12, 0, 12) for dy in (-18, 0, 18)} == {hex_id}


# The tools.


def test_a_name_moves_away_from_what_it_would_hide():
    kind, page = TYPES["town"], Box(0, 0, 200, 100)
    alone = place_names([Name("Alone", "town", kind, (100, 50), 3.0)], Ground(), page, [])[0]
    assert alone.boxes[0].left > 100, "to the right, where nothing stands in the way"
    ground = Ground()
    ground.add_box(Box(100, 30, 200, 70), 1.0)
    assert place_names([alone.name], ground, page, [])[0].boxes[0].right < 100


def test_two_names_at_one_point_do_not_collide():
    kind, page = TYPES["town"], Box(0, 0, 200, 100)
    here = [
        Name(words, "town", kind, (100, 50), 3.0)
        for words in ("Harpers Ferry", "Bolivar Heights", "Maryland")
    ]
    placed = place_names(here, Ground(), page, [Box(0, 0, 90, 100)])
    boxes = [box for each in placed for box in each.boxes]
    assert len(boxes) >= 3
    assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))
    assert all(box.left > 90 for box in boxes)


def test_a_wider_type_is_wider_and_an_unknown_letter_is_refused():
    assert width("MM", TYPES["critical"]) > width("MM", TYPES["town"]) > width("ii", TYPES["town"]) > 0
    with pytest.raises(KeyError):
        width("日", TYPES["town"])


def test_the_pen_adds_up_no_error():
    pen = Pen()
    smooth(pen, [(i / 3, (i % 2) * 0.25) for i in range(301)])
    words = re.findall(r"-?\d*\.?\d+", str(pen).replace("q", " "))
    values = [float(word) for word in words]
    x = values[0] + sum(values[4::4])
    assert x == pytest.approx(100.0, abs=0.05)


def test_a_loop_is_closed():
    pen = Pen()
    smooth_loop(pen, [(0, 0), (10, 0), (10, 10), (0, 10)])
    assert str(pen) == "M0 5q0-5 5-5 5 0 5 5 0 5-5 5-5 0-5-5z"
