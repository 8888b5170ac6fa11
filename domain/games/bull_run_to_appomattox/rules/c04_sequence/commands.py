"""What a seat asks for in the sequence of play (chapter 4)."""

from typing import Annotated

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.orders import (
    AttritionOrder,
    PlacementOrder,
    PreparationOrder,
)
from ironclad.domain.games.bull_run_to_appomattox.position.units import Standing, Units
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET


class BeginGame(Command, frozen=True, tag_field="type", tag="begin_game"):
    """Begin the game; the first rolls follow."""


class GivePreparationOrder(Command, frozen=True, tag_field="type", tag="give_preparation_order"):
    """What is left unpaid, an HQ to draw, purchases, and who is replaced first (4/4)."""

    order: Annotated[PreparationOrder, SECRET]
    standing: Annotated[Standing | None, SECRET] = None


class GivePlacementOrder(Command, frozen=True, tag_field="type", tag="give_placement_order"):
    """Where new pieces go (4/15)."""

    order: Annotated[PlacementOrder, SECRET]


class GiveAttritionOrder(Command, frozen=True, tag_field="type", tag="give_attrition_order"):
    """Where the losses of winter fall (7.5/11)."""

    order: Annotated[AttritionOrder, SECRET]


class ReplaceOrder(Command, frozen=True, tag_field="type", tag="replace_order"):
    """Another order in place of the one that is in, while the other side's is not (4/5): one of the three."""

    preparation: Annotated[PreparationOrder | None, SECRET] = None
    placement: Annotated[PlacementOrder | None, SECRET] = None
    attrition: Annotated[AttritionOrder | None, SECRET] = None


class ActivateHq(Command, frozen=True, tag_field="type", tag="activate_hq"):
    """Activate an HQ for its action points."""

    hq: str


class ActivateFleets(Command, frozen=True, tag_field="type", tag="activate_fleets"):
    """Activate fleets that were in one place as the turn began, as one group (2.8/7)."""

    fleets: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=20)]


class ActivateRaider(Command, frozen=True, tag_field="type", tag="activate_raider"):
    """Activate the side's raider."""


class PassActivation(Command, frozen=True, tag_field="type", tag="pass_activation"):
    """Activate nothing more in this turn (4/11)."""

    standing: Annotated[Standing | None, SECRET] = None


class Passing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that an HQ passes to another one in its zone (15)."""

    to: str
    units: Units


class EndActivation(Command, frozen=True, tag_field="type", tag="end_activation"):
    """The activated piece does nothing more; an HQ that has not moved may pass units (15).

    `bank` is where an HQ is in a divided zone from then on, "" where it is (5.2/14).
    """

    passing: Annotated[Passing | None, SECRET] = None
    standing: Annotated[Standing | None, SECRET] = None
    bank: str = ""


COMMANDS = (
    BeginGame, GivePreparationOrder, GivePlacementOrder, GiveAttritionOrder, ReplaceOrder, ActivateHq,
    ActivateFleets, ActivateRaider, PassActivation, EndActivation,
)  # fmt: skip
