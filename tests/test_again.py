"""What is tried again, and that the summary names it: what passes the second time is never silent."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.again import tries, waited_in_vain
from tests.waiting import PATIENCE, within

TOP = Path(__file__).resolve().parents[1]
SETTINGS = """
from pathlib import Path
from tests import again
again.HERE = Path(__file__).parent
from tests.again import pytest_collection_modifyitems, pytest_terminal_summary
"""
TEST = """
from pathlib import Path
from tests.waiting import within
def fails_once(name, wrong):
    mark = Path(__file__).with_name(name)
    if not mark.exists():
        mark.touch()
        raise wrong
def test_late(): fails_once("late", TimeoutError("no answer came"))
def test_vain(): assert within(lambda: bool(fails_once("vain", AssertionError("= within(")) or True))
def test_lost(): fails_once("lost", AssertionError("a command is lost"))
"""


def run(folder: Path, *more: str) -> list[str]:
    """The lines that pytest prints of the tests above, in tests/FOLDER."""
    (folder / "conftest.py").write_text(SETTINGS)
    for part in ("faults", "browser", "kernel"):
        (folder / part).mkdir()
        (folder / part / f"test_{part}.py").write_text(TEST)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", folder, *more, folder],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(TOP), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    return ran.stdout.splitlines()


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_the_summary_names_what_was_tried_again(tmp_path: Path, workers: tuple[str, ...]) -> None:
    lines = run(tmp_path, *workers)
    assert {each for each in lines if each.startswith("FAILED")} == {
        f"FAILED {name} - {why}"
        for name, why in (
            ("faults/test_faults.py::test_lost", "AssertionError: a command is lost"),
            ("kernel/test_kernel.py::test_lost", "AssertionError: a command is lost"),
            ("kernel/test_kernel.py::test_late", "TimeoutError: no answer came"),
            ("kernel/test_kernel.py::test_vain", "AssertionError: = within("),
        )
    }
    assert any("tried again: 5" in each for each in lines)
    named = {each.split(":: ")[0].split(": ")[0] for each in lines if "once more; " in each}
    assert named == {
        *(f"browser/test_browser.py::test_{each}" for each in ("late", "vain", "lost")),
        *(f"faults/test_faults.py::test_{each}" for each in ("late", "vain")),
    }
    assert any(each.endswith("once more; TimeoutError: no answer came") for each in lines)


def test_waiting_in_vain_is_told_from_a_wrong_result() -> None:
    with pytest.raises(AssertionError) as vain:
        assert within(lambda: False, seconds=0), "it did not come"
    assert waited_in_vain(vain.value)
    assert waited_in_vain(subprocess.TimeoutExpired("serve", 1))
    assert not waited_in_vain(AssertionError("3 == 4"))
    assert not waited_in_vain(None)


def test_rules_are_never_tried_again_and_faults_only_for_waiting() -> None:
    for part in ("kernel", "match", "games", "projections", "toys", "test_house.py"):
        assert tries(part, {"server"}, wall_clock=False) == (0, False)
    assert tries("faults", {"server"}, wall_clock=False) == (1, True)
    assert tries("log", {"url"}, wall_clock=False) == (1, True)
    assert tries("log", {"url"}, wall_clock=True) == (1, False)
    assert tries("api", {"table", "server"}, wall_clock=False) == (1, False)
    assert tries("browser", set(), wall_clock=False) == (2, False)
