"""The tournament level of dice of v2: the commit is witnessed, the beacon speaks, and then the link comes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.domain.match.intents import LEVEL_2
from ironclad.eventlog.records import Receipt
from ironclad.referee import match_requests
from ironclad.referee.dice.links import LinkRequest
from tests.proof.parties import OwnChain
from tests.proof.test_tournament import bundle_of, held, refused, verdict_of
from tests.proof.tournament import LEAD, SCHEDULE, SEATS, WITNESSES, Hall, hall_at, value


@pytest.fixture
def hall(url: str, tmp_path: Path) -> Iterator[Hall]:
    with hall_at(url, tmp_path) as made:
        made.game = made.referee.opening.open_game("tug", "long", dice=LEVEL_2).id
        for seat in SEATS:
            sit(made, seat)
        made.referee.match.request(made.game, "grey", match_requests.ReadyDice(made.chains["grey"].link()))
        made.chains["grey"].used += 1
        yield made


def sit(hall: Hall, seat: str) -> None:
    chain = hall.chains[seat] = OwnChain(seat, hall.game, scheme=V2)
    given = Given(chain.anchor, chain.length)
    hall.referee.opening.take_seat(hall.game, seat, seat, dice=given)


def commit(hall: Hall, **more: Any) -> Receipt:
    seat, _ = hall.due()
    return hall.referee.commands.handle(hall.game, seat, hall.request(**more))


def reveal(hall: Hall, committed: Receipt) -> Receipt:
    body = committed.events[0].data
    seat = body["seat"]
    given = LinkRequest(link=hall.chains[seat].link())
    found = hall.referee.links.reveal(hall.game, body["id"], given, by=seat)
    hall.chains[seat].used += not found.repeated
    return found


def wait_for(hall: Hall, round: int) -> None:
    hall.clock.seconds = max(hall.clock.seconds, SCHEDULE.time(round))


def pull(hall: Hall) -> Receipt:
    """One whole command: committed to, witnessed, its link revealed when the beacon has spoken."""
    committed = commit(hall)
    hall.witness()
    wait_for(hall, committed.events[0].data["round"])
    return reveal(hall, committed)


def test_a_game_is_played_exported_and_verified(hall: Hall, tmp_path: Path) -> None:
    for _ in range(4):
        done = pull(hall)
        accepted = next(each.data for each in done.events if each.type == "command_accepted")
        said = accepted["dice_proof"]["beacon"]
        assert said["value"] == value(said["round"]).hex()
        assert hall.referee.queries.intents(hall.game).items == ()
    shout = {"id": "s", "command": {"type": "shout", "word": "heave"}}
    assert hall.referee.commands.handle(hall.game, "blue", shout).events[0].type == "command_accepted"
    found = held(hall, tmp_path)
    assert "4 commands waited for a round, each roll's witnessed before it" in found


def test_a_commit_names_the_first_round_that_leaves_the_witnesses_their_time(hall: Hall) -> None:
    committed = commit(hall)
    round = committed.events[0].data["round"]
    assert SCHEDULE.time(round - 1) <= hall.clock.seconds + LEAD < SCHEDULE.time(round)
    (owed,) = hall.referee.queries.game(hall.game).owed
    assert (owed.round, owed.at) == (round, SCHEDULE.time(round))


def test_the_link_comes_after_the_round_and_its_value(hall: Hall, tmp_path: Path) -> None:
    committed = commit(hall)
    hall.witness()
    size = hall.referee.queries.log_size()
    assert "reveal the link then" in refused("dice/beacon", lambda: reveal(hall, committed))
    wait_for(hall, committed.events[0].data["round"])
    hall.lighthouse.dark = True
    assert "is not known here yet" in refused("dice/beacon", lambda: reveal(hall, committed))
    assert hall.referee.queries.log_size() == size
    hall.lighthouse.dark = False
    assert reveal(hall, committed).owed is not None
    held(hall, tmp_path)


def test_what_was_not_witnessed_in_time_waits_for_a_later_round(hall: Hall, tmp_path: Path) -> None:
    committed = commit(hall)
    first = committed.events[0].data["round"]
    hall.witness(WITNESSES[0])
    wait_for(hall, first)
    hall.witness(WITNESSES[1])
    assert "it waits for round" in refused("dice/witness", lambda: reveal(hall, committed))
    (owed,) = hall.referee.queries.game(hall.game).owed
    assert isinstance(owed.round, int)
    assert owed.round > first
    assert "reveal the link then" in refused("dice/beacon", lambda: reveal(hall, committed))
    hall.witness()
    wait_for(hall, owed.round)
    done = reveal(hall, committed)
    accepted = next(each.data for each in done.events if each.type == "command_accepted")
    assert accepted["dice_proof"]["beacon"]["round"] == owed.round
    assert "1 rounds missed by the service's word (0 of them witnessed in time)" in held(hall, tmp_path)


def test_a_seat_whose_chain_the_service_keeps_rolls_nothing(url: str, tmp_path: Path) -> None:
    with hall_at(url, tmp_path) as hall:
        hall.game = hall.referee.opening.open_game("tug", "long", dice=LEVEL_2).id
        hall.referee.opening.take_seat(hall.game, "grey", "grey")
        sit(hall, "blue")
        assert "grey has to anchor one" in refused("dice/custody", lambda: commit(hall))


def test_no_intent_is_made_in_a_game_of_v2(hall: Hall) -> None:
    request = hall.request()
    assert "the command itself is committed to" in refused(
        "dice/intent", lambda: hall.intend("blue", request)
    )


def test_a_value_that_the_beacon_did_not_say_is_named(hall: Hall, tmp_path: Path) -> None:
    pull(hall)
    data = bundle_of(hall)
    assert verdict_of(data, tmp_path, value).ok
    failure = verdict_of(data, tmp_path, lambda round: bytes(32)).first_failure
    assert failure is not None
    assert failure.check == "dice"


def test_a_round_that_was_witnessed_and_is_said_to_be_missed_is_counted(hall: Hall, tmp_path: Path) -> None:
    """The service holds the lines back until the round is over: the witnesses' own record shows it."""
    committed = commit(hall)
    first = committed.events[0].data["round"]
    early = hall.clock.seconds
    wait_for(hall, first)
    assert "it waits for round" in refused("dice/witness", lambda: reveal(hall, committed))
    hall.witness(at=early)
    (owed,) = hall.referee.queries.game(hall.game).owed
    assert isinstance(owed.round, int)
    wait_for(hall, owed.round)
    reveal(hall, committed)
    assert "1 rounds missed by the service's word (1 of them witnessed in time)" in held(hall, tmp_path)
