"""What happens in combat (chapter 7)."""

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.combats import Battle
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import (
    Attack,
    NavalMeeting,
    RaiderMeeting,
)
from ironclad.domain.games.bull_run_to_appomattox.position.units import Side, Units
from ironclad.domain.kernel.engine.codec import Event


class BattleOpened(Event, frozen=True, tag_field="type", tag="battle_opened"):
    """A land combat begins; refusal comes first (7.9)."""

    attack: Attack


class BattleTurned(Event, frozen=True, tag_field="type", tag="battle_turned"):
    """A land combat goes on to its next stage; the whole record of it."""

    battle: Battle


class ArmiesShown(Event, frozen=True, tag_field="type", tag="armies_shown"):
    """All CP engaged are in the open until the combat ends (6.4/19): by HQ."""

    spot: str
    units: dict[str, Units]


class Volley(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice of one kind of unit of a side: `source` is an HQ, a spot, "fort" or a fleet.

    `needs` is the number that a modified die must reach; `modifiers` are names with their amounts.
    """

    source: str
    unit: str
    dice: tuple[int, ...]
    needs: int
    modifiers: tuple[tuple[str, int], ...]
    hits: int


class RoundFired(Event, frozen=True, tag_field="type", tag="round_fired"):
    """Both sides fired a round of land combat (7/2, 7/3): volleys in the order of 7.6/1, and their hits."""

    spot: str
    round: int
    volleys: dict[Side, tuple[Volley, ...]]
    hits: dict[Side, int]


class LossesTaken(Event, frozen=True, tag_field="type", tag="losses_taken"):
    """CP that a side lost to hits: by HQ or spot of leaderless units; `fort` are steps of the fort (7.6).

    `attacker`: they count as lost by the attacking side of the combat.
    """

    side: Side
    spot: str
    losses: dict[str, Units]
    fort: int
    why: str


class BattleEnded(Event, frozen=True, tag_field="type", tag="battle_ended"):
    """A land combat is over. `winner` is a side, "" for nobody; `besieged`: a siege began or goes on.

    `losses` are CP by side in all rounds. What was shown is hidden again.
    """

    spot: str
    winner: str
    losses: dict[Side, int]
    rounds: int
    besieged: bool
    why: str


class NavalCombatOpened(Event, frozen=True, tag_field="type", tag="naval_combat_opened"):
    """Fleets meet enemy fleets or attack a fort (7.10, 7.13.2)."""

    meeting: NavalMeeting


class GunsAimed(Event, frozen=True, tag_field="type", tag="guns_aimed"):
    """A side divided its dice among targets (7.10/1)."""

    side: Side
    targets: dict[str, int]


class BroadsidesFired(Event, frozen=True, tag_field="type", tag="broadsides_fired"):
    """Both sides fired a round of naval combat; hits by target of each side's dice."""

    place: str
    round: int
    volleys: dict[Side, tuple[Volley, ...]]
    hits: dict[Side, dict[str, int]]


class StepsLost(Event, frozen=True, tag_field="type", tag="steps_lost"):
    """Fleets and a fort lost steps; `sunk` are fleets that are gone, with the HQs aboard them (7.12/5)."""

    side: Side
    steps: dict[str, int]
    fort: str
    sunk: tuple[str, ...]
    drowned: tuple[str, ...]
    why: str


class NavalRoundEnded(Event, frozen=True, tag_field="type", tag="naval_round_ended"):
    """Both sides chose to stay, and a second round follows (7.12/2)."""

    round: int


class NavalCombatEnded(Event, frozen=True, tag_field="type", tag="naval_combat_ended"):
    """A naval combat is over; `winner` is a side, "" for nobody."""

    place: str
    winner: str
    why: str


class RaiderMet(Event, frozen=True, tag_field="type", tag="raider_met"):
    """A raider is attacked, or meets the enemy's (7.13.1)."""

    meeting: RaiderMeeting


class CpEliminated(Event, frozen=True, tag_field="type", tag="cp_eliminated"):
    """CP that went with a lost army: no retreat, surrender, drowned (6.1/16, 12.2/8, 7.12/5), counted
    (17/5).
    """

    side: Side
    spot: str
    losses: dict[str, Units]
    why: str


class SitePointsScored(Event, frozen=True, tag_field="type", tag="site_points_scored"):
    """A side won a combat on a historical site (18/1)."""

    side: Side
    zone: str
    site: int
    points: int
    total: int


EVENTS = (
    BattleOpened, BattleTurned, ArmiesShown, RoundFired, LossesTaken, BattleEnded, NavalCombatOpened,
    GunsAimed,
    BroadsidesFired, StepsLost, NavalRoundEnded, NavalCombatEnded, RaiderMet, CpEliminated, SitePointsScored,
)  # fmt: skip
