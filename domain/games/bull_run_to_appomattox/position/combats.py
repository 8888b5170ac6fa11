"""Combats under way (chapter 7)."""

from typing import Any, Literal

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import (
    Attack,
    NavalMeeting,
    RaiderMeeting,
)
from ironclad.domain.games.bull_run_to_appomattox.position.units import Side

BattleStage = Literal["refusal", "gunboats", "fire", "hits", "defender_stays", "attacker_stays", "over"]
NavalStage = Literal["attacker_targets", "defender_targets", "fire", "hits", "defender_stays",
                     "attacker_stays", "over"]  # fmt: skip


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A land combat. `round` is 0 before the first; `losses` counts CP lost by each side in all rounds.

    `defenders` are the HQs that defend, `leaderless` the spots of leaderless units that do; `refused` are
    HQs that stepped back. `fort_hit`: the fort lost a step in this combat. `gunboats` support the defender.
    """

    attack: Attack
    stage: BattleStage = "refusal"
    round: int = 0
    defenders: tuple[str, ...] = ()
    leaderless: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    gunboats: tuple[str, ...] = ()
    losses: dict[Side, int] = {}
    fort_hit: bool = False

    def with_(self, **changes: Any) -> "Battle":
        """This combat with fields changed."""
        return msgspec.structs.replace(self, **changes)


class NavalCombat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A naval combat. `targets` has each side's dice by target: fleet id, "fort", or "others"."""

    meeting: NavalMeeting
    stage: NavalStage = "attacker_targets"
    round: int = 1
    targets: dict[Side, dict[str, int]] = {}

    def with_(self, **changes: Any) -> "NavalCombat":
        """This combat with fields changed."""
        return msgspec.structs.replace(self, **changes)


class RaiderFight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fight with a raider (7.13.1). `leaver` is the side whose raider has to leave, once they fought."""

    meeting: RaiderMeeting
    stage: Literal["meeting", "leaving", "over"] = "meeting"
    leaver: Side = ""

    def with_(self, **changes: Any) -> "RaiderFight":
        """This fight with fields changed."""
        return msgspec.structs.replace(self, **changes)
