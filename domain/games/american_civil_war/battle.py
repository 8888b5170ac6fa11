"""Battle (9.0 to 9.5): who fights, with which leader and at what strength, and what the dice say.

`begin_battle` opens a battle; `carry_on` (fighting.py) takes it through the steps of 9.1. Losses are taken in
losses.py, retreats made in retreat.py, politics and leaders judged in leaders.py, forts stormed in storming.py.
"""

from collections.abc import Iterator

from domain.games.american_civil_war import battle_end
from domain.games.american_civil_war.battle_facts import (
    able_units,
    facts_of,
    fighting_units,
    participants_due,
    present_leaders,
    room_for,
)
from domain.games.american_civil_war.contexts import Battle, Contingent, Fought, Owed
from domain.games.american_civil_war.fighting import (
    BattleStepBegan,
    alter_force,
    battle_step,
    begin_step,
    current,
    defending_side,
)
from domain.games.american_civil_war.modifiers import Modifier, total
from domain.games.american_civil_war.play import Play, acw, ask, changed, close
from domain.games.american_civil_war.resolution import (
    OPTIONS,
    Force,
    Losses,
    ratio_of,
    reckon_losses,
    resolve_outcome,
)
from domain.games.american_civil_war.state import ENEMY, Position
from domain.games.american_civil_war.units import (
    ATTACKED,
    CAVALRY,
    FIELD,
    FORT,
    WORKED,
    Group,
    fighting_strength,
    merged,
    pick,
)
from domain.kernel.codec import Command, Event
from domain.kernel.decider import Due
from domain.kernel.rulebook import require, rule

__all__ = ["COMMANDS", "EVENTS", "OPTIONS", "Contingent", "begin_battle"]


class ChooseParticipants(
    Command,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="choose_participants",
):
    """Say which strength points fight where a limit keeps some of them out (9.2)."""

    units: tuple[Group, ...]


class ChooseLeader(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="choose_leader"
):
    """Say which leader takes part in the battle; None for no leader (9.3)."""

    leader: str | None = None


class UseBattleSupply(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="use_battle_supply"
):
    """Spend battle supply in this battle, or keep it (8.4.1)."""

    use: bool


class BattleBegan(Event, frozen=True, tag_field="type", tag="battle_began"):
    """A battle began (9.0): who attacks from where, and who defends.

    attackers, defenders: both forces as they stood; garrison: the fort's own strength point in a storm. activity:
    what the attackers have now done in this impulse ("" out of their own side's); `contingents` show it so.
    """

    hex: str
    attacker: str
    kind: str
    contingents: tuple[Contingent, ...]
    attackers: tuple[Group, ...]
    defenders: tuple[Group, ...]
    activity: str = ""
    garrison: int = 0
    rule: str = "9.0/1"


class ParticipantsChosen(Event, frozen=True, tag_field="type", tag="participants_chosen"):
    """A side said which of its strength points fight where a limit binds (9.2)."""

    side: str
    units: tuple[Group, ...]
    limit: int
    rule: str = "9.2/2"


class BattleLeaderChosen(Event, frozen=True, tag_field="type", tag="battle_leader_chosen"):
    """A side said whether a leader takes part in the battle, and which (9.3); "" for none."""

    side: str
    leader: str
    rule: str = "9.3/2"


class BattleSupplyAnswered(Event, frozen=True, tag_field="type", tag="battle_supply_answered"):
    """A side spent the battle supply of its units out of supply, or kept it (8.4.1)."""

    side: str
    used: bool
    units: tuple[Group, ...]
    rule: str = "8.4.1/2"


class BattleFought(Event, frozen=True, tag_field="type", tag="battle_fought"):
    """The outcome of a battle (9.3, 9.4), with everything that a player needs to check it.

    ratio: attacker to defender as an exact fraction; modified: die and modifiers before the bounds of 1 and 6;
    row: the row of the Combat Results Table; outcome: "attacker", "defender" or "draw".
    """

    hex: str
    kind: str
    attacker: str
    attacking: Force
    defending: Force
    ratio: str
    die: int
    modifiers: tuple[Modifier, ...]
    modified: int
    row: int
    outcome: str
    minor_river: bool
    amphibious: bool
    loop: bool
    entrenched: bool
    rule: str = "9.4/1"


