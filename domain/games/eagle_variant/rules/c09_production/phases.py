"""A side's production phase: income, purchases, and its end (production-round)."""

from random import Random

from ironclad.domain.games.eagle_variant.position.production import Production
from ironclad.domain.games.eagle_variant.position.state import CSA, Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle, step
from ironclad.domain.games.eagle_variant.rules.c09_production.buying import purchases
from ironclad.domain.games.eagle_variant.rules.c09_production.commands import EndProduction
from ironclad.domain.games.eagle_variant.rules.c09_production.events import ProductionBegan, ProductionEnded
from ironclad.domain.games.eagle_variant.rules.c09_production.income import (
    nations_of,
    receive,
    support_of,
)
from ironclad.domain.games.eagle_variant.rules.c09_production.placing import invaded_states
from ironclad.domain.games.eagle_variant.rules.c09_production.turning import turns
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Step


@step("production")
@rule("production-round/1", "production-round/2", "production-round/3")
def begin_production(play: Play, entered: Step) -> None:
    """A side's income comes in, its allies' too; then it buys until it ends its phase."""
    side, position = entered.seat, play.position
    csa = side == CSA
    play.emit(
        ProductionBegan(
            side,
            invaded_states(position) if csa else (),
            csa and support_of(position) > 0,
        )
    )
    for nation in nations_of(position, side):
        receive(play, nation)
    asking.ask(play, side, "production", "production-round/2")


@eagle.evolves(ProductionBegan)
def _began(position: Position, event: ProductionBegan) -> None:
    loss = position.production.loss if position.production is not None and event.side == CSA else 0
    position.production = Production(event.side, loss=loss, invaded=event.invaded, supported=event.supported)


@eagle.check(EndProduction, "production")
def _check_end(position: Position, due: Due, command: EndProduction) -> None:
    """Always legal; what is not spent is saved."""


@eagle.carry_out(EndProduction)
def _end(play: Play, due: Due, command: EndProduction) -> None:
    asking.close(play, due)
    play.emit(ProductionEnded(due.seat))


@eagle.evolves(ProductionEnded)
def _ended(position: Position, event: ProductionEnded) -> None:
    position.production = None


@eagle.sample("production")
def _sample(position: Position, due: Due, random: Random) -> Command:
    """A random purchase, or a turning of ratings, that is legal; else the end of the phase."""
    for _ in range(6 if random.random() < 0.9 else 0):
        nation = random.choice(nations_of(position, due.seat))
        found = [*purchases(position, nation), *turns(position, due)]
        if found and eagle.allows(position, due, command := random.choice(found)):
            return command
    return EndProduction()
