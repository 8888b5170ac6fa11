"""The second verifiers on disputed games: they find what `ironclad verify` finds without the rules."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from tests.browser.recorded import verdict_in_python
from tests.disputes.hall import Hall, hall
from tests.disputes.test_same_faces import ALTERED, RULESETS, altered, opened, same
from tests.disputes.test_verified import played
from tests.proof.logs import KEY
from tests.proof.second_reader import CHECKED, fault

BY = ["evidence_added", "claim_taken", "ruling_given", "penalty_given", "appeal_voted", "conflict_declared"]
OF_SEAT = ["claim_made", "claim_answered", "settlement_offered", "appeal_made"]


@pytest.fixture(scope="module")
def disputed() -> Iterator[Hall]:
    with hall() as made:
        yield played(made)


@pytest.fixture(scope="module", params=["ironclad-dice/v1", "ironclad-dice/v2"])
def replayed(request: pytest.FixtureRequest) -> Iterator[Hall]:
    with hall(rulesets=RULESETS) as game:
        opened(game, request.param)
        versions = [game.pull(effort=1 + number % 2, after="1m") for number in range(3)]
        game.ruled(game.claim(versions[0]), remedy=same(versions[0], versions[1], worded="yes"))
        game.pull()
        yield game


def both(game: Hall, rows: list[Any], path: Path) -> tuple[tuple[str, int] | None, tuple[str, int] | None]:
    """Check and position of the first fault: of the second verifiers, and of ours without the rules."""
    data = game.bundle(rows)
    ours = verdict_in_python(data, str(KEY.verifier), path / "b").first_failure
    found = [(check, at) for check in CHECKED if (at := fault(check, data, str(KEY.verifier))) is not None]
    second = min(found, key=lambda each: each[1]) if found else None
    return second, None if ours is None else (ours.check, ours.position or 0)


def test_disputed_games_hold(disputed: Hall, tmp_path: Path) -> None:
    assert both(disputed, disputed.rows(), tmp_path) == (None, None)


def test_replayed_games_hold(replayed: Hall, tmp_path: Path) -> None:
    assert both(replayed, replayed.rows(), tmp_path) == (None, None)


@pytest.mark.parametrize("kind", [*BY, *OF_SEAT])
def test_an_event_of_somebody_else_is_found(disputed: Hall, tmp_path: Path, kind: str) -> None:
    rows = disputed.rows()
    place = next(number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1")
    stream, version, name, body = rows[place]
    data = msgspec.json.decode(body)
    field = "official" if kind == "conflict_declared" else "by" if kind in BY else "seat"
    rows[place] = (stream, version, name, canonical({**data, field: "eve"}))
    second, ours = both(disputed, rows, tmp_path)
    assert second == ours == ("signatures", place + 1)


@pytest.mark.parametrize("kind", ["rule_claim", "take_claim", "end_game", "vote_appeal", "make_claim"])
def test_a_request_of_nobody_is_found(disputed: Hall, tmp_path: Path, kind: str) -> None:
    rows = disputed.rows()
    place = next(number for number, row in enumerate(rows) if f'"type":"{kind}"'.encode() in row[3])
    stream, version, name, body = rows[place]
    rows[place] = (stream, version, name, canonical({**msgspec.json.decode(body), "by": "eve"}))
    second, ours = both(disputed, rows, tmp_path)
    assert second == ours == ("signatures", place + 1)


@pytest.mark.parametrize("kind", ["claim_made", "claim_taken", "ruling_given", "appeal_voted"])
def test_a_dropped_event_is_missed(disputed: Hall, tmp_path: Path, kind: str) -> None:
    """What the request had to cause; what is after it in the match has another version then."""
    rows = disputed.rows()
    place = next(number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1")
    stream, version, *_ = rows[place]
    moved = canonical({"type": "dice_offered", "timeline": "main", "offer": "x", "seat": "blue"})
    rows[place] = (stream, version, "match.dice_offered.1", moved)
    second, ours = both(disputed, rows, tmp_path)
    assert second is not None
    assert ours is not None


@pytest.mark.parametrize("what", [each for each in ALTERED if each != "mark"])
def test_what_is_altered_of_a_replay_is_found(replayed: Hall, tmp_path: Path, what: str) -> None:
    rows = replayed.rows()
    for number, (stream, version, name, body) in enumerate(rows):
        changed = altered(msgspec.json.decode(body), what)
        if changed is not None:
            rows[number] = (stream, version, name, canonical(changed))
            break
    second, ours = both(replayed, rows, tmp_path)
    assert second == ours
    assert ours is not None
    assert ours[0] == "dice"
