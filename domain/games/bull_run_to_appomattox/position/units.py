"""What is on the map: combat points, HQs, fleets, forts, raiders, works and sieges.

All are immutable; `msgspec.structs.replace` makes a changed one. Sides are "north" and "south".
"""

from typing import Any, Final, Literal

import msgspec

Side = str
"""A side, "north" or "south"."""
NOWHERE = ""
RESERVE: Final = "reserve"
DRAWN: Final = "drawn"
ON_MAP: Final = "map"
OUT: Final = "out"
"""Where an HQ is (2.3/1): in the reserve, drawn and waiting for placement, on the map, out of the game."""
HqState = Literal["reserve", "drawn", "map", "out"]
FleetKind = Literal["sail", "steam", "ironclad", "gunboat"]


class Units(msgspec.Struct, frozen=True):
    """Combat points by type; or `UNKNOWN`, what the reader may not know.

    A sum with UNKNOWN is UNKNOWN.
    """

    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0

    @property
    def known(self) -> bool:
        return self.infantry >= 0

    @property
    def total(self) -> int:
        """Combat points of all types. Only of known units."""
        return self.infantry + self.cavalry + self.artillery

    def plus(self, other: "Units") -> "Units":
        """Both together."""
        if not (self.known and other.known):
            return UNKNOWN
        return Units(
            self.infantry + other.infantry,
            self.cavalry + other.cavalry,
            self.artillery + other.artillery,
        )

    def minus(self, other: "Units") -> "Units":
        """What is left. Raises ValueError where there is less than is taken."""
        if not (self.known and other.known):
            return UNKNOWN
        left = Units(
            self.infantry - other.infantry,
            self.cavalry - other.cavalry,
            self.artillery - other.artillery,
        )
        if min(left.infantry, left.cavalry, left.artillery) < 0:
            raise ValueError(f"{other} cannot be taken from {self}")
        return left

    def within(self, other: "Units") -> bool:
        """Whether `other` has at least as many of each type. Only of known units."""
        return (
            self.infantry <= other.infantry
            and self.cavalry <= other.cavalry
            and self.artillery <= other.artillery
        )


NONE = Units()
UNKNOWN = Units(-1, -1, -1)


class Hq(msgspec.Struct, frozen=True, omit_defaults=True):
    """A headquarters. What it commands is in `Position.units`, hidden from the enemy.

    `spot` is where it is on the map: a spot, or the sea zone or port of the fleets that carry it (`aboard`,
    the ids of those fleets). `began` is its spot as the activation phase began, "" for one that came later.
    `still`: it has neither moved nor fought in this phase. `won` and `lost` count its land combats of this
    turn (2.6). `digging`: it fortifies its zone in this phase (12.3).
    """

    side: Side
    state: HqState = "reserve"
    spot: str = NOWHERE
    experienced: bool = False
    active: bool = False
    began: str = NOWHERE
    still: bool = True
    won: int = 0
    lost: int = 0
    digging: bool = False
    aboard: tuple[str, ...] = ()

    def with_(self, **changes: Any) -> "Hq":
        """This HQ with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Fleet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fleet in a sea zone or port. `steps` 2 is full, 1 reduced; `began` is its place as the turn began,
    "" for one that came later. `landed`: it landed troops here and may stay (7.13.3/17).
    """

    side: Side
    kind: FleetKind
    place: str
    steps: int = 2
    active: bool = False
    began: str = NOWHERE
    landed: bool = False

    def with_(self, **changes: Any) -> "Fleet":
        """This fleet with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Fort(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fort on its spot. `shelled`: it lost a step to a naval attack in this turn (7.13.2/4)."""

    side: Side
    steps: int = 2
    shelled: bool = False

    def with_(self, **changes: Any) -> "Fort":
        """This fort with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Raider(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's raider: its spot (a mountain area too), its strength 2 or 1, whether it is Active."""

    spot: str
    strength: int = 2
    active: bool = False

    def with_(self, **changes: Any) -> "Raider":
        """This raider with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Siege(msgspec.Struct, frozen=True):
    """A siege of the works on a spot: who besieges, and in which turn it began (12.2/5)."""

    besieger: Side
    first_turn: int


class Works(msgspec.Struct, frozen=True):
    """A fortification marker; `done` is false until the end of the phase in which it is dug (12.3/2).

    `by` is the HQ that digs, "" for leaderless units or once it is done.
    """

    side: Side
    done: bool = True
    by: str = ""


class Vacancy(msgspec.Struct, frozen=True):
    """Units of a side on a spot that lost their HQ in combat, and the turn in which it was lost (2.4/3)."""

    side: Side
    spot: str
    turn: int


class Range(msgspec.Struct, frozen=True):
    """A figure that reconnaissance found: the true number lies between the two, both included."""

    low: int
    high: int


class Findings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side knows of an enemy HQ, true in `turn` where it was found; None for what was not shown."""

    turn: int
    spot: str
    total: Range | None = None
    infantry: Range | None = None
    cavalry: Range | None = None
    artillery: Range | None = None


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side has bought or been given and not placed yet (4/18 to 4/21): units, fleets by kind, a
    raider. `raider` is the strength that it comes with, 0 for none.
    """

    units: Units = NONE
    fleets: dict[str, int] = {}
    raider: int = 0


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standing answers of a side (6.4/24), each by HQ.

    `reconnaissance` is how many cavalry CP an HQ declares at most (6.4/7; all where it is not set).
    `refusal` is "refuse" or "fight" (7.9/9; the owner is asked where it is not set). `struck` is the order
    in which armies and leaderless groups take hits (7.6/4; the strongest where it is empty).
    """

    reconnaissance: dict[str, int] = {}
    refusal: dict[str, Literal["refuse", "fight"]] = {}
    struck: tuple[str, ...] = ()
