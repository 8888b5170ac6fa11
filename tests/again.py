"""Which tests are tried once more where they fail, and a summary that names each of them.

A test of the rules, of the log or of a fault that passes the second time has found something, and must not
pass. But what talks to a browser or to a server hangs on processes that this machine starts while it does
other things too: there one late answer in some thousands is the machine's, and would stop everybody. So a
test is tried again

- in `browser` twice, and where it talks to a server (`SERVERS`) or compares times (`wall_clock`) once,
  whatever failed;
- elsewhere among what starts processes once, and only if it waited in vain: never `faults` for a lost write.

Nothing is hidden: the summary of a run tells every test that needed it, and what it failed of.
"""

from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
BROWSER = "browser"
PROCESSES = ("api", "browser", "cache", "cli", "faults", "load", "log", "proof")
SERVERS = {"server", "own_server", "chromium", "http"}
"""Fixtures of tests that talk to a server, or to a browser, in a process of its own."""
WAITED = "= within("


def waited_in_vain(error: BaseException | None) -> bool:
    """Whether a failure is of time alone: something did not come, and nothing came out wrong."""
    if error is None:
        return False
    name = type(error).__name__
    return "Timeout" in name or name == "NotStarted" or (name == "AssertionError" and WAITED in str(error))


def tries(part: str, fixtures: set[str], wall_clock: bool) -> tuple[int, bool]:
    """How many more tries a test has, and whether only for having waited in vain.

    part: the directory of tests/ that it is in; fixtures: the names of those that it uses.
    """
    if part == BROWSER:
        return 2, False
    if wall_clock or (part in PROCESSES and part != "faults" and fixtures & SERVERS):
        return 1, False
    return (1, True) if part in PROCESSES else (0, False)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is tried again (pytest-rerunfailures)."""
    for item in items:
        part = item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""
        timed = item.get_closest_marker("wall_clock") is not None
        more, only_waiting = tries(part, set(getattr(item, "fixturenames", ())), timed)
        if only_waiting:
            item.add_marker(pytest.mark.flaky(reruns=more, condition=waited_in_vain))
        elif more:
            item.add_marker(pytest.mark.flaky(reruns=more))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name each test that was tried again, and what it failed of."""
    again: list[pytest.TestReport] = terminalreporter.stats.get("rerun", [])
    if not again:
        return
    times, said = Counter(each.nodeid for each in again), {}
    for each in again:
        crash = getattr(each.longrepr, "reprcrash", None)
        said[each.nodeid] = (crash.message if crash else str(each.longrepr)).splitlines()[:1]
    terminalreporter.section(f"tried again: {len(times)}")
    for name, count in times.items():
        tried = "once more" if count == 1 else f"{count} times more"
        terminalreporter.line(f"{name}: {tried}; {' '.join(said[name])[:200]}")
