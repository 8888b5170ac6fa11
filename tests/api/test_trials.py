"""Private trial lines: nobody else learns of one until it is opened; who may make one, and how many."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.service import Service, ServiceSettings
from ironclad.api.settings import Kind, Rate, Settings
from ironclad.domain.kernel.engine.ruleset import Ruleset
from ironclad.eventlog.signer import Signing
from ironclad.referee.people import trials
from ironclad.referee.people.roles import Role
from ironclad.referee.proof.verifying import verify
from tests.api.shared import Shared, service
from tests.api.test_invitations import account, browser, club, home, hosted, signed_in, two_workers
from tests.proof.logs import KEY
from tests.stores import Store
from tests.toy import TUG
from tests.toys.sealed_fields import SEALED_FIELDS

pytestmark = pytest.mark.every_store

__all__ = ["club", "home"]

READS = (
    "",
    "/events",
    "/position",
    "/timelines",
    "/views/chronicle",
    "/chronicle",
    "/bundle",
    "/events/stream",
    "/trials",
    "/legal?seat=blue",
    "/dice",
    "/messages",
)
"""Calls that show something of a game."""
SECRET_ID = "a-secret-of-sixteen"


def played(shared: Shared, ends: bool = False, **more: Any) -> str:
    """A game of Ann and Bob in which blue has pulled; or one that is over."""
    game = shared.open_game("Ann", **more)
    shared.sit(game, "blue", "Ann")
    if more.get("private"):
        assert shared.post(f"/games/{game}/readers", {"name": "Bob"}, "Ann").status_code == 200
    shared.sit(game, "grey", "Bob")
    assert pull(shared, game, "blue", "1.blue", "Ann") == 200
    if ends:
        assert shared.post(f"/games/{game}/resignation", {}, "Bob").status_code == 200
    return game


def pull(
    shared: Shared, game: str, seat: str, decision: str, by: str | None, token: str | None = None
) -> int:
    command = {"type": "pull", "effort": 1}
    body = {"id": f"{by}-{decision}", "seat": seat, "decision": decision, "command": command}
    return shared.post(f"/games/{game}/commands", body, by, token).status_code


def tried(shared: Shared, game: str, by: str | None, token: str | None = None, **body: Any) -> str:
    made = shared.post(f"/games/{game}/trials", {"at": 1, **body}, by, token)
    assert made.status_code == 201, made.text
    trial: str = made.json["trial"]["game"]  # type: ignore[index]
    return trial


def known(shared: Shared, game: str, by: str | None = None) -> list[str]:
    return [each["game"] for each in shared.get(f"/games/{game}/trials", by).json["items"]]  # type: ignore[index]


def test_nobody_else_learns_of_a_trial(club: Shared) -> None:
    """Neither the other seat, nor an account that is neither, nor one that oversees private games."""
    club.add("Dora", Role.DIRECTOR)
    game = played(club)
    before = {
        read: club.get(f"/games/{game}{read}", "Bob").data
        for read in ("", "/events", "/timelines", "/trials", "/chronicle", "/dice")
    }
    trial = tried(club, game, "Ann")
    for seat in ("blue", "grey"):
        assert pull(club, trial, seat, f"1.{seat}", "Ann") == 200, "both seats are hers"
    for reader in ("Bob", "Eve", "Dora", None):
        for read in READS:
            assert club.get(f"/games/{trial}{read}", reader).status_code == 404, (reader, read)
        assert known(club, game, reader) == []
        assert trial not in club.get("/games?limit=200", reader).text
        assert pull(club, trial, "grey", "2.grey", reader) in (401, 404)
        assert club.post(f"/games/{trial}/trial/open", {}, reader).status_code in (401, 404)
    for read, answer in before.items():
        assert club.get(f"/games/{game}{read}", "Bob").data == answer, f"{read} is as it was"
    assert known(club, game, "Ann") == [trial]
    assert trial not in club.get("/games?limit=200", "Ann").text, "it is listed with its game alone"


def test_a_trial_begins_where_its_game_was(club: Shared) -> None:
    game = played(club)
    head = club.get(f"/games/{game}").json["version"]  # type: ignore[index]
    trial = tried(club, game, "Ann", at=head)
    then, now = (club.get(f"/games/{each}/position", "Ann").json for each in (game, trial))
    assert now["position"] == then["position"]  # type: ignore[index]
    itself = club.get(f"/games/{trial}/trials", "Ann").json["trial"]  # type: ignore[index]
    assert (itself["parent"], itself["at"], itself["own"], itself["open"]) == (game, head, True, False)


@pytest.mark.parametrize("ruleset", [TUG, SEALED_FIELDS], ids=["open", "hiding"])
def test_a_trials_bundle_verifies(ruleset: Ruleset[Any], tmp_path: Path) -> None:
    settings = Settings({ruleset.name: ruleset}, rates={})
    more: dict[str, Any] = {"signing": Signing(KEY, tmp_path / "notary")}
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with Service(url, settings.rulesets, ServiceSettings(secret=b"s" * 32, **more)) as referee:
        shared = Shared(referee, settings)
        game = shared.open_game(ruleset=ruleset.name, scenario=next(iter(ruleset.identity.scenarios)))
        token = shared.sit(game, ruleset.seats[0], player="N")
        shared.sit(game, ruleset.seats[1], player="S")
        assert shared.post(f"/games/{game}/resignation", {}, token=token).status_code == 200
        made = shared.post(f"/games/{game}/trials", {"at": 1}, token=token).json
        trial = made["trial"]["game"]  # type: ignore[index]
        for each in (game, trial):
            with (tmp_path / each).open("wb") as file:
                referee.exporter.write(each, file, 20.0)
        assert trial.encode() not in (tmp_path / game).read_bytes()
        verdict = verify(tmp_path / trial, str(KEY.verifier), {ruleset.name: ruleset}.__getitem__)
        assert verdict.first_failure is None, verdict
        assert not verdict.not_checked, verdict


def test_an_opened_trial_is_for_the_readers_of_its_game(club: Shared) -> None:
    game, private = played(club), played(club, private=True)
    trial, inner = tried(club, game, "Ann"), tried(club, private, "Ann")
    for each in (trial, inner):
        for _ in range(2):
            assert club.post(f"/games/{each}/trial/open", {}, "Ann").status_code == 200
    assert known(club, game) == [trial]
    assert club.get(f"/games/{trial}/events").status_code == 200
    assert pull(club, trial, "blue", "1.blue", "Bob") == 403, "it is still hers to play"
    assert club.get(f"/games/{inner}", "Bob").status_code == 200, "the other seat reads the private game"
    for reader in ("Eve", None):
        assert club.get(f"/games/{inner}/events", reader).status_code == 404
    assert club.post(f"/games/{game}/trial/open", {}, "Ann").status_code == 404, "a game is no trial"


def test_who_may_not_try(club: Shared) -> None:
    club.add("Sue", Role.SPECTATOR)
    game = played(club)
    assert club.post(f"/games/{game}/trials", {"at": 1}).status_code == 401
    for reader in ("Eve", "Sue"):
        refused = club.post(f"/games/{game}/trials", {"at": 1}, reader)
        assert (refused.status_code, refused.json["rule"]) == (409, "trial/running")  # type: ignore[index]
    trial = tried(club, game, "Ann")
    nested = club.post(f"/games/{trial}/trials", {"at": 1}, "Ann")
    assert (nested.status_code, nested.json["rule"]) == (409, "trial/nested")  # type: ignore[index]
    assert club.post(f"/games/{trial}/forks", {"at": 1}, "Ann").status_code == 201
    assert club.post(f"/games/{game}/trials", {"at": 2}, "Ann").json["rule"] == "match/boundary"  # type: ignore[index]
    for body, status in (({"at": 99}, 404), ({"at": 1, "timeline": "no"}, 404), ({}, 422), ({"at": -1}, 422)):
        assert club.post(f"/games/{game}/trials", body, "Ann").status_code == status, body


def test_spectators_try_from_any_event_of_an_ended_game(club: Shared) -> None:
    club.add("Sue", Role.SPECTATOR)
    game = played(club, ends=True)
    size = club.get(f"/games/{game}/events").data
    trial = tried(club, game, "Sue")
    assert pull(club, trial, "blue", "1.blue", "Sue") == 200, "an account that may play nowhere plays its own"
    assert pull(club, trial, "grey", "1.grey", "Sue") == 200
    other = tried(club, game, "Eve", at=club.get(f"/games/{game}").json["version"])  # type: ignore[index]
    assert pull(club, other, "grey", "1.grey", "Eve") == 200
    assert club.get(f"/games/{trial}", "Eve").status_code == 404
    assert club.get(f"/games/{game}/events").data == size, "the ended game never changes"
    assert pull(club, game, "grey", "1.grey", "Sue") == 403
    assert club.post(f"/games/{game}/trials", {"at": 1}).status_code == 401, "without an account"


def test_at_home_a_trial_is_its_makers_by_tokens_or_cookies(home: Shared) -> None:
    game, ada = hosted(home)
    bo = home.sit(game, "grey", player="Bo")
    made = home.post(f"/games/{game}/trials", {"at": 1, "id": SECRET_ID}, token=ada).json
    trial, (blue, grey) = made["trial"]["game"], made["seats"]  # type: ignore[index]
    assert pull(home, trial, "blue", "1.blue", None, blue["token"]) == 200
    for reader in (None, bo):
        assert home.get(f"/games/{trial}", token=reader).status_code == 404
    assert home.get(f"/games/{trial}/position", token=grey["token"]).status_code == 200
    again = home.post(f"/games/{game}/trials", {"at": 1, "id": SECRET_ID}, token=ada)
    assert (again.status_code, again.json["seats"]) == (200, made["seats"])  # type: ignore[index]
    assert home.post(f"/games/{game}/trials", {"at": 1, "id": SECRET_ID}, token=bo).status_code == 201
    taken = home.post(f"/games/{game}/trials", {"at": 1, "id": "short"}, token=ada)
    assert taken.status_code == 422, "who knows the id gets the tokens: it must be hard to guess"


def test_a_page_gets_cookies_and_no_token(home: Shared) -> None:
    game, _ = hosted(home)
    page = browser(home)
    page.set_cookie("ironclad-grey", home.sit(game, "grey", player="Bo"))
    headers = {"Sec-Fetch-Site": "same-origin", "Ironclad-Page": "table", "Origin": "http://localhost"}
    made = page.post(f"/api/v1/games/{game}/trials", json={"at": 1}, headers=headers)
    assert made.status_code == 201, made.text
    assert [each["token"] for each in made.json["seats"]] == ["", ""]  # type: ignore[index]
    trial = made.json["trial"]["game"]  # type: ignore[index]
    assert page.get(f"/games/{trial}/table").status_code == 200
    assert browser(home).get(f"/games/{trial}/table").status_code == 404


def test_an_accounts_page_plays_its_trial(club: Shared) -> None:
    game = played(club)
    trial = tried(club, game, "Ann")
    assert signed_in(club, "Ann").get(f"/games/{trial}/table").status_code == 200
    assert signed_in(club, "Bob").get(f"/games/{trial}/table").status_code == 404


def test_a_game_that_hides_something_is_tried_from_when_it_has_ended(store: Store) -> None:
    rulesets = {SEALED_FIELDS.name: SEALED_FIELDS}
    with service(store, rulesets=rulesets, accounts=False) as shared:
        game = shared.open_game(ruleset=SEALED_FIELDS.name, scenario="standard")
        north = shared.sit(game, "north", player="N")
        shared.sit(game, "south", player="S")
        refused = shared.post(f"/games/{game}/trials", {"at": 1}, token=north)
        assert (refused.status_code, refused.json["rule"]) == (409, "fork/hidden")  # type: ignore[index]
        assert "when the game has ended" in refused.json["reason"]  # type: ignore[index]
        assert shared.post(f"/games/{game}/resignation", {}, token=north).status_code == 200
        made = shared.post(f"/games/{game}/trials", {"at": 1}, token=north)
        assert made.status_code == 201, made.text
        trial, (_, south) = made.json["trial"]["game"], made.json["seats"]  # type: ignore[index]
        assert shared.get(f"/games/{trial}/position", token=south["token"]).status_code == 200
        document = shared.get(f"/games/{game}/position", token=north).json["position"]  # type: ignore[index]
        asked = {"ruleset": SEALED_FIELDS.name, "scenario": "standard", "position": document}
        assert shared.post("/games", asked).json["rule"] == "sight/position", "of any other game as before"  # type: ignore[index]


def test_an_erased_accounts_trials_are_nobodys(club: Shared) -> None:
    game = played(club)
    trial, shown = tried(club, game, "Ann"), tried(club, game, "Ann")
    club.post(f"/games/{shown}/trial/open", {}, "Ann")
    club.referee.people.accounts.erase(account(club, "Ann"))
    assert club.get(f"/games/{trial}", "Bob").status_code == 404
    (left,) = club.get(f"/games/{game}/trials", "Bob").json["items"]  # type: ignore[index]
    assert (left["game"], left["name"]) == (shown, "")


def test_no_more_than_are_kept(club: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "MOST", 2)
    monkeypatch.setattr(trials, "MOST_OF_READERS", 1)
    game, over = played(club), played(club, ends=True)
    statuses = [club.post(f"/games/{game}/trials", {"at": 1}, "Ann").status_code for _ in range(3)]
    assert statuses == [201, 201, 409]
    assert club.post(f"/games/{game}/trials", {"at": 1}, "Bob").status_code == 201, "Bob has his own"
    size = club.referee.queries.log_size()
    tried(club, over, "Eve")
    club.add("Sue", Role.SPECTATOR)
    grown = club.referee.queries.log_size()
    refused = club.post(f"/games/{over}/trials", {"at": 1}, "Sue")
    assert (refused.status_code, refused.json["rule"]) == (409, "trial/many")  # type: ignore[index]
    assert club.referee.queries.log_size() == grown > size, "what is refused stores nothing"


def test_an_account_and_an_address_may_not_try_without_end(store: Store) -> None:
    with service(store, rates={Kind.TRIAL: Rate(2, 600)}, address_share=2) as shared:
        for name in ("Ann", "Bob", "Eve"):
            shared.add(name)
        game = played(shared, ends=True)
        path = f"/games/{game}/trials"
        assert [shared.post(path, {"at": 1}, "Ann").status_code for _ in range(3)] == [201, 201, 429]
        assert [shared.post(path, {"at": 1}, "Eve").status_code for _ in range(2)] == [201, 429]


def test_two_workers_make_a_trial_once(store: Store) -> None:
    with two_workers(store) as workers, ThreadPoolExecutor(8) as pool:
        game, ada = hosted(workers[0])
        body = {"at": 1, "id": SECRET_ID}

        def make(number: int) -> Any:
            return workers[number % 2].post(f"/games/{game}/trials", body, token=ada)

        answers = [each for each in pool.map(make, range(12)) if each.status_code in (200, 201)]
        assert len({each.json["trial"]["game"] for each in answers}) == 1
        assert len({str(each.json["seats"]) for each in answers}) == 1
        assert len(known(workers[1], game)) == 0
        found = workers[1].get(f"/games/{game}/trials", token=ada).json["items"]
        assert len(found) == 1
