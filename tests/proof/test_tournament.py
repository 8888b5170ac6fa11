"""Games at the tournament level: committed to, witnessed, rolled with the beacon's share, and verified."""

import io
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.errors import IdReused, NotFound, Stale, Unavailable, Unreadable
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.dice.beacon import BeaconFault
from ironclad.referee.player_keys import PlayerKey, message_of
from ironclad.referee.proof.verifying import Verdict, verify
from tests.log.conftest import hand, pull, referee_at
from tests.proof import second_bundle, second_verifier
from tests.proof.parties import OwnChain
from tests.proof.tournament import KEY, LEAD, SCHEDULE, SEATS, WITNESSES, Hall, hall_at, value
from tests.toy import TUG


@pytest.fixture
def hall(url: str, tmp_path: Path) -> Iterator[Hall]:
    with hall_at(url, tmp_path) as made:
        yield made


def bundle_of(hall: Hall) -> bytes:
    file = io.BytesIO()
    hall.referee.exporter.write(hall.game, file, 40.0)
    return file.getvalue()


def verdict_of(data: bytes, path: Path, rounds: Callable[[int], bytes | None] | None = None) -> Verdict:
    (path / "bundle").write_bytes(data)
    return verify(path / "bundle", str(KEY.verifier), {"tug": TUG}.__getitem__, rounds=rounds)


def held(hall: Hall, path: Path) -> str:
    """What the check of the dice says of a game that passes, by both verifiers."""
    data = bundle_of(hall)
    verdict = verdict_of(data, path)
    assert verdict.ok, verdict.first_failure
    assert verdict_of(data, path, value).ok
    key = str(KEY.verifier)
    notes = second_bundle.notes(data, key)

    def cosigned(by: str) -> list[tuple[int, int]]:
        return [(size, at) for size, note in notes if (at := second_bundle.cosigned(note, by)) is not None]

    sizes = [size for size, _ in notes]
    assert second_verifier.verify(hall.game, second_bundle.rows(data), sizes, cosigned) is None
    return next(check.detail for check in verdict.checks if check.name == "dice")


