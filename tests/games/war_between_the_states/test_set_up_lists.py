"""Every set-up against the lists of our section R, written here again from their text, hex by hex.

`i9` infantry of 9 SP, `c` cavalry, `m` militia, `g` garrison; `t6` a supply train with 6 points, `st` a siege
train, `d10` a depot; `fort:water` a fort that faces the water, `army:Lee` a headquarters with its commander;
ships `nf`, `nt`, `rf`, `rt`, `ir`; a name alone is a leader.
"""

import pytest

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import (
    points_victory,
    rail_points,
    scenario,
)
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position

LETTERS = {"infantry": "i", "cavalry": "c", "militia": "m", "garrison": "g"}
SHIPS = {
    "naval_flotilla": "nf",
    "naval_transport": "nt",
    "river_flotilla": "rf",
    "river_transport": "rt",
    "ironclad": "ir",
}


def pieces_of(position: Position) -> dict[tuple[str, str], list[str]]:
    """The pieces of each side in each place, in the words of the lists."""
    found: dict[tuple[str, str], list[str]] = {}

    def add(side: str, place: str, word: str) -> None:
        found.setdefault((side, place), []).append(word)

    for unit in position.units.values():
        word = {"supply_train": f"t{unit.load}", "siege_train": "st"}.get(unit.kind)
        add(unit.side, unit.hex, word or f"{LETTERS[unit.kind]}{unit.strength}")
    for hq in position.headquarters.values():
        add(hq.side, hq.hex, f"{hq.kind}:{hq.commander.replace(' ', '_')}")
    commanders = {hq.commander for hq in position.headquarters.values()}
    for name, leader in position.leaders.items():
        if name not in commanders:
            add(leader.side, leader.hex, name.replace(" ", "_"))
    for hex, work in position.works.items():
        add(work.side, hex, f"{work.grade}:{work.facing}")
    for depot in position.depots.values():
        add(depot.side, depot.hex, f"d{depot.points}")
    for ship in position.ships.values():
        add(ship.side, ship.at, SHIPS[ship.kind])
    for hex in position.bases:
        add("union", hex, "base")
    return {place: sorted(words) for place, words in found.items()}


def require(id: str, side: str, listed: dict[str, str]) -> None:
    """What a list has in each place is there, and nothing else of the side."""
    found = pieces_of(set_up_position(id, {}))
    wrong = {
        place: (sorted(words.split()), found.get((side, place)))
        for place, words in listed.items()
        if sorted(words.split()) != found.get((side, place), [])
    }
    assert not wrong


@pytest.mark.rule("R.4/2", "R.4/3", "R.4/4", "E.4/5", "13.0/1")
def test_the_union_of_east_1862() -> None:
    require(
        "east_1862",
        "union",
        {
            "C2608": "fortress: g15 army:McClellan i10 corps:McDowell i10 i10 i9 corps:Sumner i10 i9 i9"
            " corps:Heintzelman i10 i10 i9 corps:Keyes i9 i9 i8 cavalry:Stoneman c3 d20 t10 t10 t10 st",
            "C2307": "corps:Banks i8 i7 c1 t6",
            "C1207": "Fremont i5 i4",
            "C1310": "i2",
            "C2806": "g5",
            "C2609": "g2",
            "C3118": "fortress:water g10 i2 st nf nf ir",
            "C3426": "Burnside i8 g1 d8 nf nt",
            "C1242": "base i8 g2 t5 nf nt",
            "C2608-C2609": "nf nt nt nt nt nt",
            "C3627": "nt",
        },
    )


@pytest.mark.rule("R.4/5", "R.4/6")
def test_the_confederate_of_east_1862() -> None:
    require(
        "east_1862",
        "confederate",
        {
            "C2409": "army:J_Johnston i9 corps:Longstreet i10 i8 cavalry:Stuart c3 d10 t10",
            "C2407": "D_H_Hill i6",
            "C2512": "Holmes i6",
            "C2108": "corps:Jackson i5 c1 t6",
            "C2211": "Ewell i8",
            "C1713": "i2 m2",
            "C2516": "Lee g6 d15 t10",
            "C3017": "Magruder i8 t5 fort:C3017-C3117 g3",
            "C3119": "Huger i9 ir",
            "C2828": "i2 m3",
            "C3029": "fort:water g1",
            "C2532": "g3",
            "C2534": "fort:C2433-C2534 g2",
            "C1640": "Pemberton i6",
            "C1641": "fort:water g3",
            "C1044": "i5",
            "C1145": "fort:C1144-C1145 g1",
        },
    )
    naval = pieces_of(set_up_position("east_1862", {"naval_leaders": "yes"}))
    assert "Buchanan" in naval["confederate", "C3119"]


