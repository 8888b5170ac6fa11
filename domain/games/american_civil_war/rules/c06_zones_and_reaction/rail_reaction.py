"""Railroad reaction (6.4.1): forces near the mover by rail may react by train, with no zone of theirs."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.in_progress import Contingent, Reaction, Tried
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position, occupied
from ironclad.domain.games.american_civil_war.position.units import FIELD, MSP, Group, merged, pick, strength
from ironclad.domain.games.american_civil_war.registry import Play, acw, changed, close
from ironclad.domain.games.american_civil_war.rules.c05_movement.arriving import arrive
from ironclad.domain.games.american_civil_war.rules.c05_movement.crossings import crossing
from ironclad.domain.games.american_civil_war.rules.c05_movement.entering import require_not_bound
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reacting import (
    REACTED,
    lessened,
    require_mover_alone,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_hexes import (
    Rails,
    load_of,
    markers_left,
    markers_needed,
    rails_of,
    require_entraining,
    require_markers,
    way_to,
)
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import (
    is_broken,
    is_rail_hex,
    train_steps,
)
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import forget_origins
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.memo import remembered
from ironclad.domain.kernel.engine.records import Due, Option

_MAP = load_map()
FARTHEST = 4  # 6.4.1: rail hexes


class ReactByTrain(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="react_by_train"
):
    """Move the force whose attempt succeeded by train, four rail hexes at most, the shortest open way.

    units: a part of them, the rest staying (6.4/16); all if left out. leaders: likewise.
    """

    to: str
    units: tuple[Group, ...] | None = None
    leaders: tuple[str, ...] | None = None


class TrainReacted(Event, frozen=True, tag_field="type", tag="train_reacted"):
    """A reacting force went by train (6.4.1). path: with the hex that it left; markers: taken for it,
    each carrying `load` strength points.

    crossing: of the last hexside; attacks: it is now in the mover's hex.
    """

    side: str
    path: tuple[str, ...]
    units: tuple[Group, ...]
    leaders: tuple[str, ...]
    markers: int
    load: int
    crossing: str
    attacks: bool
    rule: str = "6.4.1/2"


@rule("6.4.1/1", "7.2/1")
def rail_reactors(position: Position, seat: str, entered: str, sources: tuple[str, ...]) -> tuple[str, ...]:
    """Hexes of a side's forces within four rail hexes of the mover, which has left a zone of their side's.

    Counted along connected rails from the hex that it has entered, over no ferry and past no break.
    """
    if not sources or not is_rail_hex(position, entered) or not markers_left(position, seat):
        return ()
    reached, frontier = {entered}, {entered}
    for _ in range(FARTHEST):
        through = [here for here in frontier if here == entered or not is_broken(position, here)]
        frontier = {near for here in through for near in train_steps(position, here)} - reached
        reached |= frontier
    reached.discard(entered)
    return tuple(
        sorted(h for h in reached if any(group.station == FIELD for group in position.groups(seat, h)))
    )


def _rails(position: Position, record: Reaction) -> Rails:
    """Where the reacting side's trains run: the zones of the mover that has just halted do not stop them.

    It holds the hexes all round the one that it has entered, so that else no train could ever reinforce it.
    """
    into_battle = position.options.get("rail_reaction_into_battle", "yes") == "yes"
    return rails_of(position, record.seat, (record.entered,) if into_battle else ())


@remembered
@rule("6.4.1/3", "7.4/2")
def train_targets(position: Position, record: Reaction, hex_id: str) -> dict[str, tuple[str, ...]]:
    """Each hex that a force could react into by train, with the rail hexes on the way, its own the first.

    The run may end in an enemy primary zone, or the mover's hex, only where a friendly force is; it passes
    no primary zone of another enemy force. By option it ends in none either. The supply of the mover's hex is
    not asked: the mover cuts it.
    """
    rails, strict = _rails(position, record), rails_of(position, record.seat)
    if rails.bar(hex_id) is not None:
        return {}
    friends = position.forces[record.seat]
    ways = rails.ways(hex_id, from_rest=True, most=FARTHEST)
    found = {hex_id: (hex_id,)} | {to: (hex_id, *way_to(ways, to)) for to in ways}
    ends = {to: way for to, way in found.items() if strict.zone_bar(to) is None or to in friends}
    if rails.ignoring:
        for here, way in found.items():
            if len(way) > FARTHEST or (here != hex_id and rails.passing_bar(here) is not None):
                continue
            for to in train_steps(position, here):
                usable = rails.held_bar if to == record.entered else rails.bar
                if to not in found and to in friends and usable(to) is None:
                    ends.setdefault(to, (*way, to))
    ends.pop(hex_id, None)
    return ends


@rule("6.4.1/1", "6.4/1")
def can_ride(position: Position, record: Reaction, hex_id: str, units: tuple[Group, ...]) -> bool:
    """Whether some of these units could react by train to somewhere."""
    if hex_id not in record.rail:
        return False
    ones = [(group.with_(count=1),) for group in units]
    return any(
        _may_ride(position, record, hex_id, one, to)
        for to in train_targets(position, record, hex_id)
        for one in ones
    )


def _may_ride(position: Position, record: Reaction, hex_id: str, units: tuple[Group, ...], to: str) -> bool:
    try:
        riding(position, record, hex_id, units, (), to)
    except Refused:
        return False
    return True


@rule("6.4.1/2", "6.4.1/3", "7.3/1", "7.4/3", "7.4/4", "6.4/7")
def riding(
    position: Position,
    record: Reaction,
    hex_id: str,
    units: tuple[Group, ...],
    leaders: tuple[str, ...],
    to: str,
) -> TrainReacted:
    """The reaction of units by train. Refuses what 6.4, 7.3 and 7.4 do not allow; no MP are paid."""
    seat = record.seat
    require(hex_id in record.rail, "6.4.1/1", f"no force in {hex_id} may react by railroad to this exit")
    staying = lessened(position.groups(seat, hex_id), units)
    require_entraining(_rails(position, record), hex_id, bool(staying))
    path = train_targets(position, record, hex_id).get(to)
    require(path is not None, "6.4.1/3", f"no train may react from {hex_id} to {to} within four rail hexes")
    assert path is not None
    for here in path:
        require_not_bound(units, here)
    abroad = any(_MAP.state_of[here] != _MAP.state_of[hex_id] for here in path)
    require(not abroad or not strength(units, MSP), "4.3/5", "militia may not leave their state")
    attacks = occupied(position, ENEMY[seat], to)
    if attacks:
        require_mover_alone(position, record, units, to)
    load = load_of(position, seat, path)
    markers = markers_needed(units, load)
    require_markers(position, seat, markers)
    crossed = crossing(position, path[-2], to)
    return TrainReacted(seat, path, units, leaders, markers, load, crossed, attacks)


@acw.check(ReactByTrain, "reaction_move")
def _check_react_by_train(position: Position, due: Due, command: ReactByTrain) -> None:
    _reaction(position, command)


def _reaction(position: Position, command: ReactByTrain) -> TrainReacted:
    record = position.reaction
    assert record is not None
    force = record.moving
    require(force is not None, "6.4.1/1", "no attempt of yours to react has succeeded")
    assert force is not None
    units = force.units if command.units is None else pick(force.units, command.units, "6.4/16")
    leaders = force.leaders if command.leaders is None else tuple(sorted(set(command.leaders)))
    for letter in leaders:
        require(letter in force.leaders, "6.4/16", f"leader {letter} is not with the reacting force")
    return riding(position, record, force.hex, units, leaders, command.to)


@acw.carry_out(ReactByTrain)
@rule("6.4.1/1", "6.4/6", "10.2/4")
def _react_by_train(play: Play, due: Due, command: ReactByTrain) -> None:
    position = play.position
    event = _reaction(position, command)
    close(play)
    play.emit(event)
    arrive(play, due.seat, event.units, *event.path)


@acw.evolves(TrainReacted)
@rule("6.4/16")
def _train_reacted(position: Position, event: TrainReacted) -> None:
    """Who has ridden has had his attempt at this exit; who was left behind may try by himself."""
    record = position.reaction
    assert record is not None
    start, end, before = event.path[0], event.path[-1], event.path[-2]
    units = merged(
        group.with_(activity=REACTED, origin=before if event.attacks else "") for group in event.units
    )
    position.remove(event.side, start, event.units)
    position.add(event.side, end, units)
    if start != record.entered:
        forget_origins(position, start)
    for letter in event.leaders:
        position.leaders[letter] = position.leaders[letter].with_(hex=end)
    position.trains_used[event.side] = position.trains_used.get(event.side, 0) + event.markers
    arrivals = record.arrivals
    if event.attacks:
        arrivals = (*arrivals, Contingent(before, units, event.leaders, event.crossing))
    position.reaction = changed(
        record, moving=None, tried=(*record.tried, Tried(end, units, event.leaders)), arrivals=arrivals
    )


def offers(position: Position, record: Reaction, force: Tried) -> Iterator[ReactByTrain]:
    """Each hex that the whole force, or failing that a point of it, may react into by train."""
    if force.hex not in record.rail:
        return
    parts = [ReactByTrain(to="", units=(group.with_(count=1),)) for group in force.units]
    for to in sorted(train_targets(position, record, force.hex)):
        for command in (changed(part, to=to) for part in (ReactByTrain(to=""), *parts)):
            try:
                _reaction(position, command)
            except Refused:
                continue
            yield command
            break


OPTIONS = {
    "rail_reaction_into_battle": Option(
        "6.4.1/3",
        "Whether a railroad reaction may end in an enemy primary zone where there is a friendly force.",
        ("yes", "no"),
    ),
}
COMMANDS = (ReactByTrain,)
EVENTS = (TrainReacted,)
