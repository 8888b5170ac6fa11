"""Commands of production."""

from ironclad.domain.kernel.engine.codec import Command


class CallMen(Command, frozen=True, tag_field="type", tag="call_men"):
    """Raise personnel: the Union by "volunteers" or by "draft", the Confederate by "conscription"."""

    how: str


class OrderPiece(Command, frozen=True, tag_field="type", tag="order_piece"):
    """Pay for a piece that comes in the next strategic turn.

    `what`: militia (of so many SP), a cavalry brigade, a train, a repair unit or a ship. `port`: where an
    ironclad is laid down.
    """

    what: str
    strength: int = 1
    port: str = ""


class DeployPiece(Command, frozen=True, tag_field="type", tag="deploy_piece"):
    """Put a finished piece on the map: a ship on a place of water, what else into a hex."""

    what: str
    place: str
    strength: int = 1


class EndDeployment(Command, frozen=True, tag_field="type", tag="end_deployment"):
    """Deploy nothing more in this strategic turn; what is left waits for the next one."""


class EndProduction(Command, frozen=True, tag_field="type", tag="end_production"):
    """Order and build nothing more in this strategic turn; personnel points that are left are lost."""


COMMANDS: tuple[type[Command], ...] = (CallMen, OrderPiece, DeployPiece, EndDeployment, EndProduction)
