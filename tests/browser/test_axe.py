"""The pages beside the table, held to axe-core in light and dark: nothing serious, nothing critical."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.running import Server, Table
from tests.browser.test_table import AXE, POSITION, attack

pytestmark = pytest.mark.full


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_beside_the_table(
    page: Page, server: Server, table: Table, scheme: Any
) -> None:
    """Colours are all that differs in the dark."""
    page.emulate_media(color_scheme=scheme)
    rules = "" if scheme == "light" else ", runOnly: ['color-contrast']"
    grave = []
    with server.client() as http:
        fought = Table.open(http, "bare_map", "american_civil_war", position=POSITION)
        attack(fought)
        events = fought.get("/events?limit=500").json()["items"]
    (battle,) = (each["version"] for each in events if each["type"] == "battle_fought")  # it has details
    paths = ("/", "/sign-in", "/opened", f"/games/{table.game}", f"/games/{fought.game}?at={battle}")
    for path in (*paths, f"/games/{table.game}/proof"):
        page.goto(server.address + path)
        expect(page.get_by_role("heading").first).to_be_visible()
        page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
        found = page.evaluate(f"axe.run(document, {{resultTypes: ['violations']{rules}}})")
        grave += [
            (path, each["id"], [node["html"][:150] for node in each["nodes"][:3]])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
    assert not grave
