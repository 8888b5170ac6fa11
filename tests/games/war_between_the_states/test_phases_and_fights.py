"""What may be done in which phase, and battles one after another."""

import pytest

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.events import ChitsDrawn
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.pool import pool_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import PiecesMoved
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    AttackTried,
    BattleFought,
    CombatSupplied,
    DefenceSet,
)
from tests.games.war_between_the_states.battlefield import (
    END,
    SOUTH,
    TARGET,
    WEST,
    attack,
    chit,
    field,
    fighting,
    marching,
    retreat,
    roll,
)
from tests.games.war_between_the_states.table import armed, led

NORTH = "C2204"


def move(*path: str, pieces: tuple[str, ...]) -> dict[str, object]:
    return {"type": "move_pieces", "pieces": pieces, "path": path}


def two_corps() -> Position:
    """Two corps, one to the south and one to the west, before a hex with a division."""
    position = field()
    led(position, "union", SOUTH, "Reynolds", "corps", (10, 8))
    led(position, "union", WEST, "Hancock", "corps", (10, 8))
    armed(position, "confederate", TARGET, infantry=(4,))
    position.loose = {SOUTH: 30, WEST: 30}
    position.owners = {SOUTH: "union", WEST: "union"}
    return position


@pytest.mark.rule("8.3/3", "8.3/6", "8.13/1", "3.23/6", "4.1/3")
def test_only_leaders_with_initiative_attack_and_only_in_their_turn() -> None:
    position = two_corps()
    (loose,) = armed(position, "union", SOUTH, infantry=(3,))
    table = marching(position)
    table.give("union", {"type": "command_leader", "leader": "Reynolds"})
    table.give("union", END)
    assert table.asked == [("union", "spans")]  # ships first, of which there are none; then spans again
    table.give("union", {"type": "declare_spans"})
    assert table.refused("union", attack(TARGET, "Reynolds", "union_corps_1")) == "8.3/1"
    assert table.refused("union", attack(TARGET, "", loose)) == "8.21/1"
    assert table.refused("confederate", roll("Reynolds")) == "8.0/1"


@pytest.mark.rule("3.25/6", "16.16/3")
def test_between_battles_nothing_is_split_or_switched() -> None:
    position = two_corps()
    (division,) = armed(position, "union", SOUTH, infantry=(5,))
    table = fighting(position)
    split = {"type": "split_unit", "unit": division, "strength": 1}
    switch = {"type": "set_roster", "unit": division, "headquarters": "union_corps_1"}
    assert table.refused("union", split) == "8.0/1"
    assert table.refused("union", switch) == "8.0/1"
    table.give("union", roll("Reynolds"), [1])
    table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    assert table.asked == [("union", "chit")]
    assert table.refused("union", split) == table.refused("union", switch) == "8.0/6"


@pytest.mark.rule("8.23/1", "8.23/2", "8.22/1", "R.1/7")
def test_a_hex_and_those_who_left_it_are_attacked_again() -> None:
    """A division that was driven off is put back, and driven off by another corps in the same phase."""
    table = fighting(two_corps())
    for name in ("Reynolds", "Hancock"):
        table.give("union", roll(name), [1])
    for number, name in ((1, "Reynolds"), (2, "Hancock")):
        corps = f"union_corps_{number}"
        table.give("union", attack(TARGET, name, corps))
        events = table.give("union", chit(1), [1, 1, 1 if number == 1 else 6])
        fought = table.one(BattleFought, events)
        assert fought.retreats == "confederate"
        table.pass_by("losses")
        table.give("confederate", retreat(NORTH))
        table.pass_by("advance")
        if number == 1:
            assert table.refused("union", attack(TARGET, "Reynolds", "union_corps_1"))
            units = table.position.units
            units["confederate_infantry_1"] = units["confederate_infantry_1"].with_(hex=TARGET)


@pytest.mark.rule("10.15/1", "10.15/2", "10.15/3", "10.13/5")
def test_corps_commanders_after_an_army_commander_who_failed() -> None:
    position = field()
    led(position, "union", SOUTH, "McClellan", "army", (5,))
    led(position, "union", SOUTH, "Reynolds", "corps", (5,))
    led(position, "union", SOUTH, "Hancock", "corps", (5,))
    position.spans = {"McClellan": ("Reynolds", "Hancock")}
    armed(position, "confederate", TARGET, infantry=(4,))
    table = fighting(position)
    assert table.one(AttackTried, table.give("union", roll("McClellan"), [6])).active == ()
    for name in ("Reynolds", "Hancock"):
        assert table.one(AttackTried, table.give("union", roll(name), [1])).active == (name,)
    both = attack(TARGET, "Reynolds", "union_corps_1", "union_corps_2")
    assert table.refused("union", both) == "8.21/1"
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    events = table.give("union", roll("McClellan"), [1])
    assert set(table.one(AttackTried, events).active) == {"McClellan", "Reynolds", "Hancock"}


