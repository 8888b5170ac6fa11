"""The computer player: legal answers to the end of a game, by what its seat sees, and better than chance."""

from collections import Counter
from random import Random

import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.opponent.chits import chosen, solved
from ironclad.domain.games.war_between_the_states.readers.opponent.choosing import choose
from ironclad.domain.games.war_between_the_states.readers.opponent.worth import worth_of, worths
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import BattleFought
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.points import score
from ironclad.domain.kernel.engine import decider, playout
from tests.games.war_between_the_states.battlefield import SOUTH, TARGET, attack, field, fighting, roll
from tests.games.war_between_the_states.table import armed, led


def played(scenario: str, seed: int, *computer: str) -> tuple[Position, Counter[str]]:
    """A game to its end, and its events by type."""
    begun = RULESET.rules.begin(scenario, {})
    seen: Counter[str] = Counter()
    position: Position = RULESET.rules.initial(begun)
    for step in playout.steps(RULESET, seed, begun, computer=computer):
        seen.update(type(event).__name__ for event in step.events)
        position = step.after
    return position, seen


def test_a_game_of_both_seats_ends_and_has_battles() -> None:
    position, seen = played("manassas_1861", 1, "union", "confederate")
    assert RULESET.rules.outcome(position) is not None
    assert seen[BattleFought.__name__]


@pytest.mark.full
@pytest.mark.parametrize("scenario", ["forts_1862"])
def test_the_other_scenarios_end(scenario: str) -> None:
    position, _ = played(scenario, 1, "union", "confederate")
    assert RULESET.rules.outcome(position) is not None


@pytest.mark.full
def test_twenty_games_of_first_manassas_against_chance() -> None:
    """The difference of points moves to the computer player's side against what chance brings both seats."""
    sides = {"union": 1, "confederate": -1}
    chance = [score(played("manassas_1861", seed)[0]).difference for seed in range(10)]
    usual = sum(chance) / len(chance)
    gained = [
        sides[side] * (score(played("manassas_1861", seed, side)[0]).difference - usual)
        for side in sides
        for seed in range(10)
    ]
    assert sum(gained) / len(gained) > 2
    assert sum(gain > 0 for gain in gained) >= 12


def test_the_same_generator_gives_the_same_answer_by_what_is_seen() -> None:
    position = field()
    first = led(position, "union", SOUTH, "McDowell", "army", (6, 5))
    led(position, "confederate", TARGET, "Beauregard", "army", (8, 4))
    table = fighting(position)
    table.give("union", roll("McDowell"), [1])
    table.give("union", attack(TARGET, "McDowell", first))
    due = next(each for each in RULESET.rules.due(table.position) if each.seat == "confederate")
    answers = []
    for chit in (0, 1):
        read = RULESET.storage.commands.read({"type": "choose_chit", "chit": chit})
        _, after = decider.execute(RULESET, table.position, "union", read, None)  # type: ignore[arg-type]
        answers.append(choose(after, due, Random(5)))
    assert answers[0] == answers[1]
    most = due.about["most"]
    chits = {chosen(table.position, "confederate", most, Random(seed)) for seed in range(40)}
    assert chits <= set(range(most + 1))


def test_a_game_of_chits_is_solved_by_mixing() -> None:
    pennies = {(0, 0): 1.0, (0, 1): -1.0, (1, 0): -1.0, (1, 1): 1.0}
    ours, theirs, value = solved(pennies)
    assert abs(value) < 0.1
    assert all(0.35 < share < 0.65 for share in (*ours.values(), *theirs.values()))
    assert solved({(0, 0): 2.0, (1, 0): 5.0})[0][1] > 0.9


def test_a_place_of_its_own_is_not_left_without_a_guard() -> None:
    position = field()
    place = next(hex for hex, worth in sorted(worths("manassas_1861").items()) if worth >= 3)
    position.owners = {place: "union"}
    armed(position, "union", place, infantry=(5,))
    other = TARGET if place != TARGET else SOUTH
    stay = worth_of(position, "union", place, 5, place)
    assert stay > worth_of(position, "union", other, 5, place)
