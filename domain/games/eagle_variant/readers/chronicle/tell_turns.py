"""The chronicle of the course of the game: its beginning and end, turns, decisions, the free set-up."""

from ironclad.domain.games.eagle_variant.board.charts import date_of
from ironclad.domain.games.eagle_variant.options import OPTIONS
from ironclad.domain.games.eagle_variant.readers.chronicle.telling import entry, quiet, teller
from ironclad.domain.games.eagle_variant.readers.prompts.questions import question
from ironclad.domain.games.eagle_variant.readers.wording import army, by_space, doing, places
from ironclad.domain.games.eagle_variant.rules.c08_scenarios.events import (
    FreeInfantryPlaced,
    FreeInfantrySealed,
)
from ironclad.domain.kernel.engine.records import GameBegun
from ironclad.domain.kernel.telling.chronicle import Entry, known
from ironclad.domain.kernel.telling.words import chosen_options, counted
from ironclad.domain.kernel.turn.asking import DecisionClosed, DecisionOpened
from ironclad.domain.kernel.turn.ending import GameEnded
from ironclad.domain.kernel.turn.sequence import StepEntered, TurnBegan

STEPS = {
    "free_set_up": "free set-up",
    "election": "presidential election",
    "movement": "movement",
    "month_end": "victory check",
    "politics": "political initiative",
    "riots": "riots",
    "blockade": "blockade",
    "production": "production",
    "uprising": "uprising in Mexico",
}
"""The steps of a turn in words."""


@teller(GameBegun)
def game_begun(event: GameBegun) -> Entry:
    text = f"the game begins: scenario {event.scenario.replace('_', ' ')}"
    return entry(text, "scenarios/1", *chosen_options(OPTIONS, event.options))


@quiet(DecisionOpened)
def decision_opened(event: DecisionOpened) -> Entry:
    due = event.due
    return entry(f"{doing(due.seat, 'is asked')}: {question(due)}", due.rule, side=due.seat)


@quiet(DecisionClosed)
def decision_closed(event: DecisionClosed) -> Entry:
    return entry("a decision is answered, or no longer due", "turn-order/2")


@quiet(StepEntered)
def step_entered(event: StepEntered) -> Entry:
    step = event.step
    whose = f" of {army(step.seat)}" if step.seat else ""
    return entry(f"next step: {STEPS[step.name]}{whose}", step.rule, side=step.seat)


@teller(TurnBegan)
def turn_began(event: TurnBegan) -> Entry:
    return entry(f"turn {event.turn} begins: {date_of(event.turn)}", "turn-order/1")


@teller(GameEnded)
def game_ended(event: GameEnded) -> Entry:
    outcome = event.outcome
    if outcome.winner is None:
        return entry(f"the game is a draw: {outcome.reason}", outcome.rule)
    return entry(f"{doing(outcome.winner, 'wins')} the game: {outcome.reason}", outcome.rule)


@teller(FreeInfantryPlaced)
def free_infantry_placed(event: FreeInfantryPlaced) -> Entry:
    lines = by_space(("infantry", space) for space in event.spaces)
    text = f"{doing(event.side, 'places')} {len(event.spaces)} free infantry"
    return entry(text, "scenarios/2", *lines, side=event.side)


@teller(FreeInfantrySealed)
def free_infantry_sealed(event: FreeInfantrySealed) -> Entry:
    """Where they are is said to their owner alone."""
    spaces = known(event.spaces)
    lines = () if spaces is None else (f"{counted(len(spaces), 'unit')}, in {places(spaces)}",)
    text = f"{doing(event.side, 'has placed')} its free infantry, hidden until both sides have"
    return entry(text, "scenarios/2", *lines, side=event.side)
