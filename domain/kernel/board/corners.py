"""Hexsides that meet at their ends, and the hexes that they touch: what ways along hexsides are made of."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from ironclad.domain.kernel.board.hexes import hexside_hexes


class HasCorners(Protocol):
    """A map that knows which three hexes lie at each end of a hexside."""

    def corner_hexes(self, a: str, b: str, /) -> tuple[tuple[str, ...], ...]: ...


def meeting(grid: HasCorners, hexsides: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """For each of some hexsides, those of them that share an end with it, sorted by key."""
    at: dict[tuple[str, ...], list[str]] = {}
    for key in dict.fromkeys(hexsides):
        for corner in grid.corner_hexes(*hexside_hexes(key)):
            at.setdefault(corner, []).append(key)
    found: dict[str, set[str]] = {key: set() for keys in at.values() for key in keys}
    for keys in at.values():
        for key in keys:
            found[key].update(other for other in keys if other != key)
    return {key: tuple(sorted(found[key])) for key in sorted(found)}


def touching(grid: HasCorners, key: str) -> tuple[str, ...]:
    """The hexes that a hexside has at its sides and its ends, sorted: four within a map."""
    return tuple(sorted({hex for corner in grid.corner_hexes(*hexside_hexes(key)) for hex in corner}))
