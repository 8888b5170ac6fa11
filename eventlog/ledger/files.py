"""Files that hold what must not be forgotten: replaced as a whole, and flushed before it counts."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(file: Path, body: bytes) -> None:
    """Replace a file by another content, which is on the disk on return: whole, or as it was before.

    Readable by its owner only. Raises OSError.
    """
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(body)
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    directory = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
