"""What is kept between questions of supply: as long as its map is."""

import weakref

from ironclad.domain import games
from ironclad.domain.games.american_civil_war.rules.c08_supply import supply_lines
from ironclad.domain.games.american_civil_war.rules.c08_supply.homeward import _distances, _worked_out
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply_lines import supply_map
from ironclad.domain.kernel.engine.memo import Recent

RULESET = games.ruleset("american_civil_war")


def test_how_far_home_is_goes_with_its_map(monkeypatch):
    monkeypatch.setattr(supply_lines, "_maps", Recent(1))
    position = RULESET.rules.initial(RULESET.rules.begin("campaign", {}, None))
    supply = supply_map(position, "union")
    found = _distances(supply, supply.goals, "4506")
    assert found == _worked_out(supply, supply.goals, "4506")
    assert found["4506"] == 0
    assert _distances(supply, supply.goals, "4506") is found
    kept = weakref.ref(supply)
    supply = supply_map(position, "confederate")
    assert kept() is None


def test_the_last_few_answers_are_kept():
    recent, asked = Recent(3), []
    for parts in (1, 2, 3, 1, 4, 1, 2):
        assert recent.get(parts, lambda: asked.append(parts) or -parts) == -parts  # noqa: B023
    assert asked == [1, 2, 3, 4, 2]
