"""Leaders and elite brigades after a major battle (elite-units), and the end of a battle."""

from collections.abc import Iterator
from typing import Literal

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.battles import LATE
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import BECOMES_ELITE, sort_key
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c05_battles.after import battle_over
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import MakeElite
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    BattleEnded,
    BrigadeBecameElite,
    ExperienceRolled,
    LeaderGained,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import battle_of, members
from ironclad.domain.games.eagle_variant.rules.c06_tactical.opening import stage
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.set_up import add_unit, next_id
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

OPTIONS = {
    "elite_units": Option(
        "advanced-optional-rules/1",
        "Leaders and elite brigades come of major battles: on, off, or as the scenario has it.",
        ("scenario", "on", "off"),
    ),
}
Gain = Literal["leader", "elite"]
GAINS: tuple[Gain, ...] = ("leader", "elite")


@rule("elite-units/3", "elite-units/7", "elite-units/9")
def survivors(position: Position, army: str) -> tuple[str, ...]:
    """A side's own brigades that fought in the battle and are left, in the order of their names.

    Those in its retreat box count; allies and units that had not entered do not.
    """
    boxes = battle_of(position).boxes
    left = (id for id, box in boxes.items() if box not in LATE and id in position.units)
    own = (id for id in left if position.units[id].brigade and position.units[id].nation == army)
    return tuple(sorted(own, key=sort_key))


@rule("elite-units/5", "elite-units/6")
def candidates(position: Position, army: str) -> tuple[str, ...]:
    """The surviving brigades that may become elite: the ordinary ones."""
    return tuple(id for id in survivors(position, army) if not position.units[id].elite)


@stage("effects")
@rule("elite-units/1", "elite-units/3", "advanced-optional-rules/1")
def gain_experience(play: Play) -> None:
    """The next roll of a side after a major battle, the winner's first; then the battle is over."""
    battle = battle_of(play.position)
    if battle.major and play.position.has("elite_units"):
        for army in (battle.winner, battle.beaten):
            for gain in GAINS if army in BECOMES_ELITE and survivors(play.position, army) else ():
                if f"{army}.{gain}" not in battle.rolls:
                    _roll(play, army, gain)
                    return
    play.emit(BattleEnded(battle.space))
    battle_over(play)


@rule("elite-units/2", "elite-units/4")
def _roll(play: Play, army: str, gain: Gain) -> None:
    won = army == battle_of(play.position).winner
    needed = int(numbers("elite")["winner" if won else "loser"])
    one, two = play.roll(f"{gain} of {army}", "elite-units/2", 2)
    success = one + two >= needed
    play.emit(ExperienceRolled(army, gain, (one, two), one + two, needed, success))
    if not success:
        return
    if gain == "leader":
        space = play.position.units[survivors(play.position, army)[0]].space
        play.emit(LeaderGained(army, next_id(play.position, army, "leader"), space))
    else:
        _make_elite(play, army)


def _make_elite(play: Play, army: str) -> None:
    found = candidates(play.position, army)
    if len(found) == 1:
        play.emit(BrigadeBecameElite(army, found[0]))
    elif found:
        battle = battle_of(play.position)
        asking.ask(play, battle.players[army], "elite_brigade", "elite-units/5", space=battle.space)


@eagle.evolves(ExperienceRolled)
def _rolled(position: Position, event: ExperienceRolled) -> None:
    battle = battle_of(position)
    position.battle = battle.with_(rolls=(*battle.rolls, f"{event.army}.{event.gains}"))


@eagle.evolves(LeaderGained)
def _leader_gained(position: Position, event: LeaderGained) -> None:
    add_unit(position, event.army, "leader", event.space)


@eagle.check(MakeElite, "elite_brigade")
def _check_elite(position: Position, due: Due, command: MakeElite) -> None:
    army, unit = battle_of(position).army_of(due.seat), position.units.get(command.unit)
    ally = unit is not None and unit.nation != army and command.unit in members(position, army)
    require(not ally, "elite-units/9", f"units of allies do not become elite, and {command.unit} is one")
    require(command.unit in survivors(position, army), "elite-units/7", "it is no survivor of this battle")
    require(command.unit in candidates(position, army), "elite-units/6", f"{command.unit} is elite already")


@eagle.carry_out(MakeElite)
def _choose_elite(play: Play, due: Due, command: MakeElite) -> None:
    asking.close(play, due)
    play.emit(BrigadeBecameElite(battle_of(play.position).army_of(due.seat), command.unit))


@eagle.evolves(BrigadeBecameElite)
@rule("elite-units/8")
def _became_elite(position: Position, event: BrigadeBecameElite) -> None:
    """There is no other way to an elite brigade, and everyone sees it."""
    position.units[event.unit] = position.units[event.unit].with_(elite=True)


@eagle.offer("elite_brigade")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """One brigade of each kind in each space."""
    found: dict[tuple[str, str], str] = {}
    for id in candidates(position, battle_of(position).army_of(due.seat)):
        unit = position.units[id]
        found.setdefault((unit.kind, unit.space), id)
    return (MakeElite(unit=id) for id in found.values())


@eagle.evolves(BattleEnded)
@rule("tactical/57")
def _ended(position: Position, event: BattleEnded) -> None:
    """Standing orders are for one battle."""
    position.battle_orders = {}
