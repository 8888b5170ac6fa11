"""Random battles end, offer what decide accepts and nothing less, and replay to the same position."""

from collections import Counter
from random import Random

import pytest

from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.position.battles import COLUMNS, LATE, MIDDLES, Battle
from ironclad.domain.games.eagle_variant.position.document import problems
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    ChargeInBattle,
    FireInBattle,
    MoveInBattle,
    Pursue,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    AttackRolled,
    LeaderFateRolled,
    LeaderGained,
    PursuitRolled,
    SpecialForcesLeft,
    UnitsEliminated,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import brigades, in_box, in_column
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event, Unreadable
from ironclad.domain.kernel.engine.records import Due
from tests.games.eagle_variant.fields import Answer, Field, fought, start, written

BATTLES, AT_ONCE = 1000, 125


@pytest.mark.rule("tactical/1", "tactical/41", "tactical/51")
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(each, marks=pytest.mark.full) for each in range(AT_ONCE, BATTLES, AT_ONCE))]
)
def test_random_battles_end(first: int) -> None:
    """Each battle ends; what is offered on the way passes its check; what is lost is accounted for."""
    ends: Counter[str] = Counter()
    for seed in range(first, first + AT_ONCE):
        position, random, dice = start(seed)
        before, gone, won = len(position.units), 0, 0
        battle = fighting(position)
        for answer in fought(position, random, dice):
            battle = answer.after.battle or battle
            sound(answer)
            gone += sum(map(lost, answer.events))
            won += sum(isinstance(each, LeaderGained) for each in answer.events)
            position = answer.after
            if random.random() < 0.05:
                offered(answer.before, answer.due)
        assert position.battle is None
        assert len(position.units) == before - gone + won
        assert not list(problems(position))
        ends[battle.reason.split(" column ")[-1]] += 1
    assert len(ends) > 2


def fighting(position: Position) -> Battle:
    assert position.battle is not None
    return position.battle


def lost(event: Event) -> int:
    """The units that an event takes off the map."""
    if isinstance(event, AttackRolled):
        return len(event.lost)
    if isinstance(event, LeaderFateRolled):
        return int(event.lost)
    if isinstance(event, PursuitRolled):
        return int(event.hit)
    return len(event.units) if isinstance(event, UnitsEliminated | SpecialForcesLeft) else 0


def sound(answer: Answer) -> None:
    """What is true at any moment of a fight: who may be where, and no column without a brigade."""
    position = answer.after
    battle = position.battle
    if battle is None or battle.stage != "fight" or not battle.turn:
        return
    for line in battle.lines:
        in_middle = [in_box(position, army, MIDDLES[line]) for army in battle.armies]
        assert not all(in_middle)
        for ids in in_middle:
            assert bool(ids) == bool(brigades(position, ids))
            assert not any(position.units[id].kind == "artillery" for id in ids)
        assert all(in_column(position, army, line) for army in battle.armies)
    for id, box in battle.boxes.items():
        assert id in position.units
        assert position.units[id].space == battle.space
        assert box in (*battle.lines, *(MIDDLES[line] for line in battle.lines), "reserve", "retreat", *LATE)


def offered(position: Position, due: Due) -> None:
    """Every command offered for a decision passes its check; there is always one."""
    commands = list(RULESET.rules.handlers.offers[due.kind](position, due))
    assert commands
    for command in commands:
        decider.check(RULESET, position, due.seat, command, due.id)


@pytest.mark.parametrize("seed", range(2000, 2004))
def test_a_battle_replays_from_its_events(seed: int) -> None:
    position, random, dice = start(seed)
    replayed, storage = position.copy(), RULESET.storage
    for answer in fought(position, random, dice):
        for event in answer.events:
            replayed = decider.evolve(RULESET, replayed, storage.events.decode(*storage.events.encode(event)))
        assert written(replayed) == written(answer.after)
        assert written(storage.from_document(storage.to_document(answer.after))) == written(answer.after)


def everything(position: Position, due: Due) -> list[Command]:
    """Every action that could be named in a phase or a pursuit, legal or not."""
    ids = sorted(fighting(position).boxes)
    if due.kind == "pursuit":
        return [Pursue(unit=one, target=other) for one in ids for other in ids]
    boxes = (*COLUMNS, *MIDDLES.values(), "reserve", "retreat", "nowhere")
    leaders = ("", *(id for id in ids if position.units[id].kind == "leader"))
    found: list[Command] = [MoveInBattle(unit=id, to=box) for id in ids for box in boxes]
    for kind in (FireInBattle, ChargeInBattle):
        found += [kind(unit=id, target=at, leader=by) for id in ids for at in ids for by in leaders]
    return found


def alike(position: Position, command: Command) -> tuple[object, ...]:
    """A command without the names of its units: what it does, by sorts of units."""
    sorts = {}
    for name in ("unit", "target", "leader"):
        unit = position.units.get(getattr(command, name, ""))
        box = fighting(position).boxes.get(getattr(command, name, ""), "")
        sorts[name] = unit and (unit.nation, unit.kind, unit.elite, unit.crossed, unit.landed, box)
    return (type(command), getattr(command, "to", ""), *sorts.values())


@pytest.mark.parametrize("seed", range(3000, 3006))
def test_what_is_legal_is_offered(seed: int) -> None:
    """Of every legal action one of the same sort is offered, with every other command refused."""
    position, random, dice = start(seed)
    compared = 0
    for answer in fought(position, random, dice):
        chosen = answer.due.kind in ("battle_phase", "pursuit") and Random(compared).random() < 0.3
        if chosen and compared < 12:
            compared += 1
            before, due = answer.before, answer.due
            named = everything(before, due)
            legal = {
                alike(before, each) for each in named if decider.is_legal(RULESET, before, due.seat, each)
            }
            offers = {alike(before, each) for each in RULESET.rules.handlers.offers[due.kind](before, due)}
            assert legal <= offers


WRONG = {
    "no space": {"space": "nowhere"},
    "two armies": {"defender": "usa"},
    "one seat decides": {"players": {"usa": "usa", "csa": "usa"}},
    "1 or 3 columns": {"columns": 2},
    "one of the two armies": {"first": "indians"},
    "a box is": {"boxes": {"usa_infantry_1": "nowhere"}},
    "units in boxes are in": {"stage": "set_up", "boxes": {"usa_infantry_9": "center"}},
    "is in a box": {"stage": "fight", "turn": 1, "columns": 1, "boxes": {"usa_infantry_1": "center"}},
    "has no brigade in the center": {"stage": "fight", "turn": 1, "columns": 1},
}


@pytest.mark.parametrize("reason", WRONG)
def test_a_document_with_an_impossible_battle_is_refused(reason: str) -> None:
    field = Field().add("csa", "infantry", 2).add("usa", "infantry", 2)
    document = {**field.document(), "scenario": "empty_map"}
    document["battle"] = {**document["battle"], **WRONG[reason]}
    with pytest.raises(Unreadable, match=reason):
        RULESET.storage.from_document(document)
