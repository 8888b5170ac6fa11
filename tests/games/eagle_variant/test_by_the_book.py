"""The rules' incomes and trains against a second reading of the book, in thousands of random positions."""

from random import Random
from typing import Any

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import Unit
from ironclad.domain.games.eagle_variant.rules.c03_movement.entering import held_before
from ironclad.domain.games.eagle_variant.rules.c03_movement.railroads import barred, ways
from ironclad.domain.games.eagle_variant.rules.c09_production.income import income_of
from ironclad.domain.kernel.engine.memo import keep_answers
from tests.games.eagle_variant import by_the_book
from tests.games.eagle_variant.by_the_book import ELEVEN, SIDES

POSITIONS = 250
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 13))]
NATIONS = ("usa", "csa", "france", "britain")


def scattered(random: Random) -> Position:
    """Units of one side, or special forces, in many spaces, and politics at random."""
    options = {
        name: random.choice(("no", "yes")) for name in ("conquered_cities_produce", "blockade_takes_savings")
    }
    begun = RULESET.rules.begin("empty_map", {**options, "political_initiative": "on", "rivers": "on"}, None)
    position: Position = RULESET.rules.initial(begun)
    position.scenario = random.choice(("historical", "balanced"))
    position.seceded = tuple(each for each in ELEVEN if random.random() < 0.2)
    position.at_war = tuple(each for each in ("france", "britain") if random.random() < 0.5)
    position.war = bool(position.at_war)
    count = 0
    for space, row in by_the_book.spaces().items():
        if space not in position.board.spaces or random.random() < 0.6:
            continue
        wild = "militia" if row["state"] in position.seceded else "rioters"
        side = random.choice(("usa", "csa", wild) if row["side"] in ("usa", "csa") else ("usa", "csa"))
        for _ in range(random.randint(1, 2)):
            count += 1
            own = [each for each in SIDES if SIDES[each] == side and each != "revolutionaries"]
            nation: Any = random.choice(own or [wild])
            kind: Any = random.choice(("infantry", "cavalry", "leader")) if side != wild else "infantry"
            position.units[f"{nation}_{kind}_{count}"] = Unit(nation, kind, space)
    position.politics = position.politics.with_(
        conscripted=tuple(each for each in ("csa", "usa") if random.random() < 0.5),
        emancipated=random.choice(((), ("csa",), ("usa",))),
        debts=tuple(each for each in ("csa", "usa") if random.random() < 0.3),
        support=random.choice((0, 15)),
    )
    position.pools = {nation: random.randrange(30) for nation in NATIONS}
    position.production = Production("csa", loss=random.choice((0, 7, 24, 90)))
    position.before = held_before(position)
    return position


@pytest.mark.parametrize("seed", SEEDS)
def test_incomes_are_those_of_a_second_reading(seed: int) -> None:
    random, different = Random(f"income {seed}"), set[int]()
    for _ in range(POSITIONS):
        position = scattered(random)
        document = by_the_book.noted(RULESET.storage.to_document(position))
        for nation in ("usa", "csa", *position.at_war):
            found = income_of(position, nation)
            assert sum(each.points for each in found.shares) == by_the_book.income(document, nation), nation
            assert found.pool == by_the_book.pool(document, nation), nation
            different.add(found.total)
    assert len(different) > 100


@pytest.mark.parametrize("seed", SEEDS)
def test_trains_go_where_a_second_reading_lets_them(seed: int) -> None:
    random, places = Random(f"trains {seed}"), 0
    for _ in range(POSITIONS // 2):
        position = scattered(random)
        document = by_the_book.noted(RULESET.storage.to_document(position))
        for side in ("usa", "csa"):
            keep_answers(position)
            for city in position.board.lines_of:
                shut = barred(position, city, side)
                assert shut == by_the_book.no_train(document, city, side), (city, side)
                if not shut:
                    reached = ways(position, city, side).keys()
                    assert reached == by_the_book.trains(document, city, side), (city, side)
                    places += len(reached)
    assert places > POSITIONS
