"""A server with the log's key and the game's signs what docs/bundle.md does not allow: it is named.

Each forgery is signed as if it were true: tree, checkpoint and heads are those of the forged rows.
"""

import json
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.codec import Event, canonical
from ironclad.eventlog.sealing import KEY_BYTES, NONCE_BYTES, SALT_BYTES, GameSeal, sealed_in
from tests.proof.logs import Row
from tests.proof.test_sealed_bundle import RULES, details, ended, running, verdict_of
from tests.proof.test_verifying import rows_after

Forge = Callable[[list[Row]], tuple[list[Row], int]]
"""(rows of an ended game) -> the forged rows, the position of the event at fault"""


def place_of(rows: list[Row], kind: str, sealed: bool = False) -> int:
    """The index of the first event of a kind; of the first with a sealed value, if that is asked for."""
    return next(
        at
        for at, row in enumerate(rows)
        if row[2].split(".")[1] == kind and (not sealed or b'"sealed":' in row[3])
    )


def with_body(rows: list[Row], at: int, body: bytes) -> tuple[list[Row], int]:
    return [*rows[:at], (*rows[at][:3], body), *rows[at + 1 :]], at + 1


def rewritten(kind: str, change: Callable[[bytes], bytes], sealed: bool = False) -> Forge:
    """The body of the first event of a kind, changed as bytes."""

    def forge(rows: list[Row]) -> tuple[list[Row], int]:
        at = place_of(rows, kind, sealed)
        body = change(rows[at][3])
        assert body != rows[at][3]
        return with_body(rows, at, body)

    return forge


Box = Callable[[bytes, bytes], tuple[bytes, bytes]]
"""(salt, value as JSON) -> what is hashed, what is put behind it in the box"""


def resealed(box: Box) -> Forge:
    """The first deployment sealed again under its own key, in another way than the page says."""

    def forge(rows: list[Row]) -> tuple[list[Row], int]:
        at = place_of(rows, "stacks_deployed")
        stream, version, _, body = rows[at]
        opened = json.loads(rows[place_of(rows, "seal_opened")][3])["key"]
        seal, data = GameSeal(bytes.fromhex(opened)), json.loads(body)
        ((path, sealed),) = sealed_in(data)
        info = f"ironclad-seal-fact/v1|{stream}|{version}|{path}".encode()
        derived = HKDF(SHA256(), KEY_BYTES + SALT_BYTES, None, info).derive(seal.key)
        plain, behind = box(derived[KEY_BYTES:], canonical(seal.value(stream, version, path, sealed)))
        digest = sha256(plain).digest()
        cipher = AESGCM(derived[:KEY_BYTES]).encrypt(digest[:NONCE_BYTES], plain + behind, None)
        sealed.update(digest=digest.hex(), box=b64encode(cipher).decode())
        return with_body(rows, at, canonical(data))

    return forge


def padding(plain: bytes, blocks: int = 1) -> bytes:
    return b"\x80" + bytes(blocks * 256 - len(plain) - 1)


def of_value(change: Callable[[bytes], bytes]) -> Box:
    def box(salt: bytes, value: bytes) -> tuple[bytes, bytes]:
        plain = salt + change(value)
        return plain, b"\x80" + bytes(-(len(plain) + 1) % 256)

    return box


def other_salt(salt: bytes, value: bytes) -> tuple[bytes, bytes]:
    """With a salt that anyone knows the value can be guessed from its digest."""
    plain = bytes(SALT_BYTES) + value
    return plain, padding(plain)


def more_padding(salt: bytes, value: bytes) -> tuple[bytes, bytes]:
    return salt + value, padding(salt + value, 2)


def second_value(rows: list[Row]) -> tuple[list[Row], int]:
    """One field twice: a reader that takes the first, and one that takes the last, open two values."""
    at = place_of(rows, "stacks_deployed")
    other = at + 1 + place_of(rows[at + 1 :], "stacks_deployed")
    strengths = canonical(json.loads(rows[other][3])["strengths"])
    return with_body(rows, at, b'{"strengths":' + strengths + b"," + rows[at][3][1:])


def opened_twice(rows: list[Row]) -> tuple[list[Row], int]:
    """A second opening behind the first, with another key."""
    at = place_of(rows, "seal_opened")
    stream, version, name, _ = rows[at]
    again = (stream, version + 1, name, canonical({"key": "00" * 32, "type": "seal_opened"}))
    later = [
        (each[0], each[1] + 1, *each[2:]) if each[0] == stream and each[1] > version else each
        for each in rows[at + 1 :]
    ]
    return [*rows[: at + 1], again, *later], at + 2


def opened_first(rows: list[Row]) -> tuple[list[Row], int]:
    """The opening before the end."""
    at = place_of(rows, "game_ended")
    end, opening = rows[at], rows[at + 1]
    return [*rows[:at], (*end[:2], *opening[2:]), (*opening[:2], *end[2:]), *rows[at + 2 :]], at + 1


