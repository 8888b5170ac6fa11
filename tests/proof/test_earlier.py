"""Earlier checkpoints: kept before the first link, shown in bundles, and named where they do not hold."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.errors import NotProvable, NotSigned
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import Note, SigningKey, parse
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.proof.verifying import Verdict, verify
from tests.log.conftest import hand, pull, referee_at, stored
from tests.proof import second_bundle, second_verifier
from tests.proof.logs import KEY, Log, edited, fault_of, lines_of, packed, read_through
from tests.proof.parties import OwnChain
from tests.toy import TUG

STRANGER = SigningKey(KEY.name, bytes(32))
OTHER = Log([("other/match", 1, "match.resigned.1", b"{}")] * 9)


def played(referee: Service, own: bool) -> str:
    """A game of two epochs and more, side by side with another; with both seats' own chains or none."""
    game, other = (referee.opening.open_game("tug", "long", dice=V1).id for _ in range(2))
    chains = {seat: OwnChain(seat, game) for seat in ("blue", "grey")}
    for seat, chain in chains.items():
        referee.opening.take_seat(game, seat, seat, dice=Given(chain.anchor, chain.length) if own else None)
    if own:
        referee.match.request(game, "grey", match_requests.ReadyDice(chains["grey"].link()))
        chains["grey"].used += 1
    pull(referee, other)
    for seat in ("blue", "grey", "blue"):
        pull(referee, game, link=chains[seat].link() if own else None)
        chains[seat].used += 1
        pull(referee, other)
    line = referee.match.request(game, "reader", match_requests.Branch(3)).id
    pull(referee, game, timeline=line, by="reader")
    return game


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, tuple[Log, str]]:
    found = {}
    for own in (True, False):
        with referee_at(f"sqlite:///{tmp_path_factory.mktemp('earlier') / 'log.db'}") as referee:
            game = played(referee, own)
            found[own] = Log([row[1:5] for row in stored(referee)]), game
    return found


def epochs(log: Log, game: str) -> list[tuple[int, int]]:
    """Where the epochs that have links were anchored, and where each revealed its first."""
    anchored: dict[str, int] = {}
    revealed: dict[int, int] = {}
    for event in log.of_game(game):
        body = json.loads(bytes(event.body))
        if event.name == "match.dice_anchored.1":
            anchored[body["timeline"]] = event.position
        elif event.name == "match.seat_ready.1":
            revealed.setdefault(anchored[body["timeline"]], event.position)
        elif (body.get("dice_proof") or {}).get("revealed"):
            revealed.setdefault(anchored[event.stream.partition("/")[2]], event.position)
    return sorted(revealed.items())


def verdict_of(data: bytes, path: Path) -> Verdict:
    (path / "bundle").write_bytes(data)
    return verify(path / "bundle", str(KEY.verifier), {"tug": TUG}.__getitem__)


def detail_of(verdict: Verdict, name: str = "dice") -> str:
    return next(check.detail for check in verdict.checks if check.name == name)


def second(data: bytes, game: str) -> tuple[int, str] | None:
    found = second_bundle.sizes(data, str(KEY.verifier))
    return second_verifier.verify(game, second_bundle.rows(data), found)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("own", [True, False])
def test_a_checkpoint_of_each_epoch_s_anchors_is_looked_for(
    logs: dict[bool, tuple[Log, str]], own: bool, version: int, tmp_path: Path
) -> None:
    log, game = logs[own]
    places = epochs(log, game)
    assert len(places) == 2, "the game's line, and the branch"
    for sizes in ([start for start, _ in places], [end - 1 for _, end in places]):
        data = log.bundle(game, earlier=sizes, version=version)
        verdict = verdict_of(data, tmp_path)
        assert verdict.ok, verdict.first_failure
        assert "before the first link of every epoch" in detail_of(verdict)
        assert second(data, game) is None


