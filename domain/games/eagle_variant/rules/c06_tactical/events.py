"""Events of a battle. Every die is stated with its purpose, its modifiers and its result (tactical/54)."""

from typing import Literal

import msgspec

from ironclad.domain.games.eagle_variant.position.battles import BattleOrders
from ironclad.domain.kernel.engine.citations import cite
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.sight import Secret

cite(__name__, "tactical/54", where=f"{__name__}.AttackRolled")


class Modifier(msgspec.Struct, frozen=True):
    """A part of a total: what it is for, how much, and the clause that gives it."""

    name: str
    amount: int
    rule: str


class MainBodyNamed(Event, frozen=True, tag_field="type", tag="main_body_named"):
    """The attacker's main body is the force that entered from this space."""

    army: str
    space: str


class ForceRolled(Event, frozen=True, tag_field="type", tag="force_rolled"):
    """When a force enters that is not the main body: "start", "reserve", "turn_1" or "turn_2"."""

    army: str
    origin: str
    units: tuple[str, ...]
    die: int
    leader: int
    total: int
    enters: str


class BattleSettled(Event, frozen=True, tag_field="type", tag="battle_settled"):
    """The size of a battle is settled by the brigades that start normally.

    `large`: it starts as a major battle.
    """

    space: str
    attackers: int
    defenders: int
    columns: int
    large: bool


class AttackerActsFirst(Event, frozen=True, tag_field="type", tag="attacker_acts_first"):
    """Nobody rolls for initiative: the attacker acts first in every phase of the battle."""

    army: str


class BattleInitiativeRolled(Event, frozen=True, tag_field="type", tag="battle_initiative_rolled"):
    """Both armies rolled for initiative: two dice, the modifiers and the total of each.

    `first` acts first; `sees` is the army that sets up in sight of the other, `surprise` the one with second
    actions in turn 1, both "" for neither.
    """

    attacker_dice: tuple[int, int]
    defender_dice: tuple[int, int]
    attacker_modifiers: tuple[Modifier, ...]
    defender_modifiers: tuple[Modifier, ...]
    attacker_total: int
    defender_total: int
    first: str
    sees: str
    surprise: str


class BattleOrdersSealed(Event, frozen=True, tag_field="type", tag="battle_orders_sealed"):
    """A seat gave sealed orders for a battle. `set_up`: its set-up is in.

    The orders are all that the seat has, so that nobody else learns what changed.
    """

    army: str
    seat: str
    set_up: bool
    orders: Secret[BattleOrders]


class ArmySetUp(Event, frozen=True, tag_field="type", tag="army_set_up"):
    """Where the units of an army are as a battle begins."""

    army: str
    spaces: dict[str, tuple[str, ...]]


class FightBegan(Event, frozen=True, tag_field="type", tag="fight_began"):
    """Both set-ups are in and shown; the army `first` acts first in every phase."""

    space: str
    first: str


class BattleTurnBegan(Event, frozen=True, tag_field="type", tag="battle_turn_began"):
    """A turn of a battle begins; units that arrive are put in their army's reserve."""

    turn: int
    arrived: tuple[str, ...]


class BattlePhaseBegan(Event, frozen=True, tag_field="type", tag="battle_phase_began"):
    """An army's part of a phase begins. `part` counts them in a turn from 0."""

    part: int
    phase: str
    army: str


class BattlePhasePassed(Event, frozen=True, tag_field="type", tag="battle_phase_passed"):
    """An army does no more in a phase."""

    army: str
    phase: str


class UnitMovedInBattle(Event, frozen=True, tag_field="type", tag="unit_moved_in_battle"):
    """A unit moved on the battle map. `leaders` went back to the line, left alone in the middle."""

    army: str
    unit: str
    start: str
    to: str
    leaders: tuple[str, ...]


class AttackRolled(Event, frozen=True, tag_field="type", tag="attack_rolled"):
    """A brigade fired or charged.

    It hits if die and modifiers come to `needed`, and not on a die of 1. `lost` are the units eliminated:
    the target, or a charging brigade that rolled a 1.
    """

    army: str
    attack: Literal["fire", "charge"]
    unit: str
    target: str
    leader: str
    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    needed: int
    hit: bool
    lost: tuple[str, ...]


