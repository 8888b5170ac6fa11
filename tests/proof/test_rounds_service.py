"""Rounds of dice of v2 on services: bundles that they export, hidden facts, several processes, and kills."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.eventlog.errors import GameOver, Stale
from ironclad.eventlog.idempotency import rebuild
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.proof.verdicts import HOLDS
from ironclad.referee.proof.verifying import verify
from tests.api.running import PATIENCE, Server
from tests.api.test_shared_port import until
from tests.log.conftest import referee_at, stored
from tests.proof.checking import first_fault
from tests.proof.logs import KEY
from tests.proof.over_http import OwnDice
from tests.proof.round_player import PULL, RoundPlayer
from tests.proof.test_rounds_bundle import RULES, service
from tests.toy import changed
from tests.toys.sealed_fields import SEALED_FIELDS, STACKS

FIELDS = changed(SEALED_FIELDS, hands_over=frozenset(), together=frozenset({"give_orders"}))


@pytest.mark.parametrize("keyed", [True, False])
def test_a_bundle_has_a_checkpoint_of_every_commit_before_its_link(tmp_path: Path, keyed: bool) -> None:
    with service(tmp_path) as referee:
        player = RoundPlayer(referee, keyed=keyed)
        for _ in range(4):
            player.play(referee.queries.due(player.game)[0].seat)
        with (tmp_path / "bundle").open("wb") as file:
            referee.exporter.write(player.game, file, 20.0)
    verdict = verify(tmp_path / "bundle", str(KEY.verifier), RULES.__getitem__)
    assert verdict.first_failure is None, verdict.first_failure
    assert verdict.word == HOLDS


def test_the_index_of_answers_is_made_again_from_the_log(tmp_path: Path) -> None:
    """A repeated commit or link gets its first answer after the index was lost."""
    with service(tmp_path) as referee:
        player = RoundPlayer(referee, "both_pull", ("blue",), keyed=False)
        asked = [player.ask(seat, PULL, {"decision": f"1.{seat}"}) for seat in ("blue", "grey")]
        for seat, body in zip(("blue", "grey"), asked, strict=True):
            referee.commands.handle(player.game, seat, body)
        link = player.link_of("blue", asked[0]["id"], 2)
        first = referee.links.reveal(player.game, asked[0]["id"], link, by="blue")
        player.give("blue", {"type": "shout", "word": "heave"})
        known = "SELECT scope, id, digest, game, timeline, position, count FROM answers ORDER BY position"
        with referee.log.database.reader() as connection:
            before = connection.execute(known).fetchall()
        referee.log.database.write(rebuild)
        with referee.log.database.reader() as connection:
            assert connection.execute(known).fetchall() == before
        again = referee.links.reveal(player.game, asked[0]["id"], link, by="blue")
        assert (again.events, again.repeated) == (first.events, True)
        given = referee.commands.handle(player.game, "grey", asked[1])
        assert [each.type for each in given.events][:3] == [
            "command_committed",
            "link_revealed",
            "command_accepted",
        ]


# -- a game that hides something


@pytest.mark.parametrize("rules", [FIELDS, SEALED_FIELDS], ids=["together", "one by one"])
def test_a_game_that_hides_something_is_played_and_holds(tmp_path: Path, rules: Any) -> None:
    """A commit hides what its command hides, from the other seat and in the log, until the game ends."""
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", {rules.name: rules}, signing=signing) as referee:
        player = RoundPlayer(referee, rules.name, scenario="standard", keyed=False)
        player.ready("north")
        random, first = Random(3), True
        while due := referee.queries.due(player.game):
            owed = next((each for each in due if each.seat not in _waiting(referee, player)), due[0])
            position = referee.queries.live_position(player.game, seat=owed.seat)
            command = msgspec.to_builtins(decider.sample(rules, position, owed, random))
            found = player.give(owed.seat, command, decision=owed.id)
            if first and found.owed is not msgspec.UNSET:
                first = False
                _check_hidden(referee, player, found)
            while isinstance(found.owed, tuple) and found.owed and not found.awaits:
                each = found.owed[0]
                found = player.reveal(each.seat, each.id, each.committed)
        assert not first
        with (tmp_path / "bundle").open("wb") as file:
            referee.exporter.write(player.game, file, 20.0)
    verdict = verify(tmp_path / "bundle", str(KEY.verifier), {rules.name: rules}.__getitem__)
    assert verdict.first_failure is None, verdict.first_failure
    assert verdict.word == HOLDS


def _waiting(referee: Any, player: RoundPlayer) -> set[str]:
    return {each.seat for each in referee.queries.game(player.game).owed}


def _check_hidden(referee: Any, player: RoundPlayer, found: Receipt) -> None:
    """A commit's plan is neither in the log in the clear, nor shown to the other seat."""
    commit = player.rows("match.command_committed.1")[-1]
    plan = found.events[0].data["command"]["plan"]
    seat = found.events[0].data["seat"]
    body = json.loads(bytes(commit[4]))
    assert set(plan) == set(STACKS[seat])
    assert list(body["command"]["plan"]) == ["sealed"]
    other = next(each for each in STACKS if each != seat)
    for reader in (other, None):
        page = referee.queries.events(player.game, seat=reader)
        shown = [each for each in page.items if each.type == "command_committed"][-1]
        assert list(shown.data["command"]["plan"]) == ["seats"]
        assert shown.data["digest"] == ""
    with pytest.raises(Refused) as refused:
        player.give(seat, {"type": "give_orders", "plan": plan}, decision=body["decision"])
    assert refused.value.rule == "dice/owed"


