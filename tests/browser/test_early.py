"""What a page comes with can be clicked once its script listens, and not before; it looks the same then."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.api.running import Server
from tests.browser.playing import opened, skirmish
from tests.waiting import within

pytestmark = pytest.mark.full

LOOK = """each => {
  const {x, y, width, height} = each.getBoundingClientRect();
  const {color, backgroundColor, opacity, borderColor, fontWeight} = getComputedStyle(each);
  return JSON.stringify([x, y, width, height, color, backgroundColor, opacity, borderColor, fontWeight]);
}"""


@contextmanager
def without(page: Page, script: str) -> Iterator[None]:
    """The page's script does not arrive before the end of this."""
    waiting: list[Route] = []
    page.route(re.compile(script), lambda route: waiting.append(route))
    yield
    for route in waiting:
        route.continue_()
    page.unroute(re.compile(script))


def looks(controls: Locator) -> list[str]:
    return [each.evaluate(LOOK) for each in controls.all()]


def click(control: Locator) -> None:
    """As a hand does, which does not wait until it is enabled."""
    control.click(force=True, no_wait_after=True)


@pytest.mark.parametrize("width", [1366, 390])
def test_the_tabs_and_the_colours_of_a_table(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    controls = page.locator("#grip:visible, [role=tab], #theme")
    with without(page, "/shell/table.js"):
        page.goto(f"{server.address}/games/{opened(server)}/table", wait_until="commit")
        page.locator("[role=tab]").first.wait_for()
        expect(page.locator("#grip")).to_be_visible(visible=width < 600)  # so the style sheets are in
        for each in controls.all():
            expect(each).to_be_disabled()
        click(page.get_by_role("tab", name="Keys"))
        before = looks(controls)
    for each in controls.all():
        expect(each).to_be_enabled()
    assert looks(controls) == before
    expect(page.get_by_role("tab", name="Due")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Keys").click()
    expect(page.get_by_role("tab", name="Keys")).to_have_attribute("aria-selected", "true")


def test_the_curtain(page: Page, toys: Server) -> None:
    page.goto(toys.address)
    ways = page.get_by_role("region", name="Six Fields")
    with without(page, "/shell/table.js"):
        ways.get_by_role("button", name="Open a table for both").click(no_wait_after=True)
        buttons = page.locator(".curtain button")
        buttons.first.wait_for()
        for each in buttons.all():
            expect(each).to_be_disabled()
        click(buttons.last)
        before = looks(buttons)
    expect(buttons.first).to_be_enabled()
    assert looks(buttons) == before
    expect(buttons.first).to_be_focused()
    buttons.last.click()
    expect(buttons).to_have_count(0)


def test_the_link_of_an_invitation(page: Page, chromium: Browser, server: Server) -> None:
    assert within(lambda: page.request.get(f"{server.address}/api/v1/log/checkpoint").ok)
    page.goto(server.address)
    with without(page, "/lobby/page.js"):
        page.locator(".card", has_text="Invite").get_by_role("button", name="As Union").click(
            no_wait_after=True
        )
        copy = page.get_by_role("button", name="Copy")
        expect(copy).to_be_disabled()
        before = looks(copy)
    expect(copy).to_be_enabled()
    assert looks(copy) == before
    link = page.locator(".to-send input").input_value()
    assert "#log=" in link, "it is copied whole"
    expect(page.get_by_text("works on this computer alone")).to_be_visible()

    other = chromium.new_context().new_page()
    with without(other, "/lobby/invitation.js"):
        other.goto(link, wait_until="commit")
        sit = other.get_by_role("button", name="Sit down as")
        expect(sit).to_be_disabled()
        expect(other.get_by_label("Your name")).to_be_enabled()
    expect(other.locator("[data-meeting]")).to_contain_text("This service shows the log")
    expect(sit).to_be_enabled()
    other.goto(link.split("#")[0])
    expect(sit).to_be_enabled()  # nothing is to be checked
    other.context.close()

    page.get_by_role("link", name="Go to the table").click()
    shown = page.get_by_label("Link for the Confederate seat", exact=True)
    expect(shown).to_have_value(link)
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".card").first).to_be_visible()
    page.go_back()  # the form's answer left no entry of its own, which would ask to be sent again
    expect(shown).to_have_value(link)


def test_an_invitation_whose_script_fails_may_be_taken(page: Page, chromium: Browser, server: Server) -> None:
    page.goto(server.address)
    page.locator(".card", has_text="Invite").get_by_role("button", name="As Union").click()
    link = page.locator(".to-send input").input_value().split("#")[0]
    context = chromium.new_context()
    other = context.new_page()
    other.route(re.compile("/lobby/invitation.js"), lambda route: route.abort())
    other.goto(f"{link}#log={'0' * 64}&checkpoint=AAAA")
    expect(other.locator("[data-meeting]")).to_contain_text("was not checked")
    expect(other.get_by_role("button", name="Sit down as")).to_be_enabled()
    context.close()


def test_no_control_of_a_page_listens_before_its_script(chromium: Browser, server: Server) -> None:
    """Without any script each page's controls are forms, links and what the browser opens by itself."""
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    game = opened(server)
    for path in ("", "/sign-in", "/learn", "/api/docs", f"/games/{game}", f"/games/{game}/table",
                 f"/games/{game}/proof"):  # fmt: skip
        page.goto(f"{server.address}{path}")
        found = page.locator("button:visible:enabled, select:visible:enabled, input:visible:enabled").all()
        works = "each => each.form?.hasAttribute('action') || each.id === 'large' ? '' : each.outerHTML"
        lost = [each.evaluate(works) for each in found]
        assert not any(lost), (path, lost)
    context.close()


@pytest.mark.parametrize("act", ["click", "key"])
def test_what_is_done_on_the_map_before_the_panels_come_is_done_then(
    page: Page, server: Server, act: str
) -> None:
    """The map is drawn first: a click on a place and a key of the scrubber wait for the rest of the page."""
    with without(page, "/panels.js"):
        page.goto(f"{server.address}/games/{skirmish(server)}/table", wait_until="commit")
        page.locator(".counters > g").first.wait_for()
        expect(page.locator(".base")).to_have_attribute("data-zoom", re.compile("."))
        if act == "click":
            page.locator('.counters > g[data-key="union 4506"]').click(no_wait_after=True)
        else:
            page.keyboard.press("Home")
    if act == "click":
        expect(page.get_by_role("tab", name="Hex")).to_have_attribute("aria-selected", "true")
        expect(page.locator("#pane-place")).to_contain_text("4506")
    else:
        expect(page.locator("#scrub output")).to_have_text(re.compile("^1 of "))
