"""The leader pick (R.6/1 to R.6/4): who comes, who is placed, appointed, taken off and promoted."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle
from ironclad.domain.games.war_between_the_states.board.charts import leaders
from ironclad.domain.games.war_between_the_states.board.map import hex_of
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN
from ironclad.domain.games.war_between_the_states.position.pieces import LeaderPiece, sort_key
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c17_supply_chain.chains import on_chain
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.commands import (
    AppointCommander,
    EndLeaderPick,
    PlaceLeader,
    PromoteLeader,
    RecallLeader,
)
from ironclad.domain.games.war_between_the_states.rules.c23_leader_pick.events import (
    CommanderAppointed,
    LeaderPlaced,
    LeaderPromoted,
    LeaderRecalled,
    LeadersDrawn,
)
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import (
    require_department,
    working,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step

PROMOTIONS_BEGIN = Cycle(64, 1)
PROMOTED, HIGHEST = 4, 5


@rule("R.6/1", "R.6/2")
def pool_of(position: Position, side: str) -> tuple[str, ...]:
    """The unassigned leaders of a side: in play, neither on the map nor aboard nor prisoners."""
    return tuple(
        name
        for name, leader in sorted(position.leaders.items())
        if leader.side == side and not (leader.hex or leader.ship or leader.prisoner)
    )


@rule("R.6/2", "10.0/5")
def not_in_play(position: Position, side: str) -> tuple[str, ...]:
    """The leaders of a side that have not come yet; naval leaders come with their option alone."""
    kept = position.leader_pick.drawn
    return tuple(
        name
        for (seat, name), leader in leaders().items()
        if seat == side
        and leader.entry is not None
        and name not in position.leaders
        and name not in kept
        and (not leader.naval or position.plays("naval_leaders"))
    )


@step("leader_pick")
@rule("R.6/1", "R.6/2", "4.2/4")
def _begin_pick(play: Play, entered: Step) -> None:
    """In the campaign one leader comes by chance, by the option leaders_by_date all whose cycle has come."""
    position, side = play.position, entered.seat
    waiting = not_in_play(position, side) if position.scenario == CAMPAIGN else ()
    if position.plays("leaders_by_date"):
        come = tuple(name for name in waiting if _has_come(position, side, name))
        if come:
            play.emit(LeadersDrawn(side, come, ()))
    elif waiting:
        play.emit(LeadersDrawn(side, play.draw("leader", "R.6/2", waiting), waiting))
    asking.ask(play, side, "leader_pick", "R.6/1", standing=EndLeaderPick())


def _has_come(position: Position, side: str, name: str) -> bool:
    entry = leaders()[side, name].entry
    return entry is not None and entry <= position.cycle


@wbts.evolves(LeadersDrawn)
def _drawn(position: Position, event: LeadersDrawn) -> None:
    kept = position.leader_pick
    position.leader_pick = kept.with_(drawn=(*kept.drawn, *event.leaders))
    for name in event.leaders:
        position.leaders[name] = LeaderPiece(event.side)  # type: ignore[arg-type]  # an event has it as text


@wbts.check(EndLeaderPick, "leader_pick")
def _check_end(position: Position, due: Due, command: EndLeaderPick) -> None:
    """Nobody has to be placed."""


@wbts.carry_out(EndLeaderPick)
def _end(play: Play, due: Due, command: EndLeaderPick) -> None:
    asking.close(play, due)


def own_leader(position: Position, side: str, name: str, clause: str) -> LeaderPiece:
    """A leader of a side who is in play and no prisoner. Refuses others."""
    leader = position.leaders.get(name)
    require(leader is not None and leader.side == side, clause, f"the {side} has no leader {name}")
    assert leader is not None
    require(not leader.prisoner, clause, f"{name} is a prisoner")
    return leader


def supplied(position: Position, side: str, hex: str) -> bool:
    """Whether a hex is on the chain of supply and not besieged."""
    return bool(hex) and not besieged(position, hex, side) and on_chain(position, side, hex) is not None


def commanded_by(position: Position, name: str) -> str:
    """The headquarters whose commander a leader is, with it or not; "" for none."""
    return next((id for id, hq in position.headquarters.items() if hq.commander == name), "")


def _require_unsettled(position: Position, name: str) -> None:
    settled = name in position.leader_pick.settled
    require(not settled, "R.6/1", f"{name} was appointed or taken off in this pick")


@wbts.check(PlaceLeader, "leader_pick")
@rule("R.6/1", "R.6/6", "R.6/10")
def _check_place(position: Position, due: Due, command: PlaceLeader) -> None:
    own_leader(position, due.seat, command.leader, "R.6/1")
    require(command.leader in pool_of(position, due.seat), "R.6/1", f"{command.leader} is not in the pool")
    _require_unsettled(position, command.leader)
    until = position.leader_pick.barred.get(command.leader, 0)
    require(position.turn >= until, "R.6/6", f"{command.leader} is not placed before game turn {until}")
    require_department(position, due.seat, hex_of(command.hex), "R.6/1")


@wbts.carry_out(PlaceLeader)
def _place(play: Play, due: Due, command: PlaceLeader) -> None:
    play.emit(LeaderPlaced(due.seat, command.leader, hex_of(command.hex)))


@wbts.evolves(LeaderPlaced)
def _placed(position: Position, event: LeaderPlaced) -> None:
    position.leaders[event.leader] = position.leaders[event.leader].with_(hex=event.hex)


@wbts.check(AppointCommander, "leader_pick")
@rule("R.6/1", "10.1/9")
def _check_appoint(position: Position, due: Due, command: AppointCommander) -> None:
    side, name = due.seat, command.leader
    hq = position.headquarters.get(command.headquarters)
    require(hq is not None and hq.side == side, "R.6/1", f"the {side} has no {command.headquarters}")
    assert hq is not None
    leader = own_leader(position, side, name, "R.6/1")
    require(leader.hex or leader.ship, "R.6/1", f"{name} is in the pool: place him first")
    _require_unsettled(position, name)
    together = (leader.hex, leader.ship, leader.inside) == (hq.hex, hq.ship, hq.inside)
    require(not (together and hq.commander == name), "R.6/1", f"{name} commands {command.headquarters}")
    if together:
        return
    start = leader.hex in working(position, side) or supplied(position, side, leader.hex)
    require(start, "R.6/1", f"{name} is in no department and not on the chain of supply")
    reached = hq.hex in working(position, side) or supplied(position, side, hq.hex)
    require(reached, "R.6/1", f"{command.headquarters} is not on the chain of supply")


@wbts.carry_out(AppointCommander)
def _appoint(play: Play, due: Due, command: AppointCommander) -> None:
    left = commanded_by(play.position, command.leader)
    left = "" if left == command.headquarters else left
    play.emit(CommanderAppointed(due.seat, command.headquarters, command.leader, left))


@wbts.evolves(CommanderAppointed)
def _appointed(position: Position, event: CommanderAppointed) -> None:
    name = event.leader
    _leaves(position, event.left)
    hq = position.headquarters[event.headquarters].with_(commander=name)
    position.headquarters[event.headquarters] = hq
    position.leaders[name] = position.leaders[name].with_(hex=hq.hex, ship=hq.ship, inside=hq.inside)
    kept = position.leader_pick
    position.leader_pick = kept.with_(settled=(*kept.settled, name))


def _leaves(position: Position, headquarters: str) -> None:
    if headquarters:
        hq = position.headquarters[headquarters]
        position.headquarters[headquarters] = hq.with_(commander="")


@wbts.check(RecallLeader, "leader_pick")
@rule("R.6/3")
def _check_recall(position: Position, due: Due, command: RecallLeader) -> None:
    leader = own_leader(position, due.seat, command.leader, "R.6/3")
    require(leader.hex, "R.6/3", f"{command.leader} is not on the map")
    _require_unsettled(position, command.leader)
    joined = supplied(position, due.seat, leader.hex)
    require(joined, "R.6/3", f"{command.leader} is not on the chain of supply")


@wbts.carry_out(RecallLeader)
def _recall(play: Play, due: Due, command: RecallLeader) -> None:
    play.emit(LeaderRecalled(due.seat, command.leader, commanded_by(play.position, command.leader)))


@wbts.evolves(LeaderRecalled)
def _recalled(position: Position, event: LeaderRecalled) -> None:
    to_pool(position, event.leader, event.left)
    kept = position.leader_pick
    position.leader_pick = kept.with_(settled=(*kept.settled, event.leader))


def to_pool(position: Position, name: str, left: str) -> None:
    """Take a leader off the map into his side's pool; what he commanded has no commander."""
    _leaves(position, left)
    leader = position.leaders[name]
    position.leaders[name] = leader.with_(hex="", ship="", inside=False, prisoner=False)


