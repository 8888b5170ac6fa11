"""What a battle does to politics and to leaders (9.11, 9.12, LBE), and new leaders (10.1)."""

from collections.abc import Iterator
from dataclasses import dataclass

from ironclad.domain.games.american_civil_war.board.charts import (
    DEFAULT_ROWS,
    RATING_LIMIT,
    ROWS_ADDED_TO,
    leader_effects,
)
from ironclad.domain.games.american_civil_war.position.in_progress import Battle, Fought
from ironclad.domain.games.american_civil_war.position.state import UNION, Position
from ironclad.domain.games.american_civil_war.position.units import FORT, READY, fighting_strength
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle_facts import present_leaders
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import (
    battle_step,
    begin_step,
    current,
    defending_side,
    force_of,
    move_leader,
)
from ironclad.domain.games.american_civil_war.rules.c10_leaders import stranded_leaders
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import (
    LeaderCaptured,
    LeaderMovedAlone,
    displace_leaders,
    take_out_of_play,
)
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import change_status
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, Option

__all__ = ["COMMANDS", "EVENTS", "OPTIONS", "LeaderCaptured", "LeaderMovedAlone", "displace_leaders"]


class CreateLeader(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="create_leader"
):
    """Create a leader after a victory, by his letter, or none (9.12, 10.1)."""

    leader: str | None = None


class PoliticalRoll(Event, frozen=True, tag_field="type", tag="political_roll"):
    """Two dice against the defender's strength decide whether a battle is felt in politics (9.11).

    amount: what the Union's status is to change by; 0 if the roll was too high.
    """

    hex: str
    winner: str
    dice: tuple[int, ...]
    strength: int
    amount: int
    rule: str = "9.11/1"


class LeaderEffectsRolled(Event, frozen=True, tag_field="type", tag="leader_effects_rolled"):
    """The roll on the Leader Battle Effects Table, read for each side that still has strength points (9.12).

    added: the defender's raw SP, 6 at most, added on the rows that the game's reading of 9.12/2 names;
    columns and effects: by side.
    """

    hex: str
    dice: tuple[int, ...]
    added: int
    columns: dict[str, str]
    effects: dict[str, tuple[str, ...]]
    creating: str = ""
    rule: str = "9.12/1"


class LeaderPromoted(Event, frozen=True, tag_field="type", tag="leader_promoted"):
    """A leader's rating rose by one (9.12)."""

    side: str
    leader: str
    before: int
    after: int
    rule: str = "9.12/4"


class LeaderWounded(Event, frozen=True, tag_field="type", tag="leader_wounded"):
    """A leader is wounded; he may return in the Recruitment Phase of turn `returns` (9.12)."""

    side: str
    leader: str
    die: int
    turns: int
    returns: int
    rule: str = "9.12/5"


class LeaderKilled(Event, frozen=True, tag_field="type", tag="leader_killed"):
    """A leader is killed; his counter may be created again (9.12)."""

    side: str
    leader: str
    rule: str = "9.12/7"


class LeaderCreated(Event, frozen=True, tag_field="type", tag="leader_created"):
    """A side made a leader of rating 0 (9.12, 10.1)."""

    side: str
    leader: str
    hex: str
    rule: str = "9.12/8"


@rule("11.8.2/2")
def leaders_with(position: Position, side: str) -> tuple[str, ...]:
    """The leaders who go with a side's force when it leaves the battle hex.

    Those who came out of a fort with its units are back in it with them.
    """
    battle = current(position)
    inside = {
        letter
        for each in battle.contingents
        if side == battle.attacker and each.groups and all(group.station == FORT for group in each.groups)
        for letter in each.leaders
    }
    return tuple(letter for letter in present_leaders(position, side) if letter not in inside)


def _fought(battle: Battle) -> Fought:
    assert battle.fought is not None
    return battle.fought


@rule("9.5/1", "9.5/2", "9.5/3", "11.8.3/4")
def winner_of(battle: Battle) -> str:
    """The side that has won the battle; "" after a draw.

    A storm that leaves nobody inside has succeeded, whatever the outcome die said.
    """
    if battle.kind == "storm" and not battle.garrison:
        return battle.attacker
    outcome = _fought(battle).outcome
    return "" if outcome == "draw" else battle.attacker if outcome == "attacker" else defending_side(battle)


@battle_step("politics")
@rule("9.1/1", "9.11/1", "15.1/5")
def political_effect(play: Play) -> None:
    """Unless drawn: 2d6 at or below the defender's raw SP move the Union's status, up if the Union won."""
    position = play.position
    battle = current(position)
    winner, fought = winner_of(battle), _fought(battle)
    if winner:
        final = position.options.get("political_uses_final_strength") == "final"
        strength = fought.defender_strength if final else fought.defender_raw
        dice = play.roll("political effect", "9.11/1", 2)
        felt = sum(dice) <= strength
        amount = (1 if winner == UNION else -1) if felt else 0
        play.emit(PoliticalRoll(battle.hex, winner, dice, strength, amount))
        if amount:
            change_status(play, amount, f"the battle of {battle.hex}", "9.11/1")
    begin_step(play, "leaders")


@dataclass(frozen=True)
class _Reading:
    """One side's column of the leader table."""

    side: str
    column: str


def _readings(battle: Battle) -> list[_Reading]:
    """The columns that are read: one for each side that has strength points left, the attacker's first."""
    winner = winner_of(battle)
    return [
        _Reading(side, "draw" if not winner else "winner" if side == winner else "loser")
        for side in (battle.attacker, defending_side(battle))
        if remaining(battle, side)
    ]


def remaining(battle: Battle, side: str) -> int:
    """The strength points of a side that have come out of the battle, wherever they are now."""
    left = fighting_strength(force_of(battle, side))
    if side == battle.retreat_side:
        left += battle.escaped
    return left + (battle.garrison if side != battle.attacker else 0)


