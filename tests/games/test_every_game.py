"""What every game passes, whatever its rules: played at random from several seeds, asked at many points."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.api.cli.console import checkout
from ironclad.api.cli.rules import coverage_of
from ironclad.domain import games
from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, Event, UnknownName, Unreadable, canonical
from ironclad.domain.kernel.engine.decider import Resolution, Ruleset
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Playout, Step, play, rebuild, same_position, stored
from tests.played import played_steps, ruleset_named

NAMES = (*games.names(), "tug")
SEEDS = (1, 2, 3)
SAMPLED_STEPS = 60  # points of a game at which the slower questions are asked
LISTED_OFFERS = 12  # offers tried at each such point, spread over the list


@pytest.fixture(params=NAMES)
def ruleset(request: pytest.FixtureRequest) -> Ruleset[Any]:
    return ruleset_named(request.param)


@cache
def played(name: str, seed: int) -> Playout:
    ruleset = ruleset_named(name)
    return play(ruleset, seed)


@cache
def points(name: str, seed: int) -> list[Step]:
    """Steps spread over a whole game, the first and the last among them."""
    every = max(1, played(name, seed).commands // SAMPLED_STEPS)
    last = played(name, seed).commands
    return [
        each for each in played_steps(name, seed) if each.number in (1, last) or each.number % every == 0
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_play_ends(ruleset: Ruleset[Any], seed: int) -> None:
    game = played(ruleset.name, seed)
    assert game.outcome is not None
    assert game.outcome.winner in (None, *ruleset.seats)
    assert game.outcome.reason
    assert not ruleset.due(game.position), "an ended game waits for no one"
    assert not [each for seat in ruleset.seats for each in ruleset.legal(game.position, seat)]


@pytest.mark.parametrize("seed", SEEDS)
def test_replay_equals_play(ruleset: Ruleset[Any], seed: int) -> None:
    game = played(ruleset.name, seed)
    assert same_position(ruleset, game.position, rebuild(ruleset, stored(ruleset, game.events)))


def test_the_same_seed_gives_the_same_log_and_another_seed_another(ruleset: Ruleset[Any]) -> None:
    first = stored(ruleset, played(ruleset.name, 1).events)
    assert stored(ruleset, play(ruleset, 1).events) == first
    assert stored(ruleset, played(ruleset.name, 2).events) != first


def test_decide_leaves_the_position_as_it_was(ruleset: Ruleset[Any]) -> None:
    for step in points(ruleset.name, 1):
        before = canonical(ruleset.to_document(step.before))
        ruleset.decide(step.before, step.seat, step.command, SeededDice(step.number))
        assert canonical(ruleset.to_document(step.before)) == before


def test_a_copy_shares_nothing_that_changes(ruleset: Ruleset[Any]) -> None:
    for step in points(ruleset.name, 1):
        before, copy = canonical(ruleset.to_document(step.before)), step.before.copy()
        for event in step.events:
            ruleset.evolve(copy, event)
        assert canonical(ruleset.to_document(step.before)) == before
        assert same_position(ruleset, copy, step.after)


@pytest.mark.parametrize("seed", SEEDS)
def test_decide_accepts_what_legal_offers(ruleset: Ruleset[Any], seed: int) -> None:
    """Every due decision has an offer, and the offers tried pass both the membership test and decide."""
    for step in points(ruleset.name, seed):
        for seat in {due.seat for due in ruleset.due(step.before)}:
            offers = list(ruleset.legal(step.before, seat))
            assert offers, f"{seat} owes a decision and is offered nothing"
            for command in offers[:: max(1, len(offers) // LISTED_OFFERS)]:
                assert ruleset.is_legal(step.before, seat, command), command
                assert ruleset.decide(step.before, seat, command, SeededDice(step.number))


def test_offers_are_the_same_when_asked_again(ruleset: Ruleset[Any]) -> None:
    for step in points(ruleset.name, 1)[::6]:
        for seat in ruleset.seats:
            assert list(ruleset.legal(step.before, seat)) == list(ruleset.legal(step.before, seat))


def test_what_is_remembered_of_a_position_changes_no_answer(
    ruleset: Ruleset[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same offers and the same events with and without memory (ironclad.domain.kernel.engine.memo)."""

    def told(step: Step) -> tuple[list[Command], list[tuple[str, bytes]]]:
        events = ruleset.decide(step.before, step.seat, step.command, SeededDice(step.number))
        return list(ruleset.legal(step.before, step.seat)), stored(ruleset, events)

    chosen = points(ruleset.name, 3)
    remembering = [told(step) for step in chosen]
    monkeypatch.setattr(decider, "keep_answers", lambda position: None)
    for step, known in zip(chosen, remembering, strict=True):
        assert told(step) == known, step.command


