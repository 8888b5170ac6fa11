"""After the die: retreat, advance, stores that fall; attacks from march and storms (R.1, 14, 13.32)."""

import pytest

from ironclad.domain.games.war_between_the_states.position.pieces import Depot, Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    BattleFought,
    DefenceSet,
    PiecesAdvanced,
    PiecesRetreated,
    StoresFell,
)
from tests.games.war_between_the_states.battlefield import (
    END,
    SOUTH,
    TARGET,
    WEST,
    advance,
    attack,
    chit,
    field,
    fighting,
    marching,
    retreat,
    roll,
)
from tests.games.war_between_the_states.table import Table, armed, led


def overwhelmed(target: str = TARGET, defenders: tuple[int, ...] = (10,), **options: str) -> Position:
    """Reynolds with 30 SP before one corps of Longstreet's."""
    position = field(**options)
    led(position, "union", SOUTH, "Reynolds", "corps", (10, 10, 10))
    led(position, "confederate", target, "Longstreet", "corps", defenders)
    position.owners = {SOUTH: "union", target: "confederate"}
    position.loose = {SOUTH: 9, target: 9}
    return position


def beaten(position: Position, target: str = TARGET) -> Table:
    """The Confederate has to retreat: chits 2 and 2, the die 6 in the last column, 5/30*."""
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    table.give("union", attack(target, "Reynolds", "union_corps_1"))
    if table.asked == [("confederate", "defence")]:
        table.give("confederate", {"type": "defend"})
    table.give("union", chit(2))
    table.give("confederate", chit(2), [1, 1, 6])
    if table.asked[0] == ("union", "losses"):
        table.give("union", {"type": "take_losses", "taken": {"union_infantry_1": 1, "union_infantry_2": 1}})
    return table


@pytest.mark.rule("R.1/1", "R.1/5", "R.1/8", "R.1/9", "R.1/10", "R.1/11", "8.43/3", "9.32/2", "8.17/2")
def test_the_beaten_retreat_a_hex_and_the_victor_advances() -> None:
    table = beaten(overwhelmed())
    assert table.asked == [("confederate", "retreat")]
    assert table.refused("confederate", retreat(SOUTH)) == "R.1/2"
    assert table.refused("confederate", retreat(stand=True)) == "8.43/4"
    gone = table.one(PiecesRetreated, table.give("confederate", retreat("C2305")))
    assert set(gone.to.values()) == {"C2305"}
    assert set(gone.to) == {"Longstreet", "confederate_corps_1", "confederate_infantry_1"}
    assert table.asked == [("union", "advance")]
    assert table.refused("union", advance("Reynolds")) == "R.1/8"
    assert table.refused("union", advance("union_infantry_1")) == "R.1/9"
    came = table.one(PiecesAdvanced, table.give("union", advance("union_corps_1", "Reynolds")))
    assert came.taken == (TARGET,)
    assert table.position.units["union_infantry_2"].hex == TARGET
    assert table.asked == [("union", "combat")]


@pytest.mark.rule("8.19/1", "8.19/3", "17.55/6", "17.55/7", "8.18/9")
def test_a_depot_falls_with_its_defenders_and_the_captor_burns_it() -> None:
    for burn in (False, True):
        position = overwhelmed()
        position.depots = {f"confederate.{TARGET}": Depot("confederate", TARGET, 12)}
        table = beaten(position)
        fell = table.one(StoresFell, table.give("confederate", retreat("C2305")))
        assert (fell.depot, fell.points) == (True, 12)
        assert table.position.loose[TARGET] == 9 + 12
        table.give("union", advance("union_corps_1", burn=burn))
        assert table.position.loose[TARGET] == (9 if burn else 21)


@pytest.mark.rule("8.43/1", "8.43/2", "8.4/1", "14.2/3")
def test_defenders_in_rough_ground_may_stand_or_go() -> None:
    for stand in (True, False):
        table = beaten(overwhelmed(WEST), WEST)
        assert table.asked == [("confederate", "retreat")]
        table.give("confederate", retreat(stand=True) if stand else retreat())
        assert table.asked == [("union", "combat" if stand else "advance")]


