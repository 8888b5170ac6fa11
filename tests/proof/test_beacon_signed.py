"""The signature of drand's quicknet: checked where the library is there, refused where it is wrong."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ironclad.api.serving.beacon import beacon_for
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.dice_records import DiceFault
from ironclad.domain.match.events import TournamentSet
from ironclad.eventlog.bundle import beacons, intending
from ironclad.eventlog.bundle.beacons import QUICKNET, known_chain, signed
from ironclad.eventlog.bundle.intending import IntentCheck
from ironclad.referee.dice.beacon import Beacon, BeaconFault, RoundsOverHTTP, SignedRounds
from tests.log.conftest import sqlite_url
from tests.proof.test_tournament import bundle_of, verdict_of
from tests.proof.tournament import LEAD, NEEDED, SCHEDULE, WITNESSES, Clock, Lighthouse, hall_at
from tests.waiting import within

__all__ = ["sqlite_url"]

ROUND = 657_413
SIGNATURE = bytes.fromhex(
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
)
RANDOMNESS = sha256(SIGNATURE).digest()
KEY = QUICKNET.public_key


def test_the_vector_holds() -> None:
    assert beacons.available(), "the extra `test` installs it"
    assert signed(KEY, ROUND, SIGNATURE)
    assert known_chain(KEY) is QUICKNET
    assert known_chain(KEY.upper()) is None


INFINITE = b"\xc0" + bytes(47)


@pytest.mark.parametrize(
    ("key", "round", "signature"),
    [
        (KEY, ROUND + 1, SIGNATURE),
        (KEY, 0, SIGNATURE),
        (KEY, 2**64, SIGNATURE),
        (KEY, -1, SIGNATURE),
        (KEY, ROUND, SIGNATURE[:-1]),
        (KEY, ROUND, SIGNATURE[:-1] + b"\0"),
        (KEY, ROUND, INFINITE),
        (KEY, ROUND, bytes(48)),
        (KEY, ROUND, b"\xff" * 48),
        (KEY, ROUND, RANDOMNESS),
        (KEY[:-2], ROUND, SIGNATURE),
        ("c0" + "00" * 95, ROUND, INFINITE),
        ("no hex", ROUND, SIGNATURE),
        ("", ROUND, SIGNATURE),
    ],
)
def test_what_is_not_signed_is_not_taken(key: str, round: int, signature: bytes) -> None:
    assert not signed(key, round, signature)


def test_a_point_outside_the_subgroup_is_not_taken() -> None:
    """x = 4 is on the curve of G1 and not in the subgroup of prime order."""
    outside = bytes([0x80]) + bytes(46) + b"\x04"
    point = beacons._library().G1Point.from_compressed_bytes_unchecked(outside)
    assert not point.is_in_subgroup()
    assert not signed(KEY, ROUND, outside)


class Said:
    """Rounds with the values that a test gives."""

    def __init__(self, value: bytes | None) -> None:
        self.said, self.closed = value, False

    def value(self, round: int) -> bytes | None:
        return self.said

    def close(self) -> None:
        self.closed = True


def test_a_service_takes_no_round_that_its_beacon_did_not_sign() -> None:
    assert SignedRounds(Said(SIGNATURE), KEY).value(ROUND) == SIGNATURE
    assert SignedRounds(Said(None), KEY).value(ROUND) is None
    assert SignedRounds(Said(RANDOMNESS), KEY).value(ROUND) == RANDOMNESS, "no signature: passed on"
    rounds = SignedRounds(said := Said(SIGNATURE), KEY)
    with pytest.raises(BeaconFault, match=f"round {ROUND + 1} is not signed"):
        rounds.value(ROUND + 1)
    rounds.close()
    assert said.closed


def test_the_signature_is_fetched_and_kept() -> None:
    answer = {"round": ROUND, "randomness": RANDOMNESS.hex(), "signature": SIGNATURE.hex()}
    for signatures, value in ((True, SIGNATURE), (False, RANDOMNESS)):
        rounds = RoundsOverHTTP("http://x", lambda url: json.dumps(answer).encode(), signatures)
        assert within(lambda rounds=rounds: rounds.value(ROUND) is not None)  # type: ignore[misc]
        assert rounds.value(ROUND) == value
        rounds.close()


def test_the_settings_of_a_known_beacon_are_its_own(tmp_path: Path) -> None:
    file = tmp_path / "beacon.json"
    told = {
        "name": "quicknet",
        "genesis": QUICKNET.genesis,
        "period": 3,
        "public_key": KEY,
        "url": "http://x",
    }
    file.write_text(json.dumps(told))
    made = beacon_for(1, {"IRONCLAD_BEACON": str(file)})
    assert made is not None
    assert isinstance(made.rounds, SignedRounds)
    file.write_text(json.dumps({**told, "genesis": QUICKNET.genesis + 3}))
    with pytest.raises(ValueError, match="quicknet has genesis"):
        beacon_for(1, {"IRONCLAD_BEACON": str(file)})
    file.write_text(json.dumps({**told, "public_key": "ab"}))
    made = beacon_for(1, {"IRONCLAD_BEACON": str(file)})
    assert made is not None
    assert isinstance(made.rounds, RoundsOverHTTP)


def terms(public_key: str, **more: Any) -> TournamentSet:
    about = {"genesis": QUICKNET.genesis, "period": QUICKNET.period, **more}
    keys = tuple(str(each.verifier) for each in WITNESSES)
    return TournamentSet("quicknet", about["genesis"], about["period"], public_key, keys, 1, 30)


def held(public_key: str, value: bytes, round: int = ROUND) -> IntentCheck:
    """What is found of one value of a game with these terms."""
    check = IntentCheck("g", terms=terms(public_key))
    check._check_signature(public_key, round, value, 9)
    check.values = 1
    return check


UNCHECKED = {
    "no key": ("", SIGNATURE, "names no public key"),
    "another kind of key": ("ab" * 48, SIGNATURE, "keys of its kind"),
    "randomness": (KEY, RANDOMNESS, "has its randomness"),
}


@pytest.mark.parametrize("which", UNCHECKED)
def test_what_is_not_checked_is_said(which: str) -> None:
    public_key, value, why = UNCHECKED[which]
    check = held(public_key, value)
    assert why in check.unchecked
    assert why in check.found
    assert "hold them to the beacon with --beacon FILE" in check.found


def test_a_good_signature_is_said_and_a_bad_one_fails() -> None:
    check = held(KEY, SIGNATURE)
    assert check.unchecked == ""
    assert "the values of quicknet signed by its key" in check.found
    with pytest.raises(DiceFault, match="not signed by the beacon's key"):
        held(KEY, SIGNATURE, ROUND + 1)


SECRET = bytes(31) + b"\x07"


def own_key() -> str:
    """The public key of a beacon that anybody can make, and foresee."""
    library = beacons._library()
    return bytes((library.G2Point() * library.Scalar.from_be_bytes(SECRET)).to_compressed_bytes()).hex()


def own_signature(round: int) -> bytes:
    library = beacons._library()
    message = sha256(round.to_bytes(8, "big")).digest()
    point = library.G1Point.hash_to_curve(message, beacons._DST) * library.Scalar.from_be_bytes(SECRET)
    return bytes(point.to_compressed_bytes())


def test_a_key_that_the_game_alone_names_is_said() -> None:
    assert "a key that the game alone names" in held(own_key(), own_signature(ROUND)).unchecked


class SigningLighthouse(Lighthouse):
    """It says the signatures of its rounds; one that lies says that of another round."""

    lies = False

    def value(self, round: int) -> bytes | None:
        return None if super().value(round) is None else own_signature(round + self.lies)


@pytest.mark.parametrize("lies", [False, True])
def test_a_game_is_held_to_the_signatures_of_its_beacon(sqlite_url: str, tmp_path: Path, lies: bool) -> None:
    lighthouse = SigningLighthouse(clock := Clock())
    lighthouse.lies = lies
    beacon = Beacon(SCHEDULE, own_key(), lighthouse, NEEDED, LEAD)
    with hall_at(sqlite_url, tmp_path, clock, beacon=beacon) as hall:
        hall.open(False)
        for _ in range(2):
            hall.pull()
        data = bundle_of(hall)
        verdict = verdict_of(data, tmp_path)
        if lies:
            assert verdict.first_failure is not None
            assert verdict.first_failure.check == "dice"
            assert "is not signed by the beacon's key" in verdict.first_failure.detail
            return
        assert verdict.ok, verdict.first_failure
        unchecked = "beacon not checked: its values are signed by a key that the game alone names"
        assert unchecked in verdict.not_checked
        assert verdict_of(data, tmp_path, own_signature).ok
        randomness = verdict_of(data, tmp_path, lambda round: sha256(own_signature(round)).digest())
        assert randomness.ok
        assert not any("beacon" in each for each in randomness.not_checked)
        assert not verdict_of(data, tmp_path, lambda round: own_signature(round + 1)).ok


def test_without_the_library_nothing_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacons, "_library", lambda: None)
    assert not beacons.available()
    with pytest.raises(LookupError, match="not installed"):
        signed(KEY, ROUND, SIGNATURE)
    assert "lacks the extra `beacon`" in held(KEY, SIGNATURE, ROUND + 1).unchecked


def test_a_known_beacon_with_other_rounds_is_refused() -> None:
    """A service that moved the genesis would know rounds that it calls still to come."""
    intending._check_schedule(terms(KEY))
    intending._check_schedule(terms("", genesis=5))
    for wrong in ({"genesis": QUICKNET.genesis + 3}, {"period": 4}):
        with pytest.raises(Refused, match="quicknet has other rounds"):
            intending._check_schedule(terms(KEY, **wrong))


@pytest.mark.parametrize(("stored", "known"), [(SIGNATURE, RANDOMNESS), (RANDOMNESS, SIGNATURE)])
def test_a_file_may_have_the_randomness_or_the_signature(stored: bytes, known: bytes) -> None:
    assert intending._is_same(stored, known)
    assert intending._is_same(stored, stored)
    assert not intending._is_same(stored, b"x" * 32)
