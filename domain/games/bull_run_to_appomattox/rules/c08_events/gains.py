"""Revenue and volunteers that events bring (8.4, 8.5)."""

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units, Waiting
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.events import (
    RevenueAwarded,
    VolunteersRaised,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c10_purchases.pool import left_in_pool
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.sight import Secret

REVENUE_OF_A_PIP = 5
FEWEST_VOLUNTEERS = 6


@rule("8.4/1", "8.7/3", "8.9/1")
def award(play: Play, side: str, why: str, base: int = 0) -> None:
    """A side gains five revenue points for each pip of a die, and `base`, at once."""
    (die,) = play.roll(f"revenue, {side}", why)
    gained = base + REVENUE_OF_A_PIP * die
    play.emit(RevenueAwarded(side, die, base, gained, play.position.revenue[side] + gained, why))


@brta.evolves(RevenueAwarded)
def _revenue_awarded(position: Position, event: RevenueAwarded) -> None:
    position.revenue[event.side] = event.revenue


@rule("8.5/1", "8.5/2")
def raise_volunteers(play: Play, side: str, why: str) -> None:
    """A side gets 1d6+6 infantry CP free, as many as its counter mix has left; they wait for placement."""
    (die,) = play.roll(f"volunteers, {side}", why)
    called = die + FEWEST_VOLUNTEERS
    raised = min(called, left_in_pool(play.position, side)["infantry"])
    play.emit(VolunteersRaised(side, die, called, Secret((side,), raised), why))


@brta.evolves(VolunteersRaised)
def _volunteers_raised(position: Position, event: VolunteersRaised) -> None:
    raised = event.raised.known(0)
    if raised:
        waiting = position.waiting.get(event.side, Waiting())
        units = waiting.units.plus(Units(raised))
        position.waiting[event.side] = msgspec.structs.replace(waiting, units=units)
