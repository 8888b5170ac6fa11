"""A second reader of bundles, written from docs/bundle.md: it shares no code with the service.

It holds the checkpoints to the first key of a log whose key was never replaced: those of v1 by the recursive
definition of consistency proofs in RFC 9162 (2.1.4.1), those of v2 by the outline. It gives the events as
`second_verifier` takes them.
"""

import base64
import hashlib
import json
import zlib
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.proof.second_verifier import Row, need

HEAD = len(b"ironclad-bundle/v1\n")


def lines(data: bytes) -> list[dict[str, Any]]:
    need(hashlib.sha256(data[:-32]).digest() == data[-32:], "file")
    return [json.loads(line) for line in zlib.decompress(data[HEAD:-32]).splitlines()]


def public(key: str) -> tuple[bytes, Ed25519PublicKey]:
    """A key's id, and the key."""
    _, identity, packed = key.split("+", 2)
    return bytes.fromhex(identity), Ed25519PublicKey.from_public_bytes(base64.b64decode(packed)[1:])


def split(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    """A note's text, and whose each of its lines says it is, with the bytes."""
    text, _, signatures = note.rpartition("\n\n")
    found = []
    for line in signatures.splitlines():
        dash, who, signature = line.split(" ")
        need(dash == "\N{EM DASH}", "checkpoint")
        found.append((who, base64.b64decode(signature)))
    return text + "\n", found


def opened(note: str, key: str) -> tuple[int, bytes]:
    """Size and root of a checkpoint whose first line is a log's key's."""
    text, ((who, raw), *_) = split(note)
    identity, verifier = public(key)
    need(who == key.split("+")[0] and raw[:4] == identity, "checkpoint")
    verifier.verify(raw[4:], text.encode())
    origin, size, root = text.splitlines()
    need(origin == who, "checkpoint")
    return int(size), base64.b64decode(root)


def cosigned(note: str, key: str) -> int | None:
    """When a witness's key cosigned a note, if it did."""
    text, lines = split(note)
    identity, verifier = public(key)
    for who, raw in lines[1:]:
        if who == key.split("+")[0] and raw[:4] == identity:
            seconds = int.from_bytes(raw[4:12], "big")
            verifier.verify(raw[12:], f"cosignature/v1\ntime {seconds}\n{text}".encode())
            return seconds
    return None


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def roots(m: int, n: int, old: bytes | None, proof: list[bytes]) -> tuple[bytes, bytes]:
    """The roots of the first m and of all n leaves of a subtree; `old` is the former where it is known."""
    if m == n:
        found = old if old is not None else proof.pop(0)
        return found, found
    k = 1
    while 2 * k < n:
        k *= 2
    if m <= k:
        first, last = roots(m, k, old, proof)
        return first, node(last, proof.pop(0))
    first, last = roots(m - k, n - k, None, proof)
    left = proof.pop(0)
    return node(left, first), node(left, last)


def shown(data: bytes) -> dict[int, bytes]:
    """The log's root at each size that a bundle of v2 names, from its outline, and at its own size."""
    named, found, at = lines(data)[0].get("named", []), dict[int, bytes](), 0
    complete: list[tuple[int, bytes]] = []  # (leaves, root) of the subtrees so far, largest first
    stretches = [line for line in lines(data) if line["is"] in ("leaves", "others")]
    for line in stretches:
        need(line["at"] == at and not any(at < size < at + line["count"] for size in named), "inclusion")
        packed, end = base64.b64decode(line["hashes"]), at + line["count"]
        while at < end:
            width = 1
            while line["is"] == "others" and not at % (2 * width) and at + 2 * width <= end:
                width *= 2
            each, packed, at = packed[:32], packed[32:], at + width
            while complete and complete[-1][0] == width:
                each, width = node(complete.pop()[1], each), 2 * width
            complete.append((width, each))
        need(not packed, "inclusion")
        if at in named or line is stretches[-1]:
            root = complete[-1][1]
            for _, left in reversed(complete[:-1]):
                root = node(left, root)
            found[at] = root
    return found


def notes(data: bytes, key: str) -> list[tuple[int, str]]:
    """A bundle's earlier checkpoints with their sizes, each signed and proved to be of its log."""
    header, *rest = lines(data)
    now, root = opened(header["checkpoint"], key)
    known = shown(data)
    need(known.get(now, root) == root, "inclusion")
    found: list[tuple[int, str]] = []
    for line in rest:
        if line["is"] != "checkpoint":
            continue
        size, before = opened(line["note"], key)
        if "proof" in line:
            packed = base64.b64decode(line["proof"])
            proof = [packed[at : at + 32] for at in range(0, len(packed), 32)]
            need(roots(size, now, before, proof) == (before, root) and not proof, "checkpoint")
        else:
            need(size in header["named"] and known[size] == before, "checkpoint")
        need(not found or size > found[-1][0], "checkpoint")
        found.append((size, line["note"]))
    return found


def sizes(data: bytes, key: str) -> list[int]:
    """The sizes of a bundle's earlier checkpoints."""
    return [size for size, _ in notes(data, key)]


def rows(data: bytes) -> list[Row]:
    """The events, as `second_verifier.verify` takes them."""
    found: list[Row] = []
    for line in lines(data):
        if line["is"] == "event":
            name = line["stream"].partition("/")[2]
            place = "" if name == "match" else name
            found.append((line["position"], place, line["version"], line["name"], line["body"]))
    return found


def otherwise(data: bytes) -> set[int]:
    """The positions of the events whose lines are not canonical JSON."""
    found = set()
    for line in zlib.decompress(data[HEAD:-32]).splitlines():
        said = json.loads(line)
        written = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        if said["is"] == "event" and written.encode() != line:
            found.add(said["position"])
    return found
