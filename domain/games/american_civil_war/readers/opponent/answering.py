"""What the computer player answers when it is asked: set-up, recruits, reactions, battles, retreats."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import ASP, strength
from ironclad.domain.games.american_civil_war.readers.opponent import assessment, marching
from ironclad.domain.games.american_civil_war.registry import acw
from ironclad.domain.games.american_civil_war.rules.c03_sequence.setup import (
    SetUp,
    tennessee_cities,
    union_leader_cities,
    virginia_cities,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.militia import EndPlacement
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.placing import (
    EndReinforcements,
    Placement,
    PlaceReinforcements,
    absent,
    judge,
    recruitment_of,
    rooms,
    shares_of,
    with_placed,
)
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import AT_LARGE
from ironclad.domain.games.american_civil_war.rules.c08_supply.supply import AllocateSupply
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import ST_LOUIS
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due

_MAP = load_map()
NASHVILLE, MEMPHIS, LOUISVILLE = "2015", "1218", "2310"
_FRONTS = {
    UNION: (assessment.RICHMOND, NASHVILLE, MEMPHIS),
    CONFEDERATE: (assessment.WASHINGTON, ST_LOUIS, LOUISVILLE),
}
Answer = Callable[[Position, Due, Random], Command]
Key = Callable[[Position, Due, dict[str, Any]], tuple[Any, ...] | float]


def _best(key: Key) -> Answer:
    """The offer with the largest key; of equals the first offered."""

    def answer(position: Position, due: Due, random: Random) -> Command:
        offers = list(acw.offers[due.kind](position, due))
        return max(offers, key=lambda offer: key(position, due, msgspec.to_builtins(offer)))

    return answer


def _first(position: Position, due: Due, random: Random) -> Command:
    return next(iter(acw.offers[due.kind](position, due)))


def anything(position: Position, due: Due, random: Random) -> Command:
    sampler = acw.samplers.get(due.kind)
    if sampler is not None:
        return sampler(position, due, random)
    return random.choice(list(acw.offers[due.kind](position, due)))


# -- before the game and before the moves


def _set_up(position: Position, due: Due, random: Random) -> Command:
    season = TURNS[position.turn].season

    def near(goal: str, among: tuple[str, ...]) -> str:
        return min(among, key=lambda h: (assessment.march(season, goal).get(h, assessment.FAR), h))

    if due.seat == UNION:
        west, east = (union_leader_cities(position, letter) for letter in ("A", "B"))
        return SetUp(leaders={"A": near(ST_LOUIS, west), "B": near(assessment.WASHINGTON, east)})
    richmond = assessment.march(season, assessment.RICHMOND)
    three = tuple(sorted(virginia_cities(position), key=lambda h: (richmond.get(h, assessment.FAR), h))[:3])
    return SetUp(leaders={"E": near(NASHVILLE, tennessee_cities()), "F": three[0], "G": three[1]}, asp=three)


def _reinforce(position: Position, due: Due, random: Random) -> Command:
    """Everything, each part where it is wanted most, together rather than apart."""
    recruitment, placements = recruitment_of(position), list[Placement]()
    put: dict[str, int] = {}
    for share in sorted(shares_of(recruitment, due.seat), key=lambda each: each.source == AT_LARGE):
        while room := {hex_id: n for hex_id, n in rooms(recruitment, share).items() if n}:
            hex_id = max(room, key=lambda h: (_need(position, due.seat, h, put.get(h, 0)), h))
            placement = Placement(hex_id, ASP, room[hex_id], share.source)
            recruitment = with_placed(recruitment, judge(position, recruitment, due.seat, placement))
            placements.append(placement)
            put[hex_id] = put.get(hex_id, 0) + room[hex_id]
    leaders = {
        back.leader: max(back.hexes, key=lambda h: (_need(position, due.seat, h, 0), h))
        for back in absent(recruitment, due.seat)
        if back.hexes
    }
    if not placements and not leaders:
        return EndReinforcements()
    return PlaceReinforcements(placements=tuple(placements), leaders=leaders)


def _need(position: Position, side: str, hex_id: str, put: int) -> float:
    """How much a place wants recruits: near a front, with friends, before a threat."""
    season = TURNS[position.turn].season
    fronts = [*assessment.held(position, ENEMY[side]), *_FRONTS[side]]
    away = min(assessment.march(season, goal).get(hex_id, assessment.FAR) for goal in fronts)
    threat = assessment.nearby(position, ENEMY[side], hex_id, 4)
    own = assessment.nearby(position, side, hex_id, 1)
    if side == CONFEDERATE:
        return 2.0 * min(threat, 6) + assessment.worth(position, hex_id) - 0.1 * away
    return -1.0 * away + 0.5 * min(own, 6) + 0.2 * threat


def _build(position: Position, due: Due, data: dict[str, Any]) -> float:
    """The Union builds what blockades, then what bases it; nothing rather than the rest."""
    return {"nsp": 3.0, "ntp": 2.0, "": 1.0}.get(data.get("unit", ""), 0.0)


def _place(position: Position, due: Due, random: Random) -> Command:
    """Militia where the enemy is at the door."""
    for command in acw.offers[due.kind](position, due):
        state = getattr(command, "state", "")
        if state and any(
            assessment.worth(position, h) >= 1 and assessment.nearby(position, ENEMY[due.seat], h, 2)
            for h in _MAP.towns_of.get(state, ())
        ):
            return command
    return EndPlacement()


# -- reactions and battles


def _react(position: Position, due: Due, data: dict[str, Any]) -> float:
    """Whether to try: to strike a weaker mover, or to stand by one's own under attack."""
    if data["type"] == "decline_reactions":
        return 0.0
    if data["type"] != "attempt_reaction" or position.moving is None:
        return -1.0
    side, mover, entered = due.seat, strength(position.moving.units), position.moving.hex
    own = strength(position.groups(side, data["hex"]), ASP)
    there = assessment.defence(position, side, entered)
    if there:
        return 1.0 if own + there > 0.7 * mover else -1.0
    return 1.0 if own >= 1.5 * mover and assessment.worth(position, data["hex"]) < 1 else -1.0


