"""Seats, and what readers ask: pages, views, the list of games, what is kept beside the log."""

from threading import Event, Thread
from typing import Any

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.domain.match.events import EVENTS
from ironclad.eventlog.errors import IdReused, NotFound, NotSignedIn, Refused, Unreadable
from ironclad.referee import match_requests
from tests.log.conftest import play_out, pull, referee_at, stored
from tests.toy import TUG
from tests.waiting import PATIENCE

PULL = {"type": "pull", "effort": 1}


def ask(**changes: Any) -> dict[str, Any]:
    return {"id": "c1", "decision": "1.blue", "expected_version": 1, "command": PULL, **changes}


# -- seats


def test_a_seat_is_taken_once_and_its_token_told_again_to_who_took_it(
    referee: Service, game: str, url: str
) -> None:
    secret = "known to Ann alone"
    seated = referee.opening.take_seat(game, "blue", "Ann", id=secret)
    assert referee.authorization.authenticate(seated.token).seat == "blue"
    again = referee.opening.take_seat(game, "blue", "Ann", id=secret)
    assert (again.token, again.player, again.repeated) == (seated.token, seated.player, True)
    with pytest.raises(Refused) as taken:
        referee.opening.take_seat(game, "blue", "Eve", id="another long secret")
    assert taken.value.rule == "match/seat-taken"
    with pytest.raises(IdReused):
        referee.opening.take_seat(game, "blue", "Eve", id=secret)
    with referee_at(url) as restarted:
        assert restarted.opening.take_seat(game, "blue", "Ann", id=secret).token == seated.token
        assert restarted.authorization.authenticate(seated.token).game == game


def test_a_forged_token_is_nobodys(referee: Service, game: str) -> None:
    token = referee.opening.take_seat(game, "blue", "Ann").token
    for forged in ("", "x", token[:-1], token + "0", token.upper(), "\ud800"):
        with pytest.raises(NotSignedIn):
            referee.authorization.authenticate(forged)


def test_a_guessable_seat_id_is_not_taken(referee: Service, game: str) -> None:
    with pytest.raises(Unreadable):
        referee.opening.take_seat(game, "blue", "Ann", id="1")


def test_nothing_personal_or_secret_is_in_the_log(referee: Service, game: str) -> None:
    seated = referee.opening.take_seat(game, "blue", "Ann Example", id="known to Ann alone")
    log = repr(stored(referee))
    for secret in ("Ann", "Example", "known to", seated.token):
        assert secret not in log
    with referee.log.database.reader() as connection:
        assert seated.token not in repr(connection.execute("SELECT * FROM access_tokens").fetchall())
    assert referee.queries.game(game).seats[0].name == "Ann Example"
    referee.authorization.erase_player(seated.player)
    assert referee.queries.game(game).seats[0].name is None
    assert referee.queries.game(game).seats[0].player == seated.player
    with pytest.raises(NotSignedIn):
        referee.authorization.authenticate(seated.token)
    referee.opening.take_seat(game, "blue", "Ann Example", id="known to Ann alone")
    with pytest.raises(NotSignedIn):
        referee.authorization.authenticate(seated.token)


# -- readers


def test_legal_commands_are_accepted(referee: Service, game: str) -> None:
    legal = referee.queries.legal(game, "blue", limit=2)
    assert (len(legal.commands), legal.more) == (2, True)
    assert legal.due[0].id == "1.blue"
    assert referee.queries.legal(game, "grey").commands == ()
    assert referee.commands.handle(game, "blue", ask(command=legal.commands[0])).version == 3


def test_events_are_paged(referee: Service, game: str) -> None:
    for _ in range(4):
        pull(referee, game)
    whole = referee.queries.events(game).items
    assert [event.version for event in whole] == list(range(1, 12))
    first = referee.queries.events(game, limit=4)
    assert first.next == "5"
    rest = referee.queries.events(game, first=5)
    assert (first.items + rest.items, rest.next) == (whole, None)
    assert [e.version for e in referee.queries.events(game, first=3, last=5).items] == [3, 4, 5]
    assert referee.queries.events(game, first=99).items == ()
    with pytest.raises(Unreadable):
        referee.queries.events(game, limit=0)


def test_the_chronicle_tells_the_events(referee: Service, game: str) -> None:
    for _ in range(4):
        pull(referee, game)
    whole = referee.queries.chronicle(game).items
    assert [entry["type"] for entry in whole] == ["rope_pulled", "rope_pulled", "turn_ended"] * 2
    part = referee.queries.chronicle(game, limit=2)
    assert part.next is not None
    assert part.items + referee.queries.chronicle(game, first=int(part.next)).items == whole
    assert len(referee.queries.chronicle(game, at=4).items) == 1


def test_views_are_there_at_any_event(referee: Service, game: str) -> None:
    for _ in range(6):
        pull(referee, game)
    for at in range(1, referee.queries.head(game)[1] + 1):
        pulls = sum(event.type == "rope_pulled" for event in referee.queries.events(game, last=at).items)
        assert referee.queries.view(game, "economy", at=at)["pulls"] == pulls
    assert set(TUG.show.views) == {"map", "economy", "politics"}


