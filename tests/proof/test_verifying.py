"""Verifying: a true record passes; a server that signs what its rules never gave is caught by the rules."""

import json
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.match import taking_back
from ironclad.domain.match.events import COMMAND_COMMITTED
from ironclad.referee import match_requests
from ironclad.referee.proof.verifying import CHECKS, Verdict, verify
from tests.log.conftest import pull, referee_at, stored
from tests.proof.logs import KEY, Log, Row
from tests.proof.second_reader import compare
from tests.toy import TUG

ANCHORED = "match.dice_anchored.1"
RULES = {"tug": TUG}


def everything(referee: Service) -> str:
    """A game with all that can be asked of a match, and its end by the rules on a line after a rewind."""
    game = referee.opening.open_game("tug", "short", title="A long title").id
    referee.opening.take_seat(game, "blue", "One")
    referee.opening.take_seat(game, "grey", "Another")
    for _ in range(4):
        pull(referee, game)
    referee.commands.handle(game, "blue", {"id": "s", "command": {"type": "shout", "word": "heave"}})
    referee.commands.handle(game, "blue", {"id": "t", "command": {"type": "shout", "word": "ho"}})
    referee.commands.take_back(game, "blue", id="u", expected_version=referee.queries.head(game)[1])
    referee.match.request(game, "blue", match_requests.OfferDraw())
    referee.match.request(game, "grey", match_requests.DeclineDraw())
    referee.match.request(game, "grey", match_requests.OfferDraw())
    referee.match.request(game, "grey", match_requests.WithdrawDraw())
    referee.match.request(
        game,
        "grey",
        match_requests.DeclineRewind(
            referee.match.request(game, "blue", match_requests.ProposeRewind(at=6, reason="why not")).id
        ),
    )
    referee.match.request(
        game,
        "grey",
        match_requests.WithdrawRewind(
            referee.match.request(game, "grey", match_requests.ProposeRewind(at=3)).id
        ),
    )
    branch = referee.match.request(game, "reader", match_requests.Branch(6)).id
    deeper = referee.match.request(game, "reader", match_requests.Branch(6, timeline=branch)).id
    asked = {"id": "v", "timeline": branch, "command": {"type": "shout", "word": "ho"}}
    referee.commands.handle(game, "grey", asked, by="reader")
    referee.commands.take_back(game, "grey", id="w", timeline=branch, to=6, by="reader")
    pull(referee, game, timeline=branch, by="reader", expected_version=9)
    pull(referee, game, timeline=deeper, by="reader")
    referee.match.request(
        game,
        "grey",
        match_requests.AcceptRewind(
            referee.match.request(game, "blue", match_requests.ProposeRewind(at=8)).id
        ),
    )
    while referee.queries.due(game):
        pull(referee, game, 2)
    return game


def rows_after(path: Path, play: Callable[[Service], str], **settings: Any) -> tuple[list[Row], str]:
    with referee_at(f"sqlite:///{path / 'log.db'}", **settings) as referee:
        game = play(referee)
        return [row[1:5] for row in stored(referee)], game


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return rows_after(tmp_path_factory.mktemp("record"), everything)


def verdict_of(
    rows: list[Row],
    game: str,
    path: Path,
    blob: tuple[str, bytes] | None = None,
    rules: Callable[[str], Any] = RULES.__getitem__,
) -> Verdict:
    """What a bundle of a log of these rows, signed as they are and at anchors and commits, is found to be."""
    file = path / "bundle"
    anchors = [place for place, row in enumerate(rows, 1) if row[2] in (ANCHORED, COMMAND_COMMITTED)]
    file.write_bytes(Log(rows).bundle(game, blob=blob, earlier=anchors))
    return compare(verify(file, str(KEY.verifier), rules), file, str(KEY.verifier))


