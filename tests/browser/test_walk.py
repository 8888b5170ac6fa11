"""From the first page to a finished first turn, rewound, tried otherwise and verified: by clicks alone."""

from pathlib import Path

from playwright.sync_api import Page

from tests.api.running import Server
from tests.browser.walk import walk


def test_one_walk_through_everything(page: Page, server: Server, tmp_path: Path) -> None:
    way = walk(page, server.address, tmp_path)
    pictures = sorted(each.name for each in tmp_path.glob("*.png"))
    assert len(pictures) == way.taken >= 8
    assert way.marched
