"""What failed in a browser, as the page's own script tells it: a line of the process's log, nothing else."""

import structlog
from flask import request

from ironclad.api.http.guard import needs
from ironclad.api.pages.forms import field
from ironclad.api.pages.root import blueprint
from ironclad.api.settings import Kind
from ironclad.referee.people.roles import Right

FAULT_BYTES = 16 * 1024
_log = structlog.get_logger("ironclad.pages")


@blueprint.post("/page-faults")
@needs(Right.LOOK, Kind.FAULT)
def report_fault() -> tuple[str, int]:
    """Log a script's error; each part in one line, so that nobody writes lines of their own."""
    request.max_content_length = FAULT_BYTES
    given = {name: field(name, most) for name, most in (("message", 500), ("where", 300), ("page", 300))}
    stack = field("stack", 4_000)
    agent = request.headers.get("User-Agent", "")[:200]
    said = {**given, "stack": stack, "agent": agent}
    _log.warning("page_failed", **{name: " ".join(text.split()) for name, text in said.items()})
    return "", 204
