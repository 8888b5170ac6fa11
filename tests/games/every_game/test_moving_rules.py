"""A game of the first version is moved to the newest by both seats, played on, exported, and verified."""

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from ironclad.api.cli.bundle import position_at, read_game
from ironclad.api.cli.replay import replay
from ironclad.api.service import Service
from ironclad.domain import games
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.errors import Refused
from ironclad.referee import match_requests
from ironclad.referee.checkup import examine
from ironclad.referee.proof.verifying import verify
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY, Log

NAMES = [name for name in games.names() if len(games.ruleset(name).identity.published.versions) > 1]


def play(referee: Service, game: str, random: Random, commands: int) -> None:
    ruleset = games.ruleset(referee.queries.game(game).ruleset)
    for _ in islice(iter(lambda: referee.queries.due(game), ()), commands):
        due = referee.queries.due(game)[0]
        version = referee.queries.head(game)[1]
        command = decider.sample(ruleset, referee.queries.live_position(game), due, random)
        asked: dict[str, Any] = {"id": f"order-{version}", "decision": due.id, "expected_version": version}
        referee.commands.handle(game, due.seat, {**asked, "command": plain(command)})


def plain(command: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(canonical(command))
    return found


def moved(referee: Service, game: str, random: Random, version: str) -> None:
    """Both seats ask; where the decision that is due would be another one, it is answered first."""
    for _ in range(20):
        try:
            for seat in games.ruleset(referee.queries.game(game).ruleset).seats:
                referee.match.request(game, seat, match_requests.MoveRules(version))
            return
        except Refused as refused:
            if refused.rule != "rules/decision":
                raise
            play(referee, game, random, 1)
    raise AssertionError("no decision in twenty lets the rules be moved")


@pytest.mark.parametrize("name", NAMES)
def test_an_old_game_is_moved_played_on_exported_and_verified(name: str, tmp_path: Path) -> None:
    ruleset, random = games.ruleset(name), Random(7)
    first, newest = ruleset.identity.published.versions[0], ruleset.identity.published.newest
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", {name: ruleset}, snapshot_every=100) as referee:
        game = referee.opening.open_game(
            name, next(iter(ruleset.identity.scenarios)), version=first.version
        ).id
        play(referee, game, random, 60)
        before = referee.queries.head(game)[1]
        moved(referee, game, random, newest.version)
        play(referee, game, random, 60)
        record = referee.queries.game(game)
        assert record.ruleset_version == newest.version
        assert [each.id for each in record.errata] == list(newest.errata)
        end, then = (
            referee.queries.position(game).position,
            referee.queries.position(game, at=before).position,
        )
        assert tuple(end.get("errata", ())) == newest.errata
        assert "errata" not in then
        rows = [row[1:5] for row in stored(referee)]
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", {name: ruleset}) as referee:
        assert referee.queries.position(game).position == end
        assert referee.queries.position(game, at=before).position == then
    findings = list(examine(f"sqlite:///{tmp_path / 'log.db'}", {name: ruleset}, deep=True))
    kept = next(each for each in findings if each.check == "positions")
    assert kept.holds
    assert not kept.found.startswith("0 ")
    (tmp_path / "bundle").write_bytes(Log(rows).bundle(game))
    log = read_game(tmp_path / "bundle", None)
    assert plain(ruleset.storage.to_document(position_at(ruleset, log, None))) == plain(end)
    number = next(at for at, (topic, _) in enumerate(log, 1) if topic == "ruling.rules_moved.1")
    assert plain(ruleset.storage.to_document(position_at(ruleset, log, number - 1))) == plain(then)
    shown = CliRunner().invoke(replay, [str(tmp_path / "bundle"), "--json"])
    assert shown.exit_code == 0, shown.output
    told = next(each for each in json.loads(shown.output)["chronicle"] if each["type"] == "rules_moved")
    assert (told["version"], told["rules"]) == (number, newest.version)
    verdict = verify(tmp_path / "bundle", str(KEY.verifier), games.ruleset)
    assert verdict.ok, verdict.first_failure
    rules = next(each.detail for each in verdict.checks if each.name == "rules")
    assert f"{first.version}, then {newest.version}" in rules
