"""The exact odds of attacks against battles that are played."""

from collections import Counter
from fractions import Fraction

import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.pieces import Work
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.odds.battles import Story, by_pairs, declared
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import DeclareAttack
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    AttackVoided,
    BattleFought,
    CombatSupplied,
)
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.odds.odds import Question, fit, odds
from tests.games.war_between_the_states.battlefield import SOUTH, TARGET, WEST, field, fighting, roll
from tests.games.war_between_the_states.table import Table, armed, led

BATTLES = 1500


def _armies(stores: int) -> tuple[Table, tuple[str, ...]]:
    """Three corps against one behind no works; each side has so many points at hand."""
    position = field()
    first = led(position, "union", SOUTH, "McDowell", "army", (6, 5))
    units = [
        *armed(position, "union", SOUTH, infantry=(9, 7)),
        *armed(position, "union", WEST, infantry=(4,)),
    ]
    led(position, "confederate", TARGET, "Beauregard", "army", (8, 4))
    position.loose = {SOUTH: stores, TARGET: stores} if stores else {}
    position.owners = {SOUTH: "union", TARGET: "confederate"}
    position.spans = {"McDowell": tuple(units[:2])}
    table = fighting(position)
    table.give("union", roll("McDowell"), [1])
    return table, (first, *units[:2])


def _played(table: Table, command: dict[str, object], chits: tuple[int, int], dice: SeededDice) -> Story:
    """The story of one battle, its chits given and all else by the standing answers."""
    position = table.position
    events: list[Event] = []
    asked, read = "union", RULESET.storage.commands.read(command)
    due = next(each for each in RULESET.rules.due(position) if each.kind == "combat")
    while True:
        made, position = decider.execute(RULESET, position, asked, read, dice, due.id)
        events += made
        if any(isinstance(event, BattleFought | AttackVoided) for event in events):
            return _story(events)
        due = RULESET.rules.due(position)[0]
        asked = due.seat
        if due.kind == "chit":
            chit = chits[0] if due.seat == "union" else chits[1]
            read = RULESET.storage.commands.read({"type": "choose_chit", "chit": chit})
        else:
            read = decider.standing_answer(RULESET, position, due)


def _story(events: list[Event]) -> Story:
    unfed = tuple(each.side for each in events if isinstance(each, CombatSupplied) and not each.supplied)
    for event in events:
        if isinstance(event, BattleFought):
            losses = event.losses
            return Story(unfed, losses["union"], losses["confederate"], event.retreats)
    return Story(unfed, 0, 0, "")


@pytest.mark.rule("8.0/15", "8.0/16", "12.2/2", "8.14/2")
@pytest.mark.parametrize(
    ("stores", "chits"),
    [
        (0, (1, 1)),
        *(pytest.param(*each, marks=pytest.mark.full) for each in [(2, (1, 2)), (4, (1, 1)), (9, (0, 2))]),
    ],
)
def test_battles_that_are_played_agree_with_the_exact_odds(stores: int, chits: tuple[int, int]) -> None:
    table, units = _armies(stores)
    command = {"type": "declare_attack", "hex": TARGET, "leader": "McDowell", "units": units}
    read = RULESET.storage.commands.read(command)
    assert isinstance(read, DeclareAttack)
    exact = by_pairs(declared(table.position, "union", read))
    assert chits in exact
    dice = SeededDice(f"odds {stores} {chits}")
    seen = Counter(_played(table, command, chits, dice) for _ in range(BATTLES))
    found = fit(seen, exact[chits])
    assert not found.impossible
    assert found.p_value > 0.001, found


@pytest.mark.rule("8.0/6", "8.0/9")
def test_every_pair_of_chits_has_its_distribution() -> None:
    table, units = _armies(2)
    read = DeclareAttack(hex=TARGET, leader="McDowell", units=units)
    exact = by_pairs(declared(table.position, "union", read))
    assert {attack for attack, _ in exact} == set(range(max(a for a, _ in exact) + 1))
    for found in exact.values():
        assert sum(found.values()) == 1
    told = odds(RULESET, table.position, Question(seat="union", command=read))
    assert sum(Fraction(each.probability) for each in told.forecast.outcomes) == 1
    assert len(told.forecast.tables) == 4 * len(exact)
    assert {each.seat for each in told.assumptions} == {"union", "confederate"}


@pytest.mark.rule("13.32/1", "13.32/2", "8.0/18")
def test_odds_of_a_storm_and_of_nothing() -> None:
    position: Position = field()
    led(position, "union", TARGET, "McDowell", "corps", (6, 5))
    position.works[TARGET] = Work("confederate", "fort")
    (inside,) = armed(position, "confederate", TARGET, garrison=(5,))
    position.units[inside] = position.units[inside].with_(inside=True)
    table = fighting(position)
    table.give("union", roll("McDowell"), [1])
    read = DeclareAttack(hex=TARGET, leader="McDowell", units=("union_corps_1",))
    exact = by_pairs(declared(table.position, "union", read))
    assert all(sum(found.values()) == 1 for found in exact.values())
    most = max(story.attacker_loses for found in exact.values() for story in found)
    assert most > 0
