"""`ironclad verify`: whether a bundle's record of a game holds, with no server and no database."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from ironclad.api.cli.console import (
    DID_NOT_HOLD,
    HELD,
    NOT_ANCHORED,
    WAITS,
    bars,
    json_option,
    out,
    print_document,
    unusable,
)
from ironclad.domain import games
from ironclad.domain.kernel.engine.codec import UnknownName
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.signed import KEY_DIGITS, is_hex
from ironclad.eventlog.ledger.errors import BadKey, BadPolicy
from ironclad.eventlog.ledger.notes import read_vkey
from ironclad.eventlog.ledger.policy import Policy, read_policy
from ironclad.referee.dice.beacon import BeaconFault, read_rounds
from ironclad.referee.proof.verdicts import FAILS, HOLDS, UNANCHORED, Verdict
from ironclad.referee.proof.verdicts import WAITS as WAITING
from ironclad.referee.proof.verifying import verify as verify_bundle

_UNANCHORED = (
    "The bundle is consistent, and not anchored: name its log's key (--log-key), or a policy that it meets"
    " (--policy)."
)
_MARKS = {True: "holds", False: "DOES NOT HOLD", None: "not checked"}


@click.command()
@click.argument("bundle", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--log-key",
    metavar="KEY",
    help="The log's first public key, as its server publishes it; else the bundle's own is taken.",
)
@click.option(
    "--beacon",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of the beacon's rounds (docs/operations.md), to hold a tournament game's dice to.",
)
@click.option(
    "--policy",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A policy of witnesses (C2SP tlog-policy): its quorum has to have cosigned the bundle's checkpoint.",
)
@click.option(
    "--player-key",
    "player_keys",
    metavar="SEAT=KEY",
    multiple=True,
    help="The first key of a seat, as its player gave it to you; once for each seat.",
)
@click.option("--no-rules", is_flag=True, help="Check the proofs only; the bundle does not pass then.")
@json_option
def verify(
    bundle: Path,
    log_key: str | None,
    beacon: Path | None,
    policy: Path | None,
    player_keys: tuple[str, ...],
    no_rules: bool,
    as_json: bool,
) -> None:
    """Hold BUNDLE to its log's key, its proofs and its rules; name the first thing that does not hold.

    Ends with 0 if it holds, 1 if it fails or its rules were not checked, 2 if it cannot be used, 3 if all of
    it is consistent and nothing from elsewhere anchors it (neither --log-key nor --policy), 4 where nothing
    is against it, and the rules wait for what the game hides to be opened at its end.
    """
    if log_key is not None:
        _require_key(log_key)
    rounds = _rounds(beacon) if beacon is not None else None
    known = {"policy": _policy(policy), "player_keys": dict(map(_pin, player_keys))}
    try:
        with bars(as_json) as show:
            given = {"rules": not no_rules, "watch": show, "rounds": rounds, **known}
            verdict = verify_bundle(bundle, log_key, _ruleset, **given)
    except OSError as wrong:
        unusable(f"{bundle} cannot be read: {wrong.strerror}")
    if as_json:
        ok = None if verdict.waits else verdict.ok
        print_document({"verdict": verdict.word, "ok": ok, **msgspec.to_builtins(verdict)})
    else:
        _print(verdict)
    sys.exit(STATUS[verdict.word])


STATUS = {HOLDS: HELD, FAILS: DID_NOT_HOLD, UNANCHORED: NOT_ANCHORED, WAITING: WAITS}


def _policy(file: Path | None) -> Policy | None:
    if file is None:
        return None
    try:
        return read_policy(file.read_bytes())
    except (OSError, BadPolicy) as wrong:
        unusable(f"--policy: {wrong}")


def _pin(text: str) -> tuple[str, str]:
    """A seat and its first key. Ends with status 2 for anything else."""
    seat, _, key = text.partition("=")
    if not seat or not is_hex(key, KEY_DIGITS):
        unusable("--player-key: name a seat and its key: union=64 hexadecimal digits in lower case")
    return seat, key


def _require_key(log_key: str) -> None:
    """End with status 2 for what is no public key of a log."""
    try:
        read_vkey(log_key)
    except BadKey as wrong:
        unusable(f"--log-key: {wrong}")


def _rounds(file: Path) -> Callable[[int], bytes | None]:
    """What a file says of a beacon's rounds."""
    known: dict[int, bytes] = {}
    try:
        with file.open("rb") as lines:
            for round, value in read_rounds(lines, str(file)):
                if known.setdefault(round, value) != value:
                    unusable(f"{file} has two values of round {round}")
    except (OSError, BeaconFault) as wrong:
        unusable(f"the beacon's rounds cannot be read: {wrong}")
    return known.get


def _ruleset(name: str) -> Ruleset[Any]:
    try:
        return games.ruleset(name)
    except UnknownName as unknown:
        raise LookupError(str(unknown)) from unknown


def _print(verdict: Verdict) -> None:
    console = out()
    for check in verdict.checks:
        detail = f": {check.detail}" if check.detail else ""
        console.print(f"{check.name:<11} {_MARKS[check.ok]}{detail}", markup=False, soft_wrap=True)
    failure = verdict.first_failure
    if failure is not None:
        where = f" at position {failure.position:,} of the log" if failure.position is not None else ""
        console.print(f"The bundle fails{where}: {failure.detail}", markup=False, soft_wrap=True)
    elif verdict.waits:
        console.print("The bundle waits for the game's end: then what it hides is opened.", markup=False)
    elif not verdict.ok:
        console.print("The bundle does not pass: not everything was checked.", markup=False)
    elif not verdict.anchored:
        console.print(_UNANCHORED, markup=False, soft_wrap=True)
    else:
        console.print("The bundle holds.", markup=False)
    for title, said in (("Not checked", verdict.not_checked), ("By word alone", verdict.word_of_service)):
        if said and failure is None:
            console.print(f"{title}: {'; '.join(said)}.", markup=False, soft_wrap=True)
