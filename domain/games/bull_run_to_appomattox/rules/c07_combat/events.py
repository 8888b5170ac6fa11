"""What happens in combat (chapter 7)."""

import msgspec

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


class AttackAnswered(Event, frozen=True, tag_field="type", tag="attack_answered"):
    """An HQ that might refuse combat does so, and goes to the spot `to`; or fights, and `to` is "" (7.9)."""

    hq: str
    to: str


class ReliefJoined(Event, frozen=True, tag_field="type", tag="relief_joined"):
    """Besieged HQs that join a relief attack; none if empty (5.2/8)."""

    spot: str
    hqs: tuple[str, ...]


class DefenceSupported(Event, frozen=True, tag_field="type", tag="defence_supported"):
    """Gunboats that add their dice to a defence; none if empty (13.1/4)."""

    spot: str
    fleets: tuple[str, ...]


class ArmiesShown(Event, frozen=True, tag_field="type", tag="armies_shown"):
    """All CP engaged are in the open until the combat ends (6.4/19).

    `attackers` and `defenders` are CP by HQ, `leaderless` those of defending units by spot. `fort` is the
    spot of a fort that fires, "" for none.
    """

    spot: str
    attackers: dict[str, Units]
    defenders: dict[str, Units]
    leaderless: dict[str, Units]
    fort: str


class Volley(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice of one kind of unit: `source` is an HQ, a spot of leaderless units or of a fort, or a fleet.

    `needs` is the number that a modified die must reach; `modifiers` are names with their amounts. In naval
    combat `target` is an ironclad, "fort" or "others".
    """

    source: str
    unit: str
    dice: tuple[int, ...]
    needs: int
    modifiers: tuple[tuple[str, int], ...]
    hits: int
    target: str = ""


class RoundFired(Event, frozen=True, tag_field="type", tag="round_fired"):
    """Both sides fired a round of land combat (7/2, 7/3): volleys in the order of 7.6/1, and their hits.

    `protected`: what makes the attacker need a 6 (table 7.2). `taken`: hits of a side that count, those
    beyond what the enemy can lose left out (7.6/7).
    """

    spot: str
    round: int
    protected: tuple[str, ...]
    volleys: dict[Side, tuple[Volley, ...]]
    hits: dict[Side, int]
    taken: dict[Side, int]


class LossesTaken(Event, frozen=True, tag_field="type", tag="losses_taken"):
    """What a side lost to hits (7.6): CP by HQ or spot of leaderless units, and steps of its fort."""

    side: Side
    spot: str
    losses: dict[str, Units]
    fort: int
    why: str


class CombatDecided(Event, frozen=True, tag_field="type", tag="combat_decided"):
    """After a round a side chose to stay, to withdraw or to besiege (7.6/8, 12.2/4, 7.12/1)."""

    side: Side
    spot: str
    round: int
    choice: str


class BattleDecided(Event, frozen=True, tag_field="type", tag="battle_decided"):
    """Who won a land combat, "" for nobody, and whose armies have to leave, "" for none's.

    `besieges`: the attacker begins or continues a siege. `losses` are CP by side in all rounds.
    """

    spot: str
    winner: str
    leaves: str
    besieges: bool
    losses: dict[Side, int]
    why: str


class BattleEnded(Event, frozen=True, tag_field="type", tag="battle_ended"):
    """A land combat is over, and with it what follows. `winner` is a side, "" for nobody; `rounds` is 0 where
    nobody fought. What was shown is hidden again.
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
    """Both sides fired a round of naval combat; `hits` are those of each side by target."""

    place: str
    round: int
    volleys: dict[Side, tuple[Volley, ...]]
    hits: dict[Side, dict[str, int]]


class StepsLost(Event, frozen=True, tag_field="type", tag="steps_lost"):
    """Steps that a side's fleets lost, by fleet; `fort` is the spot of its fort if that lost one.

    `sunk` are fleets that are gone, `drowned` the HQs that went down with them (7.12/5). `targets` are those
    whose hits are taken with it.
    """

    side: Side
    steps: dict[str, int]
    fort: str
    sunk: tuple[str, ...]
    drowned: tuple[str, ...]
    targets: tuple[str, ...]
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
    BattleOpened, AttackAnswered, ReliefJoined, DefenceSupported, ArmiesShown, RoundFired, LossesTaken,
    CombatDecided, BattleDecided, BattleEnded, NavalCombatOpened, GunsAimed, BroadsidesFired, StepsLost,
    NavalRoundEnded, NavalCombatEnded, RaiderMet, CpEliminated, SitePointsScored,
)  # fmt: skip
