"""A short attack: every call of the honest player is answered. `tests.load.hostile` says how soon."""

import pytest

from tests.load.hostile import MEMORY_MIB, measure

pytestmark = pytest.mark.full


def test_an_honest_player_is_answered_beside_hostile_ones() -> None:
    found = measure(seconds=2, accounts=3, connections=4, seed=1)
    assert found["failed"] == {}
    assert found["quiet"]["calls"] > 0
    assert found["beside"]["calls"] > 0
    assert sum(found["hostile"]["answers"].values()) > 0
    assert not [
        status for status in found["hostile"]["answers"] if status.startswith("5") and status != "503"
    ]
    assert found["server_mib"] < MEMORY_MIB
