"""The forms of the Eagle variant: what they send as they begin is accepted by the rules.

Its modules are served to the page from their files.
"""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route

from ironclad.api import web
from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.readers.forms import KINDS
from ironclad.domain.games.eagle_variant.readers.manifest import CLIENT
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.foresight import foresee
from ironclad.projections.orders import MOST_ANSWERS, answers
from tests.games.eagle_variant.test_forms import asked

pytestmark = pytest.mark.full

HOST = "http://forms.test"
STATIC = Path(next(iter(web.__path__))) / "static"
BODY = """async ([url, due, offer, advice]) => {
  const { form } = await import(url);
  const given = [];
  const give = (command, before = []) => given.push(...before, command);
  const node = form(due, offer, { give, advised: advice[0], advice });
  document.body.append(node);
  node.querySelector("button.answer").click();
  return given;
}"""
FORMS = sorted(RULESET.show.manifest().orders.forms.keys() & KINDS)  # type: ignore[misc]


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(HOST)
    if path == "/":
        route.fulfill(body="<!doctype html><title>forms</title>", content_type="text/html")
        return
    own = path.removeprefix("/games/eagle_variant/")
    file = CLIENT / own if own != path else STATIC / path.lstrip("/")
    route.fulfill(body=file.read_text(encoding="utf-8"), content_type="text/javascript")


@pytest.mark.parametrize("kind", FORMS)
def test_a_form_as_it_begins_gives_legal_orders(page: Page, kind: str) -> None:
    """They are what the computer player advises, where it has a choice to advise on."""
    page.route(f"{HOST}/**", _serve)
    page.goto(f"{HOST}/")
    module = f"{HOST}/games/eagle_variant/{RULESET.show.manifest().orders.forms[kind]}"  # type: ignore[misc]
    for before, due in asked()[kind][:3]:
        assert RULESET.show.scene is not None
        scene = RULESET.show.scene(before, due.seat)
        shown = next(each for each in scene.play["due"] if each["id"] == due.id)
        advice = _plain(answers(RULESET, before, due, Random(1), MOST_ANSWERS))
        offer = _plain([next(iter(decider.offers(RULESET, before, due.seat, due.id)))[1]])[0]
        given: list[Any] = page.evaluate(BODY, [module, shown, {"command": offer}, advice])
        assert given
        position = before
        for each in given:
            command = RULESET.storage.commands.read(each)
            position = foresee(RULESET, position, due.seat, command, due.id).after
        if kind in ("production", "politics"):
            assert sorted(map(repr, map(_bare, given))) == sorted(map(repr, map(_bare, advice)))


def _plain(commands: list[Command]) -> list[Any]:
    return [msgspec.to_builtins(each) for each in commands]


def _bare(command: dict[str, Any]) -> list[tuple[str, Any]]:
    """A command without members that say nothing."""
    return sorted((name, value) for name, value in command.items() if value != "")
