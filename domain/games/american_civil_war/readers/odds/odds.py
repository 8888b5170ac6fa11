"""The odds of a battle (9): what is followed through the dice, and what is assumed of the players.

The kernel counts the outcomes (domain/kernel/odds/odds.py): it calls the very functions that decide
battles. A `Story` keeps what matters of their events; odds_tables.py makes tables of the stories.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import DEFAULT_ROWS, ROWS_ADDED_TO
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import strength
from ironclad.domain.games.american_civil_war.registry import (
    DecisionClosed,
    DecisionOpened,
    GameEnded,
    StepBegan,
)
from ironclad.domain.games.american_civil_war.rules.c05_movement.attacking import EntrySettled
from ironclad.domain.games.american_civil_war.rules.c05_movement.marching import MoveEnded
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction_events import (
    ReactedIntoWorks,
    ReactionAttempted,
    ReactionBegan,
    ReactionEnded,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle import (
    BattleBegan,
    BattleFought,
    LossesReckoned,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle_end import BattleEnded
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import (
    LeaderCaptured,
    LeaderCreated,
    LeaderEffectsRolled,
    LeaderKilled,
    LeaderMovedAlone,
    LeaderPromoted,
    LeaderWounded,
    PoliticalRoll,
    rows_added_to,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.losses import LossesTaken
from ironclad.domain.games.american_civil_war.rules.c09_battle.resolution import Force
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat import (
    ForceDemoralized,
    ForceRetreated,
    SurrenderedForWantOfRetreat,
)
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_events import (
    FortDestroyed,
    FortSurrendered,
)
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import EntrenchmentRemoved
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import PoliticalStatusChanged
from ironclad.domain.games.american_civil_war.rules.c16_cavalry.cavalry import CavalryAttacked
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.odds.odds_model import Line

NO_BATTLE, CAVALRY_ALONE = "none", "cavalry"

# After the battle's end these are about something else.
_OTHER_MATTERS = (
    BattleBegan, DecisionClosed, DecisionOpened, EntrySettled, GameEnded, MoveEnded, ReactionAttempted,
    ReactionBegan, ReactionEnded, StepBegan,
)  # fmt: skip


class Story(msgspec.Struct, frozen=True):
    """What matters of a battle, from the position asked about to its end.

    attacker: the attacking side, "" before there is a battle; result: "attacker", "defender" or "draw"
    (9.5), "cavalry" where cavalry alone was attacked (16.0), "none" so far; losses: SP by side and cause
    (losses.py); retreats: what became of forces that had to go or chose to; leaders: fates by letter; works:
    what became of forts and entrenchments; status: what the Union's political status rose by; holders: the
    sides that stand in the hex with no enemy; lines: the numbers that went into it; rows: the rows of the
    leader table that the defender's SP are added to, as the game reads 9.12/2.
    """

    attacker: str = ""
    result: str = NO_BATTLE
    losses: tuple[tuple[str, str, int], ...] = ()
    retreats: tuple[str, ...] = ()
    leaders: tuple[tuple[str, str], ...] = ()
    works: tuple[str, ...] = ()
    status: int = 0
    holders: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    ended: bool = False
    over: bool = False
    rows: str = DEFAULT_ROWS

    def lost(self, side: str) -> int:
        """All SP that a side loses, whatever the cause."""
        return sum(count for who, _, count in self.losses if who == side)


def begin(position: Position) -> Story:
    """The story so far: of a battle under way who attacks, and who won if its dice have said so."""
    battle, rows = position.battle, rows_added_to(position)
    if battle is None:
        return Story(rows=rows)
    return Story(battle.attacker, NO_BATTLE if battle.fought is None else battle.fought.outcome, rows=rows)


def note(story: Story, event: Event) -> Story:
    """The story after one more event. A battle's story ends with the battle."""
    if story.over:
        return story
    if story.ended and isinstance(event, _OTHER_MATTERS):
        return _with(story, over=True)
    if not story.attacker and not isinstance(event, BattleBegan | ReactionAttempted | ReactedIntoWorks):
        return _with(story, over=True) if isinstance(event, StepBegan | GameEnded) else story
    noted = _NOTES.get(type(event))
    return story if noted is None else noted(story, event)


