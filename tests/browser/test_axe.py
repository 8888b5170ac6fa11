"""The pages beside the table, held to axe-core in light and dark: nothing serious, nothing critical."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.api.running import Server, Table
from tests.browser.test_table import AXE

pytestmark = pytest.mark.full


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_beside_the_table(
    page: Page, server: Server, table: Table, scheme: Any
) -> None:
    """Colours are all that differs in the dark."""
    page.emulate_media(color_scheme=scheme)
    rules = "" if scheme == "light" else ", runOnly: ['color-contrast']"
    grave = []
    for path in ("/", "/sign-in", f"/games/{table.game}", f"/games/{table.game}/proof"):
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
