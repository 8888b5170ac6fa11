"""Leaders who travel alone by train (10.2/4): no marker, no capacity, with marches before and after."""

from collections.abc import Iterator

from domain.games.american_civil_war.charts import TURNS, action_cost
from domain.games.american_civil_war.lone_leaders import require_open_to_leader
from domain.games.american_civil_war.map import load_map
from domain.games.american_civil_war.marching import ready_leaders, stop
from domain.games.american_civil_war.play import Play, acw
from domain.games.american_civil_war.rail_hexes import Rails, refuse, require_entraining
from domain.games.american_civil_war.rail_lines import is_rail_hex
from domain.games.american_civil_war.state import ENEMY, Position, occupied
from domain.games.american_civil_war.trains import run_path, stations_from
from domain.games.american_civil_war.units import MOVED, READY
from domain.games.american_civil_war.zones import in_zone
from domain.kernel.codec import Command, Event
from domain.kernel.rulebook import require, rule

_MAP = load_map()


class LeaderTravels(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="leader_travels"
):
    """Move a leader alone by train, with marches if he likes: `before` to the rails and `after` from them.

    path: rail hexes; between hexes that are not adjacent the train takes the shortest open way.
    """

    leader: str
    path: tuple[str, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class LeaderTravelled(Event, frozen=True, tag_field="type", tag="leader_travelled"):
    """A leader travelled alone: marched `before`, rode `ride` from where he boarded, marched `after`.

    spent: movement points, 1 for a hex marched and 3 to entrain.
    """

    side: str
    leader: str
    from_hex: str
    before: tuple[str, ...]
    ride: tuple[str, ...]
    after: tuple[str, ...]
    spent: int
    rule: str = "10.2/4"


@acw.check(LeaderTravels, "movement")
def _check_leader_travels(position: Position, seat: str, command: LeaderTravels) -> None:
    _travel(position, seat, command)


@rule("10.2/2", "10.2/3", "10.2/4", "7.4/3", "5.0/2")
def _travel(position: Position, seat: str, command: LeaderTravels) -> LeaderTravelled:
    """The journey. It enters no enemy zone and no hex without supply, and runs where trains may run."""
    leader = position.leaders.get(command.leader)
    yours = leader is not None and leader.side == seat and leader.hex
    require(yours, "10.2/2", "you have no such leader on the map")
    assert leader is not None
    ready_leaders(position, seat, leader.hex, (command.leader,))
    require(command.path, "7.4/1", "the ride names no hex")
    limit = TURNS[position.turn].movement_points
    marched = len(command.before) + len(command.after)
    spent = marched + action_cost("entrain", 0)
    require(spent <= limit and len(command.path) <= 200, "5.0/2", f"this would take {spent} of {limit} MP")
    here = _march(position, seat, leader.hex, leader.hex, command.before)
    rails = Rails(position, seat)
    require_entraining(rails, here, position.groups(seat, here))
    ride = run_path(rails, here, command.path, from_rest=True)
    for hex_id in ride[1:]:
        clear = not occupied(position, ENEMY[seat], hex_id) and not in_zone(position, hex_id, ENEMY[seat])
        require(clear, "10.2/3", f"{hex_id} is in an enemy zone of control, closed to a leader alone")
        refuse(rails.bar(hex_id))
    _march(position, seat, leader.hex, ride[-1], command.after)
    return LeaderTravelled(seat, command.leader, leader.hex, command.before, ride, command.after, spent)


def _march(position: Position, seat: str, home: str, here: str, path: tuple[str, ...]) -> str:
    for to in path:
        require_open_to_leader(position, seat, home, here, to)
        here = to
    return here


@acw.carry_out(LeaderTravels)
def _leader_travels(play: Play, seat: str, command: LeaderTravels) -> None:
    """The leader's move is over with the command, and it never causes a reaction."""
    stop(play)
    play.emit(_travel(play.position, seat, command))


@acw.evolves(LeaderTravelled)
def _leader_travelled(position: Position, event: LeaderTravelled) -> None:
    leader = position.leaders[event.leader]
    end = event.after[-1] if event.after else event.ride[-1]
    position.leaders[event.leader] = leader.with_(hex=end, activity=MOVED)


def by_train(position: Position, seat: str) -> Iterator[LeaderTravels]:
    """Rides of ready leaders to the next stations, for the list of orders."""
    rails = Rails(position, seat)
    for letter, leader in position.leaders.items():
        if leader.side != seat or not leader.hex or leader.activity != READY:
            continue
        if is_rail_hex(position, leader.hex) and rails.bar(leader.hex) is None:
            for way in stations_from(rails, leader.hex, from_rest=True):
                yield LeaderTravels(leader=letter, path=way)


COMMANDS = (LeaderTravels,)
EVENTS = (LeaderTravelled,)
