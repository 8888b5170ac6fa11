"""The charts' data against the rulebook's tables."""

import pytest

from ironclad.domain.games.american_civil_war.board import charts
from ironclad.domain.games.american_civil_war.board.map import SEASONS, load_map
from ironclad.domain.games.american_civil_war.board.map_files import DATA
from ironclad.domain.games.american_civil_war.position.document import CONFEDERATE_LEADERS, UNION_LEADERS
from ironclad.domain.kernel.board.tables import load_csv, load_toml

MAP = load_map()


@pytest.mark.rule("TRT/1", "TRT/2")
def test_seventeen_turns_from_spring_1861_to_spring_1865():
    assert list(charts.TURNS) == list(range(1, 18))
    order = ["spring", "summer", "fall", "winter"]
    for turn, record in charts.TURNS.items():
        assert record.season == order[(turn - 1) % 4]
    assert (charts.TURNS[1].year, charts.TURNS[17].year) == ("1861", "1865")
    assert [t for t, r in charts.TURNS.items() if r.season == "winter"] == [4, 8, 12, 16]
    assert charts.TURNS[4].movement_points == 5
    assert charts.TURNS[1].builds == ("nsp", "ntp")


@pytest.mark.rule("TRT/2")
def test_the_turn_record_can_pay_for_what_the_rules_offer():
    dearest = max(int(charts.ACTION_COSTS[a]) for a in ("break_rail", "upgrade_rail", "entrain"))
    for record in charts.TURNS.values():
        assert record.movement_points >= dearest
        assert record.supply_length % 2 == 0  # a ferry takes half of it
        assert 1 <= record.construction <= len(charts.BUILDS)


@pytest.mark.rule("ET/1")
def test_the_economy_table():
    levels = [(r.survival, r.victory) for r in charts.TURNS.values()]
    assert levels == [
        (12, 23), (11, 22), (11, 21), (10, 21), (10, 21), (9, 20), (9, 20), (8, 19), (8, 18), (7, 17),
        (7, 16), (6, 15), (6, 14), (5, 12), (5, 10), (4, 8), (4, 4),
    ]  # fmt: skip


def test_what_turns_permit():
    assert [t for t, r in charts.TURNS.items() if not r.kentucky_check] == [1]
    assert min(t for t, r in charts.TURNS.items() if r.confederate_cavalry) == 4
    assert min(t for t, r in charts.TURNS.items() if r.union_cavalry) == 8
    elections = [(r.season, r.year) for r in charts.TURNS.values() if r.election]
    assert elections == [("fall", "1862"), ("fall", "1864")]
    assert min(t for t, r in charts.TURNS.items() if r.draft) == 7


@pytest.mark.rule("CRT/1", "CRT/2", "CRT/3")
def test_the_combat_results_table():
    rows = [
        (r.outcome, r.outcome_modifier, r.defender_loss_percent, r.attacker_loss)
        for r in charts.COMBAT_RESULTS.values()
    ]
    assert rows == [
        ("defender", 2, 10, -2),
        ("defender", 1, 20, -1),
        ("defender", 1, 20, 0),
        ("draw", 0, 20, 0),
        ("draw", 0, 20, 1),
        ("attacker", -1, 30, 1),
    ]


@pytest.mark.rule("CRT/4", "CRT/5")
def test_the_modifiers_under_the_combat_results_table():
    assert charts.BATTLE_MODIFIERS["outcome"] == {
        "defender_demoralized": 2,
        "attacker_leader": 1,
        "defender_out_of_supply": 1,
        "defender_leader": -1,
        "minor_river": -1,
        "attacker_out_of_supply": -1,
        "attacker_demoralized": -2,
        "amphibious": -2,
    }
    assert charts.BATTLE_MODIFIERS["defender_loss"] == {"defender_entrenched": -10}
    assert charts.BATTLE_MODIFIERS["attacker_loss"] == {
        "defender_leader": 1,
        "defender_entrenched": 1,
        "attacker_leader": -1,
    }


@pytest.mark.rule("CRT/4", "CRT/5")
@pytest.mark.parametrize(
    ("attacker", "defender", "modifiers"),
    [
        (74, 100, (-2, 0)), (75, 100, (-1, 0)), (99, 100, (-1, 0)), (1, 1, (0, 0)), (149, 100, (0, 0)),
        (3, 2, (1, 10)), (199, 100, (1, 10)), (2, 1, (1, 20)), (299, 100, (1, 20)), (3, 1, (2, 20)),
        (9, 1, (2, 20)), (0, 5, (-2, 0)), (1, 0, (2, 20)),
    ],
)  # fmt: skip
def test_ratios(attacker, defender, modifiers):
    assert charts.ratio_modifiers(attacker, defender) == modifiers


