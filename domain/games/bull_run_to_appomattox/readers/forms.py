"""What the forms of secret orders ask (4/4, 4/15, 7.5/11), for the seat that gives the order and no other.

Sums and limits are those that the orders are checked against; the check alone decides.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import FLEET_KINDS, TYPES
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import DRAWN, Waiting
from ironclad.domain.games.bull_run_to_appomattox.readers.saying import hq_name, spot_name, units_said
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import reserve_of
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.attrition import due_losses, exposed
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.maintenance import upkeep
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.pool import left_in_pool
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.prices import prices
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.recruiting import (
    cities_open,
    require_port,
    require_reachable,
)
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.records import Due

Form = dict[str, Any]


def form_of(position: Position, due: Due) -> Form | None:
    """What the form of a decision asks; None for decisions that are answered otherwise."""
    made = {"preparation": _preparation, "placement": _placement, "attrition": _attrition}.get(due.kind)
    return None if made is None else made(position, due.seat)


def piece_name(position: Position, id: str) -> str:
    """What a player calls an HQ, the leaderless units of a place, or a fleet."""
    if id in position.hqs:
        return hq_name(id)
    if id in position.fleets:
        fleet = position.fleets[id]
        return f"{fleet.kind} fleet, {spot_name(fleet.place)}"
    return f"units without HQ, {spot_name(id)}"


def _preparation(position: Position, side: str) -> Form:
    """Revenue, what maintenance costs by piece, prices and what the counter mix has left (9.2, 10)."""
    mix, price = left_in_pool(position, side), prices(position, side)
    return {
        "revenue": position.revenue[side],
        "upkeep": [
            {"id": id, "name": piece_name(position, id), "cost": cost}
            for id, cost in upkeep(position, side).items()
        ],
        "units": [{"id": id, "price": price[id], "left": mix[id]} for id in (*TYPES, *FLEET_KINDS)],
        "raider": {"price": price["raider"], "left": mix["raider"]},
        "draw": bool(reserve_of(position, side)),
    }


def _placement(position: Position, side: str) -> Form:
    """What waits, and where each piece of it may be placed (4/16 to 4/19)."""
    waiting = position.waiting.get(side, Waiting())
    drawn = [id for id, hq in position.hqs.items() if hq.side == side and hq.state == DRAWN]
    cities = [{"id": spot, "name": _city(spot)} for spot in cities_open(position, side)]
    armies = [
        {"id": hq, "name": f"{hq_name(hq)} ({units_said(position.units_of(hq))})"}
        for hq in (*drawn, *position.hqs_of(side))
        if hq in drawn or _reachable(position, side, hq)
    ]
    return {
        "hqs": [{"id": hq, "name": hq_name(hq)} for hq in drawn],
        "cities": cities,
        "armies": armies,
        "units": msgspec.to_builtins(waiting.units),
        "fleets": [
            {"kind": kind, "count": count, "ports": list(_ports(position, side, kind))}
            for kind in FLEET_KINDS
            if (count := waiting.fleets.get(kind, 0))
        ],
        "raider": waiting.raider,
    }


def _city(spot: str) -> str:
    return board().zones[board().city_spot(spot)].city


def _reachable(position: Position, side: str, hq: str) -> bool:
    try:
        require_reachable(position, side, hq)
    except Refused:
        return False
    return True


def _ports(position: Position, side: str, kind: str) -> Iterator[Form]:
    for zone in board().zones:
        try:
            require_port(position, side, kind, zone)
        except Refused:
            continue
        yield {"id": zone, "name": board().names[zone]}


def _attrition(position: Position, side: str) -> Form:
    """The CP that a side has to lose, and what each army and group may lose of it (7.5/9, 7.5/11)."""
    return {
        "lose": due_losses(position, side),
        "pieces": [
            {"id": id, "name": piece_name(position, id), "units": msgspec.to_builtins(units)}
            for id, units in exposed(position, side).items()
        ],
    }