@pytest.mark.rule("R.4/1", "R.4/7", "R.4/10", "R.4/11", "R.4/12")
def test_the_terms_of_east_1862() -> None:
    book, points = scenario("east_1862"), points_victory("east_1862")
    assert (str(book.first), book.game_turns) == ("3/62", 20)
    assert dict(rail_points("east_1862", book.first)) == {"union": 24, "confederate": 21}
    assert book.edge_departments == {
        "union": ("C0101", "C0105", "C0108", "C3901"),
        "confederate": ("C0124", "C0137", "C0141", "C0150", "C0153"),
    }
    start = set_up_position("east_1862", {})
    assert start.supply == {"union": 60, "confederate": 30}
    assert dict(book.income) == {"union": 60, "confederate": 25}
    assert named(points.union) == (
        "Richmond 25, Charleston SC 8, Norfolk 5, Petersburg 6, Savannah 5, Wilmington NC 5, Lynchburg 4,"
        " Raleigh 4, Goldsboro 3, Staunton 3, Fredericksburg 2, New Bern 2, Winchester 2, Fort Pulaski 2,"
        " Beaufort NC, Fort Macon 1"
    )
    assert named(points.confederate) == (
        "Washington 60, Baltimore 20, Harrisburg 8, Alexandria VA 6, Frederick 3, Harpers Ferry 3,"
        " Fort Monroe 8, Winchester 2, Wheeling 5"
    )


def named(points: dict[str, int]) -> str:
    """Victory points by the names of the places."""
    return ", ".join(f"{load_map().name_of(hex)} {number}" for hex, number in points.items())


@pytest.mark.rule("R.4/8", "R.4/9")
def test_the_reinforcements_of_east_1862() -> None:
    assert reinforcements("east_1862") == {
        5: "union 6i; confederate 6i; confederate C2516: A_P_Hill i8",
        9: "union 6i; confederate 6i; union C2608: corps:Porter corps:Franklin i8",
        13: "union 6i; confederate 6i; confederate C2025: i8",
        17: "union 6i; confederate 6i; union C2608: army:Pope i9",
    }


def reinforcements(id: str) -> dict[int, str]:
    """What comes before which game turn: infantry SP, then named stacks, headquarters with their rosters."""
    found: dict[int, list[str]] = {}
    for each in scenario(id).reinforcements:
        words = found.setdefault(each.before_turn, [])
        if each.infantry:
            words.append(f"{each.side} {each.infantry}i")
        stack = each.stack
        if stack is not None:
            told = [name.replace(" ", "_") for name in stack.leaders]
            for hq in stack.hqs:
                told.append(f"{hq.kind}:{hq.commander.replace(' ', '_')}")
                told += (f"{LETTERS[unit.type]}{unit.sp}" for unit in hq.roster)
            told += (f"{LETTERS[unit.type]}{unit.sp}" for unit in stack.units)
            words.append(f"{each.side} {stack.hex}: {' '.join(told)}")
    return {turn: "; ".join(words) for turn, words in sorted(found.items())}


@pytest.mark.rule("R.5/2", "R.5/3", "R.5/4")
def test_the_union_of_west_1862() -> None:
    require(
        "west_1862",
        "union",
        {
            "A3219": "army:Grant i9 i6 corps:McClernand i8 g3 d20 t10 t10 st",
            "A3419": "i8 g2",
            "A3219-A3320": "rf rf rf rf ir rt rt rt rt",
            "A2712": "Halleck g6",
            "A2918": "corps:Pope i8 i8 t8",
            "A2918-A3018": "rt",
            "A1810-A1811": "rt",
            "A1410": "Curtis i6 t8",
            "A2014": "i5 c1",
            "A1811": "g2",
            "A1318": "",
            "A4714": "army:Buell i8 i7 g4 d15 t10 t10",
            "A4719": "i8",
            "A4717": "i7",
            "A5017": "Thomas i7",
            "A5320": "i2",
            "A4117": "i6",
            "A5309": "g4",
            "A4713-A4714": "rt",
        },
    )


