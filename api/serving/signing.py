"""The log's signing key, the notary's file and the witnesses, as whoever runs the service names them."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from ironclad.api.serving.secret_files import make_once
from ironclad.eventlog.ledger.cosignatures import read_witness_key
from ironclad.eventlog.ledger.notes import KEY_BYTES, SigningKey, read_signing_key
from ironclad.eventlog.signer import Signing
from ironclad.eventlog.store import sqlite_path


def signing_for(url: str, environ: Mapping[str, str] = os.environ) -> Signing:
    """What the environment says of signing the log at a URL.

    IRONCLAD_LOG_KEY_FILE holds the key in one line; it is made where there is none yet, and beside a SQLite
    file where it is not named. IRONCLAD_LOG_ORIGIN is the name by which the log is known everywhere: the name
    of its key. IRONCLAD_NOTARY_FILE remembers the last checkpoint, apart from the database. A key in
    IRONCLAD_LOG_NEXT_KEY_FILE takes the place of the other. IRONCLAD_WITNESSES are witnesses' keys, with
    commas. A process without a key signs nothing. Raises ValueError, OSError.
    """
    listed = [each.strip() for each in environ.get("IRONCLAD_WITNESSES", "").split(",")]
    witnesses = tuple(read_witness_key(each) for each in listed if each)
    file = _key_file(url, environ.get("IRONCLAD_LOG_KEY_FILE", ""))
    if file is None:
        return Signing(witnesses=witnesses)
    origin = environ.get("IRONCLAD_LOG_ORIGIN", "")
    key = _key_in(file, origin or f"ironclad-{secrets.token_hex(8)}")
    if origin and key.name != origin:
        raise ValueError(f"{file} has the key of {key.name!r}, and IRONCLAD_LOG_ORIGIN is {origin!r}")
    following = environ.get("IRONCLAD_LOG_NEXT_KEY_FILE", "")
    successor = _key_in(Path(following), key.name) if following else None
    if successor is not None and successor.name != key.name:
        raise ValueError(f"{following} has the key of {successor.name!r}, not of {key.name!r}")
    notary = Path(environ.get("IRONCLAD_NOTARY_FILE") or f"{file}.notary")
    return Signing(key, notary, witnesses, successor)


def _key_file(url: str, named: str) -> Path | None:
    if named:
        return Path(named)
    if not url.startswith("sqlite:"):
        return None
    path = sqlite_path(url)
    return Path(f"{path}.log-key") if path is not None else None


def _key_in(file: Path, name: str) -> SigningKey:
    """The key in a file, which is made with this name where there is none."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        make_once(file, f"{SigningKey(name, os.urandom(KEY_BYTES)).encoded()}\n".encode())
    try:
        return read_signing_key(file.read_bytes().decode().strip())
    except ValueError as wrong:
        raise ValueError(f"{file} holds no key that signs a log") from wrong
