"""Files that hold a secret: written whole or not at all, readable by their owner only."""

import os
import tempfile
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path

FROM_FILES = ("IRONCLAD_URL", "IRONCLAD_REDIS")
"""Settings that may have a password in them: with _FILE at its end the name is that of a file with one."""


def take_from_files(environ: MutableMapping[str, str] = os.environ) -> None:
    """Set each of these settings that a file has, unless it is set itself. Raises OSError, ValueError."""
    for name in FROM_FILES:
        file = environ.get(f"{name}_FILE", "")
        if file and not environ.get(name):
            environ[name] = Path(file).read_text("utf-8").strip()


def make_once(file: Path, body: bytes) -> None:
    """Write a file that was not there; where two processes do, the first one's stands."""
    descriptor, name = tempfile.mkstemp(dir=file.parent)  # readable by its owner only
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(body)
            out.flush()
            os.fsync(out.fileno())
        with suppress(FileExistsError):
            os.link(name, file)
    finally:
        os.unlink(name)
