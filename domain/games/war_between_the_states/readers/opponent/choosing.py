"""The computer player's command for a decision."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from ironclad.domain.games.war_between_the_states.commands import COMMANDS
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.sight import see
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.readers.odds.battles import declared
from ironclad.domain.games.war_between_the_states.readers.opponent.chits import chosen, margins_of, solved
from ironclad.domain.games.war_between_the_states.readers.opponent.worth import strengths, worth_of
from ironclad.domain.games.war_between_the_states.registry import wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.commands import (
    CommandLeader,
    CommandUnit,
    EndMovement,
    TryLeader,
)
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import MovePieces
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    group_of,
    on_trains,
    place_of,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.reaching import Group, reached
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import (
    ChooseChit,
    DeclareAttack,
    EndCombat,
    TryAttack,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.initiative import fighting_of, in_contact
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import force_of, rating
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.commands import DeclareSpans
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.spans import nearest
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.picking import supplied
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.memo import keep_answers
from ironclad.domain.kernel.engine.records import Due

LEAST_MARGIN = 0.25
"""What an attack has to be worth, in SP, before it is made."""
LEAST_GAIN = 0.05
"""What a move has to gain before it is made."""
MOST_LOOKED_AT = 12
"""Attacks that are weighed, the strongest first."""


def choose(position: Position, due: Due, random: Random) -> Command:
    """A legal command for a decision, by what its seat may see; the same for the same generator."""
    seen = see(position, due.seat)
    if seen is position:
        seen = position.copy()
    keep_answers(seen)
    return ANSWERS.get(due.kind, _usual)(seen, due, random)


def legal(position: Position, due: Due) -> Iterator[Command]:
    """The offers for a decision that the rules accept."""
    for command in wbts.offers[due.kind](position, due):
        if is_legal(position, due, command):
            yield command


def is_legal(position: Position, due: Due, command: Command) -> bool:
    """Whether the rules accept a command for a decision."""
    try:
        wbts.checks[type(command)](position, due, command)
    except Refused:
        return False
    return True


def _usual(position: Position, due: Due, random: Random) -> Command:
    """The standing answer where it is legal, else the first offer that is."""
    if isinstance(due.standing, dict):
        standing = COMMANDS.read(due.standing)
        if is_legal(position, due, standing):
            return standing
    return next(legal(position, due))


def _build(position: Position, due: Due, random: Random) -> Command:
    """An order of the strategic turn, drawn from those that are offered, or the end of it."""
    offered = list(islice(legal(position, due), 40))
    return random.choice(offered) if random.random() < 0.7 else _usual(position, due, random)


def _spans(position: Position, due: Due, random: Random) -> Command:
    """Each leader takes the combat units that are nearest, and no garrison, which would slow him down."""
    full = {
        name: tuple(id for id in ids if position.units[id].attacks)
        for name, ids in nearest(position, due.seat).items()
    }
    command = DeclareSpans(spans={name: ids for name, ids in full.items() if ids})
    return command if is_legal(position, due, command) else DeclareSpans()


def _move(position: Position, due: Due, random: Random) -> Command:
    """Move what is in the force; then the leader whose force gains most, by a command or his initiative."""
    phase, side = phase_of(position), due.seat
    if (found := _best_move(position, side, phase.force, due)) is not None:
        return found[1]
    best: tuple[float, Command] | None = None
    for name in sorted(position.leaders):
        leader = position.leaders[name]
        if leader.side != side or not leader.hex or name in (*phase.tried, phase.chief):
            continue
        by_command = phase.commands > 0 and not phase.initiative
        command = CommandLeader(leader=name) if by_command else TryLeader(leader=name)
        if not is_legal(position, due, command):
            continue
        force = tuple(id for id in force_of(position, name) if id not in phase.done)
        gain = _best_move(position, side, force, None)
        if gain is not None and (best is None or gain[0] > best[0]):
            best = gain[0], command
    return best[1] if best is not None else _train(position, due) or EndMovement()


def _train(position: Position, due: Due) -> Command | None:
    """A command to a loaded supply train that has somebody to go to, while there are any commands left."""
    phase = phase_of(position)
    for id in sorted(position.units, key=sort_key):
        unit = position.units[id]
        if unit.side == due.seat and unit.load and id != phase.chief and id not in phase.trips:
            command = CommandUnit(unit=id)
            if is_legal(position, due, command) and _best_move(position, due.seat, (id,), None):
                return command
    return None


def _best_move(
    position: Position, side: str, force: tuple[str, ...], due: Due | None
) -> tuple[float, Command] | None:
    """The move of a group of a force that is worth most more than to stay, and its gain; None for none.

    Garrisons stay where they are, and trains go by themselves. With `due` the move is legal now.
    """
    phase = phase_of(position)
    groups: dict[tuple[str, bool], list[str]] = {}
    for id in force:
        if _may_go(position, id):
            train = id in position.units and not position.units[id].fights
            groups.setdefault((place_of(position, id), train), []).append(id)
    best: tuple[float, Command] | None = None
    for start, train in sorted(groups):
        pieces = tuple(sorted(groups[start, train], key=sort_key))
        alone = all(id in position.leaders for id in pieces)
        moving = sum(position.units[id].strength for id in pieces if id in position.units)
        if alone or (train and phase.trips.get(pieces[0])):
            continue
        for gain, way in _ways(position, side, start, pieces, moving, due is not None):
            command = MovePieces(pieces=pieces, path=way)
            if (best is None or gain > best[0]) and (due is None or is_legal(position, due, command)):
                best = gain, command
                break
    return best


def _may_go(position: Position, id: str) -> bool:
    if id in on_trains(position) or phase_of(position).trips.get(id, Trip()).spent:
        return False
    if id in position.units:
        unit = position.units[id]
        return bool(unit.hex) and unit.kind != "garrison" and not unit.inside
    piece = position.headquarters.get(id) or position.leaders.get(id)
    return piece is not None and bool(piece.hex) and not piece.inside


def _ways(
    position: Position, side: str, start: str, pieces: tuple[str, ...], moving: int, for_good: bool
) -> list[tuple[float, tuple[str, ...]]]:
    """The few best ways of a group, with what each gains over staying.

    `for_good`: the group goes now, so those off the chain of supply are left out where others are.
    """
    group = group_of(position, side, pieces, 0)
    if not moving:
        return _to_friends(position, side, start, group)
    stay = worth_of(position, side, start, moving, start)
    found = [
        (worth_of(position, side, reach.hex, moving, start) - stay, reach.way)
        for reach in reached(position, start, group)
    ]
    better = sorted((each for each in found if each[0] > LEAST_GAIN), reverse=True)[:4]
    if not for_good:
        return better
    fed = [each for each in better if _fed(position, side, each[1][-1])]
    return fed or better


def _fed(position: Position, side: str, hex: str) -> bool:
    """Whether a hex is its side's own ground already, or else on its chain of supply."""
    return owner(position, hex) == side or supplied(position, side, hex)


