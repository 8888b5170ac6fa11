"""Readings that a game may choose, each played both ways."""

import pytest

from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters
from ironclad.domain.games.war_between_the_states.rules.c07_water_movement.channels import links_now
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    CombatSupplied,
    DefenceSet,
)
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.events import FortPassed
from ironclad.domain.kernel.turn.agenda import Agenda
from tests.games.war_between_the_states.battlefield import (
    TARGET,
    attack,
    chit,
    field,
    roll,
)
from tests.games.war_between_the_states.campaign import turn_of
from tests.games.war_between_the_states.shore import afloat, begun, run_past, waters
from tests.games.war_between_the_states.table import Table, armed, led
from tests.games.war_between_the_states.test_landings import BEACH, assault

BOTH = ("no", "yes")


@pytest.mark.rule("4.0/3")
@pytest.mark.parametrize(("option", "winter"), [("no", [True, True, False]), ("yes", [True, False, False])])
def test_when_winter_ends(option: str, winter: list[bool]) -> None:
    """Winter is cycles 12, 13 and 1 to 4; by the other reading it ends with cycle 2."""
    position = Position("campaign_1861", {"winter_ends_with_cycle_2": option}).copy()
    found = []
    for cycle in (2, 4, 5):
        position.agenda = Agenda(turn=turn_of(cycle, 62))
        found.append(position.winter)
    assert found == winter


@pytest.mark.rule("7.61/1", "7.62/1", "7.63/1", "7.6/1")
@pytest.mark.parametrize("option", BOTH)
@pytest.mark.parametrize("river", ["white", "arkansas", "ouachita"])
def test_a_river_is_open_in_a_game_that_chose_it_alone(river: str, option: str) -> None:
    """Each variant by itself; in cycle 3 all of its water is open."""
    plain, chosen = (
        Position("campaign_1861", {f"{river}_river_variant": each}).copy() for each in ("no", option)
    )
    for position in (plain, chosen):
        position.agenda = Agenda(turn=turn_of(3, 62))
    more = links_now(chosen).keys() - links_now(plain).keys()
    assert bool(more) == (option == "yes")


@pytest.mark.rule("7.64/1")
@pytest.mark.parametrize("option", BOTH)
def test_the_falls_of_alexandria(option: str) -> None:
    """By the text ships pass them at high water, by the other reading never."""
    passed = set()
    for cycle in range(1, 14):
        position = Position("campaign_1861", {"red_river_always_closed": option}).copy()
        position.agenda = Agenda(turn=turn_of(cycle, 63))
        dry = Position("campaign_1861", {"red_river_always_closed": "yes"}).copy()
        dry.agenda = position.agenda
        if links_now(position) != links_now(dry):
            passed.add(cycle)
    assert bool(passed) == (option == "no")


@pytest.mark.rule("11.22/5")
@pytest.mark.parametrize(("option", "rolls"), [("no", 1), ("yes", 2)])
def test_a_transit_of_two_ships(option: str, rolls: int) -> None:
    position = waters(transit_roll_per_unit=option)
    under, beyond = "A3219-A3220", "A3120-A3220"
    ships = afloat(position, "union", "river_flotilla", under, under)
    position.works["A3220"] = Work("confederate", "fort", under)
    (inside,) = armed(position, "confederate", "A3220", garrison=(4,))
    position.units[inside] = position.units[inside].with_(inside=True)
    table = begun(position)
    events = table.give("union", run_past(beyond, *ships), [1] * rolls)
    assert len([each for each in events if isinstance(each, FortPassed)]) == rolls


def before_the_beach(initiative: int, **options: str) -> Table:
    position = waters(**options)
    (ship,) = afloat(position, "union", "naval_transport", BEACH)
    (division,) = armed(position, "union", "", infantry=(10,))
    led(position, "union", "", "Grant")
    position.units[division] = position.units[division].with_(ship=ship)
    position.leaders["Grant"] = position.leaders["Grant"].with_(ship=ship)
    position.spans = {"Grant": (division,)}
    armed(position, "confederate", BEACH, infantry=(3,))
    position.loose = {BEACH: 9}
    position.owners = {BEACH: "confederate"}
    table = begun(position)
    table.give("union", assault(BEACH, "Grant", division), [initiative])
    return table


@pytest.mark.rule("7.24/6")
@pytest.mark.parametrize("option", BOTH)
def test_the_chit_of_an_assault_from_the_water(option: str) -> None:
    """Grant's own cap holds by the text; by the option that of an attack from march, 1."""
    table = before_the_beach(1, amphibious_intensity_cap_1=option)
    if option == "yes":
        assert table.refused("union", chit(2)) == "8.0/9"
    else:
        with pytest.raises(AssertionError, match="legal"):
            table.refused("union", chit(2))


@pytest.mark.rule("7.24/7")
@pytest.mark.parametrize("option", BOTH)
def test_the_defenders_supply_in_an_assault_from_the_water(option: str) -> None:
    table = before_the_beach(1, amphibious_no_supply_both=option)
    dice = [3] if option == "yes" else [1, 3]
    events = table.give("union", chit(1), dice)
    rolled = {each.side for each in events if isinstance(each, CombatSupplied) and each.die}
    assert rolled == (set() if option == "yes" else {"confederate"})


@pytest.mark.rule("11.3/6")
@pytest.mark.parametrize(("option", "defence"), [("no", 8), ("yes", 18)])
def test_ships_beside_a_fort_that_is_stormed(option: str, defence: int) -> None:
    """4 SP in a fort count 8; a river flotilla of 10 SP supports them by the option alone."""
    position = waters(ships_support_storm_defence=option)
    fort, water = "A3220", "A3219-A3220"
    position.works[fort] = Work("confederate", "fort", water)
    (inside,) = armed(position, "confederate", fort, garrison=(4,))
    position.units[inside] = position.units[inside].with_(inside=True)
    afloat(position, "confederate", "river_flotilla", water)
    led(position, "union", fort, "Grant", "corps", (10,))
    table = begun(position)
    table.give("union", {"type": "end_movement"})
    table.pass_by("naval", "spans")
    table.give("union", roll("Grant"), [1])
    events = table.give("union", attack(fort, "Grant", "union_corps_1"))
    if table.asked[0] == ("confederate", "defence"):
        ship = next(iter(table.position.ships))
        events = table.give("confederate", {"type": "defend", "ships": (ship,)})
    assert table.one(DefenceSet, events).defence == defence


@pytest.mark.rule("16.11/2", "R.1/13")
@pytest.mark.parametrize("seat", ["union", "confederate"])
def test_rosters_are_open_to_both(seat: str) -> None:
    position = field()
    corps = led(position, "confederate", TARGET, "Longstreet", "corps", (10, 9))
    seen = see(position, seat)
    assert seen.units == position.units
    assert rosters(seen) == {corps: ("confederate_infantry_1", "confederate_infantry_2")}
