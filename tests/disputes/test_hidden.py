"""Claims in a game that hides something: no seat learns from them what it may not know."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.disputes.hall import NAMED, STANDS, Hall, hall, kinds
from tests.toys.sealed_fields import STACKS

HOLDS = {"north": "Ann", "south": "Bob"}
SECRET = {seat: dict(zip(STACKS[seat], (7, 1, 1), strict=True)) for seat in HOLDS}


@pytest.fixture
def game() -> Iterator[Hall]:
    with hall() as made:
        made.open(sit=False, ruleset="sealed_fields", scenario="standard", officials=NAMED)
        for seat, name in HOLDS.items():
            assert made.call("POST", f"/seats/{seat}", name, {}).status_code == 201
        deploy(made)
        yield made


def deploy(game: Hall) -> None:
    """Both seats share their points among their stacks."""
    for seat, name in HOLDS.items():
        due = next(each for each in game.read("", name)["due"] if each["seat"] == seat)
        command = {"type": "deploy", "strengths": SECRET[seat]}
        body = {"id": f"d-{seat}", "decision": due["id"], "command": command}
        answer = game.call("POST", "/commands", name, body)
        assert answer.status_code in (200, 202), answer.text


def claimed(game: Hall, **more: Any) -> int:
    return game.claim(2, **{"clauses": ["1"], **more})


def test_a_claim_is_filed_without_a_case(game: Hall) -> None:
    number = claimed(game)
    assert game.read(f"/claims/{number}")["case"] == ""
    assert game.call("GET", f"/claims/{number}/case").status_code == 404


def test_what_would_have_been_is_not_told(game: Hall) -> None:
    body = {"timeline": "main", "version": 2, "reading": {"any": "holds"}}
    assert game.refused("/counterfactuals", "Ann", **body) == "counterfactual/hidden"


def test_seats_learn_nothing_of_a_correction(game: Hall) -> None:
    number = claimed(game)
    for path in ("strengths.south-1", "turn", "nothing"):
        remedy = {"type": "correct", "timeline": "main", "set": {path: 1}}
        answer = game.call("POST", f"/claims/{number}/costs", "Ann", {"remedies": [remedy]})
        (cost,) = answer.json["items"]
        assert (cost["allowed"], cost["rule"]) == (False, "remedy/hidden")
        assert game.refused(f"/claims/{number}/settle", "Ann", remedy=remedy) == "remedy/hidden"
    game.done(f"/claims/{number}/take", "Carl")
    hidden = {"type": "correct", "timeline": "main", "set": {"strengths.south-1": 1}}
    body = {"finding": "event_wrong", "facts": "So.", "clauses": ["1"], "remedy": hidden}
    assert game.refused(f"/claims/{number}/ruling", "Carl", **body) == "remedy/hidden"


def test_a_refused_request_with_what_is_hidden_is_no_claim(game: Hall) -> None:
    request = {"type": "deploy", "strengths": SECRET["north"]}
    about = {"refused": {"timeline": "main", "version": 1, "request": request}}
    body = {"kind": "rules", "clauses": ["1"], "says": "So.", "asks": STANDS, "about": about}
    assert game.refused("/claims", "Ann", **body) == "claim/hidden"


def test_no_answer_about_a_claim_has_what_is_hidden(game: Hall, tmp_path: Path) -> None:
    number = claimed(game)
    for path in (f"/claims/{number}", f"/claims/{number}/costs", "/claims"):
        for by in ("", "Ann", "Bob", "Carl"):
            assert "strengths" not in game.call("GET", path, by).text
    assert kinds(game.ruled(number, finding="event_stands", clauses=["1"]))[1] == "ruling_given"
    assert game.verdict(tmp_path).word == "waits"
    assert kinds(game.done("/annul", "Carl", why="Enough."))[-1] == "seal_opened"
    late = {"type": "rewind", "timeline": "main", "at": 1}
    (cost,) = game.call("POST", f"/claims/{number}/costs", "Ann", {"remedies": [late]}).json["items"]
    assert cost["rule"] == "remedy/opened"
    assert game.verdict(tmp_path).word == "holds"


# -- one fact for the director


def opened_fact(game: Hall, claim: int, by: str = "Carl", **more: Any) -> Any:
    body = {"timeline": "main", "version": 2, "number": 1, **more}
    return game.post(f"/claims/{claim}/facts", by, **body)


def hidden_event(game: Hall) -> int:
    """The version of the first event of the line that hides something."""
    rows = [row for row in game.rows() if row[0] == f"{game.game}/main"]
    return next(int(row[1]) for row in rows if b'"sealed":' in row[3])


def test_a_director_has_one_fact_opened(game: Hall, tmp_path: Path) -> None:
    number, version = claimed(game), hidden_event(game)
    refused = opened_fact(game, number, version=version)
    assert (refused.status_code, refused.json["rule"]) == (409, "claim/taken")
    game.done(f"/claims/{number}/take", "Carl")
    answer = opened_fact(game, number, version=version, id="once")
    assert answer.status_code == 201, answer.text
    values = [each for seat in HOLDS for each in (*SECRET[seat].values(), SECRET[seat])]
    assert answer.json["value"] in values
    told = [each for each in answer.json["events"] if each["type"] == "fact_opened"]
    assert told[0]["data"] == {
        "type": "fact_opened", "claim": number, "timeline": "main", "version": version, "number": 1,
        "to": game.read("/claims")["officials"]["chief"],
    }  # fmt: skip
    again = opened_fact(game, number, version=version, id="once")
    assert (again.status_code, again.json["value"]) == (200, answer.json["value"])
    assert game.verdict(tmp_path).word != "fails"


def test_who_has_no_fact_opened(game: Hall) -> None:
    number, version = claimed(game), hidden_event(game)
    game.done(f"/claims/{number}/take", "Carl")
    for by, rule in (("Ann", "ruling/by"), ("Otto", "ruling/by"), ("Dora", "claim/taken")):
        refused = opened_fact(game, number, by, version=version)
        assert (refused.status_code, refused.json["rule"]) == (409, rule)
    assert opened_fact(game, number, "", version=version).status_code == 401
    for wrong in ({"number": 99}, {"version": 9_999}, {"timeline": "nowhere"}):
        refused = opened_fact(game, number, **{"version": version, **wrong})
        assert (refused.status_code, refused.json["rule"]) == (409, "fact/none")
    assert opened_fact(game, number, version=version, number=0).status_code == 422


def test_a_fact_is_for_the_one_who_took_the_claim(game: Hall) -> None:
    number, version = game.claim(2, clauses=["1"]), hidden_event(game)
    game.done(f"/claims/{number}/take", "Carl")
    assert opened_fact(game, number, version=version, id="once").status_code == 201
    before = game.rows()

    def rule_of(by: str, **more: Any) -> Any:
        answer = opened_fact(game, number, by, **{"version": version, **more})
        assert "value" not in answer.json
        return answer.status_code, answer.json.get("rule")

    for by, rule in (("Ann", "ruling/by"), ("Otto", "ruling/by"), ("Olga", "ruling/by"),
                     ("Judge 1", "ruling/by"), ("Dora", "claim/taken")):  # fmt: skip
        assert rule_of(by, id="once") == (409, rule)
    assert rule_of("Carl", id="once", number=2) == (422, None)
    for number_ in (0, -1, 10_001, 2**53, True, "1"):
        assert rule_of("Carl", number=number_)[0] == 422
    assert rule_of("Carl", timeline="match") == (409, "fact/none")
    assert rule_of("Carl", version=2**31 - 1)[0] in (409, 422)
    assert game.rows() == before
    game.rule(number, finding="event_stands", clauses=["1"])
    assert rule_of("Carl") == (409, "claim/state")


def test_nothing_is_opened_where_nothing_is_hidden() -> None:
    with hall() as open_game:
        open_game.open(officials=NAMED)
        number = open_game.claim(open_game.pull())
        open_game.done(f"/claims/{number}/take", "Carl")
        refused = opened_fact(open_game, number)
        assert (refused.status_code, refused.json["rule"]) == (409, "fact/open")
