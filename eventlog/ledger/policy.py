"""Policies (C2SP tlog-policy): which logs and witnesses are known, and which witnesses are enough.

    log <vkey> [<url>]
    witness <name> <vkey> [<url>]
    group <name> all|any|<k> <name>...
    quorum <name>|none

A line each, words separated by spaces and tabs; empty lines and lines that begin with # are passed over. The
names of witnesses and groups are of one kind, are defined before they are used, and each is a member of one
group at most. Names are bytes to the format; here they are texts, in which a byte that is no UTF-8 is a lone
surrogate.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.ledger.cosignatures import time_of
from ironclad.eventlog.ledger.cosigners import CosignerKey, LogKey, read_cosigner_key, read_log_key
from ironclad.eventlog.ledger.errors import BadKey, BadPolicy
from ironclad.eventlog.ledger.notes import Note, Verifier, parse

NONE = "none"
"""The name of the quorum that needs no witness."""

POLICY_BYTES = 4 * 1024 * 1024
DEFINITIONS = 1_000
"""The most bytes that a policy may have here, and the most logs, witnesses and groups of each kind."""

_CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
_SPACE = re.compile(rb"[ \t]+")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}\Z")


@dataclass(frozen=True)
class PolicyLog:
    """A log by its key, whose name is the log's origin; `url` "" where none is named."""

    key: LogKey
    url: str = ""


@dataclass(frozen=True)
class PolicyWitness:
    """A witness by its name in the policy and its key; `url` is its submission prefix, or ""."""

    name: str
    key: CosignerKey
    url: str = ""


@dataclass(frozen=True)
class Group:
    """A group of witnesses and groups: it has witnessed a checkpoint if `needed` of its members have."""

    name: str
    needed: int
    members: tuple[str, ...]


@dataclass(frozen=True)
class Policy:
    """A policy that was read; `quorum` is the name of a witness or a group, or `none`."""

    logs: tuple[PolicyLog, ...]
    witnesses: tuple[PolicyWitness, ...]
    groups: tuple[Group, ...]
    quorum: str

    def met_by(self, names: Iterable[str]) -> bool:
        """Whether the witnesses with these names in the policy are the quorum, or more."""
        have = set(names)
        for group in self.groups:  # each comes after its members
            if sum(member in have for member in group.members) >= group.needed:
                have.add(group.name)
        return self.quorum == NONE or self.quorum in have


def read_policy(data: bytes) -> Policy:
    """A policy from the bytes of its file. Raises BadPolicy, which names the line."""
    if len(data) > POLICY_BYTES:
        raise BadPolicy(f"a policy has at most {POLICY_BYTES:,} bytes")
    reader = _Reader()
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            if found := _CONTROL.search(line):
                raise BadPolicy(f"the control character 0x{found[0].hex()} is not allowed")
            if (words := line.strip(b" \t")) and not words.startswith(b"#"):
                if number == len(lines):
                    raise BadPolicy("the line does not end with a newline: is the file cut?")
                reader.take([word.decode("utf-8", "surrogateescape") for word in _SPACE.split(words)])
        except (BadPolicy, BadKey) as wrong:
            raise BadPolicy(f"line {number} of the policy: {wrong}") from wrong
    return reader.policy()


class _Reader:
    """What was defined so far."""

    def __init__(self) -> None:
        self._logs: list[PolicyLog] = []
        self._witnesses: list[PolicyWitness] = []
        self._groups: list[Group] = []
        self._names: set[str] = set()
        self._members: set[str] = set()
        self._quorum: str | None = None

    def take(self, words: Sequence[str]) -> None:
        keyword, *rest = words
        read = {"log": self._log, "witness": self._witness, "group": self._group, "quorum": self._set_quorum}
        if keyword not in read:
            raise BadPolicy(f"{keyword[:100]!r} is no keyword: log, witness, group or quorum")
        read[keyword](rest)

    def policy(self) -> Policy:
        if self._quorum is None:
            raise BadPolicy("the policy has no quorum line")
        return Policy(tuple(self._logs), tuple(self._witnesses), tuple(self._groups), self._quorum)

    def _log(self, words: Sequence[str]) -> None:
        if not 1 <= len(words) <= 2:
            raise BadPolicy("a log has a key, and an address or none")
        key = read_log_key(words[0])
        _once(key.public in {each.key.public for each in self._logs}, "the key of two logs")
        self._logs.append(PolicyLog(key, *words[1:]))
        _few(self._logs)

    def _witness(self, words: Sequence[str]) -> None:
        if not 2 <= len(words) <= 3:
            raise BadPolicy("a witness has a name, a key, and an address or none")
        key = read_cosigner_key(words[1])
        _once(key.public in {each.key.public for each in self._witnesses}, "the key of two witnesses")
        self._define(words[0])
        self._witnesses.append(PolicyWitness(words[0], key, *words[2:]))
        _few(self._witnesses)

    def _group(self, words: Sequence[str]) -> None:
        if len(words) < 3:
            raise BadPolicy("a group has a name, a threshold and members")
        name, threshold, *members = words
        for member in members:
            if member not in self._names:
                raise BadPolicy(f"no witness and no group before this line is named {member[:100]!r}")
            _once(member in self._members, f"the member {member[:100]!r} of a group")
            self._members.add(member)
        self._define(name)
        self._groups.append(Group(name, _needed(threshold, len(members)), tuple(members)))
        _few(self._groups)

    def _set_quorum(self, words: Sequence[str]) -> None:
        if len(words) != 1:
            raise BadPolicy("a quorum is one name")
        if self._quorum is not None:
            raise BadPolicy("a policy has one quorum line")
        if words[0] != NONE and words[0] not in self._names:
            raise BadPolicy(f"no witness and no group before this line is named {words[0][:100]!r}")
        self._quorum = words[0]

    def _define(self, name: str) -> None:
        if name == NONE:
            raise BadPolicy("the name none is taken: it is the quorum that needs no witness")
        _once(name in self._names, f"the name {name[:100]!r}")
        self._names.add(name)


