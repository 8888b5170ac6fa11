"""What of the ledger is not for everybody: entries of private games, and those with hidden parts."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ironclad.referee.people.roles import Role
from tests.api.shared import Shared, service
from tests.stores import Store


@pytest.fixture
def shared(store: Store) -> Iterator[Shared]:
    with service(store) as made:
        for name in ("ada", "bob"):
            made.add(name)
        made.add("dora", Role.DIRECTOR)
        yield made


def bundle(shared: Shared, width: int, by: str | None = None, token: str | None = None) -> int:
    token = token or (shared.tokens[by] if by else None)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return shared.client.get(f"/log/tile/entries/000.p/{width}", headers=headers).status_code


def test_entries_of_a_private_game_are_for_its_readers(shared: Shared) -> None:
    shared.open_game("ada")
    open_size = shared.referee.queries.log_size()
    private = shared.open_game("ada", private=True)
    seat = shared.sit(private, "blue", "ada")
    size = shared.referee.queries.log_size()
    for by in (None, "ada", "bob", "dora"):
        assert bundle(shared, open_size, by) == 200
    assert [bundle(shared, size, by) for by in (None, "bob", "ada", "dora")] == [403, 403, 200, 200]
    assert bundle(shared, size, token=seat) == 200
    assert bundle(shared, size, token="forged") == 401
    answer = shared.client.get(f"/log/tile/entries/000.p/{size}")
    assert answer.json is not None
    assert answer.json["type"] == "/api/docs#entries-closed"
    assert private not in answer.text
    assert shared.post(f"/games/{private}/readers", {"name": "bob"}, "ada").status_code < 300
    assert bundle(shared, size, "bob") == 200
    # Hashes are for everybody: the log stays one list that anyone can follow.
    tile = shared.client.get(f"/log/tile/0/000.p/{size}")
    assert (tile.status_code, len(tile.data)) == (200, 32 * size)
    assert shared.get(f"/log/proofs/inclusion?position={size}").status_code == 200


def test_entries_with_hidden_parts_are_for_nobody(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset that keeps something from onlookers: its events stay closed, to directors too."""
    shared.open_game("ada")
    size = shared.referee.queries.log_size()
    assert bundle(shared, size) == 200
    rules = shared.referee.queries.ruleset_of(json.loads(shared.get("/games").text)["items"][0]["id"])

    def redact(name: str, body: dict[str, Any], seat: str | None) -> dict[str, Any]:
        return {key: value for key, value in body.items() if key != "ruleset"}

    monkeypatch.setitem(rules.__dict__, "redact", redact)
    assert [bundle(shared, size, by) for by in (None, "ada", "dora")] == [403, 403, 403]


def test_a_log_that_nobody_signs_says_so(shared: Shared) -> None:
    shared.open_game("ada")
    for path in ("/api/v1/log/checkpoint", "/log/checkpoint", "/api/v1/log/keys"):
        answer = shared.client.get(path)
        assert answer.status_code == 503
        assert answer.json is not None
        assert answer.json["type"] == "/api/docs#not-signed"
        assert "has the log's key" in answer.json["detail"]
    answer = shared.post("/log/cosignatures", {"note": "x\n"})
    assert answer.status_code == 503
    assert shared.get("/ready").json["log"]["condition"] == "unsigned"  # type: ignore[index]
    assert shared.get("/log/proofs/consistency?from=1").status_code == 200


def test_pages_of_other_sites_and_foreign_names_are_kept_out(shared: Shared) -> None:
    answer = shared.client.get("/log/tile/0/000.p/1", headers={"Cookie": "ironclad-session=forged"})
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"
