"""What every ruleset must do, as plain functions: run them on one from anywhere.

    python -m ironclad.conformance RULESET [--games N] [--seed S]

prints a line for each property, with the first counterexample of one that does not hold. The functions need
no test framework: each takes a `Subject` and a seed, and raises `Counterexample`. `tests/games` of this
repository calls the same functions on the rulesets and toys of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ironclad.api.cli.console import checkout
from ironclad.api.rulebook.case_files import package_directory
from ironclad.conformance import book, legality, playing
from ironclad.conformance.subject import Book, Counterexample, Subject
from ironclad.domain import games

__all__ = ["PROPERTIES", "Book", "Counterexample", "Property", "Subject", "subject_named"]

Check = Callable[[Subject, int], None]


@dataclass(frozen=True)
class Property:
    """Something that holds for every ruleset.

    `check` is given the subject and a seed and raises Counterexample. `every_seed`: each game is asked, not
    the first alone. `book`: it is about the clauses, cases or golden logs in the ruleset's package.
    """

    check: Check
    every_seed: bool = False
    book: bool = False

    @property
    def name(self) -> str:
        """A sentence."""
        return self.check.__name__.replace("_", " ")


_each = partial(Property, every_seed=True)
_book = partial(Property, book=True)

PROPERTIES = (
    _each(playing.random_play_ends),
    _each(playing.replay_equals_play),
    Property(playing.the_same_seed_gives_the_same_log),
    _each(legality.decide_accepts_what_legal_offers),
    _each(legality.decide_accepts_exactly_what_the_membership_test_does),
    Property(legality.offers_are_the_same_when_asked_again),
    Property(legality.a_seat_that_owes_nothing_is_offered_nothing),
    Property(playing.a_decision_keeps_its_name_until_it_is_answered),
    Property(playing.decide_leaves_the_position_as_it_was),
    Property(playing.a_copy_shares_nothing_that_changes),
    Property(playing.nothing_but_an_event_changes_a_position),
    Property(playing.what_is_remembered_changes_no_answer),
    _each(playing.positions_survive_being_written_down),
    Property(playing.a_played_position_and_one_that_is_read_again_say_the_same),
    Property(playing.play_is_the_same_from_a_document_and_from_a_snapshot),
    Property(playing.a_game_may_begin_at_any_decision),
    Property(playing.views_and_pictures_are_made_at_any_event),
    _book(book.every_clause_has_code_and_a_case_or_a_waiver),
    _book(book.what_players_read_names_clauses_of_the_book),
    _book(book.every_case_holds),
    _book(book.play_continues_from_every_case_and_every_event_comes_up),
    _book(book.golden_logs_replay),
)
"""All properties, those of play first."""


def subject_named(name: str, tests: Path | None = None) -> Subject:
    """An installed ruleset as a subject. `tests`: a directory of tests that name clauses; the checkout's own
    for a ruleset of this repository. Raises UnknownName.
    """
    ruleset, package = games.ruleset(name), games.package_of(name)
    if tests is None and package.startswith("ironclad."):
        tests = checkout() / "tests"
    return Subject(ruleset, Book(package, package_directory(name), tests))
