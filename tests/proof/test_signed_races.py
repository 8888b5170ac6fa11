"""Two processes of one service, and a seat whose key is replaced meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ironclad.eventlog.errors import Refused, Stale
from ironclad.eventlog.signer import Signing
from ironclad.referee.player_keys import PlayerKey
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY
from tests.proof.test_signed_bundle import KEYS, Body, Player
from tests.proof.test_verifying import verdict_of


def test_a_command_and_a_rotation_that_race(url: str, tmp_path: Path) -> None:
    """Two processes: the command stands before the rotation, or is held to the new key. Never between."""
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(url, signing=signing) as one, referee_at(url, beside=True) as other:
        player = Player(one)
        player.sit("blue")
        old = player.keys["blue"]
        news = [PlayerKey(bytes([number]) * 32) for number in range(50, 58)]
        stands = refusals = 0
        for turn, new in enumerate(news):
            shout = {"type": "shout", "word": f"word-{turn}"}
            asked = player.signed("blue", shout, old, timeline="main")

            def give(asked: Body = asked, shout: Body = shout) -> str:
                try:
                    other.commands.handle(
                        player.game, "blue", {"command": shout, "timeline": "main", **asked}
                    )
                    return ""
                except (Refused, Stale) as refused:
                    return getattr(refused, "rule", "stale")

            with ThreadPoolExecutor(2) as pool:
                given = pool.submit(give)
                pool.submit(player.rotate, "blue", new).result()
                found = given.result()
            assert found in ("", "signature/wrong")
            stands, refusals = stands + (not found), refusals + bool(found)
            if found:
                with pytest.raises(Refused, match=f"key {turn + 2} of blue signs it"):
                    one.commands.handle(player.game, "blue", {"command": shout, "timeline": "main", **asked})
            old = new
        assert stands + refusals == len(news)
        rows = [row[1:5] for row in stored(one)]
        assert verdict_of(rows, player.game, tmp_path).ok


def test_two_rotations_that_race(url: str, tmp_path: Path) -> None:
    with referee_at(url) as one, referee_at(url, beside=True) as other:
        first, second = Player(one, ""), Player(other, "")
        first.sit("blue")
        second.game, second.asked = first.game, 100

        def rotate(player: Player, new: PlayerKey) -> str:
            try:
                player.rotate("blue", new)
                return ""
            except Refused as refused:
                return refused.rule

        with ThreadPoolExecutor(2) as pool:
            wishes = [(first, KEYS["new"]), (second, KEYS["last"])]
            found = [each.result() for each in [pool.submit(rotate, *wish) for wish in wishes]]
        assert sorted(found) == ["", "signature/wrong"], "the second one's old key is no longer in force"
        record = one.queries.game(first.game).seats[0].key
        assert record is not None
        assert record.number == 2
        assert record.key == (KEYS["new"] if not found[0] else KEYS["last"]).public
