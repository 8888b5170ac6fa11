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


_WITHIN = "IRONCLAD_TEST_MAY_MOUNT"
"""Set where a test is run by root of a namespace."""


@contextmanager
def small_disk(mebibytes: int) -> Iterator[SmallDisk]:
    """An empty file system in memory, where it may be mounted; see `as_who_may_mount`."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # PostgreSQL is another user where tests are run by root
        if wrong := _mount(folder, mebibytes):
            missing(wrong)
        try:
            yield SmallDisk(Path(folder))
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


def _mount(folder: str, mebibytes: int) -> str:
    """Mount a file system in memory; why that cannot be done, or nothing."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=755", "tmpfs", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stderr or "no reason given" if done.returncode else ""


def as_who_may_mount(test: str) -> bool:
    """Whether a test may mount; where it may not, it was run, and has passed, as somebody who may."""
    if _WITHIN in os.environ:
        return True
    with tempfile.TemporaryDirectory() as folder:
        if not _mount(folder, 1):
            subprocess.run(["umount", "--lazy", folder], check=True)
            return True
    _run_as_root(test)
    return False


def _run_as_root(test: str) -> None:
    """Run a test as root of namespaces of its own, who may mount there; anyone may be that, as a rule."""
    unshared = ["unshare", "--user", "--map-root-user", "--mount"]
    tried = subprocess.run([*unshared, "true"], capture_output=True, text=True)
    if tried.returncode:
        missing(tried.stderr)
    command = [*unshared, sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test]
    environment = {**os.environ, _WITHIN: "yes"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    if "1 passed" not in done.stdout:
        missing(done.stdout)


def missing(why: str) -> NoReturn:
    """Skip the test; where CI is set, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"no small disk can be mounted here: {why.strip()}")
    pytest.skip(f"no small disk can be mounted here: {why.strip()}")
