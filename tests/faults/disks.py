"""A small disk of a test's own, to be filled."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from tests.api.running import ROOT


class SmallDisk:
    """`place` is where it is, `take` and `give` use up its room and free it again."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._ballast = place / "ballast"

    def take(self, left: int) -> None:
        """Use up all room but `left` bytes."""
        found = os.statvfs(self.place)
        with self._ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, found.f_bavail * found.f_frsize - left)

    def give(self) -> None:
        """Free what was used up."""
        self._ballast.unlink()


@contextmanager
def small_disk(mebibytes: int) -> Iterator[SmallDisk]:
    """An empty file system in memory, where it may be mounted; see `missing`."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # PostgreSQL is another user where tests are run by root
        command = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=755", "tmpfs", folder]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            missing(done.stderr)
        try:
            yield SmallDisk(Path(folder))
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def run_as_root(test: str) -> None:
    """Run a test as root of namespaces of its own, who may mount there; anyone may be that, as a rule."""
    unshared = ["unshare", "--user", "--map-root-user", "--mount"]
    tried = subprocess.run([*unshared, "true"], capture_output=True, text=True)
    if tried.returncode:
        missing(tried.stderr)
    command = [*unshared, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def missing(why: str) -> NoReturn:
    """Skip the test; where CI is set, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"no small disk can be mounted here: {why.strip()}")
    pytest.skip(f"no small disk can be mounted here: {why.strip()}")
