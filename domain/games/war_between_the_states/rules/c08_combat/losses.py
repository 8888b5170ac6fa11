"""Losses in strength points (SP): how many, and how they fall on the units of a force (8.15, 8.18)."""

from collections.abc import Collection, Mapping
from math import prod
from typing import NamedTuple

from ironclad.domain.kernel.engine.citations import rule


@rule("8.15/1", "8.15/3", "8.15/4", "6.31/3", "E.1/4")
def points_lost(strength: int, percent: int, multipliers: Collection[int] = ()) -> int:
    """The SP that a force loses: a percentage of its own SP, never more than all.

    The percentage is rounded to the nearest whole, halves up; the whole number is then multiplied (by 2 for
    want of supply and for a storm, by 3 for an assault from the water that failed).
    """
    rounded = (strength * percent * 2 + 100) // 200
    return min(rounded * prod(multipliers), strength)


@rule("8.18/1", "8.18/3", "8.18/4", "8.18/5", "8.18/11")
def spread(strengths: Mapping[str, int], loss: int) -> dict[str, int]:
    """What each unit loses where its owner gives no order: evenly, what remains by the order of the units.

    Raises ValueError for a loss that the units have not the SP for.
    """
    if loss > sum(strengths.values()):
        raise ValueError(f"{loss} SP are more than the units have")
    taken = dict.fromkeys(strengths, 0)
    while loss:
        for unit, strength in strengths.items():
            if loss and taken[unit] < strength:
                taken[unit] += 1
                loss -= 1
    return taken


@rule("8.18/1", "8.18/2")
def allowed(strengths: Mapping[str, int], loss: int, taken: Mapping[str, int]) -> bool:
    """Whether an owner may take a loss so: in full, and no unit two SP ahead of one that has SP left."""
    if taken.keys() != strengths.keys() or sum(taken.values()) != loss:
        return False
    most = max(taken.values(), default=0)
    return all(
        0 <= taken[unit] <= strength and (taken[unit] == strength or taken[unit] >= most - 1)
        for unit, strength in strengths.items()
    )


class Shares(NamedTuple):
    """How a loss falls on the ground units and on the ships of a force, in SP."""

    ground: int
    ships: int


@rule("8.18/6", "8.18/9", "11.3/2")
def divided(loss: int, ground: int, ships: int) -> Shares:
    """Half of a loss, rounded up, falls on the ground units, the rest on the ships.

    What one of them has not the SP for falls on the other. Without ships all is the ground units'.
    """
    if not ships:
        return Shares(min(loss, ground), 0)
    of_ground = min(-(-loss // 2), ground)
    of_ships = min(loss - of_ground, ships)
    return Shares(min(loss - of_ships, ground), of_ships)


@rule("8.18/7", "8.18/8", "11.3/4", "11.23/3")
def ships_for(share: int, strengths: Collection[int]) -> int:
    """The least number of warships whose SP cover a share: whole ships, the strongest first."""
    count = 0
    for strength in sorted(strengths, reverse=True):
        if share <= 0:
            break
        share -= strength
        count += 1
    return count


@rule("8.18/7", "11.3/2", "11.3/4", "11.23/3")
def ships_chosen(strengths: Mapping[str, int], share: int) -> tuple[str, ...]:
    """The warships that pay a share: as few as can cover it, among them the first in their owner's order."""
    count = ships_for(share, strengths.values())
    chosen: list[str] = []
    for id in strengths:
        rest = sorted((strengths[each] for each in strengths if each not in (*chosen, id)), reverse=True)
        most = sum(strengths[each] for each in (*chosen, id)) + sum(rest[: max(count - len(chosen) - 1, 0)])
        if len(chosen) < count and most >= min(share, sum(strengths.values())):
            chosen.append(id)
    return tuple(chosen)
