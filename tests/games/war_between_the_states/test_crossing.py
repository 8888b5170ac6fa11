"""Hexsides that attacks and retreats cross, on the whole map (8.16, 8.42, 9.32)."""

import pytest

from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c08_combat.crossing import (
    crosses,
    frozen_shut,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.retreat_ways import open_to
from tests.games.war_between_the_states.battlefield import field
from tests.games.war_between_the_states.table import armed

MAP = load_map()


@pytest.mark.rule("8.16/1", "8.16/2")
def test_in_winter_nobody_retreats_over_water_without_a_bridge() -> None:
    winter, summer = Position("forts_1862"), Position("manassas_1861")
    assert (winter.winter, summer.winter) == (True, False)
    shut = 0
    for (a, b), side in MAP.special.items():
        assert not frozen_shut(summer, a, b)
        if not side.wet or side.crossing == "bridge":
            assert not frozen_shut(winter, a, b)
        elif side.crossing == "ferry" or not side.rail:
            assert frozen_shut(winter, a, b)
            shut += 1
    assert shut > 1_000


@pytest.mark.rule("8.42/1", "8.42/3")
def test_attacks_cross_tidal_water_by_ferries_and_bridges_and_mountains_along_a_way() -> None:
    plain = Position("manassas_1861")
    strict = Position("manassas_1861", {"no_attack_over_tidal_bridge": "yes"})
    bridges = barred = 0
    for (a, b), side in MAP.special.items():
        if side.ridge:
            assert crosses(plain, "union", a, b) or not (side.road or side.rail) or side.is_deep
            assert not (crosses(plain, "union", a, b) and not (side.road or side.rail))
        elif side.is_deep and side.crossing == "ferry":
            assert crosses(strict, "union", a, b)
        elif side.is_deep:
            assert crosses(plain, "union", a, b) == side.bridged_road
            assert not crosses(strict, "union", a, b)
            bridges += side.bridged_road
            barred += not side.bridged_road
    assert barred > 50
    assert bridges > 0


@pytest.mark.rule("9.32/2", "R.1/2", "15.23/1")
def test_nobody_retreats_over_a_river_into_an_enemy_zone() -> None:
    position = field()
    (foot,) = armed(position, "confederate", "C2205", infantry=(4,))
    (horse,) = armed(position, "confederate", "C2205", cavalry=(2,))
    assert "C2305" in open_to(position, "confederate", foot, "C2205")
    (watch,) = armed(position, "union", "C2304", infantry=(4,))
    watched = position.copy()
    assert "C2305" not in open_to(watched, "confederate", foot, "C2205")
    assert "C2305" in open_to(watched, "confederate", horse, "C2205")
    ridden = position.copy()
    ridden.units[watch] = ridden.units[watch].with_(kind="cavalry")
    assert "C2305" not in open_to(ridden, "confederate", horse, "C2205")
    assert "C2206" in open_to(ridden, "confederate", foot, "C2205")
