"""The pictures that the README shows: `python -m tests.browser.pictures [DIRECTORY]`.

DIRECTORY is docs/pictures unless one is named. A server is started for it. The computer plays *American Civil
War* and *From Bull Run to Appomattox* against itself to the end, and the table shows what happened last, on a
screen and on a phone.
"""

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.api.running import ROOT, Server
from tests.browser.conftest import chromium_at
from tests.waiting import PATIENCE, within

FOLDER = ROOT / "docs" / "pictures"
TRIES = 6  # games, until one ends with what the picture is to show
QUALITY = 82


@dataclass(frozen=True)
class Picture:
    """What happened last, in a window of a size, light or dark; `opens`: with a result of this name open."""

    name: str
    ruleset: str
    opens: str = ""
    width: int = 1366
    height: int = 768
    scheme: str = "light"
    phone: bool = False


PICTURES = (
    Picture("results", "american_civil_war", opens="Battle of"),
    Picture("zones", "bull_run_to_appomattox", scheme="dark"),
    Picture("phone", "american_civil_war", opens="Battle of", width=390, height=844, phone=True),
)


def watched(address: str, ruleset: str) -> str:
    """A game that the computer has played against itself, to its end."""
    answer = httpx.post(f"{address}/watched-games", data={"watched": ruleset}, timeout=PATIENCE)
    game: str = answer.headers["Location"].split("/games/")[1].split("/")[0]
    about = f"{address}/api/v1/games/{game}"
    assert within(lambda: httpx.get(about, timeout=PATIENCE).json()["outcome"] is not None, PATIENCE * 5)
    return game


def told(page: Page, address: str, picture: Picture) -> bool:
    """Have the page say what happened last in a new game; whether a result to be opened is among it."""
    page.goto(f"{address}/games/{watched(address, picture.ruleset)}/table")
    expect(page.locator("#board svg, #board canvas").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="What happened").click()
    expect(page.locator(".stage .dismiss")).to_be_visible()
    if not picture.opens:
        return True
    result = page.locator(".stage summary", has_text=picture.opens).first
    if result.count():
        result.click()
    return result.count() > 0


def take(browser: Browser, address: str, picture: Picture, folder: Path) -> None:
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
        has_touch=picture.phone,
    )
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    shows = any(told(page, address, picture) for _ in range(TRIES))
    assert shows, f"no game ended with a {picture.opens}"
    page.screenshot(path=folder / f"{picture.name}.jpg", type="jpeg", quality=QUALITY)
    context.close()


def main() -> int:
    launch = chromium_at()
    if launch is None:
        print("There is no Chromium on the path.", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        browser = playwright.chromium.launch(**launch)
        server = Server(Path(place) / "log.sqlite").start()
        try:
            for picture in PICTURES:
                take(browser, server.address, picture, folder)
                print(folder / f"{picture.name}.jpg")
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
