"""The scene: what play puts on the board, as data that any drawer draws the same way.

A ruleset's `scene(position, seat)` gives the counters and marks of a position and the stacks that they
show. The position is what the reader may know; `seat` is the reader's, None for an onlooker and for a
reader from whom nothing is hidden. Overlays are scenes of areas, lines and spots. `primitives` turns an
element into SVG shapes. The browser has the same function (`api/web/static/board/scene.js`); shared vectors
hold both to the same shapes.

Coordinates and lengths are units of the board's sheet, x to the east and y to the south.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import msgspec

from ironclad.domain.kernel.drawing import table as tables
from ironclad.domain.kernel.drawing.table import Table

VIEW = "scene"
"""The name of the view that has the scene."""

HALF = 12.5  # half a counter's side
_STAR = "M0,-8 2.1,-2.9 7.6,-2.5 3.4,1.1 4.7,6.5 0,3.6 -4.7,6.5 -3.4,1.1 -7.6,-2.5 -2.1,-2.9Z"
_SIGN = 8.4  # from the middle of a sign to the next one's
_NARROW = 0.86  # of a counter that shares its place
_BESIDE = 11.5  # to one side, of a counter that shares its place


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """A path in sheet units about the element's middle, with the classes that colour it."""

    d: str
    role: str = ""


class Badge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter in a circle at a corner of a counter: at the left (-1) or at the right (1)."""

    label: str
    role: str
    corner: int = -1


class Element(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A thing on the board.

    `layer` is "works" (under the counters), "counters" or "above". `form` says how it is drawn: "counter",
    "token" (a circle with a letter or two), "hull" or "paths". `role` are classes for colours, the side
    first. `place` is where it is, `x` and `y` where it is drawn. `beside`: -1 or 1 for a counter that
    shares its place with another side's. `label` is its number or letters, `plate` letters below it,
    `shapes` paths of "paths", or signs of a counter.
    """

    key: str
    layer: str
    form: str
    place: str
    x: float
    y: float
    role: str = ""
    label: str = ""
    title: str = ""
    shapes: tuple[Shape, ...] = ()
    plate: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()
    outline: str = ""
    several: bool = False
    due: bool = False
    beside: int = 0


