"""Random play: offers and checks agree, events replay, positions survive being written down."""

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.document import problems
from ironclad.domain.games.bull_run_to_appomattox.registry import CONTEXT_ORDER, CONTEXTS, STEPS
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sequence import ORDER
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.playout import play, rebuild, stored
from tests.games.bull_run_to_appomattox.playing import start, walked, written

SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_play_goes_on_through_whole_turns(seed: int) -> None:
    steps = walked(seed)
    assert steps[-1].after.turn >= 3
    kinds = {type(event).__name__ for step in steps for event in step.events}
    assert {"ZoneEntered", "InitiativeRolled", "PreparationOrderGiven", "ActivationEnded"} <= kinds


def test_everything_is_registered() -> None:
    """Each step of a turn, each command, each event and each kind of decision has what it needs."""
    handlers = RULESET.rules.handlers
    assert {each.name for each in ORDER} == set(STEPS)
    assert {*CONTEXT_ORDER, "taking"} == set(CONTEXTS)
    commands, events = RULESET.storage.commands.types.values(), RULESET.storage.events.types.values()
    assert set(commands) == set(handlers.checks) == set(handlers.carriers)
    assert set(events) <= set(handlers.evolvers)
    assert {kind for kinds in handlers.answers.values() for kind in kinds} <= set(handlers.offers)


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_introductory_game_ends(seed: int) -> None:
    played = play(RULESET, seed, "introductory")
    assert played.outcome is not None
    assert played.outcome.rule == "17/4"
    assert written(rebuild(RULESET, stored(RULESET, played.events))) == written(played.position)


@pytest.mark.full
@pytest.mark.parametrize("seed", [11, 12])
def test_the_campaign_ends(seed: int) -> None:
    played = play(RULESET, seed, "campaign")
    assert played.outcome is not None
    assert written(rebuild(RULESET, stored(RULESET, played.events))) == written(played.position)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_is_legal(seed: int) -> None:
    for step in walked(seed)[::5]:
        for seat in RULESET.seats:
            for due, command in decider.offers(RULESET, step.before, seat):
                assert decider.is_legal(RULESET, step.before, seat, command, due.id), command


@pytest.mark.parametrize("seed", SEEDS)
def test_events_replay_to_the_same_position(seed: int) -> None:
    replayed, storage = start(), RULESET.storage
    for step in walked(seed):
        for event in step.events:
            replayed = decider.evolve(RULESET, replayed, storage.events.decode(*storage.events.encode(event)))
        assert written(replayed) == written(step.after), step.number


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_survive_being_written_down(seed: int) -> None:
    storage = RULESET.storage
    for step in walked(seed)[::10]:
        document = storage.to_document(step.after)
        assert list(problems(step.after)) == []
        assert canonical(storage.to_document(storage.from_document(document))) == canonical(document)
        assert canonical(storage.to_document(storage.thaw(storage.freeze(step.after)))) == canonical(document)
