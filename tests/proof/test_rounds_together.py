"""Decisions that both seats answer at once: each commits, then reveals, and arrival order chooses nothing."""

from pathlib import Path
from typing import Any

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.match.commands import OwnChain as Given
from ironclad.eventlog.records import Receipt
from ironclad.referee.dice.links import LinkRequest
from tests.api.running import PATIENCE
from tests.api.test_shared_port import until
from tests.proof.logs import Row
from tests.proof.parties import OwnChain
from tests.proof.round_player import PULL, RoundPlayer
from tests.proof.test_rounds_bundle import body_of, rows_of, service, verdict
from tests.proof.test_signed_bundle import fault_at

BOTH = ("blue", "grey")


def answer(player: RoundPlayer, order: tuple[str, ...], efforts: dict[str, int]) -> dict[str, Receipt]:
    return {seat: player.give(seat, {**PULL, "effort": efforts[seat]}) for seat in order}


def reveal(player: RoundPlayer, given: dict[str, Receipt]) -> Receipt:
    last = list(given.values())[-1]
    while isinstance(last.owed, tuple) and last.owed:
        owed = last.owed[0]
        last = player.reveal(owed.seat, owed.id, owed.committed)
    return last


def accepted(receipt: Receipt) -> list[dict[str, Any]]:
    return [event.data for event in receipt.events if event.type == "command_accepted"]


@pytest.mark.parametrize("order", [BOTH, BOTH[::-1]])
def test_the_answers_and_links_of_both_come_before_the_first_die(
    tmp_path: Path, order: tuple[str, ...]
) -> None:
    with service(tmp_path) as referee:
        player = RoundPlayer(referee, "both_pull")
        first, last = order
        given = {first: player.give(first)}
        assert (given[first].awaits, len(given[first].owed or ())) == ((last,), 1)
        with pytest.raises(Refused, match=f"the answer of {last} is awaited") as refused:
            player.reveal(first, given[first].events[0].data["id"], given[first].version)
        assert refused.value.rule == "dice/owed"
        with pytest.raises(Refused, match=f"the answer of {last} is awaited"):
            player.give(first)
        given[last] = player.give(last)
        assert given[last].awaits == ()
        assert [each.seat for each in given[last].owed or ()] == list(BOTH)
        grey = given["grey"]
        with pytest.raises(Refused, match="the link of blue for its command"):
            player.reveal("grey", grey.events[0].data["id"], grey.version)
        with pytest.raises(Refused, match="the link of blue for its command"):
            player.give("blue")
        done = reveal(player, given)
        assert [each["seat"] for each in accepted(done)] == list(BOTH)
        assert accepted(done)[0]["dice_proof"]["revealed"] == ["server", *BOTH]
        assert "revealed" not in accepted(done)[1]["dice_proof"]
        rows, game = rows_of(referee), player.game
    found = verdict(rows, game, tmp_path)
    assert found.first_failure is None, found.first_failure
    assert fault_at(rows, game) == 0
    early = verdict(with_an_early_link(rows), game, tmp_path).first_failure
    assert early is not None
    assert early.detail.endswith(f"before the commit at {numbered(rows, 'command_committed')[-1]} was seen")


def numbered(rows: list[Row], type: str) -> list[int]:
    return [position for position, row in enumerate(rows, 1) if row[2] == f"match.{type}.1"]


def with_an_early_link(rows: list[Row]) -> list[Row]:
    """The first link, signed over a checkpoint that has only the first commit of its round."""
    first, number = numbered(rows, "command_committed")[0], numbered(rows, "link_revealed")[0] - 1
    body = body_of(rows[number])
    body["signature"]["seen"]["checkpoint"]["size"] = first
    return [*rows[:number], (*rows[number][:3], canonical(body)), *rows[number + 1 :]]


def test_the_order_in_which_answers_come_changes_no_die(tmp_path: Path) -> None:
    shown = []
    for number, order in enumerate((BOTH, BOTH[::-1])):
        (tmp_path / str(number)).mkdir()
        with service(tmp_path / str(number)) as referee:
            player = RoundPlayer(referee, "both_pull")
            for _ in range(4):
                done = reveal(player, answer(player, order, {"blue": 1, "grey": 2}))
                shown.append((number, [each["rolls"][0]["faces"] for each in accepted(done)]))
    half = len(shown) // 2
    assert [faces for _, faces in shown[:half]] == [faces for _, faces in shown[half:]]


