"""What a seat asks of its raider, and of armies that meet one (chapter 11, 7.13.1)."""

from typing import Annotated, Literal

import msgspec

from ironclad.domain.kernel.engine.codec import Command

RaidKind = Literal["bridge", "railroad", "city"]


class RaiderMarch(Command, frozen=True, tag_field="type", tag="raider_march"):
    """The activated raider goes from spot to spot, through mountains too (11/4)."""

    path: Annotated[tuple[str, ...], msgspec.Meta(max_length=12)]


class Raid(Command, frozen=True, tag_field="type", tag="raid"):
    """The raider ends its movement with a raid (11/2): `target` is an edge or divided zone, or a zone."""

    what: RaidKind
    target: str


class EngageRaider(Command, frozen=True, tag_field="type", tag="engage_raider"):
    """The activated army, or raider, attacks the enemy raider in its zone (7.13.1/1, 7.13.1/9)."""


class RaiderRetreat(Command, frozen=True, tag_field="type", tag="raider_retreat"):
    """Where a raider goes before or after a fight, "" to stay and fight (7.13.1/3, 7.13.1/7)."""

    to: str = ""


COMMANDS = (RaiderMarch, Raid, EngageRaider, RaiderRetreat)
