"""The names on a printed map, each where it covers as little as possible of what is printed before it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ironclad.domain.kernel.drawing.outlines import Point

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in units of the drawing."""
Spot = tuple[float, float, str]
"""A point of a name's base line, and the side of its place ("": in it): larger letters grow away from it."""
Wanted = tuple[str, str, tuple[Spot, ...]]
"""A name's role, its text, and the points where it may be, the usual one first."""


@dataclass(frozen=True)
class Name:
    """A name at a point of its base line: its middle, or its end towards its place. `crowded`: it is left out
    where the whole map is seen, since it would cover another there.
    """

    role: str
    text: str
    x: float
    y: float
    side: str
    crowded: bool = False


@dataclass(frozen=True)
class Lettering:
    """The letters of a map, by the roles of names.

    `sizes`: the height of letters, as the map's style sheet has it. `far_sizes`: where the whole map is seen;
    names of other roles are hidden there. `width`: of a letter, as a part of its height; `widths`: of roles
    that have another. `hangs`: by which part of its height a name below its place is lower in the far view.
    """

    sizes: Mapping[str, float]
    far_sizes: Mapping[str, float]
    hangs: float
    width: float
    widths: Mapping[str, float] = field(default_factory=dict)

    def placed(
        self, wanted: Iterable[Wanted], taken: Iterable[Box], pieces: Iterable[Box]
    ) -> tuple[Name, ...]:
        """The names in the order given, clear of what is printed (`taken`) and of `pieces` on the map."""
        printed, lying = list(taken), list(pieces)
        found, far = list[Name](), list[Box]()
        for role, text, spots in wanted:
            at = min(spots, key=lambda spot: self._hides(role, text, spot, printed, lying))
            printed.append(self._box(role, text, at))
            crowded = False
            if role in self.far_sizes:
                seen = self._far_box(role, text, at)
                crowded = any(shared(seen, box) for box in far)
                far += [] if crowded else [seen]
            found.append(Name(role, text, *at, crowded))
        return tuple(found)

    def _hides(self, role: str, text: str, spot: Spot, printed: list[Box], lying: list[Box]) -> float:
        """The area that a name would cover there, near and far."""
        box = self._box(role, text, spot)
        near = sum(shared(box, each) for each in printed)
        if role not in self.far_sizes:
            return near
        seen = self._far_box(role, text, spot)
        return near + sum(shared(seen, each) for each in lying)

    def _box(self, role: str, text: str, at: Spot, size: float = 0.0) -> Box:
        size = size or self.sizes[role]
        (x, y, side), wide = at, self.widths.get(role, self.width) * size * len(text)
        left = x - {"right": 0.0, "left": 1.0}.get(side, 0.5) * wide
        return left, y - size * 0.8, left + wide, y + size * 0.25

    def _far_box(self, role: str, text: str, at: Spot) -> Box:
        """Its box where the whole map is seen: letters are larger, and lower if it is below its place."""
        x, y, side = at
        size = self.far_sizes[role]
        return self._box(role, text, (x, y + (self.hangs * size if side == "below" else 0.0), side), size)


def around(at: Point, half: float) -> Box:
    """A square about a point, with half its side."""
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
