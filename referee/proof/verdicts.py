"""What verifying a bundle comes to: its checks, one word for all of them, and what nothing proves."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ironclad.eventlog.bundle.intending import Rounds
from ironclad.eventlog.bundle.timing import TimeBounds
from ironclad.eventlog.ledger.policy import Policy

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

HOLDS, FAILS, UNANCHORED, WAITS = "holds", "fails", "unanchored", "waits"


@dataclass(frozen=True)
class Known:
    """What a verifier knows from elsewhere than the bundle.

    `log_key` is the log's first public key; `policy` says whose cosignatures under its checkpoint are enough.
    `player_keys` are the first keys of seats, `rounds` those of the game's beacon.
    """

    log_key: str | None = None
    policy: Policy | None = None
    player_keys: Mapping[str, str] = field(default_factory=dict)
    rounds: Rounds | None = None


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
    are checked up to the first of them. `anchored` is whether the log was known from elsewhere.
    `word_of_service` says what nothing in the bundle proves, `not_checked` what could be checked and was not.
    `times` says between which moments others place the game's requests. `lost` is how many events, of all
    games, the log says that it lost.
    """

    checks: list[Check] = field(default_factory=lambda: [Check(name) for name in CHECKS])
    first_failure: Failure | None = None
    waits: int = 0
    anchored: bool = False
    word_of_service: list[str] = field(default_factory=list)
    not_checked: list[str] = field(default_factory=list)
    times: list[TimeBounds] = field(default_factory=list)
    lost: int = 0

    @property
    def ok(self) -> bool:
        """Whether every check holds: one that was not come to is none that holds."""
        return all(check.ok for check in self.checks)

    @property
    def word(self) -> str:
        """One word for all: holds, fails (also where the rules were not checked), unanchored, waits."""
        if self.waits:
            return WAITS
        if not self.ok:
            return FAILS
        return HOLDS if self.anchored else UNANCHORED

    def hold(self, detail: str, *names: str) -> None:
        """These checks hold."""
        for check in self.checks:
            if check.name in names:
                check.ok, check.detail = True, detail

    def wait(self, facts: int, detail: str) -> None:
        """The rules cannot be checked further before so many sealed facts are opened."""
        self.waits = facts
        self.not_checked.append(f"the rules from the first of {facts:,} sealed facts on")
        self._say("rules", f"waits for opening: {facts:,} sealed facts; {detail}")

    def skip(self, name: str, detail: str, what: str) -> None:
        """A check was left out: `what` says of what."""
        self.not_checked.append(what)
        self._say(name, detail)

    def fail(self, name: str, detail: str, position: int | None = None) -> None:
        """This check does not hold, and ends the verifying."""
        for check in self.checks:
            if check.name == name:
                check.ok, check.detail = False, detail
        self.first_failure = Failure(position, name, detail)

    def _say(self, name: str, detail: str) -> None:
        for check in self.checks:
            if check.name == name:
                check.detail = detail
