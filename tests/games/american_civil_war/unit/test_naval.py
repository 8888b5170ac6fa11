"""Vessels: interdiction against a slow count of its own, offers, documents, and random play afloat."""

from collections.abc import Iterator
from random import Random

import pytest

from ironclad.domain.games.american_civil_war.board.map import load_map
from ironclad.domain.games.american_civil_war.game import RULESET
from ironclad.domain.games.american_civil_war.position.document import empty_position, from_document
from ironclad.domain.games.american_civil_war.position.state import Position
from ironclad.domain.games.american_civil_war.position.units import Fort, Vessel
from ironclad.domain.games.american_civil_war.rules.c05_movement.movement import offer_movement
from ironclad.domain.games.american_civil_war.rules.c13_naval.interdiction import interdiction
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import can_use, place_of
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import MoveVessels
from ironclad.domain.games.american_civil_war.rules.c13_naval.river_transport import TransportByRiver
from ironclad.domain.games.american_civil_war.rules.c13_naval.sea_transport import TransportBySea
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Unreadable

MAP = load_map()


def _slow_reach(position: Position, vessel: Vessel) -> set[str]:
    """Where a walk of at most six hexsides ends, each step tried on every hexside of the map."""
    enemy = "confederate" if vessel.side == "union" else "union"
    season = ("winter", "spring", "summer", "fall")[position.turn % 4]

    def enters(key: str) -> bool:
        side = MAP.hexsides[key]
        if side.levee or (position.kentucky == "neutral" and key in MAP.kentucky_inner_sides):
            return False
        if any(h in position.forts and position.forts[h].side == enemy for h in side.hexes):
            return False
        if vessel.kind == "nsp":
            return side.kind in ("tidal", "bay")
        high = season in ("winter", "spring")
        return side.kind in ("tidal", "bay", "navigable", "lake") or (side.kind == "seasonal" and high)

    found = {vessel.at}
    for _ in range(6):
        ends = {hexes for key in found for hexes in _corners(key)}
        found |= {key for key in MAP.hexsides if enters(key) and not ends.isdisjoint(_corners(key))}
    return found


def _corners(key: str) -> Iterator[frozenset[str]]:
    """The two ends of a hexside, each by the hexes of the grid that meet there."""
    from ironclad.domain.games.american_civil_war.board.map import GRID

    a, b = key.split("-")
    for corner in GRID.corner_hexes(a, b):
        yield frozenset(corner)


@pytest.mark.parametrize("turn", [4, 6])
def test_interdiction_agrees_with_a_slow_count(turn: int) -> None:
    random = Random(turn)
    for kind in ("rsp", "flotilla", "ironclad", "nsp"):
        for _ in range(4):
            position = empty_position("bare_map")
            position.turn = turn
            sides = [key for key in sorted(MAP.hexsides) if can_use(position, Vessel(kind), key)]
            vessel = Vessel(kind, at=random.choice(sides))
            position.vessels["v1"] = vessel
            banks = sorted(hex_id for hex_id in MAP.hexes if MAP.water_sides_of.get(hex_id))
            enemy = "confederate" if vessel.side == "union" else "union"
            for hex_id in random.sample(banks, 40):
                position.forts[hex_id] = Fort(enemy)
            assert interdiction(position, vessel.side) == _slow_reach(position, vessel)


def _afloat() -> Position:
    """Both sides with vessels and troops beside them, in summer."""
    forces = {"4903": {"union": {"asp": 3}}, "1513": {"union": {"asp": 2}}, "1412": {"union": {"asp": 1}},
              "4506": {"union": {"asp": 1}}}  # fmt: skip
    document = {
        "scenario": "bare_map", "turn": 2, "phase": "operations", "step": "movement", "initiative": "union",
        "player": "union", "forces": forces, "leaders": {"A": {"rating": 1, "hex": "4903"}},
        "railway_units": {"usmrr1": {"hex": "4903"}, "usmrr2": {"hex": "1513"}},
        "forts": {"1318": {"side": "confederate"}},
        "vessels": {
            "nsp1": {"kind": "nsp", "zone": "North Atlantic"},
            "ntp1": {"kind": "ntp", "zone": "North Atlantic"},
            "rsp1": {"kind": "rsp", "at": "1412-1513"}, "rsp2": {"kind": "rsp", "at": "1412-1513"},
        },
    }  # fmt: skip
    return RULESET.rules.initial(RULESET.rules.begin("bare_map", {}, document))


