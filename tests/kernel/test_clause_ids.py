"""Clause ids by book: each names its clauses in its own way, and every reader asks the book for it."""

import pytest

from ironclad.domain import games
from ironclad.domain.kernel.clause_ids import ClauseIds, paragraph_of
from ironclad.domain.kernel.rulebook.coverage import Clause, misnamed, read_clauses
from ironclad.domain.kernel.rulebook.rules_notes import parse

NUMBERS = ClauseIds()
WORDS = ClauseIds(r"[a-z0-9]+(?:-[a-z0-9]+)*", "")
ROMAN = ClauseIds(r"[IVX]+(?:\.[A-Z])?|[GS]", r"[IVX]+\.[A-Z]")
LETTERS = ClauseIds(r"\d+\.\d+|[ER]\.\d+", r"\d+\.\d+|[ER]\.\d+")
SHALLOW = ClauseIds(r"\d+(?:\.\d+)*", r"\d+(?:\.\d+)+")
BOOKS = [
    (NUMBERS, "9.6/2", "TEC/1", "9.10.4/12"),
    (WORDS, "the-sides/1", "1864-presidential-election/3", "tactical/55"),
    (ROMAN, "I.A/1", "XXVIII/7", "G/61"),
    (LETTERS, "R.3/2", "10.17/1", "E.1/3"),
    (SHALLOW, "10/1", "7.13.3/16", "18/2"),
]
EACH = [(book, id) for book, *ids in BOOKS for id in ids]


@pytest.mark.parametrize(("book", "id"), EACH, ids=[id for _, id in EACH])
def test_an_id_is_found_in_a_text(book: ClauseIds, id: str) -> None:
    assert book.is_clause(id)
    assert book.is_paragraph(paragraph_of(id))
    assert not book.is_clause(paragraph_of(id))
    assert not book.is_clause(f"{id}x")
    assert list(book.named(f"{id} says so, see {id}; ({id}).")) == [id] * 3
    assert list(book.named(f"_{id} {id}x {id}/1 {id}-a")) == []


@pytest.mark.parametrize(("book", "id"), EACH, ids=[id for _, id in EACH])
def test_short_forms_are_spelled_out(book: ClauseIds, id: str) -> None:
    paragraph = paragraph_of(id)
    text = f"{paragraph}/3, /5 and /7 to 9 hold."
    assert list(book.named(text)) == [f"{paragraph}/{number}" for number in (3, 5, 7, 8, 9)]


def test_a_paragraph_counts_alone_where_its_book_lets_it() -> None:
    assert list(NUMBERS.named("As 9.6 says, in version 1.0 of TEC and 12.")) == ["9.6", "1.0"]
    assert list(WORDS.named("the sides of the-sides are tactical")) == []
    assert list(ROMAN.named("In IV there is IV.E, and G too.")) == ["IV.E"]
    assert list(LETTERS.named("R.3, then 10.17; not R.")) == ["R.3", "10.17"]
    assert list(SHALLOW.named("10 men by 7.13.3")) == ["7.13.3"]


def test_decisions_are_found_under_the_ids_of_their_book() -> None:
    bullets = "* **the-sides/1, /2**: read so, as blockade/4 is.\n* **tactical**: a whole paragraph.\n"
    text = f"## On land\n\n{bullets}"
    known = ["the-sides/1", "the-sides/2", "blockade/4", "tactical/1"]
    found = list(parse(text, known, WORDS))
    assert [each.about for each in found] == [("the-sides/1", "the-sides/2"), ("tactical",)]
    assert found[1].speaks_of("tactical/1")
    roman = list(parse("* **I.A/1, IV.E/2 to 3**: so.", ["I.A/1", "IV.E/2", "IV.E/3"], ROMAN))
    assert [each.about for each in roman] == [("I.A/1", "IV.E/2", "IV.E/3")]


@pytest.mark.parametrize("name", games.names())
def test_every_clause_of_a_book_is_named_as_its_ruleset_says(name: str) -> None:
    clauses = read_clauses(f"ironclad.domain.games.{name}")
    assert clauses
    assert misnamed(clauses, games.ruleset(name).identity.clause_ids) == []
    assert misnamed([*clauses, Clause("nine/two/3", "", "")], games.ruleset(name).identity.clause_ids) == [
        "nine/two/3"
    ]
