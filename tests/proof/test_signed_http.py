"""Seats that sign what they ask, over HTTP: every call, every way to get it wrong, keys changed and lost."""

from typing import Any

import httpx
import pytest

from ironclad.domain.kernel.fair.fair_dice import V1
from ironclad.domain.match.signed import SCHEME_2
from tests.proof.checking import first_fault, unsigned_at
from tests.proof.parties import OwnChain
from tests.proof.second_signatures import link_hash, message, verify_signatures
from tests.proof.signing import SMALL_ORDER, Key, Signing
from tests.proof.test_dice_http import refused

PULL = {"type": "pull", "effort": 1}
OTHER = {"blue": "grey", "grey": "blue"}
TUG = {"ruleset": "tug", "scenario": "long", "dice": V1}


def origin_of(http: httpx.Client) -> str:
    """The name of the log."""
    return str(http.get("/log/keys").json()["origin"])


def tug(http: httpx.Client, *own: str, scheme: str = "") -> Signing:
    return Signing.new(http, "tug", "long", origin_of(http), *own, scheme=scheme)


@pytest.fixture(params=["", SCHEME_2], ids=["v1", "v2"])
def scheme(request: pytest.FixtureRequest) -> str:
    """How the seats sign."""
    return str(request.param)


def held(table: Signing) -> int:
    """Everything holds, by both verifiers; how many signatures there are."""
    rows = table.log()
    assert first_fault(table.game, rows) is None
    fault = unsigned_at(table.game, table.origin, rows, table.roots)
    assert not fault, [row for row in rows if row[0] == fault]
    return verify_signatures(table.game, table.origin, rows, table.roots)[1]


def pull(table: Signing, **more: Any) -> httpx.Response:
    due = table.due()
    return table.order(due["seat"], PULL, due["id"], **more)


def test_two_seats_play_and_every_request_is_signed(http: httpx.Client, scheme: str) -> None:
    table = tug(http, "blue", "grey", scheme=scheme)
    assert table.ready("grey").status_code == 200
    table.play(6)
    assert table.order("blue", {"type": "shout", "word": "Zürich 日本 😀 \u2028"}, None).status_code == 200
    assert (
        table.order(
            "grey", {"type": "shout", "word": "a/b"}, None, expected_version=table.version()
        ).status_code
        == 200
    )
    kept = [body["signature"] for *_, name, body in table.log() if name == "match.command_accepted.1"]
    shown = [sorted(set(each) - {"seen"}) for each in kept if each]
    assert shown == [["value"]] * 9 + [["link", "value"]] * 2
    assert all(("seen" in each) is bool(scheme) for each in kept if each)
    assert held(table) == 11
    seats = {each["seat"]: each for each in table.get().json()["seats"]}
    for seat in ("blue", "grey"):
        said = {"scheme": scheme} if scheme else {}
        known = {"key": table.keys[seat].public, "number": 1, "log": table.origin, **said}
        assert seats[seat]["key"] == known
        assert seats[seat]["offered_key"] is None


