"""Ships and craft: how they were built, and what is left of them."""

from fractions import Fraction

import msgspec

from ironclad.domain.kernel.engine.citations import rule


class ShipGun(msgspec.Struct, frozen=True):
    """Guns of one kind on a ship: how many, and their arc in degrees from the bow, clockwise."""

    gun: str
    number: int
    arc: tuple[int, int]


class Hull(msgspec.Struct, frozen=True):
    """How a ship was built. `armor` are points by side as text, exact; lengths are hundredths of an inch."""

    length: int
    beam: int
    material: str
    knots: int
    draft: int
    tons: int
    armor: dict[str, str]
    guns: tuple[ShipGun, ...] = ()
    ram: bool = False
    spar: bool = False

    @property
    @rule("XXVI.B/7")
    def value(self) -> int:
        """Draft times tons times the mean armor over 1000, to the nearest whole, halves up, at least 1."""
        mean = sum((Fraction(each) for each in self.armor.values()), Fraction(0)) / len(self.armor)
        return max(1, (self.draft * self.tons * mean / 1000 + Fraction(1, 2)).__floor__())


class Vessel(msgspec.Struct, frozen=True):
    """What a ship or craft has left: its speed and the most it can have, in knots, its draft and value, how
    many guns of each kind. `jammed` and `powerless` are the last turns in which its steering is stuck and it
    has no power. `spar`: it has its torpedo yet.
    """

    knots: int = 0
    most: int = 0
    draft: int = 0
    value: int = 0
    guns: tuple[int, ...] = ()
    jammed: int = 0
    powerless: int = 0
    spar: bool = False
