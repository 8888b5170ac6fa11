"""Combat with raiders (7.13.1): an army attacks one, or raiders meet."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import firing
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.combats import RaiderFight
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import RaiderMeeting
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta, under_way
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import credit, lose_hq
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    hqs_in,
    is_besieged,
    known_units,
    raider_in,
    same_place,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.opening import meet_raider
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import is_winter
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.fixed import galvanized
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import (
    EngageRaider,
    RaiderRetreat,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.events import (
    RaiderFightEnded,
    RaiderFought,
    RaiderLost,
    RaiderMoved,
    RaidersFought,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.marching import (
    active_raider,
    raider_steps,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

ALWAYS_HITS = 6


@brta.check(EngageRaider, "hq_orders", "raider_orders")
@rule("7.13.1/1", "7.13.1/9", "7.13.1/11")
def _check_engage(position: Position, due: Due, command: EngageRaider) -> None:
    """An army attacks the raider in its zone; a raider only one whose zone it has entered."""
    activation = position.activation
    assert activation is not None
    if due.kind == "hq_orders":
        hq = position.hqs[activation.hq]
        require(position.units_of(activation.hq) != NONE, "2.5/1", "an HQ without units does not fight")
        require(not hq.aboard, "7.13.1/1", "an HQ aboard ship does not attack")
        require(not is_besieged(position, hq), "6.1/14", "a besieged HQ may only sortie")
        spot = hq.spot
    else:
        require(active_raider(position).spent, "7.13.1/9", "a raider attacks one whose zone it enters")
        spot = position.raiders[due.seat].spot
    require(raider_in(position, ENEMY[due.seat], spot), "7.13.1/1", "no enemy raider is here")


@brta.carry_out(EngageRaider)
def _engage(play: Play, due: Due, command: EngageRaider) -> None:
    activation = play.position.activation
    assert activation is not None
    asking.close(play, due)
    enemy = ENEMY[due.seat]
    spot = play.position.raiders[enemy].spot
    meet_raider(play, RaiderMeeting(enemy, spot, activation.hq, due.seat, activation.came_from))


@also_offers("hq_orders", "raider_orders")
def offer_engaging(position: Position, due: Due) -> Iterator[Command]:
    """Attack the raider, where one is."""
    yield EngageRaider()


@under_way("raider_fight")
def go_on_fighting(play: Play) -> None:
    """The meeting with a raider goes on: it retreats or fights, then leaves."""
    fight = play.position.raider_fight
    assert fight is not None
    if fight.stage == "meeting":
        _meet(play, fight.meeting)
    elif fight.stage == "leaving":
        _leave(play, fight.leaver)
    else:
        play.emit(RaiderFightEnded(fight.meeting.spot))


@rule("7.13.1/3", "7.13.1/4")
def _meet(play: Play, meeting: RaiderMeeting) -> None:
    """A raider attacked by an army without cavalry may retreat first; otherwise it fights."""
    if not meeting.hq:
        _fight_raider(play, meeting)
        return
    ways = ways_for_raider(play.position, meeting.side)
    if ways and not known_units(play.position, meeting.hq).cavalry:
        asking.ask(play, meeting.side, "raider_stays", "7.13.1/3", hq=meeting.hq, to=list(ways))
    else:
        _fight_army(play, meeting)


@rule("7.13.1/7", "6.4/20", "13.2/2")
def ways_for_raider(position: Position, side: str) -> tuple[str, ...]:
    """Where a side's raider may retreat: next to its place, mountains too, where no enemy HQ is.

    Whether an enemy HQ is alone is hidden, and so asked of none.
    """
    spot = position.raiders[side].spot
    ends = dict.fromkeys(step.end for step in raider_steps(position, side, spot))
    return tuple(
        end
        for end in ends
        if not same_place(position, spot, end) and not hqs_in(position, ENEMY[side], end)
    )


@rule("7.13.1/5", "7.13.1/6", "7.13.1/8")
def _fight_army(play: Play, meeting: RaiderMeeting) -> None:
    """The raider loses 1 CP; its dice take CP of the army, cavalry first; the army has won a victory."""
    side, hq = meeting.side, meeting.hq
    strength, units = play.position.raiders[side].strength, play.position.units_of(hq)
    dice, modifier = play.roll("raider", "7.13.1/6", strength), raider_modifier(play.position, side)
    hits = count_hits(dice, modifier)
    cavalry = min(hits, units.cavalry)
    losses = Units(min(hits - cavalry, units.infantry), cavalry)
    spot, left = play.position.raiders[side].spot, strength - 1
    play.emit(RaiderFought(side, hq, dice, modifier, hits, losses, left))
    if not left:
        play.emit(RaiderLost(side, spot, "7.13.1/5"))
    if play.position.units_of(hq) == NONE:
        lose_hq(play, hq, "eliminated", "2.4/1", units_too=True)
    credit(play, (hq,), (), "7.13.1/8")


@rule("7.5/3", "8.10/3", "8.11/2")
def raider_modifier(position: Position, side: str) -> int:
    """What is added to each die of a side's raider: 1 if its side is galvanized, -1 in winter."""
    return galvanized(position, side) - int(is_winter(position))


