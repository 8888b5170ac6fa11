"""A game with officials in a service with accounts, and the browsers of its people."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, expect

from ironclad.api.cli.store import open_referee
from ironclad.referee.people.roles import Role
from tests.api.running import Server
from tests.browser.test_table import POSITION
from tests.waiting import PATIENCE

PASSWORD = "correct horse battery"
JUDGES = [f"Judge {each}" for each in range(1, 7)]
PEOPLE = {"Carl": Role.DIRECTOR, "Dora": Role.DIRECTOR, **dict.fromkeys(JUDGES, Role.PLAYER)}
OFFICIALS = {"chief": "Carl", "deputies": ["Dora"], "assessors": JUDGES}
POLICY = {"limits": "open", "panel": 3}
GAME = {"ruleset": "american_civil_war", "scenario": "bare_map", "position": POSITION}
SIZES = {"desk": (1280, 800), "phone": (390, 844)}
SEATS = ("union", "confederate")


@contextmanager
def club(folder: Path) -> Iterator[Server]:
    """A service with these people."""
    log = folder / "log.sqlite"
    with open_referee(f"sqlite:///{log}", exclusive=False, make=True) as referee:
        for name, role in PEOPLE.items():
            referee.people.accounts.add(name, PASSWORD, role)
    running = Server(log).start()
    yield running
    assert running.stop() == 0


class Evening:
    """A game, and a page for each of its people: a seat by its name, an official by that of the account."""

    def __init__(self, server: Server, browser: Browser, **more: Any) -> None:
        body = {**GAME, "officials": OFFICIALS, "policy": POLICY, **more}
        answer = httpx.post(f"{server.address}/api/v1/games", json=body, timeout=PATIENCE)
        assert answer.status_code == 201, answer.text
        self.server, self.browser, self.game = server, browser, str(answer.json()["id"])
        self.at = f"{server.address}/games/{self.game}"
        self.wrong: list[str] = []
        self.pages: dict[str, Page] = {}

    def page(self, who: str, size: str = "desk", **how: Any) -> Page:
        """The page of somebody, who is seated or signed in; the same again."""
        if who in self.pages:
            return self.pages[who]
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", timezone_id="UTC", **how
        )
        context.set_default_timeout(PATIENCE * 1000)
        context.on("weberror", lambda each: self.wrong.append(str(each.error)))
        context.on("console", lambda each: _complains(each) and self.wrong.append(each.text))
        path, form = "/sign-in", {"name": who, "password": PASSWORD}
        if who in SEATS:
            path, form = f"/games/{self.game}/seats/{who}", {"player": who}
        headers = {"Origin": self.server.address}
        address = self.server.address + path
        answer = context.request.post(address, form=form, headers=headers, max_redirects=0)
        assert answer.status == 303, answer.text()
        self.pages[who] = context.new_page()
        return self.pages[who]

    def goes(self, who: str, path: str) -> Page:
        page = self.page(who)
        page.goto(self.at + path)
        return page

    def read(self, path: str = "") -> Any:
        answer = httpx.get(f"{self.server.address}/api/v1/games/{self.game}{path}", timeout=PATIENCE)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def close(self) -> None:
        """Close all; a script error or a complaint in any page fails the test."""
        for page in self.pages.values():
            page.context.close()
        assert not self.wrong, self.wrong


def _complains(said: Any) -> bool:
    """Whether a line of the console is a complaint; an answer that refuses is none."""
    return bool(said.type == "error" and "409" not in said.text)


ATTACK = {"type": "move_force", "from": "2227", "path": ["2228"]}


def attack(page: Page, game: str) -> None:
    """The Union marches and fights, by the page's own seat."""
    script = """async ([game, command]) => {
      const at = `/api/v1/games/${game}`;
      const due = (await (await fetch(at)).json()).due[0];
      const body = JSON.stringify({id: crypto.randomUUID(), decision: due.id, command});
      const headers = {"Content-Type": "application/json", "Ironclad-Page": "1"};
      const given = await fetch(`${at}/commands`, {method: "POST", headers, body});
      return given.ok ? "" : await given.text();
    }"""
    assert not page.evaluate(script, [game, ATTACK])


def act(page: Page, name: str) -> Locator:
    """The form of an act, by its id; it is unfolded where it is one of many."""
    form = page.locator(f"form.act[data-act='{name}']")
    expect(form).to_have_count(1)
    if not form.is_visible():
        page.locator("details:not([open])", has=form).locator("> summary").click()
    expect(form).to_be_visible()
    return form


def press(form: Locator, button: str, sure: bool = False) -> None:
    """Press a form's button, and say yes where it is asked."""
    form.get_by_role("button", name=button, exact=True).click()
    if sure:
        form.get_by_role("button", name="Yes").click()
