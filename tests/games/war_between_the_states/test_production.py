"""Income, imports, orders and calls of the campaign (R.7, R.9)."""

import pytest

from ironclad.domain.games.war_between_the_states.board.charts import leaders
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import schedule
from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.campaign import Order, Politics
from ironclad.domain.games.war_between_the_states.position.pieces import Ship, Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c21_production.economy import (
    capital_cut_off,
    major_cities,
    port_state,
    railroad_cut,
    seaports,
    yielding,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.events import (
    IncomeReceived,
    IroncladWorked,
    MenCalled,
    PieceDeployed,
    PieceOrdered,
    YardsLost,
)
from ironclad.domain.kernel.engine import decider
from tests.games.war_between_the_states.campaign import (
    CHARLESTON,
    END,
    NASHVILLE,
    NEW_ORLEANS,
    RICHMOND,
    ST_LOUIS,
    WASHINGTON,
    blank,
    opened,
    turn_of,
)
from tests.games.war_between_the_states.table import Table, armed

PORTS = 19


def confederate_income(position: Position, dice: list[int]) -> IncomeReceived:
    """What the Confederate receives when the Union has ended its production; his first leader is drawn."""
    table = opened(position, "production", "union")
    found: IncomeReceived = table.one(IncomeReceived, table.give("union", END["production"], [*dice, 1]))
    return found


def order(what: str, strength: int = 1, port: str = "") -> dict[str, object]:
    return {"type": "order_piece", "what": what, "strength": strength, "port": port}


def deploy(what: str, place: str, strength: int = 1) -> dict[str, object]:
    return {"type": "deploy_piece", "what": what, "place": place, "strength": strength}


def waiting(position: Position, *orders: Order) -> Position:
    position.production = position.production.with_(orders=orders)
    return position


@pytest.mark.rule("4.2/1", "4.2/3", "4.2/4", "R.7/1", "R.7/5", "R.7/6", "R.11/1")
def test_the_campaign_opens_with_a_strategic_turn() -> None:
    table = Table("campaign_1861")
    assert table.asked == [("confederate", "begin")]
    received = table.one(IncomeReceived, table.give("confederate", {"type": "begin_game"}, [1]))
    assert (received.side, received.cycle, received.by) == ("union", "7/61", {"country": 125})
    assert table.position.supply["union"] == 60 + 125
    assert table.position.production.personnel == {"union": 40}
    assert table.asked == [("union", "leader_pick")]
    table.give("union", END["leader_pick"])
    assert table.asked == [("union", "production")]
    events = table.give("union", END["production"], [1] * PORTS + [1])
    assert table.position.production.personnel == {"union": 40, "confederate": 25}
    assert table.one(IncomeReceived, events).by["imports"] == 2 * PORTS
    table.give("confederate", END["leader_pick"])
    table.give("confederate", END["production"])
    table.pass_by("broadcast", dice=[1, 2])
    assert table.position.step == "spans"


@pytest.mark.rule("R.2/11", "R.7/1")
def test_what_cuts_the_income_of_the_union() -> None:
    position = blank()
    position.owners = dict.fromkeys(load_map().railroads["Baltimore & Ohio"].hexes, "union")
    assert not railroad_cut(position)
    assert not capital_cut_off(position)
    position.owners["C2307"] = "confederate"
    assert railroad_cut(position)
    position = blank()
    position.owners = dict.fromkeys(load_map().railroads["Baltimore & Ohio"].hexes, "union")
    position.cuts = ("C2406",)
    assert railroad_cut(position)
    assert not capital_cut_off(position)
    position = blank()
    position.cuts = tuple(sorted(load_map().rail_links[WASHINGTON]))
    assert capital_cut_off(position)
    table = Table("campaign_1861")
    table.position.cuts = tuple(sorted({*load_map().rail_links[WASHINGTON], "C2406"}))
    received = table.one(IncomeReceived, table.give("confederate", {"type": "begin_game"}, [1]))
    assert received.by == {"country": 125, "railroad_cut": -5, "capital_cut_off": -20}
    assert received.supply == 100


@pytest.mark.rule("R.7/2", "R.7/3", "R.7/4", "R.9/2")
def test_the_income_of_the_confederate() -> None:
    position = blank()
    major, towns = yielding(position)
    assert major == major_cities()
    assert set(towns) <= load_map().supply_cities - set(major)
    received = confederate_income(position, [1, 2, 3, 4, 5, 6] * 3 + [6])
    assert received.by == {"major_cities": 40, "towns": 3 * len(towns), "imports": 3 * 18 + 4}
    assert received.supply == sum(received.by.values())
    winter = confederate_income(blank(turn_of(1, 62)), [1] * PORTS)
    assert winter.by == {"major_cities": 5 * 15, "towns": 0, "imports": 2 * PORTS}
    assert winter.personnel == 15
    late = confederate_income(blank(turn_of(6, 63)), [1] * PORTS)
    assert late.by["major_cities"] == 5 * 30
    assert schedule()[blank(turn_of(10, 63)).cycle].town == 1


@pytest.mark.rule("R.7/4", "13.39/1")
def test_places_that_do_not_count() -> None:
    position = blank()
    _, towns = yielding(position)
    inland = next(
        hex
        for hex in towns
        if hex in load_map().rail_links
        and hex not in load_map().departments["confederate"]
        and hex not in load_map().ports
    )
    cut = blank()
    cut.cuts = (inland,)
    assert inland not in yielding(cut)[1]
    lost = blank()
    lost.owners = {inland: "union", NASHVILLE: "union"}
    major, others = yielding(lost)
    assert inland not in others
    assert NASHVILLE not in major
    held = blank()
    held.works[RICHMOND] = Work("confederate", "fort")
    (inside,) = armed(held, "confederate", RICHMOND, garrison=(3,))
    held.units[inside] = held.units[inside].with_(inside=True)
    assert RICHMOND in yielding(held)[0]
    besieged = held.copy()
    armed(besieged, "union", RICHMOND, infantry=(5,))
    assert RICHMOND not in yielding(besieged)[0]


@pytest.mark.rule("R.9/1", "R.9/2", "R.9/3", "R.9/4", "R.10/6")
def test_the_blockade() -> None:
    assert len(seaports()) == PORTS
    assert set(seaports()) == load_map().seaports
    position = blank()
    assert port_state(position, CHARLESTON) == "open"
    position.ships["union_naval_flotilla_1"] = Ship("union", "naval_flotilla", "C1740")
    position.made["union_naval_flotilla"] = 1
    assert port_state(position, CHARLESTON) == "blockaded"
    assert port_state(position, "C1837") == "open"
    early = confederate_income(position, [1] * (PORTS - 1))
    assert CHARLESTON not in {port.hex for port in early.ports}
    position.ships["union_naval_flotilla_1"] = Ship("union", "naval_transport", "C1740")
    assert port_state(position, CHARLESTON) == "open"
    transport = position.ships.pop("union_naval_flotilla_1")
    assert not transport.warship
    late = blank(turn_of(1, 63))
    late.ships["union_ironclad_1"] = Ship("union", "ironclad", CHARLESTON)
    late.made["union_ironclad"] = 1
    received = confederate_income(late, [6] * PORTS)
    (blockaded,) = (port for port in received.ports if port.blockaded)
    assert (blockaded.hex, blockaded.points) == (CHARLESTON, 1)
    assert received.by["imports"] == 4 * (PORTS - 1) + 1
    late.politics = Politics(emancipation=True)
    assert confederate_income(late, [6] * PORTS).by["imports"] == 3 * (PORTS - 1)
    late.owners[NEW_ORLEANS] = "union"
    assert port_state(late, NEW_ORLEANS) == "lost"


@pytest.mark.rule("12.0/1", "R.7/5")
def test_general_supply_holds_999() -> None:
    position = blank()
    position.supply["confederate"] = 990
    assert confederate_income(position, [1] * PORTS).supply == 9


@pytest.mark.rule("R.7/7", "R.7/8", "R.7/9", "R.7/10", "R.7/11")
def test_orders_are_paid_now_and_come_in_the_next_strategic_turn() -> None:
    table = opened(blank(), "production", "union")
    ordered = table.one(PieceOrdered, table.give("union", order("militia", 4)))
    assert (ordered.supply, ordered.personnel) == (4, 4)
    table.give("union", order("cavalry"))
    table.give("union", order("supply_train"))
    assert table.position.supply["union"] == 100 - 4 - 8 - 20
    assert table.position.production.personnel["union"] == 20 - 4 - 1
    assert table.refused("union", order("militia", 5)) == "R.7/9"
    assert table.refused("union", order("balloon")) == "R.7/10"
    assert table.refused("union", order("supply_train", 2)) == "R.7/9"
    assert table.refused("union", order("supply_train", port=WASHINGTON)) == "R.7/18"
    table.give("union", order("ironclad", port=ST_LOUIS))
    assert table.refused("union", order("siege_train")) == "R.7/9"  # 8 supply points are left
    assert not table.position.units
    table.give("union", END["production"], [1] * PORTS + [1])
    table.give("confederate", END["leader_pick"])
    assert table.refused("confederate", order("naval_flotilla")) == "R.7/10"


@pytest.mark.rule("R.7/8", "R.7/9")
def test_personnel_and_supply_run_out() -> None:
    position = blank()
    position.production = position.production.with_(personnel={"union": 2})
    table = opened(position, "production", "union")
    assert table.refused("union", order("militia", 3)) == "R.7/8"
    table.give("union", order("militia", 2))
    position.supply["union"] = 19
    assert opened(position, "production", "union").refused("union", order("siege_train")) == "R.7/9"


@pytest.mark.rule("3.26/1", "R.12/1", "R.12/2")
def test_the_piece_list_counts_what_is_ordered() -> None:
    position = waiting(blank(), *(Order("union", "siege_train", turn=1) for _ in range(3)))
    table = opened(position, "production", "union")
    table.give("union", order("siege_train"))
    assert table.refused("union", order("siege_train")) == "3.26/1"


@pytest.mark.rule("R.7/11", "R.7/15")
def test_militia_appears_in_towns_of_its_own_ground() -> None:
    turn = turn_of(8, 61)
    orders = [
        Order("union", "militia", 3, 1),
        Order("union", "militia", 2, 1),
        Order("union", "militia", 1, turn),
    ]
    position = waiting(blank(turn), *orders)
    position.owners["C2609"] = "union"
    table = opened(position, "deployment", "union")
    assert table.refused("union", deploy("militia", ST_LOUIS, 1)) == "R.7/11"  # ordered in this turn
    assert table.refused("union", deploy("militia", "C2609", 3)) == "R.7/15"  # Virginia
    assert table.refused("union", deploy("militia", "C2206", 3)) == "R.7/15"  # no town
    deployed = table.one(PieceDeployed, table.give("union", deploy("militia", ST_LOUIS, 3)))
    assert (deployed.id, deployed.state) == ("union_militia_1", "MO")
    assert table.refused("union", deploy("militia", ST_LOUIS, 2)) == "R.7/15"  # 5 SP in a turn
    table.give("union", deploy("militia", WASHINGTON, 2))
    assert table.position.units["union_militia_2"].strength == 2
    table.give("union", END["deployment"])
    assert [each.strength for each in table.position.production.orders] == [1]


@pytest.mark.rule("R.7/16", "R.7/17")
def test_where_other_pieces_appear() -> None:
    kinds = ("cavalry", "supply_train", "rail_repair", "naval_flotilla", "river_flotilla", "river_transport")
    position = waiting(blank(turn_of(8, 61)), *(Order("union", what, turn=1) for what in kinds))
    table = opened(position, "deployment", "union")
    for what in ("cavalry", "supply_train", "rail_repair"):
        assert table.refused("union", deploy(what, "C2305")) == ("R.7/16" if what == "cavalry" else "R.7/17")
        table.give("union", deploy(what, WASHINGTON))
    assert table.refused("union", deploy("naval_flotilla", "C2608-C2609")) == "R.7/17"
    table.give("union", deploy("naval_flotilla", "C3901"))
    assert table.refused("union", deploy("river_flotilla", "C3901")) == "R.7/17"
    table.give("union", deploy("river_flotilla", "A2712-A2812"))
    table.give("union", deploy("river_transport", "C2609-C2608"))
    assert {ship.at for ship in table.position.ships.values()} == {"C3901", "A2712-A2812", "C2608-C2609"}
    assert table.position.units["union_supply_train_1"].strength == 0


@pytest.mark.rule("R.7/18")
def test_an_ironclad_is_finished_by_a_die_in_a_later_turn() -> None:
    turn = turn_of(8, 61)
    for seat, port, die in (("union", ST_LOUIS, 2), ("confederate", RICHMOND, 1)):
        position = waiting(blank(turn), Order(seat, "ironclad", 1, 1, port))  # type: ignore[arg-type]
        for rolled, finished in ((die, True), (die + 1, False)):
            table = _before_deployment(position, seat)
            events = table.give(seat, END["leader_pick"], [rolled])
            worked = table.one(IroncladWorked, events)
            assert (worked.port, worked.finished) == (port, finished)
            assert table.asked == [(seat, "deployment" if finished else "production")]
            if finished:
                far = "A5309-A5310" if seat == "union" else "B2702-B2802"
                assert table.refused(seat, deploy("ironclad", far)) == "R.7/11"
                place = next(
                    command.place
                    for command in offered(table, seat)
                    if getattr(command, "what", "") == "ironclad"
                )
                table.give(seat, deploy("ironclad", place))
                assert table.position.ships[f"{seat}_ironclad_1"].at == place


def _before_deployment(position: Position, seat: str) -> Table:
    """The decision before: the leader pick, for which all leaders have come."""
    table = opened(everyone_drawn(position), "leader_pick", seat)
    assert table.asked == [(seat, "leader_pick")]
    return table


def everyone_drawn(position: Position) -> Position:
    names = tuple(name for _, name in leaders())
    position.leader_pick = position.leader_pick.with_(drawn=names)
    return position


def offered(table: Table, seat: str) -> list[object]:
    return list(decider.legal(RULESET, table.position, seat))


@pytest.mark.rule("R.7/18", "R.8/3")
def test_a_lost_port_destroys_its_ironclad() -> None:
    position = waiting(blank(turn_of(8, 61)), Order("confederate", "ironclad", 1, 1, NEW_ORLEANS))
    position.owners[NEW_ORLEANS] = "union"
    table = _before_deployment(position, "confederate")
    events = table.give("confederate", END["leader_pick"])
    assert table.one(YardsLost, events).ports == (NEW_ORLEANS,)
    assert not table.position.production.orders
    assert table.refused("confederate", order("ironclad", port=NEW_ORLEANS)) == "R.7/18"
    assert table.refused("confederate", order("ironclad", port="B5410")) == "R.7/18"  # Atlanta: no water


@pytest.mark.rule("R.7/20")
def test_calls_and_the_draft() -> None:
    table = opened(blank(), "production", "union")
    volunteers, draft = ({"type": "call_men", "how": how} for how in ("volunteers", "draft"))
    called = table.one(MenCalled, table.give("union", volunteers))
    assert (called.supply, called.personnel) == (50, 20)
    assert table.position.supply["union"] == 150
    assert table.position.production.personnel["union"] == 40
    assert table.refused("union", volunteers) == "R.7/20"
    assert table.refused("union", draft) == "R.7/20"
    assert table.refused("union", {"type": "call_men", "how": "conscription"}) == "R.7/21"
    assert table.refused("union", {"type": "call_men", "how": "press_gang"}) == "R.7/20"
    later = blank(turn_of(1, 63))
    later.production = later.production.with_(called=(61, 62))
    table = opened(later, "production", "union")
    called = table.one(MenCalled, table.give("union", draft))
    assert (called.supply, called.personnel, called.political) == (0, 30, -3)
    assert table.position.politics.points == {"union": -3}
    after = blank(turn_of(1, 64))
    after.production = table.position.production
    table = opened(after, "production", "union")
    assert table.refused("union", volunteers) == "R.7/20"
    table.give("union", draft)


@pytest.mark.rule("R.7/21")
def test_conscription() -> None:
    conscription = {"type": "call_men", "how": "conscription"}
    early = opened(blank(turn_of(4, 62)), "production", "confederate")
    assert early.refused("confederate", conscription) == "R.7/21"
    table = opened(blank(turn_of(5, 62)), "production", "confederate")
    table.give("confederate", conscription)
    assert table.position.production.personnel["confederate"] == 35
    assert table.position.politics.points == {"confederate": -2}
    assert table.refused("confederate", conscription) == "R.7/21"


@pytest.mark.rule("R.7/6", "R.7/7", "R.10/6")
def test_personnel_points_are_not_saved() -> None:
    table = opened(blank(), "production", "union")
    assert table.position.production.personnel == {"union": 20, "confederate": 20}
    table.give("union", END["production"], [1] * PORTS + [1])
    assert table.position.production.personnel["confederate"] == 25
    table = Table("campaign_1861")
    table.position.politics = Politics(emancipation=True)
    table.give("confederate", {"type": "begin_game"}, [1])
    assert table.position.production.personnel["union"] == 40 + 5


@pytest.mark.rule("R.7/11", "R.7/17")
def test_what_is_offered_is_legal() -> None:
    kinds = ("militia", "cavalry", "siege_train", "naval_transport", "river_transport")
    position = waiting(blank(turn_of(1, 62)), *(Order("union", what, turn=1) for what in kinds))
    position.owners |= {WASHINGTON: "confederate", RICHMOND: "union"}
    armed(position, "union", "C3901", infantry=(5, 2, 1))
    for step, expected in (
        ("deployment", {"DeployPiece", "EndDeployment"}),
        (
            "production",
            {"OrderPiece", "CallMen", "BuildWork", "PlaceBase", "MoveDepartment", "RaiseGarrison"},
        ),
    ):
        table = opened(position, step, "union")
        offers = list(decider.legal(RULESET, table.position, "union"))
        assert {type(command).__name__ for command in offers} >= expected
        assert all(decider.is_legal(RULESET, table.position, "union", command) for command in offers)
        if step == "deployment":
            assert {command.what for command in offers if hasattr(command, "what")} == set(kinds)
