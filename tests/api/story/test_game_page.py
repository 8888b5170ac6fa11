"""The game's page: the story as a person sees it, and every agreement between seats, without scripts."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from tests.api.running import PATIENCE, Server
from tests.api.story.playing import Story
from tests.api.story.script import (
    CONFEDERATE,
    FIRST_CONFEDERATE_IMPULSE,
    FIRST_UNION_IMPULSE,
    UNION,
)


class Forms(HTMLParser):
    """The forms of a page by their action's last word and seat, with what each would send; and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[tuple[str, str], dict[str, str]] = {}
        self.text = ""
        self._action = ""
        self._fields: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._action, self._fields = given["action"].rpartition("/")[2], {}
        elif tag == "input" and given.get("name") and given.get("type") != "checkbox":
            self._fields[given["name"]] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.found[self._action, self._fields.get("seat", "")] = self._fields

    def handle_data(self, data: str) -> None:
        self.text += data


class Browser:
    """A browser that holds the tokens of some seats of a game."""

    def __init__(self, http: httpx.Client, story: Story, *seats: str) -> None:
        self._http, self._game = http, story.table.game
        self._cookie = "; ".join(f"ironclad-{seat}={story.table.tokens[seat]}" for seat in seats)

    def show(self, **query: Any) -> Forms:
        answer = self._http.get(f"/games/{self._game}", params=query, headers={"Cookie": self._cookie})
        assert answer.status_code == 200, answer.text
        return Forms(answer.text)

    def press(self, act: str, seat: str, at: int | None = None, **filled: str) -> httpx.Response:
        """Send one of the page's own forms, with what a person fills in."""
        page = self.show() if at is None else self.show(at=at)
        return self.send(act, {**page.found[act, seat], **filled})

    def send(self, act: str, form: dict[str, str], **headers: str) -> httpx.Response:
        return self._http.post(
            f"/games/{self._game}/acts/{act}", data=form, headers={"Cookie": self._cookie, **headers}
        )


