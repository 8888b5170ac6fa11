"""Properties of a ruleset's book: its clauses, its cases, its golden logs, and what players read of them."""

import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ironclad.api.cli.rules import cases_of
from ironclad.api.rulebook.case_files import case_files, read_cases
from ironclad.conformance.golden import entry_of, log_digest, read_index, read_log
from ironclad.conformance.subject import Book, Subject, fail, hold, where
from ironclad.domain.kernel.cases.cases import Case, ending_position, run
from ironclad.domain.kernel.engine.codec import Event, name_of
from ironclad.domain.kernel.engine.playout import rebuild, same_position, steps, stored
from ironclad.domain.kernel.rulebook.coverage import code_of, join, read_clauses, read_waivers
from ironclad.domain.kernel.rulebook.rules_notes import read_decisions

COMMANDS_AFTER_A_CASE = 8
OF_EVERY_GAME = "match/"
"""Clauses of what all games share begin so."""


def _book(subject: Subject) -> Book:
    return subject.book or fail("the ruleset has no package of its own, and so no clauses")


def every_clause_has_code_and_a_case_or_a_waiver(subject: Subject, seed: int) -> None:
    """`data/clauses.toml` lists the clauses, `data/waivers.toml` those that are not carried out, and why."""
    book, ruleset = _book(subject), subject.ruleset
    clauses = read_clauses(book.package)
    hold(clauses, f"{book.package} has no data/clauses.toml, or it has no [[clause]]")
    tested = cases_of(ruleset.name, book.package, book.tests or book.directory / "tests")
    code = code_of(book.package)
    found = join(ruleset.name, ruleset.version, clauses, code, tested, read_waivers(book.package))
    for clause, places in found.unknown.items():
        fail(f"there is no clause {clause}; {', '.join(places)} names it")
    for each in found.clauses:
        lacking = [word for word, has in (("code", each.code), ("case", each.cases)) if not has]
        hold(each.holds, f"clause {each.id} has no {' and no '.join(lacking)}, and no waiver")
    hold(not found.idle_waivers, f"these waivers match no clause: {', '.join(found.idle_waivers)}")


def what_players_read_names_clauses_of_the_book(subject: Subject, seed: int) -> None:
    """Decisions, outcomes, chronicle entries and notes rest on a clause or paragraph that the book has."""
    book, ruleset = _book(subject), subject.ruleset
    known = _known(book)
    for step in subject.points(seed):
        for due in ruleset.rules.due(step.before):
            _require_known(known, due.rule, f"the decision {due.kind} {where(step)}")
            hold(ruleset.words.question(due), f"the decision {due.kind} has no question {where(step)}")
            for note in ruleset.words.why(due):
                _require_known(known, note.rule, f"a reason of {due.kind} {where(step)}")
        for event in step.events:
            entry = ruleset.words.tell(event) or {}
            _require_known(known, entry.get("rule") or "", f"the chronicle of {event}")
    ended = subject.played(seed).outcome
    _require_known(known, ended.rule if ended else "", "the outcome")
    notes = book.directory / "RULES.md"
    if notes.is_file() and "\n* " in notes.read_text(encoding="utf-8"):
        found = read_decisions(book.package, known, ruleset.identity.clause_ids)
        hold(found, "no decision in RULES.md names a clause of the book")


def _require_known(known: set[str], rule: str, what: str) -> None:
    hold(not rule or rule in known or rule.startswith(OF_EVERY_GAME), f"{what} names {rule}: no such clause")


def _known(book: Book) -> set[str]:
    """The clauses, their paragraphs, and the paragraphs and chapters of data/index.toml."""
    ids = {clause.id for clause in read_clauses(book.package)}
    index = book.directory / "data" / "index.toml"
    listed = tomllib.loads(index.read_text(encoding="utf-8")) if index.is_file() else {}
    paragraphs = {each.partition("/")[0] for each in ids} | {each["id"] for each in listed.get("rule", ())}
    return ids | paragraphs | {each.partition(".")[0] for each in paragraphs}


def every_case_holds(subject: Subject, seed: int) -> None:
    """Cases are in `cases/` of the package, one file or more (docs/cases.md)."""
    book = _book(subject)
    known = {clause.id for clause in read_clauses(book.package)}
    for path, case in _cases(subject, book):
        result = run(case, subject.ruleset, known)
        hold(result.held, f"{path.name}: {case.case}: {'; '.join(result.failures)}")


def play_continues_from_every_case_and_every_event_comes_up(subject: Subject, seed: int) -> None:
    """Rare situations too lead to a game that can be played on, and whose log replays.

    Between the cases and what follows them, every kind of event that the ruleset has comes up.
    """
    ruleset, found = subject.ruleset, set[str]()
    for number, (path, case) in enumerate(_cases(subject, _book(subject)), 1):
        position, events = ending_position(case, ruleset)
        document = ruleset.storage.to_document(position)
        scenario = str(document.get("scenario", ""))
        if scenario not in ruleset.identity.scenarios:
            scenario = next(iter(ruleset.identity.scenarios))
        begun = ruleset.rules.begin(scenario, {}, document)
        played: list[Event] = [begun]
        end = ruleset.rules.initial(begun)
        for step in islice(steps(ruleset, number, begun), COMMANDS_AFTER_A_CASE):
            played, end = played + step.events, step.after
        same = same_position(ruleset, end, rebuild(ruleset, stored(ruleset, played)))
        hold(same, f"{path.name}: {case.case}: what follows replays to another position")
        found |= {name_of(type(event)) for event in (*events, *played)}
    missing = sorted(ruleset.storage.events.types.keys() - found)
    hold(not missing, f"no case, nor play from its end, has the events {', '.join(missing)}")


def _cases(subject: Subject, book: Book) -> Iterator[tuple[Path, Case]]:
    files = case_files([book.directory / "cases"])
    hold(files, f"{book.package} has no cases/")
    for path in files:
        for case in read_cases(path):
            named = case.ruleset == subject.ruleset.name
            hold(named, f"{path.name}: {case.case}: it is of the ruleset {case.ruleset}")
            yield path, case


def golden_logs_replay(subject: Subject, seed: int) -> None:
    """Golden logs are in `golden/` of the package; `--keep-golden SEED` adds one."""
    ruleset, folder = subject.ruleset, _book(subject).directory / "golden"
    index = read_index(folder)
    hold(index, "the ruleset has no golden log: --keep-golden SEED adds the random game of a seed")
    for name, expected in index.items():
        found = entry_of(ruleset, read_log(folder, name))
        hold(found == expected, f"{name} comes to {found}, and the index says {expected}")
    for version in ruleset.identity.published.versions:
        for name, published in version.golden.items():
            kept = name in index and log_digest(read_log(folder, name)) == published
            hold(kept, f"{name} is not the log that versions.toml lists for {version.version}")