@pytest.mark.rule("R.5/5", "R.5/6", "R.5/7")
def test_the_confederate_of_west_1862() -> None:
    require(
        "west_1862",
        "confederate",
        {
            "A4420": "army:A_S_Johnston i8 corps:Hardee i7 t6",
            "A4325": "g3 d12 t10",
            "A3723": "fort:A3623-A3723 g3",
            "A3823": "Floyd Buckner i8 c1 Forrest fort:A3822-A3823 g4",
            "A4123": "i2",
            "A4526": "Morgan c1",
            "A4324-A4325": "rt",
            "A3221": "corps:Polk i9 fort:A3121-A3221 g3",
            "A3123": "fort:A3022-A3123 g2",
            "A3022": "",
            "B2802": "Beauregard g3 d10",
            "B2702-B2802": "rf rt",
            "B2901": "fort:A2926-B2901 g1",
            "A1318": "Price m4 m4 t8",
            "A0823": "i5 c1 t8",
            "A2323": "Van_Dorn i2 t6",
            "A5722": "fort: i2",
            "A5625": "E_K_Smith i2 i2",
            "A5023": "i3",
            "B5004": "g1",
            "B1705": "g2",
        },
    )


@pytest.mark.rule("R.5/1", "R.5/8", "R.5/11", "R.5/12", "R.5/13")
def test_the_terms_of_west_1862() -> None:
    book, points = scenario("west_1862"), points_victory("west_1862")
    assert (str(book.first), book.game_turns) == ("2/62", 20)
    assert dict(rail_points("west_1862", book.first)) == {"union": 24, "confederate": 21}
    assert set_up_position("west_1862", {}).supply == {"union": 60, "confederate": 25}
    assert dict(book.income) == {"union": 65, "confederate": 22}
    assert book.edge_departments["union"] == ("C0105", "C0108", "C0113")
    assert book.edge_departments["confederate"] == ("B2808", "B3308", "B5208", "C0124", "B2208")
    assert named(points.union) == (
        "Nashville 10, Memphis 10, Corinth 8, Chattanooga 8, Knoxville 6, Little Rock 6, Huntsville 4,"
        " Decatur 3, Island No 10 3, Columbus KY 3, Jackson TN 3, Bowling Green 2, Clarksville 2,"
        " Fort Henry 2, Fort Donelson 2, Springfield MO 2"
    )
    assert named(points.confederate) == (
        "Louisville 20, St Louis 25, Cincinnati 25, Cairo 15, Paducah 6, Rolla 3, Bowling Green 3,"
        " Jefferson City 5, Springfield MO 2"
    )


@pytest.mark.rule("R.5/9", "R.4/8")
def test_the_reinforcements_of_west_1862() -> None:
    assert reinforcements("west_1862") == {
        5: "union 6i; confederate 5i; confederate B3504: Breckinridge army: corps:Bragg i10;"
        " union A3419: corps:Sherman i8",
        9: "union 6i; confederate 5i; confederate B2802: i8",
        13: "union 6i; confederate 5i; union A3419: Rosecrans i6",
        17: "union 6i; confederate 5i",
    }


@pytest.mark.rule("R.13/1", "R.13/4")
def test_first_manassas() -> None:
    book = scenario("manassas_1861")
    assert (str(book.first), book.game_turns) == ("8/61", 6)
    (window,) = book.windows
    assert window == {"sheet": "C", "columns": [20, 28], "rows": [4, 13]}
    require(
        "manassas_1861",
        "union",
        {
            "C2608": "corps:McDowell i8 i8 i7 i7 fort: g8 d10 t10",
            "C2609": "g2",
            "C2206": "corps:Banks i7 m4 m4 t6",
            "C2806": "g4",
        },
    )
    require(
        "manassas_1861",
        "confederate",
        {
            "C2409": "corps:Beauregard i10 i9 i2 d8 t6",
            "C2108": "corps:J_Johnston i10 Stuart c1 t6",
            "C2512": "Holmes i2",
            "C2407": "i1",
        },
    )


