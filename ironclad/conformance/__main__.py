"""`python -m ironclad.conformance RULESET`: what every ruleset must do, a line for each property."""

import sys
from pathlib import Path

import click

from ironclad.conformance import PROPERTIES, Counterexample, Property, Subject, subject_named
from ironclad.conformance.golden import keep
from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.domain.kernel.engine.playout import PlayFault

HELD, DID_NOT_HOLD, UNUSABLE = 0, 1, 2


@click.command()
@click.argument("ruleset")
@click.option("--games", default=3, show_default=True, type=click.IntRange(1), help="Games of random play.")
@click.option("--seed", default=1, show_default=True, help="Of the first game; each next has the next seed.")
@click.option(
    "--tests",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help='Tests that name clauses by pytest.mark.rule("9.6/2").',
)
@click.option(
    "--keep-golden",
    "kept",
    type=int,
    metavar="SEED",
    help="Instead: keep the random game of a seed as a golden log in the ruleset's package.",
)
def main(ruleset: str, games: int, seed: int, tests: Path | None, kept: int | None) -> None:
    """Hold RULESET to what every ruleset must do.

    Ends with 1 when a property does not hold, with 2 when the ruleset is not installed or cannot be used.
    """
    try:
        subject = subject_named(ruleset, tests)
    except UnknownName as wrong:
        click.echo(f"ironclad.conformance: {wrong}", err=True)
        sys.exit(UNUSABLE)
    if kept is not None:
        _keep(subject, kept)
        return
    broken = [each for each in PROPERTIES if not _report(each, subject, range(seed, seed + games))]
    click.echo(f"{len(PROPERTIES) - len(broken)} of {len(PROPERTIES)} properties hold")
    sys.exit(DID_NOT_HOLD if broken else HELD)


def _report(asked: Property, subject: Subject, seeds: range) -> bool:
    """Print a property's line; whether it holds."""
    for seed in seeds if asked.every_seed else seeds[:1]:
        if (found := counterexample(asked, subject, seed)) is not None:
            click.echo(f"BROKEN  {asked.name}: seed {seed}: {found}")
            return False
    click.echo(f"holds   {asked.name}")
    return True


def counterexample(asked: Property, subject: Subject, seed: int) -> str | None:
    """The first counterexample of a property, None if it holds."""
    try:
        asked.check(subject, seed)
    except Counterexample as found:
        return str(found)
    except PlayFault as fault:
        return f"{type(fault).__name__}: {fault}"
    except Exception as wrong:  # a ruleset may raise anything, and the report must go through
        return f"it raised {type(wrong).__name__}: {wrong}"
    return None


def _keep(subject: Subject, seed: int) -> None:
    if subject.book is None:
        return
    try:
        click.echo(f"kept {keep(subject.ruleset, subject.book.directory / 'golden', seed)}")
    except (OSError, PlayFault) as wrong:
        click.echo(f"ironclad.conformance: {wrong}", err=True)
        sys.exit(UNUSABLE)


if __name__ == "__main__":
    main()
