"""Who commands what (10.1): a leader's headquarters, the reach of his span, and the force that it makes."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.charts import leaders
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.position.state import Position, rosters
from ironclad.domain.games.war_between_the_states.rules.c06_ground_movement.ground import (
    temporary_ferries,
)
from ironclad.domain.games.war_between_the_states.rules.c10_leaders.ratings import (
    ARMIES_STARS,
    Ratings,
    ratings_of,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.memo import remembered


def headquarters_of(position: Position, name: str) -> str | None:
    """The headquarters that a leader commands: it was assigned to him, and he is with it."""
    return _commands(position).get(name)


@rule("10.1/1", "10.1/10")
@remembered
def _commands(position: Position) -> dict[str, str]:
    """The headquarters of each leader who is with it."""
    found: dict[str, str] = {}
    for id, hq in position.headquarters.items():
        leader = position.leaders.get(hq.commander)
        if leader is not None and (hq.hex, hq.ship, hq.inside) == (leader.hex, leader.ship, leader.inside):
            found.setdefault(hq.commander, id)
    return found


def rating(position: Position, name: str) -> Ratings:
    """A leader's ratings in his present command."""
    leader, hq = position.leaders[name], headquarters_of(position, name)
    kind = "" if hq is None else position.headquarters[hq].kind
    return ratings_of(leaders()[leader.side, name], kind, leader.stars or None)


@rule("10.11/1", "10.11/2", "10.11/3")
def reaches(position: Position, side: str, origin: str, target: str) -> bool:
    """Whether command reaches from a hex into another: the same, or adjacent over no barrier.

    Mountains, tidal water and rivers without a bridge are barriers where no road, rail or ferry crosses.
    """
    if origin == target:
        return True
    if target not in load_map().neighbours[origin]:
        return False
    line = load_map().side(origin, target)
    crossed = (
        line.road or line.rail or line.crossing == "ferry" or line.key in temporary_ferries(position, side)
    )
    barrier = bool(line.ridge) or line.is_deep or (line.is_river and line.crossing != "bridge")
    return crossed or not barrier


@rule(
    "10.1/2",
    "10.1/3",
    "10.12/1",
    "10.13/1",
    "10.13/2",
    "10.13/4",
    "10.16/1",
    "10.17/1",
    "15.11/1",
    "15.11/2",
    "15.12/1",
    "15.13/1",
)
def require_in_span(position: Position, name: str, id: str) -> None:
    """Refuse a unit or a leader that this leader cannot have in his span where both are."""
    leader, hq = position.leaders[name], headquarters_of(position, name)
    piece = position.units.get(id) or position.leaders.get(id)
    require(piece is not None and piece.side == leader.side, "10.1/2", f"{name} cannot command {id}")
    assert piece is not None
    near = bool(piece.hex and leader.hex) and reaches(position, leader.side, leader.hex, piece.hex)
    near = near or together_aboard(position, leader.ship, piece.ship)
    require(near, "10.11/1", f"{id} is out of {name}'s reach")
    kind = "" if hq is None else position.headquarters[hq].kind
    if id in position.leaders:
        require(kind, "10.12/1", f"{name} has no headquarters, and so commands no leaders")
        require(kind == "army", "10.13/1", f"{name} commands a corps, and so no leaders")
        _require_subordinate(position, name, id)
        return
    unit = position.units[id]
    require(not unit.hq, "10.1/2", f"{id} is on a roster: its headquarters commands it")
    if not kind:
        require(
            unit.hex == leader.hex, "10.12/1", f"{name} has no headquarters: he commands in his hex alone"
        )
        require(unit.fights, "10.12/1", f"{name} has no headquarters: he commands combat units alone")
    require(
        not (kind == "corps" and unit.cavalry), "15.11/2", f"{name} commands an army corps, and no cavalry"
    )


def _require_subordinate(position: Position, name: str, other: str) -> None:
    require(other != name, "10.1/7", f"{name} does not command himself")
    hq = headquarters_of(position, other)
    if hq is not None and position.headquarters[hq].kind == "army":
        stars = position.leaders[name].stars or leaders()[position.leaders[name].side, name].stars
        require(stars >= ARMIES_STARS, "10.13/4", f"{name} does not command other armies")


@rule("7.24/2", "10.11/1")
def together_aboard(position: Position, ship: str, other: str) -> bool:
    """Whether two ships with a leader and a unit aboard lie in one place."""
    return bool(ship and other) and position.ships[ship].at == position.ships[other].at


@rule("5.25/1", "10.1/1", "10.14/4")
def force_of(position: Position, name: str) -> tuple[str, ...]:
    """A leader's force: himself, his headquarters with its roster, his span, and his subordinates' forces."""
    return tuple(dict.fromkeys(_members(position, name, frozenset())))


def _members(position: Position, name: str, above: frozenset[str]) -> Iterator[str]:
    yield name
    hq = headquarters_of(position, name)
    if hq is not None:
        yield hq
        yield from rosters(position).get(hq, ())
    for id in position.spans.get(name, ()):
        if id in position.leaders:
            if id not in above:
                yield from _members(position, id, above | {name})
        elif id in position.units:
            yield id
