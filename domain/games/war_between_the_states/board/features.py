"""What the map is made of: sides, sheets, and the records of its hexes, hexsides and lines (3.1)."""

from dataclasses import dataclass

from ironclad.domain.kernel.board.sheets import Sheet, SheetMap
from ironclad.domain.kernel.engine.citations import cite

UNION, CONFEDERATE = "union", "confederate"
SIDES = (UNION, CONFEDERATE)
ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}

# 3.13: B lies over A from A's row 27 on; C covers the last column of both, so that C0101 is A6101.
GRID = SheetMap((Sheet("C", 39, 54, across=60), Sheet("B", 61, 34, down=26), Sheet("A", 61, 34)))

cite(__name__, "2.0/2", where=f"{__name__}.SIDES")
cite(__name__, "3.11/1", "3.13/1", where=f"{__name__}.GRID")

HEX_KINDS = ("land", "coastal", "lake")
TERRAINS = ("clear", "forest", "swamp", "rough", "lake")
PLAIN, COAST = "", "coast"
RIVERS = frozenset({"minor", "navigable", "variant"})
"""Hexsides of rivers that are not tidal (6.11)."""
DEEP = frozenset({"tidal", "estuary"})
"""Hexsides that ground units cross by a ferry or a bridged road alone (6.12)."""
HEXSIDE_KINDS = (*sorted(RIVERS), *sorted(DEEP), COAST)
SAILED = frozenset({"navigable", "tidal", "estuary"})
"""Hexsides that are water to sail on; rivers of kind variant only with their variant (7.6)."""
RIVER_VARIANTS = ("white", "arkansas", "ouachita")
VARIANT_RIVERS = {"White": "white", "Arkansas": "arkansas", "Ouachita-Black": "ouachita"}
RAIL_GROUPS = ("", "missouri", "kentucky", "baltimore_and_ohio")


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex that is not all sea. `territory` is a side, or "none"; `sea` the ocean of a coastal hex, or "".

    `west_virginia`: of the counties that became that state.
    """

    id: str
    kind: str
    terrain: str
    state: str
    west_virginia: bool
    territory: str
    sea: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a hex. `size`: city, town, dot or landmark; the last two have no effect.

    `supply`: a Confederate supply city; `seaport`: a Confederate seaport; `department`: the side whose
    military department is here, or "".
    """

    hex: str
    name: str
    size: str
    supply: bool
    seaport: bool
    department: str

    @property
    def built_up(self) -> bool:
        """Whether it is a city or a town (8.43)."""
        return self.size in ("city", "town")


@dataclass(frozen=True, slots=True)
class Side:
    """A hexside: its water ("" for none), what crosses it, and what lies along it.

    `crossing`: "bridge", "ferry" or "". `ridge`: the mountains on it, or "". `road`: a road crosses it.
    `rail`: a railroad of the start does, over a rail ferry if `rail_ferry`.
    """

    key: str
    kind: str = PLAIN
    waters: tuple[str, ...] = ()
    crossing: str = ""
    ridge: str = ""
    road: bool = False
    rail: bool = False
    rail_ferry: bool = False

    @property
    def bridged_road(self) -> bool:
        """A road crosses its water by a bridge or a ford (6.6)."""
        return self.road and self.crossing == "bridge"

    @property
    def is_river(self) -> bool:
        """A river that is not tidal (6.11)."""
        return self.kind in RIVERS

    @property
    def is_deep(self) -> bool:
        """A tidal river or an estuary (8.42)."""
        return self.kind in DEEP

    @property
    def wet(self) -> bool:
        """Any river or water that is not the edge of the land alone: no zone of control crosses it (9.1)."""
        return self.kind in RIVERS or self.kind in DEEP


@dataclass(frozen=True, slots=True)
class Railroad:
    """A line, hex by hex. `group`: the lines that R.2 treats apart; `off_map`: where it leaves the map."""

    name: str
    built: bool
    group: str
    off_map: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """A head of navigation, or the bar at a bayou's outlet (`kind`), on a hexside of a river (7.12, 7.52).

    `without` and `with_variant`: what it is without the river variant that it names, and with it: "shut",
    the cycles in which ships pass it ("3 4 5"), or "" for no head.
    """

    key: str
    river: str
    kind: str
    variant: str
    without: str
    with_variant: str
