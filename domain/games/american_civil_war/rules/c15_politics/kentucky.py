"""Kentucky (15.5): neutral until it decides for the Union or is invaded, and what either brings.

Joining a side moves control, puts units on the map through a queue of deployments (`Deployment`), and is for
good. `violate` is called by the move that enters it.
"""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.american_civil_war.board.charts import TURNS, asp_limit
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.board.names import counted
from ironclad.domain.games.american_civil_war.position.in_progress import Deployment, DeploymentTask
from ironclad.domain.games.american_civil_war.position.state import (
    CONFEDERATE,
    ENEMY,
    UNION,
    Position,
    occupied,
)
from ironclad.domain.games.american_civil_war.position.units import ASP, MSP, Group
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller, take
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import next_step, step, under_way
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import in_play, kentucky_centres
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import displace_leaders
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import change_status
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
_RAILS = _MAP.kentucky & _MAP.rail_hexes
NEUTRAL, STATE = "neutral", "KY"
CENTRES = tuple(sorted(_MAP.supply_centres_of[STATE]))
TOWNS = tuple(sorted(_MAP.towns_of[STATE]))
WESTERN_TOWNS = tuple(town for town in TOWNS if _MAP.hexes[town].city in ("Bowling Green", "Paducah"))


class Deploy(Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="deploy"):
    """Deploy the units that are due in Kentucky, one in each of these hexes (15.5)."""

    hexes: tuple[str, ...]


class KentuckyRolled(Event, frozen=True, tag_field="type", tag="kentucky_rolled"):
    """Kentucky's roll of the turn: below the turn number it joins the Union (15.5.1)."""

    turn: int
    die: int
    joins: bool
    rule: str = "15.5.1/1"


class KentuckyViolated(Event, frozen=True, tag_field="type", tag="kentucky_violated"):
    """A side's force entered neutral Kentucky (15.5.2); `held`: the hexes there that it occupies."""

    turn: int
    violator: str
    hex: str
    held: tuple[str, ...]
    rule: str = "15.5.2/3"


class KentuckyJoined(Event, frozen=True, tag_field="type", tag="kentucky_joined"):
    """Kentucky joined a side for good, with all its hexes, towns and rails but those `held`."""

    turn: int
    side: str
    held: tuple[str, ...]
    rule: str


class KentuckyMilitiaRaised(Event, frozen=True, tag_field="type", tag="kentucky_militia_raised"):
    """What the Militia Table gives the side that Kentucky joined (15.5.2).

    die: 1d6 for the Union, 0 for the Confederacy, which counts a third of the `centres` that it controls.
    """

    side: str
    die: int
    centres: int
    points: int
    rule: str


class DeploymentsOrdered(Event, frozen=True, tag_field="type", tag="deployments_ordered"):
    """The units that Kentucky's joining brings, in the order in which they are deployed."""

    tasks: tuple[DeploymentTask, ...]


class UnitsDeployed(Event, frozen=True, tag_field="type", tag="units_deployed"):
    """Units were deployed in Kentucky, one in each hex; `lost` had no hex left, or no counter."""

    seat: str
    unit: str
    hexes: tuple[str, ...]
    lost: int
    rule: str


@step("political", "kentucky")
@rule("15.5.1/1", "15.5.2/8", "3.2.1/6")
def kentucky_decides(play: Play) -> None:
    """From turn 2, while it is neutral, roll 1d6: below the turn number Kentucky joins the Union."""
    position = play.position
    if position.kentucky != NEUTRAL or not TURNS[position.turn].kentucky_check:
        next_step(play)
        return
    (die,) = play.roll("Kentucky's choice", "15.5.1/1")
    joins = die < position.turn
    play.emit(KentuckyRolled(position.turn, die, joins))
    if joins:
        _decide_for_the_union(play)
    else:
        next_step(play)