@pytest.mark.rule("12.21/1", "12.21/4", "12.0/2")
@pytest.mark.parametrize(("store", "fed"), [("", False), (WEST, True)])
def test_combat_supply_is_on_the_map(store: str, fed: bool) -> None:
    """General supply feeds no battle. From an adjacent hex it comes through an enemy zone of control."""
    position = field()
    led(position, "union", SOUTH, "Reynolds", "corps", (10, 10, 10))
    armed(position, "confederate", TARGET, infantry=(4,))
    position.supply = {"union": 99, "confederate": 99}
    position.owners = {WEST: "union", SOUTH: "union"}
    if store:
        position.loose = {store: 30}
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    events = table.give("union", chit(3), [6, 1, 6])
    supplied = [each for each in events if isinstance(each, CombatSupplied) and each.side == "union"]
    assert len(supplied) == 1
    assert ("union" not in (table.position.battle.unfed if table.position.battle else ())) == fed
    assert table.position.supply["union"] == 99


@pytest.mark.rule("6.23/1", "6.21/2", "14.13/2", "14.15/1", "9.0/1")
def test_who_is_stopped_by_a_zone_may_still_attack_from_march() -> None:
    """A friend in the hex does not lift the zone for movement; no initiative is rolled from march."""
    position = field()
    led(position, "union", "C2207", "Reynolds", "corps", (10, 10))
    armed(position, "union", SOUTH, infantry=(3,))
    armed(position, "confederate", TARGET, infantry=(4,))
    table = marching(position)
    table.give("union", {"type": "command_leader", "leader": "Reynolds"})
    force = ("Reynolds", "union_corps_1")
    events = table.give("union", move(SOUTH, pieces=force))
    assert "union_infantry_1" in table.one(PiecesMoved, events).stopped
    assert table.refused("union", move(WEST, pieces=force)) == "6.21/1"
    events = table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    assert table.one(DefenceSet, events).attack == 10  # 20 SP from march are half


@pytest.mark.rule("14.14/1")
def test_nobody_attacks_from_march_without_a_leader() -> None:
    position = field()
    (division,) = armed(position, "union", SOUTH, infantry=(9,))
    armed(position, "confederate", TARGET, infantry=(1,))
    table = marching(position)
    table.give("union", {"type": "command_unit", "unit": division})
    assert table.refused("union", attack(TARGET, "", division)) in ("14.14/1", "8.21/1", "14.15/1")


@pytest.mark.rule("5.28/2", "6.43/2")
def test_a_force_is_finished_as_the_next_leader_is_tried() -> None:
    position = field()
    led(position, "union", SOUTH, "Reynolds", "corps", (5,))
    led(position, "union", WEST, "Hancock", "corps", (5,))
    table = marching(position)
    table.give("union", {"type": "try_leader", "leader": "Reynolds"}, [1])
    table.give("union", move(TARGET, pieces=("Reynolds", "union_corps_1")))
    table.give("union", {"type": "try_leader", "leader": "Hancock"}, [1])
    assert table.refused("union", move(SOUTH, pieces=("Reynolds", "union_corps_1"))) == "5.2/2"


@pytest.mark.rule("3.23/5", "9.2/2", "6.21/3")
def test_a_garrisoned_fort_keeps_its_hex() -> None:
    position = field()
    position.works[TARGET] = Work("confederate", "fort")
    (inside,) = armed(position, "confederate", TARGET, garrison=(3,))
    position.units[inside] = position.units[inside].with_(inside=True)
    (division,) = armed(position, "union", SOUTH, infantry=(9,))
    table = marching(position)
    before = owner(table.position, TARGET)
    table.give("union", {"type": "command_unit", "unit": division})
    events = table.give("union", move(TARGET, pieces=(division,)))
    assert table.one(PiecesMoved, events).taken == ()
    assert owner(table.position, TARGET) == before


@pytest.mark.rule("5.12/1", "5.11/1")
def test_both_chits_go_back_into_the_cup() -> None:
    position = field()
    table = marching(position)
    table.give("union", END)
    table.pass_by("destruction")
    table.give("confederate", {"type": "declare_spans"})
    events = table.give("confederate", END, [1, 1])
    assert table.one(ChitsDrawn, events).pool == pool_of(Cycle(61, 8)).chits
    assert sum(table.position.chits.values()) == sum(sorted(pool_of(Cycle(61, 8)).chits)[:2])


@pytest.mark.rule("9.32/3", "13.32/3")
def test_nobody_retreats_into_an_enemy_garrison() -> None:
    position = two_corps()
    position.works[NORTH] = Work("union", "fort")
    (inside,) = armed(position, "union", NORTH, garrison=(3,))
    position.units[inside] = position.units[inside].with_(inside=True)
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    table.give("union", chit(1), [1, 1, 6])
    assert table.asked == [("confederate", "retreat")]
    assert table.refused("confederate", retreat(NORTH)) in ("R.1/2", "9.32/3")
