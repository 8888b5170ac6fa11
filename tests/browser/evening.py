"""A game with officials in a service with accounts, and the browsers of its people."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, expect

from ironclad.api.cli.store import open_referee
from ironclad.referee.people.roles import Role
from tests.api.running import Server
from tests.browser.test_table import AXE, POSITION
from tests.waiting import PATIENCE

PASSWORD = "correct horse battery"
JUDGES = [f"Judge {each}" for each in range(1, 7)]
PEOPLE = {
    "Carl": Role.DIRECTOR, "Dora": Role.DIRECTOR, "Olga": Role.OPERATOR,
    **dict.fromkeys(JUDGES, Role.PLAYER),
}  # fmt: skip
OFFICIALS = {"chief": "Carl", "deputies": ["Dora"], "assessors": JUDGES}
POLICY = {"limits": "open", "panel": 3}
GAME = {"ruleset": "american_civil_war", "scenario": "bare_map", "position": POSITION}
SIZES = {"desk": (1280, 800), "laptop": (1366, 768), "phone": (390, 844)}


@contextmanager
def club(folder: Path, **more: Any) -> Iterator[Server]:
    """A service with these people; `more` is of the server."""
    log = folder / "log.sqlite"
    with open_referee(f"sqlite:///{log}", exclusive=False, make=True) as referee:
        for name, role in PEOPLE.items():
            referee.people.accounts.add(name, PASSWORD, role)
    running = Server(log, **more).start()
    yield running
    assert running.stop() == 0


class Evening:
    """A game, and a page for each of its people: a seat by its name, an official by that of the account."""

    def __init__(self, server: Server, browser: Browser, **more: Any) -> None:
        body = {**GAME, "officials": OFFICIALS, "policy": POLICY, **more}
        body = {name: value for name, value in body.items() if value is not None}
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
        if who not in PEOPLE:
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
    """Whether a line of the console is a complaint; no refusal, no cut connection."""
    return bool(said.type == "error" and not any(each in said.text for each in ("409", "DISCONNECTED")))


ATTACK = {"type": "move_force", "from": "2227", "path": ["2228"]}


def call(page: Page, path: str, body: Any) -> Any:
    """What the service answers to a request that a page sends as its own reader; it must be taken."""
    script = """async ([path, body]) => {
      const headers = {"Content-Type": "application/json", "Ironclad-Page": "1"};
      const sent = JSON.stringify({id: crypto.randomUUID(), ...body});
      const answer = await fetch(`/api/v1${path}`, {method: "POST", headers, body: sent});
      return [answer.ok, await answer.json()];
    }"""
    taken, answer = page.evaluate(script, [path, body])
    assert taken, answer
    return answer


def attack(page: Page, game: str) -> None:
    """The Union marches and fights, by the page's own seat."""
    (due,) = page.evaluate("async (at) => (await (await fetch(at)).json()).due", f"/api/v1/games/{game}")
    call(page, f"/games/{game}/commands", {"decision": due["id"], "command": ATTACK})


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


def fought(game: Evening, **union: Any) -> tuple[Page, Page]:
    """Both seats at the table, after a battle."""
    game.page("union", **union)
    ours, theirs = game.goes("union", "/table"), game.goes("confederate", "/table")
    expect(ours.locator("#pane-due .question")).to_have_count(1)
    expect(theirs.locator("#pane-due")).to_contain_text("Union")
    attack(ours, game.game)
    return ours, theirs


def losses(page: Page) -> Any:
    """The button of a claim about the losses of the battle, in the chronicle."""
    page.locator("#tab-chronicle").click()
    entry = page.locator("#pane-chronicle .entry", has=page.get_by_role("button", name="Clause 9.6/1"))
    return entry.locator("button.wrong").first


def claimed(page: Page, text: str, reading: str = "Cumulative") -> None:
    """File a claim about the losses in three clicks: the button, a reading, File."""
    losses(page).click()
    dialog = page.locator(".wrong-dialog")
    dialog.locator("label.check", has_text=reading).click()
    dialog.get_by_label("What is wrong").fill(text)
    dialog.get_by_role("button", name="File", exact=True).click()
    expect(dialog.get_by_role("link", name="Open claim 1")).to_be_focused()


def clean(page: Page, part: str) -> None:
    """No violation of axe in a part of a page, and nothing wider than the window."""
    folder = os.environ.get("IRONCLAD_PICTURES")
    if folder:  # to look at
        page.screenshot(path=f"{folder}/{len(os.listdir(folder))}.png", full_page=True)
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = page.evaluate(f"axe.run(document.querySelector({part!r}), {{resultTypes: ['violations']}})")
    wrong = [(each["id"], [node["html"][:150] for node in each["nodes"]]) for each in found["violations"]]
    assert not wrong, wrong
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the window"