@pytest.fixture
def pages(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def north(pages: httpx.Client, marching: Story) -> Browser:
    return Browser(pages, marching, UNION)


@pytest.fixture
def south(pages: httpx.Client, marching: Story) -> Browser:
    return Browser(pages, marching, CONFEDERATE)


def acts(page: Forms) -> set[str]:
    return {act for act, _ in page.found} - {"orders", "seats"}


def test_the_page_tells_the_battle(told: Story, pages: httpx.Client) -> None:
    fought = told.of(FIRST_CONFEDERATE_IMPULSE[7])
    version = next(each["version"] for each in fought.receipt["events"] if each["type"] == "battle_fought")
    page = Browser(pages, told).show(at=version)
    entry = told.chronicle()[version]
    assert entry["text"] in page.text
    for line in entry["details"]:
        assert line in page.text
    assert "Militia called" in page.text
    assert "ASP limit" in page.text


@pytest.mark.full
def test_every_order_of_the_story_has_its_page(told: Story, pages: httpx.Client) -> None:
    reader = Browser(pages, told)
    for given in told.given:
        assert f"Event {given.version}" in " ".join(reader.show(at=given.version).text.split())


def test_a_stranger_is_offered_nothing(told: Story, marching: Story, pages: httpx.Client) -> None:
    assert not acts(Browser(pages, marching).show()) - {marching.table.game}
    size = marching.table.log_size()
    stranger = Browser(pages, marching)
    for act in ("resign", "offer-draw", "propose-rewind"):
        assert stranger.send(act, {"seat": UNION, "sure": "yes", "at": "1"}).status_code == 403
    assert marching.table.log_size() == size


def test_orders_are_offered_in_words(marching: Story, north: Browser, pages: httpx.Client) -> None:
    offered = north.show().text
    assert "From Gettysburg (4403); path Frederick (4404)" in offered
    assert "Move forces one after the other" in offered, "what is due is asked in a sentence"
    assert "End movement" in offered
    marching.play(FIRST_UNION_IMPULSE[3:8])
    asked = north.show().text
    assert "choose who leads the attack, B or no leader" in asked
    assert {"B", "No leader"} <= {line.strip() for line in asked.splitlines()}
    both = Browser(pages, marching, UNION, CONFEDERATE).show().text
    assert "Order for Union" in both
    assert "Order for Confederate" not in both, "only who is asked is offered answers"


def test_resigning(marching: Story, north: Browser, south: Browser) -> None:
    size = marching.table.log_size()
    assert north.press("resign", UNION).status_code == 422, "a slip of the finger gives nothing up"
    assert marching.table.log_size() == size
    assert north.press("resign", UNION, sure="yes").status_code == 303
    assert marching.game()["outcome"]["winner"] == CONFEDERATE
    page = south.show()
    assert "Confederate won: union resigned" in page.text
    assert not {"resign", "offer-draw", "propose-rewind"} & acts(page)


def test_a_draw_by_agreement(marching: Story, north: Browser, south: Browser) -> None:
    assert north.press("offer-draw", UNION).status_code == 303
    assert "withdraw-draw" in acts(north.show())
    assert "accept-draw" not in acts(north.show())
    page = south.show()
    assert "Union offers a draw" in page.text
    assert {"accept-draw", "decline-draw"} <= acts(page)
    assert south.press("accept-draw", CONFEDERATE).status_code == 303
    outcome = marching.game()["outcome"]
    assert (outcome["winner"], outcome["rule"]) == (None, "match/draw")
    assert "Drawn" in south.show().text


def test_a_draw_declined_and_one_withdrawn(marching: Story, north: Browser, south: Browser) -> None:
    north.press("offer-draw", UNION)
    declined = dict(south.show().found["accept-draw", CONFEDERATE])
    assert south.press("decline-draw", CONFEDERATE).status_code == 303
    assert marching.game()["proposals"] == []
    south.press("offer-draw", CONFEDERATE)
    late = north.send("accept-draw", {**declined, "seat": UNION})
    assert late.status_code in (404, 409), "an answer to the offer that was declined is none to this one"
    assert south.press("withdraw-draw", CONFEDERATE).status_code == 303
    assert marching.game()["proposals"] == []
    assert marching.game()["outcome"] is None


def test_going_back_by_agreement(marching: Story, north: Browser, south: Browser) -> None:
    back_to = marching.given[0].version
    proposed = north.press("propose-rewind", UNION, at=back_to, reason="Set up again")
    assert proposed.status_code == 303, proposed.text
    (proposal,) = marching.game()["proposals"]
    assert (proposal["at"], proposal["timeline"], proposal["reason"]) == (back_to, "main", "Set up again")
    page = south.show()
    assert f"proposes to go back to event {back_to} of main: Set up again" in " ".join(page.text.split())
    own = north.send("accept-rewind", {**page.found["accept-rewind", CONFEDERATE], "seat": UNION})
    assert own.status_code == 409
    assert south.press("accept-rewind", CONFEDERATE).status_code == 303
    game = marching.game()
    assert (game["timeline"], game["version"]) == (proposal["id"], back_to)
    text = " ".join(south.show().text.split())
    assert f"for {proposal['id']} by Union: Set up again" in text


def test_a_proposal_declined_and_one_withdrawn(marching: Story, north: Browser, south: Browser) -> None:
    back_to = marching.given[1].version
    north.press("propose-rewind", UNION, at=back_to)
    assert south.press("decline-rewind", CONFEDERATE).status_code == 303
    south.press("propose-rewind", CONFEDERATE, at=back_to)
    assert south.press("withdraw-rewind", CONFEDERATE).status_code == 303
    game = marching.game()
    assert (game["timeline"], game["proposals"]) == ("main", [])


def test_where_no_order_ends_nobody_goes_back_to(marching: Story, north: Browser) -> None:
    inside = marching.given[0].version + 1
    size = marching.table.log_size()
    refused = north.press("propose-rewind", UNION, at=inside)
    assert refused.status_code == 409
    assert str(marching.given[0].version) in refused.text, "the nearest place is named"
    assert north.press("propose-rewind", UNION).status_code == 422
    assert marching.table.log_size() == size


def test_one_browser_with_both_seats(pages: httpx.Client, marching: Story) -> None:
    """Two players at one machine, or one who plays both sides."""
    both = Browser(pages, marching, UNION, CONFEDERATE)
    both.press("offer-draw", UNION)
    assert {("withdraw-draw", UNION), ("accept-draw", CONFEDERATE)} <= set(both.show().found)
    assert both.press("decline-draw", CONFEDERATE).status_code == 303


def test_a_form_sent_twice_counts_once(marching: Story, north: Browser) -> None:
    form = north.show().found["offer-draw", UNION]
    assert north.send("offer-draw", form).status_code == 303
    size = marching.table.log_size()
    assert north.send("offer-draw", form).status_code == 303
    assert marching.table.log_size() == size


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}]
)
def test_an_act_from_another_site_is_refused(
    marching: Story, north: Browser, headers: dict[str, str]
) -> None:
    size = marching.table.log_size()
    form = {**north.show().found["resign", UNION], "sure": "yes"}
    assert north.send("resign", form, **headers).status_code == 403
    assert marching.table.log_size() == size


@pytest.mark.parametrize(
    ("act", "changed", "status"),
    [
        ("surrender", {}, 404),
        ("resign", {"seat": CONFEDERATE, "sure": "yes"}, 403),
        ("resign", {"id": "x" * 65, "sure": "yes"}, 422),
        ("accept-draw", {}, 404),
        ("accept-rewind", {"proposal": "none"}, 409),
        ("propose-rewind", {"at": "x"}, 422),
        ("propose-rewind", {"at": "9999"}, 404),
        ("propose-rewind", {"at": "6", "timeline": "none"}, 404),
        ("propose-rewind", {"at": "6", "reason": "x" * 501}, 422),
    ],
)
def test_bad_forms_change_nothing(
    marching: Story, north: Browser, act: str, changed: dict[str, str], status: int
) -> None:
    size = marching.table.log_size()
    answer = north.send(act, {"seat": UNION, "id": "a-form", **changed})
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"].startswith("text/html")
    assert marching.table.log_size() == size


def test_no_branch_is_offered_to_go_back_to(marching: Story, north: Browser) -> None:
    at = marching.given[-1].version
    branch = marching.table.post("/forks", {"at": at}, UNION).json()["id"]
    assert "propose-rewind" not in acts(north.show(timeline=branch))
    assert "propose-rewind" in acts(north.show())
