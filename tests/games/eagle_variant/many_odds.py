"""Exact odds against simulated dice: battles by standing orders, and whatever else one command rolls for.

    python -m tests.games.eagle_variant.many_odds [--seed S] [--count RUNS]

Odds of battles are those of `readers/battle_odds`. Those of other rolls follow every fall of the dice of a
command of a case: naval battles, the blockade, the election, riots, support, initiative and others. Each is
held against so many seeded runs of the same. Prints the chi-square of all; ends with 1 where one is far off.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.battles import BattleOrders, StandingOrders
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.battle_odds import battle_odds, phase_odds
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    ArmyBeaten,
    AttackRolled,
    BattlePhasePassed,
)
from ironclad.domain.kernel.cases.cases import starting_position
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Unreadable
from ironclad.domain.kernel.engine.dice import Dice, ScriptedDice, SeededDice
from ironclad.domain.kernel.odds.chi_square import tail
from tests.games.eagle_variant.fields import CITY, Field, drawn_up, fighting, orders
from tests.games.eagle_variant.seeded import CASES
from tests.games.eagle_variant.steps import Faces, More, Steps

Chances = Mapping[Hashable, float]
SUSPECT = 1e-5
"""A position whose runs are less likely than this is far off: of twenty right ones, hardly ever one is."""
EXPECTED = 5
"""Outcomes that are expected more seldom are counted together."""
MOST_DICE = 5
ROLLED = (
    "NavalBattleFought", "BlockadeRolled", "ElectionHeld", "RiotsRolled", "SupportSought", "StatesRolled",
    "BattleInitiativeRolled", "ForceRolled", "PursuitRolled", "LeaderFateRolled", "ExperienceRolled",
    "SpecialForcesAppeared",
)  # fmt: skip
"""The rolls of one command that are counted, by the event that has them."""


@dataclass(frozen=True)
class Counted:
    """A position whose odds are held against runs: the exact chances, and what one run with dice comes to."""

    name: str
    chances: Chances
    run: Callable[[Dice], Hashable]


def every_way(run: Callable[[Dice], Hashable]) -> Chances:
    """The chance of each outcome of a run, by every fall of its dice. Raises More past MOST_DICE."""
    found: dict[Hashable, Fraction] = {}
    open_ways: list[tuple[int, ...]] = [()]
    while open_ways:
        faces = open_ways.pop()
        try:
            outcome = run(Faces(faces))
        except More as more:
            if len(faces) + more.args[0] > MOST_DICE:
                raise
            open_ways += ((*faces, *each) for each in product(range(1, 7), repeat=more.args[0]))
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 6 ** len(faces))
    assert sum(found.values()) == 1
    return {outcome: float(share) for outcome, share in found.items()}


def commands() -> Iterator[tuple[str, Position, str, Any, list[int]]]:
    """The commands of all cases that are not refused: case, position, seat, command, dice."""
    for path in case_files([CASES]):
        for case in read_cases(path):
            position: Position = starting_position(case.given, RULESET)
            for step in case.when:
                if step.command is None:
                    continue
                command, before = RULESET.storage.commands.read(step.command), position
                try:
                    _, position = decider.execute(
                        RULESET, before, step.seat, command, ScriptedDice(step.dice)
                    )
                except (Refused, Unreadable):
                    continue
                yield case.case, before, step.seat, command, step.dice


def rolls() -> Iterator[Counted]:
    """For each sort of roll the first command of a case that rolls it, and few enough other dice."""
    wanted = list(ROLLED)
    for case, position, seat, command, dice in commands():
        if not 0 < len(dice) <= MOST_DICE:
            continue
        events, _ = decider.execute(RULESET, position, seat, command, ScriptedDice(dice))
        kinds = {type(event).__name__ for event in events}
        sort, run = next((each for each in wanted if each in kinds), None), after(position, seat, command)
        with suppress(More):
            if sort and len(chances := every_way(run)) > 1:
                yield Counted(f"{sort}: {case}", chances, run)
                wanted.remove(sort)


def after(position: Position, seat: str, command: Any) -> Callable[[Dice], bytes]:
    """A run of a command: the position after it."""

    def run(dice: Dice) -> bytes:
        return RULESET.storage.freeze(decider.execute(RULESET, position, seat, command, dice)[1])

    return run


def fought(position: Position, by: Mapping[str, StandingOrders]) -> Steps:
    """A battle by standing orders, to its end or to that of a part of a phase."""
    position = position.copy()
    position.battle_orders = {seat: BattleOrders("", standing) for seat, standing in by.items()}
    return Steps(position, (ArmyBeaten,))


def winner(position: Position, by: Mapping[str, StandingOrders]) -> Callable[[Dice], str]:
    steps = fought(position, by)

    def run(dice: Dice) -> str:
        beaten = next(each.army for each in steps.run(dice) if isinstance(each, ArmyBeaten))
        return {"usa": "csa", "csa": "usa"}[beaten]

    return run


def losses(position: Position, by: Mapping[str, StandingOrders]) -> Callable[[Dice], tuple[int, int]]:
    """What the part of a phase under way costs the army that acts, and its enemy."""
    assert position.battle is not None
    army, steps = position.battle.acting, fought(position, by)

    def run(dice: Dice) -> tuple[int, int]:
        lost = [0, 0]
        for event in steps.run(dice):
            if isinstance(event, AttackRolled):
                lost[event.hit] += len(event.lost)
            if isinstance(event, ArmyBeaten | BattlePhasePassed):
                break
        return lost[0], lost[1]

    assert army
    return run


def battles() -> Iterator[Counted]:
    """Whole battles and parts of phases by standing orders."""
    fire, charge = StandingOrders("fire"), StandingOrders("charge")
    guns = StandingOrders("fire", ("artillery",))
    leaving = StandingOrders("fire", withdraw_at=2)
    whole = {
        "a duel": (drawn_up((1, 0, 0), (1, 0, 0)), orders(fire, fire)),
        "a battle of fire": (drawn_up((2, 0, 1), (2, 1, 0)), orders(guns, fire)),
        "a battle of charges": (drawn_up((2, 1, 0), (2, 0, 1)), orders(charge, charge)),
        "a city": (drawn_up((3, 0, 1), (2, 0, 0), CITY), orders(charge, fire)),
        "guns against charges": (drawn_up((1, 0, 2), (2, 0, 0)), orders(guns, charge)),
        "cavalry": (drawn_up((1, 2, 0), (1, 2, 0)), orders(charge, charge)),
        "a withdrawal": (drawn_up((3, 0, 0), (3, 0, 0)), orders(fire, leaving)),
        "three columns": (three(), orders(charge, fire)),
    }
    for name, (position, by) in (whole | tied()).items():
        yield Counted(name, dict(battle_odds(position, by).wins), winner(position, by))
    for name, stance in (("a part of fire", fire), ("a part of charges", charge)):
        position = acting(stance)
        yield Counted(
            name, phase_odds(position, orders(stance, fire)), losses(position, orders(stance, fire))
        )


def tied() -> dict[str, tuple[Position, dict[str, StandingOrders]]]:
    """Battles whose columns hang together, or in which units enter late."""
    fire, charge = StandingOrders("fire"), StandingOrders("charge")
    leaving, breaking_off = StandingOrders("fire", withdraw_at=5), StandingOrders("charge", withdraw_at=5)
    late = drawn_up((3, 0, 0), (3, 0, 1))
    assert late.battle is not None
    boxes = {"usa_infantry_3": "turn_2", "usa_infantry_2": "turn_1"}
    late.battle = late.battle.with_(boxes={**late.battle.boxes, **boxes}, began=("usa_infantry_1",))
    return {
        "one column and late units": (late, orders(charge, fire)),
        "reserves that join a column of three": (reserves(), orders(fire, fire)),
        "reserves that join charges": (reserves(), orders(charge, charge)),
        "reserves with surprise": (reserves(surprise="csa"), orders(fire, charge)),
        "late units in three columns": (reserves(usa="turn_2"), orders(charge, fire)),
        "late units of both turns": (reserves(usa="turn_1", more="turn_2"), orders(fire, charge)),
        "late units a turn later": (
            with_option(reserves(usa="turn_2"), "reinforcements_one_turn_later"),
            orders(fire, StandingOrders("stand")),
        ),
        "withdrawal from three columns": (three(), orders(fire, leaving)),
        "withdrawal in the midst of charges": (three(), orders(breaking_off, fire)),
        "withdrawals of both": (three(), orders(breaking_off, StandingOrders("charge", withdraw_at=4))),
        "reserves and a withdrawal": (reserves(), orders(breaking_off, leaving)),
        "late units and withdrawals": (reserves(usa="turn_2"), orders(leaving, breaking_off)),
        "a mixed landing": (mixed_landing(), orders(charge, fire)),
        "a charge that fails and a withdrawal": (
            drawn_up((2, 1, 0), (2, 1, 0)),
            orders(fire, StandingOrders("charge", withdraw_at=2)),
        ),
    }


def reserves(usa: str = "reserve", more: str = "reserve", **battle: str) -> Position:
    """Three columns with two brigades of each army that are in none of them."""
    field = Field().add("csa", "infantry", 5).add("csa", "artillery", 1).add("csa", "leader", 1)
    field.add("usa", "infantry", 5).add("usa", "cavalry", 1)
    lines = ("left", "center", "right")
    boxes = {id: lines[index % 3] for index, id in enumerate(sorted(field.units))}
    boxes |= {"csa_infantry_2": "reserve", "csa_artillery_1": "reserve"}
    boxes |= {"usa_infantry_4": usa, "usa_infantry_5": more}
    taken = {"csa_infantry_1": "left", "csa_infantry_3": "center", "csa_infantry_4": "right"}
    taken |= {"usa_infantry_1": "left", "usa_infantry_2": "center", "usa_cavalry_1": "right"}
    position = fighting(field, boxes | taken, 3, **battle)
    assert position.battle is not None
    began = tuple(id for id, box in position.battle.boxes.items() if not box.startswith("turn"))
    position.battle = position.battle.with_(began=began)
    return position


def with_option(position: Position, name: str) -> Position:
    """The same by another reading."""
    position = position.copy()
    position.options = {**position.options, name: "yes"}
    return position


def mixed_landing() -> Position:
    """An attack over land and water, the defender's bonus against all of it while any that landed is left."""
    field = Field(CITY).add("csa", "infantry", 2).add("csa", "artillery", 1)
    field.add("usa", "infantry", 1, landed=True).add("usa", "infantry", 3)
    position = fighting(field, dict.fromkeys(field.units, "center"))
    return with_option(position, "landing_bonus_against_whole_army")


