"""What is foreseen for a reader ends where it depends on something that the reader may not know."""

from ironclad.domain.kernel.engine.codec import Registry
from ironclad.domain.kernel.engine.foresight import Foreseen, foresee
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.sight import NotKnown
from tests.toy import HANDLERS, TUG, Pull, RopePulled, ShoutChanged, Tug, TurnEnded, changed

PULLED = RopePulled("blue", 1, 6, True, 1)


def hiding(after: tuple[RopePulled, ...]) -> Foreseen:
    """What is foreseen of a pull that emits some events, and then asks for what is hidden."""
    handlers: Handlers[Tug] = Handlers()
    for table in ("checks", "carriers", "answers", "evolvers", "offers", "samplers"):
        getattr(handlers, table).update(getattr(HANDLERS, table))

    @handlers.carry_out(Pull)
    def pull(resolution: Resolution[Tug], due: Due, command: Pull) -> None:
        for event in after:
            resolution.emit(event)
        raise NotKnown

    events = Registry("hiding", (GameBegun, RopePulled, TurnEnded, ShoutChanged))
    ruleset = changed(TUG, name="hiding", events=events, handlers=handlers)
    return foresee(ruleset, Tug(5, 40), "blue", Pull(effort=1))


def test_the_events_up_to_there_are_certain_and_nothing_after() -> None:
    for events in ((PULLED,), ()):
        after = Tug(5, 40)
        for event in events:
            HANDLERS.evolvers[type(event)](after, event)
        assert hiding(events) == Foreseen(events, None, (), None, after)
