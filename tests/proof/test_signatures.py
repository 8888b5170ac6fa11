"""What a seat signs: bytes as the document has them, keys that can be, rules of keys."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.edwards import is_key
from ironclad.domain.match import commands as c
from ironclad.domain.match import signed
from ironclad.domain.match.events import EVENTS, CommandAccepted, KeyDeclined, KeyOffered, KeyRegistered
from ironclad.domain.match.keys import Keys, caused
from ironclad.domain.match.sealed_commands import as_signed
from ironclad.domain.match.signed import MADE, UNSIGNED, Message, Seen, Signature
from ironclad.eventlog.ledger.notes import verifies
from ironclad.referee.player_keys import BadPlayerKey, PlayerKey, message_of, published_id, read_player_key
from tests.proof import make_signature_vectors as plainly
from tests.proof import second_signatures
from tests.proof.make_signature_vectors import OUT, vectors
from tests.proof.second_verifier import Wrong
from tests.proof.signing import SMALL_ORDER, Key

VECTORS: list[dict[str, Any]] = json.loads(OUT.read_text(encoding="utf-8"))["vectors"]
VECTORS_2: list[dict[str, Any]] = json.loads(OUT.read_text(encoding="utf-8"))["vectors_2"]
SEATS = ("blue", "grey")
TORSION = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def parts_of(vector: dict[str, Any]) -> dict[str, Any]:
    names = ("log", "game", "timeline", "seat", "decision", "expected_version", "id", "link")
    return {"command": vector["stored"], **{name: vector[name] for name in names if name in vector}}


def test_the_vectors_are_those_that_the_plain_way_gives() -> None:
    assert list(vectors()) == VECTORS
    assert len(VECTORS) >= 8


@pytest.mark.parametrize("vector", VECTORS, ids=[each["id"][:12] for each in VECTORS])
def test_a_request_is_signed_as_the_vectors_have_it(vector: dict[str, Any]) -> None:
    key, parts = PlayerKey(bytes.fromhex(vector["seed"])), parts_of(vector)
    message = message_of(parts)
    assert message.command == vector["command"].encode()
    assert message.to_bytes().hex() == vector["message"]
    assert (key.public, key.sign(message)) == (vector["key"], vector["signature"])
    assert verifies(bytes.fromhex(key.public), bytes.fromhex(vector["signature"]), message.to_bytes())
    about = [parts.get(name) for name in ("log", "game", "timeline", "seat", "decision", "expected_version")]
    link = second_signatures.link_hash(parts.get("link"))
    second = second_signatures.message(*about, parts["id"], parts["command"], link)  # type: ignore[arg-type]
    assert second.hex() == vector["message"]


@pytest.mark.parametrize("vector", VECTORS_2, ids=[each["id"][:12] for each in VECTORS_2])
def test_a_request_of_v2_is_signed_as_the_vectors_have_it(vector: dict[str, Any]) -> None:
    seen = msgspec.convert(vector["seen"], Seen)
    seen.check_form()
    command = signed.command_bytes(vector["timeline"], vector["stored"])
    assert command == vector["command"].encode()
    about = (vector["log"], vector["game"], vector["timeline"], vector["seat"])
    version = vector.get("expected_version", 0)
    message = Message(*about, vector.get("decision", ""), version, vector["id"], command, b"", seen)
    assert message.to_bytes().hex() == vector["message"]
    assert msgspec.structs.replace(message, seen=None).to_bytes().hex() != vector["message"]
    key = PlayerKey(bytes.fromhex(vector["seed"]))
    assert (key.public, key.sign(message)) == (vector["key"], vector["signature"])


def test_the_command_that_reveals_a_link_is_that_of_the_vectors() -> None:
    (vector,) = (each for each in VECTORS_2 if each["stored"]["type"] == "reveal_link")
    stored = vector["stored"]
    assert (
        signed.command_bytes("main", signed.link_request(stored["committed"], stored["link"]))
        == vector["command"].encode()
    )


@pytest.mark.parametrize(
    "change",
    [
        {"checkpoint": {"size": -1, "root": "00" * 32}},
        {"checkpoint": {"size": 2**53, "root": "00" * 32}},
        {"checkpoint": {"size": 1, "root": "0A" * 32}},
        {"line": {"timeline": "main", "version": -1, "hash": "00" * 32}},
        {"line": {"timeline": "main", "version": 1, "hash": "00" * 31}},
        {"match": {"version": 2**60, "hash": "00" * 32}},
        {"match": {"version": 1, "hash": ""}},
    ],
)
def test_what_was_seen_has_one_form(change: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        msgspec.convert({**VECTORS_2[0]["seen"], **change}, Seen).check_form()
    assert refused.value.rule == "signature/seen"


def test_a_signature_keeps_what_was_seen_and_one_of_v1_nothing_more() -> None:
    seen = msgspec.convert(VECTORS_2[0]["seen"], Seen)
    kept = msgspec.json.encode(Signature("ab", seen=seen))
    assert msgspec.json.decode(kept) == {"value": "ab", "seen": VECTORS_2[0]["seen"]}
    assert msgspec.json.decode(kept, type=Signature) == Signature("ab", seen=seen)
    assert msgspec.json.encode(Signature("ab")) == b'{"value":"ab"}'


@pytest.mark.parametrize(
    "value", [1.0, 0.5, float("nan"), 2**53, -(2**53), [{"a": [1e3]}], {"b": {"c": 2**60}}]
)
def test_numbers_that_not_everybody_writes_alike_are_not_signed(value: Any) -> None:
    with pytest.raises(Refused) as refused:
        signed.command_bytes("main", {"type": "pull", "effort": value})
    assert refused.value.rule == "signature/command"


def test_what_the_service_fills_in_are_fields_of_requests() -> None:
    """The table names requests and fields that there are; other requests hold what a client says, whole."""
    for kind, fields in MADE.items():
        assert set(fields) <= set(c.COMMANDS.types[kind].__struct_fields__), kind
    assert set(c.COMMANDS.types) >= UNSIGNED


def test_every_request_on_the_match_is_in_the_document() -> None:
    text = (Path(__file__).parents[2] / "docs" / "signatures.md").read_text(encoding="utf-8")
    for kind in c.COMMANDS.types:
        assert f"`{kind}`" in text, kind


def test_keys_that_nobody_can_have_made_are_none() -> None:
    good = [bytes.fromhex(Key(f"key {number}").public) for number in range(10)]
    second, nowhere = (2**255 - 19 + 4).to_bytes(32, "little"), (2).to_bytes(32, "little")
    bad = [*map(bytes.fromhex, SMALL_ORDER), second, nowhere, *map(_mixed, good[:3])]
    for body in good + bad:
        assert is_key(body) == plainly.is_key(body) == (body in good), body.hex()
    assert not is_key(good[0][:31])
    assert not is_key(good[0] + b"\0")


def _mixed(key: bytes) -> bytes:
    """A key with a point of order 8 added to it."""
    from ironclad.domain.kernel.fair import edwards

    one, other = edwards._decoded(key), edwards._decoded(TORSION)
    assert one is not None
    assert other is not None
    x, y, z, _ = edwards._plus(one, other)
    prime = 2**255 - 19
    x, y = x * pow(z, -1, prime) % prime, y * pow(z, -1, prime) % prime
    return (y | (x & 1) << 255).to_bytes(32, "little")


def refused(keys: Keys, seat: str, command: Any, rule: str) -> None:
    with pytest.raises(Refused) as found:
        caused(keys, SEATS, seat, command)
    assert found.value.rule == rule


def after(keys: Keys, seat: str, command: Any) -> Keys:
    for event in caused(keys, SEATS, seat, command):
        keys = keys.after(event)
    return keys


ONE, TWO, THREE = (Key(name).public for name in ("one", "two", "three"))


def test_keys_are_registered_and_replaced_and_never_come_back() -> None:
    keys = after(Keys(), "blue", c.TakeSeat(player="p", key=ONE, log="here"))
    assert caused(keys, SEATS, "blue", c.RegisterKey(key=TWO, log="there")) == [
        KeyRegistered("blue", TWO, 2, "there")
    ]
    keys = after(keys, "blue", c.RegisterKey(key=TWO, log="there"))
    for key, seat in ((ONE, "blue"), (TWO, "blue"), (ONE, "grey"), (TWO, "grey")):
        refused(keys, seat, c.RegisterKey(key=key), "signature/key")
        refused(keys, seat, c.TakeSeat(player="p", key=key), "signature/key")
    for key in ("", "0" * 64, THREE.upper(), THREE[:-1], f"{THREE}0", "é" * 64, *SMALL_ORDER):
        refused(keys, "grey", c.RegisterKey(key=key), "signature/key")
    assert caused(keys, SEATS, "grey", c.TakeSeat(player="p")) == []


def test_a_lost_key_is_replaced_by_agreement_of_the_other_seat() -> None:
    keys = after(Keys(), "blue", c.RegisterKey(key=ONE, log="here"))
    refused(keys, "grey", c.OfferKey(key=TWO), "signature/key")
    refused(keys, "grey", c.AcceptKey(of="blue", key=TWO), "signature/offer")
    refused(keys, "grey", c.AcceptKey(of="green", key=TWO), "match/seats")
    assert caused(keys, SEATS, "blue", c.OfferKey(key=TWO, log="x")) == [KeyOffered("blue", TWO, "x")]
    keys = after(keys, "blue", c.OfferKey(key=TWO, log="x"))
    refused(keys, "blue", c.OfferKey(key=TWO), "signature/offer")
    refused(keys, "blue", c.OfferKey(key=ONE), "signature/key")
    refused(keys, "blue", c.AcceptKey(of="blue", key=TWO), "signature/offer")
    newer = after(keys, "blue", c.OfferKey(key=THREE))
    refused(newer, "grey", c.AcceptKey(of="blue", key=TWO), "signature/offer")
    refused(
        after(keys, "grey", c.RegisterKey(key=TWO)), "grey", c.AcceptKey(of="blue", key=TWO), "signature/key"
    )
    for by in SEATS:
        declined = caused(keys, SEATS, by, c.DeclineKey(of="blue", key=TWO))
        assert declined == [KeyDeclined("blue", TWO, by)]
        without = keys.after(declined[0])
        refused(without, "grey", c.AcceptKey(of="blue", key=TWO), "signature/offer")
        assert without.in_force("blue") == keys.in_force("blue")
    assert caused(keys, SEATS, "grey", c.AcceptKey(of="blue", key=TWO)) == [
        KeyRegistered("blue", TWO, 2, "x", "grey")
    ]
    assert not after(keys, "blue", c.RegisterKey(key=THREE)).offers, "a rotation ends the offer"


def test_a_command_without_a_signature_is_stored_as_it_always_was() -> None:
    accepted = CommandAccepted("blue", "id", "digest", "now", {"type": "pull"})
    name, body = EVENTS.encode(accepted)
    assert b'"signature":null' in body
    assert EVENTS.decode(name, body) == accepted
    with_it = CommandAccepted("blue", "id", "digest", "now", {"type": "pull"}, signature=Signature("ab"))
    assert b'"signature":{"value":"ab"}' in EVENTS.encode(with_it)[1]


def test_a_key_file_is_read_again_and_nothing_else_is() -> None:
    key = PlayerKey(bytes(range(32)))
    assert read_player_key(key.pem()) == key
    assert "000102" not in repr(key)
    for wrong in (b"", b"rubbish", key.pem()[:-40], b"\x00" * 64):
        with pytest.raises(BadPlayerKey):
            read_player_key(wrong)


def test_a_request_that_is_none_is_not_signed() -> None:
    whole = parts_of(VECTORS[0])
    assert message_of({**whole, "id": "", "secret_id": "s" * 16}).id == published_id("s" * 16)
    for change in (
        {"id": ""},
        {"secret_id": "both"},
        {"expected_version": -1},
        {"expected_version": 2**53},
        {"seat": 3},
        {"more": 1},
        {"command": {"type": "\ud800"}},
    ):
        with pytest.raises(ValueError):
            message_of({**whole, **change}).to_bytes()


WITH_SEALED = json.loads(OUT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", WITH_SEALED["sealed"], ids=lambda each: each["given"]["type"])
def test_a_command_with_hidden_fields_is_signed_as_the_vectors_have_it(vector: dict[str, Any]) -> None:
    about = {"log": "", "game": "g", "timeline": "main", "id": "1", "seat": vector["seat"]}
    message = message_of({**about, "command": vector["given"], "salts": vector["salts"]})
    assert message.command.decode() == vector["signed"]
    assert signed.command_bytes("main", as_signed(vector["seat"], vector["stored"])) == message.command
    second = second_signatures.unsealed(vector["seat"], vector["stored"])
    assert second_signatures.plain(second) == message.command


@pytest.mark.parametrize("stored", WITH_SEALED["not_sealed"])
def test_what_is_not_sealed_as_it_must_be_is_no_signed_command(stored: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        as_signed("north", stored)
    assert refused.value.rule == "signature/command"
    with pytest.raises(Wrong):
        second_signatures.unsealed("north", stored)


@pytest.mark.parametrize("salts", [{"/none": "00" * 16}, {"/word": "00"}, {"word": "00" * 16}])
def test_salts_that_are_none_are_not_signed(salts: dict[str, str]) -> None:
    about = {"log": "", "game": "g", "timeline": "main", "id": "1", "seat": "north"}
    with pytest.raises(ValueError, match="salt"):
        message_of({**about, "command": {"type": "shout", "word": "a"}, "salts": salts})


@pytest.mark.parametrize("vector", WITH_SEALED["closed"])
def test_a_command_that_is_committed_to_by_digests_is_signed_as_it_is_stored(vector: dict[str, Any]) -> None:
    stored = vector["stored"]
    if vector["signed"] is None:
        with pytest.raises(Refused):
            as_signed("north", stored, closed=True)
        with pytest.raises(Wrong):
            second_signatures.unsealed("north", stored, closed=True)
        return
    assert signed.command_bytes("main", as_signed("north", stored, closed=True)).decode() == vector["signed"]
    said = second_signatures.unsealed("north", stored, closed=True)
    assert second_signatures.plain(said).decode() == vector["signed"]
