"""Commands of the war on the water."""

from ironclad.domain.kernel.engine.codec import Command


class RunPast(Command, frozen=True, tag_field="type", tag="run_past"):
    """Let ships that lie together pass the enemy forts there, on to a place of water; "" to pass and stay.

    The ship that is named first is the one that is lost where one is.
    """

    ships: tuple[str, ...]
    to: str = ""


class AttackFort(Command, frozen=True, tag_field="type", tag="attack_fort"):
    """Attack an enemy fort from its water. The ships that are named first are lost first.

    `away`: the water that they leave for if they have to retreat.
    """

    ships: tuple[str, ...]
    hex: str
    away: str


class AttackTransports(Command, frozen=True, tag_field="type", tag="attack_transports"):
    """Attack the enemy transports in a place where no enemy warship is."""

    at: str


class EndNaval(Command, frozen=True, tag_field="type", tag="end_naval"):
    """Attack no more transports in this combat phase."""


class LoseShips(Command, frozen=True, tag_field="type", tag="lose_ships"):
    """Say which warships are lost in a battle of ships."""

    ships: tuple[str, ...]


COMMANDS: tuple[type[Command], ...] = (RunPast, AttackFort, AttackTransports, EndNaval, LoseShips)
