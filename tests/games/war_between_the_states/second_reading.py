"""A second reading of the arithmetic of battle, water and ships, from the clauses alone, plain and slow.

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


ALLOWANCE = {
    "naval_flotilla": 50,
    "naval_transport": 50,
    "river_flotilla": 40,
    "river_transport": 40,
    "ironclad": 40,
}
"""The movement points of ships (7.0/2): 40 or 50."""
GOES_TO_SEA = {"naval_flotilla", "naval_transport"}
SHOAL = {"B2728", "B2729"}
"""Lake Pontchartrain and the water beside it, shut to those that go to sea (7.53)."""
EMBARKS = {"port": (1, 10), "clear": (2, 20), "forest": (3, 30), "rough": (3, 40), "swamp": (3, 40)}
"""Movement points of the ground unit and of the transport (7.26/1)."""
SHIPS_DIE = {
    1: "AE AE AE AE AX EX DX",
    2: "AE AE AX AX EX DX DE",
    3: "AE AX AX EX EX DE DE",
    4: "AX AX EX EX DX DE DE",
    5: "AX EX EX DX DE DE DE",
    6: "EX EX DX DE DE DE DE",
}
"""The naval table by die; its columns are 1:4, 1:3, 1:2, 1:1, 2:1, 3:1, 4:1 (11.12/1)."""
RUNS = {"fort": "pass pass pass pass- stop stop-", "fortress": "pass pass pass- stop stop- sunk"}
"""What becomes of ships that pass, by die from 1 to 6 (11.24/1)."""


def lies(kind: str, water: str, place: str) -> bool:
    """Whether a ship may lie on a kind of water (7.13, 7.53)."""
    if kind in GOES_TO_SEA:
        return water in ("tidal", "estuary", "coastal", "sea") and place not in SHOAL
    return water in ("navigable", "tidal", "estuary", "coastal", "lake")


def voyage(
    kind: str,
    start: str,
    meets: dict[str, list[str]],
    water: dict[str, str],
    warships: set[str],
    guns: set[str],
) -> dict[str, int]:
    """The cost of each place that a ship comes to: a point for each water entered, by waves (7.0/2).

    It ends where an enemy warship is, which only warships enter (7.14, 7.16, 11.11), and where an enemy fort
    lies (11.22); it does not leave a start under guns.
    """
    fights = not kind.endswith("transport")
    found: dict[str, int] = {}
    wave = [] if start in guns else [start]
    for spent in range(1, ALLOWANCE[kind] + 1):
        reached = []
        for here in wave:
            for place in meets[here]:
                if place == start or place in found or not lies(kind, water[place], place):
                    continue
                if place in warships and not fights:
                    continue
                found[place] = spent
                if place not in warships and place not in guns:
                    reached.append(place)
        wave = reached
    return found


def ships_lost(attack: int, defence: int, die: int, attackers: int, defenders: int) -> tuple[int, int]:
    """The warships that both sides lose in a battle of ships (11.11/4-5, 11.12/1-2)."""
    first, second = naval(attack, defence)
    column = 3 + min(first, 4) - min(second, 4)
    result = SHIPS_DIE[die].split()[column]
    if result == "EX":
        return min(defenders, attackers), min(attackers, defenders)
    lost = {"AE": attackers, "AX": halved_up(attackers), "DE": defenders, "DX": halved_up(defenders)}[result]
    return (lost, 0) if result[0] == "A" else (0, lost)


def run(grade: str, die: int, ironclads: bool, downstream: bool, leader: bool, garrison: int) -> str:
    """What becomes of ships that pass a fort (11.24/1, 11.24/3)."""
    read = die - int(ironclads) - int(downstream) - int(leader) + int(garrison > 4)
    return RUNS[grade].split()[sorted((1, read, 6))[1] - 1]
