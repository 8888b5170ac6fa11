"""Battles, step by step: initiative, declaration, chits, supply, the die and the losses (8.0 to 8.3)."""

import pytest

from ironclad.domain.games.war_between_the_states.game import RULESET
from ironclad.domain.games.war_between_the_states.position.battle import HIDDEN
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    AttackTried,
    AttackVoided,
    BattleFought,
    ChitsOpened,
    CombatSupplied,
    DefenceSet,
    LossesTaken,
)
from ironclad.domain.kernel.engine import playout
from tests.games.war_between_the_states.battlefield import (
    SOUTH,
    TARGET,
    WEST,
    attack,
    chit,
    field,
    fighting,
    retreat,
    roll,
)
from tests.games.war_between_the_states.table import Table, armed, led


def two_corps(supply: int = 9, **options: str) -> Position:
    """Reynolds with 24 SP before Longstreet's 20, each with supply in his hex."""
    position = field(**options)
    led(position, "union", SOUTH, "Reynolds", "corps", (10, 10, 4))
    led(position, "confederate", TARGET, "Longstreet", "corps", (10, 10))
    position.owners = {SOUTH: "union", TARGET: "confederate"}
    position.loose = {SOUTH: supply, TARGET: 9} if supply else {TARGET: 9}
    return position


def declared(position: Position) -> Table:
    table = fighting(position)
    table.give("union", roll("Reynolds"), [3])
    table.give("union", attack(TARGET, "Reynolds", "union_corps_1"))
    return table


@pytest.mark.rule("8.3/1", "8.3/2", "8.3/4", "8.3/5", "8.3/7", "8.12/1", "8.0/1", "10.1/6", "9.31/1")
def test_initiative_is_rolled_before_the_first_attack_and_once_a_leader() -> None:
    position = two_corps()
    led(position, "union", WEST, "Hancock", "corps", (5,))
    led(position, "union", WEST, "Sykes", "corps", (5,))
    table = fighting(position)
    assert table.refused("union", attack(TARGET, "Reynolds", "union_corps_1")) == "8.3/1"
    assert table.refused("union", roll("Lee")) == "8.3/1"
    failed = table.one(AttackTried, table.give("union", roll("Hancock"), [4]))
    assert (failed.initiative, failed.active) == (3, ())
    assert table.refused("union", roll("Hancock")) == "8.3/5"
    assert table.one(AttackTried, table.give("union", roll("Reynolds"), [3])).active == ("Reynolds",)
    assert table.refused("union", attack(TARGET, "Hancock", "union_corps_2")) == "8.3/1"
    table.give("union", attack(TARGET, "Reynolds", "union_infantry_3"))
    table.give("union", chit(0))
    table.give("confederate", chit(0), [6])
    assert table.asked == [("union", "combat")]
    assert table.refused("union", roll("Sykes")) == "8.3/4"
    assert table.refused("union", attack(TARGET, "Reynolds", "union_infantry_3")) == "8.12/1"
    table.give("union", {"type": "end_combat"})
    assert table.position.fighting is None
    table.pass_by("destruction")
    assert table.asked == [("confederate", "spans")]


@pytest.mark.rule(
    "8.0/2", "8.0/5", "8.0/6", "8.0/15", "8.0/16", "8.14/3", "8.15/1", "8.18/10", "12.2/1", "12.24/2"
)
def test_a_battle_from_the_declaration_to_the_losses() -> None:
    table = declared(two_corps())
    assert table.asked == [("union", "chit"), ("confederate", "chit")]
    table.give("union", chit(2))
    events = table.give("confederate", chit(2), [2, 1, 3])
    assert table.one(ChitsOpened, events).chits == {"union": 2, "confederate": 2}
    fed = [event for event in events if isinstance(event, CombatSupplied)]
    assert [(each.side, each.die, each.need, each.paid) for each in fed] == [
        ("union", 2, 2, {f"loose.{SOUTH}": 2}),
        ("confederate", 1, 0, {}),
    ]
    fought = table.one(BattleFought, events)
    assert (fought.reading.attack, fought.reading.defence, fought.reading.ratio) == (24, 20, 120)
    assert (fought.reading.total, fought.reading.die, fought.reading.column) == (4, 3, "111-131")
    assert fought.percents == {"union": 10, "confederate": 10}
    assert fought.losses == {"union": 2, "confederate": 2}
    assert table.one(LossesTaken, events).taken == {"confederate_infantry_1": 1, "confederate_infantry_2": 1}
    assert table.asked == [("union", "losses")]
    table.give("union", {"type": "take_losses", "taken": {"union_infantry_2": 1, "union_infantry_3": 1}})
    assert table.position.loose == {SOUTH: 7, TARGET: 9}
    assert table.position.lost == {"union": 2, "confederate": 2}
    assert table.asked == [("union", "combat")]


