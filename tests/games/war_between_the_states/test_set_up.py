"""Scenarios set up from their files, and what is found wrong with a position."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.charts import piece_list, unit_types
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import (
    CAMPAIGN,
    SCENARIOS,
    points_victory,
    rail_points,
    scenario,
    schedule,
)
from ironclad.domain.games.war_between_the_states.options import OPTIONS
from ironclad.domain.games.war_between_the_states.position.document import (
    freeze,
    from_document,
    problems,
    thaw,
    to_document,
)
from ironclad.domain.games.war_between_the_states.position.pieces import Unit, piece_of, sort_key
from ironclad.domain.games.war_between_the_states.position.state import (
    Position,
    garrison_of,
    owner,
    rosters,
    stacked,
    stacks,
)
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.points import (
    Points,
    points_of,
    score,
)
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position
from ironclad.domain.kernel.engine.codec import Unreadable

HISTORY = {  # SP on each side, and the points if nothing moves: facts of the reconstruction
    "manassas_1861": (59, 35, -2),
    "forts_1862": (65, 50, 0),
    "east_1862": (205, 112, -2),
    "west_1862": (125, 83, -5),
    "campaign_1861": (120, 120, None),
}


@pytest.mark.rule("1.0/2", "R.3/1", "R.3/8", "R.3/9")
@pytest.mark.parametrize("id", SCENARIOS)
def test_every_scenario_is_set_up_without_a_fault(id: str) -> None:
    for name in ("", *OPTIONS):
        position = set_up_position(id, {name: "yes"} if name else {})
        assert not list(problems(position)), name
        document = to_document(position)
        assert from_document(document) == position
        assert thaw(freeze(position)) == position
    union, confederate, points = HISTORY[id]
    fielded = {
        side: sum(unit.strength for unit in position.units.values() if unit.side == side)
        for side in ("union", "confederate")
    }
    assert fielded == {"union": union, "confederate": confederate}
    assert points is None or score(position).difference == points


@pytest.mark.rule("R.3/9", "13.23/2")
def test_a_garrison_is_inside_its_fort_and_all_else_on_top() -> None:
    position = set_up_position("manassas_1861", {})
    assert position.works["C2608"].grade == "fort"
    assert garrison_of(position, "C2608") == 8
    assert stacked(position, "C2608", "union") == 8 + 23 + 7 + 2
    assert {id: unit.load for id, unit in position.units.items() if unit.load} == {
        "confederate_supply_train_1": 6,
        "confederate_supply_train_2": 6,
        "union_supply_train_1": 10,
        "union_supply_train_2": 6,
    }
    assert position.depots["union.C2608"].points == 10
    assert position.headquarters["union_corps_1"].commander == "McDowell"
    assert [position.units[id].strength for id in rosters(position)["union_corps_1"]] == [8, 8, 7]


@pytest.mark.rule("10.0/5", "E.3/1")
def test_buchanan_comes_with_his_option() -> None:
    assert "Buchanan" not in set_up_position("east_1862", {}).leaders
    assert set_up_position("east_1862", {"naval_leaders": "yes"}).leaders["Buchanan"].hex == "C3119"


@pytest.mark.rule("E.3/1", "E.3/3", "E.3/4")
def test_placements_of_the_errata() -> None:
    west, east, campaign = (set_up_position(id, {}) for id in ("west_1862", "east_1862", CAMPAIGN))
    assert west.leaders["Beauregard"].hex == "B2802"
    assert west.leaders["Curtis"].hex == "A1410"
    assert west.works["A3123"].side == "confederate"
    assert garrison_of(west, "A3123") == 2
    assert east.works["C2534"].facing == "C2433-C2534"
    assert garrison_of(campaign, "C1145") == 1
    assert campaign.headquarters["union_corps_1"].hex == "C2608"


@pytest.mark.rule("R.3/10", "R.2/13", "R.2/10", "R.2/12", "R.11/7", "3.23/2")
def test_who_owns_what_at_the_start() -> None:
    west, campaign = set_up_position("west_1862", {}), set_up_position(CAMPAIGN, {})
    assert owner(west, "A1318") == owner(west, "A3020") == "confederate"
    assert owner(west, "A2712") == "union"
    assert owner(west, "A4420") == "confederate"  # Bowling Green is held
    assert owner(west, "A4714") == "union"
    assert not west.rail_owners
    assert owner(campaign, "A4420") == "none"
    assert owner(campaign, "C0904") == "union"
    assert campaign.rail_owners["A3020"] == "none"
    assert "A2712" not in campaign.rail_owners  # Fremont's troops are there
    line = next(line for line in load_map().railroads.values() if line.group == "baltimore_and_ohio")
    assert any(
        campaign.rail_owners.get(hex) == "union" and owner(campaign, hex) == "confederate"
        for hex in line.hexes
    )


@pytest.mark.rule("6.51/1", "6.51/3", "6.51/4", "R.13/2", "R.14/1")
def test_rail_points() -> None:
    assert rail_points(CAMPAIGN, Cycle(61, 7)) == {"union": 30, "confederate": 35}
    assert rail_points(CAMPAIGN, Cycle(63, 9)) == {"union": 50, "confederate": 30}
    assert rail_points(CAMPAIGN, Cycle(63, 10)) == {"union": 50, "confederate": 25}
    assert rail_points(CAMPAIGN, Cycle(64, 1)) == {"union": 60, "confederate": 20}
    assert rail_points("east_1862", Cycle(62, 3)) == {"union": 24, "confederate": 21}
    assert rail_points("manassas_1861", Cycle(61, 8)) == {"union": 10, "confederate": 15}


@pytest.mark.rule("R.7/1", "R.7/2", "R.7/3", "R.7/6")
def test_the_schedule_covers_the_campaign() -> None:
    found = schedule()
    assert len(found) * 4 == scenario(CAMPAIGN).game_turns
    assert list(found)[-1] == Cycle(65, 4)
    assert [found[Cycle(*at)].union_income for at in ((61, 7), (61, 9), (62, 5), (63, 6), (63, 9))] == [
        125,
        175,
        160,
        220,
        250,
    ]
    assert [found[Cycle(*at)].major_city for at in ((61, 7), (62, 1), (63, 1), (63, 6))] == [8, 15, 19, 30]
    assert [found[Cycle(*at)].town for at in ((61, 7), (62, 4), (62, 5), (63, 10))] == [3, 0, 3, 1]
    assert found[Cycle(64, 1)].personnel == {"union": 20, "confederate": 5}


@pytest.mark.rule("R.3/12", "R.3/13", "R.3/14", "R.13/5", "R.13/6")
def test_points_by_hand() -> None:
    position = set_up_position("manassas_1861", {})
    assert points_of(position, "confederate") == Points(2, 0, 0, 0)  # C2307
    position.owners["C2409"] = "union"
    position.lost, position.captured = {"confederate": 5, "union": 3}, {"union": 1}
    assert points_of(position, "union") == Points(10, 2, 0, 0)
    assert points_of(position, "confederate") == Points(2, 1, 0, 2)
    assert score(position) == (7, "Union marginal", "union")
    position.lost["union"] = 13
    assert score(position) == (2, "draw", None)
    position.captured["union"] = 2
    assert score(position) == (0, "Confederate marginal", "confederate")


@pytest.mark.rule("R.4/14", "R.5/14", "R.14/5")
@pytest.mark.parametrize("id", [each for each in SCENARIOS if each != CAMPAIGN])
def test_victory_hexes_lie_in_the_part_and_levels_fall(id: str) -> None:
    victory, part = points_victory(id), set_up_position(id, {}).part
    assert {*victory.union, *victory.confederate} <= part.hexes
    least = [level.least for level in victory.levels]
    assert least[-1] is None
    assert least[:-1] == sorted((each for each in least if each is not None), reverse=True)
    for side, hexes in scenario(id).edge_departments.items():
        assert set(hexes) <= part.hexes, side


def test_a_document_takes_any_printed_id() -> None:
    document = to_document(set_up_position("west_1862", {}))
    leader = {**document["leaders"]["Beauregard"], "hex": "A2828"}
    aliased = {**document, "leaders": {**document["leaders"], "Beauregard": leader}}
    aliased["loose"] = {"A2828": 4}
    ships = {
        id: {**ship, "at": "A2728-A2828"} if ship["at"] == "B2702-B2802" else ship
        for id, ship in document["ships"].items()
    }
    depot = aliased["depots"]["confederate.B2802"]
    depots = {**document["depots"], "confederate.A2828": {**depot, "hex": "A2828"}}
    del depots["confederate.B2802"]
    read = from_document({**aliased, "ships": ships, "depots": depots})
    assert read.leaders["Beauregard"].hex == "B2802"
    assert read.loose == {"B2802": 4}
    assert to_document(read) == {**document, "loose": {"B2802": 4}}


FORT = {"side": "confederate", "grade": "fort"}


def wrong(changes: dict[str, Any]) -> str:
    """What is said of the first scenario's position with fields of pieces changed."""
    document = to_document(set_up_position("manassas_1861", {}))
    for name, pieces in changes.items():
        kept = document.setdefault(name, {})
        for id, fields in pieces.items():
            kept[id] = {**kept.get(id, {}), **fields} if isinstance(fields, dict) else fields
    with pytest.raises(Unreadable) as refused:
        from_document(document)
    return str(refused.value)


