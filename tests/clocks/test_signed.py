"""Timed games whose seats sign, keep their chains, and commit before they reveal."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironclad.eventlog.errors import GameOver, Refused
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.proof.verifying import verify
from tests.clocks.playing import RULESETS, table
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY, Log
from tests.proof.round_player import RoundPlayer


@pytest.fixture
def player(tmp_path: Path) -> Iterator[RoundPlayer]:
    url, signing = f"sqlite:///{tmp_path / 'log.db'}", Signing(KEY, tmp_path / "notary")
    with referee_at(url, RULESETS, signing=signing) as referee:
        yield RoundPlayer(referee, control="10m+30s")


def asked(player: RoundPlayer, seat: str, request: Any, command: dict[str, Any]) -> Any:
    return player.referee.match.request(player.game, seat, request, **player.signed(seat, command))


def verdict(player: RoundPlayer, path: Path) -> Any:
    rows = [row[1:5] for row in stored(player.referee)]
    anchors = [place for place, row in enumerate(rows, 1) if row[2] == "match.dice_anchored.1"]
    commits = [place for place, row in enumerate(rows, 1) if row[2] == "match.command_committed.1"]
    file = path / "game.bundle"
    file.write_bytes(Log(rows).bundle(player.game, earlier=[*anchors, *commits]))
    return verify(file, str(KEY.verifier), RULESETS.__getitem__)


def test_a_committed_command_hands_over_at_its_link(player: RoundPlayer, tmp_path: Path) -> None:
    given = player.give("blue")
    assert len(player.rows("match.clock_pressed.1")) == 1, "blue owes the link, and runs on"
    owed = given.owed[0]
    player.reveal("blue", owed.id, owed.committed)
    rows = player.rows("match.clock_pressed.1")
    assert len(rows) == 2
    for seat in ("grey", "blue", "grey"):
        player.play(seat)
    assert len(player.rows("match.clock_pressed.1")) == 5
    found = verdict(player, tmp_path)
    assert found.ok, found.first_failure


def test_requests_about_clocks_are_signed_as_others_are(player: RoundPlayer, tmp_path: Path) -> None:
    command = {"type": "give_time", "to": "grey", "ms": 60_000}
    gift = match_requests.GiveTime(to="grey", ms="1m")
    with pytest.raises(Refused) as wrong:
        player.referee.match.request(player.game, "blue", gift, id="unsigned")
    assert wrong.value.rule.startswith("signature/")
    asked(player, "blue", gift, command)
    until = "2027-01-01T00:00:00.000Z"
    pause = match_requests.ProposePause(until=until)
    receipt = asked(
        player, "blue", pause, {"type": "propose_pause", "until": until, "why": "", "adjourn": False}
    )
    named = receipt.events[1].data["pause"]
    asked(player, "grey", match_requests.DeclinePause(named), {"type": "decline_pause", "pause": named})
    player.play("blue")
    found = verdict(player, tmp_path)
    assert found.ok, found.first_failure


def test_a_flag_while_a_link_is_owed_abandons_no_roll(tmp_path: Path) -> None:
    url, signing = f"sqlite:///{tmp_path / 'log.db'}", Signing(KEY, tmp_path / "notary")
    with table(url, signing=signing) as made:
        player = RoundPlayer(made.referee, control="10m")
        owed = player.give("blue").owed[0]
        made.clock.later("11m")
        with pytest.raises(GameOver):
            player.reveal("blue", owed.id, owed.committed)
        assert player.rows("match.flagged.1")
        forgiven = {"type": "forgive_flag", "seat": "blue", "ms": 120_000, "why": "", "claim": None}
        asked(player, "grey", match_requests.ForgiveFlag(of="blue", ms="2m"), forgiven)
        player.reveal("blue", owed.id, owed.committed)
        player.play("grey")
        assert not player.rows("match.roll_abandoned.1")
        found = verdict(player, tmp_path)
        assert found.ok, found.first_failure
