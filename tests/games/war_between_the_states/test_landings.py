"""Embarking, landing, voyages with orders, supply by ship, boats, Galveston, and assaults from the water."""

import pytest

from ironclad.domain.games.war_between_the_states.position.document import (
    from_document,
    problems,
    to_document,
)
from ironclad.domain.games.war_between_the_states.position.pieces import VoyageOrder
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.events import (
    LandingSettled,
    PiecesEmbarked,
    PiecesLanded,
    VoyageOver,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import CombatSupplied, DefenceSet
from tests.games.war_between_the_states.battlefield import chit, retreat
from tests.games.war_between_the_states.campaign import opened
from tests.games.war_between_the_states.shore import (
    END,
    afloat,
    begun,
    command,
    embark,
    land,
    sail,
    unit,
    waters,
)
from tests.games.war_between_the_states.table import Table, armed, led

CAIRO, PORT, CLEAR = "A3219-A3320", "A3219", "A3320"  # a port, and a clear hex across the river
DOWN = ("A3219-A3220", "A3120-A3220", "A3121-A3220", "A3121-A3221", "A3122-A3221", "A3122-A3222")
BEACH, TOWN = "C3118", "C3119"  # clear, and a port


@pytest.mark.rule("7.21/1", "7.22/1", "7.22/2", "7.23/1", "7.26/1", "7.26/2", "7.2/1")
def test_a_division_embarks_at_a_port_and_lands_in_the_open() -> None:
    position = waters()
    (boat,) = afloat(position, "union", "river_transport", CAIRO)
    (division,) = armed(position, "union", PORT, infantry=(9,))
    (other,) = armed(position, "union", CLEAR, infantry=(2,))
    table = begun(position)
    assert table.refused("union", embark(boat, division)) == "5.2/2"
    table.give("union", unit(other))
    assert table.refused("union", embark(boat, division)) == "5.2/2"
    table.give("union", unit(division))
    went = table.one(PiecesEmbarked, table.give("union", embark(boat, division)))
    assert (went.spent, went.transport) == ({division: 2}, 10)  # 1 MP and 10 MP at a port
    assert (table.position.units[division].hex, table.position.units[division].ship) == ("", boat)
    table.give("union", sail(DOWN, boat))
    assert table.refused("union", land(PORT, division)) == "7.23/1"
    landed = table.one(PiecesLanded, table.give("union", land("A3222", division)))
    assert (landed.spent, landed.transport, landed.taken) == ({division: 4}, 20, ())  # clear: 2 MP and 20 MP
    assert table.position.units[division].hex == "A3222"
    assert not list(problems(table.position))


@pytest.mark.rule("7.2/1", "7.2/2", "7.2/4", "7.21/2")
def test_what_a_transport_holds() -> None:
    position = waters()
    (boat,) = afloat(position, "union", "river_transport", CAIRO)
    big, small = armed(position, "union", PORT, infantry=(10, 1))
    (garrison,) = armed(position, "union", PORT, garrison=(6,))
    table = begun(position)
    table.give("union", unit(big))
    table.give("union", embark(boat, big))
    table.give("union", unit(small))
    assert table.refused("union", embark(boat, small)) == "7.2/1"
    table.give("union", unit(garrison))
    assert table.refused("union", embark(boat, garrison, leaving={garrison: 6})) == "3.25/7"
    assert table.refused("union", embark(boat, garrison, leaving={garrison: 5})) == "7.2/1"


@pytest.mark.rule("7.2/4", "3.25/7")
def test_a_garrison_may_leave_a_part_behind() -> None:
    position = waters()
    (boat,) = afloat(position, "union", "river_transport", CAIRO)
    (garrison,) = armed(position, "union", PORT, garrison=(16,))
    table = begun(position)
    table.give("union", unit(garrison))
    table.give("union", embark(boat, garrison, leaving={garrison: 6}))
    aboard = {id: (each.strength, each.ship) for id, each in table.position.units.items()}
    assert aboard == {garrison: (10, boat), "union_garrison_2": (6, "")}
    assert not list(problems(table.position))


@pytest.mark.rule("7.27/1", "7.27/3", "6.13/1")
@pytest.mark.parametrize(
    ("kind", "option", "paid"),
    [("naval_transport", "no", 10), ("river_transport", "no", 20), ("river_transport", "yes", 10)],
)
def test_landing_at_an_enemy_port(kind: str, option: str, paid: int) -> None:
    position = waters(river_transport_port_cost=option)
    (ship,) = afloat(position, "union", kind, TOWN)  # type: ignore[arg-type]
    led(position, "union", "", "Grant")
    (division,) = armed(position, "union", "", infantry=(5,))
    position.units[division] = position.units[division].with_(ship=ship)
    position.leaders["Grant"] = position.leaders["Grant"].with_(ship=ship)
    table = begun(position)
    table.give("union", unit(division))
    landed = table.one(PiecesLanded, table.give("union", land(TOWN, division)))
    assert (landed.transport, landed.taken) == (paid, (TOWN,))


@pytest.mark.rule("7.22/3", "7.28/1", "7.28/2", "7.28/3", "6.59/1")
def test_a_voyage_with_a_sealed_order() -> None:
    position = waters()
    (boat,) = afloat(position, "union", "river_transport", CAIRO)
    (division,) = armed(position, "union", PORT, infantry=(9,))
    table = begun(position)
    order = {"type": "order_voyage", "ship": boat, "destination": DOWN[-1], "arrives": 2}
    assert table.refused("union", order) == "7.28/4"
    table.give("union", unit(division))
    table.give("union", embark(boat, division))
    assert table.refused("union", order | {"arrives": 1}) == "7.28/1"
    assert table.refused("union", order | {"destination": "C2833"}) == "7.13/1"
    table.give("union", order)
    for seat in ("confederate", None):
        hidden = see(table.position, seat).ships[boat].order
        assert hidden is not None
        assert (hidden.destination, hidden.arrives) == ("", 0)
    own = see(table.position, "union").ships[boat].order
    assert own is not None
    assert own.destination == DOWN[-1]
    table.give("union", sail(DOWN[:2], boat))
    document = to_document(table.position) | {"agenda": {"turn": 2}, "phase": None}
    later = _at(document)
    assert later.refused("union", land("A3220", division)) == "7.22/3"
    later.give("union", sail(DOWN[2:], boat))
    later.give("union", land("A3222", division))
    events = later.give("union", END)
    assert later.one(VoyageOver, events).kept
    assert later.position.ships[boat].order is None


def _at(document: dict[str, object]) -> Table:
    """The Union's movement phase in a position that is read from a document."""
    position: Position = from_document(document)
    return begun(position)


@pytest.mark.rule("7.28/3", "7.28/1")
@pytest.mark.parametrize("option", ["no", "yes"])
def test_an_order_that_is_not_kept(option: str) -> None:
    position = waters(eliminate_late_convoys=option)
    position.agenda = type(position.agenda)(turn=2)
    (boat,) = afloat(position, "union", "river_transport", DOWN[0])
    (division,) = armed(position, "union", "", infantry=(9,))
    position.units[division] = position.units[division].with_(ship=boat)
    ship = position.ships[boat]
    position.ships[boat] = ship.with_(order=VoyageOrder(DOWN[-1], 2))
    table = begun(position)
    table.give("union", sail((CAIRO,), boat))
    over = table.one(VoyageOver, table.give("union", END))
    assert not over.kept
    assert (division in table.position.units) == (option == "no")
    assert table.position.lost.get("union", 0) == (9 if option == "yes" else 0)


@pytest.mark.rule("7.25/1", "7.25/2", "7.25/3")
def test_supply_points_go_by_ship() -> None:
    position = waters()
    (boat,) = afloat(position, "union", "river_transport", CAIRO)
    position.loose = {PORT: 14}
    table = begun(position)
    load = {"type": "ship_supply", "source": f"loose.{PORT}", "target": boat, "points": 11}
    assert table.refused("union", load) == "7.25/1"
    table.give("union", load | {"points": 9})
    assert (table.position.ships[boat].load, table.position.loose) == (9, {PORT: 5})
    table.give("union", sail(DOWN[:2], boat))
    unload = {"type": "ship_supply", "source": boat, "target": "loose.A3220", "points": 9}
    table.give("union", unload)
    assert table.position.loose == {PORT: 5, "A3220": 9}
    assert (
        table.refused("union", load | {"source": "loose.A3220"}) == "7.21/2"
    )  # 10 + 2 + 20 of 40 MP are spent


@pytest.mark.rule("10.31/1", "10.31/2", "7.26/1")
def test_a_leader_goes_by_boat() -> None:
    position = waters()
    led(position, "union", PORT, "Grant")
    table = begun(position)
    table.give("union", command("Grant"))
    boat = {"type": "take_boat", "pieces": ("Grant",), "path": (CAIRO, *DOWN), "hex": "A3222"}
    assert table.refused("union", boat | {"hex": PORT}) == "7.23/1"
    table.give("union", boat)
    assert table.position.leaders["Grant"].hex == "A3222"
    assert table.position.phase is not None
    assert table.position.phase.trips["Grant"].spent == 2 * (1 + 2)


@pytest.mark.rule("10.31/2")
def test_enemy_warships_bar_a_leaders_boat() -> None:
    position = waters()
    led(position, "union", PORT, "Grant")
    afloat(position, "confederate", "river_flotilla", DOWN[3])
    table = begun(position)
    table.give("union", command("Grant"))
    boat = {"type": "take_boat", "pieces": ("Grant",), "path": (CAIRO, *DOWN), "hex": "A3222"}
    assert table.refused("union", boat) == "10.31/2"


@pytest.mark.rule("7.54/1", "7.54/2")
def test_around_galveston_bay() -> None:
    position = waters()
    position.chits = {"union": 2, "confederate": 5}
    (division,) = armed(position, "confederate", "B0132", infantry=(4,))
    table = begun(position, "confederate")
    table.give("confederate", unit(division))
    table.give("confederate", {"type": "round_bay", "pieces": (division,)})
    assert table.position.units[division].hex == ""
    assert not list(problems(table.position))
    document = to_document(table.position) | {"agenda": {"turn": 2}, "phase": None}
    document.pop("step", None)
    later = opened(from_document(document), "spans", "confederate")
    later.give("confederate", {"type": "declare_spans"})
    assert later.position.units[division].hex == "B0129"
    assert later.position.around == {}


@pytest.mark.rule("7.31/1", "7.3/4")
def test_a_transport_that_ferried_stays_where_it_is() -> None:
    position = waters()
    (boat, other) = afloat(position, "union", "naval_transport", "C3117-C3118", "C3118")
    led(position, "union", "C3118", "Grant")
    (division,) = armed(position, "union", "C3118", infantry=(4,))
    table = begun(position)
    table.give("union", unit(division))
    table.give(
        "union",
        {"type": "move_pieces", "pieces": (division,), "path": ("C3117",), "extension": 1},
    )
    assert table.position.phase is not None
    if table.position.phase.ferried:
        assert table.refused("union", sail(("C3118",), boat)) == "7.31/1"
    table.give("union", sail(("C3218",), other))


def assault(hex: str, leader: str, *units: str) -> dict[str, object]:
    return {"type": "assault_shore", "hex": hex, "leader": leader, "units": units}


def _before_the_beach(defender: int, **options: str) -> tuple[Table, str]:
    """Grant with 10 SP aboard a ship before a beach with so many Confederate SP on it."""
    position = waters(**options)
    (ship,) = afloat(position, "union", "naval_transport", BEACH)
    (division,) = armed(position, "union", "", infantry=(10,))
    led(position, "union", "", "Grant")
    position.units[division] = position.units[division].with_(ship=ship)
    position.leaders["Grant"] = position.leaders["Grant"].with_(ship=ship)
    position.spans = {"Grant": (division,)}
    armed(position, "confederate", BEACH, infantry=(defender,))
    return begun(position), division


@pytest.mark.rule("7.24/1", "7.24/2", "7.24/4", "7.24/5", "7.24/7", "7.24/8")
def test_an_assault_that_clears_the_beach_lands() -> None:
    table, division = _before_the_beach(1)
    assert table.refused("union", assault(TOWN, "Grant", division)) == "7.24/1"
    events = table.give("union", assault(BEACH, "Grant", division), [1])
    assert table.one(DefenceSet, events).attack == 5  # 10 SP from the water are 5
    events = table.give("union", chit(1), [3, 1])  # a total of 1: his die for supply is 3, of battle 1
    if table.asked == [("confederate", "retreat")]:
        events = table.give("confederate", retreat())
    assert table.one(LandingSettled, events).clear
    assert table.asked == [("union", "advance")]
    table.give("union", {"type": "advance", "pieces": (division, "Grant")})
    assert (table.position.units[division].hex, table.position.units[division].ship) == (BEACH, "")
    assert table.position.leaders["Grant"].hex == BEACH
    assert table.position.owners[BEACH] == "union"
    assert not list(problems(table.position))


@pytest.mark.rule("7.24/2", "7.24/4")
def test_a_leader_who_fails_to_land_does_not_try_again() -> None:
    table, division = _before_the_beach(2)
    table.give("union", assault(BEACH, "Grant", division), [6])
    assert table.refused("union", assault(BEACH, "Grant", division)) == "7.24/4"
    assert table.position.battle is None


@pytest.mark.rule("7.24/3")
def test_only_ships_that_were_there_assault() -> None:
    table, division = _before_the_beach(2)
    (ship,) = table.position.ships
    table.give("union", command("Grant"))
    table.give("union", sail(("C3119", "C3118"), ship))
    assert table.refused("union", assault(BEACH, "Grant", division)) == "7.24/3"


@pytest.mark.rule("7.24/9", "7.24/12", "7.24/10", "8.15/3")
def test_losses_are_threefold_where_the_defender_stays() -> None:
    table, division = _before_the_beach(9)
    table.give("union", assault(BEACH, "Grant", division), [1])
    events = table.give("union", chit(2), [6, 3])
    settled = table.one(LandingSettled, events)
    fought = next(event for event in events if type(event).__name__ == "BattleFought")
    assert not settled.clear
    assert settled.loss == 3 * fought.losses["union"] > 0
    assert table.position.units[division].strength == 10 - settled.loss
    assert table.position.units[division].ship
    assert any(
        isinstance(event, CombatSupplied) and event.side == "union" and event.die == 0 for event in events
    )
    assert table.asked == [("union", "movement")]
    (ship,) = table.position.ships
    assert table.refused("union", sail(("C3119",), ship)) == "7.24/10"
