"""The odds of attacks as the kernel asks for them: a table for each pair of chits."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.readers.odds.battles import (
    Distribution,
    Pair,
    Story,
    by_pairs,
    declared,
)
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.turns import SEQUENCE
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import DeclareAttack
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    AttackVoided,
    BattleFought,
    CombatSupplied,
)
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.odds.odds_model import (
    Assumed,
    Assumption,
    Chance,
    Computed,
    Forecast,
    Joint,
    OddsModel,
    Table,
)

EVENLY = "each chit that a side may choose is as probable as the others"


def _own(position: Position, due: Due | None, command: Command | None) -> Computed:
    """Every story, each pair of chits weighing the same. Raises Refused where no battle follows."""
    if isinstance(command, DeclareAttack) and due is not None:
        position = declared(position, due.seat, command)
    elif position.battle is None:
        raise Refused("8.0/1", "no battle follows")
    pairs = by_pairs(position)
    weight = Fraction(1, len(pairs))
    stories: dict[Any, Fraction] = {}
    for pair, found in pairs.items():
        for story, chance in found.items():
            stories[pair, story] = chance * weight
    battle = position.battle
    assert battle is not None
    assumed = tuple(Assumption(side, "chit", "8.0/6", EVENLY) for side in battle.sides)
    return Computed(stories, assumed, _forecast(pairs, stories), len(stories))


def _forecast(pairs: Mapping[Pair, Distribution], stories: Mapping[Any, Fraction]) -> Forecast:
    tables = tuple(
        table for pair, found in pairs.items() for table in _tables(f"{pair[0]}_{pair[1]}", pair, found)
    )
    joints = tuple(
        Joint(
            {"chits": list(pair), **story._asdict(), "unfed": list(story.unfed)}, str(chance), float(chance)
        )
        for (pair, story), chance in stories.items()
    )
    return Forecast(tables, (), joints)


def _tables(name: str, pair: Pair, found: Distribution) -> tuple[Table, ...]:
    title = f"chits {pair[0]} and {pair[1]}"
    return (
        _numbers(f"attacker_{name}", f"SP that the attacker loses, {title}", found, "attacker_loses"),
        _numbers(f"defender_{name}", f"SP that the defender loses, {title}", found, "defender_loses"),
        Table(f"retreat_{name}", f"who has to retreat, {title}", "8.14/2", _rows(found, "retreats")),
        Table(f"supply_{name}", f"who lacks combat supply, {title}", "12.23/1", _rows(found, "unfed")),
    )


def _rows(found: Distribution, field: str) -> tuple[Chance, ...]:
    summed: dict[Any, Fraction] = {}
    for story, chance in found.items():
        value = getattr(story, field)
        summed[value] = summed.get(value, Fraction(0)) + chance
    return tuple(Chance.of(_said(value), summed[value]) for value in sorted(summed))


def _said(value: Any) -> str:
    return (", ".join(value) or "nobody") if isinstance(value, tuple) else str(value) or "nobody"


def _numbers(name: str, title: str, found: Distribution, field: str) -> Table:
    expected = sum((getattr(story, field) * chance for story, chance in found.items()), Fraction(0))
    return Table(name, title, "8.15/1", _rows(found, field), float(expected))


def _note(story: Any, event: Event) -> Any:
    """The story after one more event: what each side lacks, then losses and retreat."""
    if isinstance(event, CombatSupplied) and not event.supplied:
        return story._replace(unfed=(*story.unfed, event.side))
    if isinstance(event, BattleFought):
        attacker, defender = event.side, next(side for side in event.losses if side != event.side)
        return Story(story.unfed, event.losses[attacker], event.losses[defender], event.retreats or "none")
    if isinstance(event, AttackVoided):
        return story._replace(retreats="none")
    return story


def _assume(position: Position, due: Due, command: Command | None) -> Assumed | None:
    """Only a battle under way is followed: nobody's answers are assumed."""
    return None


MODEL: OddsModel[Position] = OddsModel(
    waits=SEQUENCE.waits,
    stage=SEQUENCE.advance,
    begin=lambda position: Story((), 0, 0, ""),
    note=_note,
    over=lambda story: bool(story.retreats),
    assume=_assume,
    report=lambda stories: Forecast((), (), ()),
    own=_own,
)
