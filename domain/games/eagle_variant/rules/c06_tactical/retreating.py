"""A beaten army names its retreat, and leaves after the pursuit (tactical/43, /44, /50, /52, /53)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.state import SIDES, Position
from ironclad.domain.games.eagle_variant.position.units import SPECIAL
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import refresh_holders, units_in
from ironclad.domain.games.eagle_variant.rules.c05_battles.after import settle_battle
from ironclad.domain.games.eagle_variant.rules.c05_battles.retreating import (
    crosses_river,
    retreat_of,
    ways_back,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import NameRetreat
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    BattleDecided,
    LateUnitsPlaced,
    PursuitBegan,
    PursuitEnded,
    RetreatNamed,
    SpecialForcesLeft,
    UnitsEliminated,
    UnitsRetreated,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    NEVER_LEAVE,
    battle_of,
    brigades,
    eliminate,
    fielded,
    late,
    major_size,
    outside_retreat,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.opening import stage
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

STAY = ("rioters", "revolutionaries")
"""Special forces that stay in the space where they have won."""


def goals(position: Position, to: str) -> dict[str, str]:
    """Where each unit on the field of a beaten army goes that names `to`; "" for one that is eliminated.

    Special forces are eliminated, but for revolutionaries that defend (tactical/50).
    """
    battle = battle_of(position)
    army, found = battle.beaten, retreat_of(position, battle.beaten, to)
    rising = army == battle.attacker
    return {
        id: "" if rising and position.units[id].nation == "revolutionaries" else found.get(id, "")
        for id in fielded(position, army)
    }


@rule("tactical/44")
def ways(position: Position) -> tuple[str, ...]:
    """The spaces that a beaten army may name: those to which any of its units on the field can go."""
    army = battle_of(position).beaten
    return tuple(to for to in ways_back(position, army) if any(goals(position, to).values()))


@stage("beaten")
@rule("tactical/44", "tactical/50", "battle-effects/7")
def name_retreat(play: Play) -> None:
    """The beaten army names one space, if there is a choice; who cannot go there is eliminated."""
    battle = battle_of(play.position)
    army = battle.beaten
    if battle.retreat_to:
        _eliminate(play, army, "they cannot retreat with their army", "tactical/50")
        _begin_pursuit(play)
    elif not (open_ways := ways(play.position)):
        if army in SIDES:
            _eliminate(play, army, "they have no space to retreat to", "battle-effects/7")
        else:
            _eliminate(play, army, "they do not leave their space", "tactical/50")
        play.emit(PursuitEnded(battle.winner))
    elif len(open_ways) == 1:
        _name(play, open_ways[0])
    else:
        asking.ask(play, battle.players[army], "retreat_space", "tactical/44", space=battle.space)


def _name(play: Play, to: str) -> None:
    battle = battle_of(play.position)
    play.emit(RetreatNamed(battle.beaten, to, crosses_river(play.position, battle.space, to)))


def _eliminate(play: Play, army: str, reason: str, clause: str) -> None:
    gone = tuple(id for id, to in goals(play.position, battle_of(play.position).retreat_to).items() if not to)
    if gone:
        play.emit(UnitsEliminated(army, gone, reason, clause))


@eagle.check(NameRetreat, "retreat_space")
def _check_retreat(position: Position, due: Due, command: NameRetreat) -> None:
    open_ways = ways(position)
    known = command.to in open_ways
    names = ", ".join(name_of(space) for space in open_ways)
    require(known, "tactical/44", f"the army may retreat to {names}, not to {name_of(command.to)}")


@eagle.carry_out(NameRetreat)
def _name_retreat(play: Play, due: Due, command: NameRetreat) -> None:
    asking.close(play, due)
    _name(play, command.to)


@eagle.offer("retreat_space")
def _offer_ways(position: Position, due: Due) -> Iterator[Command]:
    return (NameRetreat(to=to) for to in ways(position))


@eagle.evolves(RetreatNamed)
def _named(position: Position, event: RetreatNamed) -> None:
    position.battle = battle_of(position).with_(retreat_to=event.to)


@eagle.evolves(UnitsEliminated)
def _eliminated(position: Position, event: UnitsEliminated) -> None:
    eliminate(position, event.army, event.units)
    refresh_holders(position)


@rule("tactical/43", "tactical/46", "tactical/53")
def _begin_pursuit(play: Play) -> None:
    """Who may pursue is settled as the pursuit begins. Nobody pursues an army without a brigade."""
    position, battle = play.position, battle_of(play.position)
    never = battle.winner in NEVER_LEAVE or not brigades(position, fielded(position, battle.beaten))
    if never:
        play.emit(PursuitEnded(battle.winner))
        return
    within_reach = outside_retreat(position, battle.beaten)
    cavalry = any(position.units[id].kind == "cavalry" for id in within_reach)
    play.emit(PursuitBegan(battle.winner, cavalry))


@eagle.evolves(PursuitBegan)
def _pursuit_began(position: Position, event: PursuitBegan) -> None:
    position.battle = battle_of(position).with_(stage="pursuit", cavalry_only=event.cavalry_only)


@eagle.evolves(PursuitEnded)
def _pursuit_ended(position: Position, event: PursuitEnded) -> None:
    position.battle = battle_of(position).with_(stage="leaving")


@stage("leaving")
@rule("tactical/44", "tactical/52", "battle-effects/13")
def leave(play: Play) -> None:
    """The survivors retreat, winning special forces are removed, late units come in or go back."""
    battle = battle_of(play.position)
    _retreat(play)
    _remove_winning_special(play)
    for army in battle.armies:
        _place_late(play, army)
    _decide(play)
    settle_battle(play)


def _retreat(play: Play) -> None:
    battle = battle_of(play.position)
    found: dict[str, list[str]] = {}
    for id, to in goals(play.position, battle.retreat_to).items():
        found.setdefault(to, []).append(id)
    for to, ids in found.items():
        play.emit(UnitsRetreated(battle.beaten, tuple(ids), battle.space, to))


@eagle.evolves(UnitsRetreated)
def _retreated(position: Position, event: UnitsRetreated) -> None:
    for id in event.units:
        position.units[id] = position.units[id].with_(space=event.to)
    refresh_holders(position)


@rule("movement-restrictions/7", "csa-declares-emancipation/11")
def _remove_winning_special(play: Play) -> None:
    """Indians and militia that have won are removed after the beaten units have retreated."""
    army = battle_of(play.position).winner
    if army not in SIDES and army not in STAY and (ids := fielded(play.position, army)):
        play.emit(SpecialForcesLeft(army, ids))


@eagle.evolves(SpecialForcesLeft)
def _special_left(position: Position, event: SpecialForcesLeft) -> None:
    for id in event.units:
        position.units.pop(id)
    refresh_holders(position)


@rule("battle-reinforcements/8", "battle-reinforcements/9")
def _place_late(play: Play, army: str) -> None:
    """Units that had not entered come into the space if their side has won, else they go back.

    Where enemies have come in the meantime, by another battle's retreat, they are lost.
    """
    battle, found = battle_of(play.position), dict[str, list[str]]()
    for id in late(play.position, army):
        to = battle.space if army == battle.winner else play.position.units[id].came_from
        found.setdefault(to, []).append(id)
    for to, ids in found.items():
        if to == battle.space or not holds_enemies(play.position, to, army):
            play.emit(LateUnitsPlaced(army, tuple(ids), to))
        else:
            reason = "enemies are in the space that they came from"
            play.emit(UnitsEliminated(army, tuple(ids), reason, "battle-effects/7"))


def holds_enemies(position: Position, space: str, side: str) -> bool:
    """Whether units of another side are in a space."""
    return any(position.units[id].side != side for id in units_in(position, space))


@eagle.evolves(LateUnitsPlaced)
def _late_placed(position: Position, event: LateUnitsPlaced) -> None:
    for id in event.units:
        position.units[id] = position.units[id].with_(space=event.to)
    refresh_holders(position)


@rule("battle-reinforcements/7", "battle-reinforcements/10", "resolving-battles/2", "resolving-battles/3")
def _decide(play: Play) -> None:
    """Who won, and whether it was a major battle by the brigades ever in it, casualties included."""
    battle, needed = battle_of(play.position), major_size(play.position)
    nations = {
        army: sum(each.partition(".")[0] not in SPECIAL for each in battle.committed.get(army, ()))
        for army in battle.armies
    }
    attackers, defenders = (
        len(battle.committed.get(army, ())) for army in (battle.attacker, battle.defender)
    )
    major = all(count >= needed for count in nations.values())
    lost = [battle.lost.get(army, ()) for army in (battle.winner, battle.beaten)]
    play.emit(
        BattleDecided(
            battle.space, battle.winner, battle.beaten, major, attackers, defenders, lost[0], lost[1]
        )
    )


@eagle.evolves(BattleDecided)
def _decided(position: Position, event: BattleDecided) -> None:
    position.battle = battle_of(position).with_(major=event.major)
