"""Commands with hidden fields that their seats sign: anyone checks the signature while the game runs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.domain.match.sealed_commands import digest_of
from ironclad.eventlog.errors import BadSalts
from ironclad.eventlog.sealing import sealed_in
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.proof.verdicts import HOLDS, WAITS
from ironclad.referee.proof.verifying import Verdict, verify
from tests.log.conftest import referee_at
from tests.proof.logs import KEY
from tests.proof.sealing_player import SealingPlayer
from tests.proof.second_reader import compare
from tests.proof.test_signed_bundle import fault_at
from tests.toy import changed as rules_changed
from tests.toys.playing_fields import deployment
from tests.toys.sealed_fields import SEALED_FIELDS, SEATS

FIELDS = rules_changed(SEALED_FIELDS, hands_over=frozenset(), together=frozenset({"give_orders"}))
GAMES: dict[str, tuple[Any, dict[str, Any]]] = {
    "chains of the service": (SEALED_FIELDS, {"dice": V1}),
    "own chains of v1": (SEALED_FIELDS, {"dice": V1, "own": SEATS}),
    "own chains of v2": (SEALED_FIELDS, {"dice": V2, "own": SEATS}),
    "answers together": (FIELDS, {"dice": V2, "own": SEATS}),
}
DEPLOYED = deployment("north", 2, 3, 4)


@pytest.fixture(params=GAMES)
def player(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SealingPlayer]:
    rules, how = GAMES[request.param]
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", {rules.name: rules}, signing=signing) as referee:
        yield SealingPlayer(referee, rules.name, **how)


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[SealingPlayer]:
    signing = Signing(KEY, tmp_path / "notary")
    rules = {SEALED_FIELDS.name: SEALED_FIELDS}
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", rules, signing=signing) as referee:
        yield SealingPlayer(referee, SEALED_FIELDS.name, dice=V1)


def verdict_of(player: SealingPlayer, path: Path) -> Verdict:
    with (path / "bundle").open("wb") as file:
        player.referee.exporter.write(player.game, file, 20.0)
    found = verify(path / "bundle", str(KEY.verifier), player.referee.open_games.ruleset)
    return compare(found, path / "bundle", str(KEY.verifier))


def test_a_game_that_hides_something_is_played_with_keys(player: SealingPlayer, tmp_path: Path) -> None:
    player.play_on(3, 5)
    running = verdict_of(player, tmp_path)
    assert running.first_failure is None, running.first_failure
    assert running.word == WAITS
    rows = [row[1:5] for row in _stored(player)]
    assert fault_at(rows, player.game) == 0, "the second verifier, which has no rules, checks them too"
    player.play_on(4)
    assert player.referee.queries.game(player.game).outcome is not None
    ended = verdict_of(player, tmp_path)
    assert ended.first_failure is None, ended.first_failure
    assert ended.word == HOLDS
    assert fault_at([row[1:5] for row in _stored(player)], player.game) == 0


def _stored(player: SealingPlayer) -> list[Any]:
    from tests.log.conftest import stored

    return stored(player.referee)


def test_the_digest_in_the_log_is_that_of_the_seats_own_salt(player: SealingPlayer) -> None:
    salt = "5a" * 16
    found = player.send("north", DEPLOYED, "0.north", salts={"/strengths": salt})
    row = player.rows(f"match.{found.events[0].type}.1")[-1]
    body = json.loads(bytes(row[4]))
    (_, sealed), *_ = sealed_in(body["command"])
    assert sealed["digest"] == digest_of(bytes.fromhex(salt), DEPLOYED["strengths"])
    assert salt.encode() not in bytes(row[4])
    assert b"north-2" not in bytes(row[4])


def test_what_is_committed_to_is_carried_out_under_the_same_digest(player: SealingPlayer) -> None:
    player.play_on(3, 6)
    digests: dict[int, list[str]] = {}
    for row in player.rows("match.command_committed.1"):
        digests[row[2]] = digests_in(json.loads(bytes(row[4])))
    for row in player.rows("match.command_accepted.1"):
        body = json.loads(bytes(row[4]))
        if body.get("committed"):
            assert digests_in(body) == digests.pop(body["committed"])
    assert not digests


def digests_in(body: dict[str, Any]) -> list[str]:
    """The digests of a command's hidden fields, sealed with their values or alone."""
    hidden = [
        each["sealed"] for each in body["command"].values() if isinstance(each, dict) and "sealed" in each
    ]
    return [each["digest"] for each in hidden]


