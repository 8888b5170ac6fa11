"""Bundles of two games that were played side by side: whole ones are read, and every forgery is named."""

import io
import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.eventlog.bundle.heads import heads_text
from ironclad.eventlog.bundle.writing import write_bundle
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import Note, SigningKey
from ironclad.referee import match_requests
from tests.log.conftest import pull, referee_at, stored
from tests.proof.logs import KEY, Log, edited, fault_of, lines_of, packed, read_through

STRANGER = SigningKey(KEY.name, bytes(32))


def played(referee: Service) -> None:
    """Two games: one with a rewind and a branch, the other beside it."""
    one, other = referee.opening.open_game("tug", "long").id, referee.opening.open_game("tug", "long").id
    for _ in range(3):
        pull(referee, one)
        pull(referee, other)
    proposal = referee.match.request(one, "blue", match_requests.ProposeRewind(at=3)).id
    referee.match.request(one, "grey", match_requests.AcceptRewind(proposal))
    pull(referee, one)
    branch = referee.match.request(one, "reader", match_requests.Branch(3)).id
    pull(referee, other)
    pull(referee, one, timeline=branch, by="reader")
    pull(referee, one)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    with referee_at(f"sqlite:///{tmp_path_factory.mktemp('bundle') / 'log.db'}") as referee:
        played(referee)
        return Log([row[1:5] for row in stored(referee)])


@pytest.fixture(scope="module")
def games(log: Log) -> tuple[str, str]:
    """The game of the bundle, and the other."""
    first, *rest = dict.fromkeys(row[0].partition("/")[0] for row in log.rows)
    return first, rest[0]


@pytest.fixture(scope="module")
def bundle(log: Log, games: tuple[str, str]) -> bytes:
    return log.bundle(games[0])


def places(bundle: bytes, kind: str) -> Iterator[int]:
    """The numbers of a bundle's lines of a kind."""
    for number, line in enumerate(lines_of(bundle)):
        if json.loads(line)["is"] == kind:
            yield number


def test_a_bundle_has_every_event_of_its_game_as_the_log_has_it(
    log: Log, games: tuple[str, str], bundle: bytes
) -> None:
    for game in games:
        events = read_through(log.bundle(game))
        assert [(each.stream, each.version, each.name, bytes(each.body)) for each in events] == [
            row for row in log.rows if row[0].startswith(f"{game}/")
        ]
    names = {each.stream.partition("/")[2] for each in read_through(bundle)}
    assert len(names) == 4, "match, main, the line after the rewind and the branch"


def test_the_same_game_gives_the_same_file(log: Log, games: tuple[str, str], bundle: bytes) -> None:
    assert log.bundle(games[0]) == bundle


def test_every_change_of_a_byte_of_the_file_is_found(bundle: bytes) -> None:
    for place, before in enumerate(bundle):
        for value in {before ^ 1, before ^ 0x80, 0, 0xFF, ord("\n")} - {before}:
            fault_of(bundle[:place] + bytes([value]) + bundle[place + 1 :])


def test_every_change_of_a_byte_of_the_content_is_found(log: Log, games: tuple[str, str]) -> None:
    """As the last, for somebody who writes the file again around what was changed: a character in five."""
    lines, random = lines_of(log.bundle(games[1])), Random(2)
    for number, line in enumerate(lines):
        for place in range(random.randrange(5), len(line), 5):
            value = random.choice([each for each in range(256) if each not in (line[place], ord("\n"))])
            changed = line[:place] + bytes([value]) + line[place + 1 :]
            if not _is_another_name_for_the_build(line, changed):
                fault_of(packed([*lines[:number], changed, *lines[number + 1 :]]))


def _is_another_name_for_the_build(line: bytes, changed: bytes) -> bool:
    """What build wrote the bundle is for information: nothing proves it, and nothing rests on it."""
    try:
        before, after = json.loads(line), json.loads(changed)
        return bool(before.pop("written_by") != after.pop("written_by") and before == after)
    except (ValueError, KeyError, AttributeError):
        return False


def test_each_line_dropped_doubled_or_swapped_is_found(bundle: bytes) -> None:
    lines = lines_of(bundle)
    for number, line in enumerate(lines):
        rest = [*lines[:number], *lines[number + 1 :]]
        fault_of(packed(rest))
        fault_of(packed([*lines[:number], line, *lines[number:]]))
        for place in (number - 1, number + 1, len(rest)):
            if 0 <= place <= len(rest) and place != number:
                fault_of(packed([*rest[:place], line, *rest[place:]]))
        fault_of(packed(lines[:number]))


