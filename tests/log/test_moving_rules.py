"""Games of several versions of one ruleset, and moving a running game from one version to another."""

import io
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.service import Service
from ironclad.eventlog.bundle.reading import BundleReader
from ironclad.eventlog.errors import GameOver, IdReused, NotFound, Refused, Unreadable
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.proof.verifying import Verdict, verify
from tests.browser.recorded import Players, moved_bundle
from tests.log.conftest import play_out, pull, referee_at, stored
from tests.proof.logs import KEY, Log
from tests.toy import TUG
from tests.toy_versions import ROPE

RULESETS = {"tug": ROPE}


@pytest.fixture
def referee(sqlite_url: str) -> Any:
    with referee_at(sqlite_url, RULESETS) as made:
        yield made


@pytest.fixture
def game(referee: Service) -> str:
    return referee.opening.open_game("tug", "short", version="1.0").id


def move(
    referee: Service, game: str, version: str = "1.1", readings: dict[str, str] | None = None
) -> list[Receipt]:
    asked = match_requests.MoveRules(version, readings or {})
    return [referee.match.request(game, seat, asked) for seat in ("blue", "grey")]


def refused(referee: Service, game: str, *asked: Any, seat: str = "blue") -> str:
    before = stored(referee)
    with pytest.raises(Refused) as wrong:
        referee.match.request(game, seat, match_requests.MoveRules(*asked))
    assert stored(referee) == before
    return wrong.value.rule


def bundle(referee: Service, game: str) -> bytes:
    return Log([row[1:5] for row in stored(referee)]).bundle(game)


def verdict(data: bytes, path: Path, rulesets: Any = None) -> Verdict:
    file = path / "game.bundle"
    file.write_bytes(data)
    return verify(file, str(KEY.verifier), (rulesets or RULESETS).__getitem__)


def held(found: Verdict, check: str) -> str:
    assert found.ok, found.first_failure
    return next(each.detail for each in found.checks if each.name == check)


def errata(referee: Service, game: str) -> list[str]:
    return [each.id for each in referee.queries.game(game).errata]


# -- opening


def test_a_game_is_of_the_newest_version_unless_another_is_named(referee: Service) -> None:
    newest = referee.queries.game(referee.opening.open_game("tug", "short").id)
    assert newest.ruleset_version == "1.2"
    assert [each.id for each in newest.errata] == ["equal-holds", "side-told"]
    old = referee.opening.open_game("tug", "short", version="1.0")
    assert (old.ruleset_version, old.errata) == ("1.0", ())
    with pytest.raises(Unreadable, match=r"1\.0, 1\.1, 1\.2"):
        referee.opening.open_game("tug", "short", version="0.9")


def test_a_position_is_played_on_by_the_version_that_it_was_played_by(referee: Service) -> None:
    middle = referee.opening.open_game("tug", "short", version="1.1").id
    pull(referee, middle)
    document = referee.queries.position(middle).position
    again = referee.opening.open_game("tug", "short", position=document)
    assert again.ruleset_version == "1.1"
    assert referee.queries.position(again.id).position["errata"] == ["equal-holds"]
    with pytest.raises(Unreadable, match="errata"):
        referee.opening.open_game("tug", "short", position=document, version="1.0")
    with pytest.raises(Unreadable, match="no erratum"):
        referee.opening.open_game("tug", "short", position={**document, "errata": ["other"]})


def test_each_version_decides_by_its_own_reading(referee: Service) -> None:
    """With the same dice a pull that a die equals slips by 1.0 and holds by 1.1."""

    def games(version: str) -> list[Any]:
        made = referee.opening.open_game("tug", "long", version=version).id
        return [event for _ in range(40) for event in pull(referee, made, 3).events]

    for version, holds in (("1.0", False), ("1.1", True)):
        equal = [each.data for each in games(version) if each.type == "rope_pulled" and each.data["die"] == 3]
        assert equal
        assert {each["held"] for each in equal} == {holds}


# -- moving


