"""The forms of the Eagle variant: what they send as they begin is accepted by the rules.

Its modules are served to the page from their files.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from ironclad.api import web
from ironclad.domain.games.eagle_variant import RULESET
from ironclad.domain.games.eagle_variant.readers.manifest import CLIENT
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from ironclad.domain.kernel.engine.playout import Step
from tests.games.eagle_variant.walking import walked

HOST = "http://forms.test"
STATIC = Path(next(iter(web.__path__))) / "static"
BODY = """async ([url, due, offer]) => {
  const { form } = await import(url);
  const given = [];
  const node = form(due, offer, { give: (command) => given.push(command) });
  document.body.append(node);
  node.querySelector("button.answer").click();
  return given;
}"""


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(HOST)
    if path == "/":
        route.fulfill(body="<!doctype html><title>forms</title>", content_type="text/html")
        return
    own = path.removeprefix("/games/eagle_variant/")
    file = CLIENT / own if own != path else STATIC / path.lstrip("/")
    route.fulfill(body=file.read_text(encoding="utf-8"), content_type="text/javascript")


def asked(kind: str) -> Step:
    """The first step of a few wars before which a decision of that kind was due."""
    wars = (walked(1), walked(2), walked(1, sealed_free_setup="yes"))
    return next(step for war in wars for step in war if step.due.kind == kind)


@pytest.mark.parametrize("kind", ["free_set_up", "sealed_free_set_up", "sealed_set_up"])
def test_a_form_as_it_begins_gives_a_legal_order(page: Page, kind: str) -> None:
    step = asked(kind)
    seat, before = step.due.seat, step.before
    assert RULESET.show.scene is not None
    scene = RULESET.show.scene(RULESET.sight.see(before, seat), seat)
    due = next(each for each in scene.play["due"] if each["id"] == step.due.id)
    _, offer = next(iter(decider.offers(RULESET, before, seat)))
    page.route(f"{HOST}/**", _serve)
    page.goto(f"{HOST}/")
    module = f"{HOST}/games/eagle_variant/{RULESET.show.manifest().orders.forms[kind]}"  # type: ignore[misc]
    given: list[Any] = page.evaluate(BODY, [module, due, {"command": {"spaces": _spaces(offer)}}])
    assert len(given) == 1
    command = RULESET.storage.commands.read(given[0])
    assert decider.decide(RULESET, before, seat, command, SeededDice(1), step.due.id)


def _spaces(offer: Any) -> list[str]:
    return list(offer.spaces) if isinstance(offer.spaces, tuple) else []
