"""A seat that a director vacates: its player is out, and a substitute sits down with a key and a chain."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.signed import MATCH, Message
from tests.disputes.hall import NAMED, STANDS, Hall, hall, kinds, of_kind
from tests.proof.parties import OwnChain
from tests.proof.signing import Key
from tests.proof.test_second_disputes import both

GONE = {"of": "grey", "why": "Bob has moved away."}


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall() as made:
        yield made.open(officials=NAMED, control="10m+30s", dice=V1)


def signed(game: Hall, seat: str, key: Key, id: str, command: dict[str, Any]) -> str:
    text = Message("", game.game, MATCH, seat, "", 0, id, canonical(command)).to_bytes()
    return key.sign(text)


def sit(game: Hall, by: str, seat: str = "grey", **more: Any) -> Any:
    answer = game.post(f"/seats/{seat}", by, **more)
    assert answer.status_code == 201, answer.text
    return answer.json


def test_a_substitute_plays_on(game: Hall, tmp_path: Path) -> None:
    game.pull()
    assert game.post("/draw-offers", "Bob").status_code == 201
    number = game.claim(2)
    game.done(f"/claims/{number}/settle", "Bob", remedy=STANDS)
    events = game.done("/vacate", "Carl", **GONE)
    assert kinds(events)[1:] == ["seat_vacated", "dice_anchored", "clock_pressed"]
    assert of_kind(events, "clock_pressed")["running"] == []
    record = game.read("", "Ann")
    assert player(record) is None
    assert game.refused("/vacate", "Dora", **GONE) == "ruling/seat"
    assert game.post("/draw-offers", "Bob").status_code == 403
    left = game.read("/clock")["seats"]["grey"]["left_ms"]
    game.clock.later("3h")
    assert game.read("/clock")["seats"]["grey"]["left_ms"] == left
    sit(game, "Otto")
    assert game.post("/draw-offers", "Otto").status_code == 201
    assert kinds(game.done(f"/claims/{number}/settle", "Ann", remedy=STANDS))[1:] == ["settlement_offered"]
    due = game.read("", "Otto")["due"][0]
    order = {"id": "x", "decision": due["id"], "command": {"type": "pull", "effort": 1}}
    assert game.call("POST", "/commands", "Otto", order).status_code == 200
    assert game.verdict(tmp_path).word == "holds"
    assert both(game, game.rows(), tmp_path) == (None, None)


def test_the_tokens_of_the_seat_are_revoked() -> None:
    with hall() as game:
        game.open(sit=False, officials=NAMED)
        sit(game, "Ann", "blue")
        secret = {"id": "a-secret-of-Bob-of-so-many-letters"}
        game.tokens["Gus"] = sit(game, "Bob", **secret)["token"]
        assert game.post("/draw-offers", "Gus").status_code == 201
        game.done("/vacate", "Carl", **GONE)
        assert game.post("/draw-offers", "Gus").status_code == 401
        assert game.post("/seats/grey", "Bob", **secret).status_code == 403
        sit(game, "Otto")
        assert game.post("/draw-offers", "Gus").status_code == 401


def test_a_substitute_brings_a_key_and_a_chain(tmp_path: Path) -> None:
    with hall() as game:
        game.open(sit=False, officials=NAMED, dice=V1)
        sit(game, "Ann", "blue")
        old, new = Key("Bob's"), Key("Otto's")
        for number, (by, key) in enumerate((("Bob", old), ("Otto", new)), 1):
            series = game.read("/dice")["epoch"]["number"]
            own = OwnChain("grey", game.game, series=number)
            dice = {"anchor": own.anchor, "length": own.length}
            id = f"a-secret-of-{by}-of-so-many-letters"
            command = {"type": "take_seat", "dice": dice, "key": key.public}
            body = {"dice": dice, "key": key.public, "id": id}
            text = signed(game, "grey", key, hashed(id), command)
            sit(game, by, **body, signature=text)
            assert game.read("/dice")["epoch"]["number"] == series + 1
            if by == "Bob":
                assert game.refused("/resignation", "Bob") == "signature/missing"
                game.done("/vacate", "Carl", **GONE)
        assert game.refused("/resignation", "Otto") == "signature/missing"
        resign = {"type": "resign"}
        wrong = signed(game, "grey", old, "r", resign)
        assert game.refused("/resignation", "Otto", id="r", signature=wrong) == "signature/wrong"
        game.done("/resignation", "Otto", id="r", signature=signed(game, "grey", new, "r", resign))
        numbers = [data["number"] for kind, data in game.match_events() if kind == "key_registered"]
        assert numbers == [1, 2]
        assert game.verdict(tmp_path).word == "holds"
        assert both(game, game.rows(), tmp_path) == (None, None)


@pytest.mark.parametrize("by", ["Ann", "Bob", "Otto", "Olga", "Judge 1"])
def test_only_directors_vacate(game: Hall, by: str) -> None:
    assert game.refused("/vacate", by, **GONE) == "ruling/by"
    assert game.post("/vacate", "", **GONE).status_code == 401


def test_bad_requests(game: Hall) -> None:
    assert game.refused("/vacate", "Carl", **{**GONE, "of": "green"}) == "ruling/seat"
    assert game.refused("/vacate", "Carl", **{**GONE, "why": " "}) == "ruling/text"
    assert game.post("/vacate", "Carl", of="grey").status_code == 422
    assert game.post("/vacate", "Carl", **{**GONE, "why": "x" * 2_001}).status_code == 422
    game.done("/end", "Carl", winner="blue", why="So.")
    assert game.refused("/vacate", "Carl", **GONE) == "match/over"


def test_the_same_request_again_is_answered_as_before(game: Hall) -> None:
    first = game.post("/vacate", "Carl", id="v", **GONE)
    sit(game, "Otto")
    again = game.post("/vacate", "Carl", id="v", **GONE)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json["events"] == first.json["events"]
    assert player(game.read("", "Ann")) is not None


@pytest.mark.parametrize("kind", ["seat_vacated", "dice_anchored"])
def test_what_is_altered_is_named(game: Hall, tmp_path: Path, kind: str) -> None:
    game.done("/vacate", "Carl", **GONE)
    rows = game.rows()
    place = max(number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1")
    stream, version, name, body = rows[place]
    data = msgspec.json.decode(body)
    changes: list[dict[str, Any]] = [{**data, "seat": "blue"}, {**data, "by": "eve"}]
    if kind == "dice_anchored":
        blue = [
            {**each, "custody": "client"} if each["party"] == "blue" else each
            for each in data["epoch"]["chains"]
        ]
        changes = [{**data, "epoch": {**data["epoch"], "chains": blue}}]
    for changed in changes:
        altered = [*rows[:place], (stream, version, name, canonical(changed)), *rows[place + 1 :]]
        assert game.verdict(tmp_path, altered).word == "fails"
    assert game.verdict(tmp_path, rows[:place] + rows[place + 1 :]).word == "fails"


def player(record: Any) -> Any:
    return next(each["player"] for each in record["seats"] if each["seat"] == "grey")


def hashed(id: str) -> str:
    return sha256(f"ironclad-seat-id|{id}".encode()).hexdigest()