def test_the_first_seat_asks_and_the_other_carries_it_out(referee: Service, game: str) -> None:
    pull(referee, game)
    line, head = referee.queries.head(game)
    before = referee.queries.position(game).position
    asked = referee.match.request(game, "grey", match_requests.MoveRules("1.1"))
    assert [each.type for each in asked.events] == ["command_accepted", "rules_asked"]
    waits = referee.queries.game(game).rules_asked
    assert waits is not None
    assert (waits.seat, waits.version, waits.readings) == ("grey", "1.1", {})
    assert referee.queries.head(game) == (line, head)

    moved = referee.match.request(game, "blue", match_requests.MoveRules("1.1"))
    assert [(each.timeline, each.name) for each in moved.events] == [
        ("", "match.command_accepted.1"),
        ("", "match.rules_moved.1"),
        ("main", "ruling.rules_moved.1"),
    ]
    assert moved.events[1].data == {
        "type": "rules_moved",
        "timeline": "main",
        "at": head + 1,
        "version": "1.1",
        "readings": {},
        "by": "agreement",
        "claim": None,
    }
    assert moved.events[2].data == {
        "type": "rules_moved",
        "version": "1.1",
        "errata": ["equal-holds"],
        "readings": {},
    }
    record = referee.queries.game(game)
    assert (record.ruleset_version, record.rules_asked, record.version) == ("1.1", None, head + 1)
    assert errata(referee, game) == ["equal-holds"]
    assert referee.queries.position(game).position == {**before, "errata": ["equal-holds"]}
    assert referee.queries.position(game, at=head).position == before
    told = referee.queries.chronicle(game, types=frozenset({"rules_moved"})).items
    assert [(each["version"], each["rules"]) for each in told] == [(head + 1, "1.1")]


def test_readings_change_with_it(referee: Service, game: str) -> None:
    receipts = move(referee, game, readings={"echo": "twice"})
    assert receipts[1].events[2].data["readings"] == {"echo": "twice"}
    assert referee.queries.game(game).options == {"end": "turns", "echo": "twice"}
    assert referee.queries.position(game).position["options"]["echo"] == "twice"
    assert refused(referee, game, "1.1", {"echo": "twice"}) == "rules/same"
    move(referee, game, readings={"echo": "once"})
    assert referee.queries.game(game).options == {"end": "turns", "echo": "once"}


def test_what_does_not_move_is_refused_with_its_reason(referee: Service, game: str) -> None:
    assert refused(referee, game, "1.0") == "rules/same"
    assert refused(referee, game, "9.9") == "rules/version"
    assert refused(referee, game, "1.1", {"end": "drift"}) == "rules/reading"
    assert refused(referee, game, "1.1", {"echo": "often"}) == "rules/reading"
    assert refused(referee, game, "1.1", {"other": "often"}) == "rules/reading"
    move(referee, game)
    assert refused(referee, game, "1.0") == "rules/older"
    with pytest.raises(NotFound):
        referee.match.request(game, "red", match_requests.MoveRules("1.2"))


def test_a_different_body_is_refused_and_the_same_again_changes_nothing(referee: Service, game: str) -> None:
    first = referee.match.request(game, "blue", match_requests.MoveRules("1.1"), id="ask")
    assert not first.repeated
    assert referee.match.request(game, "blue", match_requests.MoveRules("1.1"), id="ask").repeated
    again = stored(referee)
    assert referee.match.request(game, "blue", match_requests.MoveRules("1.1"), id="another").repeated
    assert stored(referee) == again
    with pytest.raises(IdReused):
        referee.match.request(game, "blue", match_requests.MoveRules("1.2"), id="ask")
    assert refused(referee, game, "1.2", seat="grey") == "rules/asked"
    assert refused(referee, game, "1.1", {"echo": "twice"}, seat="grey") == "rules/asked"
    assert refused(referee, game, "1.2") == "rules/asked"
    referee.match.request(game, "grey", match_requests.MoveRules("1.1"), id="agree")
    assert referee.match.request(game, "grey", match_requests.MoveRules("1.1"), id="agree").repeated
    assert referee.queries.game(game).ruleset_version == "1.1"


