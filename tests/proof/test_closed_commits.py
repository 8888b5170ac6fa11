"""Answers that both seats give at once, committed to by digests alone: nobody has them before that."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.games.bull_run_to_appomattox.game import RULESET as BULL_RUN
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.match.sealed_commands import with_digests
from ironclad.eventlog.errors import BadSalts, Unreadable
from ironclad.eventlog.records import Receipt
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.proof.verdicts import HOLDS, WAITS
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY
from tests.proof.sealing_player import SealingPlayer
from tests.proof.seeing import seen_by
from tests.proof.test_sealed_commands import FIELDS, verdict_of
from tests.proof.test_signed_bundle import Body, fault_at
from tests.toys.playing_fields import deployment, plan
from tests.toys.sealed_fields import SEATS

STAY = {
    "north": plan({"north-1": "a", "north-2": "b", "north-3": "c"}),
    "south": plan({"south-1": "d", "south-2": "e", "south-3": "f"}),
}
FAR = plan({"north-1": "f", "north-2": "b", "north-3": "c"})


@contextmanager
def table(path: Path, **how: Any) -> Iterator[SealingPlayer]:
    """A game of Six Fields whose seats have deployed, and give their orders together."""
    signing = Signing(KEY, path / "notary")
    with referee_at(f"sqlite:///{path / 'log.db'}", {FIELDS.name: FIELDS}, signing=signing) as referee:
        player = SealingPlayer(referee, FIELDS.name, **{"dice": V2, "own": SEATS, **how})
        for seat in SEATS:
            player.send(seat, deployment(seat, 2, 3, 4), f"0.{seat}")
        yield player


@pytest.fixture
def player(tmp_path: Path) -> Iterator[SealingPlayer]:
    with table(tmp_path) as found:
        yield found


def commit(player: SealingPlayer, seat: str, command: Body | None = None, **more: Any) -> Receipt:
    return player.give(seat, command or STAY[seat], decision=f"1.{seat}", **more)


def both(player: SealingPlayer, **plans: Body) -> dict[str, Receipt]:
    return {seat: commit(player, seat, plans.get(seat)) for seat in SEATS}


def open_(player: SealingPlayer, given: Receipt, **opening: Any) -> Receipt:
    body = given.events[0].data
    return player.reveal(body["seat"], body["id"], given.version, opening=opening)


def holds(player: SealingPlayer, path: Path, word: str) -> None:
    found = verdict_of(player, path)
    assert found.first_failure is None, found.first_failure
    assert found.word == word
    assert fault_at([row[1:5] for row in stored(player.referee)], player.game) == 0


def test_nobody_has_an_answer_before_both_are_committed_to(player: SealingPlayer, tmp_path: Path) -> None:
    given = both(player)
    for row in player.rows("match.command_committed.1"):
        body = json.loads(bytes(row[4]))
        assert list(body["command"]["plan"]["sealed"]) == ["digest"], "no box: the service could open it"
    holds(player, tmp_path, WAITS)
    waits = open_(player, given["north"])
    assert [each.seat for each in waits.owed or ()] == ["south"]
    holds(player, tmp_path, WAITS)
    done = open_(player, given["south"])
    assert [each.type for each in done.events][:3] == ["link_revealed", "command_accepted", "orders_given"]
    holds(player, tmp_path, WAITS)
    player.play_on(5)
    holds(player, tmp_path, HOLDS)


def test_what_is_opened_first_is_hidden_from_the_other_seat(player: SealingPlayer) -> None:
    given = both(player, north=plan({"north-1": "d", "north-2": "b", "north-3": "c"}))
    open_(player, given["north"])
    for reader, shown in (("north", True), ("south", False), (None, False)):
        told = player.referee.queries.events(player.game, seat=reader).items[-1]
        assert told.type == "link_revealed"
        plans = told.data["opened"]["plan"]
        assert plans == ({"north-1": "d", "north-2": "b", "north-3": "c"} if shown else {"seats": ["north"]})
        text = msgspec.json.encode(player.referee.queries.events(player.game, seat=reader)).decode()
        assert ('"north-1":"d"' in text) == shown
    row = player.rows("match.link_revealed.1")[-1]
    assert b"north-1" not in bytes(row[4])


def test_an_answer_with_its_values_is_refused_where_both_sign(player: SealingPlayer) -> None:
    with pytest.raises(Refused, match="commit to the digests") as refused:
        commit(player, "north", open=True)
    assert refused.value.rule == "signature/closed"


def test_digests_are_refused_where_values_are_given(tmp_path: Path) -> None:
    with table(tmp_path, own=("north",)) as player:
        closed = with_digests(STAY["north"], {"plan": bytes(16)})
        with pytest.raises(Refused, match="given with its values here") as refused:
            commit(player, "north", closed, as_given=True)
        assert refused.value.rule == "signature/closed"
        assert commit(player, "north").awaits == ("south",), "it is sealed, with its values"


def test_a_command_that_is_not_given_together_has_its_values(tmp_path: Path) -> None:
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", {FIELDS.name: FIELDS}, signing=signing) as referee:
        player = SealingPlayer(referee, FIELDS.name, own=SEATS, dice=V2)
        closed = with_digests(deployment("north", 2, 3, 4), {"strengths": bytes(16)})
        with pytest.raises(Refused) as refused:
            player.give("north", closed, decision="0.north", as_given=True)
        assert refused.value.rule == "signature/closed"


PLAN = STAY["north"]["plan"]
WRONG: dict[str, tuple[Body, type[Exception], str]] = {
    "another plan": (
        {"opened": {"plan": {**PLAN, "north-1": "d"}}},
        Refused,
        "is not what north committed to",
    ),
    "another salt": ({"salts": {"/plan": "00" * 16}}, Refused, "is not what north committed to"),
    "nothing": ({"opened": None}, Refused, "north opens plan of its command"),
    "more": ({"opened": {"plan": PLAN, "type": "x"}}, Refused, "and nothing else"),
    "no salt": ({"salts": None}, BadSalts, "/plan has none"),
    "a salt more": ({"salts": {"/plan": "00" * 16, "/type": "11" * 16}}, BadSalts, "'/type' is none"),
    "a fraction": ({"opened": {"plan": {**PLAN, "north-1": 0.5}}}, Unreadable, "whole numbers"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_was_not_committed_to_is_not_opened(player: SealingPlayer, what: str) -> None:
    opening, kind, why = WRONG[what]
    given = both(player)
    with pytest.raises(kind, match=why):
        open_(player, given["north"], **opening)
    assert open_(player, given["north"]).owed, "nothing was lost"


def test_nothing_is_opened_before_both_are_committed_to(player: SealingPlayer) -> None:
    given = commit(player, "north")
    with pytest.raises(Refused, match="the answer of south is awaited") as refused:
        open_(player, given)
    assert refused.value.rule == "dice/owed"


def test_a_seat_opens_when_it_has_seen_what_the_other_committed_to(player: SealingPlayer) -> None:
    north = commit(player, "north")
    early = seen_by(player.referee, player.game, "main")
    commit(player, "south")
    late = seen_by(player.referee, player.game, "main")
    body = north.events[0].data
    old = msgspec.structs.replace(late, checkpoint=early.checkpoint)
    with pytest.raises(Refused, match="name a checkpoint of") as refused:
        player.reveal("north", body["id"], north.version, seen=old)
    assert refused.value.rule == "signature/seen"


def test_the_digest_of_the_other_seat_cannot_be_repeated(player: SealingPlayer) -> None:
    """Who could would open it with the other's value, once that is known."""
    north = commit(player, "north")
    copied = north.events[0].data["command"]
    with pytest.raises(Refused, match="one comes twice") as refused:
        commit(player, "south", copied, as_given=True)
    assert refused.value.rule == "signature/closed"


