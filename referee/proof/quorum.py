"""The largest checkpoint that enough witnesses cosigned, as a policy says what is enough."""

from threading import Lock

from ironclad.eventlog.ledger.errors import LedgerError
from ironclad.eventlog.ledger.history import KeyHistory
from ironclad.eventlog.ledger.notes import Note
from ironclad.eventlog.ledger.policy import NONE, Policy, check_note
from ironclad.eventlog.store.checkpoints import Checkpoints


class Quorum:
    """Looks for the largest checkpoint that meets a policy. Safe to use from many threads.

    Each checkpoint is checked once for each number of lines that it has, so a look costs one query as a rule.
    """

    def __init__(self, published: Checkpoints, policy: Policy) -> None:
        self._published, self._policy = published, policy
        self._met = -1  # the size of the largest that was found
        self._tried: dict[int, int] = {}  # by size: how many lines it had when it did not meet the policy
        self._mutex = Lock()

    def note(self, history: KeyHistory) -> Note | None:
        """The largest checkpoint that a key of the log signed and that meets the policy; None without one."""
        if self._policy.quorum == NONE:
            return self._published.latest()
        with self._mutex:
            for size, count in self._published.counted(self._met):
                if self._tried.get(size) == count:
                    continue
                if self._meets(self._published.at(size), history, size):
                    self._met = size
                    self._tried = {each: lines for each, lines in self._tried.items() if each > size}
                    break
                self._tried[size] = count
            found = self._published.at(self._met) if self._met >= 0 else None
            if found is None:  # it was forgotten: the next search is for the largest
                self._met = -1
            return found

    def _meets(self, note: Note | None, history: KeyHistory, size: int) -> bool:
        try:
            return note is not None and check_note(note, self._policy, history.keys_for(size)).ok
        except LedgerError:
            return False  # a hand in the table
