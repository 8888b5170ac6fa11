"""The turns of a battle, their phases, and how a battle ends of itself (tactical/8 to /12, /40 to /42)."""

from ironclad.domain.games.eagle_variant.board.charts import tactics
from ironclad.domain.games.eagle_variant.position.battles import LATE, MIDDLES, RESERVE
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import sort_key
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c06_tactical.acting import (
    PHASE,
    act,
    has_part,
    pass_phase,
    phase_of,
    withdraw,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    ArmyBeaten,
    BattlePhaseBegan,
    BattleTurnBegan,
    BattleTurnEnded,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    PARTS,
    PHASES,
    battle_of,
    in_box,
    put,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.opening import stage
from ironclad.domain.games.eagle_variant.rules.c06_tactical.orders import must_withdraw, standing_of
from ironclad.domain.games.eagle_variant.rules.c06_tactical.reinforcing import commit, turn_of_entry
from ironclad.domain.games.eagle_variant.rules.c06_tactical.standing import choose
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.turn import asking


@stage("fight")
@rule("tactical/8")
def fight(play: Play) -> None:
    """The next thing in the fight: a turn begins or ends, a part of it begins, or its army acts."""
    battle = battle_of(play.position)
    if battle.turn == 0:
        _begin_turn(play, 1)
    elif battle.acting:
        _act(play, battle.acting)
    else:
        _next_part(play)


@rule("tactical/58")
def _act(play: Play, army: str) -> None:
    """The army whose part it is acts: by its standing orders, or its player is asked."""
    position, phase = play.position, phase_of(play.position)
    if must_withdraw(position, army):
        withdraw(play, army)
    elif not has_part(position, army, phase):
        pass_phase(play, army)
    elif standing_of(position, army).stance == "ask":
        battle = battle_of(position)
        seat = battle.players[army]
        asking.ask(play, seat, PHASE, "tactical/9", space=battle.space, phase=phase, turn=battle.turn)
    elif (action := choose(position, army)) is not None:
        act(play, army, action)
    else:
        pass_phase(play, army)


@rule("tactical/9", "tactical/10")
def _next_part(play: Play) -> None:
    """In each phase the army that acts first does all its actions, then the other."""
    battle = battle_of(play.position)
    for part in range(battle.part + 1, PARTS):
        army, phase = battle.armies[part % 2], PHASES[part // 2]
        if has_part(play.position, army, phase):
            play.emit(BattlePhaseBegan(part, phase, army))
            return
    _end_turn(play)


@eagle.evolves(BattlePhaseBegan)
def _part_began(position: Position, event: BattlePhaseBegan) -> None:
    position.battle = battle_of(position).with_(part=event.part, acting=event.army)


@rule("tactical/42")
def _begin_turn(play: Play, turn: int) -> None:
    """Units that are due enter the reserve of their army."""
    boxes = battle_of(play.position).boxes
    late = (id for id, box in boxes.items() if box in LATE)
    arrived = (id for id in late if turn_of_entry(play.position, boxes[id]) <= turn)
    play.emit(BattleTurnBegan(turn, tuple(sorted(arrived, key=sort_key))))


@eagle.evolves(BattleTurnBegan)
@rule("tactical/56")
def _turn_began(position: Position, event: BattleTurnBegan) -> None:
    """No action and no help is left over from the turn before."""
    position.battle = battle_of(position).with_(
        turn=event.turn, part=-1, acting="", acted={}, helped=(), active=False
    )
    put(position, dict.fromkeys(event.arrived, RESERVE))
    if event.arrived:
        commit(position, battle_of(position).attacker, event.arrived)


@rule("tactical/40", "tactical/41")
def _end_turn(play: Play) -> None:
    """After a quiet turn a die may end the battle; the last turn ends it in any case."""
    battle = battle_of(play.position)
    quiet = not battle.active and not any(
        in_box(play.position, army, MIDDLES[line]) for army in battle.armies for line in battle.lines
    )
    die = play.roll("whether a quiet battle ends", "tactical/40")[0] if quiet else 0
    play.emit(BattleTurnEnded(battle.turn, quiet, die))
    if quiet and die < battle.turn:
        play.emit(ArmyBeaten(battle.attacker, "its attack has come to a halt", "tactical/40"))
    elif battle.turn >= int(tactics()["last_turn"]):
        play.emit(ArmyBeaten(battle.attacker, "the last turn is over", "tactical/41"))
    else:
        _begin_turn(play, battle.turn + 1)


@eagle.evolves(BattleTurnEnded)
def _turn_ended(position: Position, event: BattleTurnEnded) -> None:
    """The turn's record is left until the next one begins."""
