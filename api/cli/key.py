"""`ironclad key` and `ironclad sign`: a player's own key, for programs that play (docs/signatures.md)."""

import json
from pathlib import Path
from typing import Any, BinaryIO

import click

from ironclad.api.cli.console import json_option, out, print_document, unusable
from ironclad.api.serving.secret_files import make_once
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.referee.player_keys import BadPlayerKey, PlayerKey, message_of, read_player_key

_REQUEST_LIMIT = 256 * 1024
_KEY_LIMIT = 16 * 1024

file_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@file_argument
@click.option("--public", is_flag=True, help="Make nothing: print the public key of an existing FILE.")
@json_option
def key(file: Path, public: bool, as_json: bool) -> None:
    """Make a player's Ed25519 key in FILE, which only its owner can read, and print the public key.

    A file that is there is never written over. Make a key for each game.
    """
    if not public:
        if file.exists() or file.is_symlink():
            unusable(f"{file} is there already; --public prints its public key")
        made = PlayerKey.new()
        try:
            make_once(file, made.pem())
        except OSError as wrong:
            unusable(f"{file} cannot be made: {wrong.strerror}")
    held = _read(file)
    if not public and held != made:
        unusable(f"{file} was made by another program meanwhile")
    if as_json:
        print_document({"file": str(file), "key": held.public})
    else:
        out().print(held.public, markup=False, soft_wrap=True)


@click.command()
@file_argument
@click.argument("request", type=click.File("rb"), default="-")
@json_option
def sign(file: Path, request: BinaryIO, as_json: bool) -> None:
    """Sign REQUEST (standard input unless named) with the key in FILE, and print the signature.

    REQUEST is JSON: {"log", "game", "timeline", "seat", "id", "command", "seen"}, and where the request has
    them "decision", "expected_version", "link" and "salts" ({JSON pointer of a hidden field: its salt in
    hex}). "seen" is {"checkpoint": {"size", "root"}, "line":
    {"timeline", "version", "hash"}, "match": {"version", "hash"}}; without it the request is signed as v1,
    for a key of v1. "timeline" is "match" for what is asked of the match; a seat is taken with "secret_id" in
    place of "id".
    """
    held = _read(file)
    body = request.read(_REQUEST_LIMIT + 1)
    if len(body) > _REQUEST_LIMIT:
        unusable(f"a request has at most {_REQUEST_LIMIT:,} bytes")
    try:
        message = message_of(_document(body))
        signature = held.sign(message)
    except (ValueError, RecursionError, Refused) as wrong:
        unusable(f"this request cannot be signed: {wrong}")
    if as_json:
        said = message.to_bytes().hex()
        print_document({"key": held.public, "message": said, "signature": signature})
    else:
        out().print(signature, markup=False, soft_wrap=True)


def _document(body: bytes) -> dict[str, Any]:
    """A JSON object in which no name comes twice. Raises ValueError."""
    found = json.loads(body, object_pairs_hook=_once)
    if not isinstance(found, dict):
        raise ValueError("it is no JSON object")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name comes twice in one object")
    return dict(pairs)


def _read(file: Path) -> PlayerKey:
    try:
        with file.open("rb") as held:
            return read_player_key(held.read(_KEY_LIMIT))
    except OSError as wrong:
        unusable(f"{file} cannot be read: {wrong.strerror}")
    except BadPlayerKey as wrong:
        unusable(f"{file}: {wrong}")
