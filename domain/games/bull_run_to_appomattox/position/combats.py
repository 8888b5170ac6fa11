"""Combats under way (chapter 7)."""

from typing import Any, Literal

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import (
    Attack,
    NavalMeeting,
    RaiderMeeting,
)
from ironclad.domain.games.bull_run_to_appomattox.position.units import Side

BattleStage = Literal["joining", "fire", "losses", "retreat"]
NavalStage = Literal["aim", "losses", "ended"]


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A land combat under way.

    `stage`: who takes part is found out; a round is fired next; its hits are taken and the sides decide; the
    loser leaves. `round` is the round that was fired last, 0 before the first. `defenders` are the HQs that
    defend, `leaderless` the spots of leaderless units that do, `gunboats` the fleets that help them.
    `answered` are HQs that refused combat or would not (7.9), `asked` what else was asked already.
    `strength` has the CP of each side as the combat began, `losses` CP lost by each in all rounds. `pending`
    are hits of this round that a side has to take yet, `scored` hits of a side in all rounds. `fort_hits` are
    those of the defender's fort in this round, `fort_hit` says that it lost a step. `winner`, `leaves` (the
    side whose armies go), `besieges` and `why` are known once it is decided.
    """

    attack: Attack
    stage: BattleStage = "joining"
    round: int = 0
    defenders: tuple[str, ...] = ()
    leaderless: tuple[str, ...] = ()
    gunboats: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    strength: dict[Side, int] = {}
    losses: dict[Side, int] = {}
    pending: dict[Side, int] = {}
    scored: dict[Side, int] = {}
    fort_hits: int = 0
    fort_hit: bool = False
    winner: str = ""
    leaves: str = ""
    besieges: bool = False
    why: str = ""

    def with_(self, **changes: Any) -> "Battle":
        """This combat with fields changed."""
        return msgspec.structs.replace(self, **changes)


class NavalCombat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A naval combat under way.

    `round` is the round that is aimed or was fired last. `targets` has each side's dice by target: the id of
    an ironclad, "fort", or "others". `pending` are hits by target that a side has to take yet.
    """

    meeting: NavalMeeting
    stage: NavalStage = "aim"
    round: int = 1
    targets: dict[Side, dict[str, int]] = {}
    pending: dict[Side, dict[str, int]] = {}

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
