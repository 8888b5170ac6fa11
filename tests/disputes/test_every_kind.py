"""Each kind of event of a disputed game: altered, dropped, moved, and with a changed byte, it is named."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.referee.proof.verifying import verify
from tests.disputes.hall import NAMED, Hall, hall
from tests.disputes.test_vacated_seats import sit
from tests.disputes.test_verified import played
from tests.proof.logs import KEY, lines_of, packed

pytestmark = pytest.mark.full


def kinds_of(rows: list[Any]) -> dict[str, int]:
    """The place of the last event of each kind."""
    return {row[2]: place for place, row in enumerate(rows)}


@pytest.fixture(scope="module")
def recorded() -> Iterator[list[Hall]]:
    """The disputed game, and one with acts on clocks, seats and chains."""
    with hall() as first, hall() as second:
        played(first)
        second.open(officials=NAMED, control="10m+30s", dice="ironclad-dice/v1")
        later = second.pull(after="1m")
        second.done("/clock/stop", "Carl", why="Fire.")
        second.done("/clock/start", "Carl", why="It is out.")
        second.done("/clock/adjust", "Carl", of="blue", ms=5_000, why="The light failed.")
        proposed = second.post("/rewinds", "Ann", at=later - 1, clocks="as_then").json["id"]
        assert second.post(f"/rewinds/{proposed}/accept", "Bob").status_code == 200
        line = second.read("", "Ann")["timeline"]
        second.done("/chains", "Carl", timeline=line, seats=["grey"], custody="server", why="The disk broke.")
        second.done("/vacate", "Carl", of="grey", why="Bob has gone.")
        sit(second, "Otto")
        second.clock.later("2h")
        assert second.post("/draw-offers", "Otto").status_code == 409
        second.done("/clock/lift", "Carl", of="blue", why="He was ill.")
        second.done("/clock/adjourn", "Carl", why="It is late.")
        yield [first, second]


def named(game: Hall, rows: list[Any], path: Path, last: int) -> None:
    """Verifying fails, and names an event that is not after the place and what follows from it at once."""
    verdict = game.verdict(path, rows)
    assert verdict.word == "fails"
    failure = verdict.first_failure
    assert failure is not None
    assert failure.detail
    assert failure.position is None or failure.position <= last + 3


def test_both_games_hold(recorded: list[Hall], tmp_path: Path) -> None:
    every = set[str]()
    for game in recorded:
        assert game.verdict(tmp_path).word == "holds"
        every |= kinds_of(game.rows()).keys()
    assert len(every) > 40, sorted(every)


@pytest.mark.parametrize("number", [0, 1])
def test_each_kind_that_is_dropped_or_moved(recorded: list[Hall], tmp_path: Path, number: int) -> None:
    game = recorded[number]
    rows = game.rows()
    for place in kinds_of(rows).values():
        stream, _, name, body = rows[place]
        later = [each for each in range(place + 1, len(rows)) if rows[each][0] == stream]
        renumbered = list(rows)
        for each in later:  # everything after it in its stream moves up by one
            renumbered[each] = (stream, rows[each][1] - 1, *rows[each][2:])
        named(game, renumbered[:place] + renumbered[place + 1 :], tmp_path, len(rows))
        if later:  # it changes places with the next event of its stream
            swapped, other = list(rows), rows[later[0]]
            swapped[place] = (stream, rows[place][1], *other[2:])
            swapped[later[0]] = (stream, other[1], name, body)
            if swapped != rows:
                named(game, swapped, tmp_path, later[0] + 1)


@pytest.mark.parametrize("number", [0, 1])
def test_each_kind_that_is_altered(recorded: list[Hall], tmp_path: Path, number: int) -> None:
    """By a server that signs what it has changed; a text of the event or of its request is another one."""
    game = recorded[number]
    rows = game.rows()
    for place in kinds_of(rows).values():
        stream, version, name, body = rows[place]
        changed = _altered(msgspec.json.decode(body))
        if changed is not None:
            rows[place] = (stream, version, name, canonical(changed))
            named(game, rows, tmp_path, len(rows))
            rows[place] = (stream, version, name, body)


@pytest.mark.parametrize("number", [0, 1])
def test_each_kind_with_a_changed_byte(recorded: list[Hall], tmp_path: Path, number: int) -> None:
    """By somebody else: a bundle's events are held to the tree that the log's key signed."""
    game = recorded[number]
    rows, bundle = game.rows(), game.bundle()
    lines = lines_of(bundle)
    for _, _, name, body in (rows[place] for place in kinds_of(rows).values()):
        at = next(each for each, line in enumerate(lines) if body in line)
        where = lines[at].index(body) + len(body) // 2
        altered = list(lines)
        altered[at] = lines[at][:where] + bytes([lines[at][where] ^ 1]) + lines[at][where + 1 :]
        file = tmp_path / "altered.bundle"
        file.write_bytes(packed(altered))
        verdict = _verdict(game, file)
        assert verdict in ("fails", "unusable"), name


def _verdict(game: Hall, file: Path) -> str:
    try:
        return verify(file, str(KEY.verifier), game.rulesets.__getitem__).word
    except BundleFault:
        return "unusable"


def _altered(data: dict[str, Any]) -> dict[str, Any] | None:
    """An event with one text or number of it changed."""
    for field in ("why", "says", "facts", "reason", "by", "seat", "digest", "outcome", "player"):
        if isinstance(data.get(field), str) and data[field]:
            return {**data, field: f"{data[field]}x"}
    for field in ("ms", "at", "claim", "version", "knot"):
        if isinstance(data.get(field), int):
            return {**data, field: data[field] + 1}
    return None
