"""What the table's modules sign of calls about clocks, and leave out of stored requests."""

from typing import Any

import pytest
from playwright.sync_api import Page

from ironclad.domain.match.signed import MADE, MATCH, command_bytes
from tests.api.running import Server
from tests.browser.modules import at_home, run

pytestmark = pytest.mark.full

CALLS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("/clock/time", {"to": "grey", "ms": 5}, {"type": "give_time", "to": "grey", "ms": 5}),
    ("/clock/reserve", {}, {"type": "draw_reserve", "ms": None}),
    (
        "/clock/pauses",
        {"until": "2027-01-01T00:00:00.000Z"},
        {"type": "propose_pause", "until": "2027-01-01T00:00:00.000Z", "why": "", "adjourn": False},
    ),
    ("/clock/pauses/p-1/accept", {}, {"type": "accept_pause", "pause": "p-1"}),
    ("/clock/pauses/p-1/decline", {}, {"type": "decline_pause", "pause": "p-1"}),
    ("/clock/resume", {}, {"type": "resume_clocks", "why": ""}),
    ("/clock/vacations", {"from": "a", "to": "b"}, {"type": "take_vacation", "from": "a", "to": "b"}),
    (
        "/clock/adjournment",
        {"digest": "a" * 64, "timeline": "main"},
        {"type": "seal_move", "timeline": "main", "digest": "a" * 64},
    ),
    ("/clock/vacations/end", {}, {"type": "end_vacation"}),
    (
        "/clock/forgive",
        {"of": "grey", "ms": 60_000},
        {"type": "forgive_flag", "seat": "grey", "ms": 60_000, "why": "", "claim": None},
    ),
]


def test_each_call_is_signed_as_the_service_reads_it(page: Page, server: Server) -> None:
    body = "return given.map(([call, body]) => requests.requestOf(call, body));"
    found = run(at_home(page, server), body, [each[:2] for each in CALLS], requests="keys/requests")
    assert [each["path"] for each in found] == [call for call, _, _ in CALLS]
    assert [each["command"] for each in found] == [command for _, _, command in CALLS]


def test_what_the_service_fills_in_is_not_signed(page: Page, server: Server) -> None:
    stored = [{"type": kind, "said": 1, **dict.fromkeys(made, "filled in")} for kind, made in MADE.items()]
    body = "return given.map((each) => requests.signedCommand(requests.MATCH, each));"
    found = run(at_home(page, server), body, stored, requests="proof/requests")
    assert found == [command_bytes(MATCH, each).decode() for each in stored]