def test_everything_asked_of_the_match_is_signed(http: httpx.Client, scheme: str) -> None:
    table = tug(http, "blue", "grey", scheme=scheme)
    table.ready("grey")
    table.play(3)
    offer = table.post("/draw-offers", {}, "blue").json()["offer"]["id"]
    assert table.post(f"/draw-offers/{offer}/decline", {}, "grey").status_code == 200
    offer = table.post("/draw-offers", {}, "grey").json()["offer"]["id"]
    assert table.post(f"/draw-offers/{offer}/withdraw", {}, "grey").status_code == 200
    for how, seat in (("decline", "grey"), ("withdraw", "blue")):
        proposed = table.post("/rewinds", {"at": 3, "reason": "nur Spaß"}, "blue")
        assert proposed.status_code == 201, proposed.text
        answered = table.post(f"/rewinds/{proposed.json()['id']}/{how}", {}, seat)
        assert answered.status_code == 200, answered.text
    chain = OwnChain("blue", table.game, series=2)
    offered = table.post("/dice/anchors", {"anchor": chain.anchor, "length": 256}, "blue").json()["events"]
    agreed = table.post("/dice/anchors", {"agrees_to": offered[-1]["data"]["offer"]}, "grey")
    assert agreed.status_code == 200, agreed.text
    proposal = table.post("/rewinds", {"at": 3}, "blue").json()["id"]
    mine, theirs = (OwnChain(seat, table.game, proposal) for seat in ("blue", "grey"))
    body = {"timeline": proposal, "anchor": mine.anchor, "length": 256}
    assert table.post("/dice/anchors", body, "blue").status_code == 200
    dice = {"dice": {"anchor": theirs.anchor, "length": 256}}
    assert table.post(f"/rewinds/{proposal}/accept", dice, "grey").status_code == 200
    table.chains, table.line = {"blue": mine, "grey": theirs}, proposal
    assert table.ready("blue").status_code == 200
    table.play(3)
    assert table.post("/dice/anchors", {"custody": "server"}, "blue").status_code == 200
    assert table.post("/resignation", {}, "blue").status_code == 200
    assert held(table) == 25


def test_a_request_without_a_signature_is_refused_by_every_call(http: httpx.Client) -> None:
    table = tug(http, "blue", "grey")
    table.ready("grey")
    table.play(2)
    offer = table.post("/draw-offers", {}, "grey").json()["offer"]["id"]
    proposal = table.post("/rewinds", {"at": 3}, "grey").json()["id"]
    size, key = table.log_size(), Key("another").public
    calls: dict[str, dict[str, Any]] = {
        "/resignation": {},
        "/draw-offers": {},
        f"/draw-offers/{offer}/accept": {},
        f"/draw-offers/{offer}/decline": {},
        f"/draw-offers/{offer}/withdraw": {},
        "/rewinds": {"at": 3},
        f"/rewinds/{proposal}/accept": {},
        f"/rewinds/{proposal}/decline": {},
        f"/rewinds/{proposal}/withdraw": {},
        "/dice/ready": {"link": "0" * 64},
        "/dice/anchors": {"custody": "server"},
        "/seats/grey/key/accept": {"key": key},
        "/seats/grey/key/decline": {"key": key},
        "/commands": {"id": "unsigned", "command": {"type": "shout", "word": "x"}},
    }
    for path, body in calls.items():
        reason = refused(table.post(path, {**body, "signature": None}, "blue"), "signature/missing")
        assert reason == "this has to be signed: key 1 of blue signs it"
        wrong = {"id": "signed", **body, "signature": "0" * 128}
        assert "key 1 of blue" in refused(table.post(path, wrong, "blue"), "signature/wrong")
    for path in set(calls) - {"/commands"}:
        nameless = table.post(path, {**calls[path], "signature": "0" * 128}, "blue")
        assert nameless.status_code == 422, path
    assert table.log_size() == size