@rule("15.5.1/2", "15.5.1/3")
def _decide_for_the_union(play: Play) -> None:
    """The Union gains Kentucky; then the CS deploys one ASP in the west, and the Union two in other towns."""
    play.emit(KentuckyJoined(play.position.turn, UNION, (), "15.5.1/3"))
    tasks = (
        DeploymentTask(CONFEDERATE, ASP, 1, "western_towns", "15.5.1/2"),
        DeploymentTask(UNION, ASP, 2, "towns", "15.5.1/2"),
    )
    play.emit(DeploymentsOrdered(tasks))


@rule("15.1/3", "15.5.2/1", "15.5.2/3", "15.5.2/4", "15.5.2/5")
def violate(play: Play, side: str, hex_id: str) -> None:
    """A side's moving force, which is in `hex_id` now, violates Kentucky's neutrality.

    Kentucky joins the other side; the status moves, the violator keeps the hexes that it occupies, and the
    other side's deployments are opened: they are decided before the move continues.
    """
    position, friend = play.position, ENEMY[side]
    held = tuple(sorted(each for each in position.forces[side] if each in _MAP.kentucky))
    play.emit(KentuckyViolated(position.turn, side, hex_id, held))
    clause = "15.5.2/4" if side == UNION else "15.5.2/5"
    play.emit(KentuckyJoined(position.turn, friend, held, "15.5.2/3"))
    name = "the Union" if side == UNION else "the Confederacy"
    change_status(play, -1 if side == UNION else +1, f"{name} has violated Kentucky's neutrality", "15.1/3")
    for each in held:
        take(play, side, each, position.groups(side, each))
    militia = _raise_militia(play, friend, clause)
    tasks = (
        DeploymentTask(friend, ASP, 1 if friend == CONFEDERATE else 2, "centres", clause),
        *((DeploymentTask(friend, MSP, militia, "centres", clause),) if militia else ()),
    )
    play.emit(DeploymentsOrdered(tasks))


@rule("15.5.2/4", "15.5.2/5", "MT/2", "MT/3")
def _raise_militia(play: Play, side: str, clause: str) -> int:
    """What the Militia Table gives: 1d6 to the Union, a third of its Kentucky centres to the Confederacy."""
    die, centres = 0, len(kentucky_centres(play.position, side))
    if side == UNION:
        (die,) = play.roll("Kentucky militia", "MT/2")
    points = die if side == UNION else militia_third(play.position, centres)
    play.emit(KentuckyMilitiaRaised(side, die, centres, points, clause))
    return points


