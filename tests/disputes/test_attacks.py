"""What may be tried with desks, precedents, errata, facts and clocks: each is refused, nothing is written."""

from collections.abc import Iterator
from typing import Any

import pytest

from ironclad.projections import readjudications
from ironclad.referee.people.roles import Role
from tests.disputes.hall import HOLDS, NAMED, SEATS, STANDS, Hall, hall, of_kind
from tests.disputes.test_clock_acts import CALLS
from tests.disputes.test_desk import ERRATUM, desk, precedents
from tests.disputes.test_hidden import HOLDS as HIDERS
from tests.disputes.test_hidden import deploy, hidden_event, opened_fact
from tests.disputes.test_readjudications import PATH, ended
from tests.disputes.test_rulings import JUDGES
from tests.disputes.test_same_faces import RULESETS, opened, same

ERRATA = "/api/v1/rulesets/tug/errata"
OPEN = {"limits": "open", "panel": 1}
FOUND = {"finding": "event_wrong", "facts": "So it is.", "clauses": ["2"]}
MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>"


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall(rulesets=RULESETS) as made:
        yield opened(made)


def private(made: Hall, title: str = "Behind the door") -> Hall:
    """A private game of Ann and Bob."""
    made.open(officials=NAMED, private=True, sit=False, control="10m+30s", title=title)
    assert made.call("POST", "/readers", "Ann", {"name": "Bob"}).status_code in (200, 201, 204)
    for seat, name in HOLDS.items():
        assert made.call("POST", f"/seats/{seat}", name, {}).status_code == 201
    return made


def demote(made: Hall, name: str) -> None:
    accounts = made.referee.people.accounts
    account = accounts.find(name)
    assert account is not None
    accounts.change(account.account, Role.PLAYER, None)


def unwritten(made: Hall, method: str, path: str, by: str, body: Any = None) -> Any:
    """The answer of a call that is refused; nothing is written."""
    before = made.rows()
    answer = made.call(method, path, by, body)
    assert 400 <= answer.status_code < 500, (path, body, answer.status_code, answer.text)
    assert answer.content_type == "application/problem+json"
    assert made.rows() == before
    return answer


# -- what is read over all games


def test_private_games_are_in_no_list_of_another() -> None:
    with hall() as made:
        private(made)
        made.ruled(made.claim(made.pull(), says="A word of the door."), facts="A fact of the door.")
        made.claim(made.pull(), says="A second word of the door.")
        secret = made.game
        made.open(officials={"chief": "Dora"}, title="The open one")
        number = made.claim(made.pull())
        for by in ("", "Otto", "Judge 1"):
            for path in ("/api/v1/precedents?limit=100", "/api/v1/precedents?q=door", "/api/v1/desk",
                         f"/claims/{number}/precedents"):  # fmt: skip
                answer = made.call("GET", path, by)
                assert answer.status_code == (401 if path.endswith("desk") and not by else 200)
                assert not [word for word in (secret, "door") if word in answer.text]
            url = f"/api/v1/games/{secret}"
            for path in ("/claims", "/claims/1", "/claims/1/precedents"):
                assert made.call("GET", url + path, by).status_code == 404
            for path, body in CALLS.items():
                answer = unwritten(made, "POST", url + path, by, body)
                assert answer.status_code == (404 if by else 401), answer.text
        (found,) = made.read(f"/claims/{number}/precedents", "Bob")["items"]
        assert found["game"] == secret


def test_nobody_reads_another_directors_desk() -> None:
    with hall() as made:
        made.open(officials={"chief": "Carl"}, control="10m+30s")
        made.claim(made.pull(), says="For Carl.")
        made.done("/clock/stop", "Carl", why="Fire.")
        assert sorted(each["kind"] for each in desk(made, "Carl")) == ["claim", "pause"]
        for by in ("Dora", "Ann", "Bob", "Otto", "Olga", "Judge 1"):
            assert desk(made, by) == []
        for query in ("?account=Carl", "?limit=0", "?limit=501", "?limit=x", "?cursor=1"):
            assert unwritten(made, "GET", f"/api/v1/desk{query}", "Dora").status_code == 422
        demote(made, "Carl")
        assert desk(made, "Carl") == []
        assert made.refused("/clock/start", "Carl", why="It is out.") == "ruling/by"


def test_no_desk_and_no_precedent_has_what_is_hidden() -> None:
    with hall() as made:
        made.open(sit=False, ruleset="sealed_fields", scenario="standard", officials=NAMED)
        for seat, name in HIDERS.items():
            assert made.call("POST", f"/seats/{seat}", name, {}).status_code == 201
        deploy(made)
        number, version = made.claim(2, clauses=["1"]), hidden_event(made)
        made.done(f"/claims/{number}/take", "Carl")
        value = opened_fact(made, number, version=version, id="once").json["value"]
        assert value
        pages = ("/api/v1/desk", "/api/v1/precedents", "/claims", "/claims/1")
        for turn in range(2):
            for by in ("Ann", "Bob", "Otto", "Carl", "Dora"):
                for path in pages:
                    text = made.call("GET", path, by).text
                    assert not [word for word in ("strengths", '"value"') if word in text], (by, path)
            if not turn:
                made.rule(number, finding="event_stands", clauses=["1"])