@pytest.mark.parametrize("by", ["blue", "grey"])
def test_either_seat_ends_a_request_that_waits(referee: Service, game: str, by: str) -> None:
    with pytest.raises(Refused, match="rules/none"):
        referee.match.request(game, by, match_requests.WithdrawRules())
    referee.match.request(game, "blue", match_requests.MoveRules("1.1"))
    receipt = referee.match.request(game, by, match_requests.WithdrawRules())
    assert receipt.events[-1].data == {"type": "rules_withdrawn", "seat": "blue", "by": by}
    assert referee.queries.game(game).rules_asked is None
    move(referee, game, "1.2")
    assert referee.queries.game(game).ruleset_version == "1.2"


def test_a_decision_that_would_be_another_is_answered_first(referee: Service, game: str) -> None:
    """By 1.2 another decision is due while the knot is on blue's side (see the toy)."""
    while referee.queries.position(game).position.get("knot", 0) <= 0:
        pull(referee, game, 1)
    assert refused(referee, game, "1.2") == "rules/decision"
    move(referee, game, "1.1")
    while referee.queries.position(game).position.get("knot", 0) > 0:
        pull(referee, game, 1)
    move(referee, game, "1.2")


def test_a_game_that_is_over_is_not_moved(referee: Service, game: str) -> None:
    other = referee.opening.open_game("tug", "short", version="1.0").id
    referee.match.request(other, "blue", match_requests.Resign())
    referee.match.request(game, "blue", match_requests.MoveRules("1.1"))
    play_out(referee, game)
    assert referee.queries.game(game).rules_asked is None
    for ended in (game, other):
        with pytest.raises(GameOver):
            referee.match.request(ended, "grey", match_requests.MoveRules("1.1"))


def test_the_house_agrees_where_it_can(referee: Service, game: str) -> None:
    referee.opening.take_seat(game, "blue", "ann")
    referee.computer_player.sit(game, "grey")
    referee.match.request(game, "blue", match_requests.MoveRules("1.1"))
    with referee.open_games.game(game) as live, live.changed:
        assert live.changed.wait_for(lambda: referee.queries.game(game).ruleset_version == "1.1", 20)


# -- going back


def test_a_rewind_to_before_the_move_is_played_by_the_old_version(referee: Service, game: str) -> None:
    pull(referee, game)
    at = referee.queries.head(game)[1]
    move(referee, game)
    pull(referee, game)
    assert referee.queries.position(game, at=at).boundary
    assert referee.queries.position(game, at=at + 1).boundary
    proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(at))
    line = referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
    assert referee.queries.game(game).ruleset_version == "1.0"
    assert "errata" not in referee.queries.position(game).position
    pull(referee, game)
    assert referee.queries.position(game, "main").position["errata"] == ["equal-holds"]
    proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(at + 1, timeline="main"))
    referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
    assert referee.queries.game(game).ruleset_version == "1.1"
    assert referee.queries.position(game, line.id).position.get("errata") is None


def test_branches_keep_what_held_where_they_began(referee: Service, game: str) -> None:
    pull(referee, game)
    at = referee.queries.head(game)[1]
    early = referee.match.request(game, "blue", match_requests.Branch(at)).id
    move(referee, game)
    late = referee.match.request(game, "blue", match_requests.Branch(at + 1)).id
    pull(referee, game, timeline=early, by="blue")
    pull(referee, game, timeline=late, by="blue")
    assert "errata" not in referee.queries.position(game, early).position
    assert referee.queries.position(game, late).position["errata"] == ["equal-holds"]
    found = referee.queries.compare(game, (early, at), (late, at + 1))
    assert any("errata" in each.path for each in found.differences)


def test_nothing_is_taken_back_past_the_move(referee: Service, game: str) -> None:
    word = {"type": "shout", "word": "heave"}
    referee.commands.handle(game, "blue", {"id": "one", "command": word})
    assert referee.queries.game(game).may_take_back is not None
    move(referee, game)
    assert referee.queries.game(game).may_take_back is None
    with pytest.raises(Refused, match="take-back/rules"):
        referee.commands.take_back(game, "blue", id="back")
    head = referee.queries.head(game)[1]
    referee.commands.handle(game, "blue", {"id": "two", "command": word})
    referee.commands.take_back(game, "blue", id="back")
    assert referee.queries.game(game).ruleset_version == "1.1"
    assert referee.queries.position(game).position == referee.queries.position(game, at=head).position


