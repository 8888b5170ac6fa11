"""A server with the log's key and the game's forges commands with hidden fields that their seats signed.

Each forgery is signed as if it were true: tree, checkpoint and heads are those of the forged rows. `FORGED`
is held to the browser's verifier too (tests/browser/test_sealed_proof.py).
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.eventlog.sealing import KEY_BYTES, NONCE_BYTES, SALT_BYTES, GameSeal
from ironclad.eventlog.signer import Signing
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY, Row
from tests.proof.sealing_player import SealingPlayer
from tests.proof.test_signed_bundle import Body, fault_at
from tests.proof.test_verifying import verdict_of
from tests.toys.sealed_fields import SEALED_FIELDS, SEATS

RULES = {SEALED_FIELDS.name: SEALED_FIELDS}
Forge = Callable[[list[Row]], tuple[list[Row], int]]
"""(rows of an ended game) -> the forged rows, the position of the event at fault"""


def played(path: Path, rules: Any = SEALED_FIELDS, **how: Any) -> tuple[list[Row], str]:
    """The rows of a whole game; in Six Fields each seat gives its orders by itself."""
    signing = Signing(KEY, path / "notary")
    with referee_at(f"sqlite:///{path / 'log.db'}", {rules.name: rules}, signing=signing) as referee:
        player = SealingPlayer(referee, rules.name, **{"dice": V2, "own": SEATS, **how})
        player.play_on(7)
        return [row[1:5] for row in stored(referee)], player.game


def places(rows: list[Row], kind: str, of: str) -> list[int]:
    """The indices of the events of a kind that have a command of a type, with something sealed in it."""
    return [
        at
        for at, row in enumerate(rows)
        if row[2] == f"match.{kind}.1"
        and b'"sealed":' in row[3]
        and json.loads(row[3])["command"]["type"] == of
    ]


def with_body(rows: list[Row], at: int, change: Callable[[Body], object]) -> tuple[list[Row], int]:
    body = json.loads(rows[at][3])
    change(body)
    assert canonical(body) != rows[at][3]
    return [*rows[:at], (*rows[at][:3], canonical(body)), *rows[at + 1 :]], at + 1


def of_kind(kind: str, of: str, change: Callable[[Body], object], nth: int = 0) -> Forge:
    return lambda rows: with_body(rows, places(rows, kind, of)[nth], change)


def key_of(rows: list[Row]) -> bytes:
    return bytes.fromhex(json.loads(next(row[3] for row in rows if row[2] == "match.seal_opened.1"))["key"])


def resealed(
    rows: list[Row], at: int, field: str, value: Any, salt: bytes | None = None, part: str = "command"
) -> Body:
    """A value sealed in the place of a field: under its seat's salt, unless another is given."""
    stream, version, _, body = rows[at]
    info = f"ironclad-seal-fact/v1|{stream}|{version}|/{part}/{field}".encode()
    derived = HKDF(SHA256(), KEY_BYTES + SALT_BYTES, None, info).derive(key_of(rows))
    sealed = json.loads(body)[part][field]["sealed"]
    if salt is None:
        nonce = bytes.fromhex(sealed["digest"])[:NONCE_BYTES]
        salt = AESGCM(derived[:KEY_BYTES]).decrypt(nonce, b64decode(sealed["box"]), None)[:SALT_BYTES]
    plain = salt + canonical(value)
    digest = sha256(plain).digest()
    padded = plain + b"\x80" + bytes(-(len(plain) + 1) % 256)
    box = AESGCM(derived[:KEY_BYTES]).encrypt(digest[:NONCE_BYTES], padded, None)
    return {"sealed": {"box": b64encode(box).decode(), "digest": digest.hex(), "for": sealed["for"]}}


def value_at(rows: list[Row], at: int, field: str) -> Any:
    stream, version, _, body = rows[at]
    sealed = json.loads(body)["command"][field]["sealed"]
    return GameSeal(key_of(rows)).value(stream, version, f"/command/{field}", sealed, True)


def other_value(kind: str, of: str, field: str) -> Forge:
    """Another plaintext under the salt of the seat."""

    def forge(rows: list[Row]) -> tuple[list[Row], int]:
        at = places(rows, kind, of)[0]
        value = value_at(rows, at, field)
        name = sorted(value)[0]
        lied = {**value, name: 8 if isinstance(value[name], int) else "f"}
        box = resealed(rows, at, field, lied)
        return with_body(rows, at, lambda body: body["command"].update({field: box}))

    return forge


def other_salt(kind: str, of: str, field: str) -> Forge:
    """The same plaintext under another salt."""

    def forge(rows: list[Row]) -> tuple[list[Row], int]:
        at = places(rows, kind, of)[0]
        box = resealed(rows, at, field, value_at(rows, at, field), b"s" * SALT_BYTES)
        return with_body(rows, at, lambda body: body["command"].update({field: box}))

    return forge


