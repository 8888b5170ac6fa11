"""The server's secret: what seats' tokens and dice are derived from, and entries in Redis sealed with.

It is kept apart from the database: given by the environment, or beside a SQLite file.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

from ironclad.api.serving.secret_files import make_once
from ironclad.eventlog.store import sqlite_path
from ironclad.referee.dice.custody import master_from as dice_master
from ironclad.referee.sealing.seals import master_from
from ironclad.referee.stored_positions import PositionKey

SECRET_BYTES = 32


def secret_for(url: str) -> bytes | None:
    """The secret that seat tokens and dice are derived from, the same for every worker and after a restart.

    IRONCLAD_SECRET, or what the file holds that IRONCLAD_SECRET_FILE names: 32 bytes or more. Without
    them it is made beside a SQLite file, readable by its owner only; a log in memory has none. Raises
    ValueError for a store of several workers without a secret, for one too short, and for a file beside the
    log that was tampered with; OSError for a file that cannot be read.
    """
    if (given := given_key("IRONCLAD_SECRET")) is not None:
        return given
    if not url.startswith("sqlite:"):
        raise ValueError(
            "workers over one store share a secret: set IRONCLAD_SECRET, or IRONCLAD_SECRET_FILE to a file"
            " that holds it (`openssl rand -hex 32` makes one)"
        )
    if (path := sqlite_path(url)) is None:
        return None
    file = Path(f"{path}.secret")
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        make_once(file, os.urandom(SECRET_BYTES))
    found = file.read_bytes()
    if len(found) != SECRET_BYTES:
        raise ValueError(f"{file} does not hold {SECRET_BYTES} bytes: remove it, and another is made")
    return found


def seal_key_for(url: str) -> bytes | None:
    """The master key of what games hide, for a command that reads a log; None where it is not to be had here.

    IRONCLAD_SEAL_KEY, or made from the secret as a server makes it. No secret is made. Raises ValueError for
    a key that is too short, OSError for a file named by the environment that cannot be read.
    """
    if (given := given_key("IRONCLAD_SEAL_KEY")) is not None:
        return given
    secret = _known_secret(url)
    return master_from(secret) if secret else None


def dice_key_for(url: str) -> bytes | None:
    """The master key of the chains that the service keeps; None where it is not to be had here.

    No secret is made. Raises as `seal_key_for`.
    """
    if (given := given_key("IRONCLAD_DICE_KEY")) is not None:
        return given
    secret = _known_secret(url)
    return dice_master(secret) if secret else None


def position_key_for(url: str) -> PositionKey | None:
    """The key of the positions that a server keeps, for a command that reads them; None where it is not to be
    had here. No secret is made. Raises as `seal_key_for`.
    """
    secret = _known_secret(url)
    return PositionKey(secret) if secret else None


def _known_secret(url: str) -> bytes | None:
    """The secret as a server has it, if it can be read here."""
    secret = given_key("IRONCLAD_SECRET")
    path = sqlite_path(url) if url.startswith("sqlite:") else None
    if secret is None and path is not None:
        with suppress(OSError):  # there is none, or it is another user's
            secret = Path(f"{path}.secret").read_bytes()
    return secret


def examine(url: str) -> tuple[Path, str | None] | None:
    """The file that the secret is kept in, if it is in one, and what is wrong with it. Nothing is made."""
    if os.environ.get("IRONCLAD_SECRET"):
        return None
    if named := os.environ.get("IRONCLAD_SECRET_FILE"):
        file = Path(named)
    else:
        path = sqlite_path(url) if url.startswith("sqlite:") else None
        file = Path(f"{path}.secret")
        if path is None or not file.exists():
            return None
    try:
        secret_for(url)
        mode = file.stat().st_mode
    except (OSError, ValueError) as wrong:
        return file, str(wrong)
    loose = mode & (stat.S_IRWXO | stat.S_IWGRP)
    return file, f"{file} can be read by every user of the machine, or changed" if loose else None


def given_key(name: str) -> bytes | None:
    """A key that the environment gives under a name, or in a file (the name with `_FILE`), if it does.

    IRONCLAD_DICE_KEY is the master of the dice chains that the service keeps; without it they are made from
    the secret. IRONCLAD_SEAL_KEY is likewise that of the hidden values of games.
    Raises ValueError for one too short, OSError for a file that cannot be read.
    """
    given = os.environ.get(name, "").encode()
    if not given and (file := os.environ.get(f"{name}_FILE")):
        given, name = Path(file).read_bytes(), f"{name}_FILE"
        if len(given) != SECRET_BYTES:  # else it may be one that was made beside a SQLite file, not text
            given = given.strip()
    elif not given:
        return None
    if len(given) < SECRET_BYTES:
        raise ValueError(f"{name} must give {SECRET_BYTES} bytes or more, not {len(given)}")
    return given
