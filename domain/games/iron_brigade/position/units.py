"""Units: what they began with, where and in what state they are, and what they did this turn.

All of them are immutable. Lengths are hundredths of an inch, facings whole degrees clockwise from north.
"""

from fractions import Fraction
from functools import cached_property
from typing import Literal

import msgspec

from ironclad.domain.games.iron_brigade.position.vessels import Hull, Vessel
from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.board.plane.bodies import Base, Body
from ironclad.domain.kernel.engine.citations import cite, rule

Side = Literal["union", "confederate"]
SIDES: tuple[Side, ...] = ("union", "confederate")
ENEMY: dict[str, Side] = {"union": "confederate", "confederate": "union"}
State = Literal["good", "disorganized", "broken", "routed"]
Posture = Literal["up", "prone", "heads_down"]
REGIMENTS = ("infantry", "cavalry", "mounted_infantry")
SINGLES = ("officer", "orderly", "wagon", "balloon")
HORSES = "horses"
"""Horses of a dismounted regiment, with the men who hold them (X.A/3)."""
BATTERIES = ("battery", "machine_gun", "rocket", "mortar")
"""Units of guns: cannon, machine guns, rockets, mortars."""
TYPES = (*REGIMENTS, *BATTERIES, HORSES, *SINGLES, "train", "ship", "craft")
cite(__name__, "I.A/1", "I.C/1", "I.D/1", "I.E/1", "I.E/2", "II.C/3", where="units.Unit")
cite(__name__, "II.C/5", "XXIV.G/2", "XIX.B/2", where="units.BATTERIES")
cite(__name__, "XVI.A/1", where="units.SINGLES")


class Standing(msgspec.Struct, frozen=True):
    """A standing order (XII.A/1): its kind, and the place, the unit or the route that it names."""

    kind: Literal["HOLD", "ADVANCE", "ATTACK", "MARCH", "SUPPORT", "WITHDRAW"]
    goal: Point | None = None
    unit: str = ""
    route: tuple[str, ...] = ()


class Muster(msgspec.Struct, frozen=True):
    """What a unit is and began the battle with; it never changes. `men` are figures (I.C/1).

    `single`: its guns count one by one, and `sections` is their number. `supply` are the turns of fire that
    the scenario gives: 0 for those of the chart, -1 without limit (XIV.A/3).
    """

    name: str
    side: Side
    number: int
    type: str
    brigade: str = ""
    grade: str = ""
    irregular: bool = False
    value: int = 0
    weapons: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    men: int = 0
    gun: str = ""
    gun_class: str = ""
    horse_artillery: bool = False
    sections: int = 0
    horses: int = 0
    bonus: int = 0
    radius: int = 0
    cargo: str = ""
    single: bool = False
    supply: int = 0
    cars: int = 0
    track: str = ""
    forward: bool = True
    hull: Hull | None = None

    @property
    def is_regiment(self) -> bool:
        """Whether this is a regiment of foot or horse."""
        return self.type in REGIMENTS

    @property
    def rides(self) -> bool:
        """Whether it is a mounted target in the saddle: regiments are, and horses that are held."""
        return self.is_regiment or self.type == HORSES

    @property
    def is_battery(self) -> bool:
        """Whether this is a battery of guns."""
        return self.type in BATTERIES

    @property
    def uses_lower_row(self) -> bool:
        """Whether guns fire at it with their lower row (V/2)."""
        return self.is_battery or self.type == "ship"

    @property
    def has_morale(self) -> bool:
        """Whether this unit has a morale of its own: regiments and batteries have."""
        return self.is_regiment or self.is_battery


class Stand(msgspec.Struct, frozen=True):
    """A stand: its men and its size, and its place and turn in the frame of its unit (G/54)."""

    men: int
    width: int
    depth: int
    ahead: int
    right: int
    turn: int = 0

    @property
    def base(self) -> Base:
        """The stand as a rectangle of the plane."""
        return Base(self.width, self.depth, self.ahead, self.right, self.turn)


class Guns(msgspec.Struct, frozen=True):
    """What a battery has left (II.C/3); `ammunition` in turns of fire."""

    sections: int
    men: int
    horses: int
    limbers: int
    ammunition: int
    loaded: bool


class Marks(msgspec.Struct, frozen=True):
    """What earlier turns oblige a unit to; each names the turn in which it holds, 0 for none.

    `no_advance` and `eager`: VII.E/2 to /5. `bonus` of a charge in `bonus_turn`: VIII.C/5 and /6.
    `reforming`: VIII.E, VIII.F. `fell_back` counts turns running, up to `fell_back_turn`, `half_fire` follows
    them: VIII.D. `lost_prisoners`: IX.F.
    """

    no_advance: int = 0
    eager: int = 0
    bonus: int = 0
    bonus_turn: int = 0
    reforming: int = 0
    fell_back: int = 0
    fell_back_turn: int = 0
    half_fire: int = 0
    lost_prisoners: int = 0