@pytest.mark.parametrize("own", [(), ("blue",), ("grey",)])
@pytest.mark.parametrize("order", [BOTH, BOTH[::-1]])
def test_a_seat_whose_chain_the_service_keeps_commits_too(
    tmp_path: Path, own: tuple[str, ...], order: tuple[str, ...]
) -> None:
    with service(tmp_path) as referee:
        player = RoundPlayer(referee, "both_pull", own)
        given = answer(player, order, {"blue": 1, "grey": 1})
        assert given[order[0]].awaits == (order[1],)
        done = reveal(player, given)
        assert len(accepted(done)) == 2
        rows, game = rows_of(referee), player.game
    assert len([row for row in rows if row[2] == "match.link_revealed.1"]) == len(own)
    assert verdict(rows, game, tmp_path).first_failure is None


@pytest.mark.full
def test_what_another_answer_made_illegal_becomes_the_standing_answer(tmp_path: Path) -> None:
    with service(tmp_path) as referee:
        player, instead = RoundPlayer(referee, "both_pull"), []
        for _ in range(30):
            knot = referee.open_games.position(*_head(player)).knot
            most = 3 if abs(knot) < 2 else 2
            done = reveal(player, answer(player, BOTH, {"blue": most, "grey": most}))
            instead += [each for each in accepted(done) if each.get("instead")]
        assert instead, "no pull of three was followed by another"
        assert instead[0]["seat"] == "grey"
        assert instead[0]["command"] == {"type": "pull", "effort": 1}
        assert instead[0]["instead"]["rule"] == "6"
        assert instead[0]["instead"]["command"] == {"type": "pull", "effort": 3}
        rows, game = rows_of(referee), player.game
    assert verdict(rows, game, tmp_path).first_failure is None


def test_an_answer_to_a_game_that_the_other_answer_ended_lapses(tmp_path: Path) -> None:
    for number in range(12):
        folder = tmp_path / str(number)
        folder.mkdir()
        with service(folder) as referee:
            player = RoundPlayer(referee, "both_pull", scenario="short")
            lapsed = []
            while referee.queries.due(player.game):
                knot = referee.open_games.position(*_head(player)).knot
                wish = 3 if number % 2 and abs(knot) < 2 else 2
                done = reveal(player, answer(player, BOTH, {"blue": wish, "grey": 1}))
                lapsed += [each for each in accepted(done) if each["command"]["type"] == "lapse"]
            rows, game = rows_of(referee), player.game
        assert verdict(rows, game, folder).first_failure is None
        if lapsed:
            assert lapsed[0]["seat"] == "grey"
            return
    raise AssertionError("blue never ended a game")


def _head(player: RoundPlayer) -> tuple[Any, ...]:
    with player.referee.open_games.game(player.game) as live:
        line, version = player.referee.open_games.head(live, None)
        return live, line, version


def test_a_seat_signs_for_a_decision_that_was_due_before_the_other_committed(tmp_path: Path) -> None:
    """The other seat's commit changes no decision: who has not seen it answers the same."""
    with service(tmp_path) as referee:
        player = RoundPlayer(referee, "both_pull")
        seen = player.seen("main")
        due = next(each.id for each in referee.queries.due(player.game) if each.seat == "grey")
        player.give("blue")
        assert player.give("grey", decision=due, seen=seen).awaits == ()


def test_the_computer_player_answers_at_once_with_a_seat_that_owes_a_link(tmp_path: Path) -> None:
    with service(tmp_path) as referee:
        game = referee.opening.open_game("both_pull", "long", dice=V2).id
        chain = OwnChain("blue", game, scheme=V2)
        referee.opening.take_seat(game, "blue", "blue", dice=Given(chain.anchor, chain.length))
        referee.computer_player.sit(game, "grey")
        for turn in range(1, 4):
            asked = {"id": f"pull-{turn}", "command": PULL, "decision": f"{turn}.blue"}
            given = referee.commands.handle(game, "blue", asked)
            until(lambda: not referee.queries.game(game).awaits, PATIENCE)
            (owed,) = referee.queries.game(game).owed
            assert (owed.seat, owed.committed) == ("blue", given.events[0].version)
            link = LinkRequest(link=chain.link())
            done = referee.links.reveal(game, owed.id, link, by="blue")
            chain.used += 1
            assert {each["seat"] for each in accepted(done)} == {"blue", "grey"}
        rows = rows_of(referee)
    assert verdict(rows, game, tmp_path).first_failure is None