# -- proof


def test_a_game_that_moved_is_exported_verified_and_replayed(sqlite_url: str, tmp_path: Path) -> None:
    with referee_at(sqlite_url, RULESETS, snapshot_every=3) as referee:
        game = referee.opening.open_game("tug", "short", version="1.0").id
        for _ in range(4):
            pull(referee, game)
        at = referee.queries.head(game)[1]
        branch = referee.match.request(game, "blue", match_requests.Branch(at)).id
        referee.match.request(game, "blue", match_requests.MoveRules("1.2"))
        referee.match.request(game, "blue", match_requests.WithdrawRules())
        move(referee, game, "1.1", readings={"echo": "twice"})
        for _ in range(4):
            pull(referee, game)
        pull(referee, game, timeline=branch, by="blue")
        proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(at + 1))
        referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
        pull(referee, game)
        end = referee.queries.position(game).position
        data = bundle(referee, game)
    found = verdict(data, tmp_path)
    assert "tug 1.0, then 1.1" in held(found, "rules")
    with referee_at(sqlite_url, RULESETS) as referee:
        assert referee.queries.position(game).position == end
        referee.upkeep.rebuild_views()
        assert referee.queries.position(game).position == end
        assert referee.queries.game(game).ruleset_version == "1.1"
        pull(referee, game)
    reader = BundleReader(io.BytesIO(data), str(KEY.verifier))
    assert any(each.name == "ruling.rules_moved.1" for each in reader.events())


def test_a_forged_move_is_found(referee: Service, game: str, tmp_path: Path) -> None:
    pull(referee, game)
    move(referee, game)
    pull(referee, game)
    rows = [row[1:5] for row in stored(referee)]
    for name, old, new in (
        ("ruling.rules_moved.1", b'"errata":["equal-holds"]', b'"errata":[]'),
        ("ruling.rules_moved.1", b'"version":"1.1"', b'"version":"1.2"'),
        ("match.rules_moved.1", b'"version":"1.1"', b'"version":"1.2"'),
        ("match.rules_moved.1", b'"by":"agreement"', b'"by":"ruling"'),
    ):
        changed = [(*row[:3], row[3].replace(old, new)) if row[2] == name else row for row in rows]
        assert changed != rows
        failure = verdict(Log(changed).bundle(game), tmp_path).first_failure
        assert failure is not None
        assert failure.check == ("signatures" if name.startswith("match.") else "rules")


def test_a_build_without_the_version_cannot_decide_it(referee: Service, game: str, tmp_path: Path) -> None:
    assert "tug 1.0" in held(verdict(bundle(referee, game), tmp_path, {"tug": TUG}), "rules")
    move(referee, game)
    found = verdict(bundle(referee, game), tmp_path, {"tug": TUG})
    assert not found.ok
    newer = referee.opening.open_game("tug", "short").id
    assert "needs version 1.2 of tug" in str(verdict(bundle(referee, newer), tmp_path, {"tug": TUG}).checks)


def test_seats_with_keys_sign_it_and_the_dice_hold_through_it(tmp_path: Path) -> None:
    found = verdict(moved_bundle(tmp_path), tmp_path)
    assert "requests of blue by its key" in held(found, "signatures")
    assert "6 rolls" in held(found, "dice")
    assert "tug 1.0, then 1.1" in held(found, "rules")


def test_a_move_without_the_seats_signature_is_refused(tmp_path: Path) -> None:
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", RULESETS, signing=signing) as referee:
        players = Players(referee, "1.0")
        for ask in (
            lambda: referee.match.request(players.game, "blue", match_requests.MoveRules("1.1")),
            lambda: referee.match.request(players.game, "blue", match_requests.WithdrawRules()),
        ):
            with pytest.raises(Refused, match="signature/missing"):
                ask()
