"""Events of the war on the water."""

from ironclad.domain.kernel.engine.codec import Event


class FortPassed(Event, frozen=True, tag_field="type", tag="fort_passed"):
    """A die was rolled for ships under the guns of a fort: as rolled, and as it is read.

    `lost`: how many ships are lost; `passes`: the others may go on from this water.
    """

    side: str
    ships: tuple[str, ...]
    at: str
    fort: str
    grade: str
    garrison: int
    downstream: bool
    die: int
    read: int
    passes: bool
    lost: int


class FortAttacked(Event, frozen=True, tag_field="type", tag="fort_attacked"):
    """Ships have attacked a fort's garrison: strengths as they count, the ratio, the die, losses in SP."""

    side: str
    ships: tuple[str, ...]
    hex: str
    attack: int
    defence: int
    ratio: int
    column: str
    die: int
    percents: dict[str, int]
    losses: dict[str, int]
    retreats: bool


class NavalBattleFought(Event, frozen=True, tag_field="type", tag="naval_battle_fought"):
    """A battle of ships: strengths in SP, the ratio, the die (0 where none is rolled), the result.

    `losses`: the warships that each side loses; with a side's last one its transports there sink, too.
    """

    side: str
    at: str
    ships: dict[str, tuple[str, ...]]
    strengths: dict[str, int]
    ratio: str
    die: int
    result: str
    losses: dict[str, int]


class ShipsSunk(Event, frozen=True, tag_field="type", tag="ships_sunk"):
    """Ships are lost with all that they carry; leaders aboard are prisoners, or gone with them.

    `units`, `headquarters`: those lost; `strength`: the SP of combat units among them. `clause`: why.
    """

    side: str
    ships: tuple[str, ...]
    units: tuple[str, ...]
    headquarters: tuple[str, ...]
    captured: tuple[str, ...]
    drowned: tuple[str, ...]
    strength: int
    clause: str


class NavalEnded(Event, frozen=True, tag_field="type", tag="naval_ended"):
    """A side has fought its battles of ships in this combat phase."""

    side: str


EVENTS: tuple[type[Event], ...] = (FortPassed, FortAttacked, NavalBattleFought, ShipsSunk, NavalEnded)