@wbts.check(PromoteLeader, "leader_pick")
@rule("R.6/4")
def _check_promote(position: Position, due: Due, command: PromoteLeader) -> None:
    side, begins = due.seat, PROMOTIONS_BEGIN
    require(position.cycle >= begins, "R.6/4", f"promotions begin in cycle {begins}")
    used = side in position.leader_pick.promoted
    require(not used, "R.6/4", f"the {side} has promoted a leader")
    own_leader(position, side, command.leader, "R.6/4")
    stars = rank(position, command.leader)
    require(stars == PROMOTED, "R.6/4", f"{command.leader} has {stars} stars, not {PROMOTED}")


def rank(position: Position, name: str) -> int:
    """The stars of a leader in play."""
    leader = position.leaders[name]
    return leader.stars or leaders()[leader.side, name].stars


@wbts.carry_out(PromoteLeader)
def _promote(play: Play, due: Due, command: PromoteLeader) -> None:
    play.emit(LeaderPromoted(due.seat, command.leader, HIGHEST))


@wbts.evolves(LeaderPromoted)
def _promoted(position: Position, event: LeaderPromoted) -> None:
    kept = position.leader_pick
    position.leader_pick = kept.with_(promoted=(*kept.promoted, event.side))
    position.leaders[event.leader] = position.leaders[event.leader].with_(stars=event.stars)


@wbts.also_offers("leader_pick")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    side = due.seat
    yield EndLeaderPick()
    departments = sorted(working(position, side))
    for name in pool_of(position, side):
        yield from (PlaceLeader(leader=name, hex=hex) for hex in departments)
    own = [name for name, leader in sorted(position.leaders.items()) if leader.side == side]
    for id in sorted(position.headquarters, key=sort_key):
        if position.headquarters[id].side == side:
            yield from (AppointCommander(headquarters=id, leader=name) for name in own)
    for name in own:
        yield RecallLeader(leader=name)
        yield PromoteLeader(leader=name)


@wbts.sample("leader_pick")
def _sample(position: Position, due: Due, random: Random) -> Command:
    """One in three ends: else a pick, which has hundreds of offers, would go on for very long."""
    if random.randrange(3) == 0:
        return EndLeaderPick()
    return wbts.any_offer(position, due, random)
