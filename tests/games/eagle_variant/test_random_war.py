"""Random play of whole wars: movements by land, rail and water, their battles, retreats and captures.

No command ends in an error, and what the rules promise about every position holds.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.board.map import CLOSED_SIDES
from ironclad.domain.games.eagle_variant.position.document import problems
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position, units_by_space
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import occupied_by
from ironclad.domain.games.eagle_variant.rules.c05_battles.events import LeadersRetreated
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import UnitsRetreated
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Step, steps

MOST_COMMANDS = 600


def war(seed: int) -> Iterator[Step]:
    """A random war of the first commands, with options of its own."""
    random = Random(f"war {seed}")
    options = {name: random.choice(each.values) for name, each in RULESET.identity.options.items()}
    begun = RULESET.rules.begin(random.choice(("historical", "balanced")), options, None)
    return islice(steps(RULESET, seed, begun), MOST_COMMANDS)


def together(position: Position) -> Iterator[str]:
    """The spaces where units are among enemy brigades."""
    for space, ids in units_by_space(position).items():
        units = [position.units[id] for id in ids]
        armies = {unit.side or unit.nation for unit in units if unit.brigade}
        if any((unit.side or unit.nation) != army for unit in units for army in armies):
            yield space


def faults(position: Position) -> Iterator[str]:
    """What is wrong with a position, in sentences."""
    yield from problems(position)
    if position.phase == "movement" and not position.moving:
        fought_for = {*position.pending, *([position.battle.space] if position.battle else [])}
        leaving = any(due.kind == "retreat_leaders" for due in position.agenda.all())
        for space in together(position) if not leaving else ():
            if space not in fought_for:
                yield f"{space}: enemies are together, and no battle is due"
    for id, unit in position.units.items():
        if unit.landed and unit.crossed:
            yield f"{id} has landed and crossed a river"
        if position.board.spaces[unit.space].side in CLOSED_SIDES and not position.war:
            yield f"{id} is in {unit.space}, which is closed"
        if unit.nation in ("indians", "militia") and position.battle is None:
            yield f"{id} is left without a battle"
    if position.moving and position.pending:
        yield "battles are due while a side moves"
    moves = any(due.kind == "movement" for due in position.agenda.due)
    if moves and (position.shipment is not None or position.naval_battle is not None):
        yield "a shipment is not landed, and its side moves on"
    for space in position.before:
        if space not in position.board.spaces:
            yield f"before: {space} is no space"


def settled_faults(position: Position) -> Iterator[str]:
    """What is wrong as a movement begins: no two sides are together, and nothing of the last one is left."""
    rising = position.plays("revolutionaries_wait_for_movement")
    for space in together(position):
        if not (rising and position.board.spaces[space].side == "mexico"):
            yield f"{space}: enemies are together"
    if position.attacking or position.captures or position.settling or position.in_order or position.pending:
        yield "the last movement is not settled"
    if position.shipped or position.stock_used:
        yield "something has been carried before the movement"
    for side in SIDES:
        wrong = [space for space, held in position.before.items() if held == side]
        yield from (f"{space}: held before" for space in wrong if not occupied_by(position, space, side))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.full
def test_a_random_war_breaks_no_promise(seed: int) -> None:
    seen: Counter[str] = Counter()
    for step in war(seed):
        seen.update(type(event).__name__ for event in step.events)
        assert not list(faults(step.after)), f"command {step.number}"
        began = any(type(event).__name__ == "MovementBegan" for event in step.events)
        if began and step.after.moving:
            assert not list(settled_faults(step.after)), f"command {step.number}"
    for name in ("UnitsMoved", "UnitsRailed", "ShipmentLanded", "BattleClosed", "CityCaptured"):
        assert seen[name], f"{name} never happened"


ASKED = (
    "movement",
    "naval_answer",
    "naval_losses",
    "shipment_losses",
    "next_battle",
    "battle_order",
    "retreat_leaders",
)


def written(position: Position) -> bytes:
    return canonical(RULESET.storage.to_document(position))


def replayed(step: Step) -> bytes:
    """The position after a step, by its events as they are stored."""
    position, events = step.before.copy(), RULESET.storage.events
    for event in step.events:
        position = decider.evolve(RULESET, position, events.decode(*events.encode(event)))
    return written(position)


@pytest.mark.parametrize("seed", range(100, 106))
def test_what_is_offered_in_a_movement_is_accepted_and_stored(seed: int) -> None:
    """Of each kind of decision a few, of each a few offers; their events give the position again."""
    seen: Counter[str] = Counter()
    for step in war(seed):
        kind = step.due.kind
        if kind not in ASKED or seen[kind] >= 5:
            continue
        seen[kind] += 1
        assert replayed(step) == written(step.after)
        offered = [
            command for due, command in decider.offers(RULESET, step.before, step.seat) if due == step.due
        ]
        assert offered
        for command in Random(seed).sample(offered, min(20, len(offered))):
            decider.decide(RULESET, step.before, step.seat, command, SeededDice(seed), step.due.id)
    assert {"movement", "naval_answer"} <= set(seen)


def retreat_faults(
    position: Position, army: str, units: tuple[str, ...], start: str, to: str
) -> Iterator[str]:
    """What is wrong with a retreat, by the clauses in their order and from the map alone."""
    space = position.board.spaces[to]
    if to not in position.board.neighbours[start]:
        yield f"{to} is not beside {start}"
    there = [unit for unit in position.units.values() if unit.space == to]
    if any(unit.side != army for unit in there):
        yield f"others are in {to}"
    if space.side in CLOSED_SIDES and not position.war:
        yield f"{to} is closed"
    wild = to == "IT" or space.state in position.seceded
    if wild and not any(unit.brigade for unit in there):
        yield f"{to} is empty, and would bring a battle"
    if to in position.pending:
        yield f"{to} is still fought for"
    for id in units:
        if position.units[id].landed and position.phase == "movement":
            yield f"{id} has landed and retreats"
        if position.units[id].nation == "revolutionaries" and space.side != "mexico":
            yield f"{id} leaves Mexico"


def of_battle(position: Position, army: str, units: tuple[str, ...], to: str) -> Iterator[str]:
    """What is wrong with a beaten army's choice: attackers go back where they came from, defenders do not."""
    battle = position.battle
    assert battle is not None
    entered = {*battle.origins, *battle.ports}
    if army == battle.defender and to in entered:
        yield f"the enemy came from {to}"
    if army == battle.attacker and entered and to not in battle.origins:
        yield f"nobody came from {to}"


@pytest.mark.parametrize("seed", range(200, 212))
@pytest.mark.rule(
    "battle-effects/3", "battle-effects/4", "battle-effects/5", "battle-effects/6", "the-units/7"
)
@pytest.mark.full
def test_every_retreat_of_a_random_war_is_legal(seed: int) -> None:
    found, events = 0, RULESET.storage.events
    for step in war(seed):
        if not any(isinstance(event, UnitsRetreated | LeadersRetreated) for event in step.events):
            continue
        position = step.before.copy()
        for event in step.events:
            if isinstance(event, UnitsRetreated):
                found += 1
                assert not list(retreat_faults(position, event.army, event.units, event.start, event.to))
                assert not list(of_battle(position, event.army, event.units, event.to))
            elif isinstance(event, LeadersRetreated) and event.to:
                found += 1
                assert not list(retreat_faults(position, event.side, event.units, event.start, event.to))
            position = decider.evolve(RULESET, position, events.decode(*events.encode(event)))
    assert found
