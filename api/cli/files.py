"""Files that commands write: whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ironclad.api.cli.console import unusable


def require_writable(path: Path) -> None:
    """End with status 2 unless a file can be put there: before long work, not after it."""
    folder = path.parent
    if path.is_dir():
        unusable(f"{path} is a directory")
    if not folder.is_dir():
        unusable(f"there is no directory {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        unusable(f"no file can be written in {folder}: permission denied")


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes its place only when all of it is written. Raises OSError."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("xb") as file:
            yield file
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
