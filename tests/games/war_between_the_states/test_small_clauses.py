"""Single statements of the book, each held to what play does."""

import pytest

from ironclad.domain.games.war_between_the_states.board.charts import unit_types
from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.document import to_document
from ironclad.domain.games.war_between_the_states.position.in_progress import Phase
from ironclad.domain.games.war_between_the_states.position.pieces import (
    CAPACITY,
    MOST_ON_ROSTER,
    Depot,
    Headquarters,
    LeaderPiece,
    Ship,
    ShipKind,
    Unit,
    UnitKind,
    Work,
)
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import pace_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import toll
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import ShipsSailed
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import (
    besieged,
    held_by,
    warships_at,
    zone,
)
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of, rating
from ironclad.domain.games.war_between_the_states.rules.c12_supply.events import ConsumptionRolled
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import combat_stores
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.waterways import supply_waters
from ironclad.domain.kernel.turn.ending import GameEnded
from tests.games.war_between_the_states.battlefield import SOUTH, TARGET, field, marching
from tests.games.war_between_the_states.campaign import blank, opened, turn_of
from tests.games.war_between_the_states.shore import END, afloat, begun, embark, sail, unit, waters
from tests.games.war_between_the_states.table import Table, armed, led

MAP = load_map()
CAIRO, PORT = "A3219-A3320", "A3219"


def marked(position: Position, side: str) -> frozenset[str]:
    return MAP.board.named(zone(position, side))


@pytest.mark.rule("2.0/2", "3.2/1", "3.23/1", "11.0/1", "15.0/1", "16.0/1", "16.23/2")
def test_the_pieces() -> None:
    assert SIDES == ("union", "confederate")
    fighting = {kind for kind, each in unit_types().items() if each.fights}
    assert fighting == {"infantry", "cavalry", "militia", "garrison"}
    ground: tuple[UnitKind, ...] = ("infantry", "cavalry", "militia", "garrison")
    assert [Unit("union", kind).attacks for kind in ground] == [True, True, True, False]
    assert [Unit("union", kind).cavalry for kind in ground] == [False, True, False, False]
    ships: tuple[ShipKind, ...] = ("ironclad", "river_flotilla", "naval_flotilla", "river_transport")
    assert [Ship("union", kind, CAIRO).warship for kind in ships] == [True, True, True, False]
    assert MOST_ON_ROSTER.keys() == {"army", "corps", "cavalry"}
    position = field()
    led(position, "union", SOUTH, "Meade", "army", (5,))
    led(position, "union", SOUTH, "Reynolds", "corps", (5,))
    table = marching(position)
    switch = {"type": "set_roster", "unit": "union_corps_1", "headquarters": "union_army_1"}
    assert table.refused("union", switch)


@pytest.mark.rule("9.0/1", "10.33/1", "13.3/1", "16.24/1", "17.51/3")
def test_who_has_no_zone_of_control() -> None:
    """Leaders, headquarters without units and what is inside a fort have none; a depot its own hex."""
    position = field()
    position.leaders["Lee"] = LeaderPiece("confederate", TARGET)
    position.headquarters["confederate_corps_1"] = Headquarters("confederate", "corps", "First", TARGET)
    assert marked(position, "confederate") == frozenset()
    assert held_by(position, "confederate") == frozenset()
    position.works[TARGET] = Work("confederate", "fort")
    position.units["confederate_infantry_1"] = Unit("confederate", "infantry", TARGET, 5, inside=True)
    assert marked(position, "confederate") == frozenset()
    position.depots[f"confederate.{TARGET}"] = Depot("confederate", TARGET, 3)
    assert marked(position, "confederate") == {TARGET}


@pytest.mark.rule("10.3/1", "15.23/4", "16.12/2", "6.12/5")
def test_paces() -> None:
    position = field()
    position.phase = Phase("union", 1)
    led(position, "union", SOUTH, "Banks", "corps")
    (train,) = armed(position, "union", SOUTH, supply_train=(0,))
    assert tuple(pace_of(position, "Banks", 0)) == ("cavalry", 14)
    assert tuple(pace_of(position, "union_corps_1", 0)) == ("infantry", 6)
    assert tuple(pace_of(position, train, 0)) == ("train", 6)


@pytest.mark.rule("6.11/5", "7.3/2", "6.11/4")
def test_prices_of_towns_and_rivers() -> None:
    """A town costs what its ground does; a river that is not tidal 2 MP more, and no ferry is needed."""
    position = Position("campaign_1861").copy()
    points = {"clear": 1, "forest": 2, "swamp": 2, "rough": 3}
    towns = rivers = 0
    for hex in sorted(MAP.built_up):
        for other in MAP.neighbours[hex]:
            side = MAP.side(other, hex)
            if side.road or side.ridge or MAP.hexes[hex].terrain not in points:
                continue
            price = 2 * points[MAP.hexes[hex].terrain]
            if not side.wet:
                towns += 1
                assert toll(position, "union", "infantry", other, (hex,)) == price
            elif side.is_river:
                rivers += 1
                assert toll(position, "union", "infantry", other, (hex,)) == price + 4
    assert towns > 100
    assert rivers > 20


@pytest.mark.rule("10.0/3", "10.0/4")
def test_ranks() -> None:
    """Reynolds has three stars: a corps costs him nothing, an army does. Grant with four leads either."""
    ratings = {}
    for name in ("Reynolds", "Grant"):
        for kind in ("corps", "army"):
            position = field()
            led(position, "union", SOUTH, name, kind)
            ratings[name, kind] = rating(position, name)
    assert ratings["Grant", "corps"] == ratings["Grant", "army"]
    assert ratings["Reynolds", "army"] != ratings["Reynolds", "corps"]