@battle_step("leaders")
@rule("9.1/1", "9.12/1", "9.12/2", "9.12/3", "LBE/1", "LBE/2", "LBE/3", "LBE/4")
def judge_leaders(play: Play) -> None:
    """One roll of 2d6 for both sides; promotions come before wounds and deaths, a creation last."""
    position = play.position
    battle = current(position)
    readings, raw = _readings(battle), _fought(battle).defender_raw
    if not readings:
        begin_step(play, "end")
        return
    dice = play.roll("leader effects", "9.12/1", 2)
    rows = rows_added_to(position)
    effects = {each.side: leader_effects(sum(dice), each.column, raw, rows) for each in readings}
    creating = next((each.side for each in readings if "create" in effects[each.side]), "")
    if creating and not unused_leaders(position, creating):
        creating = ""
    columns = {each.side: each.column for each in readings}
    play.emit(LeaderEffectsRolled(battle.hex, dice, min(raw, 6), columns, effects, creating))
    for each in readings:
        letter = battle.attacking_leader if each.side == battle.attacker else battle.defending_leader
        if letter:
            _befall(play, each.side, letter, effects[each.side])
    if not creating:
        begin_step(play, "end")


@rule("9.12/2")
def rows_added_to(position: Position) -> str:
    """The game's reading of which rows the defender's SP are added to: a key of `charts.ROWS_ADDED_TO`."""
    return position.options.get("leader_mod_all_rows", DEFAULT_ROWS)


@rule("9.12/3", "9.12/4", "9.12/5", "9.12/7")
def _befall(play: Play, side: str, letter: str, effects: tuple[str, ...]) -> None:
    """What the table does to the leader who took part."""
    rating = play.position.leaders[letter].rating
    if "promote" in effects and rating < RATING_LIMIT:
        play.emit(LeaderPromoted(side, letter, rating, rating + 1))
    if "wounded" in effects:
        (die,) = play.roll(f"leader {letter}'s wound", "9.12/5")
        turns = (die + 1) // 2
        play.emit(LeaderWounded(side, letter, die, turns, play.position.turn + turns))
    if "killed" in effects:
        play.emit(LeaderKilled(side, letter))


@rule("10.1/1")
def unused_leaders(position: Position, side: str) -> tuple[str, ...]:
    """The letters of a side's leaders who are neither on the map nor wounded."""
    return tuple(
        letter
        for letter, leader in position.leaders.items()
        if leader.side == side and not leader.hex and not leader.returns
    )


@battle_step("creation")
@rule("9.12/8")
def ask_creation(play: Play) -> None:
    """The winner may make a leader, whether or not it has one there."""
    side = winner_of(current(play.position))
    unused = unused_leaders(play.position, side)
    if unused:
        ask(play, side, "leader_creation", "9.12/8", hex=current(play.position).hex, leaders=list(unused))
    else:
        begin_step(play, "end")


@acw.check(CreateLeader, "leader_creation")
@rule("10.1/1", "9.12/8")
def _check_create(position: Position, due: Due, command: CreateLeader) -> None:
    unused = unused_leaders(position, due.seat)
    require(
        command.leader is None or command.leader in unused,
        "10.1/1",
        f"a new leader is one of your counters not in use: {', '.join(unused)}",
    )


@acw.carry_out(CreateLeader)
@rule("10.1/2", "9.12/8")
def _create(play: Play, due: Due, command: CreateLeader) -> None:
    close(play)
    if command.leader is not None:
        play.emit(LeaderCreated(due.seat, command.leader, current(play.position).hex))
    begin_step(play, "end")


@acw.offer("leader_creation")
def _offer_creation(position: Position, due: Due) -> Iterator[Command]:
    for letter in unused_leaders(position, due.seat):
        yield CreateLeader(leader=letter)
    yield CreateLeader()


@acw.evolves(PoliticalRoll)
def _political_roll(position: Position, event: PoliticalRoll) -> None:
    """The status changes by an event of its own (15.0)."""


@acw.evolves(LeaderEffectsRolled)
def _leader_effects(position: Position, event: LeaderEffectsRolled) -> None:
    if event.creating:
        position.battle = changed(current(position), step="creation")


@acw.evolves(LeaderPromoted)
def _leader_promoted(position: Position, event: LeaderPromoted) -> None:
    position.leaders[event.leader] = position.leaders[event.leader].with_(rating=event.after)


@acw.evolves(LeaderWounded)
def _leader_wounded(position: Position, event: LeaderWounded) -> None:
    move_leader(position, event.leader, hex="", returns=event.returns, activity=READY)


@acw.evolves(LeaderKilled)
def _leader_killed(position: Position, event: LeaderKilled) -> None:
    take_out_of_play(position, event.leader)


@acw.evolves(LeaderCreated)
def _leader_created(position: Position, event: LeaderCreated) -> None:
    leader = position.leaders[event.leader]
    position.leaders[event.leader] = leader.with_(hex=event.hex, rating=0, returns=0, activity=READY)


OPTIONS = {
    "political_uses_final_strength": Option(
        "9.11/1",
        "Whether the political roll is against the defender's raw SP or its final strength.",
        ("raw", "final"),
    ),
    "leader_mod_all_rows": Option(
        "9.12/2",
        "Whether the defender's SP are added for creation and promotion, every row, or promotion alone.",
        tuple(ROWS_ADDED_TO),
    ),
}
COMMANDS = (CreateLeader,)
EVENTS = (
    PoliticalRoll, LeaderEffectsRolled, LeaderPromoted, LeaderWounded, LeaderKilled, LeaderCreated,
    *stranded_leaders.EVENTS,
)  # fmt: skip
