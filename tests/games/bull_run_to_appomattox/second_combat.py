"""A second implementation of a round of land combat (7.1 to 7.6), written from the rulebook alone.

Nothing of the ruleset is imported, so that both can be compared. Units are lists of CP: infantry, cavalry,
artillery.
"""

from dataclasses import dataclass, field

TYPES = ("infantry", "cavalry", "artillery")
HITS_FROM = {"infantry": 5, "cavalry": 5, "artillery": 4, "fort": 3}  # table 7.1.1
SHIPS = {"sail": (2, 5), "steam": (2, 5), "gunboat": (2, 5), "ironclad": (4, 4)}  # table 7.1.2: dice, number
FORT_DICE = {2: 4, 1: 2}  # by steps


@dataclass
class Force:
    """One side of a combat.

    `armies` and `leaderless` are units by name, `experienced` the names of experienced HQs. `fort` are the
    steps of a fort that fires with this side, 0 for none; `damageable` says that hits may strike it: it may
    not in a sortie (12.2). `ships` are kind and steps by fleet.
    """

    armies: dict[str, list[int]]
    experienced: frozenset[str] = frozenset()
    leaderless: dict[str, list[int]] = field(default_factory=dict)
    fort: int = 0
    damageable: bool = True
    ships: dict[str, tuple[str, int]] = field(default_factory=dict)

    @property
    def groups(self) -> dict[str, list[int]]:
        """Everything on land that still has CP."""
        return {name: units for name, units in (self.armies | self.leaderless).items() if sum(units)}

    @property
    def points(self) -> int:
        """All CP."""
        return sum(map(sum, self.groups.values()))

    def can_lose(self, hits: int) -> int:
        """How many of a number of hits have an effect (7.6/7)."""
        return min(hits, self.points + (self.fort if self.damageable else 0))

    def lose(self, name: str, hits: int) -> list[int]:
        """Take hits on an army or leaderless units: each time the type that is most, ties in the order of
        `TYPES` (7.6). Returns what was lost by type.
        """
        units, lost = self.groups[name], [0, 0, 0]
        for _ in range(hits):
            most = units.index(max(units))
            units[most] -= 1
            lost[most] += 1
        return lost


@dataclass(frozen=True)
class Ground:
    """Where and when a combat is fought.

    `cover`: difficult terrain, a major city or works protect the defender; `bridge`: he is attacked over a
    bridge by the armies `crossed`. `rifles`: the North has repeating rifles. `galvanized`: the side with +1.
    """

    cover: bool = False
    bridge: bool = False
    crossed: frozenset[str] = frozenset()
    winter: bool = False
    rifles: bool = False
    galvanized: str = ""


def volleys(
    mine: Force, enemy: Force, side: str, attacks: bool, on: Ground
) -> dict[tuple[str, str], tuple[int, int, int]]:
    """By source and unit: dice, the number that a modified die needs, and the modifier of each die."""
    everywhere = (side == on.galvanized) - on.winter
    horse, foes = (sum(units[1] for units in each.groups.values()) for each in (mine, enemy))
    cavalry = int(horse > foes and not on.winter)  # 7.9
    fighting = {name for name, units in mine.armies.items() if sum(units)}
    leader = int(bool(fighting) and fighting <= mine.experienced)  # 2.5, 5.1: the weaker of two
    shelter = on.cover or (enemy.fort > 0 and enemy.damageable)  # 12.1; a fort that sorties shelters nobody
    found = {}
    for name, units in mine.groups.items():
        six = attacks and (shelter or (on.bridge and name in on.crossed))
        bonus = everywhere + cavalry + (leader if name in mine.armies else -1)
        for unit, count in zip(TYPES, units, strict=True):
            needs = 6 if six else HITS_FROM[unit]
            needs -= unit == "cavalry" and side == "north" and on.rifles  # 8.7
            if count:
                found[name, unit] = (count, needs, bonus)
    if mine.fort:
        found["fort", "fort"] = (FORT_DICE[mine.fort], 6 if attacks and shelter else 3, everywhere + cavalry)
    for id, (kind, steps) in mine.ships.items():
        dice, needs = SHIPS[kind]
        found[id, kind] = (dice * steps // 2, 6 if attacks and shelter else needs, everywhere)
    return found


def hits(dice: tuple[int, ...], needs: int, bonus: int) -> int:
    """Each die alone; a natural 6 hits always (7.4)."""
    return sum(1 for die in dice if die == 6 or die + bonus >= needs)
