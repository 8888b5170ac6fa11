"""The combat phase (8.3): initiative to attack, attacks one after another, and its end."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.battle import Fighting
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import (
    EndCombat,
    TryAttack,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.crossing import crosses
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    AttackTried,
    CombatBegan,
    CombatEnded,
)
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import garrisons, held_by
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of, rating
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.commands import DeclareSpans
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step


def fighting_of(position: Position) -> Fighting:
    """The combat phase under way. Raises ValueError outside one, which is a fault of the ruleset."""
    if position.fighting is None:
        raise ValueError("no combat phase is under way")
    return position.fighting


@rule("8.11/1", "3.23/1", "6.58/2", "13.32/1")
@remembered
def in_contact(position: Position, side: str) -> dict[str, tuple[str, ...]]:
    """The units of a side that could attack something, each with the hexes that it could attack."""
    enemy = ENEMY[side]
    held, forts = held_by(position, enemy), garrisons(position, enemy)
    found: dict[str, tuple[str, ...]] = {}
    for id, unit in position.units.items():
        if unit.side != side or not unit.hex or not unit.attacks or unit.inside or unit.entrained:
            continue
        near = (
            hex
            for hex in load_map().neighbours[unit.hex]
            if hex in held and crosses(position, side, unit.hex, hex)
        )
        targets = (*((unit.hex,) if unit.hex in forts else ()), *near)
        if targets:
            found[id] = targets
    return found


@rule("8.3/6")
def able(position: Position, side: str) -> bool:
    """Whether a side could attack at all: a unit of its in contact, and a leader on the map."""
    leaders = any(leader.side == side and leader.hex for leader in position.leaders.values())
    return leaders and bool(in_contact(position, side))


@step("combat_spans")
@rule("10.1/6")
def _ask_spans(play: Play, entered: Step) -> None:
    """Spans are declared again, where anything could be attacked."""
    if able(play.position, entered.seat):
        asking.ask(play, entered.seat, "spans", "10.1/6", standing=DeclareSpans())


@step("combat")
@rule("8.0/1", "4.1/2")
def _begin_combat(play: Play, entered: Step) -> None:
    if able(play.position, entered.seat):
        play.emit(CombatBegan(entered.seat))
        ask_attack(play)


def ask_attack(play: Play) -> None:
    """Ask the phasing player for his next roll or attack."""
    side = fighting_of(play.position).side
    asking.ask(play, side, "combat", "8.0/1", standing=EndCombat())


@wbts.check(TryAttack, "combat")
@rule("8.3/1", "8.3/4", "8.3/5", "8.3/7", "10.15/1")
def _check_try(position: Position, due: Due, command: TryAttack) -> None:
    fighting, leader = fighting_of(position), position.leaders.get(command.leader)
    require(
        leader is not None and leader.side == due.seat and leader.hex,
        "8.3/1",
        f"the {due.seat} has no leader {command.leader} on the map",
    )
    require(not fighting.declared, "8.3/4", "an attack has been declared: no more initiative is rolled for")
    require(
        command.leader not in fighting.tried, "8.3/5", f"{command.leader} has been rolled for in this phase"
    )


@wbts.carry_out(TryAttack)
@rule("8.3/2", "8.3/3", "10.14/1", "10.13/5", "10.15/3")
def _try(play: Play, due: Due, command: TryAttack) -> None:
    """Initiative passes to all leaders of his force."""
    name, value = command.leader, rating(play.position, command.leader).initiative
    (die,) = play.roll(f"initiative to attack of {name}", "8.3/2")
    below = (id for id in force_of(play.position, name) if id in play.position.leaders)
    play.emit(AttackTried(due.seat, name, die, value, tuple(below) if die <= value else ()))


@wbts.check(EndCombat, "combat")
@rule("8.0/1", "9.31/1")
def _check_end(position: Position, due: Due, command: EndCombat) -> None:
    """Nobody has to attack."""


@wbts.carry_out(EndCombat)
def _end(play: Play, due: Due, command: EndCombat) -> None:
    asking.close(play, due)
    play.emit(CombatEnded(due.seat))


@wbts.evolves(CombatBegan)
def _began(position: Position, event: CombatBegan) -> None:
    position.fighting = Fighting(event.side)  # type: ignore[arg-type]  # an event has it as text


@wbts.evolves(AttackTried)
def _tried(position: Position, event: AttackTried) -> None:
    fighting = fighting_of(position)
    active = dict.fromkeys((*fighting.active, *event.active))
    position.fighting = fighting.with_(tried=(*fighting.tried, event.leader), active=tuple(active))


@wbts.evolves(CombatEnded)
def _ended(position: Position, event: CombatEnded) -> None:
    position.fighting = None


@wbts.also_offers("combat")
def _offer_tries(position: Position, due: Due) -> Iterator[Command]:
    """Each leader whose force has a unit in contact, and the end of the phase."""
    contact = in_contact(position, due.seat)
    for name in sorted(position.leaders):
        leader = position.leaders[name]
        if leader.side == due.seat and leader.hex and not contact.keys().isdisjoint(force_of(position, name)):
            yield TryAttack(leader=name)
    yield EndCombat()