@pytest.mark.rule("13.12/2", "13.11/2", "13.21/1")
def test_the_beaten_may_go_into_their_fort_as_far_as_it_has_room() -> None:
    position = overwhelmed()
    position.works = {TARGET: Work("confederate", "fort")}
    armed(position, "confederate", TARGET, infantry=(9,))
    table = beaten(position)
    into = {"confederate_corps_1": TARGET, "confederate_infantry_2": TARGET}
    assert table.refused("confederate", retreat("C2305", **into)) == "13.21/1"
    table.give("confederate", retreat("C2305", confederate_corps_1=TARGET, Longstreet=TARGET))
    assert table.position.units["confederate_infantry_1"].inside
    assert table.position.units["confederate_infantry_2"].hex == "C2305"


def surrounded(**options: str) -> Position:
    position = overwhelmed(**options)
    for hex in ("C2204", "C2305", "C2306", "C2106", "C2105"):
        armed(position, "union", hex, infantry=(1,))
    return position


@pytest.mark.rule("R.1/6", "10.33/2", "10.33/5")
def test_who_cannot_retreat_is_lost_and_the_leader_falls_to_the_victor() -> None:
    table = beaten(surrounded())
    gone = table.one(PiecesRetreated, table.give("confederate", retreat()))
    assert gone.trapped == {"confederate_infantry_1": 7}
    assert table.position.lost["confederate"] == 10
    assert table.position.leaders["Longstreet"].hex == TARGET
    table.give("union", advance("union_corps_1"))
    assert table.position.leaders["Longstreet"].prisoner
    assert table.position.captured == {"confederate": 1}


@pytest.mark.rule("R.1/6")
def test_by_the_option_the_trapped_lose_half_and_stay() -> None:
    table = beaten(surrounded(trapped_units_lose_half="yes"))
    table.give("confederate", retreat())
    unit = table.position.units["confederate_infantry_1"]
    assert (unit.hex, unit.strength) == (TARGET, 3)
    assert table.asked == [("union", "combat")]


@pytest.mark.rule("10.34/1", "10.34/2", "10.34/3", "8.18/1")
def test_leaders_left_alone_may_retreat_before_the_advance() -> None:
    for stands in (True, False):
        position = overwhelmed(defenders=(2,))
        del position.loose[TARGET]
        table = fighting(position)
        table.give("union", roll("Reynolds"), [1])
        table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
        table.give("union", chit(2))
        table.give("confederate", chit(2), [1, 2, 6])
        lost = {"union_infantry_1": 1, "union_infantry_2": 1}
        table.give("union", {"type": "take_losses", "taken": lost})
        assert "confederate_infantry_1" not in table.position.units
        assert table.asked == [("confederate", "retreat")]
        table.give("confederate", retreat(stand=True) if stands else retreat("C2305"))
        table.give("union", advance("union_corps_1"))
        assert table.position.leaders["Longstreet"].prisoner == stands
        assert ("confederate_corps_1" in table.position.headquarters) != stands


@pytest.mark.rule("15.22/1", "15.22/2", "15.22/3", "15.22/5")
def test_cavalry_retreats_before_infantry_comes() -> None:
    position = overwhelmed(defenders=())
    (horse,) = armed(position, "confederate", TARGET, cavalry=(4,))
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    assert table.asked == [("confederate", "defence")]
    alone = {"type": "defend", "withdraws": {"Longstreet": "C2305"}}
    assert table.refused("confederate", alone) == "15.22/1"
    all_go = {horse: "C2305", "Longstreet": "C2305", "confederate_corps_1": "C2305"}
    events = table.give("confederate", {"type": "defend", "withdraws": all_go})
    assert table.one(DefenceSet, events).units == ()
    assert table.asked == [("union", "advance")]
    table.give("union", advance())
    assert table.refused("union", attack(TARGET, "Reynolds", "union_corps_1")) == "8.12/1"
    rider = overwhelmed(defenders=())
    armed(rider, "confederate", TARGET, cavalry=(4,))
    (own,) = armed(rider, "union", SOUTH, cavalry=(2,))
    led(rider, "union", SOUTH, "Sheridan")
    rider.spans = {"Sheridan": (own,)}
    table = fighting(rider)
    table.give("union", roll("Sheridan"), [1])
    table.give("union", attack(TARGET, "Sheridan", own))
    assert table.asked == [("union", "chit")]


