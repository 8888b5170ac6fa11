"""The sequence of play: the steps of a turn.

Chapters register what happens in a step (`@step`).
"""

from dataclasses import dataclass
from functools import cache

from ironclad.domain.games.eagle_variant.board.charts import numbers
from ironclad.domain.games.eagle_variant.position.state import CSA, USA, Position
from ironclad.domain.games.eagle_variant.registry import ONGOING, STEPS, Play
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.turn.sequence import Sequence, Step

OPENING = (Step("free_set_up", "scenarios/2", CSA), Step("free_set_up", "scenarios/2", USA))
ELECTION = (Step("election", "1864-presidential-election/1", USA),)
MONTH = (
    Step("movement", "turn-order/2", CSA),
    Step("movement", "turn-order/2", USA),
    Step("month_end", "scenarios/5"),
)
POLITICS = (
    Step("politics", "political-initiative-round/1", CSA),
    Step("politics", "political-initiative-round/1", USA),
)
RIOTS = (Step("riots", "conscription/3", CSA), Step("riots", "conscription/3", USA))
BLOCKADE = (Step("blockade", "blockade/1", USA),)
UPRISING = (Step("uprising", "war-with-europe/15", USA),)
PRODUCTION = (
    Step("production", "turn-order/2", CSA),
    Step("production", "turn-order/2", USA),
)
ALL = (*OPENING, *ELECTION, *MONTH, *POLITICS, *RIOTS, *BLOCKADE, *PRODUCTION, *UPRISING)
PRODUCES_AFTER = (3, 6, 9, 12)
"""The months whose turn a production round follows, but for the first turn (turn-order/3)."""


@dataclass(frozen=True)
class Shape:
    """What decides which steps a turn has: the turn, and the rules and readings of the game."""

    first: bool
    election: bool
    produces: bool
    politics: bool
    riots: bool
    blockade: bool


@rule("turn-order/1", "turn-order/2", "turn-order/4")
def steps(position: Position) -> tuple[Step, ...]:
    """The steps of the turn, which is one month.

    The free set-up comes before the first one. After every third month the rounds of politics and of
    production follow, in both of which the CSA is first.
    """
    return _steps(
        Shape(
            first=position.turn == 1,
            election=position.turn == int(numbers("election")["turn"]) and position.has("election_1864"),
            produces=produces(position),
            politics=position.has("political_initiative"),
            riots=position.plays("riots_every_production_round"),
            blockade=position.has("blockade"),
        )
    )


@rule("turn-order/3", "political-initiative-round/5")
def produces(position: Position) -> bool:
    """Whether a production round follows this turn: every third month, September 1861 first."""
    return position.turn > 1 and position.month in PRODUCES_AFTER


@cache
def _steps(shape: Shape) -> tuple[Step, ...]:
    before = (*(OPENING if shape.first else ()), *(ELECTION if shape.election else ()))
    if not shape.produces:
        return (*before, *MONTH)
    csa, usa = PRODUCTION
    return (
        *before,
        *MONTH,
        *(_politics(shape.riots) if shape.politics else ()),
        *(BLOCKADE if shape.blockade else ()),
        csa,
        *(UPRISING if shape.politics else ()),
        usa,
    )


def _politics(riots: bool) -> tuple[Step, ...]:
    if not riots:
        return POLITICS
    return tuple(each for pair in zip(RIOTS, POLITICS, strict=True) for each in pair)


def _begin(play: Play, entered: Step) -> None:
    STEPS[entered.name](play, entered)


def _stops(position: Position) -> bool:
    """The game is over."""
    return position.ended is not None


def _carry_on(play: Play) -> bool:
    """What is under way in the step, by the first chapter that has something."""
    return any(carry_on(play) for carry_on in ONGOING)


SEQUENCE: Sequence[Position] = Sequence(
    steps=steps,
    begin={each.name: _begin for each in ALL},
    over=_stops,
    go_on=_carry_on,
)
