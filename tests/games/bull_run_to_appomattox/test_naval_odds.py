"""The odds of naval combats, attacks on forts and raiders: against dice counted one by one, and games."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    NavalCombatEnded,
    StepsLost,
)
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.odds.odds import Question, odds

Rows = dict[str, Fraction]


def fleets(*ours: str, theirs: tuple[str, ...] = (), fort: int = 0) -> Position:
    """Northern fleets, active off Charleston; Southern ones there, or a fort of so many steps."""
    position = RULESET.rules.initial(RULESET.rules.begin("empty_map", {}))
    document = RULESET.storage.to_document(position)
    document["fleets"] = {
        f"{side}_{kind}{n}": {"side": side, "kind": kind, "place": place}
        for side, place, kinds in (("north", "S5", ours), ("south", "S4", theirs))
        for n, kind in enumerate(kinds, 1)
    }
    if fort:
        document["forts"] = {"CHS": {"side": "south", "steps": fort}}
    position = RULESET.storage.from_document(document)
    mine = [each for each in position.fleets if each.startswith("north")]
    return given(position, {"type": "activate_fleets", "fleets": mine})


def read(command: dict[str, Any]) -> Command:
    return RULESET.storage.commands.read(command)


def given(position: Position, command: dict[str, Any], dice: Any = None) -> Position:
    (due,) = RULESET.rules.due(position)
    return decider.execute(RULESET, position, due.seat, read(command), dice or SeededDice("none"), due.id)[1]


def rows(position: Position, command: dict[str, Any]) -> dict[str, Rows]:
    """The tables of the odds of a Northern command, by name."""
    forecast = odds(RULESET, position, Question("north", read(command))).forecast
    return {
        table.name: {row.what: Fraction(row.probability) for row in table.rows} for table in forecast.tables
    }


FIVE_OR_SIX = Fraction(1, 3)


def of_dice(count: int, chance: Fraction) -> Counter[int]:
    """The hits of some dice, each counted as hit or not: weights that add up to 1."""
    found: Counter[int] = Counter()
    for each in product((True, False), repeat=count):
        weight = Fraction(1)
        for hit in each:
            weight *= chance if hit else 1 - chance
        found[sum(each)] += weight  # type: ignore[assignment]
    return found


@cache
def two_rounds(ours: int, theirs: int, left: int) -> tuple[Fraction, Fraction, Fraction]:
    """One steam fleet a side, a die for each step: the chances of attacker, defender and nobody."""
    if not (ours and theirs):
        return Fraction(bool(ours)), Fraction(bool(theirs)), Fraction(not (ours or theirs))
    if not left:
        return Fraction(0), Fraction(1), Fraction(0)
    total = [Fraction(0)] * 3
    for (hits, p), (back, q) in product(
        of_dice(ours, FIVE_OR_SIX).items(), of_dice(theirs, FIVE_OR_SIX).items()
    ):
        after = two_rounds(max(0, ours - back), max(0, theirs - hits), left - 1)
        total = [sum_ + p * q * each for sum_, each in zip(total, after, strict=True)]
    return total[0], total[1], total[2]


def test_one_fleet_against_one_is_counted_exactly() -> None:
    found = rows(fleets("steam", theirs=("steam",)), {"type": "sail", "path": ["S4"]})
    attacker, defender, nobody = two_rounds(2, 2, 2)
    assert found["winner"] == {"north": attacker, "south": defender, "nobody": nobody}


@pytest.mark.parametrize(("steps", "guns"), [(2, 4), (1, 2)])
def test_an_attack_on_a_fort_is_counted_exactly(steps: int, guns: int) -> None:
    """7.13.2: all need a 6 against a fort, which loses one step at most; it hits on 3 or more."""
    position = given(fleets("sail", "sail", fort=steps), {"type": "sail", "path": ["CHS"]})
    found = rows(position, {"type": "attack_fort"})
    hit = 1 - Fraction(5, 6) ** 4
    assert found["fort"] == {"0": 1 - hit, "1": hit}
    taken: Counter[int] = Counter()
    for hits, weight in of_dice(guns, Fraction(2, 3)).items():
        taken[min(4, hits)] += weight
    assert found["steps_north"] == {str(hits): weight for hits, weight in taken.items()}
    gone = taken[4] if guns == 4 else Fraction(0)
    assert found["winner"].get("north", 0) == (hit * (1 - gone) if steps == 1 else 0)
    assert sum(found["winner"].values()) == 1


def in_losses() -> Position:
    """Two Northern steam fleets against one: each side was hit once in the first round, the North chooses."""
    for seed in range(200):
        start = fleets("steam", "steam", theirs=("steam",))
        position = given(start, {"type": "sail", "path": ["S4"]}, SeededDice(f"losses {seed}"))
        due = RULESET.rules.due(position)[0]
        left = position.fleets.get("south_steam1")
        if due.kind == "lose_steps" and due.about["hits"] == 1 and left is not None and left.steps == 1:
            return position
    raise AssertionError("no such round")


def test_odds_while_hits_are_taken_follow_the_choice_and_the_round_that_is_left() -> None:
    """7.10/2: a step of either fleet leaves three dice, of the same kind; then one round is fought."""
    position = in_losses()
    attacker, defender, nobody = two_rounds(3, 1, 1)
    expected = {"north": attacker, "south": defender, "nobody": nobody}
    for id in ("north_steam1", "north_steam2"):
        found = rows(position, {"type": "lose_steps", "steps": {id: 1}})
        assert found["winner"] == {who: chance for who, chance in expected.items() if chance}
        assert "0" not in found["steps_north"]
    under_way = odds(RULESET, position, Question()).forecast
    assert {row.what: Fraction(row.probability) for row in under_way.tables[0].rows} == found["winner"]


def test_odds_of_the_last_hits_are_certain() -> None:
    """7.12/3: after the second round both are there still, so the attacker has lost."""
    position = in_losses()
    assert position.naval is not None
    position.naval = position.naval.with_(round=2, pending={"north": {"others": 1}, "south": {}})
    found = rows(position, {"type": "lose_steps", "steps": {"north_steam1": 1}})
    assert found["winner"] == {"south": Fraction(1)}
    assert found["steps_north"] == {"1": Fraction(1)}


def test_a_command_that_meets_nobody_has_no_odds() -> None:
    with pytest.raises(Refused):
        rows(fleets("steam", fort=2), {"type": "sail", "path": ["S4"]})


def played(position: Position, command: dict[str, Any], seed: int) -> tuple[str, int, int]:
    """A combat to its end as the odds assume it: its winner, and the steps that North and South lost."""
    dice, lost = SeededDice(f"sea {seed}"), Counter[str]()
    while True:
        (due,) = RULESET.rules.due(position)
        if due.kind == "aim":
            target = "others" if "others" in due.about["targets"] else due.about["targets"][0]
            command = {"type": "aim_guns", "targets": {target: due.about["dice"]}}
        elif due.kind in ("defender_stays", "attacker_stays"):
            command = {"type": "decide_combat", "choice": "stay"}
        elif due.kind == "lose_steps":
            left, steps = due.about["hits"], {}
            for id in due.about["fleets"]:
                steps[id] = min(left, position.fleets[id].steps)
                left -= steps[id]
            command = {"type": "lose_steps", "steps": {id: n for id, n in steps.items() if n}}
        elif due.kind == "retreat":
            command = {"type": "retreat_fleets", "to": due.about["to"][0]}
        events, position = decider.execute(RULESET, position, due.seat, read(command), dice, due.id)
        for event in events:
            if isinstance(event, StepsLost):
                lost[event.side] += sum(event.steps.values())
            if isinstance(event, NavalCombatEnded):
                return event.winner or "nobody", lost["north"], lost["south"]


def raiders(ours: int, theirs: int, army: dict[str, int] | None = None) -> Position:
    """A Northern raider in Louisville or Grant with an army there, active; a Southern raider beside it."""
    position = RULESET.rules.initial(RULESET.rules.begin("empty_map", {}))
    document = RULESET.storage.to_document(position)
    document["raiders"] = {"south": {"spot": "LOU", "strength": theirs}}
    if army is not None:
        document["hqs"]["grant"] = {**document["hqs"].get("grant", {}), "state": "map", "spot": "LOU"}
        document["units"] = {"grant": army}
        return given(RULESET.storage.from_document(document), {"type": "activate_hq", "hq": "grant"})
    document["raiders"]["north"] = {"spot": "CIN", "strength": ours}
    position = given(RULESET.storage.from_document(document), {"type": "activate_raider"})
    return given(position, {"type": "raider_march", "path": ["LOU"]})


def test_an_army_that_attacks_a_raider_loses_what_its_dice_take() -> None:
    found = rows(raiders(0, 2, {"infantry": 1, "cavalry": 0}), {"type": "engage_raider"})
    none = (1 - FIVE_OR_SIX) ** 2
    assert found["losses"] == {"0": none, "1": 1 - none}
    assert found["raider"] == {"1": Fraction(1)}


def test_raiders_that_meet_are_counted_exactly() -> None:
    """7.13.1/10: the one that loses more leaves; of equals the one that came."""
    found = rows(raiders(1, 2), {"type": "engage_raider"})
    ours, theirs = of_dice(1, FIVE_OR_SIX), of_dice(2, FIVE_OR_SIX)
    stays = sum(
        (p * q for (hits, p), (back, q) in product(ours.items(), theirs.items()) if hits > min(1, back)),
        Fraction(0),
    )
    assert found["leaves"] == {"north": 1 - stays, "south": stays}
    assert found["raider_south"] == {"1": FIVE_OR_SIX, "2": 1 - FIVE_OR_SIX}


@pytest.mark.full
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [(("sail", "steam", "steam"), ("steam", "ironclad")), (("steam", "ironclad"), ("sail", "sail"))],
)
def test_many_combats_end_as_the_odds_say(ours: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    position, command = fleets(*ours, theirs=theirs), {"type": "sail", "path": ["S4"]}
    found, games = rows(position, command), 1_500
    ends = [played(position, command, seed) for seed in range(games)]
    for name, index in (("winner", 0), ("steps_north", 1), ("steps_south", 2)):
        counted = Counter(str(end[index]) for end in ends)
        assert set(counted) <= set(found[name])
        for what, chance in found[name].items():
            spread = float(chance * (1 - chance) / games) ** 0.5
            assert abs(counted[what] / games - float(chance)) <= 4.5 * spread + 1e-9, (name, what)
