"""The charts: what is printed of them, and that the rest is well formed and runs the right way."""

import pytest

from ironclad.domain.games.war_between_the_states.board.calendar import (
    Cycle,
    cycle_named,
    cycle_of_turn,
    is_harvest,
    is_winter,
    opens_cycle,
)
from ironclad.domain.games.war_between_the_states.board.charts import (
    Bands,
    CombatResult,
    combat_band,
    combat_result,
    consumption_row,
    counter_strengths,
    data_digests,
    leaders,
    naval_combat_chart,
    piece_list,
    production_costs,
    unit_types,
)
from ironclad.domain.games.war_between_the_states.board.map_files import DATA
from ironclad.domain.kernel.board.tables import ChartError, load_csv, load_toml

PRINTED = load_toml(DATA / "printed.toml").content


@pytest.mark.rule("4.0/1", "4.0/2")
def test_the_campaign_ends_with_turn_200() -> None:
    first = cycle_named("7/61")
    assert cycle_of_turn(first, 1) == cycle_of_turn(first, 4) == Cycle(61, 7)
    assert cycle_of_turn(first, 5) == Cycle(61, 8)
    assert cycle_of_turn(first, 29) == Cycle(62, 1)  # seven cycles of 1861 are 28 turns
    assert cycle_of_turn(first, 200) == cycle_named("4/65")
    assert str(cycle_of_turn(first, 197)) == "4/65"
    assert [turn for turn in range(1, 14) if opens_cycle(turn)] == [1, 5, 9, 13]
    for wrong in ("14/61", "0/61", "7", "/61", "7/x"):
        with pytest.raises(ChartError):
            cycle_named(wrong)


@pytest.mark.rule("4.0/3", "12.12/2")
def test_seasons() -> None:
    year = [Cycle(62, number) for number in range(1, 14)]
    assert [cycle.number for cycle in year if is_winter(cycle)] == [1, 2, 3, 4, 12, 13]
    assert [cycle.number for cycle in year if is_winter(cycle, short=True)] == [1, 2, 12, 13]
    assert [cycle.number for cycle in year if is_harvest(cycle)] == [8, 9, 10]


@pytest.mark.rule("8.14/3", "E.1/3")
def test_cells_of_the_combat_results_tables() -> None:
    assert combat_result(4, 3, 120) == CombatResult(10, 10, False, False)
    assert combat_result(8, 1, 52) == CombatResult(40, 10, True, False)
    assert combat_result(0, 6, 265) == CombatResult(0, 5, False, False)
    assert combat_result(6, 6, 400) == CombatResult(5, 40, False, True)
    assert combat_band(111) == combat_band(131) == PRINTED["combat_results"]["band"]
    assert (combat_band(0), combat_band(52), combat_band(53)) == ("0-52", "0-52", "53-62")
    assert (combat_band(264), combat_band(265), combat_band(9_999)) == ("223-264", "265-", "265-")


@pytest.mark.rule("8.14/1")
@pytest.mark.parametrize("total", range(9))
def test_a_better_ratio_or_die_is_never_worse_for_the_attacker(total: int) -> None:
    ratios = [30, 60, 70, 80, 100, 120, 140, 170, 200, 250, 300]
    for die in range(1, 7):
        row = [combat_result(total, die, ratio) for ratio in ratios]
        assert [cell.attacker_percent for cell in row] == sorted(
            (cell.attacker_percent for cell in row), reverse=True
        )
        retreats = [cell.defender_retreats - cell.attacker_retreats for cell in row]
        assert retreats == sorted(retreats)
        if total:
            assert [cell.defender_percent for cell in row] == sorted(cell.defender_percent for cell in row)
    assert total or not any(
        cell.attacker_retreats or cell.defender_retreats
        for cell in (combat_result(0, die, ratio) for die in range(1, 7) for ratio in ratios)
    )


@pytest.mark.rule("E.2/3")
def test_cells_that_the_errata_print() -> None:
    printed = PRINTED["supply_consumption"]
    assert list(consumption_row(1)) == list(consumption_row(10)) == printed["needs"]
    naval = PRINTED["naval_combat"]
    assert naval_combat_chart()[int(naval["die"]), naval["ratio"]] == naval["result"]


@pytest.mark.rule("10.0/1", "10.0/2")
def test_ratings_that_the_book_gives() -> None:
    union = {name: leader for (side, name), leader in leaders().items() if side == "union"}
    for name, ratings in PRINTED["leaders"].items():
        for rating, value in ratings.items():
            assert getattr(union[name], rating) == value
    assert leaders()["confederate", "Lee"].entry is None
    assert leaders()["union", "Grant"].entry == Cycle(61, 8)
    assert {name for (_, name), leader in leaders().items() if leader.naval} == {"Farragut", "Buchanan"}
    assert all(3 <= leader.stars <= 4 for leader in leaders().values())


@pytest.mark.rule("3.2/2", "3.2/3", "3.21/1", "3.24/1")
def test_unit_types() -> None:
    for kind, strength in PRINTED["ships"].items():
        assert unit_types()[kind].most == strength
    allowances = {name: kind.allowance for name, kind in unit_types().items()}
    assert allowances["infantry"] == 3
    assert allowances["cavalry"] == 4
    assert allowances["militia"] == 2
    assert allowances["garrison"] == 1
    assert allowances["leader"] == 7
    assert allowances["ironclad"] == allowances["river_transport"] == 40
    assert {name for name, kind in unit_types().items() if kind.fights} == {
        "infantry", "cavalry", "militia", "garrison",
    }  # fmt: skip


@pytest.mark.rule("3.26/1", "3.26/2", "R.12/1")
def test_counters_of_each_strength_come_to_the_piece_list() -> None:
    sums: dict[tuple[str, str], int] = {}
    for (piece, _, side), count in counter_strengths().items():
        sums[piece, side] = sums.get((piece, side), 0) + count
    assert sums
    for key, count in sums.items():
        assert piece_list()[key] == count
    assert piece_list()["base", "confederate"] == 0


@pytest.mark.rule("R.7/9", "R.7/10")
def test_prices() -> None:
    assert production_costs()["augment_infantry", "union"] == 3
    assert production_costs()["cavalry", "confederate"] == 6
    assert ("naval_flotilla", "confederate") not in production_costs()


def test_bands_leave_no_gap() -> None:
    bands = Bands.read(("1-10", "11-20", "21-"))
    assert [bands.of(value) for value in (1, 10, 11, 20, 21, 900)] == [
        "1-10",
        "1-10",
        "11-20",
        "11-20",
        "21-",
        "21-",
    ]
    with pytest.raises(ValueError, match="0 is in none"):
        bands.of(0)
    with pytest.raises(ValueError, match="201 is in none"):
        consumption_row(201)
    for wrong in (("1-10", "12-20"), ("1-10", "10-20"), ("1-", "2-3")):
        with pytest.raises(ChartError):
            Bands.read(wrong)


def test_every_file_is_in_the_digests_but_those_of_no_effect() -> None:
    names = {path.name for path in DATA.iterdir()}
    shown = ("clauses", "index", "lesson", "printed", "versions", "waivers")
    assert names - data_digests().keys() == {"map.css", *(f"{each}.toml" for each in shown)} & names
    for path in DATA.glob("*.csv"):
        assert load_csv(path).origin.source == "reconstructed", path.name