@pytest.mark.rule("R.14/2", "R.14/3", "R.14/4")
def test_the_forts() -> None:
    require(
        "forts_1862",
        "union",
        {
            "A3219": "army:Grant i9 i6 corps:McClernand i8 g3 d20 t10 t10 st",
            "A3419": "i8 g2",
            "A4117": "i6",
            "A4717": "army:Buell i8 i7 t10",
            "A4719": "i8",
            "A3219-A3320": "rf rf rf ir rt rt rt",
            "A3419-A3519": "rt",
            "A4017-A4117": "rt",  # not A4016-A4117, half of which is outside the part
        },
    )
    require(
        "forts_1862",
        "confederate",
        {
            "A4420": "army:A_S_Johnston i8 corps:Hardee i7 t6",
            "A4325": "g3 d12 t10",
            "A3723": "fort:A3623-A3723 g3",
            "A3823": "Floyd Buckner Forrest i8 c1 t6 fort:A3822-A3823 g4",
            "A4123": "i2",
            "A3221": "corps:Polk i9 d6 fort:A3121-A3221 g3",
            "A3123": "fort:A3022-A3123 g2",
        },
    )
    assert reinforcements("forts_1862") == {5: "union 4i; confederate 2i"}
    book, points = scenario("forts_1862"), points_victory("forts_1862")
    assert book.edge_departments["union"] == ("A3219", "A4717", "A4117")
    assert book.edge_departments["confederate"] == ("B3301", "B4101", "B4601")
    assert points.union == {"A4325": 10, "A3823": 6, "A3723": 4, "A3221": 4, "A4123": 3, "A4420": 3}
    assert points.confederate == {"A3219": 15, "A3419": 8, "A4717": 6, "A4719": 4}


@pytest.mark.rule("R.11/2", "R.11/3")
def test_the_union_of_the_campaign() -> None:
    require(
        "campaign_1861",
        "union",
        {
            "C2608": "corps:McDowell i8 i8 i7 i7 g8 fort: d10 t10",
            "C2609": "g2",
            "C2305": "Banks i7 m4 m4 t6",
            "C2806": "g4",
            "C3118": "Butler fortress:water g6 i2",
            "C1207": "McClellan i9 t5",
            "C3401": "m4",
            "C3901": "nf nf nf nt nt",
            "C3627": "nt",
            "A2712": "Fremont m4 g3 d5",
            "A2712-A2812": "rt",
            "A1609": "Lyon i5 t6",
            "A1318": "i3 t6",
            "A3219": "i2 m4",
            "A5309": "m4",
            "A5309-A5310": "rt rt",
            "A3005": "m4",
            "A4506": "m4",
            "A5905": "m4",
            "B4028": "fort:water g3",
        },
    )


@pytest.mark.rule("R.11/4", "R.11/5", "R.11/6")
def test_the_confederate_of_the_campaign() -> None:
    require(
        "campaign_1861",
        "confederate",
        {
            "C2409": "corps:Beauregard i10 i9 d8 t6",
            "C2108": "corps:J_Johnston i10 c1 Stuart t6",
            "C2512": "i2",
            "C3017": "Magruder i4",
            "C3119": "Huger i6 fort:water g2",
            "C2516": "Lee g4 d8",
            "C1310": "i2",
            "C1115": "Floyd i2",
            "B2802": "corps:Polk i8 g2",
            "A4325": "m4 m4",
            "A0719": "Price m4 m4 t6",
            "B0601": "i2 t6",
            "A2323": "Hardee i2 i2 t6",
            "A3723": "fort:A3623-A3723 g1",
            "A3823": "fort:A3822-A3823 g1",
            "B1705": "m2",
            "B2729": "g5",
            "B3032": "fort:B2933-B3032 g2",
            "B3625": "g3 rt",
            "B3628": "fort:water g2",
            "B4027": "Bragg i5",
            "C1044": "g3",
            "C1145": "fort:C1144-C1145 g1",
            "C1640": "g4",
            "C1641": "fort:water g2",
            "C2532": "g2",
            "C2534": "fort:C2433-C2534 g1",
            "B0132": "g2",
            "B2729-B2730": "rt rt",
            "B2702-B2802": "rt",
            "A4324-A4325": "rt",
        },
    )
