"""Captures of cities, settled after the last battle of a movement (battle-effects/9 to /12, /14)."""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.position.in_progress import Capture
from ironclad.domain.games.eagle_variant.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.eagle_variant.registry import AFTER_CAPTURES, ON_CAPTURE, Play, eagle
from ironclad.domain.games.eagle_variant.rules.c01_sides_and_board.control import ally_of, occupied_by
from ironclad.domain.games.eagle_variant.rules.c05_battles.events import (
    CapturesFound,
    CityCaptured,
    MovementSettled,
)
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.victory import check_victory
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

OPTIONS = {
    "rail_stock_lost_once_per_city": Option(
        "battle-effects/11", "The loss of a city costs Rail Stock only the first time.", ("no", "yes")
    ),
}


@rule("battle-effects/9", "battle-effects/14")
def settle_movement(play: Play, side: str) -> None:
    """The captures of a side's movement: finds them, carries out one, or ends the movement after the last.

    Called again by the queue of battles until the movement is settled, so that a decision about one capture
    is answered before the next capture is carried out.
    """
    if play.position.settling:
        if play.position.captures:
            capture_city(play, play.position.captures[0])
        else:
            play.emit(MovementSettled(side))
            for effect in AFTER_CAPTURES:
                effect(play, side)
            check_victory(play)
    else:
        play.emit(CapturesFound(side, tuple(captures(play.position))))


@rule("battle-effects/9")
def captures(position: Position) -> Iterator[Capture]:
    """The cities that a side holds which is not their owner's, and which it did not hold before the movement.

    A beaten army that retreated into an empty city of the enemy has captured it too.
    """
    for city in position.board.cities:
        for side in SIDES:
            new = occupied_by(position, city.id, side) and position.before.get(city.id) != side
            if new and owner(position, city.id) != side:
                yield Capture(city.id, side)


def owner(position: Position, city: str) -> str:
    """The side whose city it is: its first owner's, a power's at war; "" for nobody's."""
    found = position.board.spaces[city]
    if found.state in position.seceded:
        return ""
    return found.held_by or ally_of(position, city)


@rule("battle-effects/10", "battle-effects/11", "battle-effects/12", "csa-declares-emancipation/12")
def stock_lost(position: Position, capture: Capture) -> int:
    """The Rail Stock that the first owner of a captured city loses: 1 or 0."""
    city = position.board.spaces[capture.city]
    if city.held_by != ENEMY[capture.side] or not city.rail or city.state in position.seceded:
        return 0
    if position.plays("rail_stock_lost_once_per_city") and _name(capture) in position.captured:
        return 0
    return min(1, position.rail_stock[city.held_by])


@rule("battle-effects/14")
def capture_city(play: Play, capture: Capture) -> None:
    """Carry out one capture: Rail Stock first, then what it means for other chapters."""
    position = play.position
    first = _name(capture) not in position.captured
    loser = ENEMY[capture.side]
    lost = stock_lost(position, capture)
    left = position.rail_stock[loser] - lost
    play.emit(CityCaptured(capture.city, capture.side, first, loser, lost, left))
    for effect in ON_CAPTURE:
        effect(play, capture.city, capture.side, first)


def _name(capture: Capture) -> str:
    return f"{capture.side}.{capture.city}"


@eagle.evolves(CapturesFound)
def _found(position: Position, event: CapturesFound) -> None:
    position.captures = event.captures
    position.settling = True


@eagle.evolves(CityCaptured)
def _captured(position: Position, event: CityCaptured) -> None:
    position.rail_stock[event.loser] = event.stock_left
    position.captures = tuple(each for each in position.captures if each.city != event.city)
    if event.first:
        position.captured = (*position.captured, f"{event.side}.{event.city}")


@eagle.evolves(MovementSettled)
def _settled(position: Position, event: MovementSettled) -> None:
    position.attacking = ""
    position.settling = False
    position.in_order = False
