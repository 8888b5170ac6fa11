"""The pieces (3.2): ground units, headquarters, leaders, ships, works, depots; each an immutable record.

A piece on the ground is in a hex, or aboard a ship and then in none. Units of a roster are in the hex of
their headquarters, in every respect (16.11).
"""

from functools import cache
from typing import Any, Literal

import msgspec

from ironclad.domain.games.war_between_the_states.board.charts import UnitType, unit_types
from ironclad.domain.kernel.engine.citations import cite, rule

Side = Literal["union", "confederate"]
UnitKind = Literal["infantry", "cavalry", "militia", "garrison", "supply_train", "siege_train", "rail_repair"]
HeadquartersKind = Literal["army", "corps", "cavalry"]
ShipKind = Literal["naval_flotilla", "naval_transport", "river_flotilla", "river_transport", "ironclad"]

WARSHIPS = frozenset({"naval_flotilla", "river_flotilla", "ironclad"})
LEAST_DIVISION = {"infantry": 3, "cavalry": 2}
"""The SP from which a unit is a division; below, it is a brigade (3.24)."""
MOST_ON_ROSTER = {"army": 2, "corps": 3, "cavalry": 3}
CAPACITY = {"fort": 10, "fortress": 100}
"""The SP that a work shelters (13.21, 13.22)."""
TRAIN_CAPACITY = 10
ARMY_SUPPLY = 2
TRANSPORT_CAPACITY = 10
DEPOT_CAPACITY = 99
DEPOT_GARRISON = 2

cite(__name__, "3.2/1", "3.23/1", "3.23/7", "11.0/1", "15.0/1", where=f"{__name__}.Unit")
cite(__name__, "16.0/1", "16.11/1", "16.3/1", where=f"{__name__}.Headquarters")
cite(__name__, "12.0/3", "17.4/1", where=f"{__name__}.Unit, Headquarters and Depot")
cite(__name__, "17.5/1", "17.51/3", "17.52/1", where=f"{__name__}.Depot")


class _Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    def with_(self, **changes: Any) -> Any:
        """This piece with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Unit(_Piece, frozen=True, omit_defaults=True):
    """A ground unit: a combat unit, or a train or repair unit with 0 SP.

    `inside`: in the fort of its hex, not on top of it. `hq`: the headquarters whose roster it is on.
    `ship`: the transport that it is aboard. `state`: where a militia unit was raised. `load`: the supply
    points of a train. All garrison SP of a side in a hex and on one level are one unit.
    """

    side: Side
    kind: UnitKind
    hex: str = ""
    strength: int = 0
    inside: bool = False
    hq: str = ""
    ship: str = ""
    state: str = ""
    load: int = 0
    entrained: bool = False

    @property
    def type(self) -> UnitType:
        """Its type: allowance, branch, limits of strength."""
        return unit_types()[self.kind]

    @property
    def fights(self) -> bool:
        """Whether it is a ground combat unit."""
        return self.type.fights

    @property
    def attacks(self) -> bool:
        """Whether its strength is not parenthesised, so that it attacks and has a zone of control."""
        return self.fights and self.kind != "garrison"

    @property
    def cavalry(self) -> bool:
        """Whether it is cavalry; all else is infantry in the wide sense (15.0, 16.2)."""
        return self.kind == "cavalry"

    @property
    def division(self) -> bool:
        """Whether it is a division of infantry or cavalry."""
        return self.kind in LEAST_DIVISION and self.strength >= LEAST_DIVISION[self.kind]

    @property
    def brigade(self) -> bool:
        """Whether it is a brigade of infantry or cavalry."""
        return self.kind in LEAST_DIVISION and self.strength < LEAST_DIVISION[self.kind]


cite(__name__, "3.24/2", where=f"{__name__}.Unit.division")


class Headquarters(_Piece, frozen=True, omit_defaults=True):
    """A field army, an army corps or a cavalry corps. `commander`: the leader who was assigned to it, or "".

    The commander commands it only where he is in its hex (10.1). `supply`: an army's supply points.
    """

    side: Side
    kind: HeadquartersKind
    name: str
    hex: str = ""
    commander: str = ""
    supply: int = 0
    inside: bool = False
    ship: str = ""


class LeaderPiece(_Piece, frozen=True, omit_defaults=True):
    """A leader in play: on the ground, aboard a ship, a prisoner, or in the pool of his side.

    `stars`: his rank where it is not the printed one. His ratings are the chart's, by his name.
    """

    side: Side
    hex: str = ""
    inside: bool = False
    ship: str = ""
    prisoner: bool = False
    stars: int = 0


class VoyageOrder(msgspec.Struct, frozen=True):
    """Where a transport lands what it carries, a place of water, and the turn; "" and 0 where unknown."""

    destination: str
    arrives: int


class Ship(_Piece, frozen=True, omit_defaults=True):
    """A naval unit on a place of water (a hexside, or a coastal or all-sea hex).

    `load`: supply points. `order`: that of a voyage of more than one turn (7.28).
    """

    side: Side
    kind: ShipKind
    at: str
    load: int = 0
    order: VoyageOrder | None = None

    @property
    def warship(self) -> bool:
        """Whether it is an ironclad or a flotilla of warships."""
        return self.kind in WARSHIPS

    @property
    def strength(self) -> int:
        """Its SP; transports have none."""
        return unit_types()[self.kind].most


class Work(_Piece, frozen=True, omit_defaults=True):
    """A fort or fortress in a hex. `facing`: the hexside that it lies on, "water" for the coast, or ""."""

    side: Side
    grade: Literal["fort", "fortress"]
    facing: str = ""


class Depot(_Piece, frozen=True, omit_defaults=True):
    """A supply depot: its points, whether it is inside the fort of its hex, its garrison of 2 SP.

    `taken`: the kind of unit and SP that the garrison was taken from, in the order taken.
    """

    side: Side
    hex: str
    points: int = 0
    inside: bool = False
    garrison: int = DEPOT_GARRISON
    taken: tuple[tuple[str, int], ...] = ()


@cache
def sort_key(id: str) -> tuple[str, int]:
    """Pieces in the order of their names, numbers as numbers: union_infantry_2 before union_infantry_10."""
    name, _, number = id.rpartition("_")
    return (name, int(number)) if number.isdigit() else (id, 0)


@rule("3.24/2", "3.26/1")
def piece_of(unit: Unit) -> str:
    """The name of a unit's counter in the piece list; "" for garrison SP, which no list limits."""
    if unit.kind in LEAST_DIVISION:
        return f"{unit.kind}_{'division' if unit.division else 'brigade'}"
    return "" if unit.kind == "garrison" else unit.kind


@rule("15.1/1", "16.2/1", "16.21/1", "16.22/1", "16.23/1", "16.23/2")
def fits(kind: str, unit: Unit) -> bool:
    """Whether a roster of a kind takes a unit: an army's divisions and brigades, others by their branch."""
    if kind == "army":
        return unit.kind in ("infantry", "cavalry")
    return unit.cavalry == (kind == "cavalry")
