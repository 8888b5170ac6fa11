"""Commands of supply."""

from ironclad.domain.kernel.engine.codec import Command


class PayCombatSupply(Command, frozen=True, tag_field="type", tag="pay_combat_supply"):
    """Say from which sources the combat supply of a battle is paid: points by source."""

    paid: dict[str, int]


COMMANDS: tuple[type[Command], ...] = (PayCombatSupply,)
