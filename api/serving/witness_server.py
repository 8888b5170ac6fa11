"""Serving a witness (C2SP tlog-witness): granian, one process, requests bounded as the service bounds them.

POST /add-checkpoint   cosigns a checkpoint, or says why not
GET /                  the witness's keys, and the logs that it cosigns, as text
"""

import gc
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import structlog

from ironclad.api.serving import logs
from ironclad.api.serving.fair_pool import Bounds
from ironclad.api.serving.ports import taken
from ironclad.api.serving.request_buffer import REFUSAL, Front
from ironclad.api.serving.serve import (
    address_of,
    allow_files,
    build_server,
    leave_abandoned,
    loader,
    tell_when_listening,
)
from ironclad.api.serving.witness_files import WitnessKeys
from ironclad.api.settings import Settings
from ironclad.eventlog.ledger.cosigners import LogKey
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.witness.cosigning import PLAIN, Answer, CosigningWitness
from ironclad.eventlog.witness.heads import WitnessHeads
from ironclad.eventlog.witness.protocol import PATH, REQUEST_BYTES

THREADS = 4
CONNECTIONS = 512

_REASONS = {
    200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 409: "Conflict", 413: "Content Too Large", 422: "Unprocessable Content",
    500: "Internal Server Error",
}  # fmt: skip
_REFUSALS = {"too-large": 413, "too-slow": 408}

_log = structlog.get_logger("ironclad.witness")

StartResponse = Callable[[str, list[tuple[str, str]]], Any]


class WitnessApplication:
    """The WSGI application of a witness."""

    def __init__(self, witness: CosigningWitness, about: Callable[[], str]) -> None:
        """`about` is the text at `/`."""
        self._witness, self._about = witness, about

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        answer = self._answer(environ)
        length = ("Content-Length", str(len(answer.body)))
        headers = [("Content-Type", answer.kind), length, ("X-Content-Type-Options", "nosniff")]
        if answer.status == 405:
            headers.append(("Allow", "POST" if environ["PATH_INFO"] == PATH else "GET"))
        start_response(f"{answer.status} {_REASONS[answer.status]}", headers)
        return [answer.body]

    def _answer(self, environ: dict[str, Any]) -> Answer:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        if (refusal := environ.get(REFUSAL)) is not None:
            return Answer(_REFUSALS.get(refusal, 400), b"the body of the request cannot be taken\n")
        if path not in (PATH, "/"):
            return Answer(404, b"there is nothing here\n")
        if path == "/":
            return Answer(200, self._about().encode(), PLAIN) if method == "GET" else _not_allowed()
        if method != "POST":
            return _not_allowed()
        try:
            answer = self._witness.add_checkpoint(environ["wsgi.input"].read(REQUEST_BYTES))
        except OSError as failed:
            _log.error("not_remembered", reason=str(failed))
            return Answer(500, b"the checkpoint could not be remembered, and was not cosigned\n")
        _log.info("add_checkpoint", status=answer.status, client=environ.get("REMOTE_ADDR", ""))
        return answer


def _not_allowed() -> Answer:
    return Answer(405, b"this address takes another method\n")


def about(keys: WitnessKeys, logs_known: Sequence[LogKey], heads: WitnessHeads) -> str:
    """The witness's keys, each in one line, and each log with the size that it was cosigned at last."""
    lines = ["This is a transparency log witness (https://c2sp.org/tlog-witness).", "", "Its keys:"]
    lines += [str(each.verifier) for each in keys.cosigners]
    lines += ["", "The logs that it cosigns, and the size of the last checkpoint:"]
    for origin in dict.fromkeys(each.name for each in logs_known):
        head = heads.head(origin)
        lines.append(f"{origin} {0 if head is None else head.size}")
    return "\n".join(lines) + "\n"


def keep_fork(state: Path) -> Callable[[str, str, str], None]:
    """What writes down beside a witness's state that a log's key signed two roots at one size."""

    def keep(origin: str, first: str, second: str) -> None:
        name = hashlib.sha256(f"{first}{second}".encode()).hexdigest()[:16]
        file = state.with_name(f"{state.name}.fork-{name}")
        _log.error("log_forked", origin=origin, evidence=str(file))
        if not file.exists():
            document = {"origin": origin, "notes": [first, second]}
            write_whole(file, json.dumps(document, indent=1, ensure_ascii=False).encode())

    return keep


def serve_witness(
    application: WitnessApplication, host: str, port: int, started: Callable[[str], None]
) -> None:
    """Serve until SIGTERM or SIGINT; port 0 takes a free one.

    `started` gets the address once the server listens. Must run in the main thread, which has the signals.
    Raises AddressInUse.
    """
    logs.configure()
    settings = Settings(streams=0)
    with taken(host, port) as found:
        front = Front(application, Bounds(THREADS), REQUEST_BYTES, None, settings.stream_buffer)
        server = build_server(front, host, found, settings, lambda: None)
        allow_files(CONNECTIONS)
        address = address_of(host, found)
        server.on_startup(lambda: tell_when_listening(host, found, lambda: started(address)))
        gc.freeze()
        _log.info("witnessing", address=address)
        try:
            server.serve(target_loader=loader(front), wrap_loader=False)
        finally:
            front.close(wait=not server.abandoned)
    leave_abandoned(server, address)
