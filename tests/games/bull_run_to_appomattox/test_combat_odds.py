"""The odds of land combats: against numbers worked out by hand, and against the rules, die by die (7)."""

import gzip
from collections import Counter
from fractions import Fraction
from itertools import product
from time import process_time

import msgspec
import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Attack
from ironclad.domain.games.bull_run_to_appomattox.position.sight import see
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Findings, Range, Units
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.combat_odds import (
    UNDECIDED,
    exact,
    prepared,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.odds_tables import forecast
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import BattleDecided, LossesTaken
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.dice import ScriptedDice, SeededDice
from ironclad.domain.kernel.odds.odds import Question, compute, fit, odds, simulate
from ironclad.domain.kernel.odds.odds_model import RARE
from tests.games.bull_run_to_appomattox.slow_odds import exact as slow

STAY = {"type": "decide_combat", "choice": "stay"}


def field(
    ours: tuple[int, int, int],
    theirs: tuple[int, int, int],
    way: tuple[str, str] = ("LOU", "MUN"),
    fort: int = 0,
    experienced: bool = False,
) -> Position:
    """Grant next to Bragg, and a fort of so many steps with him; 0 for none. Without CP he is not there."""
    position = RULESET.rules.initial(RULESET.rules.begin("empty_map", {}))
    grant = position.hqs["grant"].with_(state="map", spot=way[0], experienced=experienced)
    position.hqs["grant"], position.units["grant"] = grant, Units(*ours)
    if sum(theirs):
        position.hqs["bragg"] = position.hqs["bragg"].with_(state="map", spot=way[1])
        position.units["bragg"] = Units(*theirs)
    document = RULESET.storage.to_document(position)
    if fort:
        document["forts"] = {way[1]: {"side": "south", "steps": fort}}
    return RULESET.storage.from_document(document)


def attack_on(position: Position, way: tuple[str, str]) -> Position:
    """The position in which Grant's attack has begun."""
    return prepared(position, Attack("entry", "north", ("grant",), way[1], way[0]), {})


FORT = ("WIL", "YOR")


@pytest.mark.parametrize(
    ("ours", "theirs", "experienced", "siege"),
    [
        ((16, 0, 4), (8, 0, 2), False, 0.870),
        ((16, 0, 4), (8, 0, 2), True, 0.997),
        ((6, 0, 3), (2, 0, 2), False, 0.457),
        ((6, 0, 3), (2, 0, 2), True, 0.857),
        ((4, 0, 2), (0, 0, 0), False, 0.665),
    ],
)
def test_the_siege_condition_after_one_round_at_a_fort(
    ours: tuple[int, int, int], theirs: tuple[int, int, int], experienced: bool, siege: float
) -> None:
    """12.2/1: two hits, or one on a fort alone, of so many dice that need a 6, unless all is lost at once."""
    results = exact(attack_on(field(ours, theirs, FORT, 2, experienced), FORT), rounds=1)
    assert sum(results.values()) == 1
    met = sum(p for result, p in results.items() if result.siege or result.winner == "north")
    assert float(met) == pytest.approx(siege, abs=0.001)


def test_mean_losses_of_a_great_assault() -> None:
    results = exact(attack_on(field((16, 0, 4), (8, 0, 2), FORT, 2), FORT), rounds=1)
    means = [sum(p * result.losses[side] for result, p in results.items()) for side in (0, 1)]
    assert means[0] == Fraction(19, 3)
    assert float(means[1]) == pytest.approx(20 / 6, abs=0.001)


def test_one_cavalry_more_decides_in_the_open() -> None:
    """7.9/1."""
    results = exact(attack_on(field((4, 2, 2), (4, 1, 2)), ("LOU", "MUN")))
    won = sum(p for result, p in results.items() if result.winner == "north")
    assert float(won) > 0.8


@pytest.mark.parametrize(
    ("ours", "theirs", "way", "fort"),
    [
        ((1, 1, 0), (1, 0, 0), ("LOU", "MUN"), 0),
        ((1, 0, 0), (1, 0, 1), ("SHE", "STA"), 0),
        ((1, 0, 0), (0, 0, 0), FORT, 1),
    ],
)
def test_one_round_is_what_the_rules_make_of_every_way_of_the_dice(
    ours: tuple[int, int, int], theirs: tuple[int, int, int], way: tuple[str, str], fort: int
) -> None:
    position = field(ours, theirs, way, fort)
    counted: Counter[tuple[int, int]] = Counter()
    dice = sum(ours) + sum(theirs) + 2 * fort
    start = _activated(position)
    for faces in product(range(1, 7), repeat=dice):
        events = _marched(start, way[1], (*faces, 3, 3))
        lost = {"north": 0, "south": 0}
        for event in events:
            if isinstance(event, LossesTaken):
                lost[event.side] += sum(units.total for units in event.losses.values())
        counted[lost["north"], lost["south"]] += 1
    found: dict[tuple[int, int], Fraction] = {}
    for result, p in exact(attack_on(position, way), rounds=1).items():
        found[result.losses] = found.get(result.losses, Fraction(0)) + p
    assert found == {losses: Fraction(count, 6**dice) for losses, count in counted.items()}


def _activated(position: Position) -> Position:
    position = position.copy()
    RULESET.rules.proceed(decider.Resolution(position, ScriptedDice([]), RULESET.rules.handlers.evolvers))
    command = RULESET.storage.commands.read({"type": "activate_hq", "hq": "grant"})
    return decider.execute(RULESET, position, "north", command, ScriptedDice([]))[1]


def _marched(position: Position, to: str, faces: tuple[int, ...]) -> list[object]:
    command = RULESET.storage.commands.read({"type": "march", "path": [to]})
    return list(decider.execute(RULESET, position, "north", command, ScriptedDice(faces))[0])


def test_two_rounds_are_what_seeded_combats_come_to() -> None:
    """Who has won where both stay, in 300 combats played by the rules."""
    position = field((4, 1, 2), (3, 1, 1))
    results = exact(attack_on(position, ("LOU", "MUN")))
    expected = float(sum(p for result, p in results.items() if result.winner == "north"))
    start, won, battles = _activated(position), 0, 300
    for number in range(battles):
        dice, after = SeededDice(f"odds {number}"), start
        command = RULESET.storage.commands.read({"type": "march", "path": ["MUN"]})
        decided: list[BattleDecided] = []
        while not decided:
            due = RULESET.rules.due(after)[0]
            events, after = decider.execute(RULESET, after, due.seat, command, dice, due.id)
            decided = [event for event in events if isinstance(event, BattleDecided)]
            command = RULESET.storage.commands.read(STAY)
        won += decided[0].winner == "north"
    assert won / battles == pytest.approx(expected, abs=0.08)


def test_what_a_seat_may_not_know_has_to_be_assumed() -> None:
    """6.4/20: on the position that the North sees, the odds need an assumption, and take no other number."""
    seen = see(field((4, 0, 2), (3, 1, 1)), "north")
    attack = Attack("entry", "north", ("grant",), "MUN", "LOU")
    with pytest.raises(Refused, match="assumption"):
        prepared(seen, attack, {})
    one, other = (exact(prepared(seen, attack, {"bragg": Units(count)})) for count in (2, 6))
    assert one != other


def test_a_forecast_has_its_tables_and_modifiers() -> None:
    told = forecast(attack_on(field((6, 1, 3), (2, 0, 2), FORT, 2, experienced=True), FORT), rounds=1)
    assert [table.name for table in told.tables] == [
        "winner", "losses_north", "losses_south", "siege", "fort",
    ]  # fmt: skip
    assert {row.what for row in told.tables[0].rows} == {UNDECIDED, "north"}
    assert {(each.line.name, each.line.amount) for each in told.modifiers if each.line.roll != "dice"} == {
        ("experienced_hq", 1),
        ("cavalry", 1),
    }
    assert sum(each.decimal for each in told.outcomes) == pytest.approx(1)


def test_rare_outcomes_are_one_and_an_answer_of_twenty_against_twenty_is_small() -> None:
    position = _activated(field((14, 2, 4), (14, 2, 4)))
    march = Question("north", RULESET.storage.commands.read({"type": "march", "path": ["MUN"]}))
    outcomes = odds(RULESET, see(position, "north"), march).forecast.outcomes
    assert sum(Fraction(each.probability) for each in outcomes) == 1
    *usual, rest = outcomes
    assert not rest.of
    assert min(each.decimal for each in usual) >= RARE
    assert len(gzip.compress(msgspec.json.encode(outcomes))) < 25_000


SMALL = [
    ((3, 1, 1), (2, 1, 1), ("LOU", "MUN"), 0),
    ((4, 2, 1), (3, 2, 0), ("SHE", "STA"), 0),
    ((3, 1, 2), (1, 0, 1), FORT, 2),
    ((2, 0, 1), (0, 0, 0), FORT, 2),
    ((3, 0, 1), (0, 0, 0), FORT, 1),
    ((1, 0, 0), (2, 1, 1), FORT, 1),
]


@pytest.mark.parametrize(("ours", "theirs", "way", "fort"), SMALL)
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_fast_way_agrees_with_the_slow_one(
    ours: tuple[int, int, int], theirs: tuple[int, int, int], way: tuple[str, str], fort: int, rounds: int
) -> None:
    """Numbers of hits instead of positions: the same results with the same fractions."""
    fight = attack_on(field(ours, theirs, way, fort, experienced=True), way)
    assert exact(fight, rounds) == slow(fight, rounds)


def test_two_full_armies_take_a_moment() -> None:
    fight = attack_on(field((12, 4, 4), (13, 3, 4)), ("LOU", "MUN"))
    begun = process_time()
    results = exact(fight)
    assert process_time() - begun < 1.0
    assert sum(results.values()) == 1


@pytest.mark.parametrize(("ours", "theirs", "way", "fort"), SMALL)
def test_combats_that_are_played_agree_with_the_odds(
    ours: tuple[int, int, int], theirs: tuple[int, int, int], way: tuple[str, str], fort: int
) -> None:
    """400 combats by the rules, from the march to the end."""
    position = _activated(field(ours, theirs, way, fort))
    question = Question("north", RULESET.storage.commands.read({"type": "march", "path": [way[1]]}))
    exactly = compute(RULESET, position, question).stories
    found = fit(simulate(RULESET, position, question, 400, "odds"), exactly)
    assert (found.impossible, found.p_value > 0.0001) == (0, True)


def test_a_seat_asks_for_the_odds_of_a_march_by_what_it_sees() -> None:
    """6.4/20: the answer is the same whatever the enemy hides, and says what is assumed."""
    march = Question("north", RULESET.storage.commands.read({"type": "march", "path": ["MUN"]}))
    answers = [
        odds(RULESET, see(_activated(field((4, 1, 2), theirs)), "north"), march)
        for theirs in ((1, 0, 0), (9, 4, 4))
    ]
    assert answers[0] == answers[1]
    assert "a guess" in answers[0].assumptions[0].text
    assert [table.name for table in answers[0].forecast.tables] == [
        "winner", "losses_north", "losses_south", "winner_half", "winner_twice",
    ]  # fmt: skip
    tables = {table.name: table.rows for table in answers[0].forecast.tables}
    half, likely, twice = (
        {row.what: row.decimal for row in tables[name]} for name in ("winner_half", "winner", "winner_twice")
    )
    assert half["north"] > likely["north"] > twice["north"]
    with pytest.raises(Refused, match="need to know"):
        odds(RULESET, see(_activated(field((4, 1, 2), (1, 0, 0))), None), march)


def test_what_reconnaissance_found_is_assumed() -> None:
    position = _activated(field((4, 1, 2), (9, 4, 4)))
    position.intelligence["north"]["bragg"] = Findings(1, "MUN", total=Range(10, 14))
    march = Question("north", RULESET.storage.commands.read({"type": "march", "path": ["MUN"]}))
    found = odds(RULESET, see(position, "north"), march)
    assert "as found in turn 1" in found.assumptions[0].text
    lines = [each.line for each in found.forecast.modifiers if each.line.roll == "dice"]
    assert sum(line.amount for line in lines if line.name.endswith("of Bragg")) == 12


def test_the_odds_between_the_rounds_are_of_the_second() -> None:
    start = _activated(field((6, 1, 2), (5, 2, 2)))
    command = RULESET.storage.commands.read({"type": "march", "path": ["MUN"]})
    _, after = decider.execute(RULESET, start, "north", command, SeededDice("between"))
    due = RULESET.rules.due(after)[0]
    found = odds(RULESET, see(after, "north"), Question(due.seat, RULESET.storage.commands.read(STAY)))
    assert after.battle is not None
    lost = after.battle.losses["north"]
    assert min(int(row.what) for row in found.forecast.tables[1].rows) >= lost
    leave = RULESET.storage.commands.read({"type": "decide_combat", "choice": "withdraw"})
    with pytest.raises(Refused, match="no dice"):
        odds(RULESET, after, Question(due.seat, leave))


def test_where_no_combat_follows_there_are_no_odds() -> None:
    position = _activated(field((4, 1, 2), (3, 1, 1)))
    with pytest.raises(Refused, match="no enemy"):
        odds(
            RULESET,
            position,
            Question("north", RULESET.storage.commands.read({"type": "march", "path": ["PER"]})),
        )
    with pytest.raises(Refused, match="no combat on land"):
        odds(RULESET, position, Question("north"))