def over(story: Story) -> bool:
    """Whether the battle, and all that its end brings with it, is over; or the step went by without one."""
    return story.over


def _with(story: Story, **changes: Any) -> Story:
    return msgspec.structs.replace(story, **changes)


def _line(story: Story, *lines: Line) -> Story:
    return _with(story, lines=story.lines + tuple(line for line in lines if line not in story.lines))


def _loss(story: Story, side: str, cause: str, count: int) -> Story:
    if not count:
        return story
    before = {(who, why): number for who, why, number in story.losses}
    before[side, cause] = before.get((side, cause), 0) + count
    return _with(story, losses=tuple((*key, number) for key, number in sorted(before.items())))


def _fate(story: Story, letter: str, fate: str) -> Story:
    return _with(story, leaders=tuple(sorted((*story.leaders, (letter, fate)))))


def _told(story: Story, field: str, what: str) -> Story:
    """Something that is recorded once, however often it happens."""
    before: tuple[str, ...] = getattr(story, field)
    return story if what in before else _with(story, **{field: tuple(sorted((*before, what)))})


def _reaction_attempted(story: Story, event: ReactionAttempted) -> Story:
    modifiers = (Line("reaction", each.name, each.amount, each.rule, event.side) for each in event.modifiers)
    return _line(story, *modifiers)


def _reacted(story: Story, event: ReactedIntoWorks) -> Story:
    return _told(story, "works", f"{event.side} slips into its works in {event.hex}")


def _began(story: Story, event: BattleBegan) -> Story:
    return _with(story, attacker=event.attacker)


def _strength(side: str, force: Force) -> tuple[Line, ...]:
    """A side's strength, part by part (9.3/1, 9.3/3, 13.7/1)."""
    parts = [
        Line(
            "strength",
            part.what if part.times == 1 else f"{part.what}, {part.strength_points} x{part.times}",
            part.strength_points * part.times,
            part.rule,
            side,
        )
        for part in force.parts
    ]
    if force.leader:
        parts.append(Line("strength", f"leader {force.leader}", force.bonus, "9.3/3", side))
    if force.naval:
        parts.append(Line("strength", "vessels", force.naval, "13.7/1", side))
    return tuple(parts)


def _fought(story: Story, event: BattleFought) -> Story:
    attacker, defender = event.attacker, ENEMY[event.attacker]
    modifiers = (
        Line("outcome", each.name, each.amount, each.rule, attacker if each.amount > 0 else defender)
        for each in event.modifiers
    )
    story = _line(story, *_strength(attacker, event.attacking), *_strength(defender, event.defending))
    return _with(_line(story, *modifiers), result=event.outcome)


def _reckoned(story: Story, event: LossesReckoned) -> Story:
    """What the dice themselves say, the chart's percentage and the outcome's own modifier, is no line."""
    attacker, losses = event.attacker, event.losses
    defender = ENEMY[attacker]
    shares = (
        Line("defender's loss, percent", each.name, each.amount, each.rule, _helped(each.amount, attacker))
        for each in losses.shares
        if each.rule != "CRT/2"
    )
    rows = (
        Line("attacker's loss, row", each.name, each.amount, each.rule, _helped(each.amount, defender))
        for each in losses.modifiers
        if each.rule != "CRT/1"
    )
    of = "of the attacker's strength points"
    base = Line("defender's loss, percent", of, losses.base, "9.6/3", attacker)
    return _line(story, base, *shares, *rows)


def _helped(amount: int, side: str) -> str:
    """Whom a modifier helps: this side if it adds, else the other."""
    return side if amount > 0 else ENEMY[side]


def _taken(story: Story, event: LossesTaken) -> Story:
    count = strength(event.units) + int(event.garrison)
    story = _loss(story, event.side, event.cause, count)
    return _told(story, "works", f"the fort's garrison in {event.hex} is lost") if event.garrison else story