def test_a_changed_event_is_named(bundle: bytes) -> None:
    for number in places(bundle, "event"):
        position = json.loads(lines_of(bundle)[number])["position"]
        for change in (
            lambda line: line["body"].update({"type": "another"}),
            lambda line: line.update(name="match.resigned.1"),
            lambda line: line.update(version=line["version"] + 1),
            lambda line: line.update(stream=line["stream"] + "x"),
        ):
            fault = fault_of(edited(bundle, number, change))
            assert (fault.check, fault.position) == ("inclusion", position)


def test_a_dropped_event_is_named(bundle: bytes) -> None:
    lines = lines_of(bundle)
    for number in places(bundle, "event"):
        fault = fault_of(packed([*lines[:number], *lines[number + 1 :]]))
        assert (fault.check, fault.position) == ("inclusion", json.loads(lines[number])["position"])


def test_an_event_of_another_game_is_named(log: Log, games: tuple[str, str], bundle: bytes) -> None:
    """Proved by the log as it is, and yet no part of this game."""
    both = sorted(log.of_game(games[0]) + log.of_game(games[1])[:1], key=lambda each: each.position)
    forged = _with_events(log, games[0], both)
    fault = fault_of(forged)
    assert (fault.check, fault.position) == ("order", log.of_game(games[1])[0].position)


def _with_events(log: Log, game: str, events: list[Any], **header: Any) -> bytes:
    """A bundle that says of a game that it has these events of the log."""
    file = io.BytesIO()
    positions = [each.position for each in events]
    write_bundle(file, log.header(game, **header), len(log.rows), positions, log.read, events)
    return file.getvalue()


def test_a_left_out_event_is_named_though_the_outline_leaves_it_out_too(
    log: Log, games: tuple[str, str]
) -> None:
    events = log.of_game(games[0])
    last = {each.stream: each for each in events}
    for number, event in enumerate(events):
        fault = fault_of(_with_events(log, games[0], [*events[:number], *events[number + 1 :]]))
        opens_a_line = event.name == "match.timeline_opened.1"
        last_of_its_stream = last[event.stream] is event and not opens_a_line
        assert fault.check == ("heads" if last_of_its_stream else "order")


def test_a_shortened_game_is_found_by_the_statement_of_its_heads(log: Log, games: tuple[str, str]) -> None:
    events = log.of_game(games[0])
    assert fault_of(_with_events(log, games[0], events[:-1])).check == "heads"
    assert fault_of(_with_events(log, games[0], [])).check == "heads"


def test_statements_of_heads_are_of_this_game_this_log_and_this_key(
    log: Log, games: tuple[str, str], bundle: bytes
) -> None:
    text = heads_text(log.checkpoint, games[0], {"match": 1})
    old = log.header(games[0]).heads
    wrong = {
        "no key of the log signed": str(Note(text, (STRANGER.sign(text),))),
        "another game": log.header(games[1]).heads,
        "another state of the log": Log(log.rows[:-1]).header(games[0]).heads,
        "ends at": str(Note(text, (KEY.sign(text),))),
        "another kind": log.header(games[0]).checkpoint,
        "not of that key": old.replace("match ", "match 1", 1),
    }
    for words, heads in wrong.items():
        fault = fault_of(log.bundle(games[0], log.header(games[0], heads=heads)))
        assert fault.check == "heads"
        assert words in fault.detail or "signature" in fault.detail


def test_checkpoints_are_of_this_log_and_this_key(log: Log, games: tuple[str, str], bundle: bytes) -> None:
    game = games[0]
    text = log.checkpoint.text()
    forged = str(Note(text.replace(str(len(log.rows)), "7", 1), (KEY.sign(text),)))
    for wrong in (forged, str(log.checkpoint.sign(STRANGER)), text, "", log.header(game).heads):
        assert fault_of(log.bundle(game, log.header(game, checkpoint=wrong))).check == "checkpoint"
    shorter = Log(log.rows[:-1])
    header = log.header(game, checkpoint=shorter.header(game).checkpoint, heads=shorter.header(game).heads)
    assert fault_of(log.bundle(game, header)).check == "inclusion"


def test_a_stranger_who_signs_all_anew_is_told_by_the_key(log: Log, games: tuple[str, str]) -> None:
    forged = log.bundle(games[0], log.header(games[0], STRANGER))
    assert fault_of(forged).check == "key"
    assert read_through(forged, None), "with the bundle's own key alone it holds: who asks must know the key"
    assert fault_of(forged, "rubbish").check == "key"


