"""Drawings as SVG: path data, and the sheet of a map with its layers from the ground up to the names."""

from collections.abc import Iterable, Iterator
from html import escape

from ironclad.domain.kernel.drawing.lettering import Name

Layer = tuple[str, Iterable[str]]
"""The class of a group, and what is drawn in it."""
Points = Iterable[Iterable[float]]


def line(points: Points, closed: bool = False) -> str:
    """Points as path data."""
    return f"M{'L'.join(','.join(f'{each:g}' for each in point) for point in points)}{'Z' if closed else ''}"


def lines(runs: Iterable[Points]) -> str:
    """Several lines as path data."""
    return "".join(map(line, runs))


def rings(polygons: Iterable[Iterable[Points]]) -> str:
    """The closed rings of some polygons as path data."""
    return "".join(line(ring, closed=True) for polygon in polygons for ring in polygon)


def path(role: str, data: str) -> str:
    """A path of a class; nothing where there is no data."""
    return f'<path class="{role}" d="{data}"/>' if data else ""


def lettered(names: Iterable[Name]) -> Iterator[str]:
    """Names at their places, with their role and side as classes."""
    for name in names:
        role = " ".join(filter(None, (name.role, name.side, "crowded" if name.crowded else "")))
        yield f'<text class="{role}" x="{name.x:g}" y="{name.y:g}">{escape(name.text)}</text>'


def map_sheet(title: str, size: tuple[float, float], style: str, layers: Iterable[Layer]) -> str:
    """A map of a size, as one document: its style sheet, and each layer as a group with a class."""
    width, height = size
    drawn = "".join(f'<g class="{name}">{"".join(parts)}</g>\n' for name, parts in layers)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="warmap" role="img" '
        f'aria-label="{escape(title)}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><style>{style}</style>\n{drawn}</svg>\n'
    )
