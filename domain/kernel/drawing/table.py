"""A free table as data: its ground, and the units on it as the stands that they consist of.

A scene has one where its board is a plane that each game sets up for itself. Lengths are hundredths of an
inch in units of the sheet: x to the east, y to the south. Facings are whole degrees clockwise from north. A
page draws it, drags its units and measures on it; what an order costs and means is the ruleset's answer
(`Advice.reach`).
"""

from collections.abc import Iterator
from html import escape
from typing import Any

import msgspec

Spot = tuple[int, int]


class Ground(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A piece of ground: an area through `points`, or with `open` a line.

    `kind` says how it is drawn, `says` what it is and what it does, in words. `height` is the number of
    contours that it lies above the lowest ground, for hills.
    """

    key: str
    kind: str
    points: tuple[Spot, ...]
    open: bool = False
    height: int = 0
    says: str = ""


class Stand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stand of figures: its corners (front left, front right, back right, back left), how many figures.

    `form` is what its figures look like: "foot", "horse", "gun", "team", "wagon".
    """

    corners: tuple[Spot, ...]
    figures: int = 0
    form: str = "foot"


class Figure(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A unit on the table. `at` is the middle of its front edge, about which its formation is laid out.

    `key` is its id as commands name it, `place` that of its stack. `sign` is a letter or two on it, `says`
    its state in words, `facts` its figures, each with a name. `draws` is what an order of it consists of
    beside its legs, for the decision that is due and the reader's own units alone; `legs` are the ways in
    which it may be drawn ("move", "wheel", "turn", "about", "spot"). `farthest` is how far it goes over open
    ground.
    """

    key: str
    side: str
    name: str
    place: str
    at: Spot
    facing: int
    stands: tuple[Stand, ...]
    sign: str = ""
    role: str = ""
    says: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    farthest: int = 0
    draws: dict[str, Any] | None = None
    legs: tuple[str, ...] = ()


class Goal(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A place that matters: a circle with a name."""

    at: Spot
    radius: int
    name: str
    says: str = ""


class Table(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table of so many units of the sheet, of which `inch` are an inch."""

    width: int
    height: int
    inch: int = 100
    ground: tuple[Ground, ...] = ()
    goals: tuple[Goal, ...] = ()
    figures: tuple[Figure, ...] = ()


class Arc(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where a stand looks and shoots: from a point, by so many degrees to each side of a facing, out to the
    bands. `bands` are the outer ends of its ranges with a label each, from near to far.
    """

    at: Spot
    facing: int
    half: int
    bands: tuple[tuple[int, str], ...] = ()


class Sight(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A line from one unit to another: between which points, how far apart they are, whether it is open.

    `block` is what lies in the way where it is not, `rule` the clause that says so. `says` are facts of the
    line: the side that it strikes, cover, the band of a weapon.
    """

    to: str
    line: tuple[Spot, Spot]
    distance: int
    open: bool
    block: str = ""
    rule: str = ""
    says: tuple[str, ...] = ()


class Look(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a unit sees of the table: its arcs, its lines to enemies, the sectors that are its flanks.

    `flanks` are arcs about its middle. `support` are the keys of units that support it now.
    """

    key: str
    arcs: tuple[Arc, ...]
    sights: tuple[Sight, ...] = ()
    flanks: tuple[Arc, ...] = ()
    says: tuple[str, ...] = ()


class Ghost(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A unit where a proposed order would leave it, as the referee measures it.

    `used` is the fraction of its move ("3/8"), `length` what its farthest corner covers. `legs` has for each
    leg its length and fraction in words, with the ground that it crosses.
    """

    key: str
    at: Spot
    facing: int
    stands: tuple[tuple[Spot, ...], ...]
    used: str
    length: int
    legs: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


def drawn(table: Table) -> str:
    """A table as SVG for a reader without scripts."""
    inner = "".join((*_ground(table), *_figures(table)))
    return f'<g class="tabletop">{inner}</g>'


def _ground(table: Table) -> Iterator[str]:
    for each in table.ground:
        role, end = (f"{each.kind} open", "") if each.open else (each.kind, "Z")
        data = f"{path(each.points)}{end}"
        yield f'<path class="ground {escape(role)}" d="{data}"><title>{escape(each.says)}</title></path>'


def _figures(table: Table) -> Iterator[str]:
    for each in table.figures:
        stands = "".join(f'<path class="stand" d="{path(stand.corners)}Z"/>' for stand in each.stands)
        yield f'<g class="unit {escape(each.side)}">{stands}<title>{escape(each.name)}</title></g>'


def path(points: tuple[Spot, ...]) -> str:
    """Points as the data of an SVG path."""
    return "M" + "L".join(f"{x},{y}" for x, y in points)
