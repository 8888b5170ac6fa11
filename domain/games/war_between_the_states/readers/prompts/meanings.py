"""What an answer means beyond what it certainly brings about: chances of a die, who moves, what is left.

All is worked out from the position as the seat may know it, for commands that are legal.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.odds.battles import (
    Distribution,
    Pair,
    by_pairs,
    declared,
)
from ironclad.domain.games.war_between_the_states.readers.wording import piece
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.commands import (
    CommandLeader,
    EndMovement,
    TryLeader,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import (
    ChooseChit,
    DeclareAttack,
    EndCombat,
    TryAttack,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import (
    attacking,
    battle_of,
    defending,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import combat_ratio
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of, rating
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.commands import DeclareSpans
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Note
from ironclad.domain.kernel.telling.words import counted

Meant = Callable[[Position, Due, Any], Iterable[Note]]


def meaning(position: Position, due: Due, command: Command) -> tuple[Note, ...]:
    """Notes on an answer, for the seat that is asked."""
    meant = _MEANT.get(type(command))
    return () if meant is None else tuple(meant(position, due, command))


def _force(position: Position, name: str) -> str:
    ids = [id for id in force_of(position, name) if id in position.units]
    strength = sum(position.units[id].strength for id in ids)
    return f"His force has {strength} SP in {len(ids)} units"


def _commanded(position: Position, due: Due, command: CommandLeader) -> Iterable[Note]:
    yield Note(f"{_force(position, command.leader)}.", "5.25/1")
    if position.phase is not None:
        yield Note(f"{counted(position.phase.commands - 1, 'command')} left after it.", "5.2/1")


def _chance(limit: int) -> str:
    return f"Succeeds at a die of {limit} or less: {limit} in 6." if limit else "Cannot succeed."


def _tried(position: Position, due: Due, command: TryLeader) -> Iterable[Note]:
    yield Note(_chance(min(rating(position, command.leader).initiative, 6)), "5.23/1")
    yield Note(f"{_force(position, command.leader)}.", "5.25/1")
    if position.phase is not None and position.phase.commands:
        yield Note("Commands that are left are given up.", "5.24/1")


def _attack_tried(position: Position, due: Due, command: TryAttack) -> Iterable[Note]:
    yield Note(_chance(min(rating(position, command.leader).initiative, 6)), "8.3/2")


def _ended(position: Position, due: Due, command: EndMovement) -> Iterable[Note]:
    if position.phase is not None and position.phase.commands:
        yield Note(f"{counted(position.phase.commands, 'command')} not given.", "5.24/1")


def _combat_ended(position: Position, due: Due, command: EndCombat) -> Iterable[Note]:
    if position.fighting is not None and position.fighting.active:
        yield Note(f"{', '.join(position.fighting.active)} may still attack.", "8.3/1")


def _chit(position: Position, due: Due, command: ChooseChit) -> Iterable[Note]:
    if command.chit == due.about["most"]:
        yield Note("The highest that your leader may choose.", "8.0/11")
    own = battle_of(position).sides.index(due.seat)
    pairs = {pair: found for pair, found in by_pairs(position).items() if pair[own] == command.chit}
    if pairs:
        yield _average(pairs)
    if command.chit:
        yield Note("A higher sum of both chits costs both sides more, in men and in supply.", "12.2/1")


def _attacked(position: Position, due: Due, command: DeclareAttack) -> Iterable[Note]:
    """The ratio before supply, and what the battle costs on average, each pair of chits weighing the same."""
    found = declared(position, due.seat, command)
    battle = battle_of(found)
    attack, defence = attacking(found, battle), defending(found, battle)
    yield Note(f"{attack} against {defence}: {combat_ratio(attack, defence)} percent before supply.", "8.0/5")
    try:
        pairs = by_pairs(found)
    except Refused:
        return
    yield _average(pairs)


def _average(pairs: Mapping[Pair, Distribution]) -> Note:
    """What both sides lose on average, and how often the defender has to go."""
    weight = Fraction(1, len(pairs))
    stories = [(story, chance * weight) for found in pairs.values() for story, chance in found.items()]
    lost = sum(story.attacker_loses * chance for story, chance in stories)
    costs = sum(story.defender_loses * chance for story, chance in stories)
    gone = sum(chance for story, chance in stories if story.retreats)
    said = f"On average the attacker loses {float(lost):.1f} SP and the defender {float(costs):.1f}"
    return Note(f"{said}; somebody has to retreat in {float(100 * gone):.0f} of 100.", "8.14/1")


def _spanned(position: Position, due: Due, command: DeclareSpans) -> Iterable[Note]:
    for name, ids in command.spans.items():
        span = rating(position, name).span
        yield Note(f"{name}: {len(ids)} of {span}, {', '.join(map(piece, ids))}.", "10.1/4")


_MEANT: dict[type[Command], Meant] = {
    CommandLeader: _commanded,
    TryLeader: _tried,
    TryAttack: _attack_tried,
    EndMovement: _ended,
    EndCombat: _combat_ended,
    DeclareAttack: _attacked,
    ChooseChit: _chit,
    DeclareSpans: _spanned,
}