@pytest.mark.rule("7.2/3", "7.28/4", "5.26/2", "7.0/1")
def test_what_shares_a_transport_and_what_needs_no_order() -> None:
    position = waters()
    boat, empty = afloat(position, "union", "river_transport", CAIRO, CAIRO)
    six, four, one = armed(position, "union", PORT, infantry=(6, 4, 1))
    table = begun(position)
    sailed = table.one(ShipsSailed, table.give("union", sail(("A3219-A3220",), empty)))
    assert sailed.path == ("A3219-A3220",)  # before any command
    order = {"type": "order_voyage", "ship": empty, "destination": "A3120-A3220", "arrives": 2}
    assert table.refused("union", order) == "7.28/4"
    for id in (six, four):
        table.give("union", unit(id))
        table.give("union", embark(boat, id))
    table.give("union", unit(one))
    assert table.refused("union", embark(boat, one)) == "7.2/1"


@pytest.mark.rule("7.27/2", "13.3/8")
def test_nothing_embarks_from_a_besieged_fort() -> None:
    position = waters()
    (boat,) = afloat(position, "union", "river_transport", CAIRO)
    position.works[PORT] = Work("union", "fort")
    (inside,) = armed(position, "union", PORT, infantry=(4,))
    position.units[inside] = position.units[inside].with_(inside=True)
    armed(position, "confederate", PORT, infantry=(9,))
    assert besieged(position, PORT, "union")
    table = begun(position)
    table.give("union", unit(inside))
    assert table.refused("union", embark(boat, inside)) in ("7.27/2", "13.3/3")


@pytest.mark.rule("13.22/1", "13.0/1", "6.4/2")
def test_what_a_fortress_holds() -> None:
    assert CAPACITY == {"fort": 10, "fortress": 100}
    position = field()
    position.works[SOUTH] = Work("union", "fortress")
    (inside, more) = armed(position, "union", SOUTH, garrison=(96,), infantry=(5,))
    position.units[inside] = position.units[inside].with_(inside=True)
    table = marching(position)
    shelter = {"type": "shelter", "pieces": (more,), "inside": True}
    assert table.refused("union", shelter) == "13.21/1"


@pytest.mark.rule("9.5/1", "9.5/4")
def test_only_warships_control_water() -> None:
    position = waters()
    afloat(position, "confederate", "river_transport", CAIRO)
    assert warships_at(position, "confederate") == frozenset()
    afloat(position, "confederate", "river_flotilla", "A3219-A3220")
    (ours,) = afloat(position, "union", "river_flotilla", CAIRO)
    table = begun(position)
    table.give("union", sail(("A3219-A3220",), ours))
    assert {ship.at for ship in table.position.ships.values()} == {CAIRO, "A3219-A3220"}


@pytest.mark.rule("17.5/1", "17.51/2", "17.54/1", "12.21/2")
def test_a_depot_feeds_the_hexes_around_it_and_stays() -> None:
    position = field()
    position.depots[f"union.{SOUTH}"] = Depot("union", SOUTH, 7)
    armed(position, "union", TARGET, infantry=(5,))
    assert position.depots[f"union.{SOUTH}"].garrison == 2
    assert combat_stores(position, "union", (TARGET,), False) == {f"union.{SOUTH}": 7}
    assert combat_stores(position, "union", ("C2204",), False) == {}
    table = marching(position)
    assert table.refused("union", {"type": "command_unit", "unit": f"union.{SOUTH}"})


@pytest.mark.rule("17.11/2", "17.12/1")
def test_one_transport_is_enough_for_a_river() -> None:
    position = waters()
    position.ships["union_river_transport_1"] = Ship("union", "river_transport", CAIRO)
    alone = supply_waters(position, "union")
    position.ships["union_river_transport_2"] = Ship("union", "river_transport", CAIRO)
    assert supply_waters(position, "union") == alone > frozenset({CAIRO})


@pytest.mark.rule("4.4/2", "4.4/1")
def test_nobody_eats_in_the_first_strategic_turn() -> None:
    table = Table("west_1862")
    events = table.give("confederate", {"type": "begin_game"})
    events += table.pass_by("leader_pick", "broadcast", dice=[1, 3])
    assert not [event for event in events if isinstance(event, ConsumptionRolled)]


@pytest.mark.rule("R.10/2")
def test_the_confederate_wins_by_lasting() -> None:
    position = blank(200)
    position.chits = {"union": 1, "confederate": 0}
    table = opened(position, "spans", "confederate")
    table.give("confederate", {"type": "declare_spans"})
    ended = table.one(GameEnded, table.give("confederate", END))
    assert (ended.outcome.winner, ended.outcome.rule) == ("confederate", "R.10/2")
    assert turn_of(4, 65) + 3 == 200


@pytest.mark.rule("10.1/12", "8.18/4")
def test_a_roster_is_taken_off_and_commanded_by_another() -> None:
    position = field()
    corps = led(position, "union", SOUTH, "Banks", "corps", (5,))
    position.headquarters[corps] = position.headquarters[corps].with_(commander="")
    table = Table("manassas_1861", document=to_document(position))
    table.give("union", {"type": "set_roster", "unit": "union_infantry_1", "headquarters": ""})
    table.give("union", {"type": "declare_spans", "spans": {"Banks": ("union_infantry_1",)}})
    assert force_of(table.position, "Banks") == ("Banks", "union_infantry_1")
