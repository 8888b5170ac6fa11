"""Exact odds of battles agree with arithmetic by hand, a slower way, and simulation."""

import math
from collections import Counter
from random import Random
from typing import Any

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.battles import COLUMNS, LATE, BattleOrders, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.battle_odds import (
    BattleOdds,
    battle_odds,
    chance,
    phase_odds,
)
from ironclad.domain.games.eagle_variant.readers.odds.drawn_up import NotExact
from ironclad.domain.games.eagle_variant.rules.c06_tactical.attacking import Aim, check_attack
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    ArmyBeaten,
    AttackRolled,
    BattleDecided,
    BattlePhasePassed,
    BattleTurnBegan,
)
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.resolution import Resolution
from tests.games.eagle_variant import many_odds, slow_odds
from tests.games.eagle_variant.fields import CITY, OPEN_FIELD, Counts, Field, drawn_up, fighting, orders

FIRE, CHARGE, STAND = StandingOrders("fire"), StandingOrders("charge"), StandingOrders("stand")
AT_GUNS = StandingOrders("fire", ("artillery",))


def played(position: Position, by: dict[str, StandingOrders], seed: int) -> tuple[str, dict[str, int]]:
    """One battle by standing orders and seeded dice: the winner, and the brigades left as the fight ended."""
    position = position.copy()
    position.battle_orders = {seat: BattleOrders("", standing) for seat, standing in by.items()}
    assert position.battle is not None
    boxes, units = position.battle.boxes, position.units
    before = Counter(units[id].side for id in boxes if units[id].brigade and boxes[id] not in LATE)
    play = Resolution(position, SeededDice(seed), RULESET.rules.handlers.evolvers, RULESET.storage.events)
    RULESET.rules.proceed(play)
    for event in play.events:
        if isinstance(event, BattleTurnBegan):
            before.update(id.split("_")[0] for id in event.arrived if "leader" not in id)
        if isinstance(event, AttackRolled):
            own_loss = bool(event.lost) and not event.hit
            loser = event.army if own_loss else {"usa": "csa", "csa": "usa"}[event.army]
            before[loser] -= len(event.lost)
        if isinstance(event, ArmyBeaten):
            return {"usa": "csa", "csa": "usa"}[event.army], dict(before)
    raise AssertionError("the battle has not ended")


def agrees(position: Position, by: dict[str, StandingOrders], runs: int = 120) -> BattleOdds:
    """Hold the odds against so many battles: wins within four standard errors, brigades left likewise."""
    odds = battle_odds(position, by)
    assert math.isclose(sum(odds.wins.values()), 1.0, abs_tol=1e-9)
    results = [played(position, by, seed) for seed in range(runs)]
    expected = odds.wins["usa"]
    wins = sum(winner == "usa" for winner, _ in results) / runs
    assert abs(wins - expected) <= 4 * math.sqrt(max(expected * (1 - expected), 0.002) / runs)
    for army in ("usa", "csa"):
        left = [counts[army] for _, counts in results]
        mean = sum(left) / runs
        spread = math.sqrt(sum((each - mean) ** 2 for each in left) / runs)
        assert abs(mean - odds.left[army]) <= 4 * max(spread, 0.05) / math.sqrt(runs)
    return odds


def test_a_duel_is_a_geometric_series() -> None:
    """Each hits in one of six, the attacker first: 6/11 of the time that ends within 20 turns."""
    odds = battle_odds(drawn_up((1, 0, 0), (1, 0, 0)), orders(FIRE, FIRE))
    ends = 1 - (25 / 36) ** 20
    assert odds.wins["usa"] == pytest.approx(6 / 11 * ends)
    assert odds.left["usa"] == pytest.approx(1 - 5 / 11 * ends)


