"""How the computer player's navy sails: to shut ports (14.1/4), based on transports where no port is."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.map import SEA_ZONE_LINKS, load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import READY
from ironclad.domain.games.american_civil_war.rules.c03_sequence.control import controller
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import (
    NSP,
    NTP,
    has_base,
    place_of,
    zone_has_base,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import MoveVessels
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_orders import destinations
from ironclad.domain.games.american_civil_war.rules.c14_economy.connections import reaches_sea

_MAP = load_map()


def sail(position: Position) -> Iterator[MoveVessels]:
    """Orders for the Union's vessels, the best first."""
    open_ports = _open_ports(position)
    if not open_ports:
        return
    idle = [name for name in _ready(position, NSP) if not position.vessels[name].at]
    done: set[str] = set()
    for name in idle:
        place = place_of(position.vessels[name])
        if place in done:
            continue
        done.add(place)
        shut = {
            goal: len(open_ports) - len(_open_ports(_with(position, name, goal)))
            for goal in destinations(position, UNION, place, (name,))
            if goal not in SEA_ZONE_LINKS and has_base(position, goal)
        }
        if shut and (best := max(shut, key=lambda goal: (shut[goal], goal))) and shut[best]:
            yield MoveVessels(vessels=(name,), path=(best,))
    yield from _follow(position, open_ports)


def _follow(position: Position, open_ports: list[str]) -> Iterator[MoveVessels]:
    """A transport goes where open ports are and the Union has no base, if its own zone can do without it."""
    zones = sorted({_MAP.port_zone[port] for port in open_ports})
    for name in _ready(position, NTP):
        if zone_has_base(position, position.vessels[name].zone, {name}):
            for zone in zones:
                if not zone_has_base(position, zone):
                    yield MoveVessels(vessels=(name,), path=(zone,))


def _ready(position: Position, kind: str) -> list[str]:
    return [
        name
        for name, vessel in sorted(position.vessels.items())
        if vessel.kind == kind and vessel.activity == READY and vessel.state == "sound"
    ]


def _open_ports(position: Position) -> list[str]:
    return [
        port
        for port in sorted(_MAP.critical_ports)
        if controller(position, port) == CONFEDERATE and reaches_sea(position, CONFEDERATE, port)[0]
    ]


def _with(position: Position, name: str, hexside: str) -> Position:
    """The position with a vessel on a hexside."""
    trial = position.copy()
    trial.vessels[name] = trial.vessels[name].with_(zone="", at=hexside)
    return trial