def test_a_commit_is_not_changed_and_not_replayed(player: SealingPlayer) -> None:
    """A seat that has seen the other's commit, or its opening, gives no other answer in its place."""
    given = both(player)
    with pytest.raises(Refused) as refused:
        commit(player, "south", plan({"south-1": "a", "south-2": "e", "south-3": "f"}))
    assert refused.value.rule == "dice/owed"
    open_(player, given["north"])
    with pytest.raises(Refused, match="is not what south committed to"):
        open_(player, given["south"], opened={"plan": {"south-1": "a", "south-2": "e", "south-3": "f"}})
    open_(player, given["south"])
    first = player.rows("match.command_committed.1")[0]
    body = json.loads(bytes(first[4]))
    again = {"command": body["command"], "decision": "2.north", "id": "again", "timeline": "main"}
    signature = {"signature": body["signature"]["value"], "seen": body["signature"]["seen"]}
    with pytest.raises(Refused) as replayed:
        player.referee.commands.handle(player.game, "north", {**again, **signature})
    assert replayed.value.rule == "signature/wrong"


def test_an_opening_that_comes_again_gets_its_first_answer(player: SealingPlayer) -> None:
    given = both(player)
    body = given["north"].events[0].data
    link = player.link_of("north", body["id"], given["north"].version)
    first = player.referee.links.reveal(player.game, body["id"], link, by="north")
    again = player.referee.links.reveal(player.game, body["id"], link, by="north")
    assert (again.repeated, again.events) == (True, first.events)