def refused(rule: str, ask: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        ask()
    assert caught.value.rule == rule, caught.value
    return caught.value.reason


@pytest.mark.parametrize("own", [True, False])
def test_a_game_is_played_exported_and_verified(hall: Hall, tmp_path: Path, own: bool) -> None:
    hall.open(own)
    for _ in range(4):
        receipt = hall.pull()
        proof = receipt.events[0].data["dice_proof"]
        assert proof["beacon"]["value"] == value(proof["beacon"]["round"]).hex()
        assert [each.name for each in receipt.events][-1] == "match.intent_answered.1"
    detail = held(hall, tmp_path)
    assert "4 rolls" in detail
    assert "4 intents answered" in detail
    assert "as the log has them (the game names no public key of it): hold them to the beacon with" in detail
    assert hall.states() == {"blue": "answered", "grey": "answered"}
    opened = hall.referee.queries.intents(hall.game).tournament
    assert opened is not None
    assert (opened.beacon, opened.needed, opened.lead) == ("lighthouse", 2, LEAD)


def test_nothing_is_rolled_before_its_time_and_nothing_is_used_up(hall: Hall, tmp_path: Path) -> None:
    hall.open()
    request = hall.request()
    size = hall.referee.queries.log_size()
    assert "commit to the request first" in refused("dice/intent", lambda: hall.give("blue", request))
    assert hall.referee.queries.log_size() == size
    made = hall.intend("blue", request)
    assert made.state == "waiting"
    assert made.at >= hall.clock.seconds + LEAD
    size = hall.referee.queries.log_size()
    refused("dice/witness", lambda: hall.give("blue", request))
    hall.witness(WITNESSES[0])
    assert hall.states() == {"blue": "waiting"}
    refused("dice/witness", lambda: hall.give("blue", request))
    hall.witness(WITNESSES[2])
    assert hall.states() == {"blue": "witnessed"}
    assert "is still to come" in refused("dice/beacon", lambda: hall.give("blue", request))
    hall.until(made)
    hall.lighthouse.dark = True
    refused("dice/beacon", lambda: hall.give("blue", request))
    hall.lighthouse.dark = False
    assert hall.states() == {"blue": "due"}
    assert hall.referee.queries.log_size() == size
    assert hall.chains["blue"].used == 0
    hall.give("blue", request)
    assert hall.chains["blue"].used == 1
    held(hall, tmp_path)


def test_the_seat_s_next_command_is_the_one_that_it_committed_to(hall: Hall, tmp_path: Path) -> None:
    hall.open()
    request = hall.request(effort=2)
    made = hall.intend("blue", request)
    hall.witness()
    hall.until(made)
    size = hall.referee.queries.log_size()
    for other in ({**request, "id": "another"}, hall.request(effort=1), hall.shout()):
        assert "another request" in refused("dice/intent", lambda other=other: hall.give("blue", other))
    assert "already" in refused("dice/intent", lambda: hall.intend("blue", hall.request()))
    assert hall.referee.queries.log_size() == size
    hall.give("grey", hall.shout("the other seat is free"))
    link = hall.chains["blue"].link()
    first = hall.give("blue", request)
    again = hall.referee.commands.handle(hall.game, "blue", {**request, "link": link})
    assert again.repeated
    assert again.events == first.events
    held(hall, tmp_path)


def test_an_intent_asked_twice_is_one(hall: Hall) -> None:
    hall.open()
    digest = hall.digest("blue", hall.request())
    first = hall.referee.match.request(hall.game, "blue", match_requests.MakeIntent(digest), id="once")
    size = hall.referee.queries.log_size()
    again = hall.referee.match.request(hall.game, "blue", match_requests.MakeIntent(digest), id="once")
    assert (again.intent, again.round, again.repeated) == (first.intent, first.round, True)
    assert hall.referee.queries.log_size() == size
    with pytest.raises(IdReused):
        hall.referee.match.request(hall.game, "blue", match_requests.MakeIntent("0" * 64), id="once")


def test_what_is_wrong_with_an_intent_is_said(hall: Hall) -> None:
    hall.open()
    now = hall.clock.seconds

    def make(game: str, seat: str, digest: str, timeline: str | None = None) -> None:
        hall.referee.match.request(game, seat, match_requests.MakeIntent(digest, timeline=timeline))

    near = SCHEDULE.first_after(now + LEAD) - 1
    assert f"name {near + 1}" in refused(
        "dice/round", lambda: hall.intend("blue", hall.request(), round=near)
    )
    far = SCHEDULE.first_after(now + 24 * 3_600) + 1
    assert "a day ahead" in refused("dice/round", lambda: hall.intend("blue", hall.request(), round=far))
    for digest in ("G" * 64, "É" * 64):
        refused("dice/intent", lambda digest=digest: make(hall.game, "blue", digest))
    for digest in ("0" * 63, ""):
        with pytest.raises(Unreadable, match="64 characters"):
            make(hall.game, "blue", digest)
    with pytest.raises(NotFound):
        make(hall.game, "green", "0" * 64)
    refused("match/timeline", lambda: make(hall.game, "blue", "0" * 64, timeline="elsewhere"))
    assert hall.intend("blue", hall.request(), round=near + 5).round == near + 5
    plain = hall.referee.opening.open_game("tug", "long").id
    assert "not of the tournament level" in refused("dice/intent", lambda: make(plain, "blue", "0" * 64))
    assert hall.referee.queries.intents(plain).tournament is None


def test_an_intent_that_was_witnessed_too_late_is_void(hall: Hall, tmp_path: Path) -> None:
    hall.open()
    request = hall.request()
    made = hall.intend("blue", request)
    hall.witness(WITNESSES[0], at=made.at - 1)
    hall.until(made)
    hall.witness(WITNESSES[1], at=made.at)
    assert hall.states() == {"blue": "late"}
    refused("dice/intent", lambda: hall.give("blue", request))
    assert hall.states() == {"blue": "void"}
    hall.give("blue", hall.shout("free again"))
    hall.witness(WITNESSES[1], at=made.at - 1)
    assert hall.states() == {"blue": "void"}, "a line that comes after that changes nothing"
    hall.pull()
    hall.intend("grey", hall.request())
    hall.clock.seconds += 60
    hall.pull()
    assert "2 void by the service's word (1 of them witnessed in time)" in held(hall, tmp_path)


def test_a_line_that_arrives_late_with_an_early_time_counts_until_the_intent_is_void(
    hall: Hall, tmp_path: Path
) -> None:
    hall.open()
    request = hall.request()
    made = hall.intend("blue", request)
    hall.until(made)
    hall.witness(at=made.at - 1)
    hall.give("blue", request)
    held(hall, tmp_path)


def test_a_request_that_the_rules_refuse_frees_the_seat(hall: Hall, tmp_path: Path) -> None:
    hall.open()
    wrong: list[tuple[dict[str, Any], str, type[Exception]]] = [
        (hall.request(effort=9), "2", Refused),
        (hall.request(decision="9.blue"), "match/stale", Stale),
        (hall.request(command={"type": "fly"}), "match/unreadable", Exception),
        (hall.request(command={"type": "shout", "word": ""}, decision=None), "5", Refused),
    ]
    for request, rule, kind in wrong:
        hall.intend("blue", request)
        with pytest.raises(kind):
            hall.give("blue", request)
        assert hall.states() == {"blue": "refused"}
        told = hall.referee.queries.match_events(hall.game).items[-1]
        assert (told.name, told.data["rule"]) == ("match.intent_refused.1", rule)
        with pytest.raises(kind):
            hall.give("blue", request)
    hall.pull()
    assert "4 refused by the rules" in held(hall, tmp_path)


def test_a_wrong_link_frees_nobody(hall: Hall, tmp_path: Path) -> None:
    hall.open()
    request = hall.request()
    made = hall.intend("blue", request)
    hall.witness()
    hall.until(made)
    for link in ({}, {"link": hall.chains["blue"].link(2)}, {"link": "0" * 64}):
        refused(
            "dice/link",
            lambda link=link: hall.referee.commands.handle(hall.game, "blue", {**request, **link}),
        )
        assert hall.states() == {"blue": "due"}
    hall.give("blue", request)
    held(hall, tmp_path)


def test_a_missing_or_wrong_signature_frees_nobody(hall: Hall, tmp_path: Path) -> None:
    """Else a seat could see the beacon, and commit to something else."""
    hall.open()
    key, log = PlayerKey(bytes(range(32))), KEY.name

    def signed(timeline: str, id: str, command: dict[str, object], **more: object) -> str:
        parts = {"log": log, "game": hall.game, "timeline": timeline, "seat": "blue", "id": id}
        return key.sign(message_of({**parts, "command": command, **more}))

    registering: dict[str, object] = {"type": "register_key", "key": key.public}
    proved = signed("match", "k", registering)
    hall.referee.match.request(
        hall.game, "blue", match_requests.RegisterKey(key.public), id="k", signature=proved
    )
    request = hall.request()
    digest = hall.digest("blue", request)
    intent: dict[str, object] = {"type": "make_intent", "timeline": "main", "digest": digest}
    refused("signature/missing", lambda: hall.intend("blue", request, id="i"))
    made = hall.intend("blue", request, id="i", signature=signed("match", "i", intent))
    hall.witness()
    hall.until(made)
    for wrong in ({}, {"signature": "0" * 128}):
        rule = "signature/wrong" if wrong else "signature/missing"
        refused(rule, lambda wrong=wrong: hall.give("blue", {**request, **wrong}))
        assert hall.states() == {"blue": "due"}
    link = hall.chains["blue"].link()
    more = {"decision": request["decision"], "link": link}
    good = signed("main", request["id"], request["command"], **more)
    hall.give("blue", {**request, "signature": good})
    assert hall.states() == {"blue": "answered"}


def test_a_request_that_rolls_nothing_needs_no_round(hall: Hall, tmp_path: Path) -> None:
    hall.open()
    request = hall.shout()
    hall.give("blue", hall.shout("freely"))
    hall.intend("blue", request)
    proof = hall.give("blue", request).events[0].data["dice_proof"]
    assert "beacon" not in proof
    assert hall.states() == {"blue": "answered"}
    held(hall, tmp_path)


def test_new_chains_and_a_rewind_undo_what_was_committed_to(hall: Hall, tmp_path: Path) -> None:
    hall.open()
    hall.pull()
    request = hall.request()
    hall.intend("grey", request)
    hall.witness()
    line = hall.referee.queries.head(hall.game)[0]
    chain = OwnChain("grey", hall.game, line, 2)
    offer = (
        hall.referee.match.request(
            hall.game, "grey", match_requests.AnchorDice(Given(chain.anchor, chain.length))
        )
        .events[-1]
        .data
    )
    assert hall.states()["grey"] == "witnessed", "an offer changes nothing yet"
    hall.referee.match.request(hall.game, "blue", match_requests.AnchorDice(agrees_to=offer["offer"]))
    assert hall.states()["grey"] == "lapsed"
    hall.chains["grey"] = chain
    refused("dice/ready", lambda: hall.give("grey", request))
    for seat in SEATS:
        hall.referee.match.request(hall.game, seat, match_requests.ReadyDice(hall.chains[seat].link()))
        hall.chains[seat].used += 1
    refused("dice/intent", lambda: hall.give("grey", request))
    hall.pull()
    hall.intend("blue", hall.request())
    proposal = hall.referee.match.request(hall.game, "blue", match_requests.ProposeRewind(3)).id
    hall.chains = {seat: OwnChain(seat, hall.game, proposal) for seat in SEATS}
    given = {seat: Given(each.anchor, each.length) for seat, each in hall.chains.items()}
    hall.referee.match.request(hall.game, "grey", match_requests.AcceptRewind(proposal, dice=given["grey"]))
    hall.referee.match.request(hall.game, "blue", match_requests.AnchorDice(given["blue"]))
    for seat in SEATS:
        hall.referee.match.request(hall.game, seat, match_requests.ReadyDice(hall.chains[seat].link()))
        hall.chains[seat].used += 1
    assert hall.states() == {}
    hall.pull()
    held(hall, tmp_path)


def test_a_branch_needs_no_intent(hall: Hall, tmp_path: Path) -> None:
    hall.open()
    hall.pull()
    line = hall.referee.match.request(hall.game, "reader", match_requests.Branch(3)).id
    pull(hall.referee, hall.game, timeline=line, by="reader")
    refused(
        "match/timeline",
        lambda: hall.referee.match.request(
            hall.game, "blue", match_requests.MakeIntent("0" * 64, timeline=line)
        ),
    )
    held(hall, tmp_path)


@pytest.mark.parametrize("lacking", ["a beacon", "witnesses", "a key", "dice of its own"])
def test_the_level_is_not_offered_without(url: str, tmp_path: Path, lacking: str) -> None:
    keys = tuple(each.verifier for each in WITNESSES)
    more: dict[str, Any] = {
        "a beacon": {"beacon": None},
        "witnesses": {"signing": Signing(KEY, tmp_path / "notary")},
        "a key": {"signing": Signing(witnesses=keys)},
        "dice of its own": {"dice": lambda *place: None},
    }[lacking]
    with hall_at(url, tmp_path, **more) as hall:
        reason = refused(
            "dice/tournament", lambda: hall.referee.opening.open_game("tug", "long", dice="tournament")
        )
        words = {
            "a beacon": "no beacon",
            "witnesses": "no witness",
            "a key": "no log",
            "dice of its own": "dice",
        }
        assert words[lacking] in reason
        refused("dice/tournament", lambda: hall.referee.opening.open_game("tug", "long", dice="loaded"))
        assert hall.referee.queries.log_size() == 0


def test_it_goes_on_after_a_restart_and_after_lines_were_forgotten(url: str, tmp_path: Path) -> None:
    with hall_at(url, tmp_path) as hall:
        game = hall.open()
        request = hall.request()
        made = hall.intend("blue", request)
        hall.witness()
        chains, clock = hall.chains, hall.clock
    hand(url, "DELETE FROM cosignatures", "DELETE FROM checkpoints WHERE size < 3")
    with hall_at(url, tmp_path, clock, ids=_ids("later")) as hall:
        hall.game, hall.chains = game, chains
        next(hall._names)
        hall.until(made)
        assert hall.states() == {"blue": "due"}
        hall.give("blue", request)
        hall.pull()
        held(hall, tmp_path)
    with hall_at(url, tmp_path, clock, ids=_ids("last"), beacon=None) as hall:
        hall.game, hall.chains = game, chains
        request = hall.request(id="the last")
        made = hall.intend("blue", request)
        hall.witness()
        hall.until(made)
        assert "does not follow lighthouse" in refused("dice/beacon", lambda: hall.give("blue", request))


def _ids(name: str) -> Any:
    numbers = iter(range(1, 1_000))
    return lambda: f"{name}-{next(numbers)}"


def test_a_second_worker_goes_on_where_the_first_was(url: str, tmp_path: Path) -> None:
    with hall_at(url, tmp_path) as one:
        game = one.open()
        more = {"signing": Signing(witnesses=tuple(each.verifier for each in WITNESSES))}
        with hall_at(url, tmp_path, one.clock, beside=True, ids=_ids("two"), **more) as two:
            two.game, two.chains, two._names = game, one.chains, one._names
            for _ in range(3):
                seat, _ = two.due()
                request = two.request()
                made = one.intend(seat, request)
                refused("dice/intent", lambda seat=seat: two.intend(seat, two.request()))
                two.witness()
                one.until(made)
                link = one.chains[seat].link()

                def ask(hall: Hall, seat: str = seat, request: Any = request, link: str = link) -> str:
                    found = hall.referee.commands.handle(game, seat, {**request, "link": link})
                    return "again" if found.repeated else "done"

                with ThreadPoolExecutor(2) as pool:
                    assert sorted(pool.map(ask, (one, two))) == ["again", "done"]
                one.chains[seat].used += 1
            assert two.states() == {"blue": "answered", "grey": "answered"}
            held(one, tmp_path)


def test_a_beacon_s_file_that_is_damaged_is_said_to_be_so(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.open()
    request = hall.request()
    made = hall.intend("blue", request)
    hall.witness()
    hall.until(made)

    def damaged(round: int) -> bytes:
        raise BeaconFault("line 7 of rounds is no round of a beacon")

    with monkeypatch.context() as patched:
        patched.setattr(hall.lighthouse, "value", damaged)
        with pytest.raises(Unavailable, match="line 7 of rounds"):
            hall.give("blue", request)
        assert hall.states() == {"blue": "witnessed"}
    hall.give("blue", request)


def test_another_witness_or_another_log_s_line_does_not_count(hall: Hall) -> None:
    hall.open()
    hall.intend("blue", hall.request())
    hall.witness(WITNESSES[0])
    hall.witness(WITNESSES[0])
    assert hall.states() == {"blue": "waiting"}, "one witness twice is one"
    hand(
        hall.referee.log.database.url,
        "UPDATE kept_cosignatures SET witness = 'another'",
        "INSERT INTO kept_cosignatures SELECT position, 'more', size, note FROM kept_cosignatures",
    )
    assert hall.states() == {"blue": "waiting"}, "a hand in the table makes no witness"


def test_old_games_and_their_requests_are_as_they_were(url: str) -> None:
    with referee_at(url) as referee:
        referee.opening.open_game("tug", "long", id="same", title="x", dice=V1)
        assert referee.opening.open_game("tug", "long", id="same", title="x", dice=V1).repeated
        with referee.log.database.reader() as connection:
            (body,) = connection.execute("SELECT body FROM events WHERE position = 1").fetchone()
        assert "dice" not in json.loads(bytes(body))["command"]
