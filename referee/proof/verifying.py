"""Verifying a bundle: every check in order, with no server and no database; nothing in it is executed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.domain.match.events import COMMAND_ACCEPTED, OF_NO_RULES
from ironclad.eventlog.bundle import container
from ironclad.eventlog.bundle.dicing import DiceCheck
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.intending import Rounds
from ironclad.eventlog.bundle.matched import MatchReader, relevant
from ironclad.eventlog.bundle.reading import BundleReader
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.bundle.seals import SealCheck, opened
from ironclad.eventlog.bundle.signing import SignatureCheck
from ironclad.eventlog.bundle.timing import BoundsFinder, TimeCheck
from ironclad.eventlog.ledger.breaks import BreakStatement
from ironclad.eventlog.ledger.notes import parse
from ironclad.eventlog.ledger.policy import BAD, GOOD, NONE, Policy, check_note
from ironclad.eventlog.sealing import GameSeal, Signed, may_hide
from ironclad.referee.proof.game_again import Forks
from ironclad.referee.proof.opening_again import CannotDecide
from ironclad.referee.proof.redeciding import Redecider
from ironclad.referee.proof.verdicts import CHECKS, Check, Failure, Known, Verdict

__all__ = ["CHECKS", "Check", "Failure", "Verdict", "Watch", "appends", "verify"]

Watch = Callable[[str, int, int], None]
"""Called with the name of the check under way, the events checked so far, and their number."""


_OF_NO_RULES = frozenset(OF_NO_RULES)


@dataclass(frozen=True)
class _Proved:
    """What the rules need of the proofs.

    `forks` are the places at which lines were forked; `says_seen`: requests say what their seats had seen.
    """

    forks: Forks
    seals: SealCheck
    says_seen: bool


def verify(
    path: Path,
    log_key: str | None,
    ruleset: Callable[[str], Ruleset[Any]],
    rules: bool = True,
    watch: Watch = lambda what, done, total: None,
    rounds: Rounds | None = None,
    policy: Policy | None = None,
    player_keys: Mapping[str, str] | None = None,
) -> Verdict:
    """Hold a bundle file to every check; `watch` is called with the progress.

    `log_key`, `rounds`, `policy` and `player_keys` are known from elsewhere (`Known`): without a log key and
    without a policy that is met the verdict is not anchored. `ruleset` finds rules by name or raises
    LookupError. Without `rules` the commands are not decided again, and the verdict is not ok for that.
    Raises OSError where the file cannot be read.
    """
    verdict, known = Verdict(), Known(log_key, policy, player_keys or {}, rounds)
    try:
        proved = _whole_file(path, lambda: _proofs(path, known, verdict, watch))
        seals = proved.seals
        if seals.seal is not None:
            _openings(path, log_key, seals.seal, seals.is_signed)
        verdict.hold(seals.found, "seals")
        if rules:
            _rules(path, log_key, ruleset, proved, verdict, watch)
        else:
            verdict.skip("rules", "not asked for", "the rules: it was not asked for")
    except BundleFault as fault:
        verdict.fail(fault.check, fault.detail, fault.position)
    except CannotDecide as lacking:
        verdict.not_checked.append(f"the rules: this build lacks {lacking}")
        verdict.fail("rules", f"rules not checked: needs {lacking}")
    except RecursionError:
        verdict.fail("file", "something in it is nested too deeply")
    return verdict


def _whole_file(path: Path, proofs: Callable[[], _Proved]) -> _Proved:
    """What the proofs give; where they fail and the file around them is damaged too, the damage comes first.

    So a verdict does not depend on how far a reader had read when it came to the fault. Raises BundleFault.
    """
    try:
        return proofs()
    except BundleFault as fault:
        if fault.check != "file":
            with path.open("rb") as file:
                container.check(file)
        raise


def _proofs(path: Path, known: Known, verdict: Verdict, watch: Watch) -> _Proved:
    """Everything that needs no rules."""
    with path.open("rb") as file:
        reader = BundleReader(file, known.log_key)
        key = f"{reader.history.keys[0]}, as it was named"
        if known.log_key is None:
            key = f"{reader.history.keys[0]} by the bundle's own word: hold it to what the server publishes"
        at = f"{reader.checkpoint.size:,} events of {reader.checkpoint.origin}"
        verdict.hold(key, "key")
        verdict.hold(f"signed for {at}{_anchor(reader, known, verdict)}", "checkpoint")
        matched, game, origin = MatchReader(), reader.header.game, reader.history.origin
        dice = DiceCheck(game, matched, reader.earlier, known.rounds)
        signatures = SignatureCheck(game, origin, reader.roots, reader.leaf_of, matched)
        seals, times = SealCheck(), TimeCheck()
        last = (reader.checkpoint.size, parse(reader.header.checkpoint))
        bounds = BoundsFinder([*reader.earlier.cosigned, last], known.policy)
        for append in appends(reader.events()):
            chosen, read = relevant(append), []
            for event in chosen:
                read.append(matched.read(event))
                times.take(event, read[-1])
            dice.take(chosen)
            for event, each in zip(chosen, read, strict=True):
                bounds.take(event, each)
            signatures.take(append, chosen)
            seals.take(append)
            watch("proofs", reader.events_read, reader.events_here)
        reader.check_named(signatures.named)
        verdict.hold("as it was written, byte for byte", "file")
        verdict.hold(f"{reader.events_read:,} events, each at its place among the {at}", "inclusion")
        rising = ", no time before an earlier one" if times.holds else ""
        verdict.hold(
            f"every stream without a gap, every event after the command that caused it{rising}", "order"
        )
        heads = ", ".join(f"{name} to {last:,}" for name, last in sorted(reader.heads.items()))
        verdict.hold(f"nothing is missing at the end: {heads}", "heads")
        verdict.hold("as named" if reader.blobs else "none", "blobs")
        verdict.hold(dice.found, "dice")
        signatures.check_first_keys(known.player_keys)
        verdict.hold(signatures.found, "signatures")
        verdict.word_of_service += [*bounds.words, *signatures.words]
        verdict.word_of_service += [_break(each) for each in reader.breaks]
        verdict.lost = sum(each.lost or 0 for each in reader.breaks)
        verdict.not_checked += dice.not_checked
        verdict.times = bounds.found
        return _Proved(reader.forks(), seals, bool(signatures.named))


def _anchor(reader: BundleReader, known: Known, verdict: Verdict) -> str:
    """What a policy says of the bundle's checkpoint, in words; the verdict learns whether that is anchored.

    A policy that is named has to be met. Raises BundleFault for a line of a known key that is bad.
    """
    if known.policy is None:
        verdict.anchored = known.log_key is not None
        if not verdict.anchored:
            verdict.word_of_service.append("that this is the log of its name: nobody named its key")
        return ""
    policy = known.policy
    keys = reader.history.keys_for(reader.checkpoint.size) if not policy.logs else []
    found = check_note(reader.header.checkpoint, policy, keys)
    if bad := [each.name for each in (*found.logs, *found.witnesses) if each.found == BAD]:
        raise BundleFault("checkpoint", f"the line of {bad[0]} is not of that key or not of this checkpoint")
    if not found.ok:
        verdict.not_checked.append(f"the policy: {found.reason}")
        return f"; the policy is not met: {found.reason}"
    names_any = policy.quorum != NONE or bool(policy.logs)
    verdict.anchored = known.log_key is not None or names_any
    return f"; the policy is met by {', '.join(found.named(GOOD)) or 'the log alone'}"


def _break(statement: BreakStatement) -> str:
    at = f"at {statement.kept.size:,} events: {statement.reason}"
    if statement.lost is None:
        return f"that nothing is lost of the log's repair {at}"
    return f"that no more than {statement.lost:,} events of all games were lost at the log's break {at}"


def _openings(path: Path, log_key: str | None, seal: GameSeal, signed: Signed) -> None:
    """Every sealed fact opened, and held to its digest; `signed` says which commits are signed."""
    with path.open("rb") as file:
        for append in appends(BundleReader(file, log_key).events()):
            opened(seal, append, signed)


def _rules(
    path: Path,
    log_key: str | None,
    ruleset: Callable[[str], Ruleset[Any]],
    proved: _Proved,
    verdict: Verdict,
    watch: Watch,
) -> None:
    """Every command decided again, of a game with sealed facts up to the first of them.

    The file is held to its proofs once more: it may have been replaced.
    """
    with path.open("rb") as file:
        reader, seals, commands = BundleReader(file, log_key), proved.seals, 0
        about = (reader.header.game, ruleset, reader.blobs, proved.forks, seals, proved.says_seen)
        game = Redecider(*about)
        for append in appends(reader.events()):
            if seals.waits and any(may_hide(bytes(event.body)) for event in append):
                by = f", {game.rules}" if commands else ""
                verdict.wait(seals.facts, f"{commands:,} commands before them decided again{by}")
                return
            game.take(append)
            commands += 1
            watch("rules", reader.events_read, reader.events_here)
        verdict.hold(f"{commands:,} commands decided again, {game.rules}", "rules")


def appends(events: Iterable[Stored]) -> Iterator[list[Stored]]:
    """Events as they were appended together: a command, and what it caused. Raises BundleFault.

    A command that was committed to is carried out in the append of the last link of its round, or in its own.
    """
    together: list[Stored] = []
    for event in events:
        if event.name in _OF_NO_RULES and _begins(event):
            if together:
                yield together
            together = []
        elif not together:
            raise BundleFault("order", f"no command caused this {event.name}", event.position)
        elif event.position != together[-1].position + 1:
            raise BundleFault("order", f"this {event.name} is apart from its command", event.position)
        together.append(event)
    if together:
        yield together


class _Accepted(msgspec.Struct):
    """What is needed of an accepted command."""

    committed: int = 0
    replayed: Any = None


def _begins(event: Stored) -> bool:
    """Whether an append begins with this event of no rules: not with a command that was committed to before,
    or is decided again by ruling."""
    if event.name != COMMAND_ACCEPTED:
        return True
    body = bytes(event.body)
    if b'"committed":' not in body and b'"replayed":' not in body:
        return True
    try:
        accepted = msgspec.json.decode(body, type=_Accepted)
        return not accepted.committed and accepted.replayed is None
    except (msgspec.MsgspecError, RecursionError):
        return True