def test_orders_afloat_are_offered_and_all_are_legal() -> None:
    position = _afloat()
    (due,) = RULESET.rules.due(position)
    offers = list(offer_movement(position, due))
    for kind in (MoveVessels, TransportBySea, TransportByRiver):
        mine = [command for command in offers if isinstance(command, kind)]
        assert mine, kind
        assert all(decider.is_legal(RULESET, position, "union", command) for command in mine)
    by_sea = [command for command in offers if isinstance(command, TransportBySea)]
    assert any(command.usmrr for command in by_sea)
    assert any(command.leaders == ("A",) and not command.units for command in by_sea)
    by_river = [command for command in offers if isinstance(command, TransportByRiver)]
    assert any(command.usmrr == ("usmrr2",) for command in by_river)
    assert any(command.vessels for command in by_river)
    assert any(command.violate_kentucky for command in by_river)
    assert any(command.run_past for command in offers if isinstance(command, MoveVessels))


def test_vessels_stay_where_they_may_be_in_random_play() -> None:
    random = Random(7)
    position = _afloat()
    for _ in range(250):
        if position.ended is not None:
            break
        (due,) = RULESET.rules.due(position)
        command = decider.sample(RULESET, position, due, random)
        _, position = decider.execute(RULESET, position, due.seat, command, _Dice(random))
        for name, vessel in position.vessels.items():
            if vessel.at:
                assert can_use(position, vessel, vessel.at), (name, vessel)
            elif vessel.zone:
                assert place_of(vessel) in MAP.ports_of_zone


class _Dice:
    def __init__(self, random: Random) -> None:
        self._random = random

    def roll(self, purpose: str, rule: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        return tuple(self._random.randint(1, sides) for _ in range(count))

    def proof(self) -> tuple[object, ...]:
        return ()


@pytest.mark.parametrize(
    "vessels",
    [
        {"rsp1": {"kind": "rsp", "zone": "East Gulf"}},
        {"nsp1": {"kind": "nsp", "zone": "Lake Erie"}},
        {"rsp1": {"kind": "rsp", "at": "4506-4507"}},
        {"rsp1": {"kind": "rsp"}},
        {"rsp1": {"kind": "rsp", "zone": "", "at": "1118-1218", "port": "1218"}},
        {"flotilla1": {"kind": "flotilla", "port": "1132"}},
        {"rsp1": {"kind": "rsp", "port": "1208", "state": "building"}},
        {"flotilla1": {"kind": "flotilla", "port": "1317", "state": "building"}},
        {"nsp1": {"kind": "nsp", "at": "1118-1218"}},
        {"rsp1": {"kind": "rsp", "at": "1317-1318"}},
        {"rsp1": {"kind": "rsp", "at": "0831-0932"}},
        {"rsp1": {"kind": "rsp", "at": "1612-1713"}},
        {"ironclad1": {"kind": "ironclad", "at": "1118-1218", "activity": "ferry"}},
        {"nsp1": {"kind": "nsp", "zone": "East Gulf", "activity": "committed"}},
        {"ntp1": {"kind": "ntp", "at": "1132-1133", "feeds": "ports"}},
        {"ntp1": {"kind": "ntp", "zone": "East Gulf", "feeds": "3625"}},
    ],
)
def test_vessels_in_impossible_places_are_named(vessels: dict[str, object]) -> None:
    with pytest.raises(Unreadable, match=r"vessels\."):
        from_document({"scenario": "bare_map", "turn": 2, "vessels": vessels})


@pytest.mark.parametrize(
    ("kind", "place", "limit"),
    [
        ("nsp", {"zone": "East Gulf"}, 8),
        ("flotilla", {"at": "1118-1218"}, 3),
        ("rsp", {"at": "1118-1218"}, 6),
    ],
)
def test_more_vessels_than_counters_are_named(kind: str, place: dict[str, str], limit: int) -> None:
    def given(count: int) -> Position:
        vessels = {f"{kind}{number}": {"kind": kind, **place} for number in range(count)}
        return from_document({"scenario": "bare_map", "turn": 2, "vessels": vessels})

    assert len(given(limit).vessels) == limit
    with pytest.raises(Unreadable, match=f"{limit} counters of the kind {kind}"):
        given(limit + 1)


def test_a_breach_where_no_levee_stands_is_named() -> None:
    with pytest.raises(Unreadable, match="levees_breached"):
        from_document({"scenario": "bare_map", "levees_breached": ["1118-1218"]})
