"""The modules of the board: the same shapes as the server's drawer, and boards of areas and of a plane."""

from playwright.sync_api import Page

from tests.api.running import Server
from tests.browser.modules import at_home, run
from tests.kernel.test_scene import CASES

AREAS = {
    "ruleset": "toy", "digest": "", "width": 200, "height": 100,
    "areas": [
        {
            "id": "west", "name": "West Bank", "x": 50, "y": 50,
            "polygon": [[0, 0], [100, 0], [100, 100], [0, 100]],
        },
        {"id": "east", "x": 150, "y": 50, "polygon": [[100, 0], [200, 0], [200, 100], [100, 100]]},
        {"id": "isle", "x": 20, "y": 20, "polygon": [[10, 10], [30, 10], [30, 30], [10, 30]]},
    ],
}  # fmt: skip
PLANE = {
    "ruleset": "toy",
    "digest": "",
    "width": 1000,
    "height": 600,
    "points": [{"id": "hill", "x": 300, "y": 200}],
}


def test_the_browser_draws_an_element_as_the_server_does(page: Page, server: Server) -> None:
    body = "return given.map((each) => [scene.primitives(each), scene.shift(each)]);"
    found = run(at_home(page, server), body, [case["element"] for case in CASES], scene="board/scene")
    assert found == [[case["shapes"], case["shift"]] for case in CASES]


def test_areas_are_found_under_a_point_and_by_their_borders(page: Page, server: Server) -> None:
    body = """
      const sheet = kinds.sheetOf(given, "areas");
      const under = (x, y) => sheet.under({x, y})?.id ?? null;
      return {
        under: [under(60, 50), under(150, 50), under(20, 20), under(500, 50)],
        around: sheet.around("west"), step: sheet.step("west", 1, 0),
        outline: sheet.outline("east"), name: sheet.fullName("west"),
        has: [sheet.has("east"), sheet.has("north")],
      };
    """
    found = run(at_home(page, server), body, AREAS, kinds="board/kinds")
    assert found == {
        "under": ["west", "east", "isle", None],
        "around": ["east"],
        "step": "east",
        "outline": "M100,0L200,0L200,100L100,100Z",
        "name": "West Bank",
        "has": [True, False],
    }


def test_a_plane_has_a_place_at_every_point(page: Page, server: Server) -> None:
    body = """
      const sheet = kinds.sheetOf(given, "plane");
      const under = (x, y) => sheet.under({x, y})?.id ?? null;
      return {
        under: [under(310, 190), under(700.4, 80.6), under(-5, 3)],
        at: sheet.at("700,81"), has: [sheet.has("700,81"), sheet.has("hill"), sheet.has("ford")],
        step: [sheet.step("700,81", 1, 0), sheet.step("990,81", 1, 0)],
        outline: sheet.outline("hill"),
      };
    """
    found = run(at_home(page, server), body, PLANE, kinds="board/kinds")
    assert found == {
        "under": ["hill", "700,81", None],
        "at": {"x": 700, "y": 81},
        "has": [True, True, False],
        "step": ["725,81", "1000,81"],
        "outline": "M280,200a20,20 0 1 0 40,0a20,20 0 1 0 -40,0Z",
    }


def test_a_board_of_areas_is_clicked_marked_and_drawn_on(page: Page, server: Server) -> None:
    """The whole board over a sheet of areas: keys choose, marks are lit, a counter is where it should be."""
    body = """
      const root = document.createElement("div");
      root.style.cssText = "position:fixed;inset:0;width:400px;height:300px";
      document.body.replaceChildren(root);
      await manifests.openManifest("american_civil_war");
      manifests.manifest().board = {kind: "areas", place: "[a-z]+", one: "area", several: "areas"};
      const clicked = [];
      const drawn = document.implementation.createDocument("http://www.w3.org/2000/svg", "svg", null);
      const board = boards.createBoard(root, given.sheet, {
        drawing: Promise.resolve(drawn),
        onPlaceClick: (place) => clicked.push(place),
      });
      board.show({scene: {play: {}, elements: [given.counter], stacks: []}});
      board.mark(new Map([["east", {kind: "reach", label: "2"}]]));
      board.select("west");
      const frame = root.querySelector(".frame");
      for (const key of ["ArrowRight", "Enter"])
        frame.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
      return {
        clicked,
        lit: root.querySelectorAll(".mark.reach").length,
        label: root.querySelector(".labels text").textContent,
        counter: root.querySelector(".counters > g").getAttribute("transform"),
        chosen: root.querySelector(".chosen").getAttribute("d"),
      };
    """
    given = {"sheet": AREAS, "counter": CASES[0]["element"]}
    found = run(at_home(page, server), body, given, boards="board/board", manifests="shell/manifest")
    assert found == {
        "clicked": ["east"],
        "lit": 1,
        "label": "2",
        "counter": "translate(10 20)",
        "chosen": "M0,0L100,0L100,100L0,100Z",
    }
