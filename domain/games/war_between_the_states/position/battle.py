"""What is in progress in a combat phase: who may attack, and the battle that is being fought (8)."""

from typing import Any, Literal

import msgspec

from ironclad.domain.games.war_between_the_states.board.features import ENEMY
from ironclad.domain.games.war_between_the_states.position.pieces import Side
from ironclad.domain.kernel.engine.citations import cite

cite(__name__, "8.12/1", "8.3/2", "8.3/5", where=f"{__name__}.Fighting")

AttackKind = Literal["field", "march", "storm", "siege", "sortie", "landing"]
"""From an adjacent hex in the combat phase; from march (14); from on top of the fort attacked, in the combat
phase (13.32) or in the siege phase (13.31); out of a besieged fort (13.14); from ships beside the hex (7.24).
"""
Stage = Literal["defence", "chits", "supply", "result", "aftermath", "landing", "advance"]
HIDDEN = -1
"""A chit that is chosen and not open, as the other side sees it."""


class Fighting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's combat phase.

    `tried`: leaders who were rolled for; `active`: those with initiative to attack. `declared`: an attack has
    been declared, so no more is rolled. `attacked`: units that have attacked in this phase.
    """

    side: Side
    tried: tuple[str, ...] = ()
    active: tuple[str, ...] = ()
    declared: bool = False
    attacked: tuple[str, ...] = ()

    def with_(self, **changes: Any) -> "Fighting":
        """This phase with fields changed."""
        return msgspec.structs.replace(self, **changes)


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack on a hex, from its declaration until the advance.

    `units`: the attackers, `origins` their hexes. `defence`: the defending units; `depot`: its garrison is
    one of them. `ships`: those that support the defence, those to be lost first at the beginning. `leaders`:
    who leads, by side. `chits`: those chosen, HIDDEN where unknown. `unfed`: sides without combat supply;
    `fed`: sides that have run the routine. `retreats`: the side that the result tells to retreat, or "".
    `spoils`: points that a depot or base left in the hex as it fell. `lost`: the SP that each side has lost.
    `percent`: what an assault from the water (7.24) is yet to lose, until the defender has gone or stayed;
    its `origins` are places of water.
    """

    attacker: Side
    kind: AttackKind
    hex: str
    units: tuple[str, ...]
    origins: tuple[str, ...]
    stage: Stage = "defence"
    leaders: dict[str, str] = {}
    defence: tuple[str, ...] = ()
    depot: bool = False
    ships: tuple[str, ...] = ()
    chits: dict[str, int] = {}
    fed: tuple[str, ...] = ()
    unfed: tuple[str, ...] = ()
    retreats: str = ""
    spoils: int = 0
    lost: dict[str, int] = {}
    percent: int = 0

    @property
    def on_fort(self) -> bool:
        """Whether a fort's garrison is attacked from on top of it (13.31, 13.32)."""
        return self.kind in ("storm", "siege")

    @property
    def from_march(self) -> bool:
        """Whether the limits of an attack from march hold (14, 13.14)."""
        return self.kind in ("march", "sortie")

    @property
    def defender(self) -> Side:
        """The side that is attacked."""
        return ENEMY[self.attacker]  # type: ignore[return-value]  # of the two sides

    @property
    def sides(self) -> tuple[str, str]:
        """The attacker, then the defender."""
        return self.attacker, self.defender

    def with_(self, **changes: Any) -> "Battle":
        """This battle with fields changed."""
        return msgspec.structs.replace(self, **changes)
