"""What a bundle of v2 has beyond v1: named sizes, several documents, opened facts, breaks of the log."""

import io
import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import count
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.bundle.container import write
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.reading import BundleReader
from ironclad.eventlog.bundle.records import Break, Opened
from ironclad.eventlog.bundle.writing import Beside, write_bundle
from ironclad.eventlog.ledger.breaks import BadBreak, BreakStatement, read_break
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory, handover
from ironclad.eventlog.ledger.notes import Note, SigningKey
from tests.proof.logs import KEY, Log, Row, edited, fault_of, lines_of, packed, read_through

STRANGER = SigningKey(KEY.name, bytes(32))
SALT = bytes(range(16))
VALUE = {"strength": 3}
DIGEST = sha256(SALT + canonical(VALUE)).hexdigest()
DOCUMENTS = [b'{"turn":3}', b'{"turn":4}']
NAMES = sorted(sha256(each).hexdigest() for each in DOCUMENTS)
BY_NAME = {sha256(each).hexdigest(): each for each in DOCUMENTS}


def rows() -> list[Row]:
    """A game and another beside it; its events name two documents and hold one sealed value."""
    sealed = {"stack": {"sealed": {"box": "AA==", "digest": DIGEST, "for": ["blue"]}}}
    bodies: list[Any] = [{"name": NAMES[0]}, {"names": [NAMES[1]]}, sealed, {"plain": 1}]
    versions = {"game": count(1), "other": count(1)}
    found: list[Row] = []
    for number in range(20):
        body = bodies[number // 5] if number % 5 == 0 else {"number": number}
        game = "other" if number % 4 == 3 else "game"
        found.append((f"{game}/match", next(versions[game]), "match.resigned.1", canonical(body)))
    return found


LOG = Log(rows())
SEALED = next(each.position for each in LOG.of_game("game") if b"sealed" in bytes(each.body))


def bundle(beside: Beside | None = None, named: Iterable[int] = (), log: Log = LOG) -> bytes:
    file, events = io.BytesIO(), log.of_game("game")
    header = msgspec.structs.replace(log.header("game"), named=tuple(named))
    positions = [each.position for each in events]
    write_bundle(file, header, len(log.rows), positions, log.read, events, beside)
    return file.getvalue()


def reader(data: bytes) -> BundleReader:
    found = BundleReader(io.BytesIO(data), str(KEY.verifier))
    assert len(list(found.events())) == len(LOG.of_game("game"))
    return found


def opened(**changes: Any) -> Opened:
    whole = Opened(SEALED, "/stack", SALT.hex(), msgspec.Raw(canonical(VALUE)))
    return msgspec.structs.replace(whole, **changes)


def broken(size: int = 7, key: SigningKey = KEY, reason: str = "a backup was put in", **more: Any) -> Break:
    statement = BreakStatement(more.get("kept", Log(LOG.rows[:size]).checkpoint), reason)
    return Break(more.get("at", size), str(statement.sign(key)))


def test_the_roots_at_the_sizes_that_are_named_are_known() -> None:
    found = reader(bundle(named=[1, 7, 20]))
    assert found.roots == {size: Log(LOG.rows[:size]).checkpoint.root for size in (1, 7, 20)}
    found.check_named([1, 7, 20])
    for signed in ([1, 7], [1, 7, 9, 20]):
        with pytest.raises(BundleFault, match="the sizes that the bundle names are wrong"):
            found.check_named(signed)


@pytest.mark.parametrize("named", [[7, 7], [9, 7], [0, 7], [7, 21]])
def test_sizes_that_are_no_sizes_of_the_log_are_refused(named: list[int]) -> None:
    data = edited(bundle(), 0, lambda line: line.update(named=named))
    assert "the sizes that the bundle names" in fault_of(data).detail


def test_a_size_that_is_named_and_not_shown_is_refused_and_so_is_one_without_a_need() -> None:
    assert fault_of(edited(bundle(), 0, lambda line: line.update(named=[6]))).check == "inclusion"
    assert fault_of(edited(bundle(named=[6]), 0, lambda line: line.update(named=[]))).check == "inclusion"
    header, *more = lines_of(bundle())
    file = io.BytesIO()
    write(file, [header.replace(b',"named":[]', b""), *more], 2)
    assert fault_of(file.getvalue()).check == "file"


def test_several_documents_are_there_each_named_by_an_event() -> None:
    assert reader(bundle(Beside(blobs=BY_NAME))).blobs == BY_NAME
    strange = b'{"turn":5}'
    fault = fault_of(bundle(Beside(blobs={**BY_NAME, sha256(strange).hexdigest(): strange})))
    assert (fault.check, "no event names" in fault.detail) == ("blobs", True)
    lines = lines_of(bundle(Beside(blobs=BY_NAME)))
    first, second = [number for number, line in enumerate(lines) if b'"is":"blob"' in line]
    lines[first], lines[second] = lines[second], lines[first]
    assert "in no order" in fault_of(packed(lines)).detail


def test_documents_of_too_many_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ironclad.eventlog.bundle.reading.BLOBS_LIMIT", 19)
    assert "more than 19 bytes" in fault_of(bundle(Beside(blobs=BY_NAME))).detail


def test_a_fact_that_was_opened_is_held_to_its_digest() -> None:
    found = reader(bundle(Beside(opened=[opened()])))
    assert found.opened == {SEALED: [("/stack", DIGEST)]}
    wrong = {
        "another value": opened(value=msgspec.Raw(b'{"strength":4}')),
        "another salt": opened(salt="00" * 16),
        "a short salt": opened(salt="00" * 15),
        "no hex": opened(salt="x" * 32),
        "in capitals": opened(salt="AB" * 16),
        "white space": opened(value=msgspec.Raw(b'{"strength": 3}')),
        "another path": opened(path="/other"),
        "a plain value": opened(position=LOG.of_game("game")[0].position, path="/name"),
        "no event": opened(position=99),
        "another game's event": opened(position=4),
    }
    for what, each in wrong.items():
        assert fault_of(bundle(Beside(opened=[each]))).check == "seals", what
    twice = bundle(Beside(opened=[opened(), opened()]))
    assert "in no order" in fault_of(twice).detail


def test_a_break_is_signed_for_a_root_that_the_outline_shows() -> None:
    found = reader(bundle(Beside(breaks=[broken()]), named=[7]))
    (statement,) = found.breaks
    assert (statement.kept.size, statement.reason) == (7, "a backup was put in")
    found.check_named([])
    other = Log([("other/match", 1, "match.resigned.1", b"{}")] * 7).checkpoint
    wrong = {
        "of another size": broken(at=8),
        "of another root": broken(kept=other),
        "by a stranger": broken(key=STRANGER),
        "no note": Break(7, "rubbish"),
        "of another kind": Break(7, str(LOG.checkpoint.sign(KEY))),
        "of no size that is named": broken(9),
    }
    for what, each in wrong.items():
        assert fault_of(bundle(Beside(breaks=[each]), named=[7])).check == "checkpoint", what
    both = Beside(breaks=[broken(9), broken(7)])
    assert "in no order" in fault_of(bundle(both, named=[7, 9])).detail


def test_a_break_is_signed_by_the_key_that_the_log_has_from_then_on() -> None:
    new = SigningKey(KEY.name, bytes(31) + b"\1")
    history = KeyHistory(KEY.name, KEY.verifier, [str(handover(Log(LOG.rows[:7]).checkpoint, KEY, new))])
    at = {size: BreakStatement(Log(LOG.rows[:size]).checkpoint, "why") for size in (5, 7, 9)}
    for size, key in ((5, KEY), (7, new), (9, new)):
        assert read_break(str(at[size].sign(key)), history) == at[size]
        other = KEY if key is new else new
        with pytest.raises(LedgerError):
            read_break(str(at[size].sign(other)), history)


@pytest.mark.parametrize("reason", ["", "two\nlines", "a bell \a", "x" * 501])
def test_a_reason_is_one_line(reason: str) -> None:
    with pytest.raises(BadBreak):
        broken(reason=reason)
    text = f"ironclad-log-break/v1\n{LOG.checkpoint.text()}{reason}\n"
    try:
        note = str(Note(text, (KEY.sign(text),)))
    except LedgerError:
        return
    with pytest.raises(LedgerError):
        read_break(note, KeyHistory(KEY.name, KEY.verifier))


LINES: dict[str, Callable[[], bytes]] = {
    "a break": lambda: bundle(Beside(breaks=[broken()]), named=[7]),
    "an opened fact": lambda: bundle(Beside(opened=[opened()])),
    "a document": lambda: bundle(Beside(blobs=BY_NAME)),
}


@pytest.mark.parametrize("what", LINES)
def test_these_lines_have_one_place(what: str) -> None:
    """A line that is dropped, doubled, or put after the events is found, or was not needed."""
    lines = lines_of(LINES[what]())
    kinds = [json.loads(line)["is"] for line in lines]
    place = next(number for number, kind in enumerate(kinds) if kind in ("break", "opened", "blob"))
    assert read_through(packed(lines))
    assert fault_of(packed([*lines[: place + 1], *lines[place:]]))
    assert fault_of(packed([*lines[:place], *lines[place + 1 : -1], lines[place], lines[-1]]))
    assert fault_of(packed([lines[0], lines[place], *lines[1:place], *lines[place + 1 :]]))
