"""The game's page: the story as a person reads it, without scripts."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.api.running import PATIENCE, Server
from tests.api.story.playing import Story
from tests.api.story.script import CONFEDERATE, FIRST_CONFEDERATE_IMPULSE, UNION
from tests.api.test_pages import Page


@pytest.fixture
def pages(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


def show(pages: httpx.Client, story: Story, **query: Any) -> Page:
    answer = pages.get(f"/games/{story.table.game}", params=query)
    assert answer.status_code == 200, answer.text
    return Page(answer.text)


def test_the_page_tells_the_battle(told: Story, pages: httpx.Client) -> None:
    fought = told.of(FIRST_CONFEDERATE_IMPULSE[7])
    version = next(each["version"] for each in fought.receipt["events"] if each["type"] == "battle_fought")
    page = show(pages, told, at=version)
    entry = told.chronicle()[version]
    assert entry["text"] in page.text
    for line in entry["details"]:
        assert line in page.text
    assert "Militia called" in page.text
    assert "ASP limit" in page.text


@pytest.mark.full
def test_every_order_of_the_story_has_its_page(told: Story, pages: httpx.Client) -> None:
    for given in told.given:
        page = show(pages, told, at=given.version)
        assert f"Event {given.version}" in " ".join(page.text.split())


def test_the_page_shows_what_is_on_the_board(told: Story, pages: httpx.Client) -> None:
    """The scene that the table draws is on the picture and, in words, beside it."""
    page = show(pages, told)
    scene = told.table.get("/views/scene").json()["data"]
    drawn = {each["data-key"] for each in page.all("g") if "data-key" in each}
    assert drawn == {each["key"] for each in scene["elements"]}
    text = " ".join(page.text.split())
    for stack in scene["stacks"]:
        assert f"{stack['text']}" in text
    assert scene["play"]["line"] in text


def test_proposals_and_their_ends_are_told(marching: Story, pages: httpx.Client) -> None:
    back_to = marching.given[0].version
    proposed = marching.table.post("/rewinds", {"at": back_to, "reason": "Set up again"}, UNION).json()
    text = " ".join(show(pages, marching).text.split())
    assert f"proposes to go back to event {back_to} of main: Set up again" in text
    assert marching.table.post(f"/rewinds/{proposed['id']}/accept", {}, CONFEDERATE).is_success
    assert f"for {proposed['id']} by Union: Set up again" in " ".join(show(pages, marching).text.split())
