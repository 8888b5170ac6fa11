"""Seats with keys continue over a break: each signs for it, and what was signed before still verifies."""

from pathlib import Path

import pytest

from ironclad.api.app import create_app
from ironclad.api.settings import Settings
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match.signed import SCHEME_2
from ironclad.referee import match_requests
from tests.cli.conftest import Run, run
from tests.proof.test_signed_bundle import Player
from tests.proof.test_signer import ORIGIN
from tests.recovery.test_restore import REASON, Club, club, whole
from tests.toy import TUG

__all__ = ["club", "run"]


def test_both_seats_sign_and_everything_verifies(club: Club, run: Run, tmp_path: Path) -> None:
    assert run("restore", "--url", club.url, "--yes").exit_code == 0  # what the fixture lost
    with club.service() as service:
        player = Player(service, ORIGIN, SCHEME_2)
        club.game = player.game
        for seat in ("blue", "grey"):
            player.sit(seat)
        for _ in range(3):
            player.pull()
        line, version = service.queries.head(player.game)
        proposal = {"type": "propose_rewind", "timeline": line, "at": version - 2, "reason": ""}
        early = service.match.request(
            player.game,
            "blue",
            match_requests.ProposeRewind(version - 2),
            **player.signed("blue", proposal),
        ).id
        whole(service)
    club.back_up()
    with club.service() as service:
        player.referee = service
        for _ in range(2):
            player.pull()
        whole(service)
    club.lose()
    assert run("restore", "--url", club.url, "--reason", REASON, "--yes").exit_code == 0
    with club.service() as service:
        player.referee = service
        whole(service)
        with pytest.raises(Refused, match="match/break"):
            player.pull()
        accepted = player.signed("grey", {"type": "accept_rewind", "proposal": early})
        with pytest.raises(Refused, match="match/break"):
            service.match.request(player.game, "grey", match_requests.AcceptRewind(early), **accepted)
        withdrawn = player.signed("blue", {"type": "withdraw_rewind", "proposal": early})
        service.match.request(player.game, "blue", match_requests.WithdrawRewind(early), **withdrawn)
        page = create_app(service, Settings(rulesets={"tug": TUG})).test_client()
        record = page.get(f"/api/v1/games/{player.game}").json
        assert record["broken"]["reason"] == REASON
        player.rewind("blue", version)
        player.pull()
        assert page.get(f"/api/v1/games/{player.game}").json["broken"] is None
        names = {each["name"] for each in map(_named, page.get("/api/v1/log/keys").json["keys"])}
        assert names == {ORIGIN, f"{ORIGIN}/2", f"{ORIGIN}/3"}
        whole(service)
        verdict = club.verified(club.bundle(service, "signed.bundle"))
    assert verdict.word == "holds", verdict.first_failure


def _named(key: dict[str, str]) -> dict[str, str]:
    return {"name": key["key"].partition("+")[0]}
