"""Forged bundles through both verifiers: `python -m tests.hammer.forged --seed 1 --count 2000`.

Each is verified by `ironclad verify`'s own code with its rules, and by the browser's in a page of Chromium.
The verdict's word, its exit status and the first failure (check, position, and the detail but for a library's
reason, see `said`) have to be the same, but for the rules, which Python alone decides. Nothing that was
changed may hold; what is no change has to.
"""

import argparse
import json
import re
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, sync_playwright

from ironclad.api.cli.verify import STATUS
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.referee.proof.verdicts import FAILS, HOLDS, UNANCHORED, WAITS
from ironclad.referee.proof.verifying import verify
from tests.api.running import Server
from tests.browser.conftest import chromium_at
from tests.browser.modules import at_home, run
from tests.hammer import forged_blind, forged_proofs, forged_rows
from tests.hammer.forged_games import Game, games_in
from tests.proof.logs import KEY, lines_of

BATCH = 40
"""How many bundles are handed to the page at a time."""

TRIES = 50
"""How often a kind is tried that finds nothing to change, before the next one is."""


@dataclass(frozen=True)
class Forged:
    """A forgery: its number under the seed, of which game, of which kind, what was changed."""

    number: int
    game: str
    kind: str
    what: str
    bundle: bytes
    log_key: str | None
    rules: Mapping[str, Any] = field(repr=False)
    change: bool = True

    def __str__(self) -> str:
        return f"forgery {self.number}: {self.game}, {self.kind} ({self.what})"


@dataclass(frozen=True)
class Found:
    """What a verifier says: its word, exit status, and the first failure."""

    word: str
    status: int
    check: str = ""
    position: int | None = None
    detail: str = ""

    @property
    def failure(self) -> tuple[str, str, int | None]:
        return self.word, self.check, self.position


def forge(games: Mapping[str, Game], seed: int, number: int) -> Forged:
    """The forgery of a number: the same for a seed and the same games."""
    random = Random(f"{seed} {number}")
    for _ in range(TRIES):
        game = games[random.choice(sorted(games))]
        kind, change, make = random.choice(_MAKERS)
        try:
            bundle, what = make(random, game)
            if change and _same(bundle, game.bundle()):
                continue
        except _NO_BUNDLE:
            continue
        key = str(KEY.verifier) if random.random() < 0.9 else None
        return Forged(number, game.name, kind, what, bundle, key, game.rules, change)
    raise AssertionError(f"no forgery {number} of seed {seed}")


_NO_BUNDLE = (
    *(BundleFault, UnicodeEncodeError, OverflowError, RecursionError),
    *(IndexError, KeyError, TypeError, ValueError),
)
"""What a forger runs into whose change makes something that no log can hash or no line can hold."""


def _same(one: bytes, other: bytes) -> bool:
    try:
        return lines_of(one) == lines_of(other) and one[:19] == other[:19]
    except BundleFault:
        return False


Make = Callable[[Random, Game], tuple[bytes, str]]


def _blind(change: forged_blind.Change) -> Make:
    def make(random: Random, game: Game) -> tuple[bytes, str]:
        own = game.bundle()
        bundle = change(random, own)
        return bundle, "earlier left out" if _lacks_checkpoint(bundle, own) else ""

    return make


def _lacks_checkpoint(bundle: bytes, own: bytes) -> bool:
    """Whether a bundle has the lines of an honest one but for an earlier checkpoint."""
    try:
        lines, before = lines_of(bundle), lines_of(own)
    except BundleFault:
        return False
    missing = [line for line in before if line not in lines]
    return len(lines) == len(before) - 1 and len(missing) == 1 and b'"is":"checkpoint"' in missing[0]


def _rows(change: Callable[[Random, Game], forged_rows.Told]) -> Make:
    def make(random: Random, game: Game) -> tuple[bytes, str]:
        rows, what = change(random, game)
        return game.bundle(rows), what

    return make


def _makers() -> Iterator[tuple[str, bool, Make]]:
    """Every kind with whether it is a change; those of events twice, for they are the deepest."""
    for name, change in forged_blind.KINDS.items():
        yield name, True, _blind(change)
    for name, change in forged_blind.NO_CHANGE.items():
        yield name, False, _blind(change)
    for name, told in [*forged_rows.KINDS.items()] * 2:
        yield name, True, _rows(told)
    for name, told in forged_rows.SHORTER.items():
        yield name, False, _rows(told)
    for name, made in forged_proofs.KINDS.items():
        yield name, True, made


_MAKERS = list(_makers())


def in_python(forged: Forged, file: Path) -> Found:
    """What `ironclad verify` finds."""
    file.write_bytes(forged.bundle)
    try:
        verdict = verify(file, forged.log_key, forged.rules.__getitem__)
    except Exception as crash:  # nothing in a file may stop a verifier: it is counted as wrong
        return Found("crash", -2, detail=f"{type(crash).__name__}: {crash}")
    failure = verdict.first_failure
    about = () if failure is None else (failure.check, failure.position, failure.detail)
    return Found(verdict.word, STATUS[verdict.word], *about)


def in_browser(page: Page, forged: Iterable[Forged]) -> list[Found]:
    """What the browser's verifier finds of some bundles."""
    given = [{"bundle": b64encode(each.bundle).decode(), "key": each.log_key} for each in forged]
    found = run(
        page,
        """
        const all = [];
        for (const {bundle, key} of given) {
          const {word, firstFailure} = await verify.verifyBundle(unpack(bundle), {logKey: key});
          all.push([word, firstFailure]);
        }
        return all;
        """,
        given,
        verify="proof/verify",
    )
    return [
        Found(
            word, STATUS.get(word, -1), *((each["check"], each["position"], each["detail"]) if each else ())
        )
        for word, each in found
    ]