def test_an_opening_is_handed_in_by_the_other_seat(player: SealingPlayer) -> None:
    given = both(player)
    body = given["north"].events[0].data
    found = player.reveal("north", body["id"], given["north"].version, by="south")
    assert found.events[0].data["by"] == "south"
    assert found.events[0].data["opened"]["plan"] == {"seats": ["north"]}


BROKEN: dict[str, Body] = {
    "an order that the rules refuse": FAR,
    "an order that is none": {"type": "give_orders", "plan": "to the left"},
    "an order of one stack": plan({"north-1": "a"}),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_the_rules_refuse_becomes_the_standing_answer(
    player: SealingPlayer, what: str, tmp_path: Path
) -> None:
    given = both(player, north=BROKEN[what])
    open_(player, given["north"])
    done = open_(player, given["south"])
    accepted = [each.data for each in done.events if each.type == "command_accepted"]
    assert accepted[0]["instead"] == {
        "rule": "sight/hidden",
        "reason": "",
        "command": {"type": "give_orders", "plan": {"seats": ["north"]}},
    }
    position = player.referee.queries.live_position(player.game, seat="*")
    assert [position.places[f"north-{number}"] for number in (1, 2, 3)] == ["a", "b", "c"]
    holds(player, tmp_path, WAITS)
    player.referee.match.request(
        player.game, "south", match_requests.Resign(), **player.signed("south", {"type": "resign"})
    )
    holds(player, tmp_path, HOLDS)


def test_a_decision_may_say_what_its_standing_answer_is() -> None:
    position = FIELDS.rules.initial(FIELDS.rules.begin("standard", {}, None))
    due = Due("1.north", "north", "orders", "2")
    assert decider.standing_answer(FIELDS, position, due).plan == STAY["north"]["plan"]  # type: ignore[attr-defined]
    own = plan({"north-1": "d", "north-2": "b", "north-3": "c"})
    said = msgspec.structs.replace(due, standing=own)
    assert msgspec.to_builtins(decider.standing_answer(FIELDS, position, said)) == own
    assert "standing" not in msgspec.to_builtins(due), "a decision without one is written as before"


@pytest.mark.parametrize("opened", [0, 1])
def test_a_game_may_end_with_answers_that_were_never_opened(
    player: SealingPlayer, tmp_path: Path, opened: int
) -> None:
    given = both(player)
    for seat in SEATS[:opened]:
        open_(player, given[seat])
    resign = player.signed("south", {"type": "resign"})
    player.referee.match.request(player.game, "south", match_requests.Resign(), **resign)
    abandoned = json.loads(bytes(player.rows("match.roll_abandoned.1")[0][4]))
    assert abandoned["owed"] == list(SEATS[opened:])
    holds(player, tmp_path, HOLDS)


def test_a_service_that_is_started_again_takes_the_openings(tmp_path: Path) -> None:
    signing = Signing(KEY, tmp_path / "notary")
    settings: Body = {"secret": b"s" * 32}
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with referee_at(url, {FIELDS.name: FIELDS}, signing=signing, **settings) as referee:
        player = SealingPlayer(referee, FIELDS.name, own=SEATS, dice=V2)
        for seat in SEATS:
            player.send(seat, deployment(seat, 2, 3, 4), f"0.{seat}")
        given = both(player)
        open_(player, given["north"])
    with referee_at(url, {FIELDS.name: FIELDS}, signing=signing, **settings) as referee:
        player.referee = referee
        assert [each.type for each in open_(player, given["south"]).events][1] == "command_accepted"
        holds(player, tmp_path, WAITS)


@pytest.mark.full
def test_orders_of_a_published_game_are_committed_to_by_digests(tmp_path: Path) -> None:
    """Bull Run to Appomattox: both sides prepare at once, in secret."""
    rules = BULL_RUN
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(f"sqlite:///{tmp_path / 'log.db'}", {rules.name: rules}, signing=signing) as referee:
        player = SealingPlayer(referee, rules.name, rules.seats, "campaign", dice=V2)
        player.play_on(3, 12)
        commits = [json.loads(bytes(row[4]))["command"] for row in player.rows("match.command_committed.1")]
        together = [each for each in commits if each["type"] in rules.dice.together]
        assert together
        assert all(list(each["order"]["sealed"]) == ["digest"] for each in together)
        holds(player, tmp_path, WAITS)
