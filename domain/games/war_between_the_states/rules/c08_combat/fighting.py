"""The die of a battle (8.0, step 6): the ratio after supply, the table, and the losses of both sides."""

from typing import NamedTuple

from ironclad.domain.games.war_between_the_states.board.charts import combat_band, combat_result
from ironclad.domain.games.war_between_the_states.position.battle import Battle
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import (
    attacking,
    battle_of,
    defending,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.events import (
    AttackVoided,
    BattleFought,
    Reading,
    ShipsLost,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import (
    divided,
    points_lost,
    ships_chosen,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import (
    combat_ratio,
    unsupplied,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.taking import bear
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.command import rating
from ironclad.domain.games.war_between_the_states.rules.c12_supply.combat_supply import own_strengths
from ironclad.domain.kernel.engine.citations import rule


@rule("8.14/4", "8.14/5")
def leaders_part(position: Position, battle: Battle) -> int:
    """What the leaders' combat ratings add to the die: by the option the difference, at most 1 either way."""
    if not position.plays("leader_combat_ratings"):
        return 0
    ratings = [
        rating(position, battle.leaders[side]).combat if battle.leaders.get(side) else 0
        for side in battle.sides
    ]
    return max(-1, min(1, ratings[0] - ratings[1]))


class Outcome(NamedTuple):
    """What a die of a battle brings: what was read, percents and losses in SP by side, and who retreats."""

    reading: Reading
    percents: dict[str, int]
    strengths: dict[str, int]
    losses: dict[str, int]
    retreats: str


class Ready(NamedTuple):
    """A battle before its die: final strengths, SP of the ground units by side, SP of supporting ships."""

    attack: int
    defence: int
    ground: dict[str, dict[str, int]]
    afloat: int
    part: int


@rule("8.0/15", "8.0/18", "12.23/1", "12.23/2")
def made_ready(position: Position, battle: Battle) -> Ready:
    """The strengths with which a battle is fought, after want of supply."""
    attacker, defender = battle.sides
    attack, defence = attacking(position, battle), defending(position, battle)
    return Ready(
        unsupplied(attack) if attacker in battle.unfed else attack,
        unsupplied(defence) if defender in battle.unfed else defence,
        {side: own_strengths(position, battle, side) for side in battle.sides},
        sum(position.ships[id].strength for id in battle.ships),
        leaders_part(position, battle),
    )


@rule("8.0/15", "8.0/16", "8.14/2", "12.23/1", "12.23/2", "13.32/2")
def outcome_of(battle: Battle, ready: Ready, die: int) -> Outcome:
    """What a die brings in a battle whose chits are open and whose supply is known."""
    attacker, defender = battle.sides
    ratio, total = combat_ratio(ready.attack, ready.defence), sum(battle.chits.values())
    result = combat_result(total, max(1, min(6, die + ready.part)), ratio)
    strengths = {
        attacker: sum(ready.ground[attacker].values()),
        defender: sum(ready.ground[defender].values()) + ready.afloat,
    }
    percents = {attacker: result.attacker_percent, defender: result.defender_percent}
    losses = {
        side: points_lost(strengths[side], percents[side], _multipliers(battle, side))
        for side in battle.sides
    }
    retreats = attacker if result.attacker_retreats else defender if result.defender_retreats else ""
    reading = Reading(ready.attack, ready.defence, ratio, total, die, ready.part, combat_band(ratio))
    return Outcome(reading, percents, strengths, losses, retreats)


@rule("8.0/16", "8.0/18", "8.18/6")
def fight(play: Play) -> None:
    """Work the ratio out again, roll, read the table, and let both sides bear their losses."""
    position, battle = play.position, battle_of(play.position)
    attacker, defender = battle.sides
    ready = made_ready(position, battle)
    if not ready.attack:
        play.emit(AttackVoided(attacker, battle.hex))
        return
    (die,) = play.roll("battle", "8.0/16")
    found = outcome_of(battle, ready, die)
    play.emit(
        BattleFought(
            attacker,
            battle.hex,
            found.reading,
            found.percents,
            found.strengths,
            found.losses,
            found.retreats,
        )
    )
    shares = divided(found.losses[defender], sum(ready.ground[defender].values()), ready.afloat)
    if battle.kind != "landing":  # what those lose is known when the defender has gone or stayed (7.24)
        bear(play, attacker, ready.ground[attacker], found.losses[attacker])
    _sink(play, battle, shares.ships)
    bear(play, defender, ready.ground[defender], shares.ground)


@rule("8.15/3", "12.23/1", "13.32/2")
def _multipliers(battle: Battle, side: str) -> tuple[int, ...]:
    storming = battle.kind == "storm" and side == battle.attacker
    return (*((2,) if side in battle.unfed else ()), *((2,) if storming else ()))


@rule("8.18/6", "8.18/7", "8.18/8", "11.3/2", "11.3/4")
def _sink(play: Play, battle: Battle, share: int) -> None:
    """The ships' share: as few ships as can cover it, among them the first in the order of their owner."""
    ships = {id: play.position.ships[id].strength for id in battle.ships}
    if chosen := ships_chosen(ships, share):
        play.emit(ShipsLost(battle.defender, chosen))


@wbts.evolves(BattleFought)
def _fought(position: Position, event: BattleFought) -> None:
    battle = battle_of(position)
    percent = event.percents[battle.attacker] if battle.kind == "landing" else 0
    position.battle = battle.with_(
        stage="aftermath", retreats=event.retreats, lost=dict(event.losses), percent=percent
    )


@wbts.evolves(AttackVoided)
def _voided(position: Position, event: AttackVoided) -> None:
    position.battle = battle_of(position).with_(stage="aftermath")


@wbts.evolves(ShipsLost)
@rule("R.3/13")
def _sunk(position: Position, event: ShipsLost) -> None:
    for id in event.ships:
        del position.ships[id]
    lost = position.warships_lost.get(event.side, 0) + len(event.ships)
    position.warships_lost[event.side] = lost
    if position.battle is not None:
        left = tuple(id for id in position.battle.ships if id not in event.ships)
        position.battle = position.battle.with_(ships=left)
