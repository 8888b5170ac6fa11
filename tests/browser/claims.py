"""What is claimed of the table, measured: `python -m tests.browser.claims [--short] [--loads N]`.

The clicks that orders take (`clicks.py`); the requests and times of a table that a browser has not seen, on
this machine and on a slow line; the time of a scrub step at turn 17 (`speed.py`, which says how that game is
kept). With `--short` a game of a few events takes the place of that one: it tries this script out, and its
scrub step says nothing of turn 17. Ends with 1 when a claim is missed, 2 when it cannot be measured. It is
no part of the tests: it measures this machine too, so let it run on one that does nothing else.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console

from ironclad.api.cli.bench import over_http
from tests.api.running import Server, Table
from tests.browser import clicks, speed
from tests.browser.conftest import chromium_at
from tests.browser.playing import POSITION
from tests.browser.speed import Figure


class Clicks(Figure):
    """Presses of the pointer that an order takes: `below` is one more than it may."""

    @property
    def target(self) -> str:
        return "" if self.below is None else f"at most {self.below - 1:g}"


def clicked(browser: Browser, address: str) -> Iterator[Figure]:
    found = clicks.measured(browser, address)
    for way in clicks.WAYS:
        yield Clicks(f"clicks: {way.name}", found[way.name], "clicks", way.most + 1)


def short_game(address: str) -> str:
    """A game of a battle: enough events to step through."""
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as http:
        table = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        (due,) = table.get().json()["due"]
        march = {"type": "move_force", "from": "2227", "path": ["2228"]}
        assert table.give("union", march, decision=due["id"]).status_code == 200
        return table.game


def measured(browser: Browser, address: str, game: str, loads: int, steps: int) -> Iterator[Figure]:
    httpx.get(f"{address}/games/{game}/table", timeout=60).raise_for_status()  # the first one warms it up
    yield from clicked(browser, address)
    yield from speed.pages(browser, address, game, loads)
    yield from speed.scrubbing(browser, address, game, steps)


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.browser.claims")
    reader.add_argument("--short", action="store_true", help="with a game of a few events")
    reader.add_argument("--loads", type=int, default=speed.LOADS, help="how often each page is loaded")
    asked = reader.parse_args()
    console, figures, launch = Console(), list[Figure](), chromium_at()
    if launch is None:
        print("There is no Chromium on the path.", file=sys.stderr)
        return 2

    def take(browser: Browser, address: str, game: str, steps: int) -> None:
        for figure in measured(browser, address, game, asked.loads, steps):
            figures.append(figure)
            console.print(f"{figure.name}: {figure.value:.0f} {figure.unit}")

    with TemporaryDirectory(prefix="ironclad-claims-") as folder:
        if asked.short:
            server = Server(Path(folder) / "log.sqlite").start()
            try:
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(**launch)
                    game = short_game(server.address)
                    events = httpx.get(f"{server.address}/api/v1/games/{game}", timeout=60).json()["version"]
                    take(browser, server.address, game, min(speed.STEPS, events - 1))
            finally:
                server.stop()
        else:
            game, _ = speed.late_game(Path(folder), console.print)
            with over_http.server(Path(folder)) as api, sync_playwright() as playwright:
                browser = playwright.chromium.launch(**launch)
                take(browser, api.removesuffix("/api/v1"), game, speed.STEPS)
    console.print(speed.table_of(figures))
    return 1 if any(each.missed for each in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
