"""Fixed events (8.8 to 8.11), and what they change for the turn or for the rest of the game."""

from functools import cache

from ironclad.domain.games.bull_run_to_appomattox.board.charts import turns
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH, SOUTH
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import FixedEvent
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.gains import award, raise_volunteers
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.records import Option

GALVANIZED = {"abolition": SOUTH, "reelection": NORTH}
"""The side whose combat dice have +1 in the turn of a fixed event."""


@rule("8.8/1", "8.9/1", "8.9/2", "8.10/1", "8.11/1")
def happen(play: Play, event: str) -> None:
    """What a fixed event brings at once: "davis", "abolition" or "reelection"."""
    play.emit(FixedEvent(event))
    if event == "davis":
        award(play, SOUTH, "8.9/1")
        raise_volunteers(play, SOUTH, "8.9/2")
    elif event == "abolition":
        raise_volunteers(play, NORTH, "8.10/1")
    else:
        raise_volunteers(play, NORTH, "8.11/1")
        raise_volunteers(play, SOUTH, "8.11/1")


@brta.evolves(FixedEvent)
def _fixed_event(position: Position, event: FixedEvent) -> None:
    """What lasts follows from the turn (`galvanized`, `abolished`); the rest are events of their own."""


@rule("8.10/3", "8.11/2")
def galvanized(position: Position, side: str) -> int:
    """What a side adds to each of its combat dice in this turn: on land, at sea, of forts and of raiders."""
    if side == NORTH and position.plays("reelection_bonus_until_end"):
        return int(position.box >= _box_of("reelection"))
    return int(GALVANIZED.get(turns()[position.box].fixed_event) == side)


@rule("8.10/2")
def abolished(position: Position) -> bool:
    """Whether slavery is abolished, so that the North pays 1 less for each infantry CP to the game's end."""
    if position.plays("abolition_discount_one_turn"):
        return position.box == _box_of("abolition")
    return position.box >= _box_of("abolition")


@cache
def _box_of(event: str) -> int:
    """The box of the turn track that has a fixed event."""
    return next(box.turn for box in turns().values() if box.fixed_event == event)


OPTIONS = {
    "abolition_discount_one_turn": Option(
        "8.10/2", "The North pays 1 less for infantry in turn 8 only.", ("no", "yes")
    ),
    "reelection_bonus_until_end": Option(
        "8.11/2", "The North's combat dice have +1 from turn 23 to the end of the game.", ("no", "yes")
    ),
}