@pytest.mark.rule("tactical/1")
@pytest.mark.parametrize(
    ("usa", "csa", "space", "by", "wins"),
    [
        ((6, 1, 1), (4, 0, 1), OPEN_FIELD, orders(AT_GUNS, AT_GUNS), 0.957),
        ((12, 0, 0), (4, 0, 0), CITY, orders(CHARGE, FIRE), 0.918),
        ((3, 0, 0), (3, 0, 0), OPEN_FIELD, orders(FIRE, FIRE), 0.5735),
    ],
)
def test_figures_worked_out_before(
    usa: Counts, csa: Counts, space: str, by: dict[str, StandingOrders], wins: float
) -> None:
    assert battle_odds(drawn_up(usa, csa, space), by).wins["usa"] == pytest.approx(wins, abs=0.001)


SINGLE = {
    "fire": (drawn_up((4, 1, 1), (3, 1, 1)), orders(FIRE, FIRE)),
    "charges against fire": (drawn_up((5, 1, 0), (3, 0, 1)), orders(CHARGE, FIRE)),
    "charges of both": (drawn_up((3, 1, 0), (3, 0, 1)), orders(CHARGE, CHARGE)),
    "a city": (drawn_up((5, 0, 1), (3, 0, 1), CITY), orders(CHARGE, FIRE)),
    "a landing": (drawn_up((4, 0, 2), (2, 1, 1), CITY, landed=True), orders(CHARGE, FIRE)),
    "targets": (drawn_up((4, 1, 1), (3, 1, 1)), orders(AT_GUNS, FIRE)),
    "a withdrawal": (drawn_up((4, 1, 0), (5, 0, 0)), orders(FIRE, StandingOrders("fire", withdraw_at=3))),
    "both withdraw": (
        drawn_up((4, 1, 1), (5, 0, 0), CITY),
        orders(StandingOrders("charge", withdraw_at=3), StandingOrders("fire", withdraw_at=2)),
    ),
    "nobody can hit": (drawn_up((3, 0, 0), (2, 0, 0), CITY), orders(FIRE, STAND)),
    "both stand": (drawn_up((3, 0, 0), (2, 0, 0)), orders(STAND, STAND)),
}


@pytest.mark.parametrize("name", SINGLE)
@pytest.mark.full
def test_odds_of_one_column_agree_with_simulation(name: str) -> None:
    agrees(*SINGLE[name])


def test_an_attack_that_nobody_makes_is_lost() -> None:
    odds = battle_odds(*SINGLE["nobody can hit"])
    assert odds.wins == {"usa": 0.0, "csa": pytest.approx(1.0)}
    assert odds.left == {"usa": pytest.approx(3.0), "csa": pytest.approx(2.0)}


def random_battle(random: Random) -> tuple[Position, dict[str, StandingOrders]]:
    """A small battle of one column or three, with elites, leaders, landings and surprise now and then."""
    columns, space = random.choice((1, 3)), random.choice((OPEN_FIELD, CITY))
    lines = COLUMNS if columns == 3 else ("center",)
    field, by, boxes = Field(space), {}, {}
    for nation in ("csa", "usa"):
        kinds = [random.choice(("infantry", "infantry", "cavalry", "artillery")) for _ in range(columns + 2)]
        for kind in (*kinds, *("leader",) * random.randrange(2)):
            more = {"elite": True} if kind != "leader" and random.random() < 0.2 else {}
            field.add(nation, kind, landed=nation == "usa" and random.random() < 0.2, **more)
        own = [id for id in field.units if id.startswith(nation)]
        fighters = [id for id in own if "leader" not in id]
        random.shuffle(fighters)
        boxes |= dict(zip(fighters, lines, strict=False))
        boxes |= {id: random.choice(lines) for id in own if id not in boxes}
        targets: Any = tuple(random.sample(("infantry", "cavalry", "artillery"), random.randrange(3)))
        stance: Any = random.choice(("stand", "fire", "fire", "charge", "charge"))
        at = random.randrange(4) if columns == 1 else 0
        by[nation] = StandingOrders(stance, targets, withdraw_at=at)
        if columns == 1 and len(fighters) > 1 and random.random() < 0.5:
            boxes[fighters[-1]] = "reserve"
    surprise = random.choice(("", "", "usa", "csa"))
    return fighting(field, boxes, columns, surprise=surprise), by