def test_a_game_with_chains_of_its_own_fails_without_one_in_time(
    logs: dict[bool, tuple[Log, str]], tmp_path: Path
) -> None:
    log, game = logs[True]
    (start, end), _ = epochs(log, game)
    for sizes in ([], [start - 1], [end], [start - 1, end, len(log.rows)]):
        data = log.bundle(game, earlier=sizes)
        verdict = verdict_of(data, tmp_path)
        assert verdict.first_failure is not None
        failure = (verdict.first_failure.check, verdict.first_failure.position)
        assert failure == ("dice", end)
        assert f"no checkpoint covers the anchors at {start}" in verdict.first_failure.detail
        assert second(data, game) == (end, "checkpoint")


def test_a_game_whose_chains_the_service_keeps_says_what_was_not_looked_at(
    logs: dict[bool, tuple[Log, str]], tmp_path: Path
) -> None:
    log, game = logs[False]
    (_, end), (branch, _) = epochs(log, game)
    opened = (json.loads(row[3]) for row in log.rows if row[2] == "match.timeline_opened.1")
    line = next(body["timeline"] for body in opened if body["why"] == "branch")
    verdict = verdict_of(log.bundle(game), tmp_path)
    assert verdict.ok
    assert f"was not looked at for epochs 1 of main, 1 of {line}: the bundle has none" in detail_of(verdict)
    assert f"for epochs 1 of {line}:" in detail_of(verdict_of(log.bundle(game, earlier=[end - 1]), tmp_path))
    assert "for epochs 1 of main:" in detail_of(verdict_of(log.bundle(game, earlier=[branch]), tmp_path))


def noted(data: bytes) -> list[int]:
    return [number for number, line in enumerate(lines_of(data)) if b'"is":"checkpoint"' in line]


@pytest.mark.parametrize("version", [1, 2])
def test_one_that_does_not_hold_is_named(logs: dict[bool, tuple[Log, str]], version: int) -> None:
    log, game = logs[True]
    size = len(log.rows)
    data = log.bundle(game, earlier=[5, 8, size], version=version)
    assert [each.position for each in read_through(data)]
    first, second_line, last = noted(data)
    note = json.loads(lines_of(data)[first])["note"]
    eighth = json.loads(lines_of(data)[second_line])["note"]
    wrong: dict[str, Callable[[dict[str, Any]], object]] = {
        "of a stranger": lambda line: line.update(note=str(Log(log.rows[:5]).checkpoint.sign(STRANGER))),
        "of another log": lambda line: line.update(note=str(Log(OTHER.rows[:5]).checkpoint.sign(KEY))),
        "of another size": lambda line: line.update(note=eighth),
        "of no event": lambda line: line.update(note=str(Log([]).checkpoint.sign(KEY))),
        "of more than there are": lambda line: line.update(
            note=str(Log([*log.rows, *OTHER.rows]).checkpoint.sign(KEY))
        ),
        "not signed": lambda line: line.update(note=note.partition("\n\n")[0] + "\n"),
        "nothing": lambda line: line.update(note=""),
        "with another's line first": lambda line: line.update(
            note=str(Note(parse(note).text, (STRANGER.sign(parse(note).text), *parse(note).signatures)))
        ),
    }
    wrong_proofs: dict[str, Callable[[dict[str, Any]], object]] = {
        "no proof": lambda line: line.update(proof=""),
        "half a hash": lambda line: line.update(proof="AAAA"),
        "no base64": lambda line: line.update(proof="!"),
        "another proof": lambda line: line.update(proof=json.loads(lines_of(data)[second_line])["proof"]),
    }
    for what, change in (wrong | (wrong_proofs if version == 1 else {})).items():
        assert fault_of(edited(data, first, change)).check == "checkpoint", what
    zeros = edited(data, last, lambda line: line.update(proof="A" * 43 + "="))
    if version == 1:
        assert fault_of(zeros).check == "checkpoint", "the same log needs no proof"
    else:
        assert "unknown field `proof`" in fault_of(zeros).detail


