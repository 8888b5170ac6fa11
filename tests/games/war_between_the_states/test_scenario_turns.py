"""The strategic turn of scenarios: income, infantry, stacks; railroads repaired; options."""

import pytest

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.position.document import problems, to_document
from ironclad.domain.games.war_between_the_states.position.pieces import Depot, LeaderPiece, Ship
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import BattleFought
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.broadcasting import receivers
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.waterways import supply_waters
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.events import (
    NetRepaired,
    RailRepaired,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.events import (
    InfantryTakenOff,
    StackArrived,
    StackStayedAway,
)
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.set_up import set_up_position
from ironclad.domain.games.war_between_the_states.rules.c21_production.events import IncomeReceived
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.events import LeaderHit
from ironclad.domain.games.war_between_the_states.rules.c25_politics.events import BattleCredited
from ironclad.domain.kernel.turn.agenda import Agenda
from tests.games.war_between_the_states.battlefield import (
    SOUTH,
    TARGET,
    attack,
    chit,
    field,
    fighting,
    retreat,
    roll,
)
from tests.games.war_between_the_states.campaign import blank, opened, turn_of
from tests.games.war_between_the_states.table import Table, armed, led


def west(turn: int) -> Position:
    position = set_up_position("west_1862", {})
    position.agenda = Agenda(turn=turn)
    return position


@pytest.mark.rule("R.3/2", "R.3/3", "R.14/1")
def test_the_first_strategic_turn_of_a_scenario_brings_income_alone() -> None:
    table = Table("forts_1862")
    before = dict(table.position.supply)
    events = table.give("confederate", {"type": "begin_game"})
    got = {each.side: each.supply for each in events if isinstance(each, IncomeReceived)}
    assert got == {"union": 20}
    assert table.asked == [("union", "leader_pick")]
    table.pass_by("leader_pick")
    assert table.asked == [("union", "broadcast")]
    assert table.position.supply == {"union": before["union"] + 20, "confederate": before["confederate"] + 8}


@pytest.mark.rule("R.3/4", "R.3/5", "R.3/6", "R.3/7")
def test_reinforcements_of_a_scenario() -> None:
    table = opened(west(5), "reinforcements", "union")
    assert table.asked == [("union", "reinforcements")]
    assert table.position.production.infantry == {"union": 6}
    assert table.position.production.fresh == {"union": 3}
    raised = {"type": "raise_reinforcement", "kind": "infantry", "hex": "A3219", "strength": 2}
    assert table.refused("union", {**raised, "kind": "militia"}) == "R.3/5"
    table.give("union", raised)
    assert table.refused("union", raised) == "R.11/9"
    unit = {"type": "reinforce", "unit": "union_infantry_2", "strength": 3}
    assert table.refused("union", unit) == "R.3/4"
    table.give("union", {"type": "end_deployment"})
    made = {"type": "create_headquarters", "kind": "corps", "hex": "A3219"}
    assert table.refused("union", made) == "R.3/6"


@pytest.mark.rule("R.3/7")
@pytest.mark.parametrize("lost", [False, True])
def test_a_named_stack_comes_to_its_hex_or_the_nearest_department(lost: bool) -> None:
    position = west(5)
    if lost:
        for id in [id for id, unit in position.units.items() if unit.hex == "A3419"]:
            del position.units[id]
        position.owners["A3419"] = "confederate"
    table = opened(position, "arrivals", "union")
    corps = next(hq for hq in table.position.headquarters.values() if hq.name == "Sherman's Corps")
    assert corps.hex == ("A3219" if lost else "A3419")
    assert table.position.leaders["Sherman"].hex == corps.hex
    assert not list(problems(table.position))


@pytest.mark.rule("R.5/10")
@pytest.mark.parametrize("goes", [True, False])
def test_van_dorn_crosses_for_infantry_of_arkansas(goes: bool) -> None:
    position = west(9)
    for id in [id for id, unit in position.units.items() if unit.hex == "A2323"]:
        del position.units[id]
    six, one = armed(position, "confederate", "A2323", infantry=(6, 1))
    table = opened(position, "arrivals", "confederate")
    assert table.asked == [("confederate", "crossing")]
    order = {"type": "take_off", "units": [one]}
    assert table.refused("confederate", order) == "R.5/10"
    assert table.refused("confederate", {**order, "units": ["confederate_infantry_1"]}) == "R.5/10"
    events = table.give("confederate", {**order, "units": [six] if goes else []})
    if goes:
        assert table.one(InfantryTakenOff, events).units == {six: 6}
        assert table.one(StackArrived, events).hex == "B2802"
        assert six not in table.position.units
        assert not table.position.lost
    else:
        table.one(StackStayedAway, events)
        assert six in table.position.units


@pytest.mark.rule("R.2/5", "R.2/6")
def test_a_repair_unit_repairs_where_it_begins_and_goes_on_along_the_line() -> None:
    position = field()
    line = links_of(position)["C2409"]
    onward = next(hex for hex in line if hex in position.part.hexes)
    position.cuts = tuple(sorted(("C2409", onward)))
    (id,) = armed(position, "union", "C2409", rail_repair=(0,))
    led(position, "union", "C2409", "Banks", "corps", ())
    position.spans = {"Banks": (id,)}
    table = Table("manassas_1861", document=to_document(position))
    table.give("union", {"type": "declare_spans"})
    order = {"type": "repair_rail", "unit": id}
    assert table.refused("union", order) == "R.2/5"
    table.give("union", {"type": "command_unit", "unit": id})
    assert table.refused("union", {**order, "onward": onward}) == "R.2/5"
    mended = table.one(RailRepaired, table.give("union", order))
    assert (mended.hex, mended.mended, mended.spent) == ("C2409", True, 2)
    assert table.position.cuts == (onward,)
    assert table.refused("union", {**order, "onward": onward}) == "R.2/5"
    table.position.cuts = ()
    went = table.one(RailRepaired, table.give("union", {**order, "onward": onward}))
    assert (went.hex, went.mended, went.spent) == (onward, False, 2)
    assert table.refused("union", order) == "R.2/5"


@pytest.mark.rule("R.2/6")
def test_a_repair_unit_needs_a_guard_where_the_enemy_is_near() -> None:
    for guarded in (False, True):
        position = field()
        position.cuts = ("C2409",)
        (id,) = armed(position, "union", "C2409", rail_repair=(0,))
        armed(position, "confederate", "C2410", infantry=(3,))
        if guarded:
            armed(position, "union", "C2409", infantry=(2,))
        table = Table("manassas_1861", document=to_document(position))
        table.give("union", {"type": "declare_spans"})
        table.give("union", {"type": "command_unit", "unit": id})
        order = {"type": "repair_rail", "unit": id}
        if guarded:
            table.one(RailRepaired, table.give("union", order))
        else:
            assert table.refused("union", order) == "R.2/6"


@pytest.mark.rule("R.2/7")
def test_a_side_repairs_one_hex_of_its_net_for_supply() -> None:
    position = blank(turn_of(11, 61))
    position.cuts = ("C2707", "C2808")
    table = opened(position, "broadcast", "union")
    assert table.asked == [("union", "broadcast")]
    order = {"type": "repair_net", "hex": table.position.cuts[0]}
    assert table.refused("union", {**order, "hex": "C2516"}) == "R.2/7"
    table.one(NetRepaired, table.give("union", order))
    assert table.position.supply["union"] == 95
    again = {"type": "repair_net", "hex": table.position.cuts[0]}
    assert table.refused("union", again) == "R.2/7"


@pytest.mark.rule("R.1/1")
@pytest.mark.parametrize("option", ["no", "yes"])
def test_retreats_go_two_hexes_by_the_option(option: str) -> None:
    position = field(retreat_two_hexes=option)
    led(position, "union", SOUTH, "Banks", "corps", (9, 9))
    armed(position, "confederate", TARGET, infantry=(2,))
    table = fighting(position)
    table.give("union", roll("Banks"), [1])
    table.give("union", attack(TARGET, "Banks", "union_corps_1"))
    fought = table.give("union", chit(1), [1, 1, 6])
    assert table.one(BattleFought, fought).retreats == "confederate"
    table.pass_by("losses")
    near = retreat("C2204")
    if option == "yes":
        assert table.refused("confederate", near) == "R.1/2"
        table.give("confederate", retreat())
        (unit,) = (each for each in table.position.units.values() if each.side == "confederate")
        assert GRID.distance(TARGET, unit.hex) == 2
    else:
        table.give("confederate", near)
        assert table.position.units["confederate_infantry_1"].hex == "C2204"


@pytest.mark.rule("R.10/4", "R.6/10")
def test_a_battle_is_credited_and_its_leaders_may_be_hit() -> None:
    position = blank(1, leader_losses="yes")
    led(position, "union", SOUTH, "Grant", "army", (10, 10))
    armed(position, "union", SOUTH, infantry=(10, 10, 10, 10, 10, 10))
    position.spans = {"Grant": tuple(f"union_infantry_{number}" for number in range(3, 8))}
    armed(position, "confederate", TARGET, infantry=(10, 10, 10, 10, 10))
    position.leaders["Lee"] = LeaderPiece("confederate", TARGET)
    position.loose[SOUTH], position.loose[TARGET] = 30, 30
    position.owners |= {SOUTH: "union", TARGET: "confederate"}
    position.chits = {"union": 1, "confederate": 0}
    table = opened(position, "movement", "union")
    table.give("union", {"type": "end_movement"})
    table.give("union", {"type": "declare_spans"})
    table.give("union", roll("Grant"), [1])
    units = ["union_army_1", *position.spans["Grant"]]
    table.give("union", attack(TARGET, "Grant", *units))
    table.give("union", chit(4))
    table.give("confederate", chit(0), [4, 4, 6])
    table.pass_by("losses")
    events = table.pass_by("retreat", "advance", dice=[6, 5, 1])
    hits = [(each.leader, each.result) for each in events if isinstance(each, LeaderHit)]
    assert hits == [("Grant", "killed"), ("Lee", "unhurt")]
    credit = table.one(BattleCredited, events)
    assert (credit.side, credit.points) == ("union", 2)


@pytest.mark.rule("17.33/1")
@pytest.mark.parametrize(("option", "room"), [("no", 60), ("yes", 10)])
def test_a_depot_by_water_has_no_limit_but_by_the_option(option: str, room: int) -> None:
    position = blank(turn_of(11, 61), depot_limit_all_routes=option)
    position.depots["union.A3219"] = Depot("union", "A3219", 39)
    assert receivers(position, "union")["union.A3219"].room == room


@pytest.mark.rule("17.13/2")
def test_the_coast_may_be_traced_freely_by_the_option() -> None:
    for option in ("no", "yes"):
        position = blank(1, coastal_trace_free=option)
        assert ("C3029" in supply_waters(position, "confederate")) == (option == "yes")
        position.ships["confederate_river_transport_1"] = Ship("confederate", "river_transport", "C3029")
        assert "C3029" in supply_waters(position, "confederate")


@pytest.mark.rule("R.2/9")
def test_the_piedmont_line_is_never_built_by_the_option() -> None:
    for option in ("no", "yes"):
        position = blank(turn_of(7, 64), unfinished_rails_ignored=option)
        early = blank(1)
        assert position.cycle == Cycle(64, 7)
        assert (links_of(position) == links_of(early)) == (option == "yes")