def _once(again: bool, what: str) -> None:
    if again:
        raise BadPolicy(f"{what} comes twice")


def _few(definitions: Sequence[object]) -> None:
    if len(definitions) > DEFINITIONS:
        raise BadPolicy(f"a policy has at most {DEFINITIONS:,} logs, witnesses and groups each")


def _needed(threshold: str, members: int) -> int:
    if threshold in ("all", "any"):
        return members if threshold == "all" else 1
    if not _NUMBER.match(threshold) or int(threshold) > members:
        raise BadPolicy(f"the threshold {threshold[:30]!r} is not all, any, or 1 to {members}")
    return int(threshold)


GOOD, BAD, UNCHECKED, MISSING = "good", "bad", "not checked here", "missing"
"""What was found of a witness or a log: a good line; one that its key did not make of this text; one of a
type that this build cannot check; no line."""


@dataclass(frozen=True)
class LineFound:
    """What a note has of one key: `name` as the policy has it (a log's is its origin), `found` one of the
    above, `time` when it was cosigned, in seconds since 1970 (None without a line)."""

    name: str
    key: str
    found: str
    time: int | None = None


@dataclass(frozen=True)
class PolicyVerdict:
    """What a policy says of a note.

    `signed` is whether a known log signed it, None where the policy names no log and none was given. `quorum`
    is whether the witnesses with good lines are enough, `undecided` whether they would be if the lines that
    cannot be checked here were good. `reason` says in words what does not hold, "" where the note is good.
    """

    logs: tuple[LineFound, ...]
    witnesses: tuple[LineFound, ...]
    signed: bool | None
    quorum: bool
    undecided: bool
    reason: str

    @property
    def ok(self) -> bool:
        """Whether the note meets the policy: a log's signature, the quorum, and no line that is bad."""
        return not self.reason

    def named(self, found: str) -> tuple[str, ...]:
        """The names of the witnesses of whom this was found."""
        return tuple(each.name for each in self.witnesses if each.found == found)


def check_note(data: Note | bytes | str, policy: Policy, logs: Sequence[Verifier] = ()) -> PolicyVerdict:
    """Hold a checkpoint's note to a policy.

    `logs` are keys of the log that are known from elsewhere (of its key's history), beside the policy's. A
    line of a known key that does not verify makes the whole note bad (C2SP signed-note). Raises BadNote,
    BadCheckpoint for what is no checkpoint.
    """
    note = data if isinstance(data, Note) else parse(data)
    origin = parse_checkpoint(note.text).origin
    known = [*(each.key for each in policy.logs), *logs]
    signed = [_of(note, key, key.name) for key in known if key.name == origin]
    lines = [_of(note, each.key, each.name) for each in policy.witnesses]
    good = [each.name for each in lines if each.found == GOOD]
    unchecked = [each.name for each in lines if each.found == UNCHECKED]
    quorum = policy.met_by(good)
    by_log = any(each.found == GOOD for each in signed) if known else None
    undecided = not quorum and policy.met_by([*good, *unchecked])
    verdict = PolicyVerdict(tuple(signed), tuple(lines), by_log, quorum, undecided, "")
    return replace(verdict, reason=_reason(verdict, policy))


def _of(note: Note, key: Verifier, name: str) -> LineFound:
    """What a note has of a key: of several lines the latest good one."""
    lines = [each for each in note.signatures if (each.name, each.key_id) == (key.name, key.key_id)]
    made = partial(LineFound, name, str(key))
    if not lines:
        return made(MISSING)
    if not key.checkable:
        return made(UNCHECKED)
    if not all(key.verify(note.text, each.body) for each in lines):
        return made(BAD)
    return made(GOOD, max(map(time_of, lines)) if isinstance(key, CosignerKey) else None)


def _reason(found: PolicyVerdict, policy: Policy) -> str:
    bad = [each.name for each in (*found.logs, *found.witnesses) if each.found == BAD]
    if bad:
        return f"the line of {', '.join(bad)} is not of that key or not of this text"
    if found.signed is False:
        unchecked = any(each.found == UNCHECKED for each in found.logs)
        return "the log's line cannot be checked here" if unchecked else "no log of the policy signed it"
    if found.quorum:
        return ""
    have = ", ".join(found.named(GOOD)) or "no witness"
    words = f"the quorum {policy.quorum} is not met: {have} cosigned it"
    if lines := found.named(UNCHECKED):
        words += f"; the lines of {', '.join(lines)} cannot be checked here"
    return words
