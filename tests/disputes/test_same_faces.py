"""The remedy `same_faces`: commands are decided by another reading with the same faces, on a new line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.referee.open_games import seeded_by
from tests.disputes.hall import STANDS, Hall, hall, kinds, of_kind
from tests.disputes.test_rulings import JUDGES
from tests.match.readings.recorded import ROPE_OF_READINGS
from tests.toy import changed

RULESETS = {"tug": changed(ROPE_OF_READINGS, hands_over=frozenset({"pull"}))}
POLICY = {"limits": "open", "panel": 1}
ALTERED = ["dropped place", "face", "place", "command", "seat", "mark"]
DICE = ["server", "ironclad-dice/v1", "ironclad-dice/v2"]


@pytest.fixture(params=DICE)
def game(request: pytest.FixtureRequest) -> Iterator[Hall]:
    own = {"dice": seeded_by(b"tests")} if request.param == "server" else {}
    with hall(rulesets=RULESETS, **own) as made:
        yield opened(made, request.param)


def opened(game: Hall, dice: str = "ironclad-dice/v1") -> Hall:
    return game.open(
        officials=JUDGES,
        policy=POLICY,
        control="10m+30s",
        version="1.0",
        **({} if dice == "server" else {"dice": dice}),
    )


def same(version: int, through: int | None = None, **reading: str) -> dict[str, Any]:
    found = {"type": "same_faces", "timeline": "main", "version": version, "reading": reading}
    return found if through is None else {**found, "through": through}


def bodies(game: Hall, line: str) -> list[tuple[str, dict[str, Any]]]:
    """The events of a line by their stored names."""
    return [(row[2], msgspec.json.decode(row[3])) for row in game.rows() if row[0] == f"{game.game}/{line}"]


def pulled(game: Hall, line: str) -> list[tuple[int, int, bool]]:
    """Each pull of a line: effort, die, whether it holds."""
    found = [body for name, body in bodies(game, line) if name == "tug.rope_pulled.1"]
    return [(each["effort"], each["die"], each["held"]) for each in found]


def holds(game: Hall, path: Path) -> None:
    verdict = game.verdict(path)
    assert verdict.word == "holds", verdict.first_failure


def test_the_same_commands_show_the_same_faces(game: Hall, tmp_path: Path) -> None:
    versions = [game.pull(effort=1 + number % 2, after="1m") for number in range(4)]
    number = game.claim(versions[1])
    remedy = same(versions[1], versions[2], worded="yes")
    cost = game.call("POST", f"/claims/{number}/costs", "Carl", {"remedies": [remedy]}).json["items"][0]
    assert (cost["allowed"], cost["undone"]["commands"]) == (True, 1)
    events = game.ruled(number, remedy=remedy)
    applied, line = of_kind(events, "remedy_applied"), of_kind(events, "timeline_opened")["timeline"]
    assert [each["version"] for each in applied["effect"]["replayed"]] == versions[1:3]
    moved = [each["data"]["readings"] for each in events if each["type"] == "rules_moved"]
    assert moved == [{"worded": "yes"}] * 2
    was, now = pulled(game, "main"), pulled(game, line)
    assert [(-effort, die, held) for effort, die, held in now] == was[1:3]
    assert game.read("", "Ann")["timeline"] == line
    game.pull(after="1m")
    holds(game, tmp_path)


def test_an_erratum_is_a_reading_too(game: Hall, tmp_path: Path) -> None:
    versions = [game.pull(effort=3) for _ in range(30)]
    place, (effort, die, held) = next(
        (number, each) for number, each in enumerate(pulled(game, "main")) if each[1] == 3
    )
    assert not held
    number = game.claim(versions[place])
    events = game.ruled(number, remedy=same(versions[place], **{"equal-holds": "holds"}))
    line = of_kind(events, "timeline_opened")["timeline"]
    assert pulled(game, line) == [(effort, die, True)]
    game.pull(effort=3)
    holds(game, tmp_path)


@pytest.mark.parametrize(
    ("reading", "rule"),
    [
        ({"sure": "yes"}, "remedy/dice"),
        ({"tired": "yes"}, "remedy/through"),
        ({"worded": "no"}, "counterfactual/reading"),
        ({"end": "drift"}, "remedy/reading"),
        ({"none": "yes"}, "counterfactual/reading"),
    ],
)
def test_what_cannot_be_decided_again(game: Hall, reading: dict[str, str], rule: str) -> None:
    first, second = game.pull(effort=1), game.pull(effort=3)
    number = game.claim(first)
    game.done(f"/claims/{number}/take", "Carl")
    body = {"finding": "event_wrong", "facts": "So it is.", "clauses": ["2"]}
    ruling = f"/claims/{number}/ruling"
    assert game.refused(ruling, "Carl", **body, remedy=same(first, second, **reading)) == rule
    places = [same(second + 50, worded="yes"), same(first + 1, worded="yes")]
    for remedy in places:
        assert game.refused(ruling, "Carl", **body, remedy=remedy) == "remedy/place"
    elsewhere = {**same(first, worded="yes"), "timeline": "nowhere"}
    assert game.refused(ruling, "Carl", **body, remedy=elsewhere) == "remedy/timeline"


def test_what_is_replayed_is_not_taken_back(game: Hall, tmp_path: Path) -> None:
    game.pull(effort=1)
    shout = {"type": "shout", "word": "heave"}
    seat = game.read("", "Ann")["due"][0]["seat"]
    by = {"blue": "Ann", "grey": "Bob"}[seat]
    version = game.read("", "Ann")["version"] + 1
    answer = game.call("POST", "/commands", by, {"id": "s", "command": shout})
    assert answer.status_code == 200, answer.text
    number = game.claim(version)
    game.ruled(number, remedy=same(version, worded="yes"))
    refused = game.call("POST", "/take-backs", by, {"id": "b", "seat": seat})
    assert (refused.status_code, refused.json.get("rule")) == (409, "take-back/ruling"), refused.text
    holds(game, tmp_path)


def test_an_appeal_undoes_it(game: Hall, tmp_path: Path) -> None:
    first = game.pull(after="1m")
    game.pull(after="1m")
    number = game.claim(first)
    line = of_kind(game.ruled(number, remedy=same(first, worded="yes")), "timeline_opened")["timeline"]
    game.pull(after="1m")
    game.done(f"/claims/{number}/appeal", "Bob", grounds=["wrong_rule"], says="It holds.")
    game.done(f"/claims/{number}/panel", "Carl")
    drawn = next(data for kind, data in game.match_events() if kind == "panel_named")["members"]
    names = JUDGES["assessors"]
    (judge,) = [each for each in names if _pseudonym(game, each) in drawn]
    events = game.done(f"/claims/{number}/votes", judge, vote="change", remedy=STANDS, says="No.")
    assert "remedy_undone" in kinds(events)
    now = game.read("", "Ann")["timeline"]
    assert now not in ("main", line)
    assert len(pulled(game, now)) == 0
    assert game.read("", "Ann")["version"] >= first
    game.pull()
    holds(game, tmp_path)


def _pseudonym(game: Hall, name: str) -> str | None:
    account = game.referee.people.accounts.find(name)
    assert account is not None
    return game.referee.claims.official_of(game.game, account.account)


def test_it_is_replayed_once_more(tmp_path: Path) -> None:
    """A line of commands that were decided again is the place of another such remedy."""
    with hall(rulesets=RULESETS) as game:
        opened(game)
        version = game.pull(effort=2)
        game.pull()
        line = of_kind(game.ruled(game.claim(version), remedy=same(version, worded="yes")), "timeline_opened")
        replayed = {"timeline": line["timeline"], "version": line["at"] + 2}
        number = game.claim(0, about=replayed)
        back = {**same(0, worded="no"), **replayed}
        events = game.ruled(number, remedy=back)
        last = of_kind(events, "timeline_opened")["timeline"]
        assert pulled(game, last) == pulled(game, "main")[:1]
        game.pull()
        holds(game, tmp_path)


def altered(body: dict[str, Any], what: str) -> dict[str, Any] | None:
    """An event with one thing in it changed; None where it has no such thing."""
    if what == "dropped place" and body.get("effect", {}).get("replayed"):
        effect = {**body["effect"], "replayed": body["effect"]["replayed"][:-1]}
        return {**body, "effect": effect}
    if "replayed" not in body:
        return None
    if what == "face" and body["rolls"]:
        (roll,) = body["rolls"]
        return {**body, "rolls": [{**roll, "faces": [roll["faces"][0] % 6 + 1]}]}
    if what == "place":
        return {**body, "replayed": {**body["replayed"], "version": body["replayed"]["version"] + 1}}
    if what == "command":
        return {**body, "command": {**body["command"], "effort": body["command"]["effort"] % 3 + 1}}
    if what == "seat":
        return {**body, "seat": "grey" if body["seat"] == "blue" else "blue"}
    return {name: each for name, each in body.items() if name != "replayed"} if what == "mark" else None


@pytest.mark.parametrize("what", ALTERED)
def test_what_is_altered_is_named(game: Hall, tmp_path: Path, what: str) -> None:
    versions = [game.pull(effort=1 + number % 2, after="1m") for number in range(3)]
    game.ruled(game.claim(versions[0]), remedy=same(versions[0], versions[1], worded="yes"))
    rows = game.rows()
    for number, (stream, version, name, body) in enumerate(rows):
        changed = altered(msgspec.json.decode(body), what)
        if changed is not None:
            rows[number] = (stream, version, name, canonical(changed))
            break
    else:
        raise AssertionError(f"there is no {what}")
    assert game.verdict(tmp_path, rows).word == "fails"
