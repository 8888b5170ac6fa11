"""The record of disputed games verifies; each event of a dispute that is altered or dropped is named."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from tests.disputes.hall import STANDS, Hall, hall
from tests.disputes.test_rulings import JUDGES, _account

KINDS = (
    *("officials_named", "claim_made", "claim_answered", "evidence_added", "settlement_offered"),
    *("claim_settled", "claim_taken", "ruling_given", "penalty_given", "remedy_applied", "time_adjusted"),
    *("appeal_made", "panel_named", "appeal_voted", "appeal_decided", "remedy_undone", "claim_withdrawn"),
    *("timeline_opened", "game_moved", "dice_anchored", "game_ended", "end_lifted", "conflict_declared"),
)


def played(game: Hall) -> Hall:
    """A game with an event of disputes of most kinds."""
    policy = {"limits": "open", "panel": 3, "pause_on_claim": "both"}
    game.open(officials=JUDGES, policy=policy, control="10m+30s")
    first = game.pull(after="1m")
    number = game.claim(first)
    game.done(f"/claims/{number}/answer", "Bob", agrees=False, says="It does not.")
    game.done(f"/claims/{number}/evidence", "Ann", items=[{"statement": "I saw it."}])
    penalty = {"seat": "grey", "rung": "time", "why": "Slow.", "ms": 30_000}
    back = {"type": "rewind", "timeline": "main", "at": first - 1}
    game.ruled(number, remedy=back, penalties=[penalty])
    game.done(f"/claims/{number}/appeal", "Bob", grounds=["wrong_rule"], says="It holds.")
    game.done(f"/claims/{number}/panel", "Carl")
    drawn = next(data for kind, data in game.match_events() if kind == "panel_named")
    people = JUDGES["assessors"]
    judges = {game.referee.claims.official_of(game.game, _account(game, each)): each for each in people}
    for member in drawn["members"][:2]:
        game.done(f"/claims/{number}/votes", judges[member], vote="change", remedy=STANDS, says="No.")
    line = game.read("", "Ann")["timeline"]
    game.pull(after="1m")
    version = game.pull(after="1m")
    number = game.claim(version, about={"timeline": line, "version": version})
    remedy = {"type": "time", "seat": "blue", "ms": 60_000}
    for by in ("Ann", "Bob"):
        game.done(f"/claims/{number}/settle", by, remedy=remedy)
    version = game.pull()
    number = game.claim(version, "Bob", about={"timeline": line, "version": version})
    game.done(f"/claims/{number}/withdraw", "Bob")
    number = game.claim(version, "Bob", about={"timeline": line, "version": version})
    game.ruled(number, "Dora", remedy={"type": "correct", "timeline": line, "set": {"knot": 2}})
    game.pull()
    game.done("/officials/conflict", "Judge 6", why="He is my brother.")
    game.done("/end", "Dora", winner="blue", why="Grey is gone.")
    game.done("/lift", "Carl", why="Grey is back.")
    game.pull()
    game.done("/annul", "Carl", why="Both are gone.")
    return game


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall() as made:
        yield played(made)


def test_a_disputed_game_verifies(recorded: Hall, tmp_path: Path) -> None:
    verdict = recorded.verdict(tmp_path)
    assert verdict.word == "holds", verdict
    assert any(each.startswith("of disputes") for each in verdict.word_of_service)
    assert {kind for kind, _ in recorded.match_events()} >= set(KINDS)


@pytest.mark.parametrize("kind", [each for each in KINDS if each != "dice_anchored"])
def test_an_altered_event_is_named(recorded: Hall, tmp_path: Path, kind: str) -> None:
    rows = recorded.rows()
    for number, (stream, version, name, body) in enumerate(rows):
        if name == f"match.{kind}.1" and (altered := _altered(msgspec.json.decode(body))) is not None:
            rows[number] = (stream, version, name, canonical(altered))
            break
    else:
        raise AssertionError(f"no {kind} can be altered")
    assert recorded.verdict(tmp_path, rows).word == "fails"


@pytest.mark.parametrize("kind", ["rule_claim", "take_claim", "end_game", "vote_appeal"])
def test_nobody_rules_who_was_not_named(recorded: Hall, tmp_path: Path, kind: str) -> None:
    rows = recorded.rows()
    places = [number for number, row in enumerate(rows) if f'"type":"{kind}"'.encode() in row[3]]
    stream, version, name, body = rows[places[0]]
    rows[places[0]] = (stream, version, name, canonical({**msgspec.json.decode(body), "by": "eve"}))
    verdict = recorded.verdict(tmp_path, rows)
    assert verdict.first_failure is not None
    assert verdict.first_failure.position == places[0] + 1
    assert "eve" in verdict.first_failure.detail


@pytest.mark.parametrize("kind", KINDS)
def test_a_dropped_event_is_missed(recorded: Hall, tmp_path: Path, kind: str) -> None:
    rows = recorded.rows()
    place = next(number for number, row in enumerate(rows) if row[2] == f"match.{kind}.1")
    assert recorded.verdict(tmp_path, rows[:place] + rows[place + 1 :]).word == "fails"


def _altered(data: dict[str, Any]) -> dict[str, Any] | None:
    """An event with one thing in it changed, that a reader still reads."""
    for name, value in data.items():
        if name in ("says", "why", "facts", "reason", "by") and value:
            return {**data, name: f"{value} "}
        if name in ("ms", "claim", "at") and isinstance(value, int):
            return {**data, name: value + 1}
    return None


def test_a_line_that_begins_after_no_event_is_named(recorded: Hall, tmp_path: Path) -> None:
    rows = recorded.rows()
    lines = [data for kind, data in recorded.match_events() if kind == "timeline_opened" and data["parent"]]
    stream, version = f"{recorded.game}/{lines[-1]['parent']}", lines[-1]["at"]
    kept = [row for row in rows if row[0] != stream or row[1] < version]
    verdict = recorded.verdict(tmp_path, kept)
    assert verdict.word == "fails"
    assert verdict.first_failure is not None
