"""What a seat asks for in combat (chapter 7)."""

from typing import Annotated, Literal

import msgspec

from ironclad.domain.kernel.engine.codec import Command


class AnswerAttack(Command, frozen=True, tag_field="type", tag="answer_attack"):
    """Refuse combat with an army of cavalry by going to a spot, or "" to fight (7.9/3)."""

    to: str = ""


class SupportDefence(Command, frozen=True, tag_field="type", tag="support_defence"):
    """Gunboats that add their dice to a defence (13.1/4); none at all if empty."""

    fleets: Annotated[tuple[str, ...], msgspec.Meta(max_length=8)] = ()


class TakeHits(Command, frozen=True, tag_field="type", tag="take_hits"):
    """Who takes the hits of a round, one name a hit: HQs, or spots of leaderless units (7.6/4)."""

    struck: Annotated[tuple[str, ...], msgspec.Meta(max_length=60)]


class AimHits(Command, frozen=True, tag_field="type", tag="aim_hits"):
    """How many of the last hits strike the fort, with one CP left beside it (7.6/6)."""

    fort: Annotated[int, msgspec.Meta(ge=0, le=60)]


class DecideCombat(Command, frozen=True, tag_field="type", tag="decide_combat"):
    """Stay, withdraw, or begin the siege (7.6/8, 12.2/4; naval combat 7.12/1: stay or withdraw)."""

    choice: Literal["stay", "withdraw", "besiege"]


class RetreatArmy(Command, frozen=True, tag_field="type", tag="retreat_army"):
    """The spot where an army that has to leave goes (7.8/9)."""

    to: str


class AimGuns(Command, frozen=True, tag_field="type", tag="aim_guns"):
    """A side's naval dice by target: ids of ironclads, "fort", "others" (7.10/1)."""

    targets: dict[str, Annotated[int, msgspec.Meta(ge=0, le=60)]]


class LoseSteps(Command, frozen=True, tag_field="type", tag="lose_steps"):
    """Steps that a side's fleets lose to hits that are not aimed (7.10/2): steps by fleet."""

    steps: dict[str, Annotated[int, msgspec.Meta(ge=0, le=2)]]


class RetreatFleets(Command, frozen=True, tag_field="type", tag="retreat_fleets"):
    """The water where fleets go that have to leave after a combat (7.12/4, 7.13.2/5)."""

    to: str


class AttackFort(Command, frozen=True, tag_field="type", tag="attack_fort"):
    """The activated fleets attack the fort where they are (7.13.2)."""


COMMANDS = (
    AnswerAttack, SupportDefence, TakeHits, AimHits, DecideCombat, RetreatArmy, AimGuns, LoseSteps,
    RetreatFleets, AttackFort,
)  # fmt: skip