@pytest.mark.rule("12.23/1", "8.0/15", "8.15/3", "8.43/4", "R.1/4", "R.1/5", "12.2/2", "12.2/3", "12.23/3")
def test_without_supply_the_ratio_is_worked_out_again_and_losses_double() -> None:
    table = declared(two_corps(supply=0))
    assert table.position.battle is not None
    table.give("union", chit(2))
    events = table.give("confederate", chit(2), [2, 1, 3])
    fought = table.one(BattleFought, events)
    assert (fought.reading.attack, fought.reading.ratio, fought.retreats) == (12, 60, "union")
    assert fought.losses == {"union": 10, "confederate": 2}
    lost = {"union_infantry_1": 4, "union_infantry_2": 3, "union_infantry_3": 3}
    table.give("union", {"type": "take_losses", "taken": lost})
    assert table.asked == [("union", "retreat")]
    assert table.refused("union", retreat(stand=True)) == "8.43/4"
    assert table.refused("union", retreat(WEST)) == "R.1/2"
    table.give("union", retreat("C2207"))
    assert {table.position.leaders["Reynolds"].hex, table.position.units["union_infantry_1"].hex} == {"C2207"}
    assert table.asked == [("union", "combat")]


@pytest.mark.rule("8.0/7", "8.0/8", "8.0/9", "8.0/14", "R.1/13", "R.1/12", "8.0/10")
def test_chits_are_sealed_and_capped() -> None:
    table = declared(two_corps())
    assert table.refused("union", chit(4)) == "8.0/9"
    table.give("union", chit(3))
    battle = see(table.position, "confederate").battle
    assert battle is not None
    assert battle.chits == {"union": HIDDEN}
    assert see(table.position, None).battle == battle
    seen = see(table.position, "union").battle
    assert seen is not None
    assert seen.chits == {"union": 3}
    assert table.asked == [("confederate", "chit")]


@pytest.mark.rule("8.0/14", "8.0/9", "8.0/11", "12.2/1")
def test_a_side_without_a_leader_commits_nothing() -> None:
    position = two_corps()
    del position.leaders["Longstreet"]
    position.headquarters["confederate_corps_1"] = position.headquarters["confederate_corps_1"].with_(
        commander=""
    )
    table = declared(position)
    assert table.asked == [("union", "chit")]
    opened = table.one(ChitsOpened, table.give("union", chit(0), [5]))
    assert (opened.chits, opened.caps) == ({"union": 0, "confederate": 0}, {"union": 3, "confederate": 0})


@pytest.mark.rule("8.41/1", "8.41/2", "8.41/3", "8.21/1", "8.21/2", "8.11/1", "8.0/3", "8.0/19")
def test_two_hexes_join_and_the_river_halves_those_behind_it() -> None:
    """The example of 8.41: 21 SP across a river count as 11."""
    target, dry, wet, other = "C2012", "C2113", "C2112", "C2013"
    position = field()
    led(position, "union", dry, "Reynolds", "corps", (4,))
    led(position, "confederate", target, "Longstreet", "corps", (10,))
    over = armed(position, "union", wet, infantry=(10, 10, 1))
    (flank,) = armed(position, "union", other, infantry=(3,))
    position.spans = {"Reynolds": (*over[:2], flank)}
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    assert table.refused("union", attack(target, "Reynolds", over[2])) == "8.21/1"
    assert table.refused("union", attack("C2212", "Reynolds", over[0])) == "8.0/19"
    assert table.refused("union", attack("C2007", "Reynolds", over[0])) == "8.11/1"
    three = attack(target, "Reynolds", "union_corps_1", over[0], flank)
    assert table.refused("union", three) == "8.21/2"
    assert table.refused("union", attack(target, "Reynolds", over[0], flank)) == "8.21/1"
    position.spans = {"Reynolds": tuple(over)}
    table = fighting(position)
    table.give("union", roll("Reynolds"), [1])
    events = table.give("union", attack(target, "Reynolds", "union_corps_1", *over))
    assert table.one(DefenceSet, events).attack == 4 + 11