def test_the_list_of_games_follows_the_log(referee: Service) -> None:
    games = [referee.opening.open_game("tug", "short", title=f"Game {n}").id for n in range(5)]
    play_out(referee, games[2])
    pull(referee, games[4])
    page = referee.queries.games(limit=2)
    assert [game.id for game in page.items] == [games[4], games[3]]
    assert page.items[0].due[0].id == "1.grey"
    rest = referee.queries.games(page.next, limit=10)
    assert [game.id for game in rest.items] == [games[2], games[1], games[0]]
    assert rest.items[0].outcome == referee.queries.game(games[2]).outcome
    assert rest.next is None
    for bad in ("x", "-1", "1" * 40, "²"):
        with pytest.raises(Unreadable):
            referee.queries.games(bad)


def test_what_is_kept_beside_the_log_can_be_dropped(url: str) -> None:
    with referee_at(url, snapshot_every=10) as referee:
        game = referee.opening.open_game("tug", "long").id
        for _ in range(40):
            pull(referee, game)
        referee.upkeep.settle()
        versions = range(1, referee.queries.head(game)[1] + 1)
        listed, documents = (
            referee.queries.games(),
            [referee.queries.position(game, at=at).position for at in versions],
        )
        referee.upkeep.rebuild_views()
        assert referee.queries.games() == listed
        assert [referee.queries.position(game, at=at).position for at in versions] == documents
        referee.upkeep.settle()
        referee.upkeep.forget_cached()
        assert [referee.queries.position(game, at=at).position for at in versions] == documents
        with referee.log.database.reader() as connection:
            kept = connection.execute("SELECT count(*) FROM stored_positions").fetchone()[0]
        assert kept >= len(versions) // 10


def test_a_kept_position_that_cannot_be_read_is_made_again(url: str) -> None:
    with referee_at(url, snapshot_every=5) as referee:
        game = referee.opening.open_game("tug", "long").id
        for _ in range(10):
            pull(referee, game)
        document = referee.queries.position(game).position
        referee.upkeep.settle()
        spoil = "UPDATE stored_positions SET body = ?"
        assert referee.log.database.write(lambda c: c.execute(spoil, (bytes(1),)).rowcount) > 0
        referee.upkeep.forget_cached()
        assert referee.queries.position(game).position == document


def test_replay_equals_play(referee: Service, game: str, url: str) -> None:
    for number in range(60):
        pull(referee, game, 1 + number % 3)
    played = referee.queries.position(game)
    with referee_at(url) as restarted:
        restarted.upkeep.rebuild_views()
        assert restarted.queries.position(game) == played
        assert restarted.queries.due(game) == referee.queries.due(game)


def test_the_same_requests_give_the_same_log() -> None:
    logs = []
    for _ in range(2):
        with referee_at("sqlite://") as referee:
            game = referee.opening.open_game("tug", "long", by="ann").id
            referee.opening.take_seat(game, "blue", "Ann")
            for number in range(9):
                pull(referee, game, 1 + number % 3)
            proposal = referee.match.request(game, "blue", match_requests.ProposeRewind(3, reason="again"))
            referee.match.request(game, "grey", match_requests.AcceptRewind(proposal.id))
            pull(referee, game)
            logs.append(stored(referee))
    assert logs[0] == logs[1]
    assert len(logs[0]) > 30


def test_every_stored_event_of_a_match_is_readable(referee: Service, game: str) -> None:
    pull(referee, game)
    referee.match.request(game, "blue", match_requests.OfferDraw())
    for event in referee.queries.match_events(game).items:
        EVENTS.decode(event.name, msgspec.json.encode(event.data))


def test_waiting_ends_when_the_game_goes_on(referee: Service, game: str) -> None:
    assert not referee.queries.wait(game, 1, timeout=0.01)
    pull(referee, game)
    assert referee.queries.wait(game, 1, timeout=0.01)
    size = referee.queries.log_size()
    assert referee.queries.wait_log(size, timeout=0.01) == size
    assert referee.queries.wait_log(size - 1, timeout=PATIENCE) == size
    with pytest.raises(NotFound):
        referee.queries.wait(game, 1, "nowhere", timeout=0.01)


def test_who_waits_for_the_log_keeps_no_commit_waiting(
    referee: Service, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look at the log may wait for a connection, and commits are what frees them."""
    size, looks, look = referee.queries.log_size(), Event(), Event()
    sizes = referee.queries.log_size

    def slow() -> int:
        looks.set()
        assert look.wait(PATIENCE)
        return sizes()

    found: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr(referee.queries, "log_size", slow)
        waiter = Thread(target=lambda: found.append(referee.queries.wait_log(size, PATIENCE)), daemon=True)
        waiter.start()
        assert looks.wait(PATIENCE)
        giver = Thread(target=lambda: pull(referee, game), daemon=True)
        giver.start()
        giver.join(PATIENCE)
        assert not giver.is_alive()
        look.set()
        waiter.join(PATIENCE)
    assert found == [sizes()]
    assert found[0] > size