def test_what_is_wrong_with_a_signature_is_said_and_nothing_is_used_up(http: httpx.Client) -> None:
    table, other = tug(http, "blue", "grey"), tug(http)
    table.ready("grey")
    table.play(2)
    due, size, used = table.due(), table.log_size(), table.chains["blue"].used
    body = {
        "id": "order",
        "decision": due["id"],
        "command": PULL,
        "link": table.chains["blue"].link(),
        "expected_version": table.version(),
    }
    good = table.keys["blue"].sign(table.ordered("blue", body))

    def said(signature: str, **changed: Any) -> str:
        answer = table.post("/commands", {**body, **changed, "signature": signature}, "blue")
        return refused(answer, "signature/wrong")

    def of(**changed: Any) -> str:
        about: dict[str, Any] = {"log": table.origin, "game": table.game, "timeline": "main", "seat": "blue"}
        about |= {"decision": due["id"], "version": body["expected_version"], "id": "order"}
        about |= {"command": PULL, "link": link_hash(body["link"]), **changed}
        return table.keys["blue"].sign(message(*about.values()))

    assert of() == good
    for form in (good.upper(), good[:-2], "", "x" * 128, good[:-1] + "é"):
        assert "128 hexadecimal digits" in said(form)
    assert table.post("/commands", {**body, "signature": good + "0"}, "blue").status_code == 422
    for place in (0, 63, 64, 127):
        turned = good[:place] + ("1" if good[place] != "1" else "2") + good[place + 1 :]
        assert "no signature of this request" in said(turned)
    assert "of the same request on match" in said(of(timeline="match"))
    assert "of the same request as of grey" in said(of(seat="grey"))
    assert "with expected_version 0" in said(of(version=0))
    assert "without a decision" in said(of(decision=None))
    assert "without a link" in said(of(link=b""))
    if table.origin:
        assert "for the log ''" in said(of(log=""))
    for elsewhere in (
        of(game=other.game),
        of(log="another.example/log"),
        of(version=1),
        of(decision="99.blue"),
        of(id="another"),
        of(command={"type": "pull", "effort": 2}),
        of(link=link_hash("0" * 64)),
        other.keys["blue"].sign(table.ordered("blue", body)),
    ):
        assert "no signature of this request by this key" in said(elsewhere)
    for text in (table.ordered("blue", body), table.ordered("grey", body)):
        assert "signed by key 1 of grey" in said(table.keys["grey"].sign(text))
    assert "no signature" in said(good, id="order-2"), "an old signature under a new id"
    assert table.log_size() == size
    assert table.chains["blue"].used == used
    assert table.post("/commands", {**body, "signature": good}, "blue").status_code == 200
    table.chains["blue"].used += 1
    held(table)


def test_staleness_comes_before_the_signature_and_the_signature_before_the_rules(http: httpx.Client) -> None:
    table = tug(http)
    table.play(1)
    asked = {"id": "late", "decision": "1.blue", "command": PULL, "signature": "0" * 128}
    assert table.post("/commands", asked, "blue").json()["type"].endswith("stale")
    due = table.due()
    illegal = {"type": "pull", "effort": 9}
    refused(table.order(due["seat"], illegal, due["id"], signature=None), "signature/missing")
    refused(table.order(due["seat"], illegal, due["id"]), "2")
    assert refused(table.post("/rewinds", {"at": 2, "signature": None}, "blue"), "signature/missing")
    refused(table.post("/rewinds", {"at": table.version() - 1}, "blue"), "match/boundary")
    for number in (0.5, 1e3):
        answer = table.post(
            "/commands",
            {**asked, "decision": due["id"], "command": {"type": "pull", "effort": number}},
            due["seat"],
        )
        refused(answer, "signature/command")


def test_the_same_request_gets_the_first_answer_however_it_is_signed(http: httpx.Client) -> None:
    table = tug(http)
    due = table.due()
    body = {"id": "once", "decision": due["id"], "command": PULL}
    first = table.post("/commands", body, due["seat"]).json()
    for signature in ("0" * 128, None):
        again = table.post("/commands", {**body, "signature": signature}, due["seat"])
        assert again.json() == {**first, "repeated": True}
    assert (
        table.post("/commands", {**body, "command": {"type": "pull", "effort": 2}}, due["seat"]).status_code
        == 422
    )
    offered = table.post("/draw-offers", {"id": "a-draw"}, "blue").json()
    again = table.post("/draw-offers", {"id": "a-draw", "signature": None}, "blue")
    assert again.json() == {**offered, "receipt": {**offered["receipt"], "repeated": True}}
    assert held(table) == 4


def test_a_signature_that_nobody_asks_for_is_refused(http: httpx.Client) -> None:
    table = Signing(http, http.post("/games", json=TUG).json()["id"])
    table.origin = origin_of(http)
    table.sit("blue", key=Key("blue"))
    table.sit("grey")
    due = table.due()
    assert due["seat"] == "blue"
    table.order("blue", PULL, due["id"])
    for path in ("/resignation", "/draw-offers"):
        refused(table.post(path, {"id": "x", "signature": "0" * 128}, "grey"), "signature/unasked")
    asked = {"id": "y", "decision": table.due()["id"], "command": PULL}
    refused(table.post("/commands", {**asked, "signature": "0" * 128}, "grey"), "signature/unasked")
    branch = table.post("/forks", {"at": 3}, "blue").json()["id"]
    what_if = {**asked, "timeline": branch, "seat": "grey"}
    refused(table.post("/commands", {**what_if, "signature": "0" * 128}, "blue"), "signature/unasked")
    assert table.post("/commands", {**what_if, "signature": None}, "blue").status_code == 200
    assert table.post("/commands", asked, "grey").status_code == 200
    assert held(table) == 2