def test_lines_of_whom_the_game_does_not_name_are_refused(
    logs: dict[bool, tuple[Log, str]], tmp_path: Path
) -> None:
    """In a bundle of v1. In one of v2 the line of any witness may be there: a stranger's proves nothing."""
    log, game = logs[True]
    sizes = [end - 1 for _, end in epochs(log, game)]
    data = log.bundle(game, earlier=sizes, version=1)
    assert verdict_of(data, tmp_path).ok
    first = noted(data)[0]
    note = parse(json.loads(lines_of(data)[first])["note"])
    stranger = str(note.signed(Witness("w", b"w" * 32).cosign(note.text, 7)))
    second = log.bundle(game, earlier=sizes)
    assert verdict_of(edited(second, noted(second)[0], lambda line: line.update(note=stranger)), tmp_path).ok
    for line in (STRANGER.sign(note.text), Witness("w", b"w" * 32).cosign(note.text, 7)):
        signed = str(note.signed(line))
        verdict = verdict_of(edited(data, first, lambda each, to=signed: each.update(note=to)), tmp_path)
        assert verdict.first_failure is not None
        assert "the game names none" in verdict.first_failure.detail


def test_they_stand_in_one_order(logs: dict[bool, tuple[Log, str]]) -> None:
    log, game = logs[True]
    lines = lines_of(log.bundle(game, earlier=[5, 8]))
    first, after = noted(packed(lines))
    swapped = [*lines[:first], lines[after], lines[first], *lines[after + 1 :]]
    assert fault_of(packed(swapped)).check == "checkpoint"
    assert fault_of(packed([*lines[:after], lines[first], *lines[after:]])).check == "checkpoint"
    late = [*lines[:first], *lines[after:-1], lines[first], lines[-1]]
    assert fault_of(packed(late)).check in ("file", "inclusion")


def test_every_change_of_a_byte_of_them_is_found(logs: dict[bool, tuple[Log, str]]) -> None:
    log, game = logs[True]
    data = log.bundle(game, earlier=[5, 8])
    lines, random = lines_of(data), Random(3)
    for number in noted(data):
        line = lines[number]
        for place in range(len(line)):
            value = random.choice([each for each in range(256) if each not in (line[place], ord("\n"))])
            changed = line[:place] + bytes([value]) + line[place + 1 :]
            fault_of(packed([*lines[:number], changed, *lines[number + 1 :]]))


