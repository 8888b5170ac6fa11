"""Stored positions are believed under their keyed code alone; others are dropped, counted and made again."""

import logging
from collections.abc import Callable
from hashlib import sha256
from hmac import digest as hmac
from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.rulebook.errata import Erratum, Version, Versions
from ironclad.eventlog.store.leaf import leaf
from ironclad.referee import match_requests
from ironclad.referee.checkup import examine
from ironclad.referee.stored_positions import PositionKey, tag_of
from tests.log.conftest import hand, pull, referee_at
from tests.proof.filling import past_triggers
from tests.toy import TUG, changed

SECRET = b"a secret of tests"
HISTORY = b"h" * 32


def test_the_code_is_as_the_page_says() -> None:
    key = HKDF(SHA256(), 32, None, b"ironclad-stored-position/v2").derive(SECRET)
    parts = (b"g/main", b"7", b"tug", b"1.0", b"", HISTORY, b"state")
    framed = b"".join(len(each).to_bytes(8, "big") + each for each in parts)
    assert PositionKey(SECRET).code(TUG, "g/main", 7, HISTORY, b"state") == hmac(key, framed, "sha256")


def test_every_part_is_in_the_code() -> None:
    key, whole = PositionKey(SECRET), (TUG, "g/main", 7, HISTORY, b"state")
    erratum = Erratum("e", "1/1", "before", "after", "1.0")
    listed = Versions((Version("1.0", ("e",)),), (erratum,))
    others: tuple[tuple[Any, ...], ...] = (
        (changed(TUG, version="2.0"), "g/main", 7, HISTORY, b"state"),
        (changed(TUG, listed=listed), "g/main", 7, HISTORY, b"state"),
        (TUG, "h/main", 7, HISTORY, b"state"),
        (TUG, "g/main", 8, HISTORY, b"state"),
        (TUG, "g/main7", 7, HISTORY, b"state"),
        (TUG, "g/main", 7, HISTORY, b"State"),
        (TUG, "g/main", 7, bytes(32), b"state"),
    )
    codes = {key.code(*each) for each in (whole, *others)}
    assert len(codes) == 1 + len(others)
    assert PositionKey(b"another").code(*whole) not in codes


@pytest.fixture
def kept(url: str) -> tuple[str, str, Any]:
    """A log with stored positions: url, game, the last position."""
    with referee_at(url, snapshot_every=20) as referee:
        game = referee.opening.open_game("tug", "long").id
        for number in range(50):
            pull(referee, game, 1 + number % 3)
        return url, game, referee.queries.position(game).position


def rows(referee: Service) -> list[tuple[str, int, str, bytes]]:
    with referee.log.database.reader() as connection:
        found = connection.execute("SELECT stream, version, name, body FROM stored_positions ORDER BY 2")
        return [(row[0], row[1], row[2], bytes(row[3])) for row in found.fetchall()]


def without_a_key(referee: Service, row: tuple[str, int, str, bytes]) -> bytes:
    """Another position under the hash that earlier builds wrote, which anybody can make."""
    stream, version, _, body = row
    state = forged(body[64:])
    parts = (stream.encode(), str(version).encode(), b"tug/1.0", state)
    return sha256(b"".join(b"%d:%b" % (len(each), each) for each in parts)).digest() + state


def under_another_key(referee: Service, row: tuple[str, int, str, bytes]) -> bytes:
    history, state = row[3][32:64], forged(row[3][64:])
    return PositionKey(b"a thief's").code(TUG, row[0], row[1], history, state) + history + state


def of_another_place(referee: Service, row: tuple[str, int, str, bytes]) -> bytes:
    return rows(referee)[0][3]


def forged(state: bytes) -> bytes:
    """The state of a position that can be read, and is another one."""
    position = TUG.storage.thaw(state)
    position.knot += 1
    return TUG.storage.freeze(position)


@pytest.mark.parametrize("forge", [without_a_key, under_another_key, of_another_place])
def test_a_forged_position_is_dropped_counted_and_made_again(
    kept: tuple[str, str, Any], forge: Callable[..., bytes], caplog: pytest.LogCaptureFixture
) -> None:
    url, game, true = kept
    with referee_at(url, snapshot_every=20) as referee:
        whole = rows(referee)
        body = forge(referee, whole[-1])
        text = "UPDATE stored_positions SET body = ? WHERE stream = ? AND version = ?"
        referee.log.database.write(lambda c: c.execute(text, (body, *whole[-1][:2])))
        found = {each.check: each for each in examine(url, {"tug": TUG}, True, None, PositionKey(SECRET))}
        assert not found["positions"].holds
        assert f"{whole[-1][0]} at {whole[-1][1]}" in found["positions"].found
        metrics = create_app(referee).extensions["ironclad"].metrics
        with caplog.at_level(logging.WARNING):
            assert referee.queries.position(game).position == true
        assert f"the stored position of {whole[-1][0]} at {whole[-1][1]} is not believed" in caplog.text
        assert b"ironclad_positions_refused_total 1.0" in metrics.text()
        referee.upkeep.settle()
        assert (*whole[-1][:3], body) not in rows(referee)
        caplog.clear()
        referee.upkeep.forget_cached()
        assert referee.queries.position(game).position == true
        assert "is not believed" not in caplog.text