class LossesReckoned(Event, frozen=True, tag_field="type", tag="losses_reckoned"):
    """What a battle costs both sides (9.6, 9.7), with the whole reckoning."""

    attacker: str
    losses: Losses
    rule: str = "9.6/1"


@rule("9.0/1", "9.0/2", "9.0/3", "9.0/4", "9.2/1", "9.2/3", "11.7/5", "12.2/3", "6.4/12", "6.4/13", "6.4/14")
def begin_battle(
    play: Play, hex_id: str, attacker_side: str, contingents: tuple[Contingent, ...], kind: str = "move"
) -> None:
    """Open a battle in `hex_id`; the groups of `contingents` already stand in it, with their `origin` set.

    kind: "move" (the phasing force has entered), "reaction", "in_place" (9.4/8) or "storm" (11.8.3). Friendly
    field units already in the hex that have not attacked this impulse join a phasing attack (9.0/4). All enemy
    units outside a fort defend as one force, entrenched or not; against a storm only those inside.
    """
    position = play.position
    phasing = position.player == attacker_side
    entered = merged(group for each in contingents for group in each.groups)
    leaders = tuple(letter for each in contingents for letter in each.leaders)
    if phasing and kind in ("move", "in_place"):
        contingents, entered = _joined_by_those_there(
            position, hex_id, attacker_side, contingents, entered, leaders
        )
    defenders = tuple(
        group
        for group in position.groups(ENEMY[attacker_side], hex_id)
        if (group.station == FORT) == (kind == "storm")
    )
    if kind != "storm" and defenders and all(group.kind == CAVALRY for group in defenders):
        kind = "cavalry"
    activity = (WORKED if kind == "storm" else ATTACKED) if phasing else ""
    if activity:
        contingents = tuple(
            changed(each, groups=merged(group.with_(activity=activity) for group in each.groups))
            for each in contingents
        )
    garrison = int(kind == "storm")
    play.emit(BattleBegan(hex_id, attacker_side, kind, contingents, entered, defenders, activity, garrison))


@rule("9.0/4")
def _joined_by_those_there(
    position: Position,
    hex_id: str,
    side: str,
    contingents: tuple[Contingent, ...],
    entered: tuple[Group, ...],
    leaders: tuple[str, ...],
) -> tuple[tuple[Contingent, ...], tuple[Group, ...]]:
    """The attackers with the friendly field units that were in the hex already and have not attacked yet."""
    counts = {group.alike(): group.count for group in entered}
    there = tuple(
        group.with_(count=left)
        for group in position.groups(side, hex_id)
        if group.station == FIELD
        and group.activity != ATTACKED
        and (left := group.count - counts.get(group.alike(), 0)) > 0
    )
    if not there:
        return contingents, entered
    beside = tuple(letter for letter in position.leaders_at(side, hex_id) if letter not in leaders)
    return (*contingents, Contingent("", there, beside)), merged((*entered, *there))


@acw.evolves(BattleBegan)
def _battle_began(position: Position, event: BattleBegan) -> None:
    position.battle = Battle(
        hex=event.hex,
        attacker=event.attacker,
        kind=event.kind,
        contingents=event.contingents,
        attackers=event.attackers,
        defenders=event.defenders,
        garrison=event.garrison,
        step="cavalry" if event.kind == "cavalry" else "prepare",
    )
    if event.activity:
        alter_force(
            position, event.attacker, event.attackers, lambda group: group.with_(activity=event.activity)
        )
        for letter in (letter for each in event.contingents for letter in each.leaders):
            position.leaders[letter] = position.leaders[letter].with_(activity=event.activity)


