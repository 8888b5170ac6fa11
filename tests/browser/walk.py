"""One walk through everything, by clicks alone: `python -m tests.browser.walk ADDRESS DIRECTORY`.

From the first page to a finished first turn against the computer player; then rewound, a line tried from it,
the proof verified in the browser, the bundle downloaded and verified by `ironclad verify`. Each station is a
numbered screenshot in DIRECTORY. Ends with 1 when the bundle does not hold.
"""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect, sync_playwright

from tests.api.running import ROOT
from tests.browser.conftest import chromium_at
from tests.browser.playing import click_place, confirmed, play_turn, turn, version
from tests.waiting import PATIENCE, within

START = "1208"  # St. Louis: Union forces are there from the beginning
GO_BACK = re.compile("Propose to continue from event")


@dataclass
class Walk:
    """A player of the Union on the way; `shot` takes the next picture."""

    page: Page
    address: str
    folder: Path
    taken: int = 0
    marched: bool = False

    @property
    def game(self) -> str:
        return self.page.url.split("/games/")[1].split("/")[0]

    def told(self, path: str = "") -> httpx.Response:
        return httpx.get(f"{self.address}/api/v1/games/{self.game}{path}", timeout=PATIENCE)

    def shot(self, name: str) -> None:
        self.taken += 1
        self.page.screenshot(path=self.folder / f"{self.taken:02}-{name}.png")

    def come_in(self) -> None:
        """The first page, and a game against the computer player in one click."""
        self.page.goto(self.address)
        self.shot("first-page")
        self.page.get_by_label("Your name").first.fill("Ann")
        house = self.page.locator(".card, section.panel").filter(has_text="Play against the computer")
        house.get_by_role("button", name="As Union").first.click()
        expect(self.page).to_have_url(re.compile("/games/.*/table"))
        expect(self.page.locator("#pane-due .question")).to_contain_text("Union Set up")
        self.shot("set-up")

    def play(self) -> None:
        """The first turn to its end, with a march by the map."""
        play_turn({"Union": self.page}, self._march)
        assert turn(self.page) == 2
        self.shot("turn-two")
        self.page.get_by_role("tab", name="Chronicle").click()
        expect(self.page.locator("#pane-chronicle")).to_contain_text("turn", ignore_case=True)
        self.shot("chronicle")

    def _march(self, _: str, page: Page) -> None:
        if self.marched:
            return
        self.marched = True
        click_place(page, START)
        goal = page.locator(".mark.reach").first
        expect(goal).to_be_visible()
        self.shot("reach")
        hex_id, before = goal.get_attribute("data-place"), version(page)
        assert hex_id is not None
        click_place(page, hex_id)
        confirmed(page, before)  # of St. Louis left to itself
        assert within(lambda: version(page) != before)
        self.shot("marched")

    def go_back(self) -> None:
        """To an earlier event by agreement: the computer player agrees."""
        page, before = self.page, self.told().json()["timeline"]
        page.locator("#scrub").get_by_role("button", name="First event").click()
        expect(page.locator("#scrub output")).to_have_text(re.compile("^1 of "))
        self.shot("first-event")
        page.get_by_role("tab", name="Due").click()
        others = page.get_by_text("Go back, or end the game")
        if others.count() and not page.get_by_role("button", name=GO_BACK).is_visible():
            others.click()
        if not page.get_by_role("button", name=GO_BACK).count():
            page.get_by_role("tab", name="Timelines").click()
        page.get_by_role("button", name=GO_BACK).first.click()
        assert within(lambda: self.told().json()["timeline"] != before)
        page.get_by_role("tab", name="Due").click()
        expect(page.locator("#pane-due")).to_contain_text("Set up")
        page.get_by_role("tab", name="Timelines").click()
        self.shot("rewound")

    def try_a_line(self) -> bool:
        """A line of one's own, where the table has them; whether it has."""
        page = self.page
        attempt = page.get_by_role("button", name=re.compile("Try another line from event"))
        if not attempt.count():
            return False
        attempt.first.click()
        expect(page.locator(".banner.trial")).to_be_visible()
        self.shot("trial-line")
        page.locator(".banner.trial").get_by_role("button", name="Back to the game").click()
        expect(page.locator(".banner.trial")).to_have_count(0)
        return True

    def prove(self) -> int:
        """The proof in the browser; the bundle as a file, verified by the command: its exit status."""
        game = self.game
        assert within(lambda: self.told("/bundle").status_code == 200)
        self.page.goto(f"{self.address}/games/{game}/proof")
        badge = self.page.locator("#badge")
        expect(badge).not_to_have_attribute("data-state", "waiting")
        expect(self.page.locator("#verdict")).to_contain_text(re.compile("hold", re.I))
        self.shot("proof")
        with self.page.expect_download() as coming:
            self.page.locator("#download").click()
        bundle = self.folder / "game.bundle"
        coming.value.save_as(bundle)
        key = httpx.get(f"{self.address}/api/v1/log/keys", timeout=PATIENCE).json()["keys"][0]["key"]
        command = [sys.executable, "-m", "ironclad.api.cli", "verify", str(bundle), "--log-key", key]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        (self.folder / "verified.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
        return done.returncode


def walk(page: Page, address: str, folder: Path) -> Walk:
    """Walk all of it. Raises AssertionError where something does not come about, or does not hold."""
    folder.mkdir(parents=True, exist_ok=True)
    way = Walk(page, address.rstrip("/"), folder)
    way.come_in()
    way.play()
    way.go_back()
    way.try_a_line()
    assert way.prove() == 0, (folder / "verified.txt").read_text(encoding="utf-8")
    return way


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    found = chromium_at()
    if found is None:
        print("There is no Chromium on the path.", file=sys.stderr)
        return 2
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**found)
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.set_default_timeout(PATIENCE * 1000)
        try:
            way = walk(page, sys.argv[1], Path(sys.argv[2]))
        except AssertionError as wrong:
            print(f"It does not hold: {wrong}", file=sys.stderr)
            return 1
        finally:
            browser.close()
    print(f"{way.taken} screenshots in {way.folder}; its bundle holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
