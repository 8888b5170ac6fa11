"""What stands with the defenders: ships (11.3, the example of 8.18), the depot's garrison, who leads."""

import pytest

from ironclad.domain.games.war_between_the_states.position.pieces import Depot, Ship
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    BattleFought,
    DefenceSet,
    ShipsLost,
)
from tests.games.war_between_the_states.battlefield import SOUTH, TARGET, attack, chit, field, fighting, roll
from tests.games.war_between_the_states.table import Table, armed, led

SHORE, INLAND, WATER = "C2511", "C2510", "C2511-C2512"


def declared(position: Position, hex: str) -> Table:
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    table.give("union", attack(hex, "Reynolds", "union_corps_1"))
    assert table.asked == [("confederate", "defence")]
    return table


@pytest.mark.rule("8.18/6", "8.18/7", "8.18/8", "8.15/2", "11.3/1", "11.3/2", "11.3/4", "11.3/5")
def test_three_ironclads_support_three_divisions() -> None:
    position = field()
    led(position, "union", INLAND, "Reynolds", "corps", (10, 10, 10))
    led(position, "confederate", SHORE, "Longstreet", "corps", (10, 10, 10))
    for number, at in enumerate((WATER, WATER, WATER, "C2608-C2609"), 1):
        position.ships[f"confederate_ironclad_{number}"] = Ship("confederate", "ironclad", at)
    position.made["confederate_ironclad"] = 4
    table = declared(position, SHORE)
    ironclads = tuple(f"confederate_ironclad_{number}" for number in (2, 1, 3))
    far = {"type": "defend", "ships": ("confederate_ironclad_4",)}
    assert table.refused("confederate", far) == "11.3/1"
    twice = {"type": "defend", "ships": (ironclads[0], ironclads[0])}
    assert table.refused("confederate", twice) == "11.3/2"
    events = table.give("confederate", {"type": "defend", "ships": ironclads})
    assert table.one(DefenceSet, events).defence == 90
    table.give("union", chit(2))
    events = table.give("confederate", chit(2), [1, 1, 6])
    fought = table.one(BattleFought, events)
    assert (fought.percents["confederate"], fought.losses["confederate"]) == (10, 9)
    assert table.one(ShipsLost, events).ships == (ironclads[0],)
    assert table.position.warships_lost == {"confederate": 1}
    assert table.asked == [("confederate", "losses")]
    lost = {"confederate_infantry_1": 2, "confederate_infantry_2": 2, "confederate_infantry_3": 1}
    table.give("confederate", {"type": "take_losses", "taken": lost})
    assert table.asked == [("union", "combat")]


@pytest.mark.rule("8.19/1", "8.15/2", "17.51/3", "17.55/5", "17.55/7")
def test_the_depots_garrison_fights_or_is_kept_out() -> None:
    for depot in (False, True):
        position = field()
        led(position, "union", SOUTH, "Reynolds", "corps", (10, 10))
        led(position, "confederate", TARGET, "Longstreet", "corps", (8,))
        position.depots = {f"confederate.{TARGET}": Depot("confederate", TARGET, 9)}
        position.owners = {SOUTH: "union", TARGET: "confederate"}
        table = declared(position, TARGET)
        events = table.give("confederate", {"type": "defend", "depot": depot})
        assert table.one(DefenceSet, events).defence == (10 if depot else 8)
        table.give("union", chit(1))
        events = table.give("confederate", chit(1), [1, 1, 2])
        fought = table.one(BattleFought, events)
        assert fought.strengths["confederate"] == (10 if depot else 8)
        assert fought.losses["confederate"] == 1


@pytest.mark.rule("8.19/1", "17.55/5", "17.55/7", "8.18/1")
def test_a_depot_that_loses_a_point_is_gone() -> None:
    position = field()
    led(position, "union", SOUTH, "Reynolds", "corps", (10, 10))
    position.depots = {f"confederate.{TARGET}": Depot("confederate", TARGET, 9)}
    position.owners = {SOUTH: "union", TARGET: "confederate"}
    position.loose = {SOUTH: 9}
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    events = table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    assert table.one(DefenceSet, events).defence == 2
    fought = table.one(BattleFought, table.give("union", chit(3), [1, 1, 6]))
    assert fought.losses["confederate"] == 1
    table.give("union", {"type": "take_losses", "taken": {"union_infantry_1": 1}})
    assert table.position.depots == {}
    assert table.position.loose[TARGET] == 9
    assert table.asked == [("union", "advance")]


@pytest.mark.rule("8.0/11", "8.0/12", "8.0/9")
def test_the_defender_may_name_another_leader_of_his_units() -> None:
    position = field()
    led(position, "union", SOUTH, "Reynolds", "corps", (10,))
    led(position, "confederate", TARGET, "Longstreet", "corps", (8,))
    led(position, "confederate", TARGET, "Huger")
    led(position, "confederate", "C2106", "Lee")
    armed(position, "confederate", TARGET, infantry=(2,))
    table = declared(position, TARGET)
    assert table.refused("confederate", {"type": "defend", "leader": "Lee"}) == "8.0/11"
    events = table.give("confederate", {"type": "defend", "leader": "Huger"})
    assert table.one(DefenceSet, events).leader == "Huger"
    assert table.refused("confederate", chit(2)) == "8.0/9"
    table.give("confederate", chit(1))