@battle_step("prepare")
@rule("9.1/1", "9.2/2", "9.3/2", "8.4.1/2")
def prepare(play: Play) -> None:
    """Settle participants, leaders and battle supply, attacker first; when nothing is open, fight."""
    battle = current(play.position)
    sides = (battle.attacker, defending_side(battle))
    for side in sides:
        if (units := participants_due(play.position, side)) is not None:
            limit = room_for(play.position, side)
            ask(play, side, "battle_participants", "9.2/2", hex=battle.hex, limit=limit, units=units)
            return
    for side, kind in zip(sides, ("attacking_leader", "defending_leader"), strict=True):
        if leaders := leader_due(play.position, side):
            ask(play, side, kind, "9.3/2", hex=battle.hex, leaders=leaders)
            return
    for side in sides:
        if units := supply_due(play.position, side):
            ask(play, side, "battle_supply", "8.4.1/2", hex=battle.hex, units=units)
            return
    _fight(play)


def leader_due(position: Position, side: str) -> tuple[str, ...]:
    """The leaders among whom a side has still to choose; empty if it has chosen or has none."""
    battle = current(position)
    chosen = battle.attacking_leader if side == battle.attacker else battle.defending_leader
    return present_leaders(position, side) if chosen is None else ()


@rule("8.4.1/2")
def supply_due(position: Position, side: str) -> tuple[Group, ...]:
    """The units whose battle supply a side may spend now: all of its fighting units out of supply, or none.

    A battle in which other units out of supply fight without it would be modified all the same, and units in
    a fort have no modifier to avoid, so then there is nothing to ask.
    """
    battle = current(position)
    if side in battle.supply_answered:
        return ()
    units = tuple(group for group in fighting_units(battle, side) if group.oos and group.station != FORT)
    return units if all(group.battle_supply for group in units) else ()


@rule("9.1/1", "9.4/1", "9.6/1")
def _fight(play: Play) -> None:
    """Roll the outcome, then the losses; both from the facts alone."""
    position = play.position
    battle, facts = current(position), facts_of(position)
    (die,) = play.roll("battle outcome", "9.4/1")
    outcome = resolve_outcome(facts, die)
    play.emit(
        BattleFought(
            battle.hex, battle.kind, battle.attacker, facts.attacker, facts.defender, ratio_of(facts), die,
            outcome.modifiers, die + total(outcome.modifiers), outcome.row, outcome.winner,
            facts.minor_river, facts.amphibious, facts.loop, facts.entrenched,
        )
    )  # fmt: skip
    (die,) = play.roll("battle losses", "9.6/1")
    play.emit(LossesReckoned(battle.attacker, reckon_losses(facts, outcome, die, position.options)))
    begin_step(play, "losses")


@acw.evolves(BattleFought)
def _battle_fought(position: Position, event: BattleFought) -> None:
    fought = Fought(event.outcome, event.attacking.raw, event.defending.raw, event.defending.strength)
    position.battle = changed(current(position), fought=fought, amphibious=event.amphibious)


@acw.evolves(LossesReckoned)
def _losses_reckoned(position: Position, event: LossesReckoned) -> None:
    """The defender takes its losses first (9.6)."""
    battle, losses = current(position), event.losses
    owed = (Owed(ENEMY[event.attacker], losses.defender), Owed(event.attacker, losses.attacker))
    position.battle = changed(battle, owed=tuple(each for each in owed if each.count))


# --- the players' answers ---------------------------------------------------------------------------------


@acw.check(ChooseParticipants, "battle_participants")
@rule("9.2/2")
def _check_participants(position: Position, seat: str, command: ChooseParticipants) -> tuple[Group, ...]:
    limit, clause = room_for(position, seat), "9.2/2"
    able = able_units(current(position), seat)
    chosen = pick(able, command.units, clause)
    fighting = fighting_strength(chosen)
    require(fighting <= limit, clause, f"at most {limit} strength points a side fight here, not {fighting}")
    require(fighting == limit, "9.2/1", f"all fight up to the limit: {limit} strength points, not {fighting}")
    cavalry = tuple(group for group in able if group.kind == CAVALRY)
    return merged((*(group for group in chosen if group.kind != CAVALRY), *cavalry))


