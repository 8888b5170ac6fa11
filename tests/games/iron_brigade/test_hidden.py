"""What a seat may not know reaches it in no position, event, offer or refusal (XI.C/6, VIII.A/2)."""

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from ironclad.domain.games.iron_brigade.game import RULESET
from ironclad.domain.games.iron_brigade.position.orders import ChargePlan, FireOrder, FirePlan
from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.position.units import ENEMY, Deeds
from ironclad.domain.games.iron_brigade.rules.c06_general_fire.events import OrderFire
from ironclad.domain.games.iron_brigade.rules.c08_charge.events import OrderCharges
from ironclad.domain.games.iron_brigade.rules.c11_woods.events import UnitSighted
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.playout import Step, steps
from ironclad.eventlog.sealing import GameSeal, game_key
from ironclad.referee.sight import body_for

READERS = (*RULESET.seats, None)
SEAL = GameSeal(game_key(b"m" * 32, "game"), RULESET.sight.padded_to)
SEALED = ("unit_hidden", "unseen_ordered", "unseen_moved", "unseen_waited")
SEALED_FIELDS = {"type", "unit", "side", "kept", "order", "second", "move", "shot"}
RICH = ("brawner_farm", 3)
"""A game in which many units are out of sight."""
GAMES = (
    RICH,
    pytest.param(("brawner_farm", 5), marks=pytest.mark.full),
    pytest.param(("millers_mill", 1), marks=pytest.mark.full),
    pytest.param(("mcphersons_ridge", 2), marks=pytest.mark.full),
)
Game = tuple[str, int]


@cache
def begun(scenario: str) -> Position:
    """The first position of a scenario."""
    return RULESET.rules.initial(RULESET.rules.begin(scenario, {}, None, ""))


@cache
def walked(game: Game, most: int = 60) -> tuple[Step, ...]:
    """The first steps of a random game of a scenario, by its seed."""
    scenario, seed = game

    def some() -> Iterator[Step]:
        for step in steps(RULESET, seed, RULESET.rules.begin(scenario, {}, None, "")):
            if step.number > most:
                return
            yield step

    return tuple(some())


def written(position: Position) -> bytes:
    return canonical(RULESET.storage.to_document(position))


def unseen_by(position: Position, reader: str | None) -> set[str]:
    return {id for id, side in position.hidden.items() if side != reader}


@pytest.mark.rule("XI.C/1", "XI.C/2", "XI.C/6", "VIII.A/2")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_reader_sees_what_its_own_events_make(game: Game) -> None:
    """Each event is sealed, opened for a reader, and applied: the position is the one it is shown."""
    own, version, storage = {reader: begun(game[0]).copy() for reader in READERS}, 1, RULESET.storage
    hidden = 0
    for step in walked(game):
        for event in step.events:
            version += 1
            topic, body = storage.events.encode(SEAL.sealed("game/main", version, event, {}))
            for reader in READERS:
                row = ("game/main", version, topic, body, version)
                seen = storage.events.decode(topic, body_for(SEAL, row, reader))
                own[reader] = decider.evolve(RULESET, own[reader], seen)
        for reader, position in own.items():
            assert written(RULESET.sight.see(step.after, reader)) == written(position), (step.number, reader)
            hidden += len(unseen_by(step.after, reader))
    assert hidden > 20 or game != RICH


@pytest.mark.rule("XI.C/6")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_events_name_a_unit_out_of_sight_only_to_its_own_side(game: Game) -> None:
    version, told = 1, 0
    for step in walked(game):
        # A unit may come into sight and leave it within one step; then it is named in between.
        sighted = {each.unit for each in step.events if isinstance(each, UnitSighted)}
        for event in step.events:
            version += 1
            topic, body = RULESET.storage.events.encode(SEAL.sealed("game/main", version, event, {}))
            for reader in READERS:
                unseen = unseen_by(step.before, reader) & unseen_by(step.after, reader)
                said = body_for(SEAL, ("game/main", version, topic, body, version), reader)
                kind = msgspec.json.decode(said)["type"]
                if kind in SEALED:
                    assert set(msgspec.json.decode(said)) <= SEALED_FIELDS
                    continue
                for id in unseen - sighted:
                    told += 1
                    assert f'"{id}"'.encode() not in said, (step.number, kind)
    assert told > 100 or game != RICH


def altered(position: Position, seat: str) -> Position:
    """A position that differs in nothing but the enemy's units that a seat does not see."""
    other = position.copy()
    for number, id in enumerate(sorted(unseen_by(position, seat))):
        unit = other.units[id]
        moved = msgspec.structs.replace(unit, at=(unit.at[0] + 3, unit.at[1] + number), posture="prone")
        other.units[id] = moved
        other.deeds[id] = Deeds(men=unit.men, action="lie_down", used=(1, 3))
    return other


@pytest.mark.rule("XI.C/6")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_hidden_changes_nothing_that_a_seat_gets(game: Game) -> None:
    tried = refused = 0
    for step in walked(game):
        position = step.before
        for seat in RULESET.seats:
            unseen = unseen_by(position, seat)
            dues = [due for due in RULESET.rules.due(position) if due.seat == seat]
            if not unseen or not dues or dues[0].kind in ("movement", "changes"):
                continue
            seen, twin = RULESET.sight.see(position, seat), altered(position, seat)
            assert written(RULESET.sight.see(twin, seat)) == written(seen)
            offered = [canonical(each) for each in decider.legal(RULESET, position, seat)]
            for other in (twin, seen):
                assert [canonical(each) for each in decider.legal(RULESET, other, seat)] == offered
            tried += len(offered)
            for id in unseen:
                for said in refusals(position, seat, id):
                    refused += 1
                    assert said == next(refusals(seen, seat, id)), "it does not say that something is there"
                    break
    if game == RICH:
        assert tried > 30
        assert refused > 5


def refusals(position: Position, seat: str, target: str) -> Iterator[tuple[str, str]]:
    """What is said to units of a seat that fire at, or charge, a unit that it does not see."""
    due = next(due for due in RULESET.rules.due(position) if due.seat == seat)
    for id in position.of_side(seat):
        muster = position.muster[id]
        if not muster.is_regiment:
            continue
        if due.kind == "fire":
            command = OrderFire(plan=FirePlan({id: FireOrder(target, muster.weapons[0])}))
        elif due.kind == "charges":
            command = OrderCharges(plan=ChargePlan({id: target}))
        else:
            return
        with pytest.raises(Refused) as refusal:
            decider.check(RULESET, position, seat, command, due.id)
        yield refusal.value.rule, refusal.value.reason


@pytest.mark.rule("XI.C/6")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_side_knows_its_own_units(game: Game) -> None:
    for step in walked(game)[::5]:
        for seat in RULESET.seats:
            seen = RULESET.sight.see(step.after, seat)
            for id in step.after.of_side(seat):
                assert seen.units[id] == step.after.units[id]
            shown = set(step.after.of_side(ENEMY[seat])) - unseen_by(step.after, seat)
            assert set(seen.of_side(ENEMY[seat])) == shown