def test_more_than_a_reader_would_hold_are_refused(
    logs: dict[bool, tuple[Log, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, game = logs[True]
    data = log.bundle(game, earlier=[5, 8], version=1)
    monkeypatch.setattr("ironclad.eventlog.bundle.earlier.EARLIER_LIMIT", 1)
    assert fault_of(data).check == "file"
    with pytest.raises(Exception, match="no more than"):
        log.bundle(game, earlier=[5, 8])


def test_each_is_signed_by_the_key_in_use_at_its_size(logs: dict[bool, tuple[Log, str]]) -> None:
    log, game = logs[True]
    new = SigningKey(KEY.name, bytes(31) + b"\1")
    statement = str(handover(Log(log.rows[:6]).checkpoint, KEY, new))
    header = log.header(game, new, log_key=str(KEY.verifier), handovers=(statement,))
    old = log.bundle(game, header, earlier=[5, 8])
    first, after = noted(old)
    assert fault_of(old).check == "checkpoint", "the old key signs nothing of eight events"
    by_new = {size: str(Log(log.rows[:size]).checkpoint.sign(new)) for size in (5, 8)}
    good = edited(old, after, lambda line: line.update(note=by_new[8]))
    assert read_through(good)
    assert fault_of(edited(good, first, lambda line: line.update(note=by_new[5]))).check == "checkpoint"


# -- as the service keeps them


@pytest.fixture
def signing(tmp_path: Path) -> Signing:
    return Signing(KEY, tmp_path / "elsewhere" / "notary")


@pytest.fixture
def signed(url: str, signing: Signing) -> Iterator[Service]:
    with referee_at(url, signing=signing) as made:
        yield made


def exported(referee: Service, game: str) -> bytes:
    file = io.BytesIO()
    referee.exporter.write(game, file, 40.0)
    return file.getvalue()


def kept(referee: Service) -> list[tuple[int, int]]:
    with referee.log.database.reader() as connection:
        rows = connection.execute("SELECT position, size FROM kept_checkpoints ORDER BY position").fetchall()
    return [tuple(row) for row in rows]


def test_the_service_keeps_one_for_each_epoch_that_reveals(
    signed: Service, url: str, signing: Signing, tmp_path: Path
) -> None:
    game = played(signed, own=True)
    log = Log([row[1:5] for row in stored(signed)])
    before = kept(signed)
    positions = dict(before)
    assert [start for start, _ in epochs(log, game)] == [each for each in positions if each in _of(log, game)]
    for start, end in epochs(log, game):
        assert start <= positions[start] < end
    signed.open_games.ledger.covers(before[0][0])
    assert kept(signed) == before, "the first stays"
    hand(url, "DELETE FROM checkpoints WHERE size < (SELECT max(size) FROM checkpoints)")
    data = exported(signed, game)
    verdict = verdict_of(data, tmp_path)
    assert verdict.ok, verdict.first_failure
    assert "before the first link of every epoch" in detail_of(verdict)
    assert second(data, game) is None
    sizes = second_bundle.sizes(data, str(KEY.verifier))
    assert sizes == sorted({positions[start] for start, _ in epochs(log, game)})


def _of(log: Log, game: str) -> set[int]:
    return {each.position for each in log.of_game(game)}


def test_what_a_hand_put_among_them_is_not_given_out(signed: Service, url: str) -> None:
    game = played(signed, own=True)
    size = kept(signed)[0][1]
    for note in (str(Log(OTHER.rows[:size]).checkpoint.sign(KEY)), "rubbish"):
        hand(url, f"UPDATE kept_checkpoints SET note = '{note}' WHERE size = {size}")
        with pytest.raises(NotProvable):
            exported(signed, game)


def test_no_link_is_shown_for_a_checkpoint_that_no_key_of_the_log_signed(
    signed: Service, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ironclad.referee.proof.ledger_service._COVER_SECONDS", 0.0)
    signer = signed.open_games.ledger.signer
    assert signer is not None
    signer.close()
    game = signed.opening.open_game("tug", "long", dice=V1).id
    forged = str(Log(OTHER.rows * 9).checkpoint.sign(STRANGER))
    hand(url, "DELETE FROM checkpoints", f"INSERT INTO checkpoints VALUES (81, '{forged}')")
    size = signed.queries.log_size()
    with pytest.raises(Exception, match="not in a signed checkpoint"):
        pull(signed, game)
    assert (signed.queries.log_size(), kept(signed)) == (size, [])


def test_a_service_without_a_key_keeps_none(url: str) -> None:
    with referee_at(url) as referee:
        game = played(referee, own=True)
        assert kept(referee) == []
        with pytest.raises(NotSigned):
            exported(referee, game)


def test_a_process_without_the_key_exports_nothing_and_says_why(signed: Service, url: str) -> None:
    game = played(signed, own=False)
    exported(signed, game)
    with referee_at(url, beside=True) as without, pytest.raises(NotSigned, match="has not the log's key"):
        exported(without, game)


def test_the_bytes_of_a_bundle_are_the_same_again(signed: Service) -> None:
    game = played(signed, own=True)
    first = exported(signed, game)
    assert exported(signed, game) == first
    assert msgspec.json.decode(lines_of(first)[0])["is"] == "bundle"
