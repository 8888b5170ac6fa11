"""Commands of the movement step."""

from typing import Annotated

from ironclad.domain.games.iron_brigade.position.orders import MovePlan
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET


class GiveOrders(Command, frozen=True, tag_field="type", tag="give_orders"):
    """Seal the movement orders of a seat; units that are not named stand (III.G/12)."""

    plan: Annotated[MovePlan, SECRET]


class ChangeOrders(Command, frozen=True, tag_field="type", tag="change_orders"):
    """After the first quarter: new orders for the second half of the turn, sealed (XII.D)."""

    plan: Annotated[MovePlan, SECRET]