class Part(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A part of a stack that can be chosen by itself: equal units, or a leader.

    `kind` is its class of unit ("" for a leader), `label` what that is called. `unit` is the part as
    commands name it, or the `ids` of its pieces where they name each. `known`: the reader knows its count.
    `ready`: it may be ordered to march now. `sound`: nothing ails it. `says` are its states in words, `short`
    the one that fits on its counter. `name` and `rating` are a leader's. `figure` is written on its counter
    in place of its count, such as its strength; a single piece with one is called by its label alone.
    """

    kind: str = ""
    label: str = ""
    count: int = 0
    known: bool = True
    ready: bool = False
    sound: bool = True
    says: tuple[str, ...] = ()
    short: str = ""
    sign: str = ""
    unit: dict[str, Any] = {}
    name: str = ""
    rating: str = ""
    figure: str = ""


class Stack(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a counter shows: the pieces of a side in a place. `text` is for screen readers, `cells` for
    a list.
    """

    key: str
    place: str
    side: str
    weight: int
    text: str
    cells: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()


def beside(stacks: Sequence[Stack], first: str) -> Iterator[tuple[Stack, int]]:
    """Each stack with where it is drawn in its place: 0 in the middle where it is alone, else to one side,
    -1 for the stacks of `first` and 1 for the others.
    """
    shared = Counter(stack.place for stack in stacks)
    for stack in stacks:
        yield stack, 0 if shared[stack.place] < 2 else -1 if stack.side == first else 1


class Moving(msgspec.Struct, frozen=True, omit_defaults=True):
    """The force on the move: whose, where, what it has left, and its parts.

    `by` is the type of the command that moves it on, where that is not the one that the manifest names.
    """

    seat: str
    place: str
    left: int
    parts: tuple[Part, ...] = ()
    by: str = ""


class Holders(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who holds what: by place ("none": nobody), and for other places by the region that the sheet says
    they lie in.
    """

    places: dict[str, str] = {}
    regions: dict[str, str | None] = {}


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines through points, as one path."""

    role: str
    runs: tuple[tuple[tuple[float, float], ...], ...]


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All that a page needs to show a position. `lines` lie on the board below everything else.

    `play` has `turn`, `line` (the point of the game, in words), `due` (the decision with its `question`; a
    list if several decisions may be open at once) and `outcome`; where the reader may give orders whatever is
    due, `anytime` has for each its `kind`, `seat`, `rule`, `name` and `form`. `pieces` has the place of each
    piece that commands name by an id, so that a click on the place finds its orders. `window` are rectangles
    of the board that hold the part of it that is played on: left, top, width, height; none for all of it.
    `table` is what a plane that each game sets up has on it.
    """

    play: dict[str, Any]
    elements: tuple[Element, ...]
    lines: tuple[Line, ...] = ()
    stacks: tuple[Stack, ...] = ()
    moving: Moving | None = None
    holders: Holders = Holders()
    pieces: dict[str, str] = {}
    window: tuple[tuple[float, float, float, float], ...] = ()
    table: Table | None = None


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """Places as one shape; `size` 1 is their outline, less is smaller."""

    role: str
    places: tuple[str, ...]
    size: float = 1.0
    title: str = ""


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A circle with a text, or the text alone where `r` is 0."""

    role: str
    x: float
    y: float
    r: float = 0.0
    label: str = ""
    title: str = ""


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may be laid over the board: areas below lines below spots, unless `lines_first`."""

    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()
    spots: tuple[Spot, ...] = ()
    lines_first: bool = False


def document_of(scene: Scene) -> dict[str, Any]:
    """A scene as a page gets it: the view `scene` (views.py)."""
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(scene))
    return document


Primitive = tuple[str, dict[str, str | float], str]
"""An SVG element: its name, attributes and text."""


def primitives(element: Element) -> list[Primitive]:
    """The shapes of an element about its middle, from the bottom up; the last is its title."""
    forms = {"counter": _counter, "token": _token, "hull": _hull, "paths": _paths}
    return [*forms[element.form](element), ("title", {}, element.title)]


def shift(element: Element) -> str:
    """The transform of an element's shapes within its place: "" for one that has its place to itself."""
    return f"translate({_BESIDE * element.beside:g} 0) scale({_NARROW:g})" if element.beside else ""


def drawn(scene: Scene) -> str:
    """A scene as SVG for a reader without scripts: one group, to lie over the sheet; elements have their
    key as id.
    """
    layers = dict.fromkeys(("works", "counters", "above"), "")
    for element in scene.elements:
        layers[element.layer] += _group(element)
    lines = "".join(f'<path class="{escape(line.role)}" d="{_runs(line)}"/>' for line in scene.lines)
    groups = "".join(f'<g class="layer {name}">{shapes}</g>' for name, shapes in layers.items())
    table = "" if scene.table is None else tables.drawn(scene.table)
    return f'<g class="pieces">{table}<g class="layer lines">{lines}</g>{groups}</g>'


def _runs(line: Line) -> str:
    return "".join("M" + "L".join(f"{x:g},{y:g}" for x, y in run) for run in line.runs)


def _group(element: Element) -> str:
    inner = "".join(_svg(*each) for each in primitives(element))
    if within := shift(element):
        inner = f'<g transform="{within}">{inner}</g>'
    where = f"translate({_tenth(element.x)} {_tenth(element.y)})"
    classes = escape(f"{element.form} {element.role}")
    return f'<g data-key="{escape(element.key)}" transform="{where}"><g class="{classes}">{inner}</g></g>'


def _svg(name: str, attributes: dict[str, str | float], text: str) -> str:
    written = "".join(
        f' {key}="{escape(value) if isinstance(value, str) else f"{value:g}"}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{escape(text)}</{name}>"


def _square(by: float = 0.0, x: float = 0.0, y: float = 0.0) -> dict[str, str | float]:
    side, left = 2 * (HALF + by), -HALF - by
    return {"x": left + x, "y": left + y, "width": side, "height": side, "rx": 2.5 + by}


def _counter(element: Element) -> Iterator[Primitive]:
    if element.due:
        yield "rect", {"class": "due", **_square(3.2)}, ""
    if element.outline:
        yield "path", {"class": "outline", "d": element.outline}, ""
    if element.several:
        yield "rect", {"class": "under", **_square(0.0, 2.4, -2.4)}, ""
    yield "rect", {"class": "face", **_square()}, ""
    middle = (len(element.shapes) - 1) / 2
    for index, sign in enumerate(element.shapes):
        where = f"translate({_tenth((index - middle) * _SIGN)} -7.6)"
        yield "path", {"class": f"kind {sign.role}", "d": sign.d, "transform": where}, ""
    if element.label:
        led = bool(element.plate)
        yield "text", {"class": "strength led" if led else "strength", "y": 4.9 if led else 8}, element.label
    else:
        yield "path", {"class": "star", "d": _STAR}, ""
    if element.plate:
        plate = {"x": -HALF, "y": HALF - 6.6, "width": 2 * HALF, "height": 6.6, "rx": 1.5}
        yield "rect", {"class": "plate", **plate}, ""
        squeeze: dict[str, str | float] = (
            {"textLength": 2 * HALF - 2, "lengthAdjust": "spacingAndGlyphs"} if len(element.plate) > 2 else {}
        )
        yield "text", {"class": "leaders", "y": HALF - 1.3, **squeeze}, " ".join(element.plate)
    for badge in element.badges:
        x, y = badge.corner * HALF, -HALF
        yield "circle", {"class": f"badge {badge.role}", "cx": x, "cy": y, "r": 4.6}, ""
        yield "text", {"class": "badge-label", "x": x, "y": y + 2.4}, badge.label


def _token(element: Element) -> Iterator[Primitive]:
    yield "circle", {"r": 6}, ""
    yield "text", {"y": 2.5}, element.label


def _hull(element: Element) -> Iterator[Primitive]:
    half = 7.5 + 2.9 * len(element.label)
    ends = f"M{_tenth(-half)},-5H{_tenth(half)}L{_tenth(half - 5)},5.5H{_tenth(5 - half)}Z"
    yield "path", {"d": ends}, ""
    yield "text", {"y": 3.2}, element.label
    for badge in element.badges:
        spot = {"cx": float(_tenth(badge.corner * half)), "cy": -5, "r": 3.2}
        yield "circle", {"class": badge.role, **spot}, ""


def _paths(element: Element) -> Iterator[Primitive]:
    for shape in element.shapes:
        yield "path", {"class": shape.role, "d": shape.d} if shape.role else {"d": shape.d}, ""


def _tenth(value: float) -> str:
    """A number to a tenth, as both drawers write it: no zero after the point, no minus before 0."""
    return f"{round(value * 10) / 10 + 0.0:g}"
