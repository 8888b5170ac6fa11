"""Files that hold a secret: written whole or not at all, readable by their owner only."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


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