def differs(theirs: Found, ours: Found) -> bool:
    """Whether the browser's verdict is another than Python's, where both decide."""
    if theirs.check != "rules":
        return theirs.failure != ours.failure
    return ours.word not in (HOLDS, UNANCHORED, WAITS)


def holds(found: Found, forged: Forged) -> bool:
    """Whether a verifier takes a bundle for good.

    The rules of a running game with sealed facts wait: a change that only they find is found at its end.
    """
    return found.word in (HOLDS, UNANCHORED) or (found.word == WAITS and forged.kind not in _OF_RULES)


_OF_RULES = frozenset(forged_rows.KINDS)


@dataclass
class Count:
    """What became of many forgeries."""

    kinds: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    other_words: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def take(self, forged: Forged, theirs: Found, ours: Found) -> None:
        self.kinds[forged.kind] += 1
        self.checks[theirs.check or theirs.word] += 1
        if differs(theirs, ours):
            self.wrong.append(f"{forged}: {theirs} in Python, {ours} in the browser")
        elif forged.change and holds(theirs, forged) and not _is_word(forged):
            self.wrong.append(f"{forged}: it holds")
        elif not forged.change and theirs.word == FAILS:
            self.wrong.append(f"{forged}: {theirs}")
        if theirs.check == ours.check and not says_the_same(theirs, ours):
            self.other_words.append(f"{forged}: {theirs.detail!r} in Python, {ours.detail!r} in the browser")

    def __str__(self) -> str:
        checks = ", ".join(f"{name} {count:,}" for name, count in self.checks.most_common())
        words = f"{len(self.other_words):,} said in other words"
        return f"{self.kinds.total():,} forgeries, {len(self.wrong):,} wrong; {checks}; {words}"


_READING = (
    r"(line [\d,]+|the event) (?:cannot be read(?:: .*)?|is not written in the canonical way)",
    r"(the file is damaged): .*",
    r"(.*the checkpoint's root cannot be read): .*",
    r"(the outline cannot be read at leaf [\d,]+)(?:: .*)?",
    r"(an earlier one does not hold): (?:it is not base64|the consistency proof .*)",
    r"(.* is no (?:key of a note|signature line)): .*",
)
"""Where a library that reads JSON, base64 or packed files gives the reason, each in words of its own."""


def said(detail: str) -> str:
    """A detail as both verifiers have to say it: without a library's reason."""
    for each in _READING:
        if found := re.fullmatch(each, detail, re.DOTALL):
            return found[1]
    return detail


def says_the_same(theirs: Found, ours: Found) -> bool:
    """Whether both verifiers give a failure in the same words, but for a library's reason.

    Python unpacks more of a file at once, and finds it damaged before it reads the line that breaks off.
    """
    one, other = said(theirs.detail), said(ours.detail)
    return one == other or (one == "the file is damaged" and other.startswith("line "))


WORD_OF_SERVICE = {
    "command_accepted/id": "the id of a request that nobody signed",
    "command_accepted/digest": "the digest of a request",
    "command_accepted/id signed": "the id of a request, which its seat signed",
    "command_accepted/command/leaders signed": "a command that names no leaders in another way, signed so",
    "dice_anchored/epoch/chains/*/link": "the anchor of a chain of which no link was revealed",
    "earlier left out": "a checkpoint that nothing rests on",
    "lines of strangers": "lines under a checkpoint, of keys that nobody knows",
    "handed over at the end": "a handover that the log's key states, from the checkpoint on",
    "heads 8": "a stream without events, which the log's key states to end at 0",
    "break added 0": "a repair that the log's key states: the verdict says so",
    "earlier 8": "a checkpoint of the log one event earlier, which the log's key signed and which is true",
    "opened 0": "facts of an ended game, opened as they are",
    "tournament_set/public_key": "the key of a beacon whose signatures nobody can check: the verdict says so",
    "ended early": "an older state of the log, which is true of its day",
}
"""Changes that nothing in a bundle can tell, and why: they hold, and in both verifiers."""


def _is_word(forged: Forged) -> bool:
    return forged.what in WORD_OF_SERVICE


def compared(
    page: Page, games: Mapping[str, Game], seed: int, numbers: Iterable[int], folder: Path
) -> Iterator[tuple[Forged, Found, Found]]:
    """Each forgery with what both verifiers find."""
    waiting: list[Forged] = []
    for number in [*numbers, None]:
        if number is not None:
            waiting.append(forge(games, seed, number))
        if len(waiting) == BATCH or (number is None and waiting):
            for forged, ours in zip(waiting, in_browser(page, waiting), strict=True):
                yield forged, in_python(forged, folder / "a.bundle"), ours
            waiting = []


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.hammer.forged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first forgery")
    asked = parser.parse_args()
    launched = chromium_at()
    if launched is None:
        sys.exit("no Chromium on the path")
    count = Count()
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place)
        server = Server(folder / "log.sqlite").start()
        browser = playwright.chromium.launch(**launched)
        try:
            page = at_home(browser.new_page(), server)
            numbers = range(asked.first, asked.first + asked.count)
            for forged, theirs, ours in compared(page, games_in(folder), asked.seed, numbers, folder):
                count.take(forged, theirs, ours)
        finally:
            browser.close()
            server.stop()
    for each in [*count.wrong, *count.other_words]:
        print(each, file=sys.stderr)
    print(json.dumps(dict(sorted(count.kinds.items()))))
    print(count)
    sys.exit(bool(count.wrong or count.other_words))


if __name__ == "__main__":
    main()
