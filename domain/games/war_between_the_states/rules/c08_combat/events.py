"""Events of combat."""

import msgspec

from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret


class CombatBegan(Event, frozen=True, tag_field="type", tag="combat_began"):
    """A side's combat phase begins."""

    side: str


class AttackTried(Event, frozen=True, tag_field="type", tag="attack_tried"):
    """A die was rolled for a leader's initiative to attack; `active`: the leaders who may attack by it."""

    side: str
    leader: str
    die: int
    initiative: int
    active: tuple[str, ...]


class AttackDeclared(Event, frozen=True, tag_field="type", tag="attack_declared"):
    """A side attacks a hex with these units, from these hexes."""

    side: str
    kind: str
    hex: str
    leader: str
    units: tuple[str, ...]
    origins: tuple[str, ...]


class DefenceSet(Event, frozen=True, tag_field="type", tag="defence_set"):
    """Who defends; with the strengths and the combat ratio of step 3, 0 where nobody is left to fight."""

    side: str
    leader: str
    units: tuple[str, ...]
    ships: tuple[str, ...]
    depot: bool
    attack: int
    defence: int
    ratio: int


class ChitChosen(Event, frozen=True, tag_field="type", tag="chit_chosen"):
    """A side has chosen its chit, and the other does not know it yet."""

    side: str
    chit: Secret[int]


class ChitsOpened(Event, frozen=True, tag_field="type", tag="chits_opened"):
    """Both chits are open. `caps`: the highest that each side could choose."""

    chits: dict[str, int]
    caps: dict[str, int]


class CombatSupplied(Event, frozen=True, tag_field="type", tag="combat_supplied"):
    """A side's force of so many own SP has run the combat supply routine.

    `die` is 0 where none was rolled. `paid`: points by source, empty where nothing is needed or too little is
    there.
    """

    side: str
    strength: int
    die: int
    need: int
    paid: dict[str, int]
    supplied: bool


class AttackVoided(Event, frozen=True, tag_field="type", tag="attack_voided"):
    """Nothing is left of the attackers' strength: no die is rolled, and the attack counts as made."""

    side: str
    hex: str


class Reading(msgspec.Struct, frozen=True):
    """What was read: final strengths and ratio, the total of the chits, the die, the leaders' part in it."""

    attack: int
    defence: int
    ratio: int
    total: int
    die: int
    ratings: int
    column: str


class BattleFought(Event, frozen=True, tag_field="type", tag="battle_fought"):
    """The die of a battle is rolled and read. Percents and losses in SP by side; who bears them follows."""

    side: str
    hex: str
    reading: Reading
    percents: dict[str, int]
    strengths: dict[str, int]
    losses: dict[str, int]
    retreats: str


class LossesTaken(Event, frozen=True, tag_field="type", tag="losses_taken"):
    """A side's units have lost SP; of a depot's garrison under the depot's name, "side.hex"."""

    side: str
    taken: dict[str, int]


class ShipsLost(Event, frozen=True, tag_field="type", tag="ships_lost"):
    """Supporting ships are lost with the force that they supported."""

    side: str
    ships: tuple[str, ...]


class StoresFell(Event, frozen=True, tag_field="type", tag="stores_fell"):
    """The depot, base or trains in a hex are lost with its defenders; their points lie loose there."""

    side: str
    hex: str
    trains: tuple[str, ...]
    depot: bool
    base: bool
    points: int


class RetreatCalled(Event, frozen=True, tag_field="type", tag="retreat_called"):
    """Losses are taken: these sides must retreat or may, as each is asked."""

    hex: str
    sides: tuple[str, ...]


class PiecesRetreated(Event, frozen=True, tag_field="type", tag="pieces_retreated", omit_defaults=True):
    """Pieces of a side have left a battle, each for its hex; `inside`: those that went into their fort.

    `trapped`: SP of units that had nowhere to go and are gone, or by the option have lost half.
    """

    side: str
    to: dict[str, str]
    inside: tuple[str, ...] = ()
    trapped: dict[str, int] = {}  # noqa: RUF012  # msgspec copies it
    merged: dict[str, str] = {}  # noqa: RUF012


class PiecesAdvanced(Event, frozen=True, tag_field="type", tag="pieces_advanced", omit_defaults=True):
    """Victorious attackers have entered the hex that they attacked; the rest as for a move."""

    side: str
    hex: str
    pieces: tuple[str, ...]
    taken: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    left: dict[str, int] = {}  # noqa: RUF012
    burned: int = 0


class BattleEnded(Event, frozen=True, tag_field="type", tag="battle_ended"):
    """A battle is over; its attackers do not attack again in this phase."""

    side: str
    hex: str


class CombatEnded(Event, frozen=True, tag_field="type", tag="combat_ended"):
    """A side's combat phase is over."""

    side: str


EVENTS: tuple[type[Event], ...] = (
    CombatBegan,
    AttackTried,
    AttackDeclared,
    DefenceSet,
    ChitChosen,
    ChitsOpened,
    CombatSupplied,
    AttackVoided,
    BattleFought,
    LossesTaken,
    ShipsLost,
    StoresFell,
    RetreatCalled,
    PiecesRetreated,
    PiecesAdvanced,
    BattleEnded,
    CombatEnded,
)
