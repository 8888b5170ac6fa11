"""A script's fault, told by its page: one line of the log, bounded, from our own pages only."""

from structlog.testing import capture_logs

from ironclad.api.settings import Kind, Rate
from tests.api.shared import service
from tests.stores import Store

FAULT = {
    "message": "Error: no such\n  hex",
    "where": "/web/0123456789abcdef/shell/table.js:1:2",
    "stack": "at a\nat b\r\x85at c",
    "page": "/games/g/table",
}


def test_it_is_logged_in_one_line_and_changes_nothing(store: Store) -> None:
    with service(store) as shared, capture_logs() as logged:
        size = shared.referee.queries.log_size()
        answer = shared.client.post("/page-faults", data=FAULT, headers={"User-Agent": "a browser\tof 1861"})
        assert (answer.status_code, answer.data) == (204, b"")
        assert shared.referee.queries.log_size() == size
    (line,) = [each for each in logged if each["event"] == "page_failed"]
    assert line["message"] == "Error: no such hex"
    assert line["stack"] == "at a at b at c"
    assert (line["page"], line["agent"]) == ("/games/g/table", "a browser of 1861")


def test_it_is_bounded_in_size_and_number_and_no_other_site_sends_it(store: Store) -> None:
    with service(store, rates={Kind.FAULT: Rate(3, 600)}) as shared, capture_logs() as logged:
        send = shared.client.post
        assert send("/page-faults", data={"message": "x" * 501}).status_code == 422
        assert send("/page-faults", data={"stack": "x" * 20_000}).status_code in (413, 422)
        foreign = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
        assert send("/page-faults", data=FAULT, headers=foreign).status_code == 403
        assert send("/page-faults", data=FAULT).status_code == 429
    assert not [each for each in logged if each["event"] == "page_failed"]
