"""Verifying a bundle: every check in order, with no server and no database; nothing in it is executed."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ironclad.domain.kernel.engine.decider import Ruleset
from ironclad.domain.match.events import COMMAND_ACCEPTED
from ironclad.eventlog.bundle.dicing import DiceCheck
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.intending import Rounds
from ironclad.eventlog.bundle.reading import BundleReader
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.bundle.seals import SealCheck, opened
from ironclad.eventlog.bundle.signing import SignatureCheck
from ironclad.eventlog.sealing import GameSeal, may_hide
from ironclad.referee.proof.redeciding import CannotDecide, Forks, Redecider

CHECKS = (
    "file",
    "key",
    "checkpoint",
    "heads",
    "inclusion",
    "blobs",
    "order",
    "dice",
    "signatures",
    "seals",
    "rules",
)
"""In the order in which a bundle is held to them."""


Watch = Callable[[str, int, int], None]
"""Is told what is being held to, and how many of how many events have been."""


@dataclass
class Check:
    """One check: whether it holds (None: it was not come to), and what was seen."""

    name: str
    ok: bool | None = None
    detail: str = ""


@dataclass
class Failure:
    """The first thing that does not hold; `position` is that of the event at fault, if it is one's."""

    position: int | None
    check: str
    detail: str


@dataclass
class Verdict:
    """What became of each check.

    `waits` is the number of sealed facts of a running game, where nothing is against the bundle: its rules
    are checked up to the first of them.
    """

    checks: list[Check] = field(default_factory=lambda: [Check(name) for name in CHECKS])
    first_failure: Failure | None = None
    waits: int = 0

    @property
    def ok(self) -> bool:
        """Whether every check holds: one that was not come to is none that holds."""
        return all(check.ok for check in self.checks)

    def hold(self, detail: str, *names: str) -> None:
        """These checks hold."""
        for check in self.checks:
            if check.name in names:
                check.ok, check.detail = True, detail

    def wait(self, facts: int, detail: str) -> None:
        """The rules cannot be checked further before so many sealed facts are opened."""
        self.waits = facts
        for check in self.checks:
            if check.name == "rules":
                check.detail = f"waits for opening: {facts:,} sealed facts; {detail}"

    def fail(self, name: str, detail: str, position: int | None = None) -> None:
        """This check does not hold, and ends the verifying."""
        for check in self.checks:
            if check.name == name:
                check.ok, check.detail = False, detail
        self.first_failure = Failure(position, name, detail)


def verify(
    path: Path,
    log_key: str | None,
    ruleset: Callable[[str], Ruleset[Any]],
    rules: bool = True,
    watch: Watch = lambda what, done, total: None,
    rounds: Rounds | None = None,
) -> Verdict:
    """Hold a bundle file to every check; `watch` is told how far it is.

    `log_key` is the log's first public key as known from elsewhere; without one the verdict says that the
    key is the bundle's own word. `ruleset` finds rules by name or raises LookupError. Without `rules` the
    commands are not decided again, and the verdict is not ok for that. `rounds` are those of the game's
    beacon, as known from elsewhere. Raises OSError where the file cannot be read.
    """
    verdict = Verdict()
    try:
        forks, seals = _proofs(path, log_key, verdict, watch, rounds)
        if seals.seal is not None:
            _openings(path, log_key, seals.seal)
        verdict.hold(seals.found, "seals")
        if rules:
            _rules(path, log_key, ruleset, forks, seals, verdict, watch)
        else:
            next(check for check in verdict.checks if check.name == "rules").detail = "not asked for"
    except BundleFault as fault:
        verdict.fail(fault.check, fault.detail, fault.position)
    except CannotDecide as lacking:
        verdict.fail("rules", f"rules not checked: needs {lacking}")
    return verdict


def _proofs(
    path: Path, log_key: str | None, verdict: Verdict, watch: Watch, rounds: Rounds | None
) -> tuple[Forks, SealCheck]:
    """Everything that needs no rules; the places at which lines of the game were forked, and its seals."""
    with path.open("rb") as file:
        reader = BundleReader(file, log_key)
        key = f"{reader.history.keys[0]}, as it was named"
        if log_key is None:
            key = f"{reader.history.keys[0]} by the bundle's own word: hold it to what the server publishes"
        at = f"{reader.checkpoint.size:,} events of {reader.checkpoint.origin}"
        verdict.hold(key, "key")
        verdict.hold(f"signed for {at}", "checkpoint")
        dice = DiceCheck(reader.header.game, reader.earlier, rounds)
        signatures = SignatureCheck(reader.header.game, reader.checkpoint.origin)
        seals = SealCheck()
        for append in appends(reader.events()):
            dice.take(append)
            signatures.take(append)
            seals.take(append)
            watch("proofs", reader.events_read, reader.events_here)
        verdict.hold("as it was written, byte for byte", "file")
        verdict.hold(f"{reader.events_read:,} events, each at its place among the {at}", "inclusion")
        verdict.hold("every stream without a gap, every event after the command that caused it", "order")
        heads = ", ".join(f"{name} to {last:,}" for name, last in sorted(reader.heads.items()))
        verdict.hold(f"nothing is missing at the end: {heads}", "heads")
        verdict.hold("none" if reader.blob is None else "as named", "blobs")
        verdict.hold(dice.found, "dice")
        verdict.hold(signatures.found, "signatures")
        return reader.forks(), seals


def _openings(path: Path, log_key: str | None, seal: GameSeal) -> None:
    """Every sealed fact opened, and held to its digest."""
    with path.open("rb") as file:
        for append in appends(BundleReader(file, log_key).events()):
            opened(seal, append)


def _rules(
    path: Path,
    log_key: str | None,
    ruleset: Callable[[str], Ruleset[Any]],
    forks: Forks,
    seals: SealCheck,
    verdict: Verdict,
    watch: Watch,
) -> None:
    """Every command decided again, of a game with sealed facts up to the first of them.

    The file is held to its proofs once more: it may have been replaced.
    """
    with path.open("rb") as file:
        reader = BundleReader(file, log_key)
        game, commands = Redecider(reader.header.game, ruleset, reader.blob, forks, seals.seal), 0
        for append in appends(reader.events()):
            if seals.waits and any(may_hide(bytes(event.body)) for event in append):
                verdict.wait(seals.facts, f"{commands:,} commands before them decided again, {game.rules}")
                return
            game.take(append)
            commands += 1
            watch("rules", reader.events_read, reader.events_here)
        verdict.hold(f"{commands:,} commands decided again, {game.rules}", "rules")


def appends(events: Iterable[Stored]) -> Iterator[list[Stored]]:
    """Events as they were appended together: a command, and what it caused. Raises BundleFault."""
    together: list[Stored] = []
    for event in events:
        if event.name == COMMAND_ACCEPTED:
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
