"""`ironclad audit`: follow a server from outside as a witness; raise an alarm where it breaks its word."""

import json
import secrets
import sys
import time
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from random import SystemRandom
from typing import Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import click
import msgspec

from ironclad.api.cli.console import DID_NOT_HOLD, HELD, err, json_option, out, print_document, unusable
from ironclad.api.serving.witness_files import copy_of_state, make_keys, read_keys
from ironclad.eventlog.auditing import SAMPLES, Alarm, Auditor, NotAudited, Round
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.errors import BadKey
from ironclad.eventlog.ledger.evidence import NoEvidence, Unusable, read_evidence
from ironclad.eventlog.ledger.files import write_whole
from ironclad.eventlog.ledger.notes import read_vkey

_ANSWER_LIMIT = 32 * 1024 * 1024
_SECONDS = 30.0
_CLOSED = (401, 403)
_HINT = (
    "Where the log can reach this machine, `ironclad witness` cosigns every checkpoint as it is signed;"
    " it takes this key over with --continue and this audit's --state."
)


@click.command()
@click.argument("url", required=False)
@click.option(
    "--evidence",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Check a file of evidence that a log contradicts itself, which a page saved; asks no server.",
)
@click.option(
    "--state",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("ironclad-audit.json"),
    show_default=True,
    help="Remembers the log's key and the last good checkpoint; keep it as long as you audit.",
)
@click.option("--log-key", metavar="KEY", help="The log's first public key, if it is known from elsewhere.")
@click.option(
    "--witness",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Cosign with the key in this file, which is made where there is none.",
)
@click.option("--name", default="witness", show_default=True, help="The name of a witness key that is made.")
@click.option("--samples", type=click.IntRange(0, 10_000), default=SAMPLES, show_default=True)
@click.option(
    "--every", type=click.FloatRange(1), metavar="SECONDS", help="Go on, one round after the other."
)
@click.option("--token", envvar="IRONCLAD_TOKEN", help="A bearer token, where the server asks for one.")
@click.option(
    "--accept-break", is_flag=True, help="Follow a log on that says that it lost events (after an alarm)."
)
@json_option
def audit(
    url: str | None,
    evidence: Path | None,
    state: Path,
    log_key: str | None,
    witness: Path | None,
    name: str,
    samples: int,
    every: float | None,
    token: str | None,
    accept_break: bool,
    as_json: bool,
) -> None:
    """Hold the server at URL to all that it signed before, and some of its events to what it signs now.

    Ends with 1 where something does not hold; what shows it is kept beside the state. With --evidence it ends
    with 0 where the file proves a contradiction, and with 1 where it proves none.
    """
    if evidence is not None:
        _check_evidence(evidence, url, log_key, as_json)
    if url is None:
        unusable("name the server to audit, or a file of --evidence")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
        unusable(f"{url} is no address of a server")
    try:
        if log_key is not None:
            read_vkey(log_key)
        signer = None if witness is None else _witness(witness, name)
    except (ValueError, OSError) as wrong:
        unusable(str(wrong))
    server = HttpServer(url.rstrip("/"), token)
    auditor = Auditor(
        server, state, log_key, SystemRandom(), lambda: int(time.time()), signer, samples, accept_break
    )
    if signer is not None:
        err().print(f"cosigning as {signer.verifier}", markup=False, soft_wrap=True)
        err().print(_HINT, markup=False, soft_wrap=True)
    while True:
        held = _round(auditor, state, as_json)
        if every is None or not held:
            sys.exit(HELD if held else DID_NOT_HOLD)
        time.sleep(every)


def _check_evidence(file: Path, url: str | None, log_key: str | None, as_json: bool) -> NoReturn:
    """What a file of evidence proves, with nothing but the file; ends the command."""
    if url is not None:
        unusable("a file of evidence is checked without a server: name no address")
    try:
        known = None if log_key is None else str(read_vkey(log_key))
        found = read_evidence(file.read_bytes())
    except (Unusable, BadKey, OSError) as wrong:
        unusable(str(wrong))
    except NoEvidence as wrong:
        _tell(as_json, {"ok": False, "reason": str(wrong)}, f"This proves no contradiction: {wrong}.")
        sys.exit(DID_NOT_HOLD)
    if known not in (None, *found.keys):
        words = f"This is evidence about another log, with the key {found.keys[0]}: {found.text}."
        _tell(as_json, {"ok": False, "reason": words, **msgspec.to_builtins(found)}, words)
        sys.exit(DID_NOT_HOLD)
    whose = "as you named it" if known else "compare it with the key that you know"
    words = f"This proves a contradiction: {found.text}.\nThe log's key: {found.keys[0]} ({whose})"
    _tell(as_json, {"ok": True, **msgspec.to_builtins(found)}, words)
    sys.exit(HELD)


