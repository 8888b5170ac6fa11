"""Events and commands of the fire phase."""

from typing import Annotated

import msgspec

from ironclad.domain.games.iron_brigade.position.orders import FireOrder, FirePlan
from ironclad.domain.games.iron_brigade.rules.c07_morale.events import ItemSaid
from ironclad.domain.kernel.board.plane import Point
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.sight import SECRET, Secret


class OrderFire(Command, frozen=True, tag_field="type", tag="order_fire"):
    """Seal the fire orders of a seat; units that are not named hold their fire."""

    plan: Annotated[FirePlan, SECRET]


class FireSealed(Event, frozen=True, tag_field="type", tag="fire_sealed"):
    """A seat has given its fire orders; nobody else may read them before they are revealed."""

    seat: str
    plan: Secret[FirePlan]


class FireRevealed(Event, frozen=True, tag_field="type", tag="fire_revealed"):
    """The fire orders of both seats."""

    orders: dict[str, FireOrder]


class AnswerRolled(Event, frozen=True, tag_field="type", tag="answer_rolled"):
    """A unit was fired at by an enemy whom nobody had seen: its die, and whether it fires back (XI.C/3).

    `die` is 0 if it cannot fire at him.
    """

    unit: str
    target: str
    die: int
    fires: bool


class VolleyFired(Event, frozen=True, tag_field="type", tag="volley_fired"):
    """A regiment fired: all that was read, added and multiplied, the die for a part of a man, and the loss.

    `range` is the distance in hundredths of an inch, rounded up. `die` is 0 where none was rolled. `side` is
    that on which the fire came, `cover` what the target had, `firer_cover` what the firer had.
    """

    firer: str
    target: str
    weapon: str
    stands: tuple[int, ...]
    men: int
    range: int
    weapon_factor: int
    added: tuple[ItemSaid, ...]
    factor: str
    men_factor: str
    multipliers: tuple[ItemSaid, ...]
    product: str
    whole: int
    tenths: int
    die: int
    loss: int
    side: str
    cover: str
    firer_cover: str


class BatteryFire(msgspec.Struct, frozen=True):
    """What one battery brought against a target. `side` is by 30 degrees for its fire, `aspect` by the 45 of
    morale (G/14). `gun` is the kind of its guns.
    """

    battery: str
    sections: int
    feet: int
    chart: int
    added: tuple[ItemSaid, ...]
    factors: tuple[int, ...]
    together: int
    multipliers: tuple[ItemSaid, ...]
    product: str
    side: str
    aspect: str
    cover: str
    firer_cover: str
    gun: str = ""


class BarrageFired(Event, frozen=True, tag_field="type", tag="barrage_fired"):
    """All batteries that fired at one target: what each brought, the casualties, and the die for the rest."""

    target: str
    batteries: tuple[BatteryFire, ...]
    whole: int
    rest: int
    die: int
    casualties: int


class MachineGunFired(Event, frozen=True, tag_field="type", tag="machine_gun_fired"):
    """A section of machine guns fired, or could not: `clear` is the die of one that was jammed before, `jam`
    the die for a jam (0: not rolled), `jammed` whether it is jammed now. Then as for a volley.
    """

    firer: str
    target: str
    section: int
    was_jammed: bool
    clear: int
    jam: int
    jammed: bool
    range: int
    chart: str
    added: tuple[ItemSaid, ...]
    factor: str
    multipliers: tuple[ItemSaid, ...]
    product: str
    whole: int
    tenths: int
    die: int
    loss: int
    side: str
    aspect: str
    cover: str
    firer_cover: str


class ShotsFired(Event, frozen=True, tag_field="type", tag="shots_fired"):
    """Rockets or mortars fired, a twenty-sided die a shot: each up to `up_to` is a hit."""

    firer: str
    target: str
    kind: str
    rule: str
    up_to: int
    dice: tuple[int, ...]
    hits: int
    aspect: str
    cover: str
    firer_cover: str


class PieceFired(Event, frozen=True, tag_field="type", tag="piece_fired"):
    """A battery fired at an empty building, a work or a bridge: what it brought, its die, and its hits."""

    piece: str
    at: Point
    fire: BatteryFire
    whole: int
    rest: int
    die: int
    hits: int


class GunsHit(Event, frozen=True, tag_field="type", tag="guns_hit"):
    """A hit on a battery: its die (0 where none was rolled), what was lost, and what is left.

    `left` are sections, men, horses, limbers and turns of ammunition.
    """

    unit: str
    rule: str
    die: int
    lost: tuple[str, ...]
    left: tuple[int, int, int, int, int]


class LossesTaken(Event, frozen=True, tag_field="type", tag="losses_taken"):
    """Men that a unit lost, in pairs of the stand's number and its men; stands without men are removed."""

    unit: str
    by: str
    rule: str
    stands: tuple[tuple[int, int], ...]


class OfficerRolled(Event, frozen=True, tag_field="type", tag="officer_rolled"):
    """An officer with a unit that lost another quarter of its men: his die and what befell him (VI.D/3)."""

    officer: str
    unit: str
    die: int
    fate: str


class FireEnded(Event, frozen=True, tag_field="type", tag="fire_ended"):
    """All fire of the turn is over."""


EVENTS: tuple[type[Event], ...] = (
    FireSealed, FireRevealed, AnswerRolled, VolleyFired,
    BarrageFired, MachineGunFired, ShotsFired, PieceFired, GunsHit, LossesTaken, OfficerRolled, FireEnded,
)  # fmt: skip