@pytest.mark.rule("LBE/1", "LBE/2", "LBE/3", "LBE/4", "9.12/2")
def test_leader_effects():
    effects = charts.leader_effects
    assert effects(8, "winner", 0) == ()
    assert effects(9, "winner", 0) == ("create", "promote")
    assert effects(3, "winner", 9) == ("create", "promote")  # six at most are added
    assert effects(2, "winner", 9) == ()
    assert effects(10, "winner", 0) == ("create", "promote", "wounded")
    assert effects(11, "winner", 0) == ("create", "promote")
    assert effects(12, "winner", 0) == ("create", "promote", "killed")
    assert [effects(roll, "loser", 0) for roll in range(7, 13)] == [
        (), ("wounded",), ("wounded",), ("wounded",), ("killed",), ("killed",),
    ]  # fmt: skip
    assert effects(7, "loser", 6) == ("promote",)
    assert [effects(roll, "draw", 0) for roll in (8, 9, 10, 11, 12)] == [
        (), ("wounded",), ("wounded",), ("promote",), ("promote", "killed"),
    ]  # fmt: skip
    assert effects(6, "loser", 4, "all_rows") == ("wounded",)
    assert effects(8, "winner", 4, "promote") == ("promote",)
    assert effects(8, "winner", 4) == ("create", "promote")


@pytest.mark.rule("FT/1", "FT/2", "FT/3", "TEC/17")
def test_forage():
    def capacities(hex_id, side):
        return [charts.forage_capacity(MAP.hexes[hex_id], season, side) for season in SEASONS]

    def the_first(**wanted):
        plain = {"city": None, "coastal": False, "appalachia": False}
        return next(
            h for h, x in MAP.hexes.items() if all(getattr(x, k) == v for k, v in (plain | wanted).items())
        )

    assert capacities(the_first(terrain="clear"), "union") == [1, 2, 3, 3]
    assert capacities(the_first(terrain="rough"), "union") == [0, 1, 2, 2]
    assert capacities(the_first(terrain="swamp"), "union") == [1, 1, 1, 1]
    assert capacities("2015", "union") == [2, 4, 5, 5]  # Nashville
    assert capacities(the_first(terrain="clear", coastal=True), "union") == [1, 1, 2, 2]
    assert capacities("4713", "confederate") == [2, 3, 4, 4]  # Norfolk: coastal, and a city
    rough_hills = the_first(terrain="rough", appalachia=True)
    assert capacities(rough_hills, "union") == [2, 3, 4, 4]
    assert capacities(rough_hills, "confederate") == [0, 1, 2, 2]


@pytest.mark.rule("MT/1", "MT/2", "MT/3", "MT/4")
def test_militia():
    assert [charts.militia_rule(s, "union") for s in ("MD", "DE")] == ["0", "0"]
    assert [charts.militia_rule(s, "union") for s in ("OH", "DC", "KY")] == ["1d6"] * 3
    assert [charts.militia_rule(s, "confederate") for s in ("VA", "TX", "KY")] == ["third"] * 3
    assert charts.militia_rule("VA", "union") is None
    assert charts.militia_rule("OH", "confederate") is None
    assert charts.militia_rule("MO", "union") == charts.militia_rule("MO", "confederate") == "0"


@pytest.mark.rule("RG/1", "RG/2", "RG/3", "RG/4", "RG/5", "RG/6")
def test_recruitment_groups():
    groups = {name: " ".join(hexes) for name, hexes in MAP.recruitment_groups.items()}
    assert groups == {
        "Trans-Mississippi": "0127 0224 0421",
        "Mississippi River Valley": "0625 0828 1132 1218 1225",
        "Gulf Coast": "1622 1730 1931 2225 2526",
        "Tennessee River Valley": "1920 2015 2017 2419 2716",
        "Atlantic Coast": "2722 2925 3323 3527 3824",
        "Piedmont": "3617 3621 3914",
        "Tidewater": "4215 4410",
    }
    for name, hexes in MAP.recruitment_groups.items():
        assert all(MAP.hexes[h].city and MAP.hexes[h].recruitment_group == name for h in hexes)


