"""Receipts: that the log holds a request, for the seat that signed it (docs/signatures.md)."""

from time import monotonic
from typing import TypeVar

import msgspec

from ironclad.domain.match.signed import Seen
from ironclad.eventlog.errors import NotFound, Problem, as_problems
from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.notes import Note
from ironclad.eventlog.ledger.proofs import consistency_proof, inclusion_proof
from ironclad.eventlog.records import EventRecord, LogReceipt, Receipted
from ironclad.eventlog.signer import UNTRUSTED
from ironclad.eventlog.store.recorders import Row
from ironclad.referee.open_games import OpenGames
from ironclad.referee.pasts import seen_in

WAIT_SECONDS = 2.0
"""How long the answer to a request waits for a signed checkpoint of it."""

_FIRST_LOOK, _LONGEST_LOOK = 0.005, 0.05  # seconds from one look for another process's to the next

A = TypeVar("A", bound=Receipted)


class Receipts:
    """Gives receipts of one log. None is given while a game is locked: a checkpoint is waited for."""

    def __init__(self, open_games: OpenGames) -> None:
        self._open_games, self._ledger = open_games, open_games.ledger

    def to_event(self, answer: A, event: EventRecord) -> A:
        """An answer with the receipt of its request's own event, if what its seat had seen is signed."""
        seen = (event.data.get("signature") or {}).get("seen")
        return answer if seen is None else self._with(answer, event.position, msgspec.convert(seen, Seen))

    def to_row(self, answer: A, row: Row) -> A:
        """The same, where the request's event is a row of the log."""
        seen = seen_in(row[2], bytes(row[3]))
        return answer if seen is None else self._with(answer, row[4], seen)

    @as_problems()
    def of_request(self, game: str, seats: tuple[str, ...], id: str) -> LogReceipt:
        """The receipt of a request that one of these seats made under an id of its own.

        Raises NotFound where none did, or two of them, and for a request without what its seat had seen.
        """
        found: list[Row] = []
        for seat in seats:
            answer = self._open_games.recorder.answer(f"{game}/{seat}", id)
            if answer is not None:
                found += self._open_games.recorder.appended(answer[3], 1)
        if len(found) != 1:
            raise NotFound("no request has this id" if not found else "name the seat: several used this id")
        seen = seen_in(found[0][2], bytes(found[0][3]))
        if seen is None:
            raise NotFound("the request does not say what its seat had seen: it has no receipt")
        return self._receipt(found[0][4], seen)

    def _with(self, answer: A, position: int, seen: Seen) -> A:
        try:
            receipt = self._receipt(position, seen)
        except Problem as wrong:
            return msgspec.structs.replace(answer, receipt=None, receipt_problem=str(wrong))
        return msgspec.structs.replace(answer, receipt=receipt)

    def _receipt(self, position: int, seen: Seen) -> LogReceipt:
        """Raises NotFound while no signed checkpoint has the event."""
        note = self._covering(position)
        size = parse_checkpoint(note.text).size
        try:
            read = self._ledger.tiles.reader(size)
            ((leaf,), within) = read([(0, position - 1)]), inclusion_proof(read, position - 1, size)
            follows = consistency_proof(read, seen.checkpoint.size, size)
        except LedgerError as wrong:
            raise NotFound(f"the log lacks what the receipt is made of: {wrong}") from wrong
        return LogReceipt(str(note), position, leaf.hex(), _hex(within), _hex(follows))

    def _covering(self, position: int) -> Note:
        """The last signed checkpoint, once it has an event. Raises NotFound if it has not in time.

        Where this process signs it hears of the checkpoint, and need not look for one in the table soon.
        """
        ledger = self._ledger
        wait = _LONGEST_LOOK if ledger.signer is not None and ledger.signer.signs else _FIRST_LOOK
        deadline = monotonic() + WAIT_SECONDS
        while True:
            if ledger.signer is not None:
                ledger.signer.hurry()
            if (known := ledger.published.known(position, wait)) is not None:
                return known
            said = ledger.said()
            if said is None or said.condition in UNTRUSTED:
                signed = "nobody signs the log" if said is None else f"the log is {said.condition}"
                reason = signed if said is None else f"{signed}: {said.reason}"
                raise NotFound(f"no checkpoint has the request: {reason}")
            if (latest := ledger.covering(position)) is not None:
                return latest
            if monotonic() >= deadline:
                due = f"no checkpoint has event {position} of the log yet"
                raise NotFound(f"{due}: ask for the receipt again")
            wait = min(2 * wait, _LONGEST_LOOK)


def _hex(hashes: list[bytes]) -> tuple[str, ...]:
    return tuple(each.hex() for each in hashes)