@pytest.mark.rule("3.24/1", "3.25/9", "6.4/1", "10.1/9", "13.21/1", "15.1/1", "16.21/1", "16.23/1", "17.52/1")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"units": {"union_infantry_1": {"strength": 11}}}, "infantry has 1 to 10"),
        ({"units": {"union_infantry_1": {"hex": "C2610"}}}, "is not where its headquarters union_corps_1 is"),
        ({"units": {"union_infantry_4": {"hex": "A0101"}}}, "no hex of this game's map"),
        ({"units": {"union_infantry_4": {"hex": "Z0101"}}}, "no hex of this game's map"),
        ({"units": {"union_infantry_4": {"hq": "union_corps_1"}}}, "has 4 units on its roster"),
        ({"units": {"confederate_cavalry_1": {"hq": "confederate_corps_2"}}}, "do not belong on it"),
        ({"units": {"union_infantry_4": {"hq": "union_corps_9"}}}, "which its side does not have"),
        ({"units": {"union_infantry_4": {"hex": "C2409"}}}, "both sides are in C2409"),
        ({"units": {"union_infantry_4": {"inside": True}}}, "15 SP are inside the fort in C2608"),
        ({"units": {"union_garrison_2": {"inside": True}}}, "its side has none in C2609"),
        ({"units": {"union_garrison_1": {"strength": 190}}}, "the union has 222 SP in C2608"),
        ({"units": {"union_garrison_2": {"hex": "C2608", "inside": True}}}, "are one unit, not 2"),
        ({"units": {"union_supply_train_1": {"load": 11}}}, "carries 11 supply points"),
        ({"units": {"union_infantry_4": {"load": 1}}}, "carries 1 supply points"),
        ({"units": {"union_infantry_4": {"state": "PA"}}}, "no militia"),
        ({"units": {"union_infantry_4": {"ship": "union_river_transport_1"}}}, "no transport of its side"),
        ({"headquarters": {"union_corps_1": {"supply": 1}}}, "carries 1 supply points, and 0 are the most"),
        ({"headquarters": {"union_corps_1": {"commander": "Banks"}}}, "Banks commands 2 headquarters"),
        ({"headquarters": {"union_corps_1": {"commander": "Lee"}}}, "commanded by Lee, who is not in play"),
        ({"leaders": {"Nobody": {"side": "union", "hex": "C2608"}}}, "the union has no leader Nobody"),
        ({"leaders": {"Farragut": {"side": "union", "hex": "C2608"}}}, "naval_leaders alone"),
        ({"leaders": {"Stuart": {"prisoner": True}}}, "a prisoner and on the map"),
        ({"works": {"C2409": {**FORT, "facing": "water"}}}, "cannot face water"),
        ({"works": {"C2409": {**FORT, "facing": "C2408-C2409"}}}, "cannot face C2408-C2409"),
        ({"depots": {"union.C2608": {"points": 100}}}, "has 100 supply points"),
        ({"bases": {"C2608": 1}}, "there is no base in C2608"),
        ({"loose": {"C2608": 0}}, "0 supply points cannot lie in C2608"),
        ({"owners": {"C2608": "sweden"}}, "owners: C2608 is not the sweden's"),
        ({"supply": {"union": -1}}, "supply: the sides have numbers"),
        ({"agenda": {"turn": 7}}, "turns are 1 to 6"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_position_is_named(changes: dict[str, Any], said: str) -> None:
    assert said in wrong(changes)


@pytest.mark.rule("7.13/1", "7.13/2", "7.53/1")
def test_ships_lie_on_their_kind_of_water() -> None:
    document = to_document(set_up_position("east_1862", {}))
    for at, said in (
        ("C1310-C1311", "no ironclad may be"),
        ("C3627", "no ironclad may be"),
        ("B2729", "part of the map"),
    ):
        ships = {**document["ships"], "union_ironclad_1": {**document["ships"]["union_ironclad_1"], "at": at}}
        with pytest.raises(Unreadable, match=said):
            from_document({**document, "ships": ships})


@pytest.mark.rule("3.26/1")
def test_no_more_pieces_than_the_list_has() -> None:
    position = set_up_position("manassas_1861", {})
    position.made["union_siege_train"] = 5
    for number in range(1, 6):
        position.units[f"union_siege_train_{number}"] = Unit("union", "siege_train", "C2608")
    found = list(problems(position))
    assert "the union has 5 of siege_train, and 4 are the most" in found


@pytest.mark.rule("3.24/2")
def test_a_division_becomes_a_brigade() -> None:
    def piece(kind: Any, strength: int) -> str:
        return piece_of(Unit("union", kind, "C2608", strength))

    assert [piece("infantry", sp) for sp in (10, 3, 2, 1)] == ["infantry_division"] * 2 + [
        "infantry_brigade"
    ] * 2
    assert [piece("cavalry", sp) for sp in (5, 2, 1)] == ["cavalry_division"] * 2 + ["cavalry_brigade"]
    assert piece("militia", 1) == "militia"
    assert piece("garrison", 30) == ""


def test_copies_do_not_share_what_changes() -> None:
    position = set_up_position("forts_1862", {})
    twin = position.copy()
    twin.units.clear()
    twin.owners["A3723"] = "union"
    twin.supply["union"] = 0
    assert position == set_up_position("forts_1862", {})


def test_the_document_of_a_full_map_is_small() -> None:
    """Every counter on the map, every hex in other hands, and supply left in each: well under 1 MB."""
    position = set_up_position(CAMPAIGN, {})
    hexes = sorted(position.part.hexes - {"B2728"})
    position.owners = {hex: "confederate" if owner(position, hex) == "union" else "union" for hex in hexes}
    position.cuts = tuple(sorted(load_map().rail_links))
    position.loose = dict.fromkeys(hexes[:1000], 10)
    for (piece, side), count in piece_list().items():
        kind = piece.partition("_")[0] if piece.endswith(("division", "brigade")) else piece
        if kind in unit_types() and unit_types()[kind].branch != "ship":
            for number in range(count):
                id = f"{side}_{kind}_{1000 + number}{len(piece)}"
                position.units[id] = Unit(side, kind, hexes[number], 1, hq="confederate_corps_12")  # type: ignore[arg-type]
    assert len(msgspec.json.encode(to_document(position))) < 250_000


@pytest.mark.rule("R.1/14")
def test_pieces_come_in_the_order_of_hexes_and_numbers() -> None:
    assert sorted(["union_infantry_10", "union_infantry_2", "Lee"], key=sort_key) == [
        "Lee", "union_infantry_2", "union_infantry_10",
    ]  # fmt: skip
    found = stacks(set_up_position("west_1862", {}))
    assert list(found) == sorted(found)
    assert isinstance(set_up_position("west_1862", {}), Position)
