"""The charts of the later chapters: mortars, machine guns, rockets, turns of ammunition."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from ironclad.domain.games.iron_brigade.board.charts import DATA
from ironclad.domain.kernel.board.tables import load_csv
from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "XXI.A/1", "XXI.A/2", where="data/mortars.csv")
cite(__name__, *(f"XXIV.B/{number}" for number in range(1, 6)), where="data/machine_guns.csv")
cite(__name__, "XIV.A/1", "XIV.A/2", "XIV.A/3", where="data/ammunition.csv")
BANDS = (5, 10, 20, 30, 40)
"""The upper ends of a machine gun's bands, in inches."""
ROCKET = "rocket"


@dataclass(frozen=True)
class Mortar:
    """A mortar: its ranges in inches, the highest face of a 20-sided die that hits, its shell's weight."""

    name: str
    pounds: int
    least: int
    greatest: int
    hits: int


@dataclass(frozen=True)
class MachineGun:
    """A machine gun: its factors by the upper end of a band in inches, and the least face that jams it."""

    name: str
    bands: tuple[tuple[int, Fraction], ...]
    jams: int


@cache
def mortars() -> Mapping[str, Mortar]:
    """The mortars by name (XXI.A)."""
    columns = ("pounds", "least", "greatest", "hits")
    chart = load_csv(DATA / "mortars.csv", key=("mortar",), numbers=columns)
    return {row["mortar"]: Mortar(row["name"], *(int(row[each]) for each in columns)) for row in chart}


@cache
def machine_guns() -> Mapping[str, MachineGun]:
    """The machine guns by name (XXIV.B, XXIV.F)."""
    chart = load_csv(DATA / "machine_guns.csv", key=("gun",), numbers=("jams",))
    return {
        row["gun"]: MachineGun(
            row["name"],
            tuple((end, Fraction(row[f"to_{end}"])) for end in BANDS if row[f"to_{end}"]),
            int(row["jams"]),
        )
        for row in chart
    }


@cache
def turns_of_fire() -> Mapping[str, int]:
    """Turns of fire before a unit must resupply, by weapon or class of guns (XIV.A)."""
    chart = load_csv(DATA / "ammunition.csv", key=("kind",), numbers=("turns",))
    return {row["kind"]: int(row["turns"]) for row in chart}