@rule("MT/3")
def militia_third(position: Position, centres: int) -> int:
    """A third of the supply centres that the CS controls in a state, rounded down (or by option up)."""
    return -(-centres // 3) if position.options.get("militia_rounding") == "up" else centres // 3


@rule("15.5.1/2", "15.5.2/4", "15.5.2/5", "4.3/3")
def deployment_hexes(position: Position, task: DeploymentTask) -> tuple[str, ...]:
    """Where the units of a task may go: where no enemy is, militia also where no enemy has control."""
    enemy = ENEMY[task.seat]
    places = {"western_towns": WESTERN_TOWNS, "towns": TOWNS, "centres": CENTRES}[task.places]
    return tuple(
        each
        for each in places
        if not occupied(position, enemy, each)
        and not (task.unit == MSP and controller(position, each) == enemy)
    )


@rule("4.1.1/7", "15.5.1/2", "15.5.2/4", "15.5.2/5")
def due_units(position: Position, task: DeploymentTask) -> int:
    """How many units of a task can be deployed: as many as there are hexes, and Union ASP counters."""
    count = min(task.count, len(deployment_hexes(position, task)))
    if task.seat == UNION and task.unit == ASP:
        count = min(count, max(0, asp_limit(UNION) - in_play(position, UNION, ASP)))
    return count


@under_way("deployment")
def carry_on_deployments(play: Play) -> None:
    """Take the first task: ask where its units go, or deploy them where there is no choice."""
    position = play.position
    assert position.deployment is not None, "asked only while deployments are under way"
    task = position.deployment.tasks[0]
    hexes, count = deployment_hexes(position, task), due_units(position, task)
    if count == len(hexes) or count == 0:
        _deploy(play, task, hexes[:count])
    else:
        ask(play, task.seat, "deployment", task.rule, unit=task.unit, count=count, hexes=list(hexes))


def _task(position: Position) -> DeploymentTask:
    assert position.deployment is not None, "asked only while deployments are under way"
    return position.deployment.tasks[0]


@acw.check(Deploy, "deployment")
def check_deploy(position: Position, due: Due, command: Deploy) -> None:
    """Each hex takes one unit, and all that can be deployed are."""
    task = _task(position)
    hexes, count = deployment_hexes(position, task), due_units(position, task)
    require(len(set(command.hexes)) == len(command.hexes), task.rule, "one unit goes to each hex")
    for hex_id in command.hexes:
        require(hex_id in _MAP.hexes, "2.1/1", f"there is no hex {hex_id}")
        require(hex_id in hexes, task.rule, f"{hex_id} is not open to this deployment")
    require(
        len(command.hexes) == count, task.rule, f"{counted(count, 'unit is', 'units are')} to be deployed"
    )


@acw.carry_out(Deploy)
def carry_out_deploy(play: Play, due: Due, command: Deploy) -> None:
    close(play)
    _deploy(play, _task(play.position), tuple(sorted(command.hexes)))


def _deploy(play: Play, task: DeploymentTask, hexes: tuple[str, ...]) -> None:
    play.emit(UnitsDeployed(task.seat, task.unit, hexes, task.count - len(hexes), task.rule))
    for hex_id in hexes:
        take(play, task.seat, hex_id, (Group(task.unit),))
        displace_leaders(play, hex_id)


@acw.evolves(KentuckyRolled)
def _rolled(position: Position, event: KentuckyRolled) -> None:
    """What follows from the roll is in events of its own."""


@acw.evolves(KentuckyViolated)
def _violated(position: Position, event: KentuckyViolated) -> None:
    position.kentucky_violator = event.violator


@acw.evolves(KentuckyJoined)
def _joined(position: Position, event: KentuckyJoined) -> None:
    position.kentucky, position.kentucky_joined = event.side, event.turn
    for hex_id in event.held:
        position.control[hex_id] = "none"
        if hex_id in _MAP.rail_hexes:
            position.rail_control[hex_id] = "none"
    for hex_id in sorted(_RAILS.difference(event.held)):
        position.rails_taken[hex_id] = event.side


@acw.evolves(KentuckyMilitiaRaised)
def _militia_raised(position: Position, event: KentuckyMilitiaRaised) -> None:
    position.militia_called = (*position.militia_called, STATE)


@acw.evolves(DeploymentsOrdered)
def _ordered(position: Position, event: DeploymentsOrdered) -> None:
    position.deployment = Deployment(event.tasks)


@acw.evolves(UnitsDeployed)
def _deployed(position: Position, event: UnitsDeployed) -> None:
    for hex_id in event.hexes:
        position.add(event.seat, hex_id, (Group(event.unit),))
    assert position.deployment is not None, "a deployment is under way"
    later = position.deployment.tasks[1:]
    position.deployment = changed(position.deployment, tasks=later) if later else None


@acw.offer("deployment")
def offer_deployments(position: Position, due: Due) -> Iterator[Deploy]:
    """Every hex once: runs of as many neighbours in the list as there are units."""
    task = _task(position)
    hexes, count = deployment_hexes(position, task), due_units(position, task)
    for first in range(len(hexes)):
        chosen = (hexes[first:] + hexes[:first])[:count]
        yield Deploy(hexes=chosen)


@acw.sample("deployment")
def sample_deployment(position: Position, due: Due, random: Random) -> Deploy:
    task = _task(position)
    return Deploy(hexes=tuple(random.sample(deployment_hexes(position, task), due_units(position, task))))


COMMANDS = (Deploy,)
EVENTS = (
    KentuckyRolled, KentuckyViolated, KentuckyJoined, KentuckyMilitiaRaised, DeploymentsOrdered,
    UnitsDeployed,
)  # fmt: skip
