"""The second verifiers over whole bundles, beside `ironclad verify`: the same events are at fault."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ironclad.referee.proof.verdicts import Verdict
from tests.proof import second_bundle, second_verifier
from tests.proof.second_seals import verify_seals
from tests.proof.second_signatures import verify_signatures
from tests.proof.second_verifier import Row

CHECKED = ("dice", "signatures", "seals")


def fault(check: str, data: bytes, key: str) -> int | None:
    """The position at fault by one of the second verifiers, from a bundle alone; None where all holds."""
    rows = second_bundle.rows(data)
    game = second_bundle.lines(data)[0]["game"]
    notes = second_bundle.notes(data, key)

    def cosigned(by: str) -> list[tuple[int, int]]:
        return [(size, at) for size, note in notes if (at := second_bundle.cosigned(note, by)) is not None]

    made: dict[str, Callable[[], tuple[int, Any] | None]] = {
        "dice": lambda: second_verifier.verify(game, rows, [size for size, _ in notes], cosigned),
        "signatures": lambda: signed(game, key.split("+")[0], rows, second_bundle.shown(data)),
        "seals": lambda: verify_seals(game, rows, second_bundle.otherwise(data)),
    }
    found = made[check]()
    return None if found is None else found[0]


def signed(game: str, origin: str, rows: list[Row], roots: dict[int, bytes]) -> tuple[int, int] | None:
    found = verify_signatures(game, origin, rows, roots)
    return found if found[0] else None


def compare(verdict: Verdict, file: Path, key: str) -> Verdict:
    """A verdict on a file, after the second verifiers have found the same, as far as they look."""
    failure, data = verdict.first_failure, file.read_bytes()
    if failure is None or failure.check == "rules":
        found = {check: fault(check, data, key) for check in CHECKED}
        assert not any(found.values()), (found, failure)
    elif failure.check in CHECKED and failure.position is not None:
        with suppress(RecursionError):  # a line that Python's own reader of JSON gives up on
            assert fault(failure.check, data, key) == failure.position, failure
    return verdict
