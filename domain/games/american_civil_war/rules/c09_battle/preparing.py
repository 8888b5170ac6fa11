"""What players settle before a battle is rolled for: participants, leaders and supply (9.2, 9.3, 8.4.1)."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import (
    CAVALRY,
    READY,
    Group,
    fighting_strength,
    merged,
    pick,
)
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c09_battle.battle_facts import (
    able_units,
    fighting_units,
    participants_due,
    present_leaders,
    room_for,
    suffers_oos,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import (
    STEPS,
    alter_force,
    battle_step,
    current,
    defending_side,
    shown,
)
from ironclad.domain.games.american_civil_war.rules.c11_forts.sieges import settle_siege
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_support import ask_support
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due


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


@battle_step("prepare")
@rule("9.1/1", "9.2/2", "9.3/2", "8.4.1/2")
def prepare(play: Play) -> None:
    """Settle participants, leaders and battle supply, attacker first; when nothing is open, fight.

    In the relief of a siege those come first who hold it, and those who join from inside (11.8.1).
    """
    if settle_siege(play):
        return
    battle = current(play.position)
    sides = (battle.attacker, defending_side(battle))
    for side in sides:
        if (units := participants_due(play.position, side)) is not None:
            limit = room_for(play.position, side)
            ask(play, side, "battle_participants", "9.2/2", hex=battle.hex, limit=limit, units=shown(units))
            return
    for side, kind in zip(sides, ("attacking_leader", "defending_leader"), strict=True):
        if leaders := leader_due(play.position, side):
            ask(play, side, kind, "9.3/2", hex=battle.hex, leaders=list(leaders))
            return
    if ask_support(play):
        return
    for side in sides:
        if units := supply_due(play.position, side):
            ask(play, side, "battle_supply", "8.4.1/2", hex=battle.hex, units=shown(units))
            return
    STEPS["fight"](play)  # nothing is left to settle


def leader_due(position: Position, side: str) -> tuple[str, ...]:
    """The leaders among whom a side has still to choose; empty if it has chosen or has none."""
    battle = current(position)
    chosen = battle.attacking_leader if side == battle.attacker else battle.defending_leader
    return present_leaders(position, side) if chosen is None else ()


@rule("8.4.1/2")
def supply_due(position: Position, side: str) -> tuple[Group, ...]:
    """The units whose battle supply a side may spend now: all of its fighting units out of supply, or none.

    A battle in which other units out of supply fight without it would be modified all the same, and units
    that defend from inside a fort have no modifier to avoid, so then there is nothing to ask.
    """
    battle = current(position)
    if side in battle.supply_answered:
        return ()
    units = tuple(group for group in fighting_units(battle, side) if suffers_oos(battle, side, group))
    return units if all(group.battle_supply for group in units) else ()


@acw.check(ChooseParticipants, "battle_participants")
def _check_participants(position: Position, due: Due, command: ChooseParticipants) -> None:
    chosen_participants(position, due.seat, command)


@rule("9.2/1", "9.2/2")
def chosen_participants(position: Position, seat: str, command: ChooseParticipants) -> tuple[Group, ...]:
    """The units that a command sends to fight, with all cavalry. Refuses if too many or too few."""
    limit, clause = room_for(position, seat), "9.2/2"
    able = able_units(current(position), seat)
    chosen = pick(able, command.units, clause)
    fighting = fighting_strength(chosen)
    require(fighting <= limit, clause, f"at most {limit} strength points a side fight here, not {fighting}")
    require(fighting == limit, "9.2/1", f"all fight up to the limit: {limit} strength points, not {fighting}")
    cavalry = tuple(group for group in able if group.kind == CAVALRY)
    return merged((*(group for group in chosen if group.kind != CAVALRY), *cavalry))


@acw.carry_out(ChooseParticipants)
def _choose_participants(play: Play, due: Due, command: ChooseParticipants) -> None:
    units = chosen_participants(play.position, due.seat, command)
    limit = room_for(play.position, due.seat)
    close(play)
    play.emit(ParticipantsChosen(due.seat, units, limit))


@acw.evolves(ParticipantsChosen)
def _participants_chosen(position: Position, event: ParticipantsChosen) -> None:
    battle = current(position)
    field = "attacking" if event.side == battle.attacker else "defending"
    position.battle = changed(battle, **{field: event.units})


@acw.offer("battle_participants")
def _offer_participants(position: Position, due: Due) -> Iterator[Command]:
    """For each group that differs to its owner, the choice that sends it first."""
    limit = room_for(position, due.seat)
    groups = merged(group.with_(activity=READY) for group in participants_due(position, due.seat) or ())
    for first in range(len(groups)):
        units, need = [], limit
        for group in (*groups[first:], *groups[:first]):
            if need and (count := min(need, group.count)):
                units.append(group.with_(count=count))
                need -= count
        yield ChooseParticipants(units=merged(units))


@acw.check(ChooseLeader, "attacking_leader", "defending_leader")
@rule("9.3/2", "11.8.3/1")
def _check_leader(position: Position, due: Due, command: ChooseLeader) -> None:
    there = present_leaders(position, due.seat)
    require(
        command.leader is None or command.leader in there,
        "9.3/2",
        f"leader {command.leader} is not with this force; {', '.join(there)} could take part",
    )


@acw.carry_out(ChooseLeader)
def _choose_leader(play: Play, due: Due, command: ChooseLeader) -> None:
    close(play)
    play.emit(BattleLeaderChosen(due.seat, command.leader or ""))


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
def _check_battle_supply(position: Position, due: Due, command: UseBattleSupply) -> None:
    """The side that is asked may give either answer."""


@acw.carry_out(UseBattleSupply)
@rule("8.4.1/2")
def _use_battle_supply(play: Play, due: Due, command: UseBattleSupply) -> None:
    units = supply_due(play.position, due.seat)
    close(play)
    play.emit(BattleSupplyAnswered(due.seat, command.use, units))


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
EVENTS = (ParticipantsChosen, BattleLeaderChosen, BattleSupplyAnswered)
