"""The battle map (tactical/2): a table beside the coast, printed on the sheet, with the boxes of both armies.

The attacker's boxes are above, the defender's below; the middle of a column is shared by both.
"""

from dataclasses import dataclass
from functools import cache

from ironclad.domain.games.eagle_variant.position.battles import COLUMNS, LATE, MIDDLES, RESERVE, RETREAT
from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "tactical/2", where=f"{__name__}.boxes")

FRAME = (1640.0, 1385.0, 640.0, 468.0)
"""Left, top, width and height of the table."""
WIDE, ASIDE = 155.0, 152.0  # a column, a box at the side
LINE, MIDDLE = 110.0, 85.0  # the heights of a line, and of an army's half of a middle
TOP, GAP = 42.0, 8.0
PITCH, TALL = 33.0, 36.0  # from one counter to the next one
SIDES = {RETREAT: (0.0, 65.0), RESERVE: (65.0, 65.0), "late": (130.0, 65.0)}
"""The boxes at the side: how far from the army's edge, and their heights."""
NAMES = {RETREAT: "Retreat", RESERVE: "Reserve", "late": "Not yet there"}


@dataclass(frozen=True, slots=True)
class Box:
    """A box of an army on the sheet: left, top, width, height and what it is called."""

    x: float
    y: float
    width: float
    height: float
    name: str


@cache
def boxes(attacks: bool) -> dict[str, Box]:
    """The boxes of the attacker or of the defender by the names that a battle has for them.

    Those of units that have not entered are one box.
    """
    left = FRAME[0]
    found: dict[str, Box] = {}
    for number, column in enumerate(COLUMNS):
        x = left + GAP + number * WIDE
        found[column] = _box(attacks, x, 0.0, WIDE - GAP, LINE, f"{column} line")
        found[MIDDLES[column]] = _box(attacks, x, LINE + GAP, WIDE - GAP, MIDDLE, f"{column} middle")
    for name, (far, height) in SIDES.items():
        x = left + GAP + len(COLUMNS) * WIDE
        box = _box(attacks, x, far, ASIDE, height - 4, NAMES[name].lower())
        found |= dict.fromkeys(LATE if name == "late" else (name,), box)
    return found


def _box(attacks: bool, x: float, far: float, width: float, height: float, name: str) -> Box:
    """A box of an army, so far from its edge of the table."""
    depth = LINE + GAP + MIDDLE
    top = FRAME[1] + TOP
    y = top + far if attacks else top + 2 * depth + GAP - far - height
    return Box(x, y, width, height, name)


def place_in(box: Box, number: int, count: int) -> tuple[float, float]:
    """The middle of one of so many counters in a box; where they are many they lie closer together."""
    row = max(1, int((box.width - 4) // PITCH))
    rows = -(-count // row)
    closer = min(TALL, (box.height - 30) / max(1, rows - 1)) if rows > 1 else TALL
    x = box.x + 19 + (number % row) * PITCH
    y = box.y + (box.height - (rows - 1) * closer) / 2 + (number // row) * closer
    return round(x, 1), round(y, 1)
