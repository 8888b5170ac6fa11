"""What a ruleset's chapters register: how commands are checked and carried out, how events apply."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Generic

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, GameBegun
from ironclad.domain.kernel.engine.resolution import P, Resolution

Check = Callable[[P, Due, Any], object]
"""(position, the decision answered, command): raises Refused, or says nothing."""
Carrier = Callable[[Resolution[P], Due, Any], None]
"""(resolution, the decision answered, checked command): emits what the command causes."""
Evolver = Callable[[P, Any], None]
Offers = Callable[[P, Due], Iterator[Command]]
Sampler = Callable[[P, Due, Random], Command]


class Handlers(Generic[P]):
    """What a ruleset's chapters register, by the types of commands and events.

    `check` asks every question that needs no die and raises Refused; `carry_out` emits the events of a
    command that passed. Both are given the decision that the command answers (`due`), whose seat gives it;
    a command that may be given at any time gets `no_decision(seat)`. Offers ask the same checks, so they
    cannot disagree with decide.
    """

    def __init__(self) -> None:
        self.checks: dict[type, Check[P]] = {}
        self.carriers: dict[type, Carrier[P]] = {}
        self.answers: dict[type, frozenset[str]] = {}
        self.evolvers: dict[type, Evolver[P]] = {GameBegun: _begun}
        self.offers: dict[str, Offers[P]] = {}
        self.providers: dict[str, list[Offers[P]]] = {}
        self.samplers: dict[str, Sampler[P]] = {}

    def check(self, kind: type[Command], *answers: str) -> Callable[[Check[P]], Check[P]]:
        """Register the check of a command type; `answers` are the kinds of decision it may answer.

        Without any, the command may be given by its seat whenever the game is running.
        """

        def register(function: Check[P]) -> Check[P]:
            self.checks[kind] = function
            self.answers[kind] = frozenset(answers)
            return function

        return register

    def carry_out(self, kind: type[Command]) -> Callable[[Carrier[P]], Carrier[P]]:
        """Register what a checked command does."""

        def register(function: Carrier[P]) -> Carrier[P]:
            self.carriers[kind] = function
            return function

        return register

    def evolves(self, kind: type[Event]) -> Callable[[Evolver[P]], Evolver[P]]:
        """Register how an event changes a position, in place."""

        def register(function: Evolver[P]) -> Evolver[P]:
            self.evolvers[kind] = function
            return function

        return register

    def offer(self, *kinds: str) -> Callable[[Offers[P]], Offers[P]]:
        """Register the canonical commands for a kind of decision; each must pass its check."""

        def register(function: Offers[P]) -> Offers[P]:
            for kind in kinds:
                self.offers[kind] = function
            return function

        return register

    def also_offers(self, *kinds: str) -> Callable[[Offers[P]], Offers[P]]:
        """Register commands that are offered for kinds of decision, beside those of other chapters.

        Each command is put to its check; only those that pass are offered.
        """

        def register(function: Offers[P]) -> Offers[P]:
            for kind in kinds:
                self.providers.setdefault(kind, []).append(function)
                self.offers[kind] = self._offer_all
            return function

        return register

    def _offer_all(self, position: P, due: Due) -> Iterator[Command]:
        for provider in self.providers[due.kind]:
            for command in provider(position, due):
                if self.allows(position, due, command):
                    yield command

    def any_offer(self, position: P, due: Due, random: Random) -> Command:
        """A random command that is offered for a decision to which several chapters offer commands.

        The chapter is chosen first, so that one with few offers is heard as often as one with many, and no
        other has to list its own. Raises IndexError where there is none.
        """
        providers = list(self.providers[due.kind])
        random.shuffle(providers)
        for provider in providers:
            commands = list(provider(position, due))
            random.shuffle(commands)
            for command in commands:
                if self.allows(position, due, command):
                    return command
        raise IndexError(f"nothing is offered for {due.kind}")

    def sample(self, *kinds: str) -> Callable[[Sampler[P]], Sampler[P]]:
        """Register a quick random legal command for a kind of decision; without one, offers are listed."""

        def register(function: Sampler[P]) -> Sampler[P]:
            for kind in kinds:
                self.samplers[kind] = function
            return function

        return register

    def allows(self, position: P, due: Due, command: Command) -> bool:
        """Whether a command passes its own check as the answer to a decision."""
        try:
            self.checks[type(command)](position, due, command)
        except Refused:
            return False
        return True


def _begun(position: object, event: GameBegun) -> None:
    """`initial` makes the position of the first event, which changes nothing further."""
