"""What the chapters on battle share: the steps of a battle, and units changing while one is fought (9.1).

A battle in progress is the record `Battle` of the position (contexts.py). Its steps run in the order of 9.1:
prepare, losses, retreat, politics, leaders, end; cavalry alone has a step of its own (16.0).
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Contingent
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import FORT, Group, merged
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import Stage, under_way
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event

MAP = load_map()
STEPS: dict[str, Stage] = {}

Change = Callable[[Group], Group | None]


class BattleStepBegan(Event, frozen=True, tag_field="type", tag="battle_step_began"):
    """A battle passes to its next step (9.1)."""

    step: str
    rule: str = "9.1/1"


def battle_step(name: str) -> Callable[[Stage], Stage]:
    """Register what happens in a step of a battle: it asks, or emits what comes of it and begins the next."""

    def register(function: Stage) -> Stage:
        STEPS[name] = function
        return function

    return register


@under_way("battle")
@rule("9.1/1")
def carry_on(play: Play) -> None:
    """Continue the battle from its current step; steps without a decision happen at once."""
    STEPS[current(play.position).step](play)


def begin_step(play: Play, step: str) -> None:
    """Begin another step of the battle."""
    play.emit(BattleStepBegan(step))


def current(position: Position) -> Battle:
    """The battle that is being fought."""
    battle = position.battle
    if battle is None:
        raise ValueError("no battle is being fought")
    return battle


def force_of(battle: Battle, side: str) -> tuple[Group, ...]:
    """A side's force as it now stands, those included whom a limit keeps out of the fighting."""
    return battle.attackers if side == battle.attacker else battle.defenders


@rule("11.8.1/4")
def whole_force(battle: Battle, side: str) -> tuple[Group, ...]:
    """A side's force with the besiegers kept out of a relieving battle, who belong to the force attacked."""
    kept = battle.kept if side == defending_side(battle) else None
    return (*force_of(battle, side), *(kept or ()))


@rule("11.8.2/2", "11.8.3/3")
def who_leaves(battle: Battle, side: str) -> tuple[Group, ...]:
    """Those of a side's force that leave the hex in a retreat: not those who fought from inside a fort."""
    return tuple(group for group in force_of(battle, side) if group.station != FORT)


def defending_side(battle: Battle) -> str:
    """The side that defends."""
    return ENEMY[battle.attacker]


def follow(
    units: Iterable[Group], hit: Sequence[Group], change: Change, standing: Sequence[Group] = ()
) -> tuple[Group, ...]:
    """`units` after `change` has come over `hit`; a unit for which `change` gives None is gone.

    With `standing`, all that stood in the hex, others there that are like these units are hit before them.
    """
    after: list[Group] = []
    for unit in units:
        key = unit.alike()
        struck = sum(group.count for group in hit if group.alike() == key)
        beside = (
            sum(group.count for group in standing if group.alike() == key) - unit.count if standing else 0
        )
        mine = min(unit.count, max(0, struck - max(0, beside)))
        if unit.count > mine:
            after.append(unit.with_(count=unit.count - mine))
        if mine and (new := change(unit.with_(count=mine))) is not None:
            after.append(new)
    return merged(after)


def _contingents_after(
    contingents: tuple[Contingent, ...], hit: Sequence[Group], change: Change
) -> tuple[Contingent, ...]:
    """Contingents after `change` has come over `hit`; of like units those of the first are hit first."""
    left, after = {group.alike(): group.count for group in hit}, []
    for each in contingents:
        mine = tuple(
            group.with_(count=count)
            for group in each.groups
            if (count := min(group.count, left.get(group.alike(), 0)))
        )
        for group in mine:
            left[group.alike()] -= group.count
        after.append(changed(each, groups=follow(each.groups, mine, change)) if mine else each)
    return tuple(after)


def alter_force(position: Position, side: str, hit: Sequence[Group], change: Change) -> None:
    """Change units of a side in the battle hex wherever the position names them (for evolve functions only).

    The stack, the battle's own lists and a force on the move that is there stay in step.
    """
    battle = current(position)
    standing = position.groups(side, battle.hex)
    moving = position.moving
    if moving is not None and moving.seat == side and moving.hex == battle.hex:
        units = follow(moving.units, hit, change, standing)
        joined = _at_most(follow(moving.joined, hit, change, standing), units)
        position.moving = changed(moving, units=units, joined=joined)
    position.remove(side, battle.hex, hit)
    if after := [new for group in hit if (new := change(group)) is not None]:
        position.add(side, battle.hex, after)
    chosen = battle.attacking if side == battle.attacker else battle.defending
    fields = ("attackers", "attacking") if side == battle.attacker else ("defenders", "defending")
    if side == battle.attacker:
        battle = changed(battle, contingents=_contingents_after(battle.contingents, hit, change))
    battle = changed(
        battle,
        **{
            fields[0]: follow(force_of(battle, side), hit, change),
            fields[1]: None if chosen is None else follow(chosen, hit, change),
        },
    )
    if side == battle.retreat_side:
        kept = follow(battle.retreating, hit, change)
        battle = changed(battle, retreating=_at_most(kept, force_of(battle, side)))
    position.battle = battle


def seen_off(battle: Battle, part: Sequence[Group]) -> Battle:
    """The battle once it is settled where `part` of the retreating units goes, or that it stays.

    It is in no contingent any more, so that like units still to go are not taken for it.
    """
    left = follow(battle.retreating, part, gone)
    contingents = _contingents_after(battle.contingents, part, gone)
    return msgspec.structs.replace(battle, contingents=contingents, retreating=left)


def _at_most(units: Iterable[Group], standing: Sequence[Group]) -> tuple[Group, ...]:
    """No more of each group than is there."""
    counts = {group.alike(): group.count for group in standing}
    return tuple(
        unit.with_(count=most) for unit in units if (most := min(unit.count, counts.get(unit.alike(), 0))) > 0
    )


def move_leader(position: Position, letter: str, **changes: object) -> None:
    """Change a leader who leaves the battle hex, and any force on the move with it (for evolve only)."""
    moving = position.moving
    if moving is not None and letter in moving.leaders:
        position.moving = changed(moving, leaders=tuple(each for each in moving.leaders if each != letter))
    position.leaders[letter] = position.leaders[letter].with_(**changes)


def shown(units: Iterable[Group]) -> list[dict[str, object]]:
    """Units as a decision names them: plain data, defaults left out."""
    return [msgspec.to_builtins(group) for group in units]


def gone(group: Group) -> Group | None:
    """The change that takes units off."""
    return None


@acw.evolves(BattleStepBegan)
def _battle_step_began(position: Position, event: BattleStepBegan) -> None:
    position.battle = changed(current(position), step=event.step)
