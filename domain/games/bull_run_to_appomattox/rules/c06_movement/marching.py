"""Marches on foot and by rail, zone by zone (6.1, 6.2, 6.3).

A path names zones or banks. The HQ enters them one after another and stops at the first thing that stops
it. A check asks open facts only, so that it tells nothing of enemy HQs that may be alone (6.4/20, 6.4/21).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ironclad.domain.games.bull_run_to_appomattox.board.map import Step, board
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import (
    Activation,
    Attack,
    AttackKind,
    Mode,
)
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    ground,
    has_room,
    holds_ground,
    is_army,
    is_besieged,
    raider_in,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.allowance import hq_allowance
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import March, Ride
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import ZoneEntered
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.opening import open_battle
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.protection import winter_bars
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.sieges import lift_sieges
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.crossings import over_bridge, passable
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.turn import asking

SOUTH_OF_MUNFORDVILLE = frozenset({"MUN-NAS", "MUN-FHD"})


@dataclass(frozen=True, slots=True)
class Move:
    """A step of a march with where it ends: `end` may be another bank of the place than `step.end`."""

    start: str
    end: str
    step: Step


def active_hq(position: Position) -> Activation:
    """The activation of an HQ that is under way."""
    activation = position.activation
    assert activation is not None
    assert activation.kind == "hq"
    return activation


def targets(position: Position, word: str) -> tuple[str, ...]:
    """The spots that a zone or bank named in a path may mean, the one with the place first."""
    if word in board().divided:
        place = board().place_spot(word)
        return (place, *(each for each in board().spots_of(word) if each != place))
    return (word,) if word in board().spots else ()


@rule("1.1/1", "5.2/14", "6.3/1", "6.3/10")
def move_to(position: Position, side: str, spot: str, word: str, by_rail: bool) -> Move | None:
    """The step from the place of a spot to a zone or bank; None where no border, bridge or rail leads there.

    Of several steps one without a bridge comes first.
    """
    found = [
        Move(spot, end, step)
        for end in targets(position, word)
        for each in ground(position, spot)
        for step in board().steps[each]
        if step.end in ground(position, end) and passable(position, side, step)
        if not by_rail or rides(position, side, step)
    ]
    plain = [each for each in found if not over_bridge(position, each.step)]
    return next(iter(plain or found), None)


@rule("6.3/6", "6.3/7", "6.3/8", "6.3/9")
def rides(position: Position, side: str, step: Step) -> bool:
    """Whether a side may ride the rails of a step."""
    if step.edge in SOUTH_OF_MUNFORDVILLE and position.plays("no_rail_south_of_munfordville"):
        return False
    return side in step.rail_sides


def require_free(position: Position, hq: str, activation: Activation) -> None:
    """An HQ that is besieged, has sailed or dug in does not march. Raises Refused."""
    record = position.hqs[hq]
    require(not is_besieged(position, record), "6.1/14", "a besieged HQ may only sortie")
    require(activation.mode != "sea", "7.13.3/15", "an HQ that has sailed does not march")
    require(not record.digging, "12.3/4", "an HQ that fortifies does not move")


@brta.check(March, "hq_orders")
@rule("6.1/13", "6.1/18")
def _check_march(position: Position, due: Due, command: March) -> None:
    activation = active_hq(position)
    require_free(position, activation.hq, activation)
    require(activation.mode in ("", "foot"), "6.1/18", "an HQ does not ride and march in the same turn")
    _check_path(position, activation, command.path, by_rail=False)


@brta.check(Ride, "hq_orders")
@rule("6.1/18", "6.3/1", "6.3/4")
def _check_ride(position: Position, due: Due, command: Ride) -> None:
    activation = active_hq(position)
    require_free(position, activation.hq, activation)
    require(activation.mode in ("", "rail"), "6.1/18", "an HQ does not march and ride in the same turn")
    zone = board().zone_of[position.hqs[activation.hq].spot]
    require(zone not in position.broken_rails, "6.3/4", "the railroad is destroyed here")
    _check_path(position, activation, command.path, by_rail=True)


@rule("5.1/3", "6.1/8", "6.1/12", "6.4/20", "6.4/21")
def _check_path(position: Position, activation: Activation, path: tuple[str, ...], by_rail: bool) -> None:
    hq, side = activation.hq, activation.side
    require(not activation.halted, "6.1/12", "the HQ has to stop here")
    left = hq_allowance(position, hq, by_rail) - activation.spent
    require(path, "6.1/8", "name the zones that it enters")
    require(len(path) <= left, "6.1/8", f"it can enter {left} zones more, and the path has {len(path)}")
    here, lone = position.hqs[hq].spot, position.units_of(hq) == NONE
    for number, word in enumerate(path, 1):
        move = move_to(position, side, here, word, by_rail)
        name = board().names.get(word, word)
        if move is None:
            _refuse_step(position, side, here, word, by_rail)
        assert move is not None
        _check_entry(position, side, move, lone)
        room = has_room(position, side, move.end, leaving=hq)
        passes = number < len(path) and siege_at(position, move.end) is None
        require(room or passes, "5.1/3", f"{name} holds two of your HQs already")
        here = move.end


@rule("2.5/1", "7.5/5")
def _check_entry(position: Position, side: str, move: Move, lone: bool) -> None:
    """A lone HQ keeps away from every enemy; in winter an army keeps away from strong positions."""
    enemies = enemies_seen(position, side, move.end)
    name = board().names[move.end]
    require(not (lone and enemies), "2.5/1", f"an HQ without units does not enter {name}: the enemy is there")
    bridge = over_bridge(position, move.step)
    barred = winter_bars(position, side, move.end, bridge)
    require(not barred, "7.5/5", f"no attack on {name} in winter: only a 6 would hit")


def _refuse_step(position: Position, side: str, here: str, word: str, by_rail: bool) -> None:
    """Refuse a step, with the reason that fits best. Raises Refused."""
    ends = {end for target in targets(position, word) for end in ground(position, target)}
    steps = [
        step for each in ground(position, here) for step in board().steps[each] if step.end in ends
    ]
    name, start = board().names.get(word, word), board().names[here]
    require(steps, "1.1/1", f"{name} is not next to {start}")
    if by_rail:
        require(any(step.rail for step in steps), "6.3/1", f"no railroad leads from {start} to {name}")
        open_to = any(rides(position, side, each) for each in steps)
        require(open_to, "6.3/6", "these rails are closed to you")
    require(not any(step.closed_to == side for step in steps), "13.2/2", "the Potomac gunboats bar the way")
    broken = any(step.edge in position.broken_bridges for step in steps)
    require(not broken, "11.1/2", f"the bridge to {name} is destroyed")
    require(any(step.river != "no_bridge" for step in steps), "13/1", f"no bridge leads to {name}")
    require(False, "6.1/11", f"{name} is beyond mountains that are entered along a railroad only")


@brta.carry_out(March)
def _march(play: Play, due: Due, command: March) -> None:
    asking.close(play, due)
    _go(play, command.path, by_rail=False)


@brta.carry_out(Ride)
def _ride(play: Play, due: Due, command: Ride) -> None:
    asking.close(play, due)
    _go(play, command.path, by_rail=True)


def _go(play: Play, path: tuple[str, ...], by_rail: bool) -> None:
    for word in path:
        activation = active_hq(play.position)
        if activation.stopped or activation.halted:
            return
        here = play.position.hqs[activation.hq].spot
        move = move_to(play.position, activation.side, here, word, by_rail)
        assert move is not None
        _enter(play, activation, move, by_rail)


@rule("6.1/12", "6.3/2", "6.3/3", "6.3/11", "12.2/7", "13/4")
def _enter(play: Play, activation: Activation, move: Move, by_rail: bool) -> None:
    """Enter a zone; what is there stops the HQ, and an army attacks it.

    A siege ends as its last besieger leaves (12.2/7), so that a beaten one finds the place closed (6.1/15).
    """
    position, hq, side = play.position, activation.hq, activation.side
    enemy_there = holds_ground(position, ENEMY[side], move.end)
    stops = enemy_there or siege_at(position, move.end) is not None
    if by_rail:
        zone = board().zone_of[move.end]
        stops = stops or zone in position.broken_rails or raider_in(position, ENEMY[side], move.end)
    bridge = over_bridge(position, move.step)
    mode: Mode = "rail" if by_rail else "foot"
    spent, edge = activation.spent + 1, move.step.edge
    play.emit(ZoneEntered(hq, side, mode, move.start, move.end, edge, bridge, spent, stops))
    lift_sieges(play)
    if enemy_there and is_army(position, hq) and (kind := attack_kind(position, side, move.end)):
        open_battle(play, Attack(kind, side, (hq,), move.end, move.start, bridge))


@rule("5.2/2", "5.2/6", "5.2/7", "7/4")
def attack_kind(position: Position, side: str, spot: str) -> AttackKind | None:
    """How an army attacks where it enters: relief of a siege, or plainly; None where it joins a siege."""
    siege = siege_at(position, spot)
    if siege is None:
        return "entry"
    return None if siege[1].besieger == side else "relief"


@brta.evolves(ZoneEntered)
@rule("6.1/10", "7.13.1/1")
def _zone_entered(position: Position, event: ZoneEntered) -> None:
    """An HQ that has to stop gets no further order, but where a raider is that it may attack."""
    if event.piece in position.hqs:
        hq = position.hqs[event.piece]
        position.hqs[event.piece] = hq.with_(spot=event.end, still=False)
    else:
        position.raiders[event.side] = position.raiders[event.side].with_(spot=event.end)
    activation = position.activation
    if activation is not None:
        meets = activation.kind == "raider" or raider_in(position, ENEMY[event.side], event.end)
        position.activation = activation.with_(
            mode=event.mode,
            spent=event.spent,
            came_from=event.start,
            over_bridge=event.bridge,
            stopped=event.stops and not meets,
            halted=event.stops,
        )


@also_offers("hq_orders")
def offer_marches(position: Position, due: Due) -> Iterator[Command]:
    """Every single step on foot and by rail, by spot."""
    activation = active_hq(position)
    here = position.hqs[activation.hq].spot
    if here not in board().steps:
        return
    ends = dict.fromkeys(
        end
        for each in ground(position, here)
        for step in board().steps[each]
        for end in ground(position, step.end)
    )
    for end in ends:
        yield March(path=(end,))
    for end in ends:
        yield Ride(path=(end,))


OPTIONS = {
    "no_rail_south_of_munfordville": Option(
        "6.3/8", "Nobody rides from Munfordville to Nashville or the forts.", ("no", "yes")
    ),
}
