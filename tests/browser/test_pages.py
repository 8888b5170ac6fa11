"""The plain pages in a real browser, where the security policy of their headers is enforced."""

from playwright.sync_api import Page, expect

from tests.api.running import Server, Table


def test_a_game_is_shown_as_its_headers_allow(page: Page, server: Server, table: Table) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.goto(f"{server.address}/games/{table.game}")
    expect(page.get_by_role("heading", name="Map")).to_be_visible()
    assert not said
