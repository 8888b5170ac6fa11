"""The arithmetic of battle against the second reading, over seeded random strengths."""

from random import Random

import pytest

from ironclad.domain.games.war_between_the_states.board.charts import combat_band
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import divided, points_lost
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import combat_ratio
from ironclad.domain.games.war_between_the_states.rules.c11_naval_combat.ships import naval_ratio
from tests.games.war_between_the_states import second_reading as book

SITUATIONS = 3000


@pytest.mark.rule("8.0/5", "8.15/1", "8.18/6", "8.18/9", "11.11/4", "12.23/2")
def test_battles_agree_with_the_second_reading() -> None:
    random = Random(1861)
    bands: dict[int, set[str]] = {}
    for _ in range(SITUATIONS):
        attack, defence = random.randint(1, 120), random.randint(0, 120)
        bands.setdefault(book.column(attack, defence), set()).add(combat_band(combat_ratio(attack, defence)))
        assert points_lost(attack, percent := 5 * random.randint(0, 8)) == book.loss(attack, percent)
        ground, ships = random.randint(0, 9), random.randint(0, 9)
        due = random.randint(0, ground + ships)
        assert divided(due, ground, ships) == book.shared(due, ground, ships), (due, ground, ships)
        left, right = (min(4, side) for side in book.naval(attack, defence + 1))
        assert naval_ratio(attack, defence + 1) == f"{left}:{right}"
    assert len(bands) == 11
    assert len(set.union(*bands.values())) == 11
    assert all(len(names) == 1 for names in bands.values())
