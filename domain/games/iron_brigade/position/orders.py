"""Orders as a seat gives them, before they are revealed. Lengths are hundredths of an inch."""

from typing import Literal

import msgspec

from ironclad.domain.games.iron_brigade.position.units import Standing
from ironclad.domain.games.iron_brigade.position.works import Job
from ironclad.domain.kernel.board.plane import Point

Formation = Literal["close", "open", "skirmish", "column", "flank_right", "flank_left"]


class Go(msgspec.Struct, frozen=True, tag_field="leg", tag="move"):
    """Every stand goes by this vector."""

    dx: int
    dy: int


class WheelBy(msgspec.Struct, frozen=True, tag_field="leg", tag="wheel"):
    """About the outer front corner on a side, 1 to 90 degrees."""

    to: Literal["left", "right"]
    degrees: int


class TurnBy(msgspec.Struct, frozen=True, tag_field="leg", tag="turn"):
    """Each stand clockwise about its own centre, a battery about its gun."""

    degrees: int


class AboutFace(msgspec.Struct, frozen=True, tag_field="leg", tag="about"):
    """Every stand keeps its place and faces the other way."""


class FormUp(msgspec.Struct, frozen=True, tag_field="leg", tag="form"):
    """To another formation, whose front edge has its middle at a point."""

    formation: Formation
    at: Point
    facing: int


class Crawl(msgspec.Struct, frozen=True, tag_field="leg", tag="crawl"):
    """Men who lie down, by at most an inch."""

    dx: int
    dy: int


class Haul(msgspec.Struct, frozen=True, tag_field="leg", tag="manhandle"):
    """An unlimbered gun by hand, at most an inch; its limber follows."""

    dx: int
    dy: int


class Limber(msgspec.Struct, frozen=True, tag_field="leg", tag="limber"):
    """Hook the gun to its limber, which then leads toward this facing; a mountain gun may be packed on mules
    instead.
    """

    facing: int
    packed: bool = False


class Unlimber(msgspec.Struct, frozen=True, tag_field="leg", tag="unlimber"):
    """Leave the gun in its place, facing along the march or straight back."""

    back: bool = False


LegOrder = Go | WheelBy | TurnBy | AboutFace | FormUp | Crawl | Haul | Limber | Unlimber
Action = Literal[
    "march",
    "face",
    "form",
    "lie_down",
    "stand_up",
    "heads_down",
    "mount",
    "dismount",
    "battery",
    "resupply",
    "work",
    "cross",
    "load",
    "run",
    "raise",
    "lower",
    "sail",
]


class MoveOrder(msgspec.Struct, frozen=True):
    """What a unit does in the movement step: one action (III.G), or the actions of a battery (III.H).

    `speed` is that of a train or a vessel; a ship turns by `degrees` first, to the right above 0.
    """

    action: Action
    legs: tuple[LegOrder, ...] = ()
    load: bool = False
    job: Job | None = None
    speed: int | None = None
    degrees: int = 0


class Message(msgspec.Struct, frozen=True):
    """A standing order that an orderly carries to a unit (XII.C)."""

    unit: str
    order: Standing


class MovePlan(msgspec.Struct, frozen=True):
    """A seat's movement orders by unit, the standing orders that it changes, and what its orderlies take."""

    orders: dict[str, MoveOrder] = {}
    standing: dict[str, Standing] = {}
    messages: dict[str, Message] = {}


class Spot(msgspec.Struct, frozen=True):
    """A unit's place in a set-up: the middle of its front edge, its facing, its formation."""

    at: Point
    facing: int
    formation: str


class Placing(msgspec.Struct, frozen=True):
    """Where a seat sets up its units; those that it does not name keep their default places."""

    units: dict[str, Spot] = {}


class FireOrder(msgspec.Struct, frozen=True):
    """At whom a unit fires: one target with one weapon, or so many sections at each target (IV/2, V/1).

    `reload`: a battery loads after its fire, or without one. `answer`: it names nobody, and fires back at an
    enemy who reveals himself by firing at it (XI.C/4). `pieces`: so many sections at each
    piece of terrain (V/2). `lent`: men of regiments who serve the guns of sections without men (VI.C/2).
    """

    target: str = ""
    weapon: str = ""
    sections: dict[str, int] = {}
    reload: bool = False
    answer: bool = False
    pieces: dict[str, int] = {}
    lent: dict[str, int] = {}

    @property
    def shoots(self) -> bool:
        """Whether it names a target at all."""
        return bool(self.target or self.sections or self.pieces)


class FirePlan(msgspec.Struct, frozen=True):
    """The fire orders of a seat, by unit."""

    orders: dict[str, FireOrder] = {}


class ChargePlan(msgspec.Struct, frozen=True):
    """The charges of a seat: by unit the enemy unit that it charges."""

    charges: dict[str, str] = {}
