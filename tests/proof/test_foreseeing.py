"""What an operator can foresee of the rolls of two clients who keep their chains: of v2 nothing."""

from pathlib import Path
from typing import Any

import pytest

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.eventlog.signer import Signing
from ironclad.referee.proof.verdicts import HOLDS
from ironclad.referee.proof.verifying import verify
from tests.log.conftest import referee_at
from tests.proof.logs import KEY
from tests.proof.round_games import WholePlayer
from tests.toy import TUG

RULES = "american_civil_war"


def service(path: Path, rulesets: Any) -> Service:
    return referee_at(f"sqlite:///{path / 'log.db'}", rulesets, signing=Signing(KEY, path / "notary"))


@pytest.mark.parametrize(("dice", "foreseen"), [(V1, 12), (V2, 0)])
def test_a_link_that_comes_before_its_roll_is_all_that_an_operator_needs(
    tmp_path: Path, dice: str, foreseen: int
) -> None:
    """Of v1 a command that rolls nothing leaves its link with the operator; of v2 none comes with one."""
    with service(tmp_path, {"tug": TUG}) as referee:
        player = WholePlayer(referee, "tug", "long", dice=dice, keyed=False)
        for _ in range(12):
            (due,) = referee.queries.due(player.game)
            player.send(due.seat, {"type": "shout", "word": "heave"}, None)
            player.send(due.seat, {"type": "pull", "effort": 1}, due.id)
        assert (player.rolled, player.foreseen) == (12, foreseen)


@pytest.mark.full
def test_an_operator_foresees_most_rolls_of_the_civil_war_in_v1_and_none_in_v2(tmp_path: Path) -> None:
    for dice in (V1, V2):
        folder = tmp_path / dice[-2:]
        folder.mkdir()
        with service(folder, installed()) as referee:
            player = WholePlayer(referee, RULES, "campaign", dice=dice, keyed=False)
            player.play_on(2, 300)
            assert player.rolled > 20
            if dice == V1:
                assert player.foreseen > player.rolled // 2
            else:
                assert player.foreseen == 0


@pytest.mark.full
def test_a_whole_game_of_signed_commands_and_links_holds(tmp_path: Path) -> None:
    with service(tmp_path, installed()) as referee:
        player = WholePlayer(referee, RULES, "campaign")
        player.play_on(2)
        assert referee.queries.game(player.game).outcome is not None
        assert player.rolled > 50
        assert player.foreseen == 0
        with (tmp_path / "bundle").open("wb") as file:
            referee.exporter.write(player.game, file, 20.0)
    verdict = verify(tmp_path / "bundle", str(KEY.verifier), installed().__getitem__)
    assert verdict.first_failure is None
    assert verdict.word == HOLDS
