"""Games of dice of v2 in bundles: whole ones hold, and what a server forges is named."""

from pathlib import Path
from typing import Any

from ironclad.api.service import Service
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY, Row
from tests.proof.parties import OwnChain
from tests.proof.round_player import RoundPlayer
from tests.proof.test_signed_bundle import Body, fault_at
from tests.proof.test_verifying import verdict_of
from tests.toy import TUG
from tests.toys.both_pull import BOTH_PULL

RULES = {"tug": TUG, "both_pull": BOTH_PULL}
SHOUT: Body = {"type": "shout", "word": "heave"}


def service(path: Path, **settings: Any) -> Service:
    return referee_at(
        f"sqlite:///{path / 'log.db'}", RULES, signing=Signing(KEY, path / "notary"), **settings
    )


def rows_of(referee: Service) -> list[Row]:
    return [row[1:5] for row in stored(referee)]


def verdict(rows: list[Row], game: str, path: Path) -> Any:
    """What a bundle of these rows is found to be."""
    return verdict_of(rows, game, path, rules=RULES.__getitem__)


def everything(referee: Service) -> str:
    """A game with commands of each kind, a rewind, and an end while a link is owed."""
    player = RoundPlayer(referee)
    for seat in ("blue", "grey", "blue"):
        player.play(seat)
    player.play("blue", SHOUT)
    player.rewind("blue", 5)
    for seat in ("blue", "grey"):
        chain = player.chains[seat] = OwnChain(seat, player.game, player.line, scheme=V2)
        command: Body = {"anchor": chain.anchor, "length": chain.length}
        asked = player.signed(seat, {"type": "anchor_dice", "timeline": player.line, "dice": command})
        own = match_requests.AnchorDice(dice=Given(chain.anchor, chain.length))
        referee.match.request(player.game, seat, own, **asked)
    for seat in ("blue", "grey"):
        player.ready(seat)
    player.play("grey")
    player.give("blue")
    resign = player.signed("blue", {"type": "resign"})
    referee.match.request(player.game, "blue", match_requests.Resign(), **resign)
    return player.game


def test_a_whole_game_holds(tmp_path: Path) -> None:
    with service(tmp_path) as referee:
        game = everything(referee)
        rows = rows_of(referee)
    found = verdict(rows, game, tmp_path)
    assert found.first_failure is None, found.first_failure
    assert fault_at(rows, game) == 0
