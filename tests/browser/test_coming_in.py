"""Coming in: from the first page to a table for two, at one screen or by a link; and talking there."""

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.api.running import Server
from tests.browser.playing import ways_to_play
from tests.waiting import PATIENCE

pytestmark = pytest.mark.full

EVIL = '<img src=x onerror="document.title = 1"> at event 1 & {{7*7}}'


def shows(place: Locator, text: str | re.Pattern[str]) -> None:
    expect(place).to_contain_text(text)


def guest(chromium: Browser) -> Page:
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    return context.new_page()


def test_one_click_opens_a_table_for_both(page: Page, server: Server) -> None:
    page.goto(server.address)
    ways = ways_to_play(page)
    name = ways.get_by_label("Your name")
    name.fill("Ada")
    name.press("Enter")
    assert page.url.rstrip("/") == server.address, "a name alone chooses none of the ways"
    ways.get_by_role("button", name="Open a table for both").click()
    shows(page.locator(".hot-seat"), "At this table now: Union")
    seats = page.locator("#pane-due .seats")
    shows(seats, "Union Ada (you)")
    shows(seats, "Confederate Ada (you)")
    page.locator("#acts").get_by_role("button", name="Set up so").click()
    shows(page.locator(".hot-seat"), "At this table now: Confederate")


def test_two_meet_by_a_link_and_talk(
    page: Page, context: BrowserContext, chromium: Browser, server: Server
) -> None:
    page.goto(server.address)
    ways = ways_to_play(page)
    ways.get_by_label("Your name").fill("Ann <b>")
    ways.locator(".card", has_text="Invite somebody").get_by_role("button", name="As Union").click()
    link = page.get_by_label("Link for the Confederate seat").input_value()
    page.get_by_role("link", name="Go to the table").click()
    shows(page.locator("#pane-due .inviting"), "A link of yours is open until")

    other = guest(chromium)
    other.goto(link)
    shows(other.locator("main"), "Ann <b> invites you to play the Confederate")
    other.get_by_label("Your name").fill("Bo")
    other.get_by_role("button", name="Sit down as Confederate").click()
    expect(other.locator("body")).to_have_attribute("data-held", "confederate")
    shows(page.locator("#pane-due .seats"), "Confederate Bo")

    page.get_by_role("tab", name="Talk").click()
    field = page.get_by_label("Your message")
    field.fill(EVIL)
    page.get_by_role("button", name="Send").click()
    shows(page.locator(".messages .text"), EVIL)
    field.fill("a draft")
    expect(other.locator("#tab-talk .unread")).to_have_text("1")
    other.get_by_role("tab", name="Talk, 1 unread").click()
    shows(other.locator(".messages .text"), EVIL)
    shows(other.locator(".messages .by"), "Ann <b> Union")
    assert not other.locator(".messages img").count()
    other.get_by_label("Your message").fill("Good luck!")
    other.get_by_label("Your message").press("Enter")
    shows(page.locator(".messages"), "Good luck!")
    expect(field).to_have_value("a draft")
    expect(field).to_be_focused()
    page.get_by_role("button", name=re.compile("Delete")).click()
    expect(other.locator(".messages li")).to_have_count(1)
    page.get_by_text("Notes", exact=True).click()
    page.get_by_label("Notes").fill("Watch Cairo")
    page.reload()
    page.get_by_role("tab", name=re.compile("Talk")).click()
    expect(page.get_by_label("Your message")).to_have_value("a draft")
    for each, noted in ((page, "Watch Cairo"), (other, "")):
        each.get_by_text("Notes", exact=True).click()
        expect(each.get_by_label("Notes")).to_have_value(noted)

    late = guest(chromium)
    late.goto(link)
    shows(late.locator("main"), "This invitation was used")
    assert not late.get_by_role("button", name="Sit down").count()
    for each in (other, late):
        each.context.close()


def test_a_link_made_at_the_table_is_withdrawn_there(page: Page, chromium: Browser, server: Server) -> None:
    page.goto(server.address)
    page.locator(".card", has_text="Invite somebody").get_by_role("button", name="As Confederate").click()
    page.get_by_role("link", name="Go to the table").click()
    place = page.locator("#pane-due [data-seat=union] .inviting")
    field = place.get_by_role("textbox", name="Link for the Union seat")
    expect(field).to_have_value(re.compile("/invitations/[0-9a-f]{64}"))
    first = field.input_value()  # the first page's: this tab keeps it
    shows(place.locator(".still"), "A link of yours is open until")
    place.get_by_role("button", name="Invite by link").click()
    expect(field).not_to_have_value(first)
    link = field.input_value()
    shows(place.locator(".still"), "A link of yours is open until")
    place.get_by_role("button", name="Withdraw it").first.click()
    expect(place.get_by_role("button", name="Invite by link")).to_be_visible()
    late = guest(chromium)
    late.goto(link)
    shows(late.locator("main"), "was withdrawn by the player who made it")
    expect(field).to_have_value(first)
    place.get_by_role("button", name="Withdraw it").click()
    expect(field).to_have_count(0)
    late.goto(first)
    shows(late.locator("main"), "was withdrawn by the player who made it")
    late.context.close()
