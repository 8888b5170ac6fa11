"""The strategic turn of the campaign (4.2): its steps, and the income that it begins with (R.7, R.9)."""

from ironclad.domain.games.war_between_the_states.board.calendar import opens_cycle
from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, ENEMY, SIDES, UNION
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN, schedule
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.position.upkeep import Sieges
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c21_production.economy import (
    capital_cut_off,
    port_state,
    railroad_cut,
    seaports,
    yielding,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.events import (
    IncomeReceived,
    PortCall,
    StrategicTurnBegan,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.income import (
    BLOCKADE_RUNNERS,
    CAPITAL_CUT_OFF,
    RAILROAD_CUT,
    confederate_income,
    imported,
    union_income,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.paying import (
    MOST_SUPPLY,
    receive,
)
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.turn.sequence import Step

EMANCIPATED = 5
"""The Union's personnel points of each strategic turn after emancipation."""
SHARE = 3
"""Income by the option scheduled_reinforcements is one in so many points."""


@rule("4.2/1", "4.2/3", "4.2/4", "R.3/2", "R.3/3", "R.6/1", "R.13/2")
def strategic_steps(position: Position) -> tuple[Step, ...]:
    """The steps of a strategic turn, before the first game turn of a cycle; none where a game has none."""
    if not position.book.strategic_turns or not opens_cycle(position.turn):
        return ()
    campaign = position.scenario == CAMPAIGN
    return (
        Step("strategic_turn", "4.2/1"),
        *(_sieges(position) if position.turn > 1 else ()),
        *(each for side in SIDES for each in (_production if campaign else _scenario)(position, side)),
        *(each for side in SIDES for each in _supply(side)),
        *(Step("politics", "R.10/5", side) for side in SIDES if campaign),
    )


@rule("4.2/2")
def _sieges(position: Position) -> tuple[Step, ...]:
    first = position.sieges.first or UNION
    order = Step("siege_order", "4.2/2", CONFEDERATE)
    return (order, Step("siege", "13.31/1", first), Step("siege", "13.31/1", ENEMY[first]))


@rule("4.2/3", "4.2/5")
def _supply(side: str) -> tuple[Step, ...]:
    return (Step("consumption", "12.11/1", side), Step("broadcast", "17.3/1", side))


@rule("R.3/2", "R.3/3")
def _scenario(position: Position, side: str) -> tuple[Step, ...]:
    """Income, what comes by the scenario's list, and the leader pick."""
    come = (Step("arrivals", "R.3/7", side), Step("reinforcements", "R.3/4", side))
    income = Step("income", "R.3/2", side)
    return (income, *(come if position.turn > 1 else ()), Step("leader_pick", "R.6/1", side))


@rule("R.11/9", "R.7/19")
def _production(position: Position, side: str) -> tuple[Step, ...]:
    found = [Step("income", "R.7/5", side)]
    if position.cycle.number == 1:
        found.append(Step("disbanding", "R.7/19", side))
    found.append(Step("leader_pick", "R.6/1", side))
    if not position.plays("scheduled_reinforcements"):
        found += [Step("deployment", "R.7/11", side), Step("production", "4.2/4", side)]
    elif position.turn > 1:
        found.append(Step("reinforcements", "R.11/9", side))
    return tuple(found)


@step("strategic_turn")
def _begin_strategic_turn(play: Play, _: Step) -> None:
    play.emit(StrategicTurnBegan(str(play.position.cycle)))


@step("income")
@rule("R.7/1", "R.7/2", "R.7/3", "R.7/5", "R.7/6", "R.7/7", "R.10/6", "R.11/9", "R.2/11")
def _receive_income(play: Play, entered: Step) -> None:
    """Supply points come before any spending; personnel points are those of this strategic turn alone."""
    position, side = play.position, entered.seat
    if position.scenario != CAMPAIGN:
        _receive_listed(play, side)
        return
    ports: tuple[PortCall, ...] = ()
    if side == UNION:
        by = _union_income(position)
    else:
        major, towns = (len(places) for places in yielding(position))
        cycle = position.cycle
        by = {
            "major_cities": confederate_income(cycle, major, 0),
            "towns": confederate_income(cycle, 0, towns),
        }
        ports = _import(play)
        by["imports"] = sum(port.points for port in ports)
    personnel = schedule()[position.cycle].personnel[side]
    supply = sum(by.values())
    if position.plays("scheduled_reinforcements"):
        supply, personnel = supply // SHARE, 0
    elif side == UNION and position.politics.emancipation:
        personnel += EMANCIPATED
    added = min(supply, MOST_SUPPLY - position.supply.get(side, 0))
    play.emit(IncomeReceived(side, str(position.cycle), added, by, ports, personnel))


@rule("R.3/1", "R.3/2", "12.0/1")
def _receive_listed(play: Play, side: str) -> None:
    """A scenario's income is the figure of its list."""
    position = play.position
    listed = (position.book.income or {}).get(side, 0)
    added = min(listed, MOST_SUPPLY - position.supply.get(side, 0))
    play.emit(IncomeReceived(side, str(position.cycle), added, {"scenario": listed}, (), 0))


def _union_income(position: Position) -> dict[str, int]:
    """What the Union's income is made of; what is cut is less than nothing."""
    by = {"country": union_income(position.cycle, railroad_cut=False, capital_cut_off=False)}
    if railroad_cut(position):
        by["railroad_cut"] = -RAILROAD_CUT
    if capital_cut_off(position):
        by["capital_cut_off"] = -CAPITAL_CUT_OFF
    return by


@rule("R.9/2", "R.9/3", "R.9/4", "R.10/6")
def _import(play: Play) -> tuple[PortCall, ...]:
    """A die for each open seaport, and from 1/63 for each that is blockaded, in the order of hexes."""
    position, found = play.position, []
    for hex in seaports():
        state = port_state(position, hex)
        if state == "lost" or (state == "blockaded" and position.cycle < BLOCKADE_RUNNERS):
            continue
        (die,) = play.roll(f"imports of {hex}", "R.9/2")
        shut = state == "blockaded"
        points = imported(position.cycle, die, closed=shut, emancipation=position.politics.emancipation)
        found.append(PortCall(hex, die, shut, points))
    return tuple(found)


@wbts.evolves(StrategicTurnBegan)
def _began(position: Position, event: StrategicTurnBegan) -> None:
    """What was done once in the last strategic turn may be done again."""
    position.production = position.production.with_(augmented=(), raised={}, reinforced={})
    position.construction = position.construction.with_(worked=(), movers=())
    position.leader_pick = position.leader_pick.with_(settled=(), created=(), refused=())
    position.politics = position.politics.with_(appealed=())
    position.sieges = Sieges()
    position.upkeep = position.upkeep.with_(sent={}, repaired=())


@wbts.evolves(IncomeReceived)
def _received(position: Position, event: IncomeReceived) -> None:
    receive(position, event.side, event.supply)
    personnel = {**position.production.personnel, event.side: event.personnel}
    position.production = position.production.with_(personnel=personnel)
