"""Finished games decided again over HTTP: by another version, by other readings; a page at a time."""

from collections.abc import Iterator
from typing import Any

import pytest

from ironclad.domain.match.readings.terms import Asked
from ironclad.projections import readjudications
from tests.disputes.hall import NAMED, Hall, hall
from tests.disputes.test_same_faces import RULESETS

PATH = "/api/v1/readjudications"


def ended(game: Hall, *efforts: int, **more: Any) -> str:
    """A game that is over after these pulls."""
    game.open(officials=NAMED, version="1.0", title="Over", **more)
    for effort in efforts:
        game.pull(effort)
    game.done("/end", "Carl", winner="blue", why="It is late.")
    return game.game


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall(rulesets=RULESETS) as made:
        yield made


def asked(game: Hall, by: str = "Carl", **body: Any) -> Any:
    answer = game.call("POST", PATH, by, {"ruleset": "tug", **body})
    assert answer.status_code == 200, answer.text
    return answer.json


def test_games_are_decided_again(game: Hall) -> None:
    one, other = ended(game, 1, 2, 1), ended(game, 3)
    before = game.rows()
    found = asked(game)
    assert [(each["game"], each["class"], each["from"]) for each in found["games"]] == [
        (one, "same", "1.0"), (other, "same", "1.0"),
    ]  # fmt: skip
    assert (found["counts"]["same"], found["done"], found["total"], found["next"]) == (2, 2, 2, None)
    worded = asked(game, readings={"worded": "yes"}, games=[one])
    assert worded["games"][0]["class"] == "worded_otherwise"
    tired = asked(game, readings={"tired": "yes"})
    assert [each["class"] for each in tired["games"]] == ["same", "refused"]
    twice = asked(game, readings={"twice": "yes"})
    assert [each["class"] for each in twice["games"]] == ["same", "dice_differ"]
    newest = asked(game, version="1.2")
    assert {each["class"] for each in newest["games"]} <= {"same", "worded_otherwise", "differs"}
    lacks = asked(game, version="9.9")
    assert [each["class"] for each in lacks["games"]] == ["cannot"] * 2
    assert game.rows() == before


def test_a_page_is_bounded_and_the_next_one_continues(game: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    every = [ended(game, 1, 1), ended(game, 1, 1), ended(game, 1)]
    monkeypatch.setattr(readjudications, "MOST_COMMANDS", 3)
    first = asked(game)
    assert ([each["game"] for each in first["games"]], first["next"], first["total"]) == (every[:2], "2", 3)
    second = asked(game, cursor=first["next"])
    assert ([each["game"] for each in second["games"]], second["next"]) == (every[2:], None)


def test_games_that_run_are_left_out_or_refused(game: Hall) -> None:
    done = ended(game, 1)
    game.open(officials=NAMED)
    game.pull()
    assert [each["game"] for each in asked(game)["games"]] == [done]
    refused = game.call("POST", PATH, "Carl", {"ruleset": "tug", "games": [game.game]})
    assert (refused.status_code, refused.json["rule"]) == (409, "match/running")


@pytest.mark.parametrize(("by", "status"), [("Ann", 403), ("Judge 1", 403), ("", 401), ("Olga", 200)])
def test_directors_and_operators_alone_ask_for_it(game: Hall, by: str, status: int) -> None:
    ended(game, 1)
    assert game.call("POST", PATH, by, {"ruleset": "tug"}).status_code == status


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"ruleset": "none"}, 404),
        ({"ruleset": "tug", "games": ["nowhere"]}, 404),
        ({"ruleset": "tug", "games": []}, 422),
        ({"ruleset": "tug", "games": ["x"] * 26}, 422),
        ({"ruleset": "tug", "cursor": "x"}, 422),
        ({"ruleset": "tug", "cursor": "99"}, 422),
        ({}, 422),
    ],
)
def test_bad_input(game: Hall, body: dict[str, Any], status: int) -> None:
    ended(game, 1)
    assert game.call("POST", PATH, "Carl", body).status_code == status


def test_a_game_of_another_ruleset_is_named() -> None:
    with hall() as game:
        game.open(officials=NAMED)
        game.done("/end", "Carl", winner="blue", why="It is late.")
        names = [name for name in game.rulesets if name != "tug"]
        answer = game.call("POST", PATH, "Carl", {"ruleset": names[0], "games": [game.game]})
        assert answer.status_code == 422


def test_what_one_may_not_read_is_not_counted(game: Hall) -> None:
    done = ended(game, 1)
    other = ended(game, 1)
    decide = game.referee.readjudications.decide
    found = decide("tug", Asked(None, {}), None, None, lambda each: each != other)
    assert ([each.game for each in found.games], found.total, found.done) == ([done], 1, 1)
