"""What can be wrong with a proof, a note, a key or a signature: a name for each, all of them ValueErrors."""


class LedgerError(ValueError):
    """The base of all errors of the ledger."""


class BadSize(LedgerError):
    """Sizes or an index of which there is no proof: an empty tree, an index past it, a tree that shrinks."""


class BadProof(LedgerError):
    """A proof that does not show what it should."""


class BadTile(LedgerError):
    """A path that names no tile, or bytes that are not a tile."""


class BadNote(LedgerError):
    """Bytes that are no signed note."""


class BadKey(LedgerError):
    """A text that is no key of a note."""


class BadSignature(LedgerError):
    """A signature that a known key did not make, or none of a known key."""


class BadCheckpoint(LedgerError):
    """A note's text that is no checkpoint, or one of another log."""


class BadEmptyRoot(BadCheckpoint):
    """A checkpoint of an empty log with a root that an empty log does not have."""


class BadHistory(LedgerError):
    """Handovers of a log's key that do not follow from each other."""


class BadPolicy(LedgerError):
    """A text that is no policy of logs and witnesses."""