@pytest.mark.rule("CSC/1", "CSC/2", "14.0/2")
def test_critical_centres_and_ports():
    assert MAP.critical_centres == {
        "2722": 1, "2419": 1, "2221": 1, "1218": 2, "2015": 2, "1132": 3, "4410": 3, "1926": 2,
    }  # fmt: skip
    assert set(MAP.critical_ports) == {"3824", "1730", "1132", "4713", "1931", "1333", "3527", "4320"}
    assert set(MAP.critical_ports.values()) == {1}
    assert sum(MAP.critical_centres.values()) + sum(MAP.critical_ports.values()) == 23
    for hex_id in MAP.critical_centres:
        assert MAP.hexes[hex_id].supply_centre
        assert MAP.hexes[hex_id].critical_value == MAP.critical_centres[hex_id]
    for hex_id in MAP.critical_ports:
        assert MAP.hexes[hex_id].port
        assert MAP.hexes[hex_id].port_value == 1
    assert MAP.hexes["2221"].critical_name == "Gadsden"


@pytest.mark.rule("CSC/1")
def test_the_rival_list_sums_to_23_without_the_two_ports_that_are_shut():
    rival = charts.economy_values(rival=True)
    assert charts.economy_values() == MAP.critical_centres
    assert sum(rival.values()) + len(MAP.critical_ports) - 2 == 23


@pytest.mark.rule("TEC/2", "TEC/3", "TEC/6", "TEC/7", "TEC/18", "TEC/19", "TEC/20")
def test_terrain_effects_and_action_costs():
    assert charts.TERRAIN_COST == {
        "clear": 1, "rough": 2, "swamp": 2, "railroad": 1, "road": 1, "minor": 1,
    }  # fmt: skip
    assert charts.SIDE_LIMIT == {"rough": 4, "swamp": 4}
    assert charts.DEFENDER_TIMES == {"entrenchment": 2, "fort": 3}
    assert charts.ATTACKER_LIMIT == {"fort": 3}
    costs = {action: charts.action_cost(action, 9) for action in charts.ACTION_COSTS}
    assert costs == {
        "break_rail": 5, "repair_rail": 2, "entrain": 3, "upgrade_rail": 5, "ferry": 4, "rally": 9,
        "place_fort": 9, "entrench": 9, "breach_levee": 9, "enter_primary_zone": 2, "exit_primary_zone": 2,
        "exit_secondary_zone": 2, "massed_force": 1,
    }  # fmt: skip


@pytest.mark.rule("2.3/2", "10.0/1")
def test_the_counter_mix():
    assert charts.asp_limit("union") == 102
    assert charts.asp_limit("confederate") == 85
    assert charts.counter_limit("union", "fort") is None  # Union forts are not capped
    assert charts.counter_limit("confederate", "fort") == 8
    assert (charts.train_limit("union"), charts.train_limit("confederate")) == (4, 3)
    mix = load_toml(DATA / "counters.toml").content
    leaders = {"union": UNION_LEADERS, "confederate": CONFEDERATE_LEADERS}
    assert {side: "".join(mix[side]["leaders"]) for side in mix} == leaders


@pytest.mark.rule("3.1.4/1")
def test_the_set_up_is_on_the_map():
    assert charts.CAMPAIGN["markers"] == {
        "turn": 1, "impulse": 1, "political_status": 2, "economy": 23, "at_large": 0, "kentucky_box": 2,
    }  # fmt: skip
    fixed = {side: {p["hex"] for p in charts.CAMPAIGN[side]["fixed"]} for side in ("union", "confederate")}
    assert fixed == {"union": {"1208", "1932", "4506", "4712"}, "confederate": {"0512", "3925"}}
    assert fixed["union"] | fixed["confederate"] <= MAP.hexes.keys()


@pytest.mark.rule("2.2/1")
def test_every_chart_names_its_rules_and_its_source_and_is_digested():
    digests = charts.data_digests()
    assert "hexes.csv" in digests
    assert "clauses.toml" not in digests
    sources = set()
    for name, digest in digests.items():
        path = DATA / name
        origin = (load_csv(path) if path.suffix == ".csv" else load_toml(path)).origin
        assert origin.digest == digest
        sources.add(origin.source)
    assert sources == {"printed", "reconstructed"}
