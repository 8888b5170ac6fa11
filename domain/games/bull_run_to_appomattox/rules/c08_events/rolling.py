"""The event of a turn (8, 8.1): the roll on table 8.1, and whom it strikes."""

from collections.abc import Callable

from ironclad.domain.games.bull_run_to_appomattox.board.charts import random_events, turns
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH, SOUTH
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta, step
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.desertion import desert
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import EventRolled
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.fixed import happen
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.gains import award, raise_volunteers
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.officers import fall_ill, recall
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.technology import roll_technology
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.sieges import lift_sieges_after_desertion
from ironclad.domain.kernel.engine.citations import rule

OF_A_SIDE: dict[str, Callable[[Play, str], None]] = {
    "illness": fall_ill,
    "dissatisfaction": recall,
    "volunteers": lambda play, side: raise_volunteers(play, side, "8.5/1"),
    "desertions": desert,
}
"""Events that strike the side that a die names (8/3)."""


@step("event")
@rule("8/1", "8.7/8", "8.8/1")
def take_event(play: Play) -> None:
    """The fixed event of the turn, or a roll for a random one; then January's roll for technology.

    Turn 1 has no event.
    """
    box = turns()[play.position.box]
    if box.fixed_event:
        happen(play, box.fixed_event)
    elif play.position.turn > 1:
        roll_event(play)
    lift_sieges_after_desertion(play)
    if box.technology and play.position.ended is None:
        roll_technology(play, "8.7/8")


@rule("8/2", "8/3", "8.4/1")
def roll_event(play: Play) -> None:
    """The North rolls two dice on table 8.1; another die names the side where the event strikes one."""
    dice = play.roll("random event", "8/1", 2)
    event = random_events()[sum(dice)]
    die, side = 0, ""
    if event in OF_A_SIDE:
        (die,) = play.roll("side of the event", "8/3")
        side = SOUTH if die % 2 else NORTH
    play.emit(EventRolled((dice[0], dice[1]), event, die, side))
    if event in OF_A_SIDE:
        OF_A_SIDE[event](play, side)
    elif event == "blockade_runners":
        award(play, SOUTH, "8.4/1")
    elif event == "technology":
        roll_technology(play, "8.7/1")


@brta.evolves(EventRolled)
def _event_rolled(position: Position, event: EventRolled) -> None:
    """The roll itself changes nothing; what it brings follows as events of its own."""