BAD: dict[str, tuple[dict[str, str], str]] = {
    "missing": ({}, "/strengths has none"),
    "of no field": ({"/strengths": "ab" * 16, "/type": "cd" * 16}, "'/type' is none"),
    "short": ({"/strengths": "ab" * 15}, "32 hexadecimal digits"),
    "long": ({"/strengths": "ab" * 17}, "32 hexadecimal digits"),
    "in capitals": ({"/strengths": "AB" * 16}, "32 hexadecimal digits"),
    "of another pointer": ({"strengths": "ab" * 16}, "/strengths has none"),
}


@pytest.mark.parametrize("what", BAD)
def test_salts_that_are_none_are_refused(plain: SealingPlayer, what: str) -> None:
    salts, why = BAD[what]
    body = plain.ask("north", DEPLOYED, {"decision": "0.north", "timeline": "main"})
    with pytest.raises(BadSalts, match=why) as refused:
        plain.referee.commands.handle(plain.game, "north", {**body, "salts": salts})
    assert refused.value.rule == "signature/salts"
    assert plain.referee.commands.handle(plain.game, "north", body).events, "nothing was lost"


def test_another_salt_than_the_signed_one_is_refused(plain: SealingPlayer) -> None:
    body = plain.ask("north", DEPLOYED, {"decision": "0.north", "timeline": "main"})
    with pytest.raises(Refused) as refused:
        plain.referee.commands.handle(plain.game, "north", {**body, "salts": {"/strengths": "00" * 16}})
    assert refused.value.rule == "signature/wrong"


def test_a_request_is_the_same_with_other_salts(plain: SealingPlayer) -> None:
    """As with another signature: the log keeps the first."""
    first = plain.ask("north", DEPLOYED, {"decision": "0.north", "timeline": "main"})
    given = plain.referee.commands.handle(plain.game, "north", first)
    again = plain.ask("north", DEPLOYED, {"decision": "0.north", "timeline": "main", "id": first["id"]})
    assert again["salts"] != first["salts"]
    found = plain.referee.commands.handle(plain.game, "north", again)
    assert (found.repeated, found.events) == (True, given.events)


def test_salts_come_with_a_signature_alone(tmp_path: Path) -> None:
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", {SEALED_FIELDS.name: SEALED_FIELDS}) as referee:
        player = SealingPlayer(referee, SEALED_FIELDS.name, dice=V1, keyed=False)
        with pytest.raises(BadSalts, match="no key of north signs this"):
            player.give("north", DEPLOYED, decision="0.north", salts={"/strengths": "ab" * 16})


def test_keys_of_v1_are_refused_in_a_game_that_hides_something(tmp_path: Path) -> None:
    signing = Signing(KEY, tmp_path / "notary")
    rules = {SEALED_FIELDS.name: SEALED_FIELDS}
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", rules, signing=signing) as referee:
        player = SealingPlayer(referee, SEALED_FIELDS.name, dice=V1, keyed=False)
        player.scheme = ""
        asked = {"type": "register_key", **player.brings(player.keys["north"])}
        register = match_requests.RegisterKey(player.keys["north"].public, "")
        with pytest.raises(Refused, match="keys of ironclad-command/v2 alone") as refused:
            referee.match.request(player.game, "north", register, **player.signed("north", asked))
        assert refused.value.rule == "signature/hidden"


def test_the_other_seat_sees_nothing_of_a_signed_command(plain: SealingPlayer) -> None:
    plain.give("north", DEPLOYED, decision="0.north")
    for reader in ("south", None):
        told = plain.referee.queries.events(plain.game, seat=reader).items
        given = [each for each in told if each.type == "command_accepted"]
        command = next(each for each in given if each.data["seat"] == "north")
        assert command.data["command"] == {"type": "deploy", "strengths": {"seats": ["north"]}}
        assert command.data["digest"] == ""
