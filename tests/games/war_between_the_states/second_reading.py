"""A second reading of the arithmetic of ground and naval battle, from the clauses alone, plain and slow.

It imports nothing of the ruleset.
"""

COLUMNS = (52, 62, 75, 90, 110, 131, 156, 186, 222, 264)
"""The highest ratio, in percent, of each column of the combat results table but the last."""


def halved_up(strength: int) -> int:
    """Half, rounded up (8.0/17)."""
    return strength - strength // 2


def column(attack: int, defence: int) -> int:
    """The column, from 0, of the ratio in percent fraction dropped; the last for defence 0 (12.23/2)."""
    if defence == 0:
        return len(COLUMNS)
    ratio = attack * 100 // defence
    return sum(ratio > highest for highest in COLUMNS)


def loss(strength: int, percent: int) -> int:
    """The percentage of the actual strength, to the nearest whole, halves up (8.15/1)."""
    hundredths = strength * percent
    whole, rest = divmod(hundredths, 100)
    return whole + (rest >= 50)


def shared(due: int, ground: int, ships: int) -> tuple[int, int]:
    """What ground units and ships pay: half, rounded up, is of the ground units (8.18/6, 8.18/9)."""
    by_ground, by_ships = halved_up(due), due // 2
    if by_ground > ground:
        by_ground, by_ships = ground, by_ships + by_ground - ground
    if by_ships > ships:
        by_ground, by_ships = min(ground, by_ground + by_ships - ships), ships
    return by_ground, by_ships


def naval(attack: int, defence: int) -> tuple[int, int]:
    """x:1 or 1:x, fractions in the defender's favour (11.11/4)."""
    if attack >= defence:
        return attack // defence, 1
    return 1, -(-defence // attack)
