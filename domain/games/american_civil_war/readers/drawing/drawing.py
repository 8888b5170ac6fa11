"""Where things are on the map's sheet, in its pixels: x to the east and y to the south (2.1)."""

from ironclad.domain.games.american_civil_war.board.features import GRID

RADIUS = 26.0  # pixels from a hex's centre to its corners
MARGIN = 8.0
# The point of each sea zone's name, in the open water of the zone.
SEA_NAMES = {
    "West Gulf": "0635",
    "East Gulf": "1935",
    "South Atlantic": "4027",
    "Mid-Atlantic": "4620",
    "North Atlantic": "5009",
}
TURNED = "North Atlantic"  # a narrow strip along the edge: its name runs down


def centre(hex_id: str) -> tuple[float, float]:
    """The pixel at the middle of a hex."""
    x, y = GRID.centre(hex_id, RADIUS)
    return x + MARGIN, y + MARGIN


def size() -> tuple[float, float]:
    """Width and height of the map in pixels."""
    width, height = GRID.size(RADIUS)
    return width + 2 * MARGIN, height + 2 * MARGIN


def view_box() -> str:
    """The viewBox attribute that shows the whole map."""
    width, height = size()
    return f"0 0 {width:.0f} {height:.0f}"


def ends(a: str, b: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two ends of a hexside in pixels."""
    (x, y), (u, v) = GRID.hexside_ends(a, b, RADIUS)
    return (x + MARGIN, y + MARGIN), (u + MARGIN, v + MARGIN)


def middle(a: str, b: str) -> tuple[float, float]:
    """The pixel at the middle of a hexside."""
    (x, y), (u, v) = ends(a, b)
    return (x + u) / 2, (y + v) / 2