def three() -> Position:
    """A battle of three columns with charges, ranks in turn."""
    field = Field().add("csa", "infantry", 5).add("usa", "infantry", 6)
    lines = ("left", "center", "right")
    return fighting(field, {id: lines[index % 3] for index, id in enumerate(sorted(field.units))}, 3)


def acting(stance: StandingOrders) -> Position:
    """The USA's part of the infantry phase, those who charge in the middle."""
    position = drawn_up((4, 0, 0), (2, 0, 1))
    assert position.battle is not None
    middle = {"usa_infantry_1": "center_middle", "usa_infantry_2": "center_middle"}
    boxes = {**position.battle.boxes, **(middle if stance.stance == "charge" else {})}
    position.battle = position.battle.with_(turn=1, part=4, acting="usa", boxes=boxes)
    return position


def held(counted: Counted, runs: int, seed: int) -> tuple[float, int, float]:
    """The chi-square of so many runs, its degrees of freedom, and how likely one as large is."""
    seen = Counter(counted.run(SeededDice(f"{seed} {counted.name} {number}")) for number in range(runs))
    assert set(seen) <= set(counted.chances), "an outcome that the odds do not have"
    usual = {each: share * runs for each, share in counted.chances.items() if share * runs >= EXPECTED}
    rare = runs - sum(usual.values())
    pairs = [(seen[each], expected) for each, expected in usual.items()]
    if rare > EXPECTED:
        pairs.append((runs - sum(seen[each] for each in usual), rare))
    value = sum((count - expected) ** 2 / expected for count, expected in pairs)
    return value, len(pairs) - 1, tail(value, len(pairs) - 1)


def positions() -> Iterator[Counted]:
    yield from battles()
    yield from rolls()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.games.eagle_variant.many_odds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1_000)
    asked = parser.parse_args(arguments)
    total, degrees, found = 0.0, 0, list[tuple[float, str]]()
    for counted in positions():
        value, free, likely = held(counted, asked.count, asked.seed)
        print(f"{counted.name}: chi-square {value:.1f} of {free}, p {likely:.4f}", flush=True)
        total, degrees, found = total + value, degrees + free, [*found, (likely, counted.name)]
    least, name = min(found)
    print(
        f"{len(found)} positions, {asked.count} runs each: chi-square {total:.1f} of {degrees}, "
        f"p {tail(total, degrees):.3f}; least likely {name}: {least:.4f}"
    )
    return int(least < SUSPECT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
