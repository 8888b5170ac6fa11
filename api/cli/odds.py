"""`ironclad odds`: the exact odds of a battle, and the same battle played by random dice beside them."""

import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table

from ironclad.api.cli.console import (
    DID_NOT_HOLD,
    HELD,
    UNUSABLE,
    err,
    find_ruleset,
    json_option,
    out,
    print_document,
    progress,
    shown,
)
from ironclad.api.rulebook.case_files import case_files, read_situations
from ironclad.domain import games
from ironclad.domain.kernel.cases.cases import Case, Unusable
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import Command, UnknownName
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.kernel.odds import odds as kernel
from ironclad.domain.kernel.odds.odds_model import Forecast
from ironclad.domain.kernel.odds.situations import read_command, require_seat, situation

DOUBTFUL = 0.0001  # true odds are as far from what is played once in ten thousand times
BATCH = 1_000  # battles


class Asking(msgspec.Struct, frozen=True):
    """What is asked of every situation: the options of the command line."""

    command: str | None
    seat: str
    answers: tuple[tuple[str, str], ...]
    battles: int | None
    seed: str
    most: int
    quiet: bool


class Found(msgspec.Struct, frozen=True):
    """The odds of one situation, and where it was played the shares observed and how well they agree."""

    file: str
    case: str
    seat: str
    command: Command | None
    odds: kernel.Odds
    observed: Forecast | None = None
    fit: kernel.Fit | None = None


class Failed(msgspec.Struct, frozen=True):
    """A situation without odds: refused under a rule, or "" where no rule is the reason."""

    file: str
    case: str
    rule: str
    reason: str


@click.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--command", help="The command asked about (JSON); else the last one of each case.")
@click.option("--seat", default="", help="Whose command it is; else the seat's that owes a decision.")
@click.option(
    "--answer",
    "answers",
    nargs=2,
    multiple=True,
    metavar="SEAT JSON",
    help="A command that a seat would answer with whenever it is asked that; may be repeated.",
)
@click.option("--ruleset", help="Of a position document; needed where several are installed.")
@click.option("--simulate", "battles", type=click.IntRange(1), help="Play it so often by random dice too.")
@click.option("--seed", default="1861", show_default=True, help="Of those dice.")
@click.option(
    "--most", type=click.IntRange(1), default=kernel.MOST_RUNS, show_default=True, help="Trials allowed."
)
@json_option
def odds(
    file: Path,
    command: str | None,
    seat: str,
    answers: tuple[tuple[str, str], ...],
    ruleset: str | None,
    battles: int | None,
    seed: str,
    most: int,
    as_json: bool,
) -> None:
    """Print the exact odds of the battles in FILE: cases whose last command attacks, or a position document.

    A battle that is under way needs no command. Each side sends its best leader, nobody reacts and nothing
    else that is optional is done, unless --answer says so. Ends with 1 when a command is refused or is no
    battle, or when battles played do not agree with the odds (p-value below 0.0001), with 2 when FILE or a
    command cannot be used.
    """
    if ruleset is None:
        ruleset = games.names()[0] if len(games.names()) == 1 else ""
    else:
        find_ruleset(ruleset)
    asking = Asking(command, seat, answers, battles, seed, most, as_json)
    found: list[Found] = []
    failed: list[Failed] = []
    broken: list[str] = []
    for path in case_files([file]):
        try:
            for case in read_situations(path, ruleset):
                try:
                    found.append(_found(path, case, asking))
                except (Refused, kernel.NoOdds, kernel.TooManyWays) as no:
                    rule, reason = getattr(no, "rule", ""), getattr(no, "reason", str(no))
                    failed.append(Failed(shown(path), case.case, rule, reason))
        except Unusable as wrong:
            broken.append(str(wrong))
    if not (found or failed or broken):
        broken.append(f"{shown(file)}: no case file there")
    if as_json:
        print_document({"odds": found, "refused": failed, "unusable": broken})
    else:
        _print(found, failed, broken)
    doubtful = any(each.fit is not None and each.fit.p_value < DOUBTFUL for each in found)
    sys.exit(UNUSABLE if broken else DID_NOT_HOLD if failed or doubtful else HELD)


