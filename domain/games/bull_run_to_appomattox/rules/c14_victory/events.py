"""What leads to an early end of the game (14/4)."""

from ironclad.domain.games.bull_run_to_appomattox.position.units import Side
from ironclad.domain.kernel.engine.codec import Event


class StopOffered(Event, frozen=True, tag_field="type", tag="stop_offered"):
    """A side offered to end the game by victory points, or withdrew its offer."""

    side: Side
    withdrawn: bool


EVENTS = (StopOffered,)
