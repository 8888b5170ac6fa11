"""A witness's files: its keys, and what it cosigned, in two places (`ironclad.eventlog.witness.heads`).

The key's file has the witness's name, the secret of its Ed25519 key, and that of its ML-DSA-44 key where this
build has the algorithm: a line each, secrets in hex.
"""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ironclad.api.serving.secret_files import make_once
from ironclad.eventlog.auditing import Remembered
from ironclad.eventlog.ledger import mldsa
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.cosigners import Cosigner
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.mldsa import MlDsaWitness
from ironclad.eventlog.ledger.notes import KEY_BYTES, read_vkey
from ironclad.eventlog.witness.heads import Head, WitnessHeads, WitnessStateError

_KEY_LIMIT = 4_096


@dataclass(frozen=True)
class WitnessKeys:
    """The keys of a witness; `ml_dsa` is None where its file has none, or this build cannot use it."""

    ed25519: Witness
    ml_dsa: MlDsaWitness | None = None

    @property
    def cosigners(self) -> tuple[Cosigner, ...]:
        """Every key, to cosign with."""
        return (self.ed25519,) if self.ml_dsa is None else (self.ed25519, self.ml_dsa)


def default_key() -> Path:
    """Where a witness's key is unless another place is named: in the user's configuration (XDG)."""
    named = os.environ.get("XDG_CONFIG_HOME")
    return (Path(named) if named else Path.home() / ".config") / "ironclad" / "witness.key"


def default_state() -> Path:
    """Where a witness's state is unless another place is named: in the user's state directory (XDG)."""
    named = os.environ.get("XDG_STATE_HOME")
    return (Path(named) if named else Path.home() / ".local" / "state") / "ironclad-witness" / "heads.json"


def copy_of_state(key: Path) -> Path:
    """The second copy of a witness's state: beside its key."""
    return key.with_name(f"{key.name}.heads")


def read_keys(file: Path) -> WitnessKeys:
    """The keys in a file. Raises ValueError, OSError."""
    try:
        with file.open("rb") as held:
            name, secret, *more = held.read(_KEY_LIMIT).decode().splitlines()
        if len(more) > 1:
            raise ValueError("too many lines")
        ed25519 = Witness(name, bytes.fromhex(secret))
        seeds = [bytes.fromhex(each) for each in more]
        usable = [MlDsaWitness(name, seed) for seed in seeds]
    except ValueError as wrong:
        raise ValueError(f"{file} holds no key of a witness") from wrong
    return WitnessKeys(ed25519, usable[0] if usable and mldsa.available() else None)


def make_keys(file: Path, name: str) -> None:
    """Make the keys of a witness in a file that is not there. Raises ValueError (the name), OSError."""
    Witness(name, bytes(KEY_BYTES))
    secrets = [os.urandom(KEY_BYTES).hex() for _ in range(2 if mldsa.available() else 1)]
    file.parent.mkdir(parents=True, exist_ok=True)
    make_once(file, "".join(f"{each}\n" for each in [name, *secrets]).encode())


def host_name() -> str:
    """The name of a witness that was not named: this machine's, as far as a key's name may have it."""
    return f"{socket.gethostname().replace('+', '-')}/witness"


def open_witness(
    key: Path, state: Path, name: str, continued: Path | None = None
) -> tuple[WitnessKeys, WitnessHeads]:
    """A witness's keys and state. Both are made where there is no key yet.

    A key whose state is nowhere is not used, unless `continued` is the file of an `ironclad audit` that
    cosigned with it: its last checkpoint is taken over. Raises ValueError, OSError, WitnessStateError.
    """
    key, state = key.absolute(), state.absolute()
    copy, new = copy_of_state(key), not key.exists()
    for file in (key, state):
        file.parent.mkdir(parents=True, exist_ok=True)
    if not new and continued is None and not state.exists() and not copy.exists():
        raise WitnessStateError(
            f"{key} is there, and neither {state} nor {copy}: what the key cosigned is not known. Restore one"
            " of them, or make another key; a key of `ironclad audit --witness` is taken over with --continue"
        )
    found = audited(continued) if continued is not None else None
    heads = WitnessHeads(state, copy, new=new or found is not None)
    try:
        if new:
            make_keys(key, name)
        if found is not None and ((known := heads.head(found[0])) is None or known.size < found[1].size):
            heads.keep(*found)
        return read_keys(key), heads
    except BaseException:
        heads.close()
        raise


def audited(file: Path) -> tuple[str, Head]:
    """A log's origin and its last checkpoint, from the file of an `ironclad audit`.

    Raises ValueError, OSError.
    """
    try:
        known = msgspec.json.decode(file.read_bytes(), type=Remembered)
        first = read_vkey(known.first_key)
        if known.checkpoint is None:
            raise ValueError("it has no checkpoint yet")
        checkpoint, note = KeyHistory(first.name, first, known.handovers).open(known.checkpoint)
    except (msgspec.DecodeError, LedgerError, ValueError) as wrong:
        raise ValueError(f"{file} is no file of an audit that saw a checkpoint: {wrong}") from wrong
    return checkpoint.origin, Head(checkpoint.size, checkpoint.root, str(note))
