"""The position: everything that the rules can ask about a battle.

Containers are flat dicts of immutable values, so that `copy` is a handful of shallow copies. Sealed orders
(`moves`, `changes`, `fires`, `charges`) are known to their own seat alone before they are revealed; an
`UNKNOWN` order stands for one that was given and that the reader may not know.
"""

import copy

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import (
    ChargePlan,
    FirePlan,
    Message,
    MoveOrder,
    MovePlan,
    Placing,
)
from ironclad.domain.games.iron_brigade.position.scenery import Scenery
from ironclad.domain.games.iron_brigade.position.units import SIDES, Deeds, Muster, Side, Standing, Unit
from ironclad.domain.games.iron_brigade.position.works import Work
from ironclad.domain.kernel.board.plane import Point, Polygon
from ironclad.domain.kernel.engine.records import Outcome
from ironclad.domain.kernel.turn.agenda import Agenda

__all__ = [
    "SIDES",
    "Contact",
    "Gone",
    "LostGuns",
    "Objective",
    "OrderTrigger",
    "Position",
    "Side",
    "SideRules",
]


NEVER = 99_999
"""The turn of arrival of a unit that is carried: it is not on the table."""


class Objective(msgspec.Struct, frozen=True):
    """A place that is worth points to the side that holds it at the end (S/36), as long as the piece of
    terrain that it needs is there.
    """

    id: str
    name: str
    at: Point
    radius: int
    points: dict[str, int]
    when: str = "end"
    needs: str = ""


class OrderTrigger(msgspec.Struct, frozen=True):
    """A side's units take this standing order once they see an enemy unit so near (S/16)."""

    side: Side
    seen_within: int
    order: Standing


class SideRules(msgspec.Struct, frozen=True):
    """What a scenario says of a side: its zone, its own table edge, its handicap."""

    zone: Polygon
    edge: str
    handicap: int = 0


class Must(msgspec.Struct, frozen=True):
    """Units, and so many further regiments, that set up inside a piece of terrain."""

    inside: str
    units: tuple[str, ...] = ()
    further: int = 0


class SetUp(msgspec.Struct, frozen=True):
    """A sealed set-up of a side: the corners of the area of its units' centres, its formations if they are
    limited, and who has to be where (S/26).
    """

    centres: tuple[Point, Point]
    formations: tuple[str, ...] = ()
    musts: tuple[Must, ...] = ()


class Gone(msgspec.Struct, frozen=True):
    """A unit that left the battle: how, and with how many men and sections it did."""

    how: str
    men: int = 0
    sections: int = 0


class LostGuns(msgspec.Struct, frozen=True):
    """Guns that were left on the table (VII.P/3, /4): whose battery, how many sections, who holds them."""

    battery: str
    sections: int
    at: Point
    holder: str


class Contact(msgspec.Struct, frozen=True):
    """A charge that went home: the charger, its target, and the side of the target that it struck.

    `rounds` of melee have been fought; each unit of `charged` has the bonus of a charge in the first.
    """

    charger: str
    target: str
    side: str
    charged: tuple[str, ...]
    rounds: int = 0


