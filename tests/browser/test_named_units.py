"""A march whose command names every unit by its id (`by_id` of the manifest)."""

from typing import Any

from playwright.sync_api import Page

from tests.api.running import Server
from tests.browser.modules import at_home, run

PARTS = [
    {"kind": "infantry", "label": "infantry", "count": 3, "ready": True, "unit": {"ids": ["i1", "i2", "i3"]}},
    {"kind": "cavalry", "label": "cavalry", "count": 1, "ready": False, "unit": {"ids": ["c1"]}},
    {"kind": "leader", "label": "leader", "count": 1, "ready": True, "unit": {"ids": ["l1"]}},
]
BODY = """
  globalThis.fetch = async () => ({ ok: true, json: async () => given.manifest });
  await manifest.openManifest("toy");
  const asked = [];
  const acting = {
    ask: async (path, body) => {
      asked.push(body.command);
      const command = { path: ["a", "b"] };
      return { reached: [{ place: "b", cost: 1, left: 0, steps: [], command, meets: "" }] };
    },
  };
  const march = marching.createMarch({
    acting, seat: "csa", decision: "d", from: "home", parts: given.parts, moving: false, aboard: [],
    timeline: "main", asked() {}, changed() {},
  });
  await march.ask();
  const field = march.going.fields("Who goes");
  field.querySelector('button[aria-label^="One less"]').click();
  await march.via("b");
  return asked;
"""


def asked(page: Page, server: Server, **how: Any) -> list[dict[str, Any]]:
    march = {"decision": "movement", "begin": "move", "onward": "move", **how}
    given = {
        "manifest": {"sides": [], "board": {"place": "."}, "clause": ".", "orders": {"march": march}},
        "parts": PARTS,
    }
    modules = {"manifest": "shell/manifest", "marching": "play/marching"}
    found: list[dict[str, Any]] = run(at_home(page, server), BODY, given, **modules)
    return found


def test_all_that_is_ready_goes_by_its_ids_and_no_origin_is_named(page: Page, server: Server) -> None:
    first, *_, last = asked(page, server, by_id=True)
    assert first == {"type": "move", "path": [], "units": ["i1", "i2", "i3", "l1"]}
    assert last == {"type": "move", "path": ["a", "b"], "units": ["i1", "i2", "l1"]}


def test_without_it_units_are_named_by_sort(page: Page, server: Server) -> None:
    first, *_ = asked(page, server)
    assert first == {"type": "move", "from": "home", "path": [], "units": None, "leaders": None}
