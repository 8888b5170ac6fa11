"""The tournament level: a command committed to and witnessed before the beacon round that joins its key."""

from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.dice_records import Anchored, Commanded
from ironclad.domain.kernel.fair.fair_check import DiceChecker, check
from ironclad.domain.kernel.fair.fair_roll import FairDice
from ironclad.domain.kernel.fair.fair_table import BeaconShare, DiceProof, Epoch, FairTable, Terms
from ironclad.domain.kernel.fair.fair_tournament import (
    Intent,
    Schedule,
    Witnessed,
    beacon_holds,
    beacon_share,
    request_digest,
)
from ironclad.domain.match.intents import seconds_of
from tests.proof.parties import GAME, KEEPER, SEATS

SCHEDULE = Schedule("lighthouse", genesis=1_000, period=30)
DIGEST = sha256(b"the whole request, its link too").hexdigest()
INTENT = Intent(position=40, seat="blue", digest=DIGEST, round=12)
WITNESSED = Witnessed(size=41, at=SCHEDULE.time(12) - 1)


def said(name: str, round: int) -> bytes | None:
    return sha256(f"{name} {round}".encode()).digest() if round <= 12 else None


def table() -> FairTable:
    chains = tuple(KEEPER.new(GAME, "main", party, 1, 300) for party in ("server", *SEATS))
    return FairTable(GAME, "main", SEATS, Epoch(1, chains, (), Terms(beacon="lighthouse")))


@pytest.mark.parametrize(("at", "round"), [(0, 1), (999, 1), (1_000, 2), (1_029, 2), (1_030, 3), (1_059, 3)])
def test_rounds_come_by_the_clock(at: int, round: int) -> None:
    assert SCHEDULE.first_after(at) == round
    assert SCHEDULE.time(round) > at


def test_a_roll_has_the_share_of_the_round_that_the_intent_named() -> None:
    share = beacon_share(SCHEDULE, INTENT, DIGEST, WITNESSED, said)
    dice = FairDice(table(), "blue", None, KEEPER, lambda: share)
    faces = dice.roll("pull", "2", 4)
    assert faces != FairDice(bare(table()), "blue", None, KEEPER).roll("pull", "2", 4)
    proof, _ = dice.settle("pull")
    assert proof.beacon == BeaconShare(12, said("lighthouse", 12).hex(), 40)  # type: ignore[union-attr]
    assert fault_of(proof, dice, INTENT, WITNESSED) is None
    for wrong, late in (
        (INTENT, Witnessed(39, 0)),
        (INTENT, Witnessed(41, SCHEDULE.time(12))),
        (None, WITNESSED),
    ):
        assert fault_of(proof, dice, wrong, late) == "beacon"
    other = msgspec.structs.replace(proof, beacon=BeaconShare(12, "00" * 32, 40))
    assert fault_of(other, dice, INTENT, WITNESSED) == "faces"
    for bad in (BeaconShare(11, "00", 40), BeaconShare(12, "no", 40), None):
        assert fault_of(msgspec.structs.replace(proof, beacon=bad), dice, INTENT, WITNESSED) == "beacon"


def bare(table: FairTable) -> FairTable:
    return table.began(msgspec.structs.replace(table.epoch, terms=Terms()))


def fault_of(proof: DiceProof, dice: FairDice, intent: Intent | None, witnessed: Witnessed) -> str | None:
    checker = DiceChecker(
        GAME,
        SEATS,
        beacon=lambda name, share, at: beacon_holds(SCHEDULE, intent, DIGEST, witnessed, share),
    )
    records = [
        Anchored(1, "main", table().epoch),
        Commanded(50, "main", 2, "blue", "pull", dice.proof(), proof),
    ]
    fault = check(checker, records)
    return None if fault is None else fault.check


@pytest.mark.parametrize(
    ("digest", "witnessed", "round", "rule"),
    [
        ("another", WITNESSED, 12, "dice/intent"),
        (DIGEST, None, 12, "dice/witness"),
        (DIGEST, Witnessed(39, 0), 12, "dice/witness"),
        (DIGEST, Witnessed(41, SCHEDULE.time(12)), 12, "dice/witness"),
        (DIGEST, WITNESSED, 13, "dice/beacon"),
    ],
)
def test_what_is_not_in_time_is_refused(
    digest: str, witnessed: Witnessed | None, round: int, rule: str
) -> None:
    intent = msgspec.structs.replace(INTENT, round=round)
    with pytest.raises(Refused) as caught:
        beacon_share(SCHEDULE, intent, digest, witnessed, said)
    assert caught.value.rule == rule


def test_nothing_is_rolled_without_the_beacon() -> None:
    with pytest.raises(Refused, match="the share of lighthouse has not come yet"):
        FairDice(table(), "blue", None, KEEPER).roll("pull", "2")


def test_the_digest_of_a_request_is_as_the_document_has_it() -> None:
    asked = {"id": "x", "decision": "1.blue", "expected_version": None}
    digest = request_digest("g", "main", "blue", {**asked, "command": {"type": "pull", "effort": 1}})
    document = Path(__file__).resolve().parents[2] / "docs" / "dice.md"
    assert f"\n{digest}\n" in document.read_text(encoding="utf-8")
    others = [{**asked, "command": {"effort": 1, "type": "pull"}, key: "y"} for key in asked]
    assert digest not in [request_digest("g", "main", "blue", other) for other in others]


@pytest.mark.parametrize(
    ("at", "seconds"),
    [
        ("1970-01-01T00:00:00.000Z", 0),
        ("2000-02-29T23:59:59.999Z", 951_868_799),
        ("2100-03-01T00:00:00.000Z", 4_107_542_400),
        ("2026-11-22T10:54:15.250Z", 1_795_344_855),
    ],
)
def test_times_are_read_without_a_calendar_s_help(at: str, seconds: int) -> None:
    assert seconds_of(at) == seconds


@pytest.mark.parametrize("at", ["", "now", "2026-11-22", "2026-11-22Tab:00:00Z"])
def test_what_is_no_time_is_refused(at: str) -> None:
    with pytest.raises(Refused):
        seconds_of(at)
