"""Claims in a game that hides something: no seat learns from them what it may not know."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.referee import request_limits
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


REASON = "North has seven points behind the hill."


def ruled_in_secret(game: Hall) -> int:
    number = claimed(game)
    game.done(f"/claims/{number}/take", "Carl")
    body = {"finding": "event_stands", "facts": "So it is.", "clauses": ["1"], "remedy": STANDS}
    events = game.done(f"/claims/{number}/ruling", "Carl", id="r", **body, sealed_reason=REASON)
    assert REASON not in str(events)
    again = game.post(f"/claims/{number}/ruling", "Carl", id="r", **body, sealed_reason=REASON)
    assert (again.status_code, again.json["events"]) == (200, events)
    other = game.post(f"/claims/{number}/ruling", "Carl", id="r", **body, sealed_reason="Another.")
    assert other.status_code == 422, "this id was used for another request"
    return number


def test_nobody_reads_a_sealed_reason_before_the_end(game: Hall, tmp_path: Path) -> None:
    number = ruled_in_secret(game)
    assert all(REASON.encode() not in row[3] for row in game.rows())
    paths = (f"/claims/{number}", "/claims", "/events?timeline=match", "/bundle", "/api/v1/precedents?q=hill")
    for path in paths:
        for by in ("", "Ann", "Bob", "Carl"):
            answer = game.call("GET", path, by)
            assert REASON.encode() not in answer.data, (path, by)
    assert game.read(f"/claims/{number}", "Ann")["ruling"]["sealed_reason"] == {}
    assert game.read("/api/v1/precedents?q=hill")["items"] == []
    assert game.verdict(tmp_path).word == "waits"
    game.done("/annul", "Carl", why="Enough.")
    given = next(each for each in game.read(f"/claims/{number}")["events"] if each["type"] == "ruling_given")
    assert given["data"]["sealed_reason"] == {"value": REASON}
    verdict = game.verdict(tmp_path)
    assert verdict.word == "holds", verdict.first_failure


def test_the_digest_of_a_request_tells_nothing_of_a_sealed_reason(game: Hall) -> None:
    """Who guesses the reason cannot try it on the digest of the whole request."""
    ruled_in_secret(game)
    asked = [msgspec.json.decode(row[3]) for row in game.rows() if b'"type":"rule_claim"' in row[3]]
    with_reason = {**asked[0]["command"], "sealed_reason": REASON}
    content = {"ask": with_reason.pop("type"), **with_reason}
    whole = {"id": "r", "by": asked[0]["by"], "game": game.game, **content}
    assert asked[0]["digest"] != request_limits.digest_of("dispute", whole).hex()


@pytest.mark.parametrize("kind", ["command_accepted", "ruling_given"])
def test_an_altered_sealed_reason_is_named(game: Hall, tmp_path: Path, kind: str) -> None:
    ruled_in_secret(game)
    game.done("/annul", "Carl", why="Enough.")
    rows = game.rows()
    named = [n for n, row in enumerate(rows) if row[2] == f"match.{kind}.1" and b"sealed_reason" in row[3]]
    (place,) = named
    stream, version, name, body = rows[place]
    for change in (b'"digest":"0', b'"digest":"f'):
        at = body.index(b'"digest":"', body.index(b"sealed_reason"))
        altered = body[:at] + change + body[at + len(change) :]
        if altered != body:
            changed = [*rows[:place], (stream, version, name, altered), *rows[place + 1 :]]
            assert game.verdict(tmp_path, changed).word == "fails"
    plain = {**msgspec.json.decode(body), "sealed_reason": {"seats": []}}
    if kind == "ruling_given":
        changed = [*rows[:place], (stream, version, name, canonical(plain)), *rows[place + 1 :]]
        assert game.verdict(tmp_path, changed).word == "fails"


def test_no_request_has_the_form_of_a_sealed_value(game: Hall, tmp_path: Path) -> None:
    """It would be taken for one, and the game could not be verified any more."""
    box = {"sealed": {"box": "", "digest": "", "for": []}}
    asks = {"type": "correct", "timeline": "main", "set": {"turn": box}}
    about = {"timeline": "main", "version": 2}
    body = {"kind": "rules", "clauses": ["1"], "says": "So.", "asks": asks, "about": about}
    assert game.post("/claims", "Ann", **body).status_code == 422
    request = {"type": "march", "plan": box}
    about = {"refused": {"timeline": "main", "version": 1, "request": request}}
    assert game.post("/claims", "Ann", **{**body, "asks": STANDS, "about": about}).status_code == 422
    assert game.verdict(tmp_path).word == "waits"


def test_where_nothing_is_hidden_nothing_is_sealed() -> None:
    with hall() as game:
        game.open(officials=NAMED)
        number = game.claim(game.pull())
        game.done(f"/claims/{number}/take", "Carl")
        body = {"finding": "event_stands", "facts": "So it is.", "remedy": STANDS}
        path = f"/claims/{number}/ruling"
        assert game.refused(path, "Carl", **body, sealed_reason=REASON) == "ruling/sealed"
        assert game.post(path, "Carl", **body, sealed_reason="x" * 2_001).status_code == 422
        game.done(path, "Carl", **body, sealed_reason=None)