def _react_to(position: Position, due: Due, data: dict[str, Any]) -> float:
    """Into the hex that was entered, where the attempt was meant for."""
    if data["type"] == "react_to":
        return 1.0 if position.moving is not None and data["to"] == position.moving.hex else -1.0
    return 0.0


def _ablest(position: Position, due: Due, data: dict[str, Any]) -> float:
    leader = data["leader"]
    return -1.0 if leader is None else float(position.leaders[leader].rating)


def _most(position: Position, due: Due, data: dict[str, Any]) -> float:
    return float(sum(unit.get("count", 1) - 0.1 * unit.get("demoralized", 0) for unit in data["units"]))


def _stand(position: Position, due: Due, data: dict[str, Any]) -> float:
    """Stand where one is not the weaker."""
    here = due.about["hex"]
    own, other = (assessment.defence(position, side, here) for side in (due.seat, ENEMY[due.seat]))
    return 1.0 if data["retreat"] == (own < other) else 0.0


def _retreat(position: Position, due: Due, data: dict[str, Any]) -> tuple[float, float]:
    """Into works, else to friends, towards what is worth keeping."""
    if data["into"]:
        return (1.0, 0.0)
    to, side, season = data["path"][-1], due.seat, TURNS[position.turn].season
    homes = assessment.held(position, side) or {to: 0.0}
    away = min(assessment.march(season, home).get(to, assessment.FAR) for home in homes)
    return (0.0, 0.5 * assessment.nearby(position, side, to, 0) - away)


ANSWERS: dict[str, Answer] = {
    "setup": _set_up,
    "reinforcements": _reinforce,
    "union_construction": _best(_build),
    "confederate_construction": anything,
    "confederate_forts": _first,
    "supply": lambda position, due, random: AllocateSupply(),
    "placement": _place,
    "movement": marching.order,
    "reaction": _best(_react),
    "reaction_move": _best(_react_to),
    "battle_participants": _best(_most),
    "attacking_leader": _best(_ablest),
    "defending_leader": _best(_ablest),
    "retreat_or_stand": _best(_stand),
    "retreat_path": _best(_retreat),
    "leader_creation": _first,
    "draft": _best(lambda position, due, data: float(data["type"] == "decline_draft")),
}
"""By the kind of the decision that is due; of any other the computer player takes what comes."""
