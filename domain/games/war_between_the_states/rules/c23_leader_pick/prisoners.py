"""Prisoners that are exchanged or paroled (R.6/5, R.6/6), and leaders hit in battle (R.6/7, R.6/10)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.calendar import CYCLES_A_YEAR, TURNS_A_CYCLE
from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN
from ironclad.domain.games.war_between_the_states.position.pieces import LeaderPiece
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.commands import (
    AnswerExchange,
    OfferExchange,
    ParoleLeader,
)
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.events import (
    ExchangeAnswered,
    LeaderHit,
    LeaderParoled,
)
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.picking import (
    commanded_by,
    rank,
    to_pool,
)
from ironclad.domain.games.war_between_the_states.rules.c25_politics.points import with_points
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking

PAROLE_CYCLES = CYCLES_A_YEAR
PAROLE_POINTS = 2
WOUND_CYCLES = 3
HIT, MOST_WOUNDED = 6, 4
LEAST_TOTAL = 2


def _prisoner(position: Position, side: str, name: str, clause: str) -> LeaderPiece:
    leader = position.leaders.get(name)
    held = leader is not None and leader.side == side and leader.prisoner
    require(held, clause, f"no leader {name} of the {side} is a prisoner")
    assert leader is not None
    return leader


@wbts.check(OfferExchange, "leader_pick")
@rule("R.6/5", "10.33/3")
def _check_offer(position: Position, due: Due, command: OfferExchange) -> None:
    _prisoner(position, due.seat, command.own, "R.6/5")
    _prisoner(position, ENEMY[due.seat], command.enemy, "R.6/5")
    same = rank(position, command.own) == rank(position, command.enemy)
    require(same, "R.6/5", f"{command.own} and {command.enemy} are not of one rank")
    refused = (command.own, command.enemy) in position.leader_pick.refused
    require(not refused, "R.6/5", "that exchange was refused in this strategic turn")


@wbts.carry_out(OfferExchange)
def _offer_exchange(play: Play, due: Due, command: OfferExchange) -> None:
    asking.interrupt(play, ENEMY[due.seat], "exchange", "R.6/5", own=command.own, enemy=command.enemy)


@wbts.check(AnswerExchange, "exchange")
@rule("R.6/5")
def _check_answer(position: Position, due: Due, command: AnswerExchange) -> None:
    """Either answer is the captor's to give."""


@wbts.carry_out(AnswerExchange)
def _answer(play: Play, due: Due, command: AnswerExchange) -> None:
    own, enemy = due.about["own"], due.about["enemy"]
    play.emit(ExchangeAnswered(ENEMY[due.seat], own, enemy, command.agree))
    asking.close(play, due)


@wbts.evolves(ExchangeAnswered)
def _exchanged(position: Position, event: ExchangeAnswered) -> None:
    if event.agreed:
        for name in (event.own, event.enemy):
            to_pool(position, name, "")
        return
    kept = position.leader_pick
    position.leader_pick = kept.with_(refused=(*kept.refused, (event.own, event.enemy)))


@wbts.offer("exchange")
def _offer_answers(position: Position, due: Due) -> Iterator[Command]:
    yield AnswerExchange(agree=False)
    yield AnswerExchange(agree=True)


@wbts.check(ParoleLeader, "leader_pick")
@rule("R.6/6", "10.33/3")
def _check_parole(position: Position, due: Due, command: ParoleLeader) -> None:
    _prisoner(position, ENEMY[due.seat], command.leader, "R.6/6")


@wbts.carry_out(ParoleLeader)
def _parole(play: Play, due: Due, command: ParoleLeader) -> None:
    position = play.position
    until = position.turn + PAROLE_CYCLES * TURNS_A_CYCLE
    points = PAROLE_POINTS if position.scenario == CAMPAIGN else 0
    play.emit(LeaderParoled(due.seat, command.leader, until, points))


@wbts.evolves(LeaderParoled)
def _paroled(position: Position, event: LeaderParoled) -> None:
    to_pool(position, event.leader, "")
    _bar(position, event.leader, event.until)
    position.politics = with_points(position.politics, event.side, event.points)


def _bar(position: Position, name: str, until: int) -> None:
    kept = position.leader_pick
    position.leader_pick = kept.with_(barred={**kept.barred, name: until})


@wbts.also_offers("leader_pick")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    captive = [name for name, leader in sorted(position.leaders.items()) if leader.prisoner]
    own = [name for name in captive if position.leaders[name].side == due.seat]
    for enemy in captive:
        if enemy not in own:
            yield ParoleLeader(leader=enemy)
            yield from (OfferExchange(own=name, enemy=enemy) for name in own)


@rule("R.6/7", "R.6/10")
def roll_for_leader(play: Play, name: str, total: int) -> None:
    """Roll whether a leader who led a side in a ground battle was hit, by the option leader_losses.

    `total`: the battle's total of chits. A 6 hits: then 1 to 4 wounds him, he goes to the pool for three
    cycles; 5 and 6 kill him. Without the option leaders die as passengers alone.
    """
    position = play.position
    if total < LEAST_TOTAL or not position.plays("leader_losses"):
        return
    side = position.leaders[name].side
    (die,) = play.roll(f"loss of {name}", "R.6/10")
    if die < HIT:
        play.emit(LeaderHit(side, name, die, 0, "unhurt", 0))
        return
    (second,) = play.roll(f"wound of {name}", "R.6/10")
    wounded = second <= MOST_WOUNDED
    until = position.turn + WOUND_CYCLES * TURNS_A_CYCLE if wounded else 0
    play.emit(LeaderHit(side, name, die, second, "wounded" if wounded else "killed", until))


@wbts.evolves(LeaderHit)
def _hit(position: Position, event: LeaderHit) -> None:
    """A killed leader leaves the game: the draw does not bring him again."""
    if event.result == "unhurt":
        return
    to_pool(position, event.leader, commanded_by(position, event.leader))
    position.spans.pop(event.leader, None)
    if event.result == "wounded":
        _bar(position, event.leader, event.until)
        return
    del position.leaders[event.leader]
    kept = position.leader_pick
    position.leader_pick = kept.with_(drawn=tuple(dict.fromkeys((*kept.drawn, event.leader))))
