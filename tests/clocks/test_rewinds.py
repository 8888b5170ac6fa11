"""Rewinds by agreement: clocks continue, or are set to what they showed where the game goes back to."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from tests.disputes.hall import Hall, hall
from tests.proof.test_second_disputes import both


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall() as made:
        yield made.open(control="10m+30s")


def left(game: Hall) -> dict[str, int]:
    return {seat: each["left_ms"] for seat, each in game.read("/clock")["seats"].items()}


def rewound(game: Hall, at: int, timeline: str | None = None, **more: Any) -> Any:
    """Go back to a version of a line, by agreement; what Bob answers."""
    line = {} if timeline is None else {"timeline": timeline}
    proposed = game.post("/rewinds", "Ann", at=at, **line, **more)
    assert proposed.status_code == 201, proposed.text
    assert proposed.json["clocks"] == more.get("clocks", "")
    answer = game.post(f"/rewinds/{proposed.json['id']}/accept", "Bob")
    assert answer.status_code == 200, answer.text
    return answer.json


def test_clocks_are_as_then(game: Hall, tmp_path: Path) -> None:
    first = game.pull(after="1m")
    then = left(game)
    game.pull(after="2m")
    game.pull(after="4m")
    assert left(game) != then
    rewound(game, first + 1, clocks="as_then")
    assert left(game) == then
    adjusted = [data for kind, data in game.match_events() if kind == "time_adjusted"]
    assert {each["seat"]: (each["by"], each["why"]) for each in adjusted} == {
        "blue": ("agreement", "agreement"),
        "grey": ("agreement", "agreement"),
    }
    game.pull(after="1m")
    assert game.verdict(tmp_path).word == "holds"
    assert both(game, game.rows(), tmp_path) == (None, None)


def test_clocks_are_left_unless_it_is_said(game: Hall, tmp_path: Path) -> None:
    first = game.pull(after="1m")
    game.pull(after="2m")
    before = left(game)
    rewound(game, first + 1)
    assert left(game) == before
    assert "time_adjusted" not in [kind for kind, _ in game.match_events()]
    assert game.verdict(tmp_path).word == "holds"


def test_back_twice_and_to_a_place_before_the_line(game: Hall, tmp_path: Path) -> None:
    first = game.pull(after="1m")
    early = left(game)
    game.pull(after="2m")
    late, third = left(game), game.pull(after="1m")
    line = rewound(game, third - 1, clocks="as_then")["id"]
    assert left(game) == late
    game.pull(after="3m")
    rewound(game, first + 1, line, clocks="as_then")
    assert left(game) == early
    rewound(game, 1, "main", clocks="as_then")
    assert left(game) == {"blue": 600_000, "grey": 600_000}
    assert game.verdict(tmp_path).word == "holds"


def test_bad_requests(game: Hall) -> None:
    game.pull()
    assert game.post("/rewinds", "Ann", at=1, clocks="keep").status_code == 422
    game.open()
    game.pull()
    assert game.refused("/rewinds", "Ann", at=1, clocks="as_then") == "clock/control"


@pytest.mark.parametrize("what", ["ms", "by", "dropped", "unasked"])
def test_what_is_altered_is_named(game: Hall, tmp_path: Path, what: str) -> None:
    first = game.pull(after="1m")
    game.pull(after="2m")
    rewound(game, first + 1, clocks="as_then")
    rows = game.rows()
    kind = "rewind_proposed" if what == "unasked" else "time_adjusted"
    place = next(number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1")
    stream, version, name, body = rows[place]
    data = msgspec.json.decode(body)
    if what == "unasked":
        del data["clocks"]
    elif what != "dropped":
        data[what] = data["ms"] + 1 if what == "ms" else "eve"
    rows[place] = (stream, version, name, canonical(data))
    if what == "dropped":
        rows.pop(place)
    assert game.verdict(tmp_path, rows).word == "fails"