# -- several processes


def test_two_processes_that_race_store_one_commit_and_one_link(url: str, tmp_path: Path) -> None:
    signing = Signing(KEY, tmp_path / "notary")
    with (
        referee_at(url, RULES, signing=signing, beside=True) as one,
        referee_at(url, RULES, beside=True, covered=lambda _: True) as other,
        ThreadPoolExecutor(2) as pool,
    ):
        player = RoundPlayer(one)
        for turn in range(6):
            (due,) = one.queries.due(player.game)
            bodies = [
                player.ask(due.seat, {**PULL, "effort": effort}, {"timeline": "main", "decision": due.id})
                for effort in (1, 2)
            ]

            def give(referee: Any, body: Any, seat: str = due.seat) -> str:
                try:
                    found: Receipt = referee.commands.handle(player.game, seat, body)
                    return str(found.events[0].data["id"])
                except (Refused, Stale) as refused:
                    return getattr(refused, "rule", "stale")

            given = list(pool.map(give, (one, other), bodies))
            assert any(each.startswith("asked-") for each in given), given
            won = next(each for each in given if each.startswith("asked-"))
            assert next(each for each in given if each != won) in ("dice/owed", "stale", "signature/seen")
            version = one.queries.head(player.game)[1]
            link = player.link_of(due.seat, won, version)

            def reveal(referee: Any, link: Any = link, id: str = won, seat: str = due.seat) -> Receipt:
                found: Receipt = referee.links.reveal(player.game, id, link, by=seat)
                return found

            first, second = pool.map(reveal, (one, other))
            player.chains[due.seat].used += 1
            assert first.events == second.events
            assert {first.repeated, second.repeated} == {True, False}
            assert len(player.rows("match.link_revealed.1")) == turn + 1
        version = max(row[2] for row in stored(one) if row[1].endswith("/main"))
        assert one.queries.head(player.game)[1] == version


def test_a_resignation_and_a_link_that_race(url: str, tmp_path: Path) -> None:
    """The roll is abandoned before its link, or the link comes before the resignation: never both."""
    signing = Signing(KEY, tmp_path / "notary")
    with (
        referee_at(url, RULES, signing=signing, beside=True) as one,
        referee_at(url, RULES, beside=True, covered=lambda _: True) as other,
        ThreadPoolExecutor(2) as pool,
    ):
        for _ in range(4):
            player = RoundPlayer(one, keyed=False)
            given = player.give("blue")
            id = given.events[0].data["id"]
            link = player.link_of("blue", id, given.version)

            def reveal(player: RoundPlayer = player, link: Any = link, id: str = id) -> bool:
                try:
                    other.links.reveal(player.game, id, link, by="blue")
                    return True
                except GameOver:
                    return False

            revealed = pool.submit(reveal)
            try:
                one.match.request(player.game, "blue", match_requests.Resign(), id="resign")
            except Stale:
                one.match.request(player.game, "blue", match_requests.Resign(), id="resign")
            abandoned = player.rows("match.roll_abandoned.1")
            assert bool(abandoned) is not revealed.result()


@pytest.mark.full
def test_a_service_that_is_killed_between_commit_and_link_takes_the_link_afterwards(tmp_path: Path) -> None:
    server = Server(tmp_path / "log.db").start()
    with server.client() as http:
        until(lambda: http.get("/log/checkpoint").status_code == 200, PATIENCE)
        table = OwnDice.opened(http, "tug", "long", "blue", "grey", dice=V2)
        assert table.ready("grey").status_code == 200
    for turn in range(4):
        with server.client() as http:
            table.http = http
            (due,) = table.get().json()["due"]
            given = table.order(due["seat"], PULL, due["id"], id=f"pull-{turn}")
            assert given.status_code == 202
        server.kill()
        server.start()
        with server.client() as http:
            table.http = http
            assert table.get().json()["owed"] == given.json()["owed"]
            again = table.order(due["seat"], PULL, due["id"], id=f"pull-{turn}")
            assert again.json() == {**given.json(), "repeated": True}
            link = table.chains[due["seat"]].link()
            done = table.link(due["seat"], f"pull-{turn}")
            assert done.status_code == 200
        server.kill()
        server.start()
        with server.client() as http:
            table.http = http
            repeated = table.link(due["seat"], f"pull-{turn}", link=link)
            assert repeated.json() == {**done.json(), "repeated": True}
            assert first_fault(table.game, table.log()) is None
    server.stop()