class LeaderFateRolled(Event, frozen=True, tag_field="type", tag="leader_fate_rolled"):
    """A leader lost the last brigade of its space: it is lost too, or goes to the reserve."""

    army: str
    leader: str
    die: int
    lost: bool


class BattleTurnEnded(Event, frozen=True, tag_field="type", tag="battle_turn_ended"):
    """A turn of a battle is over. `die` is that of a quiet turn, 0 where none was rolled."""

    turn: int
    quiet: bool
    die: int


class ArmyBeaten(Event, frozen=True, tag_field="type", tag="army_beaten"):
    """An army has lost the battle, for a reason under a clause."""

    army: str
    reason: str
    rule: str


class UnitsEliminated(Event, frozen=True, tag_field="type", tag="units_eliminated"):
    """Units of an army are eliminated without a die."""

    army: str
    units: tuple[str, ...]
    reason: str
    rule: str


class RetreatNamed(Event, frozen=True, tag_field="type", tag="retreat_named"):
    """The space to which a beaten army retreats; `crossing`: over a major river."""

    army: str
    to: str
    crossing: bool


class PursuitBegan(Event, frozen=True, tag_field="type", tag="pursuit_began"):
    """The winner pursues; `cavalry_only`: with its cavalry alone."""

    army: str
    cavalry_only: bool


class PursuitRolled(Event, frozen=True, tag_field="type", tag="pursuit_rolled"):
    """A brigade pursued a unit of the beaten army."""

    army: str
    unit: str
    target: str
    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    needed: int
    hit: bool


class PursuitEnded(Event, frozen=True, tag_field="type", tag="pursuit_ended"):
    """The pursuit is over, or there was none."""

    army: str


class UnitsRetreated(Event, frozen=True, tag_field="type", tag="units_retreated"):
    """What is left of a beaten army leaves the contested space."""

    army: str
    units: tuple[str, ...]
    start: str
    to: str


class SpecialForcesLeft(Event, frozen=True, tag_field="type", tag="special_forces_left"):
    """Indians or militia that have won leave the map."""

    army: str
    units: tuple[str, ...]


class LateUnitsPlaced(Event, frozen=True, tag_field="type", tag="late_units_placed"):
    """Units that had not entered a battle come into the contested space, or go back where they came from."""

    army: str
    units: tuple[str, ...]
    to: str


class BattleDecided(Event, frozen=True, tag_field="type", tag="battle_decided"):
    """Who won a battle, and whether it was a major one by the brigades committed on each side."""

    space: str
    winner: str
    loser: str
    major: bool
    attackers: int
    defenders: int
    winner_lost: tuple[str, ...]
    loser_lost: tuple[str, ...]


class ExperienceRolled(Event, frozen=True, tag_field="type", tag="experience_rolled"):
    """A side rolled for a leader, or for an elite brigade, after a major battle."""

    army: str
    gains: Literal["leader", "elite"]
    dice: tuple[int, int]
    total: int
    needed: int
    success: bool


class LeaderGained(Event, frozen=True, tag_field="type", tag="leader_gained"):
    """A leader joins the brigades that survived a major battle."""

    army: str
    unit: str
    space: str


class BrigadeBecameElite(Event, frozen=True, tag_field="type", tag="brigade_became_elite"):
    """A brigade that survived a major battle is an elite one from now on."""

    army: str
    unit: str


class BattleEnded(Event, frozen=True, tag_field="type", tag="battle_ended"):
    """A battle is over with all that follows from it; its sealed orders are gone."""

    space: str


EVENTS: tuple[type[Event], ...] = (
    MainBodyNamed, ForceRolled, BattleSettled, AttackerActsFirst, BattleInitiativeRolled,
    BattleOrdersSealed, ArmySetUp, FightBegan,
    BattleTurnBegan, BattlePhaseBegan, BattlePhasePassed, UnitMovedInBattle, AttackRolled, LeaderFateRolled,
    BattleTurnEnded, ArmyBeaten, UnitsEliminated, RetreatNamed, PursuitBegan, PursuitRolled, PursuitEnded,
    UnitsRetreated, SpecialForcesLeft, LateUnitsPlaced, BattleDecided, ExperienceRolled, LeaderGained,
    BrigadeBecameElite, BattleEnded,
)  # fmt: skip
