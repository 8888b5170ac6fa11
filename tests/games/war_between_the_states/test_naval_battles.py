"""Battles of ships, attacks of ships on forts, and what goes down with a ship."""

import pytest

from ironclad.domain.games.war_between_the_states.position.document import problems
from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.events import (
    FortAttacked,
    FortPassed,
    NavalBattleFought,
    ShipsSunk,
)
from tests.games.war_between_the_states.shore import END, afloat, begun, sail, waters
from tests.games.war_between_the_states.table import armed, led

HERE, NEXT, BEYOND = "A3219-A3320", "A3219-A3220", "A3120-A3220"


@pytest.mark.rule("11.11/3", "11.11/4", "11.12/1", "11.12/2", "11.12/3", "11.12/4")
def test_warships_that_meet_must_fight() -> None:
    position = waters()
    ours = afloat(position, "union", "river_flotilla", HERE, HERE, HERE)
    (theirs,) = afloat(position, "confederate", "river_flotilla", NEXT)
    (boat,) = afloat(position, "confederate", "river_transport", NEXT)
    (aboard,) = armed(position, "confederate", "", infantry=(4,))
    position.units[aboard] = position.units[aboard].with_(ship=boat)
    led(position, "confederate", "", "Polk")
    position.leaders["Polk"] = position.leaders["Polk"].with_(ship=boat)
    table = begun(position)
    table.give("union", sail((NEXT,), *ours))
    events = table.give("union", END, [2])  # 30 to 10 is 3:1, and a 2 is DX: half of one warship is one
    fought = table.one(NavalBattleFought, events)
    assert (fought.ratio, fought.result) == ("3:1", "DX")
    assert fought.losses == {"union": 0, "confederate": 1}
    sunk = table.one(ShipsSunk, events)
    assert set(sunk.ships) == {theirs, boat}
    assert (sunk.units, sunk.captured, sunk.strength) == ((aboard,), ("Polk",), 4)
    assert table.position.leaders["Polk"].prisoner
    assert table.position.lost == {"confederate": 4}
    assert table.position.warships_lost["confederate"] == 1
    assert not list(problems(table.position))


@pytest.mark.rule("11.11/5", "11.11/7", "11.12/2", "11.12/3")
def test_the_owner_says_which_ships_he_loses() -> None:
    position = waters()
    (big,) = afloat(position, "union", "ironclad", HERE)
    small = afloat(position, "union", "river_flotilla", HERE, HERE)
    afloat(position, "confederate", "river_flotilla", NEXT)
    table = begun(position)
    table.give("union", sail((NEXT,), big, *small))
    events = table.give("union", END, [1])  # 40 to 10 is 4:1, and a 1 is DX
    assert table.one(NavalBattleFought, events).result == "DX"
    assert table.asked[0] != ("union", "lose_ships")


@pytest.mark.rule("11.12/2", "11.12/3", "11.12/4")
def test_exchange_takes_a_ship_for_each_of_the_enemys() -> None:
    position = waters()
    (big,) = afloat(position, "union", "ironclad", HERE)
    small = afloat(position, "union", "river_flotilla", HERE)
    (boat,) = afloat(position, "union", "river_transport", HERE)
    afloat(position, "confederate", "river_flotilla", NEXT)
    table = begun(position)
    table.give("union", sail((NEXT,), big, *small))
    events = table.give("union", END, [1])  # 30 to 10 is 3:1, and a 1 is EX: one for one
    fought = table.one(NavalBattleFought, events)
    assert (fought.result, fought.losses) == ("EX", {"confederate": 1, "union": 1})
    assert table.asked == [("union", "lose_ships")]
    lose = {"type": "lose_ships", "ships": (big,)}
    assert table.refused("union", lose | {"ships": (boat,)}) == "11.12/4"
    assert table.refused("union", lose | {"ships": ()}) == "11.12/3"
    table.give("union", lose)
    assert set(table.position.ships) == {*small, boat}


@pytest.mark.rule("11.11/2", "11.11/6", "11.13/1")
def test_transports_alone_are_attacked_as_one_likes() -> None:
    position = waters()
    ours = afloat(position, "union", "river_flotilla", HERE)
    (boat,) = afloat(position, "confederate", "river_transport", NEXT)
    table = begun(position)
    table.give("union", sail((NEXT,), *ours))
    table.give("union", END)
    assert table.asked == [("union", "naval")]
    assert table.refused("union", {"type": "attack_transports", "at": HERE}) == "11.11/6"
    events = table.give("union", {"type": "attack_transports", "at": NEXT})
    assert table.one(ShipsSunk, events).ships == (boat,)
    assert table.one(NavalBattleFought, events).die == 0


def _under_guns(garrison: int, grade: str = "fort") -> tuple[object, list[str]]:
    position = waters()
    ships = afloat(position, "union", "river_flotilla", NEXT, NEXT)
    position.works["A3220"] = Work("confederate", grade, NEXT)  # type: ignore[arg-type]
    (inside,) = armed(position, "confederate", "A3220", garrison=(garrison,))
    position.units[inside] = position.units[inside].with_(inside=True)
    return position, ships


@pytest.mark.rule("11.23/1", "11.23/2", "11.23/3", "11.23/4", "11.23/6", "11.23/7", "11.23/8", "11.23/9")
def test_ships_attack_a_fort_on_the_first_table() -> None:
    position, ships = _under_guns(4)
    table = begun(position)  # type: ignore[arg-type]
    attack = {"type": "attack_fort", "ships": ships, "hex": "A3220", "away": HERE}
    assert table.refused("union", attack | {"hex": "A3219"}) == "11.23/9"
    assert table.refused("union", attack | {"away": ""}) == "11.23/5"
    events = table.give("union", attack, [4])
    fought = table.one(FortAttacked, events)
    assert (fought.attack, fought.defence, fought.ratio) == (20, 8, 250)  # 4 SP in a fort are 8
    assert fought.losses["confederate"] == (4 * fought.percents["confederate"] * 2 + 100) // 200
    assert table.position.works["A3220"].grade == "fort"
    if all(ship in table.position.ships for ship in ships):
        assert table.refused("union", attack) == "11.23/7"


@pytest.mark.rule("11.23/3", "11.23/5", "11.24/2")
def test_ships_that_are_told_to_retreat_must_pass_or_are_lost() -> None:
    position, ships = _under_guns(40, "fortress")
    table = begun(position)  # type: ignore[arg-type]
    attack = {"type": "attack_fort", "ships": ships, "hex": "A3220", "away": HERE}
    events = table.give(
        "union", attack, [1, 5]
    )  # 20 to 90 and a 1: 10 percent of 20 SP is a ship, and retreat
    fought = table.one(FortAttacked, events)
    assert fought.retreats
    assert (fought.defence, fought.losses["union"]) == (120, 2)
    passed = table.one(FortPassed, events)
    assert (passed.read, passed.passes) == (6, False)  # a garrison of 5 or more adds 1: sunk
    assert not table.position.ships


@pytest.mark.rule("11.13/2", "11.3/1")
def test_ships_that_fought_may_support_in_the_same_phase() -> None:
    position = waters()
    ours = afloat(position, "union", "river_flotilla", HERE, HERE)
    afloat(position, "confederate", "river_transport", NEXT)
    table = begun(position)
    table.give("union", sail((NEXT,), *ours))
    table.give("union", END)
    table.give("union", {"type": "attack_transports", "at": NEXT})
    assert set(table.position.ships) == set(ours)
