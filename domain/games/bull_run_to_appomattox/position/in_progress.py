"""What is under way while a command is answered: an activation, and the attack that it may lead to."""

from typing import Any, Literal

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.units import NOWHERE, Side

PieceKind = Literal["hq", "fleets", "raider", "units"]
Mode = Literal["", "foot", "rail", "sea"]
AttackKind = Literal["entry", "assault", "sortie", "relief", "landing"]


class Activation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The piece that is activated, and what it has done so far.

    `hq` is the HQ, or "" for fleets, a raider or leaderless units; `fleets` are those that sail, also those
    that carry an HQ. `start` is where the activation began. `mode` is how it moves, "" before it does;
    `spent` counts movement points. `came_from` is the spot or water that it left last, `over_bridge` whether
    that step crossed a bridge or entered a divided zone (5.2/15). `stopped`: it gets no further order.
    `halted`: it may not move on, but may land troops, attack a fort or raid where it is.
    `searched` are the HQs that it has reconnoitred. `fought`: it met an enemy or was refused combat.
    `landed`: its troops went ashore. `ended`: only what follows at its place is left (`registry.settles`).
    """

    side: Side
    kind: PieceKind
    hq: str = ""
    fleets: tuple[str, ...] = ()
    start: str = NOWHERE
    mode: Mode = ""
    spent: int = 0
    came_from: str = NOWHERE
    over_bridge: bool = False
    stopped: bool = False
    halted: bool = False
    searched: tuple[str, ...] = ()
    fought: bool = False
    landed: bool = False
    ended: bool = False

    def with_(self, **changes: Any) -> "Activation":
        """This activation with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Attack(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack on land as it is opened: what the combat rules need to know of its occasion.

    `side` attacks with the armies `hqs` (several only in an assault, a sortie or a relief) at `spot`.
    `start` is where it came from and goes back to, "" in place; `over_bridge`: the defenders have the river
    benefit (13/3, 5.2/15). `fleets` are those that landed it or support it.
    """

    kind: AttackKind
    side: Side
    hqs: tuple[str, ...]
    spot: str
    start: str = NOWHERE
    over_bridge: bool = False
    fleets: tuple[str, ...] = ()

    def with_(self, **changes: Any) -> "Attack":
        """This attack with fields changed."""
        return msgspec.structs.replace(self, **changes)


class NavalMeeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fleets of `side` that meet enemies at a place: `fort` where they attack its fort, else its fleets.

    `start` is the water that they came from.
    """

    side: Side
    fleets: tuple[str, ...]
    place: str
    start: str
    fort: bool = False


class RaiderMeeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A raider of `side` on `spot` that is attacked by the army `hq`, or by the enemy raider where it is "".

    `entered` is the side that came, `start` the spot that it came from.
    """

    side: Side
    spot: str
    hq: str = ""
    entered: str = ""
    start: str = NOWHERE
