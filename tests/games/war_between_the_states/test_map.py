"""The map of War Between the States: what the book says of it, its form, and ids of overlapping sheets."""

import pytest

from ironclad.domain.games.war_between_the_states.board.features import (
    CONFEDERATE,
    GRID,
    SAILED,
    UNION,
)
from ironclad.domain.games.war_between_the_states.board.map import (
    hex_of,
    hexside_of,
    load_map,
    printed_owner,
)
from ironclad.domain.games.war_between_the_states.board.map_files import DATA, keys_along
from ironclad.domain.games.war_between_the_states.board.parts import part_of
from ironclad.domain.kernel.board.hexes import hexside_hexes
from ironclad.domain.kernel.board.sheets import Window
from ironclad.domain.kernel.board.tables import load_toml
from ironclad.domain.kernel.engine.citations import Refused

MAP = load_map()
FEATURES = MAP.features
PRINTED = load_toml(DATA / "printed.toml").content


def hexes_named(name: str) -> list[str]:
    return [place.hex for place in FEATURES.places if place.name == name]


@pytest.mark.rule("3.13/1")
def test_sheets_overlap_as_the_book_lays_them() -> None:
    for covered, upper in PRINTED["sheets"]["covers"].items():
        assert hex_of(covered) == upper
    assert hex_of("A0127") == "B0101"
    assert hex_of("A0134") == "B0108"
    assert "A0135" not in GRID
    assert GRID.aliases("C0127") == ("B6101", "A6127")


@pytest.mark.rule("3.11/1")
def test_washington_is_where_the_book_says() -> None:
    assert hexes_named("Washington") == [PRINTED["sheets"]["capital"]]


@pytest.mark.rule("1.0/1")
def test_places_are_in_the_hexes_that_the_text_names() -> None:
    for name, hex in PRINTED["named"].items():
        assert any(place.name.startswith(name) for place in MAP.places_at[hex]), name


@pytest.mark.rule("3.11/2")
def test_any_printed_id_is_read_as_the_same_hex() -> None:
    assert hex_of("A2828") == hex_of("B2802") == "B2802"
    assert (
        hexside_of("A2828-A2728") == hexside_of("B2702-B2802") == hexside_of("B2802-A2728") == "B2702-B2802"
    )
    for wrong in ("D0101", "C4001", "A6201", "0101", ""):
        with pytest.raises(Refused, match=r"3\.11/2"):
            hex_of(wrong)
    for wrong in ("C2608", "C2608-C9999", "C2608-C2610", "-"):
        with pytest.raises(Refused, match=r"3\.11/2"):
            hexside_of(wrong)


@pytest.mark.rule("1.0/1")
def test_every_hex_of_the_sheets_is_land_water_or_sea_once() -> None:
    assert len(MAP.hexes) == 4_735
    assert len(FEATURES.ocean) == 977
    assert [id for id, hex in MAP.hexes.items() if hex.kind == "lake"] == ["B2728"]
    for id, hex in MAP.hexes.items():
        assert (hex.kind == "coastal") == bool(hex.sea), id
        assert (hex.terrain == "lake") == (hex.kind == "lake"), id
        assert (hex.territory == "none") == (hex.state == "IT"), id


@pytest.mark.rule("3.23/2")
def test_territory_is_of_two_sides_and_of_nobody() -> None:
    assert printed_owner("C2608") == UNION
    assert printed_owner(hexes_named("Richmond")[0]) == CONFEDERATE
    nobody = {id for id in MAP.hexes if printed_owner(id) == "none"}
    assert len(nobody) == 81


@pytest.mark.rule("E.2/1", "E.2/2")
def test_supply_cities_and_seaports_of_the_errata() -> None:
    for name, hex in PRINTED["places"]["supply"].items():
        assert any(place.name.startswith(name) for place in MAP.places_at[hex]), name
        assert hex in MAP.supply_cities
    for hex in PRINTED["places"]["not_supply"]:
        assert hex not in MAP.supply_cities
    for name, hex in PRINTED["places"]["seaports"].items():
        assert hexes_named(name) == [hex]
        assert hex in MAP.seaports
    assert hexes_named("Petersburg") == ["C2518"]
    assert MAP.seaports == FEATURES.seaports.keys()


