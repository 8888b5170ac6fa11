"""What the table's modules sign of calls about claims: the command that the service reads, field by field."""

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from ironclad.referee.disputes.requests import read
from tests.api.running import Server
from tests.browser.modules import at_home, run

pytestmark = pytest.mark.full

EVENT = {"timeline": "main", "version": 4}
REFUSED = {"timeline": "main", "version": 4, "request": {"type": "pull", "effort": 1}}
STANDS = {"type": "let_stand"}
BACK = {"type": "rewind", "timeline": "main", "at": 3, "clocks": "as_then"}
KEEP = {"type": "rewind", "timeline": "main", "at": 3, "clocks": "keep"}
AGAIN = {"type": "same_faces", **EVENT, "reading": {"end": "drift"}, "through": None}
SAYS: dict[str, Any] = {"kind": "rules", "clauses": ["2"], "says": "No.", "asks": STANDS}
STRETCH = {"timeline": "main", "from": 1, "to": 2}
ITEMS = [{"statement": "I saw it."}, {"message": 3, "sha256": "0" * 64}, {"events": STRETCH}]

CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("/claims", "make_claim", {"about": EVENT, **SAYS}),
    ("/claims", "make_claim", {"about": EVENT, **SAYS, "asks": AGAIN, "reading": {"end": "drift"}}),
    ("/claims", "make_claim", {"about": EVENT, **SAYS, "asks": BACK, "reading": None}),
    ("/claims", "make_claim", {"about": {"flag": "blue"}, **SAYS, "clauses": [], "kind": "clock"}),
    ("/claims", "make_claim", {"about": {"refused": REFUSED}, **SAYS}),
    ("/claims", "make_claim", {"about": {"refused": {**REFUSED, "decision": "1.blue"}}, **SAYS}),
    ("/claims/7/answer", "answer_claim", {"agrees": False, "says": "No.", "asks": KEEP}),
    ("/claims/7/answer", "answer_claim", {"agrees": True, "says": "Yes.", "asks": None}),
    ("/claims/7/withdraw", "withdraw_claim", {}),
    ("/claims/7/evidence", "add_evidence", {"items": ITEMS}),
    ("/claims/7/settle", "settle_claim", {"remedy": BACK}),
    ("/claims/7/settle", "settle_claim", {"remedy": {"type": "result", "winner": None}}),
    ("/claims/7/appeal", "appeal_ruling", {"grounds": ["partial"], "says": "No.", "asks": None}),
]


def test_each_call_is_signed_as_the_service_reads_it(page: Page, server: Server) -> None:
    asked = "requests.requestOf(call, {timeline: 'main', seat: 'blue', ...body})"
    body = f"return given.map(([call, body]) => {asked});"
    given = [[call, fields] for call, _, fields in CALLS]
    found = run(at_home(page, server), body, given, requests="keys/requests")
    assert [each["path"] for each in found] == [call for call, _, _ in CALLS]
    for each, (call, kind, fields) in zip(found, CALLS, strict=True):
        named = {"claim": 7} if call != "/claims" else {}
        present = {name: value for name, value in {**fields, **named}.items() if value is not None}
        assert each["command"] == json.loads(msgspec.json.encode(read(kind, present))), call
        sent = {name: value for name, value in {**each["body"], **named}.items() if value is not None}
        assert read(kind, sent) == read(kind, present), call
