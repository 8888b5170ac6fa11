"""The water of War Between the States: what meets, heads of navigation, and which way is upstream."""

import pytest

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.waters import (
    Links,
    beside,
    is_upstream,
    load_waters,
    sailed,
    waters_of_fort,
)
from ironclad.domain.kernel.board.graph import reachable

WATERS = load_waters()
FEATURES = load_map().features
BASE = sailed(frozenset(), 1)
NEW_ORLEANS, VICKSBURG, CAIRO, OPEN_GULF = "B2729-B2730", "B2217-B2317", "A3219-A3320", "B2833"


def sea_reaches(links: Links, without: frozenset[str] = frozenset()) -> dict[str, int]:
    return reachable([OPEN_GULF], lambda here: (to for to in links[here] if to not in without))


@pytest.mark.rule("7.0/3")
def test_hexsides_meet_at_a_corner_and_hexes_what_touches_them() -> None:
    assert WATERS.links[CAIRO] == ("A3219-A3220", "A3319-A3320")
    assert "C3118-C3119" in WATERS.links["C3118"]
    for place, others in WATERS.links.items():
        for other in others:
            assert place in WATERS.links[other]


@pytest.mark.rule("7.11/1")
def test_ships_pass_between_all_sea_hexes_and_not_over_land() -> None:
    for hex in FEATURES.ocean:
        seas = {other for other in GRID.neighbours(hex) if other in FEATURES.ocean}
        assert seas <= set(WATERS.links[hex])
    assert "C3707" not in WATERS.links["C3606"]
    assert "C3607" in WATERS.links["C3606"]


@pytest.mark.rule("7.12/1")
def test_upstream_is_away_from_the_sea() -> None:
    assert is_upstream("A3219-A3220", CAIRO)
    assert not is_upstream(CAIRO, "A3219-A3220")
    assert not is_upstream("C3118", "C3117-C3118")
    river = [
        "B2933-B3032",
        NEW_ORLEANS,
        "B2629-B2729",
        "B2628-B2629",
        "B2428-B2529",
        VICKSBURG,
        "B2702-B2802",
    ]
    steps = [WATERS.order[key] for key in river]
    assert steps == sorted(steps)
    assert len(set(steps)) == len(steps)


def test_an_arm_of_a_river_runs_down_from_it() -> None:
    assert is_upstream("B1822-B1823", "B1822-B1922")
    assert WATERS.order["B2228-B2329"] < WATERS.order["B2228-B2328"]


def test_only_the_reach_at_rome_is_not_joined_to_the_sea() -> None:
    hexsides = {place for place in WATERS.kind if "-" in place}
    lone = hexsides - WATERS.order.keys()
    assert len(hexsides) == 1_068
    assert len(lone) == 9
    assert {FEATURES.sides[key].waters for key in lone} == {("Coosa",)}


@pytest.mark.rule("7.51/1", "7.51/2", "7.64/1")
@pytest.mark.parametrize(
    ("head", "above", "cycles"),
    [("B4105-B4106", "B4106-B4205", {4}), ("B1321-B1420", "B1320-B1321", {3, 4, 5})],
)
def test_some_heads_are_passed_at_high_water(head: str, above: str, cycles: set[int]) -> None:
    for cycle in range(1, 14):
        links = sailed(frozenset(), cycle)
        assert (above in links[head]) == (head in links[above]) == (cycle in cycles)


@pytest.mark.rule("7.64/1")
def test_the_red_river_may_be_shut_all_year() -> None:
    assert "B1320-B1321" not in sailed(frozenset(), 4, red_river_shut=True)["B1321-B1420"]
    assert "B4106-B4205" in sailed(frozenset(), 4, red_river_shut=True)["B4105-B4106"]


@pytest.mark.rule("7.52/1")
def test_a_bayou_is_entered_from_the_river_alone() -> None:
    outlet = "B2533-B2632"
    assert BASE[outlet] == ("B2532-B2632",)
    assert outlet in sea_reaches(BASE)
    assert outlet not in sea_reaches(BASE, frozenset({"B2228-B2329", "B2328-B2329"}))


@pytest.mark.rule("7.53/2")
def test_the_river_is_entered_below_its_forts() -> None:
    fort = waters_of_fort("B3032", "B2933-B3032")
    rivers = frozenset(place for place, kind in WATERS.kind.items() if kind == "navigable")
    assert NEW_ORLEANS in sea_reaches(BASE, rivers)
    assert NEW_ORLEANS not in sea_reaches(BASE, rivers | fort)
    assert VICKSBURG in sea_reaches(BASE, fort), "river craft come up the Atchafalaya"
    assert VICKSBURG not in sea_reaches(BASE, fort | {"B1822-B1823"})
    assert "B2628-B2629" in BASE["B2629-B2729"]


@pytest.mark.rule("7.61/1", "7.62/1", "7.63/1")
@pytest.mark.parametrize(
    ("variant", "cycle", "opened"),
    [
        ("white", 1, 9),
        ("arkansas", 1, 0),
        ("arkansas", 2, 24),
        ("arkansas", 8, 0),
        ("ouachita", 1, 12),
        ("ouachita", 5, 35),
    ],
)
def test_river_variants_open_their_rivers(variant: str, cycle: int, opened: int) -> None:
    found = sea_reaches(sailed(frozenset({variant}), cycle))
    assert sum(WATERS.variant_of.get(place) == variant for place in found) == opened
    assert not any(place in WATERS.variant_of for place in BASE)


@pytest.mark.rule("11.21/1", "7.55/1")
def test_a_fort_lies_on_its_facing_and_the_coastal_water_of_its_hex() -> None:
    assert waters_of_fort("A3723", "A3623-A3723") == {"A3623-A3723"}
    assert waters_of_fort("A5722", "") == frozenset()
    assert waters_of_fort("C3029", "water") == {"C3029"}
    assert waters_of_fort("C1145", "C1144-C1145") == {"C1145", "C1144-C1145"}
    assert {"C1640", "C1641", "C1640-C1641"} <= waters_of_fort("C1641", "water")


@pytest.mark.rule("R.9/3")
@pytest.mark.parametrize("port", sorted(FEATURES.seaports))
def test_a_seaport_has_no_way_to_sea_but_its_own(port: str) -> None:
    own, way = FEATURES.seaports[port]
    assert all(place in BASE for place in (*own, *way))
    touches = {port, *own}
    assert all(port in place or place in touches for place in own)


@pytest.mark.rule("7.23/1")
def test_what_is_on_a_hexside_is_beside_two_hexes() -> None:
    assert beside(CAIRO) == ("A3219", "A3320")
    assert beside("C3118") == ("C3118",)