@pytest.mark.rule("10.14/1", "10.14/2", "10.14/3", "8.21/4")
def test_an_army_passes_initiative_down_but_lends_no_chits() -> None:
    position = two_corps()
    led(position, "union", SOUTH, "Meade", "army", (6,))
    led(position, "union", SOUTH, "Sykes", "corps", (5,))
    position.spans = {"Meade": ("Reynolds", "Sykes")}
    table = fighting(position)
    tried = table.one(AttackTried, table.give("union", roll("Meade"), [3]))
    assert set(tried.active) == {"Meade", "Reynolds", "Sykes"}
    assert table.refused("union", attack(TARGET, "Meade", "union_corps_2")) == "10.14/2"
    assert table.refused("union", attack(TARGET, "Sykes", "union_corps_1")) == "8.21/1"
    table.give("union", attack(TARGET, "Sykes", "union_corps_2"))
    assert table.refused("union", chit(3)) == "8.0/9"
    table.give("union", chit(0))
    table.give("confederate", chit(0), [6])
    table.give("union", attack(TARGET, "Meade", "union_corps_1", "union_infantry_4"))
    assert table.refused("union", chit(4)) == "8.0/9"
    table.give("union", chit(3))


@pytest.mark.rule("8.0/11")
def test_by_the_option_the_defenders_leader_commands_them_all() -> None:
    for answer, cap in (("no", 3), ("yes", 0)):
        position = two_corps(defender_leader_must_command_all=answer)
        armed(position, "confederate", TARGET, cavalry=(2,))  # an army corps has no cavalry in its span
        (rider,) = armed(position, "union", SOUTH, cavalry=(1,))
        position.spans = {}
        table = fighting(position)
        table.give("union", roll("Reynolds"), [1])
        table.give("union", attack(TARGET, "Reynolds", "union_infantry_3"))
        events = table.give("confederate", {"type": "defend"})
        assert bool(table.one(DefenceSet, events).leader) == bool(cap)
        assert rider in table.position.units


@pytest.mark.rule("8.14/4", "8.14/5")
def test_combat_ratings_count_by_the_option_alone() -> None:
    for answer, part in (("no", 0), ("yes", -1)):
        table = declared(two_corps(leader_combat_ratings=answer))
        table.give("union", chit(0))
        fought = table.one(BattleFought, table.give("confederate", chit(0), [6]))
        assert (fought.reading.die, fought.reading.ratings) == (6, part)
        assert fought.percents["confederate"] == 0


@pytest.mark.rule("8.0/18", "12.23/1")
def test_an_attack_of_which_nothing_is_left_is_void() -> None:
    position = two_corps(supply=0)
    for id in ("union_infantry_1", "union_infantry_2"):
        del position.units[id]
    position.units["union_infantry_3"] = position.units["union_infantry_3"].with_(strength=1)
    table = declared(position)
    table.give("union", chit(3))
    events = table.give("confederate", chit(3), [6, 1])
    table.one(AttackVoided, events)
    assert table.asked == [("union", "combat")]
    assert table.refused("union", attack(TARGET, "Reynolds", "union_corps_1")) == "8.12/1"


@pytest.mark.rule("12.22/1", "12.22/2", "12.2/2", "12.21/3")
def test_the_owner_says_which_store_pays() -> None:
    position = two_corps()
    (train,) = armed(position, "union", WEST, supply_train=(0,))
    position.units[train] = position.units[train].with_(load=5)
    table = declared(position)
    table.give("union", chit(2))
    table.give("confederate", chit(2), [2])
    assert table.asked == [("union", "combat_supply")]
    pay = {"type": "pay_combat_supply"}
    assert table.refused("union", {**pay, "paid": {train: 1}}) == "12.22/1"
    assert table.refused("union", {**pay, "paid": {f"loose.{TARGET}": 2}}) == "12.2/2"
    table.give("union", {**pay, "paid": {train: 2}}, [1, 3])
    assert table.position.units[train].load == 3
    assert table.position.loose[SOUTH] == 9


@pytest.mark.rule("2.0/1", "8.0/1")
def test_manassas_is_played_to_its_end_with_battles() -> None:
    game = playout.play(RULESET, 6, "manassas_1861", computer=("union",))
    assert game.outcome is not None
    assert sum(isinstance(event, BattleFought) for event in game.events) >= 1
    log = playout.stored(RULESET, game.events)
    assert playout.same_position(RULESET, playout.rebuild(RULESET, log), game.position)
    again = playout.play(RULESET, 6, "manassas_1861", computer=("union",))
    assert playout.stored(RULESET, again.events) == log
