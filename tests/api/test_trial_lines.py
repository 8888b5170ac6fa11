"""What-ifs: the reader who opened one commands both seats there, in one person or in two."""

from collections.abc import Iterator

import pytest

from tests.api.shared import Shared, service
from tests.stores import Store


@pytest.fixture
def shared(store: Store) -> Iterator[Shared]:
    with service(store) as found:
        for name in ("Ann", "Bob"):
            found.add(name)
        yield found


def pull(shared: Shared, game: str, line: str, seat: str, decision: str, by: str) -> int:
    body = {
        "id": f"{by}-{decision}",
        "seat": seat,
        "timeline": line,
        "decision": decision,
        "command": {"type": "pull", "effort": 1},
    }
    return shared.post(f"/games/{game}/commands", body, by).status_code


def forked(shared: Shared, game: str, by: str) -> str:
    made = shared.post(f"/games/{game}/forks", {"at": 1}, by)
    assert made.status_code == 201, made.text
    line: str = made.json["id"]  # type: ignore[index]
    return line


def test_who_holds_both_seats_plays_both_on_a_line_of_theirs(shared: Shared) -> None:
    game = shared.open_game("Ann")
    for seat in ("blue", "grey"):
        shared.sit(game, seat, "Ann")
    line = forked(shared, game, "Ann")
    assert pull(shared, game, line, "blue", "1.blue", "Ann") == 200
    assert pull(shared, game, line, "grey", "1.grey", "Ann") == 200
    assert pull(shared, game, line, "grey", "1.grey", "Ann") == 200, "the same again is the first answer"
    assert pull(shared, game, "main", "grey", "1.grey", "Ann") == 409, "in the game itself it is blue's turn"
    assert shared.get(f"/games/{game}").json["version"] == 1  # type: ignore[index]


def test_nobody_else_plays_there(shared: Shared) -> None:
    game = shared.open_game("Ann")
    shared.sit(game, "blue", "Ann")
    shared.sit(game, "grey", "Bob")
    line = forked(shared, game, "Ann")
    assert pull(shared, game, line, "blue", "1.blue", "Ann") == 200
    assert pull(shared, game, line, "grey", "1.grey", "Bob") == 403
    assert pull(shared, game, line, "grey", "1.grey", "Ann") == 200
    assert pull(shared, game, "nowhere", "grey", "2.grey", "Ann") == 404
