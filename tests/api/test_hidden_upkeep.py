"""What the command line does beside a server works for a running game that hides something, too."""

from io import BytesIO
from pathlib import Path

import pytest

from ironclad.api.cli.store import open_referee
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.serving.secret import secret_for
from ironclad.domain import games
from tests.toys.playing_fields import deploy, seated
from tests.toys.sealed_fields import SEALED_FIELDS

RULESETS = {SEALED_FIELDS.name: SEALED_FIELDS}
KEY = "another master key of 32 bytes.."


@pytest.mark.parametrize("given", ["", KEY], ids=["from the secret", "of its own"])
def test_lists_and_bundles_are_made_with_the_services_key(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "rulesets", lambda: RULESETS)
    if given:
        monkeypatch.setenv("IRONCLAD_SEAL_KEY", given)
    url = f"sqlite:///{tmp_path / 'log.db'}"
    keys = ServiceSettings(secret=secret_for(url), seal_key=given.encode() or None)
    with Service(url, RULESETS, keys) as server:
        game = seated(server)
        deploy(
            lambda seat, body: server.commands.handle(game, seat, body),
            {"north": (1, 1, 7), "south": (1, 7, 1)},
        )
    with open_referee(url, exclusive=True) as upkeep:
        upkeep.upkeep.rebuild_views()
        assert [each.readable for each in upkeep.queries.games().items] == [True]
    with open_referee(url, signs=True) as exporter:
        assert exporter.exporter.write(game, BytesIO(), 30.0).events > 10


def test_a_store_without_a_secret_is_read_and_gets_none(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with open_referee(url, make=True) as referee:
        assert referee.queries.games().items == ()
    assert not list(tmp_path.glob("*.secret"))
