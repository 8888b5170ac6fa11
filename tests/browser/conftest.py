"""A real browser, the system's Chromium driven by Playwright, and a server: one of each for all tests here.

Each test has a fresh profile. Where there is no Chromium they are skipped; on a build server (CI is set) they
fail.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.api.running import Server, Table
from tests.waiting import PATIENCE

# The headless shell is the same browser without its windows: it needs a quarter less of the processor.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

expect.set_options(timeout=PATIENCE * 1000)  # 5 seconds otherwise: too few beside another test


def chromium_at() -> dict[str, Any] | None:
    """How Playwright launches the browser that IRONCLAD_TEST_CHROMIUM names, else the first on the path."""
    found = os.environ.get("IRONCLAD_TEST_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        return None
    flags = ["--disable-gpu"]  # where there is none, painting as if there were takes most of a machine
    flags += ["--no-sandbox"] if os.geteuid() == 0 else []  # as root it starts no other way
    return {"executable_path": found, "args": flags}


def launched() -> Iterator[Browser]:
    """A browser, for a fixture of the module or package that uses it; see `chromium`.

    A fixture of a package that a module of another package imports would stay open to the end of the run.
    """
    found = chromium_at()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium on the path")
        pytest.skip("no Chromium on the path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**found)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser of all tests here.

    It is closed before other tests begin: Playwright keeps a loop running in this thread.
    """
    yield from launched()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser profile that knows nothing yet. A script error in any of its pages fails the test."""
    context = chromium.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    context.on("weberror", lambda each: wrong.append(str(each.error)))
    yield context
    context.close()
    assert not wrong, wrong


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As a club runs it: embedded, over a file."""
    running = Server(Path(tmp_path_factory.mktemp("browser")) / "log.sqlite").start()
    yield running
    assert running.stop() == 0, "the server did not end cleanly on SIGTERM"


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    with server.client() as http:
        yield Table.open(http)


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture(scope="package")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the rulesets of the toys alone."""
    log = Path(tmp_path_factory.mktemp("toys")) / "log.sqlite"
    running = Server(log, module="tests.browser.toy_server").start()
    yield running
    assert running.stop() == 0
