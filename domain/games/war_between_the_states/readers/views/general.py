"""Views for readers: the map, supply and transport, politics and points, the course of a turn.

They hold no rules of their own: every figure is asked of the chapter that owns it.
"""

from typing import Any

import msgspec

from ironclad.domain.games.war_between_the_states.board.calendar import is_harvest, opens_cycle
from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, SIDES, UNION
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN
from ironclad.domain.games.war_between_the_states.position.state import Position, garrison_of
from ironclad.domain.games.war_between_the_states.readers.labels import STEPS, line, season
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.turns import SEQUENCE
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.pool import pool_of
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import besieged
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.points import points_of, score
from ironclad.domain.games.war_between_the_states.rules.c21_production.economy import (
    capital_cut_off,
    port_state,
    railroad_cut,
    seaports,
    yielding,
)
from ironclad.domain.games.war_between_the_states.rules.c21_production.phases import strategic_steps
from ironclad.domain.games.war_between_the_states.rules.c24_departments.places import departments_of
from ironclad.domain.games.war_between_the_states.rules.c25_politics.phase import cities_held, lead

View = dict[str, Any]


def map_view(position: Position) -> View:
    """What lies on the map beside the armies: hexes that changed hands, cuts, works, stores, ships."""
    return {
        "play": play_view(position),
        "windows": [_plain(window) for window in position.book.part],
        "owners": dict(sorted(position.owners.items())),
        "rail_owners": dict(sorted(position.rail_owners.items())),
        "cuts": list(position.cuts),
        "works": {hex: _work(position, hex) for hex in sorted(position.works)},
        "depots": {name: _plain(depot) for name, depot in sorted(position.depots.items())},
        "bases": dict(sorted(position.bases.items())),
        "loose": dict(sorted(position.loose.items())),
        "ships": {id: _plain(position.ships[id]) for id in sorted(position.ships)},
        "departments": {side: sorted(departments_of(position, side)) for side in SIDES},
        "battle": None if position.battle is None else _plain(position.battle),
    }


def play_view(position: Position) -> View:
    """The turn, what is under way, which decisions are due, and how the game ended if it has."""
    ended = position.ended
    return {
        "line": line(position),
        "turn": position.turn,
        "turns": position.book.game_turns,
        "cycle": str(position.cycle),
        "season": season(position),
        "step": position.step,
        "chits": dict(position.chits),
        "due": [msgspec.to_builtins(due) for due in position.agenda.due] if ended is None else [],
        "outcome": None if ended is None else msgspec.to_builtins(ended),
    }


def _plain(record: Any) -> View:
    """A record with every field, also those at their default."""
    names = getattr(record, "__struct_fields__", None) or record.__dataclass_fields__
    return {name: msgspec.to_builtins(getattr(record, name)) for name in names}


def _work(position: Position, hex: str) -> View:
    work = position.works[hex]
    return {
        **_plain(work),
        "inside": garrison_of(position, hex),
        "besieged": besieged(position, hex, work.side),
    }


def economy_view(position: Position) -> View:
    """Supply points and rail points of both sides, income, and in the campaign personnel, orders and ports.

    `yields` are the Confederate's places that count for income now; `ports` his seaports with their state.
    """
    shown: View = {
        "sides": {side: _account(position, side) for side in SIDES},
        "rail_points_per": position.book.rail_points_per,
        "harvest": is_harvest(position.cycle),
    }
    if position.scenario != CAMPAIGN:
        return shown
    major, towns = yielding(position)
    return shown | {
        "yields": {"major": list(major), "towns": list(towns)},
        "railroad_cut": railroad_cut(position),
        "capital_cut_off": capital_cut_off(position),
        "ports": {hex: port_state(position, hex) for hex in seaports()},
        "orders": [_plain(order) for order in position.production.orders],
        "stages": dict(position.construction.stages),
    }


def _account(position: Position, side: str) -> View:
    stores = sum(depot.points for depot in position.depots.values() if depot.side == side)
    trains = sum(unit.load for unit in position.units.values() if unit.side == side)
    return {
        "supply": position.supply.get(side, 0),
        "rail_points": position.rail_points.get(side, 0),
        "income": (position.book.income or {}).get(side, 0),
        "depots": stores,
        "trains": trains,
        "personnel": position.production.personnel.get(side, 0),
    }


def politics_view(position: Position) -> View:
    """How near each side is to victory: points of a scenario, or political points and the great cities."""
    ended = None if position.ended is None else msgspec.to_builtins(position.ended)
    shown: View = {
        "lost": {side: position.lost.get(side, 0) for side in SIDES},
        "warships_lost": {side: position.warships_lost.get(side, 0) for side in SIDES},
        "leaders_captured": {side: position.captured.get(side, 0) for side in SIDES},
        "outcome": ended,
    }
    if position.scenario != CAMPAIGN:
        points = {side: points_of(position, side) for side in SIDES}
        now = score(position)
        return shown | {
            "points": {side: {**each._asdict(), "total": each.total} for side, each in points.items()},
            "difference": now.difference,
            "level": now.level,
        }
    politics = position.politics
    return shown | {
        "political": {side: politics.points.get(side, 0) for side in SIDES},
        "lead": {side: lead(position, side) for side in (UNION, CONFEDERATE)},
        "cities": cities_held(position),
        "emancipation": politics.emancipation,
        "captured": {side: list(politics.captured.get(side, ())) for side in SIDES},
    }


def turns_view(position: Position) -> View:
    """The steps of this game turn, in order: which are over, which one is on; and the cycles of the game.

    `strategic`: a step of the strategic turn, which comes before the first game turn of a cycle (4.2).
    """
    steps = SEQUENCE.steps(position)
    strategic = opens_cycle(position.turn) and position.book.strategic_turns
    at = position.agenda.step
    before = {each.name for each in strategic_steps(position)}
    return {
        "turn": position.turn,
        "cycle": str(position.cycle),
        "strategic_turn": bool(strategic),
        "pool": list(pool_of(position.cycle).chits),
        "steps": [
            {
                "step": each.name,
                "name": STEPS.get(each.name, each.name.replace("_", " ")),
                "seat": each.seat,
                "rule": each.rule,
                "strategic": each.name in before,
                "over": number < at,
                "now": number == at,
            }
            for number, each in enumerate(steps)
            if each.name in STEPS
        ],
    }
