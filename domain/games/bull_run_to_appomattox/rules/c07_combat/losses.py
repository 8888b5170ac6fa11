"""Hits of a round of land combat find their victims (7.6)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES
from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Standing, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import lose_hq
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import AimHits, TakeHits
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import LossesTaken
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import (
    battle_of,
    defender_of,
    engaged,
    fort_to_hit,
    groups,
    strength,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import FortLost
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


@rule("7.6/2", "7.6/3", "7.7/1", "7.7/2", "7.7.1/1", "7.7.1/2")
def struck_type(units: Units) -> str:
    """The type that loses 1 CP to a hit: the one that the army has most of; infantry first, then cavalry."""
    return max(TYPES, key=lambda each: (getattr(units, each), -TYPES.index(each)))


def one_of(unit: str) -> Units:
    """1 CP of a type."""
    return Units(**{unit: 1})


def losses_by(groups: dict[str, Units], struck: Iterable[str]) -> dict[str, Units]:
    """CP that each group loses, hit by hit in the order named."""
    left, lost = dict(groups), dict[str, Units]()
    for group in struck:
        taken = one_of(struck_type(left[group]))
        left[group] = left[group].minus(taken)
        lost[group] = lost.get(group, NONE).plus(taken)
    return lost


@rule("7.6/4")
def struck_by(groups: dict[str, Units], count: int, order: Iterable[str] = ()) -> tuple[str, ...]:
    """Whom each of a number of hits strikes: the first group of an order that has CP left, then the
    strongest.
    """
    left = {group: units.total for group, units in groups.items()}
    struck = []
    for _ in range(count):
        named = next((group for group in order if left.get(group, 0)), "")
        group = named or max(left, key=lambda each: left[each])
        left[group] -= 1
        struck.append(group)
    return tuple(struck)


@rule("7.6/5", "7.6/7")
def hits_on_units(position: Position, battle: Battle, side: str) -> int:
    """How many of the hits that a side has to take now fall on its CP without the enemy's choice.

    Beside a fort all do until 1 CP is left.
    """
    count = strength(groups(position, battle, side))
    most = max(0, count - 1) if fort_to_hit(position, battle, side) else count
    return min(battle.pending.get(side, 0), most)


def take_hits(play: Play) -> bool:
    """Hits of the round are taken, or their owner is asked; False when none is left."""
    battle = battle_of(play.position)
    sides = [side for side in (defender_of(battle), battle.attack.side) if battle.pending.get(side)]
    for side in sides:
        _take_or_ask(play, side)
    return bool(sides)


def _take_or_ask(play: Play, side: str) -> None:
    position, battle = play.position, battle_of(play.position)
    mine, count = groups(position, battle, side), hits_on_units(position, battle, side)
    if count:
        order = position.standing.get(side, Standing()).struck
        named = [group for group in order if group in mine]
        if len(mine) > 1 and count < strength(mine) and not named:
            asking.ask(play, side, "hits", "7.6/4", count=count, groups=list(mine))
        else:
            _lose(play, side, struck_by(mine, count, named), 0)
        return
    _beside_the_fort(play, battle, side, mine)


@rule("7.6/5", "7.6/6")
def _beside_the_fort(play: Play, battle: Battle, side: str, mine: dict[str, Units]) -> None:
    """With 1 CP left beside its fort the enemy chooses what each further hit strikes; with none, the fort."""
    spot, hits = fort_to_hit(play.position, battle, side), battle.pending[side]
    steps = play.position.forts[spot].steps
    if not mine:
        _lose(play, side, (), min(hits, steps))
    elif hits > steps:
        _lose(play, side, tuple(mine), hits - 1)
    else:
        asking.ask(play, ENEMY[side], "aim_hits", "7.6/6", hits=hits)


def _lose(play: Play, side: str, struck: tuple[str, ...], fort: int) -> None:
    battle = battle_of(play.position)
    spot = fort_to_hit(play.position, battle, side)
    destroyed = bool(fort) and play.position.forts[spot].steps <= fort
    lost = losses_by(groups(play.position, battle, side), struck)
    play.emit(LossesTaken(side, battle.attack.spot, lost, fort, "7.6/2"))
    if destroyed:
        play.emit(FortLost(spot, side, "12.1/1"))


@brta.evolves(LossesTaken)
@rule("17/5")
def _losses_taken(position: Position, event: LossesTaken) -> None:
    battle = battle_of(position)
    total = sum(units.total for units in event.losses.values())
    spot = fort_to_hit(position, battle, event.side)
    for group, units in event.losses.items():
        take_from(position, event.side, group, units)
    if event.fort and position.forts[spot].steps > event.fort:
        position.forts[spot] = position.forts[spot].with_(steps=position.forts[spot].steps - event.fort)
    position.eliminated[ENEMY[event.side]] += total
    left = battle.pending.get(event.side, 0) - total - event.fort
    position.battle = battle.with_(
        pending={**battle.pending, event.side: left},
        losses={**battle.losses, event.side: battle.losses[event.side] + total},
        fort_hit=battle.fort_hit or event.fort > 0,
    )


def take_from(position: Position, side: str, group: str, units: Units) -> None:
    """CP leave an HQ, or the leaderless units of a side on a spot; for evolvers."""
    if group in position.hqs:
        position.units[group] = position.units_of(group).minus(units)
        if group in position.shown:
            position.shown[group] = position.shown[group].minus(units)
        return
    left = position.leaderless[side][group].minus(units)
    if left == NONE:
        del position.leaderless[side][group]
        position.orphaned[side].pop(group, None)
    else:
        position.leaderless[side][group] = left


@brta.evolves(FortLost)
def _fort_lost(position: Position, event: FortLost) -> None:
    position.forts.pop(event.spot, None)


@rule("2.4/1")
def lose_empty_hqs(play: Play) -> None:
    """HQs that lost their last CP in this combat are out of the game, on either side."""
    battle = battle_of(play.position)
    for side in (battle.attack.side, defender_of(battle)):
        for hq in engaged(battle, side):
            if play.position.shown.get(hq) == NONE:
                lose_hq(play, hq, "eliminated", "2.4/1", units_too=True)


@brta.check(TakeHits, "hits")
@rule("7.6/4")
def _check_take(position: Position, due: Due, command: TakeHits) -> None:
    count, battle = due.about["count"], battle_of(position)
    mine = groups(position, battle, due.seat)
    require(len(command.struck) == count, "7.6/4", f"name who takes each of the {count} hits")
    for group, hits in Counter(command.struck).items():
        require(group in mine, "7.6/4", f"{group} has no CP in this combat")
        require(hits <= mine[group].total, "7.6/7", f"{group} has {mine[group].total} CP only")


@brta.carry_out(TakeHits)
def _take(play: Play, due: Due, command: TakeHits) -> None:
    asking.close(play, due)
    _lose(play, due.seat, command.struck, 0)


@also_offers("hits")
def _offer_hits(position: Position, due: Due) -> Iterator[Command]:
    """The strongest each time, and each order in which groups are used up."""
    mine = groups(position, battle_of(position), due.seat)
    orders: list[tuple[str, ...]] = [(), *permutations(mine)]
    for struck in dict.fromkeys(struck_by(mine, due.about["count"], order) for order in orders):
        yield TakeHits(struck=struck)


@brta.check(AimHits, "aim_hits")
@rule("7.6/6")
def _check_aim(position: Position, due: Due, command: AimHits) -> None:
    hits = due.about["hits"]
    most = command.fort <= hits and hits - command.fort <= 1
    require(most, "7.6/6", f"of {hits} hits all, or all but one, strike the fort")


@brta.carry_out(AimHits)
def _aim(play: Play, due: Due, command: AimHits) -> None:
    asking.close(play, due)
    battle = battle_of(play.position)
    side = ENEMY[due.seat]
    spared = command.fort == due.about["hits"]
    struck = () if spared else tuple(groups(play.position, battle, side))
    _lose(play, side, struck, command.fort)


@also_offers("aim_hits")
def _offer_aims(position: Position, due: Due) -> Iterator[Command]:
    hits = due.about["hits"]
    yield from (AimHits(fort=fort) for fort in (hits, hits - 1))