SEEDS = [*range(6), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(6, 40))]


@pytest.mark.parametrize("seed", SEEDS)
def test_shapes_give_what_every_unit_by_name_gives(seed: int) -> None:
    """The odds are those of the slow way, which follows each unit of each column."""
    position, by = random_battle(Random(seed))
    odds, slowly = battle_odds(position, by), slow_odds.battle_odds(position, by)
    assert odds.wins == pytest.approx(slowly.wins, abs=1e-11)
    assert odds.left == pytest.approx(slowly.left, abs=1e-11)


def test_thirty_brigades_against_thirty_are_worked_out() -> None:
    """The battle that `ironclad bench` measures, by orders to fire."""
    odds: Any = RULESET.advice.timed["battle-odds"]()()
    assert sum(odds.wins.values()) == pytest.approx(1, abs=1e-11)
    assert 3 < odds.left["csa"] < odds.left["usa"] < 30


def test_charges_of_thirty_brigades_against_thirty_are_worked_out() -> None:
    odds: Any = RULESET.advice.timed["battle-odds-charges"]()()
    assert sum(odds.wins.values()) == pytest.approx(1, abs=1e-11)
    assert odds.wins["usa"] == pytest.approx(0.36920521936379197, abs=1e-12)


@pytest.mark.full
def test_reserves_leaders_elites_and_surprise_agree_with_simulation() -> None:
    field = Field().add("csa", "infantry", 3).add("csa", "infantry", 1, elite=True).add("csa", "leader", 1)
    field.add("usa", "infantry", 3, crossed=True).add("usa", "infantry", 1, elite=True).add(
        "usa", "leader", 2
    )
    field.add("usa", "cavalry", 1).add("usa", "artillery", 1)
    boxes = dict.fromkeys(field.units, "center")
    boxes |= {"usa_infantry_3": "reserve", "csa_infantry_2": "reserve", "usa_leader_2": "reserve"}
    position = fighting(field, boxes, surprise="usa")
    agrees(position, orders(CHARGE, FIRE))
    agrees(position, orders(FIRE, StandingOrders("fire", hold_reserve=True)))
    agrees(position, orders(StandingOrders("charge", withdraw_at=2), CHARGE))


@pytest.mark.full
def test_three_columns_agree_with_simulation() -> None:
    """The first column that breaks ends the battle, in whichever part of a turn."""
    field = Field().add("csa", "infantry", 6).add("csa", "artillery", 2).add("csa", "leader", 1)
    field.add("usa", "infantry", 5).add("usa", "cavalry", 2).add("usa", "artillery", 2).add(
        "usa", "leader", 1
    )
    columns = ("left", "center", "right")
    boxes = {id: columns[index % 3] for index, id in enumerate(sorted(field.units))}
    position = fighting(field, boxes, 3)
    fire = agrees(position, orders(FIRE, FIRE), 100)
    charge = agrees(position, orders(CHARGE, FIRE), 100)
    assert fire.wins["usa"] != pytest.approx(charge.wins["usa"], abs=0.01)
    agrees(position, orders(CHARGE, CHARGE), 100)


TIED = many_odds.tied()


@pytest.mark.parametrize("name", TIED)
@pytest.mark.full
def test_columns_that_hang_together_agree_with_simulation(name: str) -> None:
    """Wins and brigades left, of battles played by the rules."""
    agrees(*TIED[name], 300)


def test_brigades_that_wait_count_once() -> None:
    """Orders to stand: nobody is lost, and late units are on the field at the end."""
    position, stand = many_odds.reserves(usa="turn_2"), orders(STAND, STAND)
    assert battle_odds(position, stand).left == {"usa": pytest.approx(6), "csa": pytest.approx(6)}