@pytest.mark.parametrize("cursor", ["x", "-1", "%C2%B2", "1e3", "9999999999999999999", "%00", ""])
def test_a_cursor_that_is_none(game: Hall, cursor: str) -> None:
    number = game.claim(game.pull())
    game.ruled(number)
    for path in ("/api/v1/precedents?", f"/claims/{number}/precedents?"):
        assert unwritten(game, "GET", f"{path}cursor={cursor}", "Ann").status_code == 422
        assert game.read(f"{path}cursor=0", "Ann") == {"items": [], "next": None}
    body = {"ruleset": "tug", "cursor": cursor.replace("%00", "\0")}
    assert unwritten(game, "POST", PATH, "Carl", body).status_code == 422


def test_a_page_looks_at_so_many_games(game: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that run, or that are of no use to the reader, are work too."""
    for _ in range(3):
        game.open()
    last = ended(game, 1)
    monkeypatch.setattr(readjudications, "MOST_LOOKED", 2)
    found, cursor, pages = list[str](), None, 0
    while pages == 0 or cursor is not None:
        answer = game.call("POST", PATH, "Carl", {"ruleset": "tug", "cursor": cursor})
        found += [each["game"] for each in answer.json["games"]]
        cursor, pages = answer.json["next"], pages + 1
    assert (found, pages) == ([last], 3)


def test_the_stream_of_errata_is_no_game(game: Hall) -> None:
    assert game.call("POST", ERRATA, "Olga", ERRATUM).status_code == 201
    for path in ("", "/claims", "/events", "/match", "/bundle"):
        assert game.call("GET", f"/api/v1/games/tug{path}", "Olga").status_code == 404
    assert unwritten(game, "POST", PATH, "Olga", {"ruleset": "tug", "games": ["tug"]}).status_code == 404


# -- errata


@pytest.mark.parametrize("claim", [[], {}, None, True, 1.0, "1", 2**31, -1])
def test_an_erratum_follows_no_such_claim(game: Hall, claim: Any) -> None:
    game.ruled(game.claim(game.pull()))
    for source in ({"game": game.game, "claim": claim}, {"game": game.game}, {"game": [], "claim": 1}):
        body = {**{name: each for name, each in ERRATUM.items() if name != "case"}, "from": source}
        assert unwritten(game, "POST", ERRATA, "Olga", body).status_code in (409, 422)


def test_an_erratum_follows_a_ruling_of_its_own_ruleset() -> None:
    with hall() as made:
        made.open(officials=NAMED)
        made.ruled(made.claim(made.pull()))
        other = {**ERRATUM, "clause": "1", "reading": None, "from": {"game": made.game, "claim": 1}}
        path = "/api/v1/rulesets/sealed_fields/errata"
        assert unwritten(made, "POST", path, "Olga", other).json["rule"] == "errata/case"
        assert made.call("POST", ERRATA, "Olga", {**other, "clause": "2"}).status_code == 201


def test_an_erratum_once_and_withdrawn_once(game: Hall) -> None:
    for reading in ({"none": "yes"}, {"worded": "maybe"}, {}, {"worded": "yes", "twice": "yes"}):
        answer = unwritten(game, "POST", ERRATA, "Olga", {**ERRATUM, "reading": reading})
        assert answer.status_code == 422 or answer.json["rule"] == "errata/reading"
    assert unwritten(game, "POST", f"{ERRATA}/worded-1/withdraw", "Olga", {"why": "So."}).status_code == 409
    assert game.call("POST", ERRATA, "Olga", {**ERRATUM, "says": MARKUP}).status_code == 201
    assert game.call("GET", ERRATA).json["items"][0]["says"] == MARKUP
    assert unwritten(game, "POST", ERRATA, "Olga", ERRATUM).json["rule"] == "errata/id"
    again = unwritten(game, "POST", ERRATA, "Olga", {**ERRATUM, "erratum": "other"})
    assert again.json["rule"] == "errata/reading"
    for by in ("", "Ann", "Carl"):
        assert unwritten(game, "POST", f"{ERRATA}/worded-1/withdraw", by, {"why": "So."}).status_code in (
            401,
            403,
        )
    assert game.call("POST", f"{ERRATA}/worded-1/withdraw", "Olga", {"why": "So."}).status_code == 201
    gone = unwritten(game, "POST", f"{ERRATA}/worded-1/withdraw", "Olga", {"why": "So."})
    assert gone.json["rule"] == "errata/none"


# -- clocks


@pytest.mark.parametrize("ms", [10**18, -(10**18), 2**53, True, 1.5, "5", None])
def test_time_that_is_none(game: Hall, ms: Any) -> None:
    for path in ("/clock/adjust", "/clock/lift"):
        assert unwritten(game, "POST", path, "Carl", {**CALLS[path], "ms": ms}).status_code == 422


@pytest.mark.parametrize("path", CALLS)
@pytest.mark.parametrize("why", ["a\u202eb", "a\x00b", "a\u200bb", "\x1b[2J"])
def test_a_reason_that_is_not_plain(game: Hall, path: str, why: str) -> None:
    assert game.refused(path, "Carl", **{**CALLS[path], "why": why}) == "clock/text"


def test_markup_is_text(game: Hall) -> None:
    event = of_kind(game.done("/clock/stop", "Carl", why=MARKUP), "clocks_paused")
    assert event["why"] == MARKUP


def test_a_stale_tab_writes_nothing_twice(game: Hall) -> None:
    game.pull(after="1m")
    body = {**CALLS["/clock/adjust"], "id": "once"}
    game.done("/clock/adjust", "Carl", **body)
    before = game.rows()
    assert game.post("/clock/adjust", "Carl", **body).status_code == 200
    assert game.rows() == before
    assert unwritten(game, "POST", "/clock/adjust", "Carl", {**body, "ms": 1}).status_code == 422
    assert unwritten(game, "POST", "/clock/stop", "Carl", {"why": "So.", "id": "once"}).status_code == 422
    game.done("/end", "Carl", winner="blue", why="It is late.")
    for path in CALLS:
        rule = game.refused(path, "Carl", **CALLS[path])
        assert rule == "match/over", (path, rule)


# -- remedies


def test_a_ruling_is_not_undone_by_a_ruling(game: Hall) -> None:
    version = game.pull(after="1m")
    game.pull(after="1m")
    number = game.claim(version)
    line = of_kind(game.ruled(number, remedy=same(version, worded="yes")), "timeline_opened")["timeline"]
    again = f"/claims/{number}/ruling"
    assert game.refused(again, "Carl", **FOUND, remedy=STANDS) == "claim/state"
    assert game.refused(f"/claims/{number}/take", "Dora", why="I know better.") == "claim/state"
    about = {"timeline": "main", "version": version}
    body = {"about": about, "kind": "rules", "clauses": ["2"], "says": "No.", "asks": STANDS}
    assert game.refused("/claims", "Bob", **body) == "claim/ruled"
    game.pull(after="1m")
    other = game.claim(
        game.pull(after="1m"), by="Bob", about={"timeline": line, "version": 6}, kind="conduct"
    )
    game.done(f"/claims/{other}/take", "Dora")
    for back in (same(version, worded="no"), {"type": "rewind", "timeline": "main", "at": version}):
        rule = game.refused(f"/claims/{other}/ruling", "Dora", **FOUND, remedy=back)
        assert rule.partition("/")[0] in ("remedy", "counterfactual"), rule


def shown(game: Hall) -> dict[str, int]:
    clocks = game.read("/clock")["seats"]
    return {seat: clocks[seat]["left_ms"] for seat in SEATS}


def test_clocks_after_same_faces_are_as_at_the_fork(game: Hall) -> None:
    game.pull(after="1m")
    game.pull(after="2m")
    then = shown(game)
    version = game.pull(after="3m")
    game.pull(after="4m")
    number = game.claim(version)
    remedy = same(version, worded="yes")
    costs = game.call("POST", f"/claims/{number}/costs", "Carl", {"remedies": [remedy]}).json["items"]
    now = shown(game)
    assert costs[0]["clocks"] == {seat: then[seat] - now[seat] for seat in SEATS}
    begun = of_kind(game.ruled(number, remedy=remedy), "timeline_opened")
    assert shown(game) == then
    game.pull(after="5m")
    place = {"timeline": begun["timeline"], "version": begun["at"] + 2}
    second = game.claim(0, about=place)
    game.ruled(second, remedy={**same(0, worded="no"), **place})
    assert shown(game) == then


def test_a_game_is_annulled_once() -> None:
    with hall() as made:
        made.open(officials=JUDGES, policy=OPEN)
        first, second = made.claim(made.pull()), made.claim(made.pull())
        for number in (first, second):
            made.done(f"/claims/{number}/take", "Carl")
        ruled = made.rule(first, remedy={"type": "replay"})
        count = len(made.call("GET", "/api/v1/games", "Ann").json["items"])
        for remedy in ({"type": "replay"}, {"type": "result", "winner": "blue"}):
            rule = made.refused(f"/claims/{second}/ruling", "Carl", **FOUND, remedy=remedy)
            assert rule == "remedy/end"
        assert len(made.call("GET", "/api/v1/games", "Ann").json["items"]) == count == 2
        assert precedents(made)[0]["remedy"] == {"type": "replay"}
        made.game = of_kind(ruled, "remedy_applied")["effect"]["game"]
        assert made.refused("/lift", "Carl", why="So.") == "match/running"
