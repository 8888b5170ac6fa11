"""A cold table asks for few files, and its linked modules are the modules that they were made of."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ironclad.api.rulebook.rulesets import installed
from ironclad.api.web import files, linker
from tests.api.running import Server, Table
from tests.browser.modules import ROOT, at_home

pytestmark = pytest.mark.full

MOST = 30
TABLES = [each.name for each in installed().values() if each.show.board is not None]
OF_PAGES = {entry for page in linker.PAGES.values() for group in page.groups.values() for entry in group}
PLAIN = {"shell/theme.js", "shell/faults.js", "lobby/hold.js", "lobby/keep.js"}
ENTRIES = {
    "shell/table.js",
    *(each for each in OF_PAGES if each.startswith(("lobby/", "opened/", "play/", "proof/"))),
}


def opened(server: Server, ruleset: str) -> str:
    with server.client() as http:
        scenario = next(iter(installed()[ruleset].identity.playable))
        return Table.open(http, scenario, ruleset).game


def asked_by(page: Page, address: str) -> list[str]:
    asked: list[str] = []
    page.on("request", lambda each: asked.append(each.url))
    page.goto(address)
    expect(page.locator(".counters > g").first).to_be_attached()
    page.wait_for_load_state("load")
    page.wait_for_timeout(2_000)  # what is fetched when all else is done
    return asked


@pytest.mark.parametrize("ruleset", TABLES)
def test_a_cold_table_asks_for_few_files(context: BrowserContext, server: Server, ruleset: str) -> None:
    asked = asked_by(context.new_page(), f"{server.address}/games/{opened(server, ruleset)}/table")
    assert len(asked) < MOST, asked
    assert {each.rpartition("/")[2] for each in asked if each.endswith(".js")} == {
        "theme.js",
        "faults.js",
        "first.js",
        "table.js",
        "furniture.js",
        "panels.js",
    }


def test_modules_one_by_one_make_the_same_table(context: BrowserContext, server: Server) -> None:
    asked = asked_by(
        context.new_page(), f"{server.address}/games/{opened(server, TABLES[0])}/table?modules=each"
    )
    assert len([each for each in asked if each.endswith(".js")]) > 80
    assert not [each for each in asked if "/linked/" in each]


def test_linked_modules_give_what_the_modules_give(page: Page, server: Server) -> None:
    at_home(page, server)
    root = re.sub("0+$", "", ROOT) + files.digest_of(files.of_rulesets(installed()))
    names = [
        each for each in files.of_rulesets({}) if each.endswith(".js") and not each.startswith("linked/")
    ]
    differ = page.evaluate(
        """async ([root, pages, names]) => {
          const differ = [];
          for (const page of pages) {
            const { need } = await import(`${root}/linked/${page}/first.js`);
            for (const name of names) {
              const piece = await import(`${root}/linked/${page}/${name}`).catch((error) => {
                if (!/dynamically imported/.test(error.message)) throw error;
              });
              if (!piece) continue;
              const plain = await import(`${root}/${name}`);
              const [one, other] = [plain, piece].map((each) => Object.keys(each).sort().join(" "));
              const made = need(name);
              const same = Object.keys(made).every((key) => made[key] === piece[key]);
              if (one !== other || !same) differ.push([page, name, one, other]);
            }
          }
          return differ;
        }""",
        [root, ["table", "proof"], [each for each in names if each not in ENTRIES | PLAIN]],
    )
    assert not differ


def test_a_rulesets_modules_share_what_the_page_has(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/games/{opened(server, 'bull_run_to_appomattox')}/table")
    expect(page.locator(".counters > g").first).to_be_attached()
    same = page.evaluate(
        """async () => {
          const { src } = document.querySelector("script[type=module]");
          const at = (name) => import(new URL(`../${name}`, src).href);
          const { need } = await at("first.js");
          const { ownModule } = await at("shell/manifest.js");
          const brought = await ownModule("entries.js");
          const { manifest } = need("shell/manifest.js");
          const asked = performance.getEntriesByType("resource").map((each) => each.name);
          const made = need("games/bull_run_to_appomattox/entries.js");
          return {
            made: Object.keys(brought).every((key) => brought[key] === made[key]),
            knows: manifest().sides.length,
            again: asked.filter((each) => /\\w{16}\\/shell\\/(?!theme|faults)\\w+\\.js$/.test(each)),
          };
        }"""
    )
    assert same == {"made": True, "knows": 2, "again": []}