@acw.carry_out(ChooseParticipants)
def _choose_participants(play: Play, seat: str, command: ChooseParticipants) -> None:
    units = _check_participants(play.position, seat, command)
    limit = room_for(play.position, seat)
    close(play)
    play.emit(ParticipantsChosen(seat, units, limit))


@acw.evolves(ParticipantsChosen)
def _participants_chosen(position: Position, event: ParticipantsChosen) -> None:
    battle = current(position)
    field = "attacking" if event.side == battle.attacker else "defending"
    position.battle = changed(battle, **{field: event.units})


@acw.offer("battle_participants")
def _offer_participants(position: Position, due: Due) -> Iterator[Command]:
    """The strongest-first choice and, where they differ, one that spares each group in turn."""
    limit = room_for(position, due.seat)
    groups = participants_due(position, due.seat) or ()
    for first in range(len(groups)):
        units, need = [], limit
        for group in (*groups[first:], *groups[:first]):
            if need and (count := min(need, group.count)):
                units.append(group.with_(count=count, activity="ready", origin=""))
                need -= count
        yield ChooseParticipants(units=merged(units))


@acw.check(ChooseLeader, "attacking_leader", "defending_leader")
@rule("9.3/2", "11.8.3/1")
def _check_leader(position: Position, seat: str, command: ChooseLeader) -> None:
    there = present_leaders(position, seat)
    require(
        command.leader is None or command.leader in there,
        "9.3/2",
        f"leader {command.leader} is not with this force; {', '.join(there)} could take part",
    )


@acw.carry_out(ChooseLeader)
def _choose_leader(play: Play, seat: str, command: ChooseLeader) -> None:
    close(play)
    play.emit(BattleLeaderChosen(seat, command.leader or ""))


@acw.evolves(BattleLeaderChosen)
def _battle_leader_chosen(position: Position, event: BattleLeaderChosen) -> None:
    battle = current(position)
    field = "attacking_leader" if event.side == battle.attacker else "defending_leader"
    position.battle = changed(battle, **{field: event.leader})


@acw.offer("attacking_leader", "defending_leader")
def _offer_leaders(position: Position, due: Due) -> Iterator[Command]:
    for letter in present_leaders(position, due.seat):
        yield ChooseLeader(leader=letter)
    yield ChooseLeader()


@acw.check(UseBattleSupply, "battle_supply")
def _check_battle_supply(position: Position, seat: str, command: UseBattleSupply) -> None:
    """Either answer is open to whoever is asked."""


@acw.carry_out(UseBattleSupply)
@rule("8.4.1/2")
def _use_battle_supply(play: Play, seat: str, command: UseBattleSupply) -> None:
    units = supply_due(play.position, seat)
    close(play)
    play.emit(BattleSupplyAnswered(seat, command.use, units))


@acw.evolves(BattleSupplyAnswered)
def _battle_supply_answered(position: Position, event: BattleSupplyAnswered) -> None:
    battle = current(position)
    supplied = (*battle.supplied, event.side) if event.used else battle.supplied
    position.battle = changed(
        battle, supply_answered=(*battle.supply_answered, event.side), supplied=supplied
    )
    if event.used:
        alter_force(position, event.side, event.units, lambda group: group.with_(battle_supply=False))


@acw.offer("battle_supply")
def _offer_battle_supply(position: Position, due: Due) -> Iterator[Command]:
    yield UseBattleSupply(use=True)
    yield UseBattleSupply(use=False)


COMMANDS = (ChooseParticipants, ChooseLeader, UseBattleSupply)
EVENTS = (
    BattleStepBegan, *battle_end.EVENTS, BattleBegan, ParticipantsChosen, BattleLeaderChosen, BattleSupplyAnswered, BattleFought, LossesReckoned,
)  # fmt: skip