def test_an_army_withdraws_as_soon_as_a_charge_of_its_own_fails() -> None:
    """It has no unit left to act, and does not wait for its next part.

    In turn 2 its two brigades charge first, and the enemy stands: the first charge that fails (one face of
    six) takes the army off the field.
    """
    position = drawn_up((2, 0, 0), (1, 0, 0))
    assert position.battle is not None
    boxes = {id: "center_middle" if id.startswith("usa") else "center" for id in position.battle.boxes}
    position.battle = position.battle.with_(turn=2, part=3, boxes=boxes)
    odds = battle_odds(position, orders(StandingOrders("charge", withdraw_at=1), STAND))
    again = 1 / 2 * 1 / 2
    assert odds.wins["usa"] == pytest.approx((1 / 3 + 1 / 2 * 1 / 3) / (1 - again), abs=1e-9)


def test_a_battle_that_hangs_together_in_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironclad.domain.games.eagle_variant.readers.odds.part.MOST_TOGETHER", 0)
    with pytest.raises(NotExact, match="hang together in"):
        battle_odds(*TIED["reserves that join a column of three"])


def test_a_phase_is_a_binomial_series() -> None:
    """Three shots at one in six: the chance of each number of hits."""
    position = drawn_up((3, 0, 0), (4, 0, 0))
    position.battle = (position.battle or None) and position.battle.with_(turn=1, part=4, acting="usa")
    found = phase_odds(position, orders(FIRE, FIRE))
    for hits in range(4):
        assert found[0, hits] == pytest.approx(math.comb(3, hits) * 5 ** (3 - hits) / 6**3)
    charging = drawn_up((1, 0, 0), (2, 0, 0))
    boxes = {"usa_infantry_1": "center_middle", "csa_infantry_1": "center", "csa_infantry_2": "center"}
    assert charging.battle is not None
    charging.battle = charging.battle.with_(turn=1, part=4, acting="usa", boxes=boxes)
    assert phase_odds(charging, orders(CHARGE, FIRE)) == pytest.approx(
        {(0, 1): 1 / 3, (1, 0): 1 / 6, (0, 0): 1 / 2}
    )


def test_the_chance_of_one_roll() -> None:
    position = drawn_up((1, 0, 0), (1, 0, 1))
    assert chance(check_attack(position, "usa", "fire", "usa_infantry_1", "csa_infantry_1", "")) == 1 / 6
    assert chance(check_attack(position, "csa", "fire", "csa_artillery_1", "usa_infantry_1", "")) == 1 / 3
    assert chance(Aim(0, ())) == 5 / 6


def test_odds_that_are_not_worked_out_say_why() -> None:
    position = drawn_up((3, 0, 0), (3, 0, 0))
    with pytest.raises(NotExact, match="leave its phases open"):
        battle_odds(position, orders(FIRE, StandingOrders()))
    with pytest.raises(NotExact, match="while an army acts"):
        phase_odds(position, orders(FIRE, FIRE))


def test_events_of_a_battle_by_orders_are_those_of_hands() -> None:
    """A battle by standing orders has no decision, and its record states each die."""
    position = drawn_up((2, 0, 0), (2, 0, 0))
    position.battle_orders = {
        seat: BattleOrders("", StandingOrders("fire", pursue="all")) for seat in ("usa", "csa")
    }
    play = Resolution(position, SeededDice(1), RULESET.rules.handlers.evolvers, RULESET.storage.events)
    while not any(isinstance(each, BattleDecided) for each in play.events) and not position.agenda.layers:
        RULESET.rules.proceed(play)
    rolled = [each for each in play.events if isinstance(each, AttackRolled)]
    assert rolled
    assert all(each.hit == (each.die != 1 and each.total >= each.needed) for each in rolled)
    assert any(isinstance(each, BattlePhasePassed) for each in play.events)
