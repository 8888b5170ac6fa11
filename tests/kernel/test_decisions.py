"""Decisions are found by the clauses that they speak of."""

from ironclad.domain.kernel.clause_ids import ClauseIds
from ironclad.domain.kernel.rulebook.coverage import read_clauses
from ironclad.domain.kernel.rulebook.rules_notes import parse, read_decisions

TEXT = """# Decisions

Some words about 9.9/9.

## Battle

* **4.2.5/5, /9**: lost with the hex; see 1.1/1.
* **9.10.4/2 to 4**: over
  two lines, with `code` and **bold** words.
* **5.3.7**: a whole paragraph, of version 1.0.
* **Coastal hexes** (2.1.1, errata). As 9.9/9 says.
* **Kansas** belongs to Missouri (3.1 lists it twice).
* **Unknown** things alone, and hex 3235.
"""
KNOWN = [
    *("1.1/1", "4.2.5/5", "4.2.5/9", "9.10.4/1", "9.10.4/2", "9.10.4/3", "9.10.4/4"),
    *("5.3.7/1", "5.3.7/2", "2.1.1/3", "3.1/1", "9.9/9"),
]


def test_a_bullet_speaks_of_what_it_opens_with() -> None:
    found = list(parse(TEXT, KNOWN, ClauseIds()))
    assert [each.about for each in found] == [
        ("4.2.5/5", "4.2.5/9"),
        ("9.10.4/2", "9.10.4/3", "9.10.4/4"),
        ("5.3.7",),
        ("2.1.1",),
        ("3.1",),
    ]
    assert {each.section for each in found} == {"Battle"}
    assert found[1].text == "9.10.4/2 to 4: over two lines, with code and bold words."
    assert found[2].speaks_of("5.3.7/2")
    assert not found[1].speaks_of("9.10.4/1")


def test_every_decision_that_names_a_clause_is_found() -> None:
    """RULES.md is written so that its readers find what they look for."""
    package = "ironclad.domain.games.american_civil_war"
    found = read_decisions(package, [clause.id for clause in read_clauses(package)], ClauseIds())
    assert len(found) > 150
    assert {"9.2/2", "4.2.5/14", "15.5.2/5", "9.10.2"} <= {each for one in found for each in one.about}
    assert not any("**" in each.text or "`" in each.text for each in found)