def kept_digest(rows: list[Row]) -> tuple[list[Row], int]:
    """Another plaintext in the box of the last command, beside the digest that was signed.

    Of an earlier one the next request of a seat would tell: it names another past.
    """
    at = places(rows, "command_accepted", "give_orders")[-1]
    box = resealed(rows, at, "plan", {"north-1": "f"})

    def change(body: Body) -> None:
        body["command"]["plan"]["sealed"]["box"] = box["sealed"]["box"]

    return with_body(rows, at, change)


def _set(field: str, **change: Any) -> Callable[[Body], object]:
    return lambda body: body["command"][field]["sealed"].update(change)


def _digest_alone(body: Body) -> None:
    sealed = body["command"]["strengths"]["sealed"]
    body["command"]["strengths"] = {"sealed": {"digest": sealed["digest"]}}


def swapped(rows: list[Row]) -> tuple[list[Row], int]:
    """The digests of two commands exchanged."""
    one, other = places(rows, "command_accepted", "deploy")[:2]
    theirs = json.loads(rows[other][3])["command"]["strengths"]["sealed"]
    return with_body(rows, one, _set("strengths", digest=theirs["digest"]))


FORGED: dict[str, tuple[Forge, str]] = {
    "another plaintext of a command": (other_value("command_accepted", "deploy", "strengths"), "signatures"),
    "another salt of a command": (other_salt("command_accepted", "deploy", "strengths"), "signatures"),
    "another plaintext of a commit": (other_value("command_committed", "give_orders", "plan"), "signatures"),
    "another salt of a commit": (other_salt("command_committed", "give_orders", "plan"), "signatures"),
    "another plaintext than was committed to": (
        other_value("command_accepted", "give_orders", "plan"),
        "seals",
    ),
    "another salt than was committed to": (other_salt("command_accepted", "give_orders", "plan"), "seals"),
    "a box that is not of the digest": (kept_digest, "seals"),
    "two digests exchanged": (swapped, "signatures"),
    "more seats that may read": (
        of_kind("command_accepted", "deploy", _set("strengths", **{"for": ["north", "south"]})),
        "signatures",
    ),
    "a digest without a box": (of_kind("command_accepted", "deploy", _digest_alone), "signatures"),
    "a field called sealed": (
        of_kind("command_accepted", "deploy", lambda body: body["command"].update(sealed=1)),
        "signatures",
    ),
    "one more field": (
        of_kind("command_accepted", "deploy", lambda body: body["command"].update(more=1)),
        "signatures",
    ),
}


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return played(tmp_path_factory.mktemp("ended"))


def test_the_game_holds(ended: tuple[list[Row], str], tmp_path: Path) -> None:
    assert verdict_of(*ended, tmp_path, rules=RULES.__getitem__).ok


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_command_is_named(what: str, ended: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = ended
    forge, check = FORGED[what]
    forged, position = forge(rows)
    failure = verdict_of(forged, game, tmp_path, rules=RULES.__getitem__).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == (check, position)
    if check == "signatures":
        assert fault_at(forged, game) == position


def test_a_forgery_is_named_while_the_game_runs(ended: tuple[list[Row], str], tmp_path: Path) -> None:
    """Nobody has the game's key then: the digests and the signatures are enough."""
    rows, game = ended
    at = places(rows, "command_committed", "give_orders")[1]
    forged, position = with_body(rows, at, _set("plan", digest="00" * 32))
    failure = verdict_of(forged[:position], game, tmp_path, rules=RULES.__getitem__).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("signatures", position)


def unsigned_salt(rows: list[Row]) -> tuple[list[Row], int]:
    """A salt that the server picked for a command which nobody signed."""
    at = places(rows, "command_accepted", "deploy")[0]
    box = resealed(rows, at, "strengths", value_at(rows, at, "strengths"), b"s" * SALT_BYTES)
    return with_body(rows, at, lambda body: body["command"].update(strengths=box))


def unsigned_commit_salt(rows: list[Row]) -> tuple[list[Row], int]:
    """The salt of a commit, where it is carried out, though nobody signed it."""
    at = places(rows, "command_accepted", "give_orders")[0]
    box = resealed(rows, at, "plan", value_at(rows, at, "plan"), b"s" * SALT_BYTES)
    return with_body(rows, at, lambda body: body["command"].update(plan=box))


UNSIGNED: dict[str, Forge] = {"a command": unsigned_salt, "what was committed to": unsigned_commit_salt}


@pytest.fixture(scope="module")
def unsigned(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return played(tmp_path_factory.mktemp("unsigned"), keyed=False)


@pytest.mark.parametrize("what", UNSIGNED)
def test_without_a_key_the_salt_is_that_of_its_place(
    what: str, unsigned: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = unsigned
    forged, position = UNSIGNED[what](rows)
    failure = verdict_of(forged, game, tmp_path, rules=RULES.__getitem__).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("seals", position)
    assert "another salt than its place gives" in failure.detail


def test_a_game_with_chains_of_the_service_holds(tmp_path: Path) -> None:
    assert verdict_of(*played(tmp_path, dice=V1, own=()), tmp_path, rules=RULES.__getitem__).ok
