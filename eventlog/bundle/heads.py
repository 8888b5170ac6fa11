"""How far a game goes in a log: a statement that the log's key signs, beside a checkpoint.

A tree proves what is in a log, not that a game has nothing more in it. So the service of a game states, for
the log at a size, every stream of that game and its last version, in a signed note with the text

    ironclad-game-heads/v1 newline | origin newline | size newline | root in base64 newline | game newline
    then for each stream, sorted: name space version newline

where a name is the stream's own, without the game before it ("match", "main", …). A server that states one
thing to one reader and another to another for the same size has signed both.
"""

from collections.abc import Mapping

from ironclad.eventlog.ledger.checkpoints import Checkpoint, parse_checkpoint
from ironclad.eventlog.ledger.errors import BadCheckpoint, LedgerError

_HEADER = "ironclad-game-heads/v1\n"


class BadHeads(LedgerError):
    """A text that is not a valid statement of a game's heads."""


def heads_text(checkpoint: Checkpoint, game: str, heads: Mapping[str, int]) -> str:
    """The statement for a game: `heads` has the last version of each of its streams by name."""
    lines = "".join(f"{name} {heads[name]}\n" for name in sorted(heads))
    plain = Checkpoint(checkpoint.origin, checkpoint.size, checkpoint.root)
    return f"{_HEADER}{plain.text()}{game}\n{lines}"


def parse_heads(text: str, checkpoint: Checkpoint, game: str) -> dict[str, int]:
    """The last versions that a statement of a game at a checkpoint names. Raises BadHeads."""
    if not text.startswith(_HEADER):
        raise BadHeads("the statement is of another kind")
    rows = text.removeprefix(_HEADER).split("\n")
    try:
        stated = parse_checkpoint("".join(f"{row}\n" for row in rows[:3]))
    except BadCheckpoint as wrong:
        raise BadHeads(str(wrong)) from wrong
    if (stated.origin, stated.size, stated.root) != (checkpoint.origin, checkpoint.size, checkpoint.root):
        raise BadHeads("the statement is of another state of the log than the checkpoint")
    if rows[3:4] != [game]:
        raise BadHeads(f"the statement is of another game than {game!r}")
    heads = {}
    for row in rows[4:-1]:
        name, _, digits = row.rpartition(" ")
        if not (name and digits.isascii() and digits.isdigit() and len(digits) <= 19):
            raise BadHeads(f"{row[:100]!r} names no stream and version")
        heads[name] = int(digits)
    if heads_text(checkpoint, game, heads) != text:
        raise BadHeads("the statement is written in another way than the one")
    return heads
