"""Everything that may be wrong with what the campaign keeps, in sentences."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.charts import leaders, production_costs
from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN
from ironclad.domain.games.war_between_the_states.position.campaign import (
    Construction,
    LeaderPick,
    Politics,
    Production,
)
from ironclad.domain.games.war_between_the_states.position.state import Position

BY_PIECE = ("fort", "infantry")
"""What the schedule of reinforcements has beside what can be ordered."""


def campaign_problems(position: Position) -> Iterator[str]:
    """Faults of production, construction, the leader pick and politics."""
    yield from _strategic_problems(position)
    if position.scenario != CAMPAIGN:
        kept = position.construction, position.politics, position.production.orders
        if kept != (Construction(), Politics(), ()):
            yield f"{position.scenario} has no orders, construction or politics"
        yield from _production_problems(position.production)
        yield from _leader_problems(position.leader_pick)
        return
    yield from _production_problems(position.production)
    yield from _construction_problems(position)
    yield from _leader_problems(position.leader_pick)
    yield from _politics_problems(position.politics)


def _strategic_problems(position: Position) -> Iterator[str]:
    sieges, upkeep = position.sieges, position.upkeep
    if not {sieges.first, *upkeep.repaired} <= {"", *SIDES}:
        yield "sieges and upkeep name the sides"
    yield from _hex_problems("sieges.attacked", sieges.attacked)
    yield from _hex_problems("sieges.fired", tuple(sieges.fired.values()))
    if min(upkeep.sent.values(), default=0) < 0:
        yield "upkeep.sent: points are not negative"


def _production_problems(production: Production) -> Iterator[str]:
    for name in ("personnel", "infantry", "fresh"):
        kept = getattr(production, name)
        if not set(kept) <= set(SIDES) or min(kept.values(), default=0) < 0:
            yield f"production.{name}: the sides have numbers that are not negative"
    for order in production.orders:
        known = (order.what, order.side) in production_costs() or order.what in BY_PIECE
        if not known or order.strength < 1:
            yield f"production.orders: the {order.side} does not build {order.strength} {order.what}"
        if order.port and order.port not in load_map().hexes:
            yield f"production.orders: there is no port {order.port}"
    for name in ("augmented", "raised"):
        yield from _hex_problems(f"production.{name}", getattr(production, name))


def _hex_problems(name: str, hexes: object) -> Iterator[str]:
    for hex in hexes if isinstance(hexes, tuple | dict) else ():
        if hex not in load_map().hexes:
            yield f"{name}: the map has no hex {hex}"


def _construction_problems(position: Position) -> Iterator[str]:
    kept = position.construction
    yield from _hex_problems("construction.stages", kept.stages)
    yield from _hex_problems("construction.worked", kept.worked)
    departments = frozenset().union(*load_map().departments.values())
    for old, new in kept.moved.items():
        if old not in departments or new not in load_map().built_up:
            yield f"construction.moved: no department moves from {old} to {new}"
    if not {*kept.stages.values(), *kept.movers} <= set(SIDES):
        yield "construction: stages and movers name the sides"


def _leader_problems(pick: LeaderPick) -> Iterator[str]:
    known = {name for _, name in leaders()}
    named = {*pick.drawn, *pick.settled, *pick.barred, *(name for pair in pick.refused for name in pair)}
    yield from (f"leader_pick: there is no leader {name}" for name in sorted(named - known))
    if not {*pick.created, *pick.promoted} <= set(SIDES):
        yield "leader_pick: created and promoted name the sides"


def _politics_problems(politics: Politics) -> Iterator[str]:
    if not {*politics.points, *politics.captured, *politics.appealed} <= set(SIDES):
        yield "politics: points, captured and appealed are by side"
    for hexes in politics.captured.values():
        yield from _hex_problems("politics.captured", hexes)