def _found(path: Path, case: Case, asking: Asking) -> Found:
    """The odds of a situation. Raises Unusable, Refused, NoOdds and TooManyWays."""
    if not case.ruleset:
        raise Unusable(f"several rulesets are installed: --ruleset is one of {', '.join(games.names())}")
    try:
        ruleset = games.ruleset(case.ruleset)
    except UnknownName as unknown:
        raise Unusable(str(unknown)) from unknown
    answers = tuple((require_seat(ruleset, who), _command(ruleset, text)) for who, text in asking.answers)
    command = None if asking.command is None else _command(ruleset, asking.command)
    seat = require_seat(ruleset, asking.seat) if asking.seat else ""
    position, question = situation(case, ruleset, answers, command, seat)
    computed = kernel.compute(ruleset, position, question, kernel.up_to(asking.most))
    exact = Found(
        shown(path), case.case, question.seat, question.command, kernel.told(ruleset, question, computed)
    )
    if asking.battles is None:
        return exact
    observed = Counter[Any]()
    whole, rest = divmod(asking.battles, BATCH)
    batches = [BATCH] * whole + [rest] * bool(rest)
    for number, battles in enumerate(progress(batches, len(batches), case.case, asking.quiet)):
        seed = f"{asking.seed}/{case.case}/{number}"
        observed += kernel.simulate(ruleset, position, question, battles, seed)
    shares = {story: Fraction(count, asking.battles) for story, count in observed.items()}
    played = kernel.odds_model_of(ruleset).report(shares)
    return msgspec.structs.replace(exact, observed=played, fit=kernel.fit(observed, computed.stories))


def _command(ruleset: Ruleset[Any], text: str) -> Command:
    """A command written as JSON. Raises Unusable."""
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError as wrong:
        raise Unusable(f"the command {text!r} is not JSON: {wrong}") from wrong
    if not isinstance(data, dict):
        raise Unusable(f"a command is an object; here: {text}")
    return read_command(ruleset, data)


def _print(found: list[Found], failed: list[Failed], broken: list[str]) -> None:
    console = out()
    for each in found:
        _print_odds(console, each)
    for no in failed:
        clause = f"{no.rule}: " if no.rule else ""
        text = f"✗ {no.file}: {no.case}: {clause}{no.reason}"
        console.print(text, style="red", markup=False, soft_wrap=True)
    for reason in broken:
        err().print(f"unusable: {reason}", style="red", markup=False, soft_wrap=True)
    if len(found) > 1 and any(each.fit for each in found):
        console.print(_fits(found))


def _print_odds(console: Console, found: Found) -> None:
    console.print(found.case, style="bold", markup=False, soft_wrap=True)
    if found.command is not None:
        asked = msgspec.json.encode(found.command).decode()
        console.print(f"  {found.seat}: {asked}", markup=False, soft_wrap=True)
    for each in found.odds.assumptions:
        clause = f" ({each.rule})" if each.rule else ""
        console.print(f"  assumed of {each.seat}: {each.text}{clause}", markup=False, soft_wrap=True)
        for choice in each.choices:
            instead = f"{choice.text}: --answer {each.seat} '{msgspec.json.encode(choice.command).decode()}'"
            console.print(f"    or {instead}", markup=False, soft_wrap=True)
    console.print(_modifiers(found), _chances(found))
    if found.fit is not None:
        console.print(f"  {_fit_line(found.fit)}", markup=False, soft_wrap=True)


def _modifiers(found: Found) -> Table:
    table = Table("for", "amount", "what", "rule", "side", "counts")
    for each in found.odds.forecast.modifiers:
        line = each.line
        counts = "always" if each.probability == "1" else each.probability
        table.add_row(line.roll, line.written or f"{line.amount:+d}", line.name, line.rule, line.side, counts)
    return table


def _chances(found: Found) -> Table:
    """The tables of a battle one below the other, with the shares observed where it was played."""
    observed = found.observed and {
        (table.name, row.what): row.decimal for table in found.observed.tables for row in table.rows
    }
    table = Table("question", "rule", "outcome", "probability", "%", *(["observed %"] if observed else []))
    for question in found.odds.forecast.tables:
        mean = "" if question.expected is None else f", {question.expected:.2f} expected"
        for number, row in enumerate(question.rows):
            heading = (question.title + mean, question.rule) if number == 0 else ("", "")
            seen = [f"{100 * observed.get((question.name, row.what), 0):.2f}"] if observed else []
            table.add_row(*heading, row.what, row.probability, f"{100 * row.decimal:.2f}", *seen)
        table.add_section()
    return table


def _fit_line(fit: kernel.Fit) -> str:
    if fit.impossible:
        return f"{fit.impossible} of {fit.battles:,} battles came out as the odds say that none can"
    return (
        f"{fit.battles:,} battles played: chi-square {fit.chi_square:.2f} over {fit.cells} cells,"
        f" p-value {fit.p_value:.4f}"
    )


def _fits(found: list[Found]) -> Table:
    table = Table("situation", "battles", "cells", "chi-square", "p-value")
    for each in found:
        if each.fit is not None:
            fit = each.fit
            numbers = (f"{fit.battles:,}", str(fit.cells), f"{fit.chi_square:.2f}", f"{fit.p_value:.4f}")
            table.add_row(each.case, *numbers)
    return table
