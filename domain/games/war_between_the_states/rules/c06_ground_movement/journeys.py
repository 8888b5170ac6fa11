"""Journeys by rail of more than one turn (6.53, 6.56, 6.59): sealed orders, kept turn by turn."""

from ironclad.domain.games.war_between_the_states.board.charts import MOST_STACKED
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.position.in_progress import Trip
from ironclad.domain.games.war_between_the_states.position.orders import Journey
from ironclad.domain.games.war_between_the_states.position.state import Position, stacked
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.phases import phase_of
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.commands import (
    BeginJourney,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.costs import halves
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.events import (
    JourneyOrder,
    TrainLeft,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import bars
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.moving import (
    group_of,
    place_of,
    require_movers,
    with_rosters,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.rail_points import (
    rail_points_spent,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.riding import (
    check_capacity,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.schedules import (
    enough_next_turn,
    leg,
    living,
    pending,
    reserved,
    turns_of,
    weight_of,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.tracks import (
    ferries_on,
    require_tracks,
)
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.trains import (
    END,
    account,
    place,
    train_with,
)
from ironclad.domain.games.war_between_the_states.rules.c18_railroads.rails import links_of, usable
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import Secret


@wbts.check(BeginJourney, "movement")
@rule("6.5/2", "6.53/1", "6.53/2", "6.55/1", "6.56/1", "6.56/2", "6.59/2")
def _check_journey(position: Position, due: Due, command: BeginJourney) -> None:
    pieces, path = with_rosters(position, command.pieces), tuple(hex_of(hex) for hex in command.path)
    train = train_with(position, due.seat, pieces[0]) if pieces else None
    if train is None:
        require_movers(position, due.seat, command)
        for pace in group_of(position, due.seat, pieces, command.extension).paces:
            require(
                pace.left >= halves(END),
                "6.5/2",
                f"to entrain takes {END} MP, and {pace.left / 2:g} are left",
            )
    else:
        _check_change(position, train, pieces)
    start = place_of(position, pieces[0])
    require(path, "6.56/2", "name the route")
    hexes, over = leg(start, path, train is None)
    require(not over, "6.56/2", "this way is ridden in one turn, and needs no order")
    arrives = position.turn + turns_of(start, path, train is None) - 1
    last = position.book.game_turns
    require(arrives <= last, "6.56/2", f"the train would arrive in turn {arrives}, after the last, {last}")
    weight = weight_of(position, pieces)
    _require_rails(position, due.seat, start, path)
    require_tracks(position, due.seat, start, path[:hexes])
    for here in path[: hexes - 1]:
        barred = bars(position, due.seat, False, False).ends[load_map().board.number[here]]
        require(not barred, "6.58/4", f"the train would stop in {here}")
    check_capacity(position, due.seat, start, path[:hexes], weight)
    left = position.rail_points.get(due.seat, 0) - reserved(position, due.seat) - weight
    again = enough_next_turn(position, due.seat, weight, left + _later(position, due.seat))
    require(again, "6.53/2", f"{weight} rail points are not left for the next turn")
    full = stacked(position, path[hexes - 1], due.seat) + weight
    require(full <= MOST_STACKED, "6.4/1", f"{full} SP would be in {path[hexes - 1]}")


def _later(position: Position, side: str) -> int:
    """What `reserved` keeps for the next turn, which `enough_next_turn` counts itself."""
    now = sum(weight_of(position, living(position, journey)) for journey in pending(position, side))
    return reserved(position, side) - now


@rule("6.54/1", "6.54/4")
def _require_rails(position: Position, side: str, start: str, path: tuple[str, ...]) -> None:
    """Refuse a route that no train could take now, however far ahead it breaks."""
    links, rails, here = links_of(position), usable(position, side), start
    for hex in path:
        require(hex in links.get(here, ()), "6.54/1", f"no railroad runs from {here} to {hex}")
        require(hex in rails, "6.54/4", f"the {side}'s trains may not use the railroad in {hex}")
        here = hex


@rule("6.59/2", "6.56/1")
def _check_change(position: Position, train: str, pieces: tuple[str, ...]) -> None:
    journey, phase = position.journeys[train], phase_of(position)
    whole = set(pieces) == set(living(position, journey))
    require(whole, "6.59/2", "a new order is for all that is on the train")
    for id in pieces:
        require(id in phase.force, "6.59/2", f"{id} has no command in this turn")
    require(journey.ridden < position.turn, "6.56/3", "the train has ridden in this turn")


@wbts.carry_out(BeginJourney)
@rule("6.5/2", "6.5/4", "6.56/2", "6.59/2")
def _begin(play: Play, due: Due, command: BeginJourney) -> None:
    position = play.position
    pieces, path = with_rosters(position, command.pieces), tuple(hex_of(hex) for hex in command.path)
    start, fresh = place_of(position, pieces[0]), train_with(position, due.seat, pieces[0]) is None
    hexes, _ = leg(start, path, fresh)
    weight = weight_of(position, pieces)
    paying = {id for id in pieces if fresh and group_of(position, due.seat, (id,), 0).paces}
    order = JourneyOrder(path[hexes:], position.turn + turns_of(start, path, fresh) - 1)
    cost = rail_points_spent(hexes, ferries=ferries_on(start, path[:hexes]), entrains=fresh)
    play.emit(
        TrainLeft(
            due.seat,
            pieces,
            start,
            path[:hexes],
            {id: halves(END) if id in paying else 0 for id in pieces},
            weight,
            cost,
            weight,
            Secret((due.seat,), order),
            command.extension,
        )
    )


@wbts.evolves(TrainLeft)
def _left(position: Position, event: TrainLeft) -> None:
    order = event.order.known(JourneyOrder((), 0))
    for name in [name for name, each in position.journeys.items() if set(each.pieces) & set(event.pieces)]:
        del position.journeys[name]
    position.journeys[event.pieces[0]] = Journey(
        event.side,  # type: ignore[arg-type]  # an event has it as text
        event.pieces,
        event.path[-1],
        position.turn,
        order.route,
        order.arrives,
    )
    phase = phase_of(position)
    trips = dict(phase.trips)
    for id in event.pieces:
        spent = trips.get(id, Trip()).spent + event.spent[id]
        trips[id] = Trip(spent, event.extension, True)
        place(position, id, event.path[-1], True)
    position.phase = phase.with_(trips=trips)
    account(position, event)
