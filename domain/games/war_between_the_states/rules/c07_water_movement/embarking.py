"""What going aboard and landing costs the ground unit and its transport (7.26)."""

from ironclad.domain.games.war_between_the_states.board.charts import embarkation_costs
from ironclad.domain.kernel.engine.citations import rule


@rule("7.21/1", "7.26/1", "7.26/2", "7.27/1", "7.27/3")
def embarkation_cost(terrain: str, *, port: bool, friendly: bool, river_transport: bool) -> tuple[int, int]:
    """MP of the ground unit and of the transport, in a land hex of this terrain.

    `port`: the hex is a port or has a friendly base. River transports pay the port's cost at a friendly
    one alone.
    """
    as_port = port and (friendly or not river_transport)
    return embarkation_costs()["port" if as_port else terrain]