def with_its_leaf(referee: Service, at: int, body: bytes) -> None:
    """An event is rewritten so that its leaf is right."""
    with referee.log.database.reader() as connection:
        text = "SELECT stream, version, name FROM events WHERE position = ?"
        row = connection.execute(text, (at,)).fetchone()
    values = (body, leaf(*row, body), at)
    past_triggers(referee.log.database.url, _REWRITE, values=values)


def without_its_leaf(referee: Service, at: int, body: bytes) -> None:
    past_triggers(
        referee.log.database.url, "UPDATE events SET body = ? WHERE position = ?", values=(body, at)
    )


_REWRITE = "UPDATE events SET body = ?, leaf = ? WHERE position = ?"


@pytest.mark.parametrize("rewrite", [with_its_leaf, without_its_leaf])
def test_a_position_whose_events_were_rewritten_is_made_again_from_them(
    kept: tuple[str, str, Any], rewrite: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    """A hand in the log before a stored position, and none in the position: the events as they are count.

    So a service never shows a position to which its own log does not lead, and says that it dropped some.
    """
    url, game, true = kept
    with referee_at(url, snapshot_every=20) as referee:
        stored_before = rows(referee)
        stream = stored_before[-1][0]
        pulled = [
            (position, body)
            for _, version, name, body, position in referee.log.process_recorder.placed(stream, 0, 2**62)
            if b'"knot":' in bytes(body) and b'"knot":-' not in bytes(body) and version < stored_before[0][1]
        ]
    at, body = pulled[0][0], bytes(pulled[0][1]).replace(b'"knot":', b'"knot":7')
    with referee_at(url, snapshot_every=20) as referee:
        rewrite(referee, at, body)
    with referee_at(url, snapshot_every=20) as referee, caplog.at_level(logging.WARNING):
        shown = referee.queries.position(game).position
        assert shown != true
        assert caplog.text.count("is not believed") == len(stored_before)
        referee.upkeep.settle()
        referee.upkeep.forget_cached()
        caplog.clear()
        assert referee.queries.position(game).position == shown
        assert "is not believed" not in caplog.text


def test_a_position_of_a_fork_rests_on_the_line_before_it(url: str) -> None:
    with referee_at(url, snapshot_every=20) as referee:
        game = referee.opening.open_game("tug", "long").id
        for _ in range(12):
            pull(referee, game, 2)
        by = referee.queries.ruleset_of(game).seats[0]
        at = max(n for n in range(1, 12) if referee.queries.position(game, at=n).boundary)
        line = referee.match.request(game, by, match_requests.Branch(at), id="a-fork").id
        for _ in range(30):
            due = referee.queries.due(game, timeline=line)[0]
            ask = {"id": f"on-{_}", "timeline": line, "command": {"type": "pull", "effort": 1}}
            referee.commands.handle(game, due.seat, {**ask, "decision": due.id}, by=by)
        referee.upkeep.settle()
        forked = [row for row in rows(referee) if row[0] == f"{game}/{line}"]
        true = referee.queries.position(game, timeline=line).position
    assert forked
    with referee_at(url, snapshot_every=20) as referee:
        refused: list[bool] = []
        referee.on_position_refused(lambda: refused.append(True))
        assert referee.queries.position(game, timeline=line).position == true
        assert not refused
        first = referee.log.process_recorder.placed(f"{game}/main", 1, 2)[0]
        without_its_leaf(referee, first[4], bytes(first[3]) + b" ")
    with referee_at(url, snapshot_every=20) as referee:
        referee.on_position_refused(lambda: refused.append(True))
        assert referee.queries.position(game, timeline=line).position == true
        assert refused


def test_a_service_with_another_secret_believes_none_of_them(kept: tuple[str, str, Any]) -> None:
    url, game, true = kept
    with referee_at(url, secret=b"another secret") as referee:
        refused: list[bool] = []
        referee.on_position_refused(lambda: refused.append(True))
        assert referee.queries.position(game).position == true
        assert refused


def test_a_service_without_a_secret_keeps_none_and_touches_none(kept: tuple[str, str, Any]) -> None:
    url, game, true = kept
    with Service(url, {"tug": TUG}, ServiceSettings(exclusive=False, snapshot_every=5)) as referee:
        before = rows(referee)
        assert referee.queries.position(game).position == true
        referee.upkeep.settle()
        assert rows(referee) == before
    with referee_at(url, secret=None, position_key=PositionKey(SECRET), snapshot_every=5) as reader:
        refused: list[bool] = []
        reader.on_position_refused(lambda: refused.append(True))
        assert reader.queries.position(game).position == true
        assert not refused


def test_rows_of_an_earlier_build_are_passed_over(kept: tuple[str, str, Any]) -> None:
    url, game, true = kept
    hand(url, "UPDATE stored_positions SET name = 'tug/1.0'")
    assert tag_of(TUG) != "tug/1.0"
    with referee_at(url) as referee:
        refused: list[bool] = []
        referee.on_position_refused(lambda: refused.append(True))
        assert referee.queries.position(game).position == true
        assert not refused