class Unit(msgspec.Struct, frozen=True, dict=True):
    """A unit on the table. Stands of a scattered unit have places of their own: the frame is the table's.

    `unarmed` men threw down their weapons (VII.U). `prisoners` are men that it holds (IX.F). `flanked`: it
    has taken fire from flank or rear in this battle (VII.A/2). `shots` are the turns that a regiment fired
    since it was supplied, `fired_in` is the last turn in which a unit fired, `streak` how many
    turns on end it has fired by then. `jammed` are sections of machine
    guns. `packed`: mountain guns on mules. `stock`: resupplies that a wagon has left.
    `tangled`: the wire in which it spent the last turn, `passed_kinds` the obstacles that it knows (XV).
    `height` of a balloon: down, rising, up, sinking. `until`: the last turn of its change, or of a unit's
    unloading. `head` and `speed` of a train, in hundredths of an inch along its track and a turn.
    """

    at: Point
    facing: int
    formation: str
    stands: tuple[Stand, ...]
    state: State = "good"
    mounted: bool = False
    posture: Posture = "up"
    guns: Guns | None = None
    unarmed: int = 0
    prisoners: int = 0
    fired_turns: int = 0
    flanked: bool = False
    order: Standing | None = None
    marks: Marks = Marks()
    shots: int = 0
    fired_in: int = 0
    streak: int = 0
    jammed: int = 0
    packed: bool = False
    stock: int = 0
    tangled: str = ""
    passed_kinds: tuple[str, ...] = ()
    height: str = ""
    until: int = 0
    head: int = 0
    speed: int = 0
    vessel: Vessel | None = None

    @cached_property
    def body(self) -> Body:
        """Its stands on the plane."""
        return Body(self.at, self.facing, tuple(stand.base for stand in self.stands))

    @property
    def men(self) -> int:
        """Its men: those on its stands, or the crews of a battery."""
        return self.guns.men if self.guns is not None else sum(stand.men for stand in self.stands)

    @property
    def guards(self) -> int:
        """Men who guard prisoners, one for every five (IX.F/3)."""
        return -(-self.prisoners // 5)

    @property
    def armed(self) -> int:
        """Men who have weapons and are free to use them."""
        return max(self.men - self.unarmed - self.guards, 0)

    def placed(self, body: Body, formation: str | None = None) -> "Unit":
        """This unit in another place; its stands keep their numbers and men,
        and have the sizes of the bases: those of gun and limber change places."""
        stands = tuple(
            Stand(stand.men, base.width, base.depth, base.ahead, base.right, base.turn)
            for stand, base in zip(self.stands, body.bases, strict=True)
        )
        return msgspec.structs.replace(
            self, at=body.at, facing=body.facing, stands=stands, formation=formation or self.formation
        )


class FireTaken(msgspec.Struct, frozen=True):
    """Fire that a unit took this turn: from whom, with what, from which side, and what it cost.

    `firer_cover` is the cover that the firer has against the unit.
    """

    firer: str
    artillery: bool
    side: str
    firer_cover: str
    lost: int


class Deeds(msgspec.Struct, frozen=True):
    """What a unit did this turn, and what befell it.

    `used` is the fraction of its move, `length` what its farthest corner covered. `heading`: forward or away
    from the nearest enemy (G/44). `advance`: its order led toward the nearest enemy in sight. `men` are
    those at the start of the turn. `passed`: infantry went through it (III.C/2). `shaken`: it fell below
    good morale, or was disorganized in the turn. `beaten`: it broke or routed. `saw_beaten`: it checked for
    broken friends. `rally`: what VII.G to VII.I ask of a broken or routed unit this turn.
    """

    men: int = 0
    action: str = ""
    used: tuple[int, int] = (0, 1)
    length: int = 0
    heading: Literal["", "forward", "away"] = ""
    advance: bool = False
    actions: int = 0
    loaded: bool = False
    formed: bool = False
    wet: bool = False
    hauled: bool = False
    passed: bool = False
    fired: bool = False
    shaken: bool = False
    beaten: bool = False
    saw_beaten: bool = False
    rally: Literal["", "stay", "gather", "flee"] = ""
    taken: tuple[FireTaken, ...] = ()

    @property
    def share(self) -> Fraction:
        """The fraction of its move that the unit used."""
        return Fraction(*self.used)

    @property
    def moved(self) -> bool:
        """Whether the unit moved at all in the movement step."""
        return self.used[0] > 0


@rule("G/54")
def scattered(places: tuple[tuple[Point, int], ...], stands: tuple[Stand, ...]) -> tuple[Stand, ...]:
    """Stands with places and facings of their own, in the frame of the table."""
    return tuple(
        msgspec.structs.replace(stand, ahead=y, right=x, turn=facing % 360)
        for stand, ((x, y), facing) in zip(stands, places, strict=True)
    )