def _cavalry(story: Story, event: CavalryAttacked) -> Story:
    lines = (
        Line("catching cavalry", each.name, each.amount, each.rule, event.attacker)
        for each in event.modifiers
    )
    story = _loss(story, event.side, "cavalry", strength(event.eliminated))
    return _with(_line(story, *lines), result=CAVALRY_ALONE)


def _demoralized(story: Story, event: ForceDemoralized) -> Story:
    return story if event.retreats else _told(story, "retreats", f"{event.side} is back in its fort")


def _retreated(story: Story, event: ForceRetreated) -> Story:
    into = {"fort": " into its fort", "entrenched": " into its entrenchment"}.get(event.into, "")
    return _told(story, "retreats", f"{event.side} retreats{into}")


def _no_way(story: Story, event: SurrenderedForWantOfRetreat) -> Story:
    return _told(story, "retreats", f"{event.side} cannot retreat, half of it surrenders")


def _political_roll(story: Story, event: PoliticalRoll) -> Story:
    defender = ENEMY[story.attacker]
    line = Line("political effect", "felt on two dice of this or less", event.strength, "9.11/1", defender)
    return _line(story, line)


def _leader_roll(story: Story, event: LeaderEffectsRolled) -> Story:
    name, defender = f"defender's SP, {ROWS_ADDED_TO[story.rows]}", ENEMY[story.attacker]
    line = Line("leader effects", name, event.added, "9.12/2", defender)
    story = _line(story, line)
    return _fate(story, event.creating, "may make a leader") if event.creating else story


def _status(story: Story, event: PoliticalStatusChanged) -> Story:
    return _with(story, status=story.status + event.after - event.before)


def _ended(story: Story, event: BattleEnded) -> Story:
    """Who has won is known at the end: a storm that leaves nobody inside has, whatever its die said."""
    winner = "attacker" if event.winner == story.attacker else "defender" if event.winner else "draw"
    result = story.result if story.result == CAVALRY_ALONE else winner
    return _with(story, result=result, ended=True, holders=event.alone)


def _entrenchment(story: Story, event: EntrenchmentRemoved) -> Story:
    return _told(story, "works", f"{event.side}'s entrenchment in {event.hex} is gone")


def _fort_gone(story: Story, event: FortDestroyed | FortSurrendered) -> Story:
    how = "is destroyed" if isinstance(event, FortDestroyed) else "surrenders"
    return _told(story, "works", f"{event.side}'s fort in {event.hex} {how}")


_NOTES: dict[type[Event], Callable[[Story, Any], Story]] = {
    ReactionAttempted: _reaction_attempted,
    ReactedIntoWorks: _reacted,
    BattleBegan: _began,
    BattleFought: _fought,
    LossesReckoned: _reckoned,
    LossesTaken: _taken,
    CavalryAttacked: _cavalry,
    ForceDemoralized: _demoralized,
    ForceRetreated: _retreated,
    SurrenderedForWantOfRetreat: _no_way,
    PoliticalRoll: _political_roll,
    LeaderEffectsRolled: _leader_roll,
    PoliticalStatusChanged: _status,
    BattleEnded: _ended,
    EntrenchmentRemoved: _entrenchment,
    FortDestroyed: _fort_gone,
    FortSurrendered: _fort_gone,
    LeaderPromoted: lambda story, event: _fate(story, event.leader, f"is promoted to {event.after}"),
    LeaderWounded: lambda story, event: _fate(
        story, event.leader, f"is wounded, back in turn {event.returns}"
    ),
    LeaderKilled: lambda story, event: _fate(story, event.leader, "is killed"),
    LeaderCaptured: lambda story, event: _fate(story, event.leader, "is captured"),
    LeaderMovedAlone: lambda story, event: _fate(story, event.leader, f"is driven off to {event.to}"),
    LeaderCreated: lambda story, event: _fate(story, event.leader, "is made a leader"),
}
