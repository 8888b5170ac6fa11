"""What every game's sight must hold: it hides what events hide, and the rules refuse by what a seat sees.

A game that hides nothing gives every reader the position itself.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ironclad.domain import games
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.playout import Step, stored
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.sight import OPEN_SIGHT
from ironclad.eventlog.sealing import GameSeal, game_key
from ironclad.referee.sight import body_for
from tests.played import played_steps, ruleset_named

HIDING = ("bull_run_to_appomattox", "eagle_variant", "sealed_fields")
NAMES = (*games.names(), "tug", "sealed_fields")
SLOW_IN_FULL = (*(pytest.param(each, marks=pytest.mark.full) for each in HIDING[:-1]), HIDING[-1])
SEEDS = (1, 2, 3)
SEAL = GameSeal(game_key(b"m" * 32, "game"))


LOOKED_AT = 100
"""At how many positions every command of a seat is listed, of those of some plays."""
LONGEST = "eagle_variant"
"""The game with hidden orders whose plays take the longest: in the full tier."""


@pytest.fixture(
    params=[pytest.param(each, marks=[pytest.mark.full] if each == LONGEST else []) for each in NAMES]
)
def ruleset(request: pytest.FixtureRequest) -> Ruleset[Any]:
    return ruleset_named(request.param)


def readers(ruleset: Ruleset[Any]) -> tuple[str | None, ...]:
    return (*ruleset.seats, None)


def written(ruleset: Ruleset[Any], position: Any) -> bytes:
    return canonical(ruleset.storage.to_document(position))


def test_which_games_hide_something(ruleset: Ruleset[Any]) -> None:
    assert ruleset.sight.hides is (ruleset.name in HIDING)
    if not ruleset.sight.hides:
        assert ruleset.sight is OPEN_SIGHT
        assert not any(
            ruleset.storage.commands.secret_fields({"type": name}) for name in ruleset.storage.commands.types
        )


@pytest.mark.parametrize("seed", [1, *(pytest.param(each, marks=pytest.mark.full) for each in SEEDS[1:])])
@pytest.mark.parametrize("name", HIDING)
def test_a_reader_sees_what_its_own_events_make(name: str, seed: int) -> None:
    """The position that a reader is shown is the one that its own feed makes, and nothing more."""
    ruleset = ruleset_named(name)
    begun = ruleset.rules.begin(next(iter(ruleset.identity.scenarios)), {}, None)
    own = {reader: ruleset.rules.initial(begun) for reader in readers(ruleset)}
    version = 1
    for step in played_steps(name, seed):
        for event in step.events:
            version += 1
            sealed = SEAL.sealed("game/main", version, event, {})
            ((topic, body),) = stored(ruleset, [sealed])
            for reader in own:
                row = ("game/main", version, topic, body, version)
                seen = ruleset.storage.events.decode(topic, body_for(SEAL, row, reader))
                own[reader] = decider.evolve(ruleset, own[reader], seen)
        for reader, position in own.items():
            shown = ruleset.sight.see(step.after, reader)
            assert type(shown) is type(step.after)
            assert written(ruleset, shown) == written(ruleset, position), (step.number, reader)


def points(name: str) -> Iterator[tuple[Ruleset[Any], Step]]:
    for seed in SEEDS:
        for step in played_steps(name, seed):
            yield ruleset_named(name), step


@pytest.mark.parametrize("name", HIDING)
def test_sight_changes_nothing_and_is_the_same_twice(name: str) -> None:
    for ruleset, step in points(name):
        before = written(ruleset, step.before)
        for reader in readers(ruleset):
            seen = ruleset.sight.see(step.before, reader)
            assert written(ruleset, ruleset.sight.see(seen, reader)) == written(ruleset, seen)
        assert written(ruleset, step.before) == before


@pytest.mark.parametrize(
    "name", [HIDING[-1], *(pytest.param(each, marks=pytest.mark.full) for each in HIDING[:-1])]
)
def test_a_seat_sees_what_it_is_asked_and_what_it_may_order(name: str) -> None:
    """A command that the seen position allows is never refused by the whole one, nor the reverse."""
    every = list(points(name))
    for ruleset, step in every[:: max(1, len(every) // LOOKED_AT)]:
        assert ruleset.rules.due(step.before) == ruleset.rules.due(ruleset.sight.see(step.before, None))
        for seat in ruleset.seats:
            seen = ruleset.sight.see(step.before, seat)
            assert ruleset.rules.due(seen) == ruleset.rules.due(step.before)
            assert ruleset.rules.outcome(seen) == ruleset.rules.outcome(step.before)
            offered = list(decider.legal(ruleset, seen, seat))
            assert offered == list(decider.legal(ruleset, step.before, seat))
            assert all(decider.is_legal(ruleset, step.before, seat, command) for command in offered)
        assert decider.is_legal(ruleset, ruleset.sight.see(step.before, step.seat), step.seat, step.command)


@pytest.mark.parametrize("name", HIDING)
def test_hidden_values_are_hidden_from_somebody(name: str) -> None:
    """The tests above have something to look at: a game hides, and shows, while it is played."""
    hidden = shown = 0
    for ruleset, step in points(name):
        for event in step.events:
            plain = msgspec.to_builtins(event)
            hidden += "seats" in str(plain)
            shown += "seats" not in str(plain)
        hidden += written(ruleset, ruleset.sight.see(step.after, None)) != written(ruleset, step.after)
    assert hidden > 50
    assert shown > 50
