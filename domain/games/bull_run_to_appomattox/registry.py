"""The registry that the chapters fill: handlers, the steps of a turn, and what happens by itself."""

from collections.abc import Callable
from typing import TypeVar

from ironclad.domain.games.bull_run_to_appomattox.position.orders import Order
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.turn import asking, ending, sequence
from ironclad.domain.kernel.turn.sequence import StepEntered

brta: Handlers[Position] = Handlers()
asking.register(brta)
sequence.register(brta)
ending.register(brta)
_enter_step = brta.evolvers[StepEntered]
also_offers = brta.also_offers

Play = Resolution[Position]
Stage = Callable[[Play], None]
OrderCheck = Callable[[Position, str, Order], None]
"""(position, side, order): raises Refused for an order that the side may not give."""
Settler = Callable[[Play, str], bool]
"""(play, spot): does one thing that follows when an activation ends at a place, or asks a decision; True if
it did. It is asked again until it returns False.
"""
F = TypeVar("F", bound=Callable[..., object])

STEPS: dict[str, Stage] = {}
CONTEXTS: dict[str, Stage] = {}
CONTEXT_ORDER = ("battle", "naval", "raider_fight", "activation")
"""Fields of Position with what is under way, innermost first."""
ORDER_CHECKS: dict[str, list[OrderCheck]] = {"preparation": [], "placement": [], "attrition": []}

SETTLERS: dict[int, Settler] = {}
"""What follows when an activation ends at a place, by the order in which it is asked."""

TURN_ENDERS: list[Stage] = []


EVENTS: tuple[type[Event], ...] = (*asking.EVENTS, *sequence.EVENTS, *ending.EVENTS)


def step(name: str) -> Callable[[F], F]:
    """Register what happens as a step of the turn begins: it asks decisions, or emits what follows."""

    def register(function: F) -> F:
        if name in STEPS:
            raise ValueError(f"step {name} has two functions")
        STEPS[name] = function  # type: ignore[assignment]
        return function

    return register


def under_way(field: str) -> Callable[[F], F]:
    """Register how a context (a field of Position named in CONTEXT_ORDER) continues when no decision is due.

    The function asks a decision, or emits events that change the context or end it.
    """

    def register(function: F) -> F:
        CONTEXTS[field] = function  # type: ignore[assignment]
        return function

    return register


def ends_turn(function: Stage) -> Stage:
    """Register what is done as a turn ends, before its markers come off (victory by time, chapter 14)."""
    TURN_ENDERS.append(function)
    return function


def order_check(kind: str) -> Callable[[F], F]:
    """Register a check of a kind of secret order; every one registered must pass (4/6)."""

    def register(function: F) -> F:
        ORDER_CHECKS[kind].append(function)  # type: ignore[arg-type]
        return function

    return register


def settles(order: int) -> Callable[[F], F]:
    """Register what follows when an activation ends at a place; lower orders are asked first."""

    def register(function: F) -> F:
        if order in SETTLERS:
            raise ValueError(f"two functions settle as number {order}")
        SETTLERS[order] = function  # type: ignore[assignment]
        return function

    return register


def require_own(due: Due, side: str, rule: str, what: str) -> None:
    """Refuse what belongs to the other side."""
    require(side == due.seat, rule, f"{what} is not yours")


@brta.evolves(StepEntered)
def _step_entered(position: Position, event: StepEntered) -> None:
    _enter_step(position, event)
    position.phase = event.step.name