def _round(auditor: Auditor, state: Path, as_json: bool) -> bool:
    """One round, told; whether it held. A server that is away is no end of a watch, an alarm is."""
    try:
        seen = auditor.round()
    except Alarm as alarm:
        kept = _keep_evidence(state, alarm)
        document = {"ok": False, "alarm": str(alarm), "evidence": str(kept)}
        _tell(as_json, document, f"ALARM: {alarm}\nkept: {kept}")
        return False
    except NotAudited as wrong:
        _tell(as_json, {"ok": False, "not_audited": str(wrong)}, f"not audited: {wrong}")
        return False
    except OSError as wrong:
        unusable(f"{state} cannot be used: {wrong.strerror or wrong}")
    _tell(as_json, {"ok": True, **vars(seen)}, _sentence(seen))
    return True


def _sentence(seen: Round) -> str:
    words = f"{seen.origin}: {seen.size:,} events, {seen.size - seen.before:,} of them new; all consistent"
    words += f"; {seen.sampled} held to the checkpoint"
    if seen.closed:
        words += f" ({seen.closed} of them by their hash only: closed to this reader)"
    if seen.cosigned:
        words += "; cosigned"
    if seen.trusted_at_sight:
        words += f"\nThe key is taken on the server's word: {seen.first_key}"
    return words


def _tell(as_json: bool, document: Mapping[str, Any], words: str) -> None:
    if as_json:
        print_document(document)
    else:
        out().print(words, markup=False, soft_wrap=True)


def _keep_evidence(state: Path, alarm: Alarm) -> Path:
    """Write what shows the breach down, under a name that no other has."""
    when = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    path = state.with_name(f"{state.name}.alarm-{when}-{secrets.token_hex(3)}")
    document = {"alarm": str(alarm), "notes": alarm.evidence}
    try:
        write_whole(path, json.dumps(document, indent=1, ensure_ascii=False).encode())
    except OSError as wrong:
        err().print(f"the evidence cannot be kept: {wrong}", style="red", markup=False)
        err().print(json.dumps(document, ensure_ascii=False), markup=False, soft_wrap=True)
    return path


def _witness(file: Path, name: str) -> Witness:
    """The witness in a file, made where there is none. Raises ValueError, OSError."""
    if copy_of_state(file).exists():
        raise ValueError(
            f"{file} is the key of an `ironclad witness`: with two memories it could cosign two histories"
        )
    if not file.exists():
        make_keys(file, name)
    return read_keys(file).ed25519


class HttpServer:
    """A server that is asked over HTTP."""

    def __init__(self, url: str, token: str | None) -> None:
        self._url = url
        self._headers = {"Accept": "*/*", "User-Agent": "ironclad-audit"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, query: Mapping[str, int]) -> bytes | None:
        return self._ask(Request(f"{self._url}{path}{'?' if query else ''}{urlencode(query)}"))

    def post(self, path: str, document: Mapping[str, str]) -> None:
        request = Request(f"{self._url}{path}", json.dumps(document).encode(), method="POST")
        request.add_header("Content-Type", "application/json")
        if self._ask(request) is None:
            raise NotAudited(f"the server does not take what this auditor hands in at {path}")

    def _ask(self, request: Request) -> bytes | None:
        for header, value in self._headers.items():
            request.add_header(header, value)
        try:
            with urlopen(request, timeout=_SECONDS) as answer:
                body: bytes = answer.read(_ANSWER_LIMIT + 1)
        except HTTPError as failed:
            with failed:
                if failed.code in _CLOSED:
                    return None
                raise NotAudited(
                    f"{request.selector} is answered {failed.code}: {_reason(failed)}"
                ) from failed
        except (URLError, HTTPException, OSError) as failed:
            reason = getattr(failed, "reason", failed)
            raise NotAudited(f"the server at {self._url} does not answer: {reason}") from failed
        if len(body) > _ANSWER_LIMIT:
            raise NotAudited(f"{request.selector} is answered with more than {_ANSWER_LIMIT:,} bytes")
        return body


def _reason(failed: HTTPError) -> str:
    """What a problem document says, in one line."""
    try:
        problem = json.loads(failed.read(_ANSWER_LIMIT))
        return str(problem.get("detail") or problem.get("title"))[:500]
    except (ValueError, AttributeError, OSError):
        return failed.reason
