"""Commands around battles: their order, and the retreat of leaders who are alone among enemies."""

from ironclad.domain.kernel.engine.codec import Command


class ChooseBattle(Command, frozen=True, tag_field="type", tag="choose_battle"):
    """Name the space whose battle is resolved next."""

    space: str


class OrderBattles(Command, frozen=True, tag_field="type", tag="order_battles"):
    """Name the spaces of all battles that are due, in the order in which they are resolved."""

    spaces: tuple[str, ...]


class RetreatLeaders(Command, frozen=True, tag_field="type", tag="retreat_leaders"):
    """Name the space to which leaders go who are alone among enemies."""

    to: str


COMMANDS: tuple[type[Command], ...] = (ChooseBattle, OrderBattles, RetreatLeaders)
