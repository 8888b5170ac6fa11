"""The log's signing key, the notary's file and the witnesses, as the operator of the service names them."""

import logging
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from ironclad.api.serving.secret_files import make_once
from ironclad.eventlog.ledger.cosignatures import read_witness_key
from ironclad.eventlog.ledger.notes import KEY_BYTES, SigningKey, read_signing_key
from ironclad.eventlog.ledger.policy import Policy, read_policy
from ironclad.eventlog.signer import Signing
from ironclad.eventlog.store import sqlite_path
from ironclad.eventlog.witness.submitting import PACE_SECONDS
from ironclad.eventlog.witness.transport import WitnessAddress
from ironclad.referee.proof.examining import Apart

_NAME_CHARACTERS = 200  # of a log's name in the name of a file
_log = logging.getLogger(__name__)


def signing_for(url: str, environ: Mapping[str, str] = os.environ) -> Signing:
    """What the environment says of signing the log at a URL.

    IRONCLAD_LOG_KEY_FILE holds the key in one line; it is made where there is none yet, and beside a SQLite
    file where it is not named. IRONCLAD_LOG_ORIGIN is the name by which the log is known everywhere: the name
    of its key. IRONCLAD_NOTARY_FILE remembers the last checkpoint, apart from the database (`notary_place`
    says where, if it is not named). A key in IRONCLAD_LOG_NEXT_KEY_FILE takes the place of the other.
    IRONCLAD_WITNESSES are witnesses' keys, with commas. IRONCLAD_WITNESS_POLICY is a file with a policy of
    witnesses, which are asked to cosign, once in IRONCLAD_WITNESS_PACE seconds each. A process without a key
    signs nothing. Raises ValueError, OSError.
    """
    listed = [each.strip() for each in environ.get("IRONCLAD_WITNESSES", "").split(",")]
    made = Signing(
        witnesses=tuple(read_witness_key(each) for each in listed if each),
        policy=_policy(environ.get("IRONCLAD_WITNESS_POLICY", "")),
        pace=_pace(environ.get("IRONCLAD_WITNESS_PACE", "")),
    )
    file = key_file(url, environ.get("IRONCLAD_LOG_KEY_FILE", ""))
    if file is None:
        return made
    origin = environ.get("IRONCLAD_LOG_ORIGIN", "")
    key = _key_in(file, origin or f"ironclad-{secrets.token_hex(8)}")
    if origin and key.name != origin:
        raise ValueError(f"{file} has the key of {key.name!r}, and IRONCLAD_LOG_ORIGIN is {origin!r}")
    following = environ.get("IRONCLAD_LOG_NEXT_KEY_FILE", "")
    successor = _key_in(Path(following), key.name) if following else None
    if successor is not None and successor.name != key.name:
        raise ValueError(f"{following} has the key of {successor.name!r}, not of {key.name!r}")
    place = notary_place(url, file, key.name, environ)
    if place.warning:
        _log.warning("%s", place.warning)
    if made.policy is not None and made.policy.logs:
        names = [each.key.name for each in made.policy.logs]
        if key.name not in names:
            raise ValueError(f"IRONCLAD_WITNESS_POLICY is of {', '.join(names)}, and not of {key.name}")
    return replace(made, key=key, notary=place.file, successor=successor)


@dataclass(frozen=True)
class NotaryPlace:
    """Where the notary's file of a log is; `warning` says what is wrong with the place, or is ""."""

    file: Path
    warning: str = ""


def notary_place(url: str, key_file: Path, name: str, environ: Mapping[str, str] = os.environ) -> NotaryPlace:
    """Where the notary's file is of the log at a URL that a key signs: where IRONCLAD_NOTARY_FILE says.

    Else it is beside the key, unless that is the directory of a SQLite database, which is copied, moved and
    restored as a whole: then it is in `ironclad-notary` in the user's state directory (XDG_STATE_HOME), under
    the log's name. A file that an earlier build made beside the database is used where there is no other.
    """
    if named := environ.get("IRONCLAD_NOTARY_FILE"):
        return NotaryPlace(Path(named))
    beside = Path(f"{key_file}.notary")
    database = sqlite_path(url) if url.startswith("sqlite:") else None
    if database is None or beside.absolute().parent.resolve() != Path(database).absolute().parent.resolve():
        return NotaryPlace(beside)
    try:
        state = environ.get("XDG_STATE_HOME")
        folder = (Path(state) if state else Path.home() / ".local" / "state") / "ironclad-notary"
    except RuntimeError:  # this user has no home
        return NotaryPlace(beside, f"{beside} is beside the database: set IRONCLAD_NOTARY_FILE")
    file = folder / f"{quote(name, safe='')[:_NAME_CHARACTERS]}.notary"
    if beside.exists() and not file.exists():
        return NotaryPlace(beside, f"{beside} is beside the database: stop the server and move it to {file}")
    return NotaryPlace(file)


def apart_of(url: str, environ: Mapping[str, str] = os.environ) -> Apart:
    """What is known here of the log at a URL apart from its database; no file is made.

    Raises ValueError for witnesses or a policy that cannot be read.
    """
    listed = [each.strip() for each in environ.get("IRONCLAD_WITNESSES", "").split(",")]
    witnesses = tuple(read_witness_key(each) for each in listed if each)
    policy = _policy(environ.get("IRONCLAD_WITNESS_POLICY", ""))
    cosigners = Signing(witnesses=witnesses, policy=policy).cosigners
    file = key_file(url, environ.get("IRONCLAD_LOG_KEY_FILE", ""))
    if file is None:
        return Apart(cosigners=cosigners)
    try:
        key = read_signing_key(file.read_bytes().decode().strip())
    except FileNotFoundError:
        return Apart(wrong=f"{file} is not there", absent=True, cosigners=cosigners)
    except (OSError, ValueError) as wrong:
        return Apart(wrong=f"{file} holds no key that signs a log: {wrong}", cosigners=cosigners)
    place = notary_place(url, file, key.name, environ)
    return Apart(key.verifier, "", False, place.file, place.warning, cosigners)


def _policy(file: str) -> Policy | None:
    """The policy in a file; every address in it is one that can be asked."""
    if not file:
        return None
    try:
        policy = read_policy(Path(file).read_bytes())
        for each in policy.witnesses:
            if each.url:
                WitnessAddress(each.url)
    except ValueError as wrong:
        raise ValueError(f"{file}: {wrong}") from wrong
    return policy


def _pace(seconds: str) -> float:
    if not seconds:
        return PACE_SECONDS
    try:
        if not 0.1 <= (pace := float(seconds)) <= 86_400:
            raise ValueError
    except ValueError as wrong:
        raise ValueError(f"IRONCLAD_WITNESS_PACE is 0.1 to 86400 seconds, not {seconds!r}") from wrong
    return pace


def key_file(url: str, named: str) -> Path | None:
    """The file of the key that signs the log at a URL; None where none is named, and none is beside it."""
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
