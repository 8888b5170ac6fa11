"""Times that fall are refused, and what bounds them is found (docs/bundle.md)."""

import msgspec
import pytest

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.bundle.faults import BundleFault
from ironclad.eventlog.bundle.records import Stored
from ironclad.eventlog.bundle.timing import BoundsFinder, Moment, TimeBounds, TimeCheck
from ironclad.eventlog.ledger.checkpoints import Checkpoint
from ironclad.eventlog.ledger.cosignatures import Witness
from ironclad.eventlog.ledger.notes import Note, SigningKey
from ironclad.eventlog.ledger.policy import Policy, read_policy
from tests.proof.timed import CASES, START, command, placed

KEY = SigningKey("games.example/ironclad", b"1" * 32)
ONE, TWO, STRANGER = (Witness(f"witness.example/{name}", name[:1].encode() * 32) for name in ("a", "b", "c"))


def stored(told: list[tuple[str, str, dict[str, object]]]) -> list[Stored]:
    return [Stored(*each[:4], msgspec.Raw(each[4])) for each in placed(told)]


@pytest.mark.parametrize("which", CASES)
def test_a_time_that_falls_is_named(which: str) -> None:
    told, falls = CASES[which]
    check, events = TimeCheck(), stored(told)
    for event in events[: len(events) if falls is None else falls - 1]:
        check.take(event)
    if falls is not None:
        with pytest.raises(BundleFault) as fault:
            check.take(events[falls - 1])
        assert (fault.value.check, fault.value.position) == ("order", falls)


def test_what_cannot_be_read_is_named() -> None:
    for body in (b"[]", b"{}", b'{"at":5}', b"rubbish"):
        with pytest.raises(BundleFault, match="cannot be read"):
            TimeCheck().take(Stored(1, "g/main", 1, "match.command_accepted.1", msgspec.Raw(body)))


def cosigned(size: int, **times: int) -> tuple[int, Note]:
    """A checkpoint with the lines of witnesses at these times."""
    text = Checkpoint(KEY.name, size, bytes(32)).text()
    by = {"one": ONE, "two": TWO, "stranger": STRANGER}
    return size, Note(text, (KEY.sign(text), *(by[name].cosign(text, at) for name, at in times.items())))


BOTH = read_policy(
    f"witness a {ONE.verifier}\nwitness b {TWO.verifier}\ngroup both all a b\nquorum both\n".encode()
)
NOBODY = read_policy(f"witness a {ONE.verifier}\nquorum none\n".encode())
GAME = [*START, *(command("main", minute) for minute in range(1, 8))]
NOTES = [
    cosigned(4, one=100, two=90),
    cosigned(6, one=110),
    cosigned(7, one=120, two=125, stranger=1),
    cosigned(9, two=140, one=130),
]


def bounds(notes: list[tuple[int, Note]], policy: Policy | None) -> BoundsFinder:
    finder = BoundsFinder(notes, policy)
    for event in stored(GAME):
        finder.take(event)
    return finder


def test_cosigned_checkpoints_bound_times_from_both_sides() -> None:
    """The lower one by the first line of those that were enough, the upper one by the last of them."""
    found = bounds(NOTES, BOTH)
    at = {size: (Moment(low, size=size), Moment(high, size=size)) for size, low, high in
          ((4, 90, 100), (7, 120, 125), (9, 130, 140))}  # fmt: skip
    assert found.found == [
        TimeBounds(1, 4, 2, None, None, at[4][1]),
        TimeBounds(5, 7, 3, None, at[4][0], at[7][1]),
        TimeBounds(8, 9, 2, None, at[7][0], at[9][1]),
        TimeBounds(10, 10, 1, None, at[9][0], None),
    ]
    assert found.words == ["how late 1 of 8 requests were made: no witness has cosigned them"]


def test_a_later_checkpoint_that_was_cosigned_earlier_bounds_more() -> None:
    found = bounds([cosigned(4, one=900, two=900), cosigned(10, one=200, two=200)], BOTH).found
    assert {each.until for each in found} == {Moment(200, size=10)}


@pytest.mark.parametrize("policy", [None, NOBODY])
def test_without_a_quorum_nothing_bounds_them(policy: Policy | None) -> None:
    found = bounds(NOTES, policy)
    assert found.found == [TimeBounds(1, 10, 8, None, None, None)]
    assert found.words == ["when each request was made"]


def test_a_line_that_is_not_good_bounds_nothing() -> None:
    size, note = cosigned(10, one=100)
    _, other = cosigned(9, two=100)
    forged = Note(note.text, (*note.signatures, other.signatures[1]))
    assert bounds([(size, forged)], BOTH).found[0].until is None


def test_the_tournament_level_names_its_witnesses_and_its_beacon() -> None:
    """A round of the beacon that is in the log is over for all that comes after it."""
    terms = {
        "beacon": "b",
        "genesis": 1_000,
        "period": 30,
        "public_key": "",
        "witnesses": [str(ONE.verifier), str(TWO.verifier)],
        "needed": 2,
        "lead": 1,
    }
    rolled = {"dice_proof": {"epoch": 1, "beacon": {"round": 11, "value": "00", "intent": 4}}}
    told = [START[0], ("match", "match.tournament_set.1", terms), *START[1:]]
    told += [command("main", 1), command("main", 2, **rolled), command("main", 3)]
    finder = BoundsFinder([cosigned(6, one=1_290, two=1_295)], None)
    for event in stored(told):
        finder.take(event)
    over, seen = Moment(1_300, round=11), Moment(1_295, size=6)
    assert finder.found == [
        TimeBounds(1, 6, 3, None, None, seen),
        TimeBounds(7, 7, 1, over, Moment(1_290, size=6), None),
    ]
    assert canonical(msgspec.to_builtins(finder.found[1].after)) == b'{"round":11,"size":null,"time":1300}'