class Position(msgspec.Struct, dict=True):
    """A full state of a battle.

    `setups` are the sealed set-ups before turn 1, `placings` those that were given and not revealed yet.
    `weather` is "roll" until it is rolled; `weather_reads` has results that are read as others. Night falls
    in turn `night_from`, if that is not 0. `normal` is how far one sees without smoke (0: as far as now),
    `clear` without weather. `smoke` has where units fired in the last turns, `quiet` how many turns have
    passed since smoke grew. `weather_since` and `weather_fixed` are turns.

    `agenda` has the open decisions and the turn. In the movement step, `revealed` are the orders of both
    seats, `origins` the units as it began, `part` how many of its 16 parts are made, `progress` how far each
    unit has come, `stopped` which units stopped and for whom, `passages` what going through friends did to
    units, `changed` the orders of XII.D. `messages` are the standing orders that orderlies carry, `delivered`
    those that count from the next turn. `triggers` are the reasons for checks since the last step 3,
    `successes` the charges that await step 5, `responses` what charged units do.
    `works` are works in progress and places of what was torn down, `burning` the buildings and bridges on
    fire with the turn that ends them. `aboard` has the units that are carried, with what carries them; they
    are among `arrivals`, with the turn NEVER. From turn `ships_hold_from` on ships do not fire (0: never).
    `hidden` are the units that the enemy does not see, with their sides: in what he is shown they are nowhere
    else. Beside its fields it may
    keep answers to questions about it (`domain/kernel/engine/memo.py`).
    """

    scenario: str = ""
    options: dict[str, str] = {}
    agenda: Agenda = Agenda()
    phase: str = ""
    turns: int = 0
    visibility: int = 28000
    weather: str = "good"
    weather_reads: dict[str, str] = {}
    night: bool = False
    night_from: int = 0
    normal: int = 0
    clear: int = 28000
    smoke: tuple[tuple[Point, ...], ...] = ()
    quiet: int = 0
    weather_since: int = 0
    weather_fixed: int = 0
    setups: dict[str, SetUp] = {}
    placings: dict[str, Placing | None] = {}
    scenery: Scenery = Scenery(1, 1, ())
    sides: dict[str, SideRules] = {}
    objectives: tuple[Objective, ...] = ()
    draw_below: int = 10
    decisive_from: int = 50
    order_triggers: tuple[OrderTrigger, ...] = ()
    muster: dict[str, Muster] = {}
    units: dict[str, Unit] = {}
    arrivals: dict[str, int] = {}
    deeds: dict[str, Deeds] = {}
    gone: dict[str, Gone] = {}
    lost_guns: dict[str, LostGuns] = {}
    moves: dict[str, MovePlan | None] = {}
    revealed: dict[str, MoveOrder] = {}
    origins: dict[str, Unit] = {}
    progress: dict[str, int] = {}
    stopped: dict[str, str] = {}
    passages: dict[str, str] = {}
    part: int = 0
    changes: dict[str, MovePlan | None] = {}
    changed: dict[str, MoveOrder] = {}
    fires: dict[str, FirePlan | None] = {}
    charges: dict[str, ChargePlan | None] = {}
    triggers: dict[str, tuple[str, ...]] = {}
    messages: dict[str, Message] = {}
    delivered: dict[str, Standing] = {}
    contacts: tuple[Contact, ...] = ()
    successes: tuple[Contact, ...] = ()
    responses: dict[str, int] = {}
    captured: dict[str, int] = {}
    works: dict[str, Work] = {}
    burning: dict[str, int] = {}
    aboard: dict[str, str] = {}
    ships_hold_from: int = 0
    hidden: dict[str, str] = {}
    end_offers: tuple[str, ...] = ()
    proposals: dict[str, tuple[str, str]] = {}
    ended: Outcome | None = None

    def copy(self) -> "Position":
        """A position of its own: later changes of either do not touch the other."""
        twin = copy.copy(self)
        for name in _FLAT:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def turn(self) -> int:
        """The turn, counted from 1."""
        return self.agenda.turn

    def plays(self, option: str) -> bool:
        """Whether the game has chosen this other reading ("yes")."""
        return self.options.get(option) == "yes"

    def side_of(self, unit: str) -> Side:
        """The side of a unit."""
        return self.muster[unit].side

    def of_side(self, side: str) -> list[str]:
        """The units of a side on the table, by number."""
        own = [id for id in self.units if self.muster[id].side == side]
        return sorted(own, key=lambda id: self.muster[id].number)

    def in_order(self) -> list[str]:
        """All units on the table in the order of VII.N/2: by number, and the sides in turn."""
        first = "confederate" if self.turn % 2 else "union"
        return sorted(self.units, key=lambda id: (self.muster[id].number, self.muster[id].side != first, id))


_FLAT = tuple(
    name
    for name, value in zip(Position.__struct_fields__, Position.__struct_defaults__, strict=True)
    if isinstance(getattr(Position(), name), dict)
)