def test_nothing_but_an_event_changes_a_working_position(
    ruleset: Ruleset[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the rules work out of a position may be kept from one event to the next."""
    emit, stood = Resolution.emit, dict[int, tuple[Any, bytes]]()  # by identity: rehearsals have their own

    def watched(resolution: Resolution[Any], event: Event) -> None:
        position = resolution.position
        if id(position) in stood:
            assert ruleset.freeze(position) == stood[id(position)][1], event
        emit(resolution, event)
        stood[id(position)] = position, ruleset.freeze(position)

    monkeypatch.setattr(Resolution, "emit", watched)
    for step in points(ruleset.name, 2):
        _, after = ruleset.execute(step.before, step.seat, step.command, SeededDice(step.number))
        assert ruleset.freeze(after) == stood[id(after)][1], step.command
        stood.clear()


def test_a_seat_that_owes_nothing_is_offered_nothing(ruleset: Ruleset[Any]) -> None:
    for step in points(ruleset.name, 1):
        idle = set(ruleset.seats) - {due.seat for due in ruleset.due(step.before)}
        assert not [each for seat in idle for each in ruleset.legal(step.before, seat)]


@pytest.mark.parametrize("seed", SEEDS)
def test_decide_accepts_exactly_what_the_membership_test_does(ruleset: Ruleset[Any], seed: int) -> None:
    """Commands of other moments and seats, fields exchanged: refused with a rule, or carried out."""
    random, refused = Random(seed), 0
    chosen = points(ruleset.name, seed)
    every = [step.command for step in chosen]
    for step in chosen:
        for command in strange_commands(ruleset, step.command, every, random):
            seat = step.seat if random.random() < 0.75 else random.choice(ruleset.seats)
            allowed = ruleset.is_legal(step.before, seat, command)
            before = canonical(ruleset.to_document(step.before))
            refusal = refusal_of(ruleset, step, seat, command)
            assert (refusal is None) == allowed, f"{seat}: {command}: legal {allowed}, decide {refusal}"
            assert refusal is None or (refusal.rule and refusal.reason), command
            assert canonical(ruleset.to_document(step.before)) == before
            refused += refusal is not None
    assert refused >= len(chosen), "the strange commands were too tame to show anything"


def refusal_of(ruleset: Ruleset[Any], step: Step, seat: str, command: Command) -> Refused | None:
    """What decide says against a command, None when it carried it out; then its stored events must replay."""
    try:
        events, after = ruleset.execute(step.before, seat, command, SeededDice(step.number))
    except Refused as refusal:
        return refusal
    assert events, f"{seat}: {command} was accepted and nothing happened"
    replayed = step.before.copy()
    for topic, body in stored(ruleset, events):
        replayed = ruleset.evolve(replayed, ruleset.events.decode(topic, body))
    assert same_position(ruleset, replayed, after), f"{seat}: {command} replays differently"
    return None


def strange_commands(
    ruleset: Ruleset[Any], command: Command, others: list[Command], random: Random
) -> Iterator[Command]:
    """The command of this moment, one of another moment, and both with single fields exchanged or bent."""
    foreign = random.choice(others)
    yield command
    yield foreign
    for base in (command, foreign):
        for _ in range(3):
            data = document_of(base)
            fields = [name for name in data if name != "type"]
            if not fields:
                continue
            field = random.choice(fields)
            donors = [document_of(each) for each in others]
            values = [each[field] for each in donors if field in each]
            data[field] = bent(random.choice(values), random)
            try:
                yield ruleset.commands.read(data)
            except (Unreadable, UnknownName):
                continue


def bent(value: Any, random: Random) -> Any:
    """A value of the same kind that is often not a legal one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 0, 1, 7, -1000))
    if isinstance(value, str):
        return random.choice((value, value[::-1], "", "0000", "nowhere"))
    if isinstance(value, list):
        return random.choice((value, value[:-1], value + value, [bent(each, random) for each in value]))
    if isinstance(value, dict):
        return {key: bent(each, random) for key, each in value.items()}
    return value


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_survive_documents_and_freezing(ruleset: Ruleset[Any], seed: int) -> None:
    for step in points(ruleset.name, seed):
        document = ruleset.to_document(step.after)
        text = canonical(document)
        again = ruleset.from_document(msgspec.json.decode(text))
        assert canonical(ruleset.to_document(again)) == text
        thawed = ruleset.thaw(ruleset.freeze(step.after))
        assert canonical(ruleset.to_document(thawed)) == text


def test_play_goes_on_alike_from_a_document_and_from_a_snapshot(ruleset: Ruleset[Any]) -> None:
    for step in points(ruleset.name, 1)[::3]:
        text = canonical(ruleset.to_document(step.before))
        for twin in (
            ruleset.from_document(msgspec.json.decode(text)),
            ruleset.thaw(ruleset.freeze(step.before)),
        ):
            assert ruleset.due(twin) == ruleset.due(step.before)
            one = ruleset.decide(step.before, step.seat, step.command, SeededDice(step.number))
            other = ruleset.decide(twin, step.seat, step.command, SeededDice(step.number))
            assert stored(ruleset, one) == stored(ruleset, other)


def test_a_game_may_begin_at_any_decision(ruleset: Ruleset[Any]) -> None:
    """A position document, given to `begin`, opens a game that stands where the document did."""
    scenario = next(iter(ruleset.scenarios))
    for step in points(ruleset.name, 1)[::10]:
        document = msgspec.json.decode(canonical(ruleset.to_document(step.before)))
        opened = ruleset.initial(ruleset.begin(scenario, {}, document))
        assert same_position(ruleset, opened, step.before)


def test_views_and_pictures_are_made_at_any_event(ruleset: Ruleset[Any]) -> None:
    for step in points(ruleset.name, 1)[::6]:
        for name, view in ruleset.views.items():
            assert canonical(view(step.after)), name
        assert ruleset.map_svg(step.after).lstrip().startswith("<svg")
        for event in step.events:
            ruleset.tell(event)


def test_a_decision_keeps_its_name_until_it_is_answered(ruleset: Ruleset[Any]) -> None:
    """No two decisions of a game share an id: an answer to an old one is known as stale."""
    gone: set[str] = set()
    open_now: set[str] = set()
    for step in played_steps(ruleset.name, 1):
        now = {due.id for due in ruleset.due(step.before)}
        gone |= open_now - now
        assert not now & gone
        open_now = now


@pytest.mark.parametrize("name", games.names())
def test_every_clause_has_code_and_a_case_or_a_waiver(name: str) -> None:
    coverage = coverage_of(name, games.ruleset(name).version, checkout() / "tests")
    assert coverage.clauses
    assert not coverage.unknown
    assert [each.id for each in coverage.clauses if not each.holds] == []
    assert not coverage.idle_waivers