@pytest.mark.rule("14.0/1", "14.0/2", "14.0/3", "14.0/4", "14.11/1", "14.13/1", "14.15/2", "14.2/2", "8.12/2")
def test_an_attack_from_march() -> None:
    position = overwhelmed()
    (beside,) = armed(position, "union", WEST, infantry=(5,))
    position.spans = {"Reynolds": (beside,)}
    table = marching(position)
    assert table.refused("union", attack(TARGET, "Reynolds", "union_corps_1")) == "14.15/2"
    table.give("union", {"type": "command_leader", "leader": "Reynolds"})
    assert table.refused("union", attack(TARGET, "Reynolds", beside)) == "14.0/2"
    events = table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    assert table.one(DefenceSet, events).attack == 15
    assert table.refused("union", chit(2)) == "8.0/9"
    table.give("union", chit(1))
    events = table.give("confederate", chit(1), [6])
    fought = table.one(BattleFought, events)
    assert (fought.reading.ratio, fought.reading.total) == (150, 2)
    assert fought.retreats == "confederate"
    assert fought.losses["union"] == 2
    table.give("union", {"type": "take_losses", "taken": {"union_infantry_1": 1, "union_infantry_2": 1}})
    table.give("confederate", retreat("C2305"))
    table.give("union", advance("union_corps_1", "Reynolds"))
    assert table.asked == [("union", "movement")]
    onward = {"type": "move_pieces", "pieces": ("union_corps_1",), "path": (SOUTH,), "extension": 0}
    assert table.refused("union", onward) == "6.21/1"
    assert table.refused("union", attack("C2305", "Reynolds", "union_corps_1")) == "8.12/1"
    table.give("union", END)
    assert table.asked == [("union", "spans")]


@pytest.mark.rule("14.13/1")
def test_who_has_not_the_points_to_enter_does_not_attack_from_march() -> None:
    position = overwhelmed()
    led(position, "confederate", WEST, "Ewell", "corps", (4,))
    table = marching(position)
    table.give("union", {"type": "command_leader", "leader": "Reynolds"})
    round_trip = {
        "type": "move_pieces",
        "pieces": ("union_corps_1", "Reynolds"),
        "path": ("C2207", SOUTH),
        "extension": 0,
    }
    table.give("union", round_trip)
    assert table.refused("union", attack(WEST, "Reynolds", "union_corps_1")) == "14.13/1"


@pytest.mark.rule("13.32/1", "13.32/2", "13.32/4", "13.15/1", "13.15/3")
def test_a_fort_is_stormed_by_those_on_top_of_it() -> None:
    position = field()
    led(position, "union", TARGET, "Reynolds", "corps", (10, 10, 10))
    (beside,) = armed(position, "union", SOUTH, infantry=(5,))
    position.works = {TARGET: Work("confederate", "fort")}
    (garrison,) = armed(position, "confederate", TARGET, garrison=(2,))
    position.units[garrison] = position.units[garrison].with_(inside=True)
    position.spans = {"Reynolds": (beside,)}
    position.owners = {SOUTH: "union"}
    position.loose = {SOUTH: 9}
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    assert table.refused("union", attack(TARGET, "Reynolds", beside)) == "8.0/19"
    events = table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    assert table.one(DefenceSet, events).defence == 4
    fought = table.one(BattleFought, table.give("union", chit(3), [1, 3, 6]))
    assert fought.reading.defence == 2
    assert fought.percents == {"union": 5, "confederate": 25}
    assert fought.losses == {"union": 4, "confederate": 2}
    lost = {"union_infantry_1": 2, "union_infantry_2": 1, "union_infantry_3": 1}
    table.give("union", {"type": "take_losses", "taken": lost})
    assert table.asked == [("union", "stormed_work")]
    take = {"type": "take_work", "hex": TARGET, "keep": True}
    assert table.refused("union", {**take, "hex": SOUTH}) == "13.32/4"
    table.give("union", take)
    assert table.position.works[TARGET].side == "union"
    assert table.asked == [("union", "combat")]