@pytest.mark.rule("E.4/1", "E.4/2")
def test_lines_of_the_errata_are_there() -> None:
    for key in PRINTED["railroads"]["added"]:
        assert FEATURES.sides[key].rail, key
    for key in PRINTED["roads"]["added"]:
        assert FEATURES.sides[key].road, key


@pytest.mark.rule("E.4/3", "E.4/4")
def test_water_of_the_errata() -> None:
    assert FEATURES.sides["C3401-C3502"].kind == "tidal"
    assert MAP.side("C0125", "C0126").kind == ""
    assert MAP.side("C0226", "C0227").kind == ""


@pytest.mark.rule("R.2/8")
def test_unfinished_lines_are_no_railroads() -> None:
    unfinished = [line for line in FEATURES.railroads if not line.built]
    assert len(unfinished) == 3
    for line in unfinished:
        built = {key for other in FEATURES.railroads if other.built for key in keys_along(other.hexes)}
        for key in set(keys_along(line.hexes)) - built:
            assert key not in FEATURES.sides or not FEATURES.sides[key].rail


@pytest.mark.rule("6.54/2")
def test_a_rail_ferry_joins_two_rail_hexes_over_a_river() -> None:
    ferries = [side for side in FEATURES.sides.values() if side.rail_ferry]
    assert len(ferries) == 12
    for side in ferries:
        a, b = hexside_hexes(side.key)
        assert b in MAP.rail_links[a]
        assert side.kind in SAILED


@pytest.mark.rule("7.23/2", "E.1/2")
def test_ports_are_cities_and_towns_on_the_water() -> None:
    assert len(MAP.ports) == 84
    assert {"C2608", "B2802", "B0132", "A3219"} <= MAP.ports
    assert hexes_named("Manassas") == ["C2409"]
    assert "C2409" not in MAP.built_up
    assert MAP.ports <= MAP.built_up


@pytest.mark.rule("R.8/1", "R.8/2")
def test_departments_are_in_the_side_s_own_cities() -> None:
    assert len(MAP.departments[UNION]) == 14
    assert len(MAP.departments[CONFEDERATE]) == 18
    for side, hexes in MAP.departments.items():
        for hex in hexes:
            assert printed_owner(hex) == side or MAP.hexes[hex].state == "KY" or MAP.hexes[hex].west_virginia
            assert hex in MAP.built_up


@pytest.mark.rule("6.12/1")
def test_four_tidal_hexsides_have_bridges() -> None:
    bridged = {key for key, side in FEATURES.sides.items() if side.is_deep and side.crossing == "bridge"}
    assert bridged == {"C2608-C2609", "C2511-C2512", "C2516-C2517", "C2517-C2518"}


@pytest.mark.rule("R.2/10", "R.2/12")
def test_lines_that_the_rules_treat_apart_are_marked() -> None:
    groups = {group for found in MAP.rail_groups.values() for group in found}
    assert groups == {"missouri", "kentucky", "baltimore_and_ohio"}
    assert "baltimore_and_ohio" in MAP.rail_groups[hexes_named("Baltimore")[0]]


@pytest.mark.rule("3.13/2")
def test_a_part_of_one_sheet_takes_in_what_others_overlie() -> None:
    part = part_of((Window("A", (1, 61), (1, 34)),))
    assert len(part.hexes) == 61 * 34
    assert not part.sea
    assert {"B2802", "B3504", "C0108"} <= part.hexes
    assert "B2809" not in part.hexes
    assert part.outside.count(0) == len(part.hexes)
    assert part.holds_side("A2726-B2701")
    assert not part.holds_side("B2808-B2809")


def test_the_map_is_read_once_and_named() -> None:
    assert load_map() is MAP
    assert MAP.name_of("C2608") == "Washington"
    assert MAP.name_of("B3628") == "Fort Morgan, Fort Gaines AL"
    assert MAP.name_of("A0101") == "A0101"


def test_hexsides_are_between_adjacent_hexes_and_known_from_both() -> None:
    for key, side in FEATURES.sides.items():
        a, b = hexside_hexes(key)
        assert b in GRID.neighbours(a)
        assert MAP.side(a, b) is MAP.side(b, a) is side
        assert not side.ridge or not side.wet
