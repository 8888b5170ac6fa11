"""Properties of play: games end, are the same again, and replay; positions survive being written down."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from ironclad.api.rulebook.pictures import picture
from ironclad.conformance.subject import Subject, carried_out, fail, hold, where
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command, Event, canonical
from ironclad.domain.kernel.engine.playout import Step, play, rebuild, same_position, stored
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.turn.agenda import Agenda


def random_play_ends(subject: Subject, seed: int) -> None:
    ruleset, game = subject.ruleset, subject.played(seed)
    ended = game.outcome
    if ended is None:
        fail(f"after {game.commands} commands the game has no outcome")
    hold(ended.winner in (None, *ruleset.seats), f"the winner is {ended.winner!r}, which is no seat")
    hold(ended.reason, "the outcome has no reason")
    hold(
        not ruleset.rules.due(game.position),
        f"the game is over, and due is {ruleset.rules.due(game.position)}",
    )
    offers = [each for seat in ruleset.seats for each in decider.legal(ruleset, game.position, seat)]
    hold(not offers, f"the game is over, and {offers[:1]} is offered")


def replay_equals_play(subject: Subject, seed: int) -> None:
    game = subject.played(seed)
    again = rebuild(subject.ruleset, stored(subject.ruleset, game.events))
    hold(same_position(subject.ruleset, game.position, again), "the stored events come to another position")


def the_same_seed_gives_the_same_log(subject: Subject, seed: int) -> None:
    ruleset = subject.ruleset
    first = stored(ruleset, subject.played(seed).events)
    hold(stored(ruleset, play(ruleset, seed).events) == first, f"seed {seed} gave two different games")
    other = stored(ruleset, subject.played(seed + 1).events)
    hold(other != first, f"seeds {seed} and {seed + 1} gave one and the same game")


def decide_leaves_the_position_as_it_was(subject: Subject, seed: int) -> None:
    ruleset = subject.ruleset
    for step in subject.points(seed):
        before = canonical(ruleset.storage.to_document(step.before))
        carried_out(ruleset, step, step.before)
        unchanged = canonical(ruleset.storage.to_document(step.before)) == before
        hold(unchanged, f"decide changed the position {where(step)}")


def a_copy_shares_nothing_that_changes(subject: Subject, seed: int) -> None:
    ruleset = subject.ruleset
    for step in subject.points(seed):
        before, copy = canonical(ruleset.storage.to_document(step.before)), step.before.copy()
        for event in step.events:
            decider.evolve(ruleset, copy, event)
        unchanged = canonical(ruleset.storage.to_document(step.before)) == before
        hold(unchanged, f"a change of a copy changed the position it was copied from {where(step)}")
        hold(same_position(ruleset, copy, step.after), f"the events come to another position {where(step)}")


def what_is_remembered_changes_no_answer(subject: Subject, seed: int) -> None:
    """The same offers and the same events with and without `@remembered`."""
    ruleset, chosen = subject.ruleset, subject.points(seed)
    remembering = [_answers(ruleset, step) for step in chosen]
    with _replaced(decider, "keep_answers", lambda position: None):
        for step, known in zip(chosen, remembering, strict=True):
            hold(_answers(ruleset, step) == known, f"a remembered answer is another one {where(step)}")


@contextmanager
def _replaced(holder: Any, name: str, value: object) -> Iterator[None]:
    """Something else in the place of an attribute, for a while."""
    before = getattr(holder, name)
    setattr(holder, name, value)
    try:
        yield
    finally:
        setattr(holder, name, before)


def _answers(ruleset: Ruleset[Any], step: Step) -> tuple[list[Command], list[tuple[str, bytes]]]:
    events, _ = carried_out(ruleset, step, step.before)
    return list(decider.legal(ruleset, step.before, step.seat)), stored(ruleset, events)


def nothing_but_an_event_changes_a_position(subject: Subject, seed: int) -> None:
    """Between two events, carrying out a command leaves the working position as it is."""
    ruleset, emit = subject.ruleset, Resolution.emit
    left = dict[int, tuple[Any, bytes]]()  # by identity: rehearsals have positions of their own

    def watched(resolution: Resolution[Any], event: Event) -> None:
        position = resolution.position
        if id(position) in left:
            unchanged = ruleset.storage.freeze(position) == left[id(position)][1]
            hold(unchanged, f"changed without an event before {event}")
        emit(resolution, event)
        left[id(position)] = position, ruleset.storage.freeze(position)

    with _replaced(Resolution, "emit", watched):
        for step in subject.points(seed):
            _, after = carried_out(ruleset, step, step.before)
            unchanged = id(after) in left and ruleset.storage.freeze(after) == left[id(after)][1]
            hold(unchanged, f"changed after the last event, {where(step)}")
            left.clear()


def positions_survive_being_written_down(subject: Subject, seed: int) -> None:
    ruleset = subject.ruleset
    for step in subject.points(seed):
        text = canonical(ruleset.storage.to_document(step.after))
        again = ruleset.storage.from_document(msgspec.json.decode(text))
        same = canonical(ruleset.storage.to_document(again)) == text
        hold(same, f"read from its document it differs {where(step)}")
        thawed = ruleset.storage.thaw(ruleset.storage.freeze(step.after))
        same = canonical(ruleset.storage.to_document(thawed)) == text
        hold(same, f"frozen and thawed it differs {where(step)}")


def a_played_position_and_one_that_is_read_again_say_the_same(subject: Subject, seed: int) -> None:
    """To the byte: documents have their keys in the same order, and decisions are asked in the same words."""
    ruleset = subject.ruleset
    for step in subject.points(seed):
        events, played = carried_out(ruleset, step, step.before)
        again = step.before.copy()
        for name, body in stored(ruleset, events):
            again = decider.evolve(ruleset, again, ruleset.storage.events.decode(name, body))
        one, other = (msgspec.json.encode(ruleset.storage.to_document(each)) for each in (played, again))
        hold(one == other, f"read again from its events the document differs {where(step)}")
        asked = [[ruleset.words.question(due) for due in ruleset.rules.due(each)] for each in (played, again)]
        hold(asked[0] == asked[1], f"read again from its events the question differs {where(step)}")


def play_is_the_same_from_a_document_and_from_a_snapshot(subject: Subject, seed: int) -> None:
    ruleset = subject.ruleset
    for step in subject.points(seed)[::3]:
        text = canonical(ruleset.storage.to_document(step.before))
        one, _ = carried_out(ruleset, step, step.before)
        for twin in (
            ruleset.storage.from_document(msgspec.json.decode(text)),
            ruleset.storage.thaw(ruleset.storage.freeze(step.before)),
        ):
            hold(
                ruleset.rules.due(twin) == ruleset.rules.due(step.before),
                f"another decision is due {where(step)}",
            )
            other, _ = carried_out(ruleset, step, twin)
            hold(stored(ruleset, one) == stored(ruleset, other), f"play continues differently {where(step)}")


def a_game_may_begin_at_any_decision(subject: Subject, seed: int) -> None:
    """A position document, given to `begin`, opens a game at that position."""
    ruleset = subject.ruleset
    scenario = next(iter(ruleset.identity.scenarios))
    for step in subject.points(seed)[::10]:
        document = msgspec.json.decode(canonical(ruleset.storage.to_document(step.before)))
        opened = ruleset.rules.initial(ruleset.rules.begin(scenario, {}, document))
        hold(same_position(ruleset, opened, step.before), f"begun from its document it differs {where(step)}")


def views_and_pictures_are_made_at_any_event(subject: Subject, seed: int) -> None:
    ruleset = subject.ruleset
    for step in subject.points(seed)[::6]:
        for name, view in views_of(ruleset).items():
            hold(canonical(view(step.after)), f"the view {name} is empty {where(step)}")
        hold(picture(ruleset, step.after).lstrip().startswith("<svg"), f"the map is no <svg> {where(step)}")
        for event in step.events:
            entry = ruleset.words.tell(event)
            hold(entry is None or entry.get("text"), f"the chronicle has no text for {event}")


def a_decision_keeps_its_name_until_it_is_answered(subject: Subject, seed: int) -> None:
    """No two decisions of a game share an id: an answer to an old one is known as stale.

    One that waits in the agenda below others that interrupt it is still open.
    """
    gone: set[str] = set()
    open_now: set[str] = set()
    for step in subject.steps(seed):
        now = {due.id for due in subject.ruleset.rules.due(step.before)}
        agenda = getattr(step.before, "agenda", None)
        waiting = {due.id for due in agenda.all()} if isinstance(agenda, Agenda) else set()
        gone |= open_now - now - waiting
        hold(not now & gone, f"the decisions {sorted(now & gone)} come up again {where(step)}")
        open_now = now | waiting
