"""Requests about disputes that come at once, by two services over one store: each thing is decided once."""

from itertools import count
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

from ironclad.api.app import create_app
from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Settings
from tests.disputes.hall import CHEAP, NAMED, RULESETS, STANDS, Hall, hall

ROUNDS = 8


def at_once(game: Hall, other: Any, path: str, bodies: dict[str, dict[str, Any]]) -> list[Any]:
    """The answers to two calls that begin together, the second one through the other service."""
    answers: dict[str, Any] = {}
    together = Barrier(len(bodies))

    def call(client: Any, by: str, body: dict[str, Any]) -> None:
        together.wait()
        headers = {"Authorization": f"Bearer {game.tokens[by]}"}
        answers[by] = client.post(f"/api/v1/games/{game.game}{path}", json=body, headers=headers)

    clients = (game.client, other)
    threads = [
        Thread(target=call, args=(client, *each))
        for client, each in zip(clients, bodies.items(), strict=True)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return [answers[by] for by in bodies]


def test_what_comes_at_once_is_decided_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/log.db"
    numbers = count(1)
    with hall(url, beside=True) as game:
        settings = ServiceSettings(
            clock=game.clock,
            secret=b"a secret of tests",
            access=CHEAP,
            exclusive=False,
            beside=True,
            covered=lambda position: True,
            ids=lambda: f"other-{next(numbers)}",
        )
        with Service(url, RULESETS, settings) as second:
            other = create_app(second, Settings(RULESETS, accounts=True, rates={})).test_client()
            game.open(officials=NAMED)
            for number in range(1, ROUNDS + 1):
                version = game.pull()
                body = {"kind": "rules", "clauses": ["2"], "says": "So.", "asks": STANDS}
                body["about"] = {"timeline": "main", "version": version}
                found = at_once(game, other, "/claims", {"Ann": body, "Bob": body})
                assert sorted(each.status_code for each in found) == [201, 409]
                assert {each.json.get("rule") for each in found} == {None, "claim/open"}
                taken = at_once(game, other, f"/claims/{number}/take", {"Carl": {}, "Dora": {}})
                assert sorted(each.status_code for each in taken) == [201, 409]
                assert {each.json.get("rule") for each in taken} == {None, "claim/text"}
                remedy = {"remedy": STANDS}
                settled = at_once(game, other, f"/claims/{number}/settle", {"Ann": remedy, "Bob": remedy})
                assert [each.status_code for each in settled] == [201, 201]
            kinds = [kind for kind, _ in game.match_events()]
            assert kinds.count("claim_made") == kinds.count("claim_settled") == ROUNDS
            assert kinds.count("claim_taken") == ROUNDS
            assert game.verdict(tmp_path).word == "holds"