def test_a_bundle_after_the_key_was_replaced(log: Log, games: tuple[str, str]) -> None:
    new = SigningKey(KEY.name, bytes(31) + b"\1")
    before = Log(log.rows[:10]).checkpoint
    note = str(handover(before, KEY, new))
    header = log.header(games[0], new, log_key=str(KEY.verifier), handovers=(note,))
    assert read_through(log.bundle(games[0], header))
    old = log.header(games[0], handovers=(note,))
    assert fault_of(log.bundle(games[0], old)).check == "checkpoint", "the old key signs no more"
    without = log.header(games[0], new, log_key=str(KEY.verifier))
    assert fault_of(log.bundle(games[0], without)).check == "checkpoint"
    forged = str(handover(before, STRANGER, new))
    assert fault_of(log.bundle(games[0], msgspec.structs.replace(header, handovers=(forged,)))).check == "key"


def test_blobs_are_what_their_names_say(log: Log, games: tuple[str, str]) -> None:
    body = b'{"turn":3}'
    name = sha256(body).hexdigest()
    for version in (1, 2):
        unnamed = fault_of(log.bundle(games[0], blob=(name, body), version=version))
        assert (unnamed.check, name in unnamed.detail) == ("blobs", True), "an event has to name it"
        assert fault_of(log.bundle(games[0], blob=(name, b'{"turn":4}'), version=version)).check == "blobs"
        twice = lines_of(log.bundle(games[0], blob=(name, body), version=version))
        (place,) = [number for number, line in enumerate(twice) if b'"is":"blob"' in line]
        assert fault_of(packed([*twice[:place], twice[place], *twice[place:]])).check == "file"


DEEP = b"[" * 100_000 + b"]" * 100_000

RUBBISH: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "nothing": lambda lines: [],
    "no header": lambda lines: lines[1:],
    "no JSON": lambda lines: [b"rubbish", *lines[1:]],
    "deep nesting": lambda lines: [DEEP, *lines[1:]],
    "a deep body": lambda lines: [
        *lines[:-1],
        b'{"body":' + DEEP + b',"is":"event","name":"x","position":1,"stream":"x","version":1}',
    ],
    "white space": lambda lines: [lines[0].replace(b":", b": ", 1), *lines[1:]],
    "another order of keys": lambda lines: [
        json.dumps(dict(reversed(json.loads(lines[0]).items()))).encode()
    ],
    "a number too large": lambda lines: [*lines[:-1], b'{"events":99999999999999999999,"is":"end"}'],
    "a number below nothing": lambda lines: [*lines[:-1], b'{"events":-1,"is":"end"}'],
    "an unknown line": lambda lines: [*lines[:-1], b'{"is":"surprise"}', lines[-1]],
    "an unknown field": lambda lines: [*lines[:-1], lines[-1].replace(b"{", b'{"a":1,', 1)],
    "bad UTF-8": lambda lines: [lines[0].replace(b"ironclad", b"ironcl\xff\xff", 1), *lines[1:]],
    "a lone surrogate": lambda lines: [lines[0].replace(b"tests", b"\\ud800", 1), *lines[1:]],
    "more after the end": lambda lines: [*lines, lines[-1]],
}


@pytest.mark.parametrize("kind", RUBBISH)
def test_rubbish_is_told_as_such(bundle: bytes, kind: str) -> None:
    fault = fault_of(packed(RUBBISH[kind](lines_of(bundle))))
    assert fault.check == "file"


def test_an_outline_of_too_many_leaves_is_refused_before_it_fills_the_memory(
    log: Log, games: tuple[str, str], monkeypatch: pytest.MonkeyPatch, bundle: bytes
) -> None:
    monkeypatch.setattr("ironclad.eventlog.bundle.reading.EVENTS_LIMIT", 10)
    fault = fault_of(bundle)
    assert fault.check == "file"
    assert "more than 10 events" in fault.detail


def test_an_outline_whose_base64_is_written_another_way(bundle: bytes) -> None:
    (first, *_) = places(bundle, "leaves")
    for change in (
        lambda line: line.update(hashes=line["hashes"].replace("=", "")),
        lambda line: line.update(hashes=line["hashes"] + "!"),
        lambda line: line.update(hashes=b64encode(b"x").decode()),
    ):
        assert fault_of(edited(bundle, first, change)).check == "inclusion"