@rule("7.4/2", "7.13.1/6", "7.13.1/9")
def count_hits(dice: tuple[int, ...], modifier: int) -> int:
    """The hits of a raider's dice; a natural 6 always hits."""
    needs = firing(naval=False)["raider"].hits_from
    return sum(die + modifier >= needs or die == ALWAYS_HITS for die in dice)


@rule("7.13.1/9", "7.13.1/10")
def _fight_raider(play: Play, meeting: RaiderMeeting) -> None:
    """Raiders of both sides fire at once; the one that loses more leaves, or the one that came."""
    position, dice, modifiers = play.position, {}, {}
    for side in SIDES:
        dice[side] = play.roll(f"raider, {side}", "7.13.1/9", position.raiders[side].strength)
        modifiers[side] = raider_modifier(position, side)
    strength = {side: position.raiders[side].strength for side in SIDES}
    hits = {side: count_hits(dice[side], modifiers[side]) for side in SIDES}
    lost = {side: min(strength[side], hits[ENEMY[side]]) for side in SIDES}
    left = {side: strength[side] - lost[side] for side in SIDES}
    loser = max(SIDES, key=lambda side: (lost[side], side == meeting.entered))
    spots = {side: position.raiders[side].spot for side in SIDES}
    play.emit(RaidersFought(meeting.spot, dice, modifiers, left, loser))
    for side in SIDES:
        if not left[side]:
            play.emit(RaiderLost(side, spots[side], "7.13.1/9"))


@rule("7.13.1/7", "7.13.1/10")
def _leave(play: Play, side: str) -> None:
    """The raider that has to leave does, and is removed where it can go nowhere."""
    position = play.position
    ways = ways_for_raider(position, side)
    spot = position.raiders[side].spot
    if not ways:
        play.emit(RaiderLost(side, spot, "7.13.1/7"))
    elif len(ways) == 1:
        play.emit(RaiderMoved(side, spot, ways[0], "7.13.1/7"))
    else:
        asking.ask(play, side, "raider_leaves", "7.13.1/7", to=list(ways))


@brta.check(RaiderRetreat, "raider_stays", "raider_leaves")
@rule("7.13.1/3", "7.13.1/7")
def _check_retreat(position: Position, due: Due, command: RaiderRetreat) -> None:
    stays = due.kind == "raider_stays" and not command.to
    name = board().names.get(command.to, command.to)
    require(stays or command.to in due.about["to"], due.rule, f"the raider cannot go to {name or 'nowhere'}")


@brta.carry_out(RaiderRetreat)
def _retreat(play: Play, due: Due, command: RaiderRetreat) -> None:
    fight = play.position.raider_fight
    assert fight is not None
    asking.close(play, due)
    if command.to:
        spot = play.position.raiders[due.seat].spot
        play.emit(RaiderMoved(due.seat, spot, command.to, due.rule))
    else:
        _fight_army(play, fight.meeting)


@also_offers("raider_stays", "raider_leaves")
def _offer_retreats(position: Position, due: Due) -> Iterator[Command]:
    yield RaiderRetreat()
    yield from (RaiderRetreat(to=to) for to in due.about["to"])


@brta.evolves(RaiderFought)
@rule("17/5")
def _raider_fought(position: Position, event: RaiderFought) -> None:
    position.units[event.hq] = position.units_of(event.hq).minus(event.losses)
    position.hqs[event.hq] = position.hqs[event.hq].with_(still=False)
    position.eliminated[event.side] += event.losses.total
    position.raiders[event.side] = position.raiders[event.side].with_(strength=max(1, event.left))
    _turn_fight(position, "leaving", event.side)


@brta.evolves(RaidersFought)
def _raiders_fought(position: Position, event: RaidersFought) -> None:
    for side, left in event.left.items():
        position.raiders[side] = position.raiders[side].with_(strength=max(1, left))
    _turn_fight(position, "leaving", event.loser)


@brta.evolves(RaiderMoved)
def _raider_moved(position: Position, event: RaiderMoved) -> None:
    position.raiders[event.side] = position.raiders[event.side].with_(spot=event.end)
    _turn_fight(position, "over")


@brta.evolves(RaiderLost)
@rule("10/6")
def _raider_lost(position: Position, event: RaiderLost) -> None:
    """It is back in the counter mix. A fight whose loser is lost is over."""
    del position.raiders[event.side]
    fight = position.raider_fight
    if fight is not None and fight.leaver == event.side:
        _turn_fight(position, "over")


def _turn_fight(position: Position, stage: str, leaver: str = "") -> None:
    fight: RaiderFight | None = position.raider_fight
    if fight is not None:
        position.raider_fight = fight.with_(stage=stage, leaver=leaver or fight.leaver)


@brta.evolves(RaiderFightEnded)
@rule("7.13.1/1", "11/3")
def _fight_ended(position: Position, event: RaiderFightEnded) -> None:
    """The activation that led to the fight is over: the attack ends movement, and there is no raid."""
    position.raider_fight = None
    if position.activation is not None:
        position.activation = position.activation.with_(stopped=True, fought=True)
