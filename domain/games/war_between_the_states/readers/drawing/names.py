"""The names on the printed map: cities, towns, dots and landmarks, states, each where it covers little."""

from collections.abc import Iterator
from functools import cache

from ironclad.domain.games.war_between_the_states.board.features import Place
from ironclad.domain.games.war_between_the_states.board.map import load_map
from ironclad.domain.games.war_between_the_states.readers.drawing.geometry import middle
from ironclad.domain.kernel.drawing.lettering import Box, Lettering, Name, Spot, Wanted, around

STATES = {
    "AL": "Alabama", "AR": "Arkansas", "DC": "District of Columbia", "DE": "Delaware", "FL": "Florida",
    "GA": "Georgia", "IA": "Iowa", "IL": "Illinois", "IN": "Indiana", "IT": "Indian Territory",
    "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana", "MD": "Maryland", "MO": "Missouri",
    "MS": "Mississippi", "NC": "North Carolina", "NE": "Nebraska", "NJ": "New Jersey", "OH": "Ohio",
    "PA": "Pennsylvania", "SC": "South Carolina", "TN": "Tennessee", "TX": "Texas", "VA": "Virginia",
}  # fmt: skip
SIZES = {"city": 12.0, "town": 10.0, "dot": 8.0, "landmark": 8.0, "state": 30.0, "sea": 34.0}
"""The height of letters, as `map.css` has it."""
LETTERING = Lettering(
    SIZES, far_sizes={"city": 30.0, "state": 44.0, "sea": 50.0}, hangs=0.4, width=0.55, widths={"city": 0.6}
)
MARK, COUNTER = 6.0, 13.0  # half of a town's sign, of a counter
ORDER = ("city", "town", "dot", "landmark")
SEAS = (("Atlantic Ocean", "C3043"), ("Gulf of Mexico", "B3433"))
CELL = 160.0  # pixels: names that lie farther apart cannot touch


@cache
def names() -> tuple[Name, ...]:
    """Every name, larger places first."""
    return tuple(name for cell in _cells().values() for name in LETTERING.placed(cell, _taken(cell), ()))


def _cells() -> dict[tuple[int, int], list[Wanted]]:
    """Names by a part of the map: names of two parts are placed without each other."""
    found: dict[tuple[int, int], list[Wanted]] = {}
    for wanted in _wanted():
        x, y, _ = wanted[2][0]
        found.setdefault((int(x // (4 * CELL)), int(y // (4 * CELL))), []).append(wanted)
    return found


def _taken(cell: list[Wanted]) -> Iterator[Box]:
    """The signs of the places that are named."""
    for role, _, spots in cell:
        if role in ORDER:
            x, y, _ = spots[0]
            yield around((x, y - _below(role)), MARK)


def _below(role: str) -> float:
    return 9.0 + SIZES[role]


def _wanted() -> Iterator[Wanted]:
    for name, hex in SEAS:
        yield "sea", name, ((*middle(hex), ""),)
    for code, at in _middles().items():
        yield "state", STATES.get(code, code), ((*at, ""),)
    by_size = sorted(load_map().features.places, key=lambda place: (ORDER.index(place.size), place.hex))
    for place in by_size:
        yield place.size, place.name, _about(place)


def _middles() -> dict[str, tuple[float, float]]:
    """The hex of each state that is nearest to the middle of all its hexes."""
    hexes: dict[str, list[str]] = {}
    for id, here in load_map().hexes.items():
        hexes.setdefault(here.state, []).append(id)
    found = {}
    for state, ids in sorted(hexes.items()):
        if len(ids) < 12:
            continue
        x = sum(middle(id)[0] for id in ids) / len(ids)
        y = sum(middle(id)[1] for id in ids) / len(ids)
        found[state] = min((middle(id) for id in ids), key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    return found


def _about(place: Place) -> tuple[Spot, ...]:
    """Below, above, to the right and to the left of a place."""
    x, y = middle(place.hex)
    size = SIZES[place.size]
    beside = y + size * 0.35
    return (
        (x, y + _below(place.size), "below"),
        (x, y - MARK - 3, "above"),
        (x + MARK + 3, beside, "right"),
        (x - MARK - 3, beside, "left"),
        (x, y + _below(place.size) + size, "below"),
        (x, y - MARK - 4 - size, "above"),
    )
