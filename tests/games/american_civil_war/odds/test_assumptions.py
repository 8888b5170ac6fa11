"""What odds take players to do, and how an answer given takes the place of that."""

from fractions import Fraction
from typing import Any

import pytest

from ironclad.domain.kernel.cases.cases import Given, starting_position
from ironclad.domain.kernel.odds.odds import Odds, Question, odds
from tests.games.american_civil_war.odds.situations import RULESET, asked

FED = {"vessels.ntp1": {"kind": "ntp", "zone": "East Gulf", "feeds": "2131"}}


def compute(changes: dict[str, Any], command: dict[str, Any], *answers: tuple[str, dict[str, Any]]) -> Odds:
    """The odds of a Union command on the bare map."""
    position = starting_position(Given(scenario="bare_map", set={**FED, **changes}), RULESET)
    read = RULESET.storage.commands.read
    given = tuple((seat, read(answer)) for seat, answer in answers)
    return odds(RULESET, position, Question("union", read(command), given))


def texts(found: Odds) -> dict[str, str]:
    return {each.kind: each.text for each in found.assumptions}


def results(found: Odds) -> dict[str, str]:
    return {row.what: row.probability for row in found.forecast.tables[0].rows}


EVEN = {"the attacker wins": "1/6", "a draw": "1/3", "the defender wins": "1/2"}
MARCH = {"type": "move_force", "from": "2227", "path": ["2228", "2329"]}
MET = {"forces.2227.union.asp": 3, "forces.2329.confederate.asp": 3}


def test_a_move_goes_on_after_a_chance_to_react_that_nobody_takes() -> None:
    found = compute(MET, MARCH)
    assert results(found) == EVEN
    assert texts(found)["reaction"] == "no (further) force reacts"
    assert texts(found)["movement"] == "the move continues along its path"


def test_reactions_that_are_answered_with_are_rolled_for() -> None:
    """On 5 and 6 the reactors attack the mover in 2228; else he enters their hex, and they may try again.

    Then to 2228, as the same answer has it: on 5 and 6 there is nobody to fight. 3 against 3 either way.
    """
    attempt, to = {"type": "attempt_reaction", "hex": "2329"}, {"type": "react_to", "to": "2228"}
    found = compute(MET, MARCH, ("confederate", attempt), ("confederate", to))
    assert results(found) == {
        "the attacker wins": "7/54",
        "a draw": "7/27",
        "the defender wins": "7/18",
        "no battle": "2/9",
    }
    # In the mean the attacker loses 41/36 and the defender 5/6 (test_by_hand.py).
    reacted, moved = Fraction(1, 3), Fraction(2, 3) ** 2
    attacks, defends = Fraction(41, 36), Fraction(5, 6)
    union, confederate = (table.expected for table in found.forecast.tables[1:3])
    assert union == pytest.approx(float(moved * attacks + reacted * defends))
    assert confederate == pytest.approx(float(moved * defends + reacted * attacks))


def test_the_best_leaders_take_part_and_nobody_does_what_else_is_optional() -> None:
    changes = {
        "standing": {"confederate": "never", "union": "never"},
        "forces.2227.union": {
            "asp": 3,
            "marked": [{"kind": "asp", "count": 3, "oos": 1, "battle_supply": True}],
        },
        "forces.2228.confederate.asp": 3,
        "leaders.A": {"hex": "2227", "rating": 2},
        "leaders.B": {"hex": "2227", "rating": 1},
        "leaders.E": {"hex": "2228", "rating": 2},
    }
    attack = {"type": "move_force", "from": "2227", "path": ["2228"]}
    found = compute(changes, attack)
    assert texts(found) | {
        "attacking_leader": "leader A takes part in the attack",
        "defending_leader": "leader E takes part in the defence",
        "battle_supply": "no battle supply is spent",
        "retreat_or_stand": "after a draw the force stays in the hex",
        "leader_creation": "no leader is made",
    } == texts(found)
    nobody = {"type": "choose_leader"}
    alone = compute(changes, attack, ("union", nobody), ("confederate", nobody))
    spend = {"type": "use_battle_supply", "use": True}
    spent = compute(changes, attack, ("union", spend), ("union", nobody), ("confederate", nobody))
    assert results(spent) == EVEN
    assert results(alone) == {"a draw": "1/3", "the defender wins": "2/3"}


def test_a_draw_that_is_answered_with_a_retreat_leaves_the_hex_to_the_other() -> None:
    title = "Even strength in the open, three strength points a side"
    leave = RULESET.storage.commands.read({"type": "retreat_or_stand", "retreat": True})
    found = odds(RULESET, *asked(title, (("confederate", leave),)))
    (holds,) = [table for table in found.forecast.tables if table.name == "holds"]
    assert {row.what: row.probability for row in holds.rows} == {
        "the Confederacy": "1/2",
        "the Union": "1/2",
    }


@pytest.mark.rule("9.12/2")
@pytest.mark.parametrize(
    ("reading", "name"),
    [
        ("", "defender's SP, for Create and Promote"),
        ("all_rows", "defender's SP, on every row"),
        ("promote", "defender's SP, for Promote alone"),
    ],
)
def test_the_roll_for_leaders_names_the_rows_of_the_games_reading(reading: str, name: str) -> None:
    options = {"leader_mod_all_rows": reading} if reading else {}
    given = Given(scenario="bare_map", options=options, set={**FED, **MET, "standing": {"union": "never"}})
    position = starting_position(given, RULESET)
    position.forces["union"]["2228"] = position.forces["union"].pop("2227")
    attack = RULESET.storage.commands.read({"type": "move_force", "from": "2228", "path": ["2329"]})
    found = odds(RULESET, position, Question("union", attack))
    lines = [each.line for each in found.forecast.modifiers if each.line.roll == "leader effects"]
    assert [(each.name, each.rule) for each in lines] == [(name, "9.12/2")]
