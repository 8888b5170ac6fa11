"""Where an activated HQ, its fleets or a raider can go, zone by zone, from what its seat may know (6, 11).

Each way is held to the check of its command. What stops a piece is known in part only: an enemy HQ in sight
may be alone and stop nobody (2.5). A way here ends where any enemy is seen.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import ENEMY
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.readers.scene import place_of
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import fleets_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    fort_in,
    ground,
    raider_in,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.allowance import (
    fleet_allowance,
    hq_allowance,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import March, Ride, Sail
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.marching import move_to
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.sailing import afloat
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import RaiderMarch
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.marching import (
    raider_allowance,
    raider_step,
    raider_steps,
)
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Paid, Reached

Path = tuple[str, ...]
Way = March | Ride | Sail | RaiderMarch

NO_ROOM = "5.1/3"  # a piece may pass through a place where it may not end
CHARGE = {"name": "zone entered", "amount": 1, "rule": "6.1/8"}


@dataclass(frozen=True, slots=True)
class Mover:
    """How a piece goes: the command, where it is, the movement points that it has, and what it meets.

    `onward` gives the words for the places next to one, `enters` where a piece is that goes there, `stops`
    whether it ends its way in a place, `fights` whether an enemy is seen there.
    """

    by: type[Way]
    here: str
    points: int
    onward: Callable[[str], Iterable[str]]
    enters: Callable[[str, str], str]
    stops: Callable[[str], bool]
    fights: Callable[[str], bool]


def reach(position: Position, due: Due, command: Command) -> Iterator[Reached]:
    """Where a march, ride or voyage could lead, with one movement point for each zone entered (6.1/8).

    The zones that the command's path names come first. A march also lists what the HQ reaches by rail only:
    the command of such a place is a ride. Raises Refused.
    """
    activation = position.activation
    own = activation is not None and activation.side == due.seat
    require(own, "6.1/8", "no piece of yours is activated")
    assert activation is not None
    if isinstance(command, March):
        yield from _marches(position, due, activation, command.path)
        return
    require(isinstance(command, Way), "6.1/8", "only a march, a ride or a voyage goes from zone to zone")
    assert isinstance(command, Ride | Sail | RaiderMarch)
    yield from _ways(position, due, _mover(position, activation, type(command)), command.path)


def _marches(position: Position, due: Due, activation: Activation, path: Path) -> Iterator[Reached]:
    """What an HQ reaches on foot, then what it reaches by rail only; its refusal on foot if neither."""
    found: dict[str, Reached] = {}
    refusals: list[Refused] = []
    for by in (March, Ride):
        try:
            for each in _ways(position, due, _mover(position, activation, by), path):
                found.setdefault(each.place, each)
        except Refused as refused:
            refusals.append(refused)
    if len(refusals) > 1:
        raise refusals[0]
    yield from found.values()


def _ways(position: Position, due: Due, mover: Mover, path: Path) -> Iterator[Reached]:
    """Every goal of a piece by its shortest way, the nearest first. Raises Refused where it has none."""
    here, found = mover.here, 0
    if path:
        _check(position, due, mover, path)
        for word in path:
            here = mover.enters(here, word)
        found += 1
        yield _reached(mover, path, here)
        if mover.stops(here):
            return
    seen, queue = {mover.here, here}, [(path, here)]
    refusal: Refused | None = None
    while queue:
        before, spot = queue.pop(0)
        for word in mover.onward(spot):
            if word in seen:
                continue
            way = (*before, word)
            try:
                _check(position, due, mover, way)
                found += 1
                yield _reached(mover, way, word)
            except Refused as refused:
                refusal = refusal or refused
                if refused.rule != NO_ROOM:
                    continue
            seen.add(word)
            if not mover.stops(word) and len(way) < mover.points:
                queue.append((way, word))
    if not found and refusal is not None:
        raise refusal


def _check(position: Position, due: Due, mover: Mover, path: Path) -> None:
    """Hold a way to the check of its command. Raises Refused."""
    brta.checks[mover.by](position, due, mover.by(path=path))


def _reached(mover: Mover, path: Path, end: str) -> Reached:
    return Reached(
        place_of(end),
        len(path),
        tuple(Paid(place_of(word), (CHARGE,)) for word in path),
        msgspec.to_builtins(mover.by(path=path)),
        meets="enemy" if mover.fights(end) else "",
        left=max(0, mover.points - len(path)),
    )


# -- how each piece goes


def _mover(position: Position, activation: Activation, by: type[Way]) -> Mover:
    if by is Sail:
        return _fleets(position, activation)
    if by is RaiderMarch:
        return _raider(position, activation)
    return _army(position, activation, by)


def _army(position: Position, activation: Activation, by: type[Way]) -> Mover:
    require(activation.kind == "hq" and not activation.stopped, "6.1/12", "no HQ of yours may march now")
    side, by_rail = activation.side, by is Ride

    def onward(spot: str) -> Iterable[str]:
        steps = (step for each in ground(position, spot) for step in board().steps.get(each, ()))
        return dict.fromkeys(end for step in steps for end in ground(position, step.end))

    def enters(spot: str, word: str) -> str:
        move = move_to(position, side, spot, word, by_rail)
        return word if move is None else move.end

    def stops(spot: str) -> bool:
        held = enemies_seen(position, side, spot) or siege_at(position, spot) is not None
        if not by_rail:
            return held
        broken = board().zone_of[spot] in position.broken_rails
        return held or broken or raider_in(position, ENEMY[side], spot)

    return Mover(
        by,
        position.hqs[activation.hq].spot,
        hq_allowance(position, activation.hq, by_rail) - activation.spent,
        onward,
        enters,
        stops,
        lambda spot: enemies_seen(position, side, spot),
    )


def _fleets(position: Position, activation: Activation) -> Mover:
    sailing, side = afloat(position), activation.side
    require(sailing, "6.2/1", "an HQ sails aboard fleets only")

    def fights(place: str) -> bool:
        if fleets_in(position, ENEMY[side], place):
            return True
        spot = place_of(place)
        fort = spot in board().spots and fort_in(position, spot, ENEMY[side])
        return bool(fort) and siege_at(position, spot) is None

    def stops(place: str) -> bool:
        spots = board().spots_of(place) if place in board().zones else ()
        ashore = any(enemies_seen(position, side, spot) or siege_at(position, spot) for spot in spots)
        return ashore or fights(place)

    return Mover(
        Sail,
        position.fleets[sailing[0]].place,
        fleet_allowance(position, sailing) - activation.spent,
        lambda place: board().sails.get(place, ()),
        lambda _, word: word,
        stops,
        fights,
    )


def _raider(position: Position, activation: Activation) -> Mover:
    side = activation.side
    require(activation.kind == "raider" and side in position.raiders, "6.1/6", "no raider is activated")

    def onward(spot: str) -> Iterable[str]:
        return dict.fromkeys(step.end for step in raider_steps(position, side, spot))

    def enters(spot: str, word: str) -> str:
        step = raider_step(position, side, spot, word)
        return word if step is None else step.end

    def stops(spot: str) -> bool:
        return enemies_seen(position, side, spot) or siege_at(position, spot) is not None

    return Mover(
        RaiderMarch,
        position.raiders[side].spot,
        raider_allowance(position) - activation.spent,
        onward,
        enters,
        stops,
        lambda spot: enemies_seen(position, side, spot),
    )
