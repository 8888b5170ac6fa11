"""The arithmetic of the rules by hand, and worked examples of the book (6.5, 6.53, 8.0, 8.18, 8.41, 11.3)."""

import csv
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.charts import leaders
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.pool import (
    first_player,
    pool_of,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.forced_march import (
    march_die,
    percent_lost,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.rail_points import (
    most_hexes,
    rail_points_spent,
    rail_weight,
    scenario_share,
)
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.embarking import (
    embarkation_cost,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import (
    allowed,
    divided,
    points_lost,
    ships_for,
    spread,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import (
    Contingent,
    attack_strength,
    chit_cap,
    combat_ratio,
    defence_strength,
    unsupplied,
)
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.ratings import ratings_of
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.ships import (
    naval_ratio,
    naval_result,
    warships_lost,
)
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.transit import (
    ALL_LOST,
    transit_die,
    transit_result,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply.needs import (
    attrition,
    combat_need,
    consumption,
    general_supply,
    rolls_for_supply,
)
from ironclad.domain.games.war_between_the_states.rules.c13_forts.works import (
    bombarded,
    garrison_strength,
)


@pytest.mark.rule("5.1/3", "5.11/1", "5.13/1", "4.3/1")
def test_chits() -> None:
    assert pool_of(Cycle(61, 7)).chits == pool_of(Cycle(62, 6)).chits == (0, 1, 2, 3)
    assert pool_of(Cycle(62, 7)).chits == (1, 2, 3, 4, 5)
    assert pool_of(Cycle(63, 6)).chits == (1, 2, 3, 4, 5, 6)
    assert pool_of(Cycle(63, 7)).chits == (2, 3, 4, 5, 6, 7)
    assert pool_of(Cycle(64, 1)).chits == pool_of(Cycle(65, 4)).chits == (2, 3, 4, 5, 6, 7, 8)
    assert first_player({"union": 2, "confederate": 3}) == "confederate"
    assert first_player({"union": 1, "confederate": 0}) == "union"


@pytest.mark.rule("6.5/3", "6.5/4", "6.53/1", "6.54/2")
def test_the_ride_of_seven_points_over_27_hexes() -> None:
    assert rail_points_spent(27, entrains=True, detrains=True) == 5
    assert rail_weight("infantry", 7) == 7
    assert (most_hexes(entrains=True), most_hexes(), most_hexes(detrains=True)) == (40, 50, 40)
    assert most_hexes(entrains=True, detrains=True) == 30
    assert rail_points_spent(20, ferries=1, entrains=True, detrains=True) == 5
    assert [rail_points_spent(hexes) for hexes in (0, 1, 10, 11)] == [0, 1, 1, 2]


@pytest.mark.rule("6.57/1", "6.57/2", "6.5/7", "6.51/4")
def test_weights_by_rail_and_a_scenario_s_share() -> None:
    assert (
        rail_weight("supply_train", 0) == rail_weight("siege_train", 0) == rail_weight("rail_repair", 0) == 1
    )
    assert rail_weight("leader", 0) == rail_weight("headquarters", 0) == 0
    assert rail_weight("headquarters", 19) == 19
    assert [scenario_share(points) for points in (30, 35, 40)] == [18, 21, 24]


@pytest.mark.rule("6.31/1", "6.32/1", "6.32/2")
def test_forced_marches() -> None:
    assert march_die(6, winter=True, cavalry_only=False, terrain="swamp") == 6
    assert march_die(1, winter=False, cavalry_only=True, terrain="clear") == 1
    assert march_die(4, winter=True, cavalry_only=True, terrain="rough") == 5
    assert [percent_lost(2, False, die) for die in range(1, 7)] == [0, 0, 5, 5, 10, 15]
    assert [percent_lost(1, True, die) for die in range(1, 7)] == [0, 0, 0, 0, 0, 5]


@pytest.mark.rule("7.26/1", "7.27/1", "7.27/3")
def test_embarkation() -> None:
    assert embarkation_cost("forest", port=True, friendly=True, river_transport=True) == (1, 10)
    assert embarkation_cost("forest", port=True, friendly=False, river_transport=True) == (3, 30)
    assert embarkation_cost("forest", port=True, friendly=False, river_transport=False) == (1, 10)
    assert embarkation_cost("swamp", port=False, friendly=True, river_transport=False) == (3, 40)


@pytest.mark.rule("8.0/5", "8.0/15", "12.23/1", "12.23/2")
def test_the_ratio_of_73_to_56_is_worked_out_twice() -> None:
    assert combat_ratio(73, 56) == 130
    assert combat_ratio(unsupplied(73), 56) == 64  # 36 to 56
    assert combat_ratio(73, unsupplied(1)) == 265
    assert combat_ratio(0, 56) == 0


@pytest.mark.rule("8.41/1", "8.41/3", "8.42/2")
def test_a_river_halves_the_sum_behind_it() -> None:
    assert attack_strength([Contingent(21, across_water=True)]) == 11
    assert attack_strength([Contingent(5, across_water=True), Contingent(5, across_water=True)]) == 5
    assert attack_strength([Contingent(5, across_water=True), Contingent(4)]) == 7


@pytest.mark.rule("8.0/17", "14.0/4", "14.0/5", "15.21/1", "12.23/1")
def test_halvings_follow_each_other() -> None:
    assert attack_strength([Contingent(7, 3)], from_march=True) == 7  # 4 and 3
    assert attack_strength([Contingent(7, 3, across_water=True)], from_march=True) == 4  # 7 halved
    assert attack_strength([Contingent(9, across_water=True)], from_march=True) == 3  # 5, then 3
    assert unsupplied(attack_strength([Contingent(9, across_water=True)])) == 2  # 5, then 2


@pytest.mark.rule("6.58/3", "8.0/4", "11.3/1")
def test_defence_with_trains_and_ships() -> None:
    assert defence_strength(12, ships=20) == 32
    assert defence_strength(30, ships=60) == 90
    assert defence_strength(4, entrained=7) == 8


@pytest.mark.rule("8.0/7", "8.0/9", "8.0/14", "14.11/1", "10.14/2")
def test_chits_of_intensity_are_capped() -> None:
    assert chit_cap(None) == 0
    assert chit_cap(3) == 3
    assert chit_cap(5) == 4
    assert chit_cap(3, from_march=True) == 1
    assert chit_cap(0, from_march=True) == 0


@pytest.mark.rule("8.15/1", "8.15/3", "8.15/4", "E.1/4")
def test_losses_are_rounded_and_then_multiplied() -> None:
    assert points_lost(15, 15) == 2  # the errata
    assert points_lost(90, 10) == 9  # 8.18
    assert [points_lost(10, 5), points_lost(9, 5)] == [1, 0]
    assert points_lost(15, 15, (2,)) == 4
    assert points_lost(15, 15, (2, 3)) == 12
    assert points_lost(3, 40, (2, 3)) == 3
    assert points_lost(0, 40) == 0


@given(st.integers(0, 200), st.sampled_from(range(5, 45, 5)))
def test_a_loss_is_within_half_a_point_of_its_percentage(strength: int, percent: int) -> None:
    assert abs(100 * points_lost(strength, percent) - strength * percent) <= 50


EXAMPLE: Mapping[str, int] = {"cavalry": 4, "infantry": 7, "militia": 3, "garrison": 2}


@pytest.mark.rule("8.18/1", "8.18/2", "8.18/3", "8.18/5", "8.18/11")
def test_six_points_fall_on_four_units() -> None:
    assert spread(EXAMPLE, 6) == {"cavalry": 2, "infantry": 2, "militia": 1, "garrison": 1}
    assert allowed(EXAMPLE, 6, {"cavalry": 1, "infantry": 1, "militia": 2, "garrison": 2})
    assert not allowed(EXAMPLE, 6, {"cavalry": 0, "infantry": 2, "militia": 2, "garrison": 2})
    assert not allowed(EXAMPLE, 6, {"cavalry": 1, "infantry": 1, "militia": 3, "garrison": 1})
    assert not allowed(EXAMPLE, 6, {"cavalry": 2, "infantry": 2, "militia": 1})
    assert allowed({"a": 1, "b": 9}, 6, {"a": 1, "b": 5})
    with pytest.raises(ValueError, match="17 SP"):
        spread(EXAMPLE, 17)


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 10), min_size=1), st.data())
def test_what_the_rules_spread_is_allowed(strengths: dict[str, int], data: st.DataObject) -> None:
    loss = data.draw(st.integers(0, sum(strengths.values())))
    assert allowed(strengths, loss, spread(strengths, loss))


@pytest.mark.rule("8.18/6", "8.18/7", "8.18/8", "8.18/9", "11.3/2", "11.3/4")
def test_ships_share_losses() -> None:
    assert divided(9, ground=30, ships=60) == (5, 4)  # 8.18
    assert ships_for(4, (20, 20, 20)) == 1
    assert divided(3, ground=12, ships=20) == (2, 1)  # 11.3
    assert ships_for(1, (10, 10)) == 1
    assert ships_for(0, (10, 10)) == 0
    assert ships_for(21, (10, 20, 10)) == 2
    assert divided(9, ground=2, ships=60) == (2, 7)
    assert divided(30, ground=25, ships=10) == (20, 10)
    assert divided(9, ground=30, ships=0) == (9, 0)


@pytest.mark.rule("10.13/3", "10.2/1", "10.2/2", "10.2/3", "5.23/5")
def test_a_leader_above_his_rank_or_out_of_his_branch() -> None:
    hooker, meade = leaders()["union", "Hooker"], leaders()["union", "Meade"]
    assert ratings_of(hooker, "army") == (2, 2, 0)  # 10.13
    assert ratings_of(hooker, "corps") == (3, 3, 1)
    assert ratings_of(hooker, "army", stars=4) == (3, 3, 1)
    assert ratings_of(meade, "army").span == 4
    assert ratings_of(leaders()["union", "Burnside"], "corps").span == 2
    assert ratings_of(leaders()["union", "Sheridan"], "cavalry") == (4, 3, 2)
    assert ratings_of(leaders()["confederate", "Huger"], "cavalry") == (0, 1, 0)


@pytest.mark.rule("11.11/4", "11.11/5", "11.12/1", "11.12/2")
def test_naval_battles() -> None:
    assert naval_ratio(50, 20) == "2:1"
    assert naval_ratio(20, 30) == "1:2"
    assert naval_ratio(20, 20) == "1:1"
    assert naval_ratio(200, 20) == "4:1"
    assert naval_ratio(10, 60) == "1:4"
    assert naval_result(20, 80, 2) == "AE"  # the errata
    assert warships_lost("AE", 3, 2) == (3, 0)
    assert warships_lost("AX", 3, 2) == (2, 0)
    assert warships_lost("DX", 3, 3) == (0, 2)
    assert warships_lost("DE", 3, 3) == (0, 3)
    assert warships_lost("EX", 3, 2) == (2, 2)
    assert warships_lost("EX", 1, 4) == (1, 1)


@pytest.mark.rule("11.24/1", "11.24/2", "11.24/3")
def test_transit_past_forts() -> None:
    assert transit_die(1, ironclads_only=True, downstream=True, naval_leader=True, garrison=3) == 1
    assert transit_die(6, ironclads_only=False, downstream=False, naval_leader=False, garrison=5) == 6
    assert transit_die(4, ironclads_only=True, downstream=False, naval_leader=False, garrison=5) == 4
    assert [transit_result("fort", die) for die in (1, 4, 5, 6)] == [
        (True, 0),
        (True, 1),
        (False, 0),
        (False, 1),
    ]
    assert transit_result("fortress", 6) == (False, ALL_LOST)


@pytest.mark.rule("12.12/1", "12.12/2", "12.13/1", "12.13/2", "12.0/1")
def test_consumption_and_attrition() -> None:
    assert [consumption(10, die) for die in range(1, 7)] == [0, 1, 1, 1, 2, 2]
    assert consumption(10, 1, harvest=True) == 0
    assert consumption(45, 6) == 7
    assert consumption(45, 6, harvest=True) == 6
    assert attrition(30, 6, winter=True, besieged=True) == 10
    assert attrition(30, 4, winter=True, besieged=True) == 10
    assert attrition(30, 3, winter=False, besieged=True) == 6
    assert attrition(1, 6, winter=False, besieged=False) == 1
    assert [general_supply(points) for points in (998, 1_200)] == [998, 999]


@pytest.mark.rule("12.2/1", "12.24/1", "12.24/2")
def test_combat_supply() -> None:
    assert not rolls_for_supply(0, 40)
    assert not rolls_for_supply(4, 0)
    assert combat_need(10, 4, 6) == 2
    assert combat_need(11, 4, 6) == 4
    assert combat_need(60, 8, 4) == 6
    assert combat_need(101, 1, 4) == 0


@pytest.mark.rule("13.11/1", "13.33/1", "13.33/2", "13.34/1", "13.36/1")
def test_forts() -> None:
    assert garrison_strength("fort", 7) == 14
    assert garrison_strength("fortress", 30) == 90
    assert garrison_strength("fort", 30) == 40  # 10 double, 20 once
    assert garrison_strength("", 30) == 30
    assert bombarded("fortress", 5, "union", 0) == "fortress"
    assert bombarded("fortress", 5, "union", 1) == "fort"
    assert bombarded("fortress", 5, "confederate", 1) == "fortress"
    assert bombarded("fort", 5, "confederate", 0) == ""


ATTRITION_TABLE = """
force_sp,5,10,15,20,25,30,35,40
5,0,1,1,1,1,2,2,2
13,1,1,2,3,3,4,5,5
15,1,2,2,3,4,5,5,6
19,1,2,3,4,5,6,7,8
25,1,3,4,5,6,8,9,10
50,3,5,8,10,13,15,18,20
150,8,15,23,30,38,45,53,60
"""


@pytest.mark.rule("8.15/1")
@pytest.mark.parametrize(
    "row", list(csv.DictReader(ATTRITION_TABLE.split())), ids=lambda row: row["force_sp"]
)
def test_the_formula_agrees_with_the_combat_attrition_table(row: dict[str, str]) -> None:
    strength = int(row.pop("force_sp"))
    assert {percent: str(points_lost(strength, int(percent))) for percent in row} == row
