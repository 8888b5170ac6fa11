"""Commands of a battle."""

from typing import Annotated

from ironclad.domain.games.eagle_variant.position.battles import StandingOrders
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.sight import SECRET

Spaces = dict[str, tuple[str, ...]]
"""Units by the space of the battle map where they are set up: "left", "center", "right" or "reserve"."""


class NameMainBody(Command, frozen=True, tag_field="type", tag="name_main_body"):
    """Name the main body of an attack: the space from which it entered."""

    space: str


class SealSetUp(Command, frozen=True, tag_field="type", tag="seal_set_up"):
    """Set up an army, hidden until both are in; and the standing orders of the battle, hidden for ever.

    Without `standing` no standing orders act.
    """

    spaces: Annotated[Spaces, SECRET]
    standing: Annotated[StandingOrders | None, SECRET] = None


class SetUpArmy(Command, frozen=True, tag_field="type", tag="set_up_army"):
    """Set up an army openly; its standing orders are hidden for ever."""

    spaces: Spaces
    standing: Annotated[StandingOrders | None, SECRET] = None


class GiveBattleOrders(Command, frozen=True, tag_field="type", tag="give_battle_orders"):
    """Change sealed orders at any time in a battle: the set-up while it is sealed, or the standing orders.

    What is left out stays as it is. Nobody else learns which was changed, or whether anything was.
    """

    spaces: Annotated[Spaces | None, SECRET] = None
    standing: Annotated[StandingOrders | None, SECRET] = None


class MoveInBattle(Command, frozen=True, tag_field="type", tag="move_in_battle"):
    """Move a unit on the battle map."""

    unit: str
    to: str


class FireInBattle(Command, frozen=True, tag_field="type", tag="fire_in_battle"):
    """Fire at a brigade; `leader` is the one that helps, "" for none."""

    unit: str
    target: str
    leader: str = ""


class ChargeInBattle(Command, frozen=True, tag_field="type", tag="charge_in_battle"):
    """Charge a brigade; `leader` is the one that helps, "" for none."""

    unit: str
    target: str
    leader: str = ""


class PassPhase(Command, frozen=True, tag_field="type", tag="pass_phase"):
    """Do no more in this phase."""


class WithdrawArmy(Command, frozen=True, tag_field="type", tag="withdraw_army"):
    """Withdraw from the battle, which is lost."""


class NameRetreat(Command, frozen=True, tag_field="type", tag="name_retreat"):
    """Name the space to which the beaten army retreats."""

    to: str


class Pursue(Command, frozen=True, tag_field="type", tag="pursue"):
    """Pursue a unit of the beaten army."""

    unit: str
    target: str


class StopPursuit(Command, frozen=True, tag_field="type", tag="stop_pursuit"):
    """Pursue no more."""


class MakeElite(Command, frozen=True, tag_field="type", tag="make_elite"):
    """Make a surviving brigade an elite one."""

    unit: str


COMMANDS: tuple[type[Command], ...] = (
    NameMainBody, SealSetUp, SetUpArmy, GiveBattleOrders, MoveInBattle, FireInBattle, ChargeInBattle,
    PassPhase, WithdrawArmy, NameRetreat, Pursue, StopPursuit, MakeElite,
)  # fmt: skip
