"""The sequence of play: the five steps of a turn (VIII.A), in order, and how each continues."""

from ironclad.domain.games.iron_brigade.position.state import Position
from ironclad.domain.games.iron_brigade.registry import PROGRESS, STEPS, Play
from ironclad.domain.games.iron_brigade.rules.c11_woods import concealing
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.turn.sequence import Sequence, Step

ORDER = (
    Step("orders", "VIII.A/2"),
    Step("fire", "VIII.A/3"),
    Step("melee", "VIII.A/3"),
    Step("morale", "VII.A/1"),
    Step("charges", "VIII.A/4"),
    Step("responses", "VIII.A/5"),
    Step("turn_end", "S/5"),
)
SET_UP = Step("setup", "S/26")


@rule("VIII.A/1")
def steps(position: Position) -> tuple[Step, ...]:
    """The steps of every turn; the first one opens with a sealed set-up, if there is one."""
    return (SET_UP, *ORDER) if position.setups and position.turn == 1 else ORDER


def _begin(play: Play, entered: Step) -> None:
    concealing.sight(play)
    STEPS[entered.name](play)


def _go_on(play: Play) -> bool:
    goes_on = PROGRESS.get(play.position.phase)
    return goes_on is not None and goes_on(play)


SEQUENCE: Sequence[Position] = Sequence(
    steps=steps,
    begin={each.name: _begin for each in (SET_UP, *ORDER)},
    over=lambda position: position.ended is not None,
    go_on=_go_on,
)