def _to_friends(
    position: Position, side: str, start: str, group: Group
) -> list[tuple[float, tuple[str, ...]]]:
    """For trains and others without strength: to the strongest stack of the side in reach."""
    own = strengths(position, side)
    here = own.get(start, 0)
    found = [
        (float(own.get(reach.hex, 0) - here) / 10, reach.way)
        for reach in reached(position, start, group)
        if own.get(reach.hex, 0) > here
    ]
    return sorted(found, reverse=True)[:2]


def _fight(position: Position, due: Due, random: Random) -> Command:
    """The attack that is worth most; before the first one initiative is rolled for, best leaders first."""
    fighting, side = fighting_of(position), due.seat
    if not fighting.declared:
        names = [name for name in sorted(position.leaders) if _could_attack(position, side, name)]
        for name in sorted(names, key=lambda name: -rating(position, name).initiative):
            if name not in fighting.tried and name not in fighting.active:
                return TryAttack(leader=name)
    attacks = [command for command in legal(position, due) if isinstance(command, DeclareAttack)]
    attacks.sort(key=lambda command: -_strength(position, command))
    weighed = [(_margin_of(position, side, command), command) for command in attacks[:MOST_LOOKED_AT]]
    best = max(weighed, key=lambda each: each[0], default=None)
    return best[1] if best is not None and best[0] >= LEAST_MARGIN else EndCombat()


def _could_attack(position: Position, side: str, name: str) -> bool:
    leader = position.leaders[name]
    force = force_of(position, name)
    there = leader.side == side and bool(leader.hex)
    return there and not in_contact(position, side).keys().isdisjoint(force)


def _strength(position: Position, command: DeclareAttack) -> int:
    return sum(position.units[id].strength for id in command.units if id in position.units)


def _margin_of(position: Position, side: str, command: DeclareAttack) -> float:
    """What an attack is worth when both sides mix their chits."""
    try:
        return solved(margins_of(declared(position, side, command)))[2]
    except Refused:
        return 1.0  # nobody is left to fight: the hex is taken


def _advance(position: Position, due: Due, random: Random) -> Command:
    """All who may advance do."""
    return next(legal(position, due))


def _chit(position: Position, due: Due, random: Random) -> Command:
    return ChooseChit(chit=chosen(position, due.seat, due.about["most"], random))


ANSWERS: dict[str, Callable[[Position, Due, Random], Command]] = {
    "spans": _spans,
    "movement": _move,
    "combat": _fight,
    "chit": _chit,
    "advance": _advance,
    "production": _build,
    "deployment": _build,
    "leader_pick": _build,
}
"""How each kind of decision is answered; any other by its standing answer, or what the rules offer first."""