def other_size(rows: list[Row]) -> tuple[list[Row], int]:
    """The game names a size of boxes that its own do not have: the first of them is wrong."""
    at = place_of(rows, "seal_set")
    changed, _ = with_body(rows, at, canonical({**json.loads(rows[at][3]), "padded_to": 512}))
    return changed, 1 + next(place for place, row in enumerate(rows) if b'"sealed":' in row[3])


FORGED: dict[str, tuple[Forge, str, str]] = {
    "a salt of its own": (resealed(other_salt), "seals", "another salt than its place gives"),
    "more padding": (resealed(more_padding), "seals", "is not padded as it must be"),
    "a value with white space": (resealed(of_value(lambda value: value + b" ")), "seals", "canonical way"),
    "a number with a fraction": (
        resealed(of_value(lambda value: value.replace(b"2", b"2.0"))),
        "seals",
        "canonical way",
    ),
    "a value in lists past counting": (
        resealed(of_value(lambda value: b"[" * 20_000 + b"]" * 20_000)),
        "seals",
        "is not JSON",
    ),
    "a value that is no text": (resealed(of_value(lambda value: b'"\xff"')), "seals", "is not JSON"),
    "a body with white space": (
        rewritten("stacks_deployed", lambda body: body.replace(b",", b", ", 1)),
        "seals",
        "is not written in the canonical way",
    ),
    "a seat twice": (
        rewritten("stacks_deployed", lambda body: b'{"seat":"south",' + body[1:]),
        "seals",
        "is not written in the canonical way",
    ),
    "two sealed values for one field": (second_value, "seals", "is not written in the canonical way"),
    "a command's seat twice": (
        rewritten("command_accepted", lambda body: b'{"seat":"south",' + body[1:], sealed=True),
        "order",
        "is not written in the canonical way",
    ),
    "a commitment that is none": (
        rewritten("seal_set", lambda body: canonical({"commitment": "é" * 64, "type": "seal_set"})),
        "seals",
        "what the game commits to is no hash of a key",
    ),
    "a size of boxes that there is not": (
        rewritten("seal_set", lambda body: canonical({**json.loads(body), "padded_to": 100})),
        "seals",
        "pads what it hides to a size that there is not",
    ),
    "a size of boxes that is no number": (
        rewritten("seal_set", lambda body: canonical({**json.loads(body), "padded_to": None})),
        "order",
        "padded_to",
    ),
    "a size that the boxes do not have": (other_size, "seals", "has no sealed value at"),
    "a second opening": (opened_twice, "seals", "elsewhere than right after the game's end"),
    "an opening before the end": (opened_first, "seals", "elsewhere than right after the game's end"),
    "an event that is no text": (
        rewritten("turn_begun", lambda body: body[:-1] + b',"z":"\xff"}'),
        "order",
        "it is not UTF-8",
    ),
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Row], str]:
    return rows_after(tmp_path_factory.mktemp("opened"), ended, rulesets=RULES)


@pytest.mark.parametrize("what", FORGED)
def test_what_the_page_does_not_allow_is_named(
    what: str, opened: tuple[list[Row], str], tmp_path: Path
) -> None:
    rows, game = opened
    forge, check, detail = FORGED[what]
    forged, position = forge(rows)
    failure = verdict_of(forged, game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == (check, position)
    assert detail in failure.detail


def test_lists_past_counting_are_a_failure(opened: tuple[list[Row], str], tmp_path: Path) -> None:
    rows, game = opened
    for depth in (700, 980, 5_000):
        lists = b"[" * depth + b"]" * depth
        forged, _ = rewritten("stacks_deployed", lambda body: body[:-1] + b',"z":' + lists + b"}")(rows)  # noqa: B023
        (path := tmp_path / str(depth)).mkdir()
        failure = verdict_of(forged, game, path).first_failure
        assert failure is not None
        assert failure.check == "file"


def _in_the_open(self: GameSeal, stream: str, version: int, event: Event, secret: Any, *salts: Any) -> Event:
    return event


def test_a_running_game_that_seals_nothing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stores what it should seal in the open, for anyone who reads the log."""
    monkeypatch.setattr(GameSeal, "sealed", _in_the_open)
    rows, game = rows_after(tmp_path, running, rulesets=RULES)
    failure = verdict_of(rows, game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("rules", place_of(rows, "stacks_deployed"))
    assert "seals nothing where the rules hide /command/strengths" in failure.detail


def test_a_game_that_commits_to_no_key_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a commitment nothing would count as hidden, and the record would be that of an open game."""

    def committed_to_nothing(self: GameSeal, key: bytes, padded_to: int | None) -> None:
        self.key, self.commitment, self.padded_to = key, "", padded_to

    def played(referee: Service) -> str:
        with monkeypatch.context() as patched:
            patched.setattr(GameSeal, "sealed", _in_the_open)
            patched.setattr(GameSeal, "__init__", committed_to_nothing)
            return ended(referee)

    rows, game = rows_after(tmp_path, played, rulesets=RULES)
    verdict = verdict_of(rows, game, tmp_path)
    assert verdict.first_failure is not None
    assert verdict.first_failure.position == place_of(rows, "seal_set") + 1
    assert details(verdict)["seals"] == "what the game commits to is no hash of a key"
