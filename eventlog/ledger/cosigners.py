"""Keys that sign checkpoints, of every type that is read here: logs' keys, and witnesses' keys."""

from ironclad.eventlog.ledger.cosignatures import Witness, WitnessKey
from ironclad.eventlog.ledger.errors import BadKey
from ironclad.eventlog.ledger.mldsa import MlDsaWitness, MlDsaWitnessKey
from ironclad.eventlog.ledger.notes import (
    COSIGNATURE,
    ED25519,
    ML_DSA_COSIGNATURE,
    VerifierKey,
    decode_vkey,
)

CosignerKey = WitnessKey | MlDsaWitnessKey
"""The public half of a key that cosigns checkpoints."""

Cosigner = Witness | MlDsaWitness
"""A key that cosigns checkpoints."""

LogKey = VerifierKey | MlDsaWitnessKey
"""The public half of a key by which a log signs its checkpoints; its name is the log's origin."""

_KINDS: dict[int, type[VerifierKey | WitnessKey | MlDsaWitnessKey]] = {
    ED25519: VerifierKey,
    COSIGNATURE: WitnessKey,
    ML_DSA_COSIGNATURE: MlDsaWitnessKey,
}


def read_any_key(text: str) -> VerifierKey | WitnessKey | MlDsaWitnessKey:
    """A log's or a witness's public key from its one line. Raises BadKey."""
    name, kind, public = decode_vkey(text)
    if kind not in _KINDS:
        raise BadKey(f"the key of {name!r} is of type {kind}: not known here")
    return _KINDS[kind](name, public)


def read_cosigner_key(text: str) -> CosignerKey:
    """A witness's public key from its one line, Ed25519 or ML-DSA-44. Raises BadKey."""
    found = read_any_key(text)
    if isinstance(found, VerifierKey):
        raise BadKey(f"the key of {found.name!r} is of type {ED25519}, not a witness's")
    return found


def read_log_key(text: str) -> LogKey:
    """A log's public key from its one line, Ed25519 or ML-DSA-44. Raises BadKey."""
    found = read_any_key(text)
    if isinstance(found, WitnessKey):
        raise BadKey(f"the key of {found.name!r} is of type {COSIGNATURE}: a witness's, not a log's")
    return found
