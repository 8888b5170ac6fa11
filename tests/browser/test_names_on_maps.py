"""Counters leave the names of the map free: at the opening of each game, from afar and near."""

import pytest
from playwright.sync_api import Page, expect

from tests.api.running import Server
from tests.browser.test_linked import TABLES, opened

MOST = 0.02  # of a name's box: less than a letter
STEPS = 3  # from the whole map to the largest
COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const seen = (each) => each.checkVisibility();
  const drawn = document.querySelector(".base").shadowRoot;
  const names = [...drawn.querySelectorAll("text")].filter(
    (each) => /[A-Za-z]{3}/.test(each.textContent) && seen(each),
  );
  const pieces = [...document.querySelectorAll(".pieces .layer:is(.works, .counters) > g")].filter(seen);
  const found = [];
  for (const name of names) {
    const here = box(name);
    const [top, bottom] = [here.top + 0.22 * here.height, here.bottom - 0.25 * here.height];  // its letters
    for (const piece of pieces) {
      const there = box(piece.querySelector(".face") ?? piece);
      const across = Math.min(here.right, there.right) - Math.max(here.left, there.left);
      const down = Math.min(bottom, there.bottom) - Math.max(top, there.top);
      if (across > 0 && down > 0)
        found.push([name.textContent, piece.dataset.key, (across * down) / (here.width * (bottom - top))]);
    }
  }
  return { names: names.length, pieces: pieces.length, found };
}"""


@pytest.mark.full
@pytest.mark.parametrize("ruleset", TABLES)
def test_no_counter_covers_a_name_at_the_opening(page: Page, server: Server, ruleset: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(f"{server.address}/games/{opened(server, ruleset)}/table")
    expect(page.locator(".base svg").first).to_be_attached()
    expect(page.locator(".counters > g").first).to_be_attached()
    for step in range(STEPS + 1):
        if step:
            page.get_by_role("button", name="Zoom in").click()
            page.wait_for_timeout(400)
        looked = page.evaluate(COVERED)
        assert looked["names"] > 20
        assert looked["pieces"] > 3
        covered = [each for each in looked["found"] if each[2] > MOST]
        assert not covered, (step, covered)