def test_a_seat_is_taken_with_a_key_only_by_who_has_it(http: httpx.Client) -> None:
    log, key = origin_of(http), Key("a seat's key")
    table = Signing(http, http.post("/games", json=TUG).json()["id"], origin=log)
    taking = {"player": "Ada", "id": "a-secret-of-my-own", "key": key.public}
    refused(table.post("/seats/blue", taking), "signature/missing")
    refused(table.post("/seats/blue", {**taking, "signature": "0" * 128}), "signature/wrong")
    assert (
        table.post("/seats/blue", {"player": "Ada", "key": key.public, "signature": "0" * 128}).status_code
        == 422
    )
    for wrong in (key.public.upper(), key.public[:-1], *sorted(SMALL_ORDER)):
        refused(table.post("/seats/blue", {**taking, "key": wrong, "signature": "0" * 128}), "signature/key")
    table.origin = "another.example/log"
    refused(table.sit("blue", key=key), "signature/wrong")
    table.origin = log
    assert table.sit("blue", key=key).status_code == 201
    refused(table.sit("blue", key=Key("one more")), "match/seat-taken")
    assert "this is key 1 of blue" in refused(table.sit("grey", key=key), "signature/key")
    assert table.sit("grey").status_code == 201
    assert held(table) == 1


def test_a_key_is_registered_later_and_rotated(http: httpx.Client) -> None:
    table = Signing(http, http.post("/games", json=TUG).json()["id"])
    table.origin = origin_of(http)
    for seat in ("blue", "grey"):
        table.sit(seat)
    table.play(2)
    first, second, third = (Key(f"{name} {table.game}") for name in ("first", "second", "third"))
    assert table.register("blue", first, possession="0" * 128).json()["rule"] == "signature/unasked"
    taken = table.register("blue", first)
    assert taken.json()["events"][-1]["data"]["number"] == 1
    assert "this is key 1 of blue" in refused(table.register("grey", first), "signature/key")
    assert "key 1 of blue signs it" in refused(table.register("blue", second), "signature/wrong")
    refused(table.register("blue", second, first, possession="0" * 128), "signature/wrong")
    assert table.keys["blue"] is first
    text = table.asked("blue", "once", {"type": "register_key", "key": first.public})
    once = {"id": "once", "key": first.public, "signature": first.sign(text)}
    refused(table.post("/seats/blue/key", {**once, "possession": first.sign(text)}, "blue"), "signature/key")
    text = table.asked("blue", "rotation", {"type": "register_key", "key": second.public})
    body = {"id": "rotation", "key": second.public, "signature": first.sign(text)}
    refused(table.post("/seats/blue/key", body, "blue"), "signature/missing")
    body["possession"] = second.sign(text)
    given = table.post("/seats/blue/key", body, "blue")
    assert given.status_code == 200, given.text
    table.keys["blue"] = second
    again = table.post("/seats/blue/key", body, "blue")
    assert again.json() == {**given.json(), "repeated": True}
    assert given.json()["events"][-1]["data"]["number"] == 2
    for again in (first, second):
        refused(table.register("blue", again, second), "signature/key")
    assert "key 1 of blue; key 2 of blue signs it" in refused(
        table.order("blue", {"type": "shout", "word": "x"}, None, **_by(table, first)), "signature/wrong"
    )
    assert (
        table.post(
            "/seats/grey/key", {"id": "x", "key": third.public, "signature": "0" * 128}, "blue"
        ).status_code
        == 403
    )
    assert table.order("blue", {"type": "shout", "word": "x"}, None).status_code == 200
    proposal = table.post("/rewinds", {"at": 3}, "blue").json()["id"]
    assert table.post(f"/rewinds/{proposal}/accept", {}, "grey").status_code == 200
    table.line = proposal
    assert {each["seat"]: each["key"] and each["key"]["number"] for each in table.get().json()["seats"]} == {
        "blue": 2,
        "grey": None,
    }, "a rewind touches no keys"
    table.play(2)
    assert held(table) == 5