def test_a_whole_game_passes_every_check(record: tuple[list[Row], str], tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    (tmp_path / "bundle").write_bytes(Log(record[0]).bundle(record[1]))
    verdict = verify(
        tmp_path / "bundle", str(KEY.verifier), RULES.__getitem__, watch=lambda *told: seen.append(told)
    )
    assert verdict.first_failure is None
    assert verdict.ok
    assert [check.name for check in verdict.checks] == list(CHECKS)
    assert all(check.detail for check in verdict.checks)
    assert seen[-1] == ("rules", len(record[0]), len(record[0])), "all of the log is this game's"


def test_a_key_of_the_bundle_s_own_is_said_to_be_that(record: tuple[list[Row], str], tmp_path: Path) -> None:
    (tmp_path / "bundle").write_bytes(Log(record[0]).bundle(record[1]))
    verdict = verify(tmp_path / "bundle", None, RULES.__getitem__)
    assert verdict.ok
    assert "own word" in next(check.detail for check in verdict.checks if check.name == "key")


def test_rules_that_are_not_here_are_no_pass(record: tuple[list[Row], str], tmp_path: Path) -> None:
    (tmp_path / "bundle").write_bytes(Log(record[0]).bundle(record[1]))
    verdict = verify(tmp_path / "bundle", None, {}.__getitem__)
    assert not verdict.ok
    assert verdict.first_failure is not None
    assert verdict.first_failure.detail == "rules not checked: needs the rules of tug"
    assert all(check.ok for check in verdict.checks if check.name != "rules")
    verdict = verify(tmp_path / "bundle", None, RULES.__getitem__, rules=False)
    assert not verdict.ok
    assert verdict.first_failure is None
    assert [check.ok for check in verdict.checks] == [True] * (len(CHECKS) - 1) + [None]


def test_rules_of_another_version_are_no_pass(record: tuple[list[Row], str], tmp_path: Path) -> None:
    rows = [_changed(row, {"game_opened": {"version": "9"}, "command_accepted": {}}) for row in record[0]]
    first = json.loads(rows[0][3])
    first["command"]["version"] = "9"
    rows[0] = (*rows[0][:3], canonical(first))
    verdict = verdict_of(rows, record[1], tmp_path)
    assert verdict.first_failure is not None
    assert "needs version 9 of tug" in verdict.first_failure.detail


def _changed(row: Row, changes: dict[str, dict[str, Any]]) -> Row:
    kind = row[2].split(".")[1]
    return (*row[:3], canonical({**json.loads(row[3]), **changes[kind]})) if kind in changes else row


def _events_of(rows: list[Row]) -> list[tuple[int, str, dict[str, Any]]]:
    return [(number, row[2].split(".")[1], json.loads(row[3])) for number, row in enumerate(rows)]


@pytest.mark.full
def test_every_event_that_says_anything_else_is_named(record: tuple[list[Row], str], tmp_path: Path) -> None:
    """Fields of all kinds of events are changed, twice each, and the log signed as if nothing were wrong."""
    rows, game = record
    times: Counter[tuple[str, str]] = Counter()
    unproved = {"at", "digest", "signature", "id"}
    for number, kind, body in _events_of(rows):
        for name, value in body.items():
            if (kind == "command_accepted" and name in unproved) or name == "type":
                continue
            times[kind, name] += 1
            if times[kind, name] > 2:
                continue
            other = _another(value)
            forged = [
                *rows[:number],
                (*rows[number][:3], canonical({**body, name: other})),
                *rows[number + 1 :],
            ]
            verdict = verdict_of(forged, game, tmp_path)
            assert verdict.first_failure is not None, f"{kind}.{name}: {value!r} became {other!r}"
            named = ("rules", "order", "dice", "signatures")
            assert verdict.first_failure.check in named, verdict.first_failure
            assert verdict.first_failure.position is not None
            assert verdict.first_failure.position <= len(rows)
    assert len(times) > 40


def _another(value: Any) -> Any:
    """Something else of the same kind, where there is."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case None:
            return "x"
        case list():
            return value[:-1] if value else [{"purpose": "pull", "rule": "2", "faces": [3]}]
        case _:
            return {**value, "type": "resign", "head": 1}


def _first_roll(rows: list[Row]) -> tuple[int, dict[str, Any]]:
    return next(
        (n, body) for n, kind, body in _events_of(rows) if kind == "command_accepted" and body["rolls"]
    )


def test_a_die_turned_over_is_named(record: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = record
    number, body = _first_roll(rows)
    body["rolls"][0]["faces"] = [body["rolls"][0]["faces"][0] % 6 + 1]
    forged = [*rows[:number], (*rows[number][:3], canonical(body)), *rows[number + 1 :]]
    failure = verdict_of(forged, game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("dice", number + 1)
    assert "its shares give" in failure.detail


def test_dice_of_the_service_s_own_are_said_to_be_that_and_held_to_the_rules(tmp_path: Path) -> None:
    dice = lambda game, line, version: SeededDice(version)  # noqa: E731
    rows, game = rows_after(tmp_path, everything, dice=dice)
    verdict = verdict_of(rows, game, tmp_path)
    assert verdict.ok, verdict.first_failure
    assert "nothing proves them" in next(check.detail for check in verdict.checks if check.name == "dice")
    number, body = _first_roll(rows)
    body["rolls"][0]["faces"] = [body["rolls"][0]["faces"][0] % 6 + 1]
    forged = [*rows[:number], (*rows[number][:3], canonical(body)), *rows[number + 1 :]]
    failure = verdict_of(forged, game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("rules", number + 2)
    assert "rope_pulled" in failure.detail
    body["rolls"][0]["purpose"] = "a friendly push"
    forged = [*rows[:number], (*rows[number][:3], canonical(body)), *rows[number + 1 :]]
    failure = verdict_of(forged, game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("rules", number + 1)


def test_a_command_left_out_of_the_log_itself_is_found(record: tuple[list[Row], str], tmp_path: Path) -> None:
    """Versions closed up behind it, so that only the rules can tell."""
    rows, game = record
    starts = [n for n, kind, _ in _events_of(rows) if kind == "command_accepted"]
    for start, end in zip(starts, [*starts[1:-1], len(rows)], strict=False):
        kept = [*rows[:start], *rows[end:]]
        versions: dict[str, int] = {}
        closed = []
        for stream, version, name, body in kept:
            versions[stream] = versions.get(stream, version - 1 if version > 1 else 0) + 1
            closed.append((stream, versions[stream], name, body))
        verdict = verdict_of(closed, game, tmp_path) if closed else None
        if verdict is not None and start != starts[-1] and not _harmless(rows[start:end]):
            assert verdict.first_failure is not None, rows[start:end]


def _harmless(append: list[Row]) -> bool:
    """Asked and answered without a trace in what comes later: nothing but its place in the log proves it."""
    return append[0][2] == "match.command_accepted.1"


def test_a_command_given_twice_is_found(record: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = record
    start = next(n for n, kind, b in _events_of(rows) if kind == "command_accepted" and b["id"] == "s")
    again = [(stream, version + 2, name, body) for stream, version, name, body in rows[start : start + 2]]
    failure = verdict_of([*rows[: start + 2], *again], game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("rules", start + 3)
    assert "before" in failure.detail


@pytest.mark.parametrize("size", [3, 5_000])
def test_a_game_from_a_document_needs_the_document(tmp_path: Path, size: int) -> None:
    """A small one stands in the game's first event, a large one apart."""
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}") as referee:
        document = referee.queries.position(referee.opening.open_game("tug", "long").id).position
        document = {**document, "knot": 3, "stood": {str(place): 1 for place in range(size)}}
        game = referee.opening.open_game("tug", "long", position=document).id
        pull(referee, game)
        rows = [row[1:5] for row in stored(referee)]
        asked = json.loads(next(row[3] for row in rows if row[0] == f"{game}/match"))
        name = asked["command"]["position"]["sha256"]
        blob = (name, referee.open_games.blob(name)) if size > 3 else None
    assert verdict_of(rows, game, tmp_path, blob).ok
    if blob is not None:
        failure = verdict_of(rows, game, tmp_path).first_failure
        assert failure is not None
        assert "not in the bundle" in failure.detail
        other = b'{"turn":1}'
        wrong = (sha256(other).hexdigest(), other)
        failure = verdict_of(rows, game, tmp_path, wrong).first_failure
        assert failure is not None
        assert "no event names the document" in failure.detail


@pytest.mark.parametrize(
    ("order", "to", "rule"),
    [
        ("pull", 1, "take-back/dice"),
        ("shout of grey", 3, "take-back/seat"),
        ("nothing", 4, "take-back/place"),
        ("twice", 3, "take-back/place"),
    ],
)
def test_what_was_not_free_to_take_back_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str, to: int, rule: str
) -> None:
    """A server that lets a seat take back what it may not: the log itself shows it."""
    shout = {"type": "shout", "word": "ho"}

    def forge(referee: Service) -> str:
        game = referee.opening.open_game("tug", "long").id
        if order == "pull":
            pull(referee, game)
        else:
            referee.commands.handle(game, "blue", {"id": "first", "command": shout})
            referee.commands.handle(
                game, "grey" if "grey" in order else "blue", {"id": "second", "command": shout}
            )
        if order == "twice":
            referee.commands.take_back(game, "blue", id="once")
        with monkeypatch.context() as patched:
            patched.setattr(taking_back, "free", lambda match, line, by, named, *_: named)
            referee.commands.take_back(game, "blue", id="back", to=to)
        return game

    rows, game = rows_after(tmp_path, forge)
    failure = verdict_of(rows, game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("rules", len(rows) - 1)
    assert rule in failure.detail