def _by(table: Signing, key: Key) -> dict[str, str]:
    """An id and a signature by this key of a shout that blue gives."""
    body = {"id": "by-an-old-key", "command": {"type": "shout", "word": "x"}, "decision": None}
    return {"id": body["id"], "signature": key.sign(table.ordered("blue", body))}  # type: ignore[dict-item]


def test_a_lost_key_is_replaced_with_the_other_seats_agreement(http: httpx.Client, scheme: str) -> None:
    table = tug(http, scheme=scheme)
    lost = table.keys["blue"]
    new, newer = Key(f"new {table.game}"), Key(f"newer {table.game}")
    refused(table.offer("blue", new, signature=lost.sign(b"")), "signature/wrong")
    assert table.offer("blue", new, possession="0" * 128).status_code == 422
    assert table.offer("blue", new).status_code == 200
    assert table.get().json()["seats"][0]["offered_key"] == new.public
    table.keys["blue"] = new
    refused(pull(table), "signature/wrong")
    refused(table.post("/seats/blue/key/accept", {"key": new.public}, "blue"), "signature/wrong")
    assert table.post("/seats/blue/key/decline", {"key": new.public}, "grey").status_code == 200
    refused(table.post("/seats/blue/key/accept", {"key": new.public}, "grey"), "signature/offer")
    table.offer("blue", new)
    assert table.offer("blue", newer).status_code == 200, "a newer offer replaces the older"
    refused(table.post("/seats/blue/key/accept", {"key": new.public}, "grey"), "signature/offer")
    agreed = table.post("/seats/blue/key/accept", {"key": newer.public}, "grey")
    assert agreed.json()["events"][-1]["data"]["agreed"] == "grey"
    table.keys["blue"] = newer
    table.play(3)
    # A thief who has the token offers a key; who has the key in force takes it back.
    assert table.offer("blue", Key(f"a thief's {table.game}")).status_code == 200
    stolen = {"key": Key(f"a thief's {table.game}").public}
    assert table.post("/seats/blue/key/decline", stolen, "blue").status_code == 200
    refused(table.post("/seats/blue/key/accept", stolen, "grey"), "signature/offer")
    assert table.post("/seats/green/key/accept", stolen, "grey").status_code == 409
    assert held(table) == 12


def test_a_take_back_is_signed_as_a_command_of_its_line(http: httpx.Client, scheme: str) -> None:
    table = tug(http, "blue", "grey", scheme=scheme)
    table.ready("grey")
    table.play(2)
    at = table.get().json()["version"]
    assert table.order("blue", {"type": "shout", "word": "ho"}, None).status_code == 200
    for wrong, body in (("missing", {"signature": None}), ("wrong", {"signature": "0" * 128})):
        seen = table.seen("main", {}) if body["signature"] else {}
        sent = {"to": at, "id": f"x-{wrong}", **body, **seen}
        refused(table.post("/take-backs", sent, "blue"), f"signature/{wrong}")
    unnamed = table.post("/take-backs", {"id": "unnamed"}, "blue")
    assert unnamed.json()["rule"] == "signature/wrong", "a seat that signs names the version"
    taken = table.post("/take-backs", {"to": at, "id": "back", "expected_version": at + 2}, "blue")
    assert taken.status_code == 200, taken.text
    assert taken.json()["events"][0]["data"]["signature"]
    assert table.get("/position").json()["position"]["shouts"] == {}
    due = table.due()
    pulled = table.order(due["seat"], PULL, due["id"], expected_version=at + 3)
    assert pulled.status_code == 200, pulled.text
    held(table)
