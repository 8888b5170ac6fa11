"""How fast the pages are, in a real browser: `python -m tests.browser.speed`.

Starts a server of its own over a recorded random game of turn 17, measures, and prints each figure beside its
target. Ends with 1 when one is missed, 2 when it cannot measure. Never part of the tests: it tells of this
machine as much as of the pages, so let it run on one that does nothing else.

To play so far takes minutes, so the game is kept, in `ironclad-speed` under the system's temporary directory,
for the next time with the same rules; remove it there and it is played again.
"""

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory, gettempdir, mkdtemp
from time import perf_counter
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from ironclad.api.cli.bench import over_http
from ironclad.api.cli.bench.live import Audience, Player
from ironclad.api.cli.bench.record import CommandDice, Given, Recorded
from ironclad.api.rulebook.rulesets import installed
from ironclad.api.service import Service, ServiceSettings
from ironclad.domain.kernel.cases.expectations import document_of
from ironclad.domain.kernel.engine import decider
from ironclad.domain.kernel.engine.dice import SeededDice
from tests.browser.conftest import chromium_at
from tests.browser.playing import place_of, sit

RULESET, SCENARIO = "american_civil_war", "campaign"
TURN = 17
SEED = 1861
LATE = 80  # commands given in turn 17
AGAIN, MOST_AGAIN = 8, 400  # times that turns are played again
LOADS = 7
STEPS = 60
FORCES = 12
SPECTATORS, MOVES = 100, 25
PATIENCE = 60_000  # milliseconds
FAR = {"offline": False, "latency": 100, "downloadThroughput": 10e6 / 8, "uploadThroughput": 10e6 / 8}
SETTLED = 1_500  # milliseconds in which the browser makes its own window, which is no part of a page's load
DATABASE, NAMED = "ironclad.sqlite", "game.json"

TIMES = """
globalThis.measured = (async () => {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  const painted = async () => {
    await new Promise((done) => requestAnimationFrame(done));
    const line = new MessageChannel();
    await new Promise((done) => { line.port1.onmessage = done; line.port2.postMessage(0); });
    return performance.now();
  };
  globalThis.painted = painted;
  // In a callback of a frame: when that frame was painted, and not the next one.
  const afterFrame = () => new Promise((done) => {
    const line = new MessageChannel();
    line.port1.onmessage = () => done(performance.now());
    line.port2.postMessage(0);
  });
  const script = document.querySelector('script[src$="/shell/table.js"]');
  let drawn = null, held = null;
  if (script) {
    // The printed map is in a shadow root, which no observer of the page sees into: look at each frame.
    const map = () => document.querySelector(".base")?.shadowRoot?.querySelector("svg");
    while (!map() || !document.querySelector(".counters > g")) {
      await new Promise((done) => requestAnimationFrame(done));
      if (performance.now() > 60_000) throw new Error("the map is not drawn");
    }
    [held, drawn] = await Promise.all([afterFrame(), painted()]);
    globalThis.table = await (await import(script.src)).table;
  }
  await new Promise((done) => requestIdleCallback(done));
  const interactive = performance.now();
  const first = (told) => performance.getEntriesByType("resource").find((each) => told.test(each.name));
  const told = [/\\/map$/, /\\/map\\.svg$/, /\\/views\\?/].map(first);
  const came = Math.max(...told.map((each) => each?.responseEnd ?? 0));
  return { interactive, shown: held, drawn: drawn && drawn - came };
})();
"""
STEP = """
globalThis.stepped = new Promise((done) => {
  let began = 0;
  addEventListener("keydown", (event) => (began = event.timeStamp), { capture: true, once: true });
  const end = table.store.subscribe(async (state, what) => {
    if (what !== "position" || !began) return;
    end();
    done((await painted()) - began);
  });
}); undefined
"""
REACH = """
globalThis.reached = new Promise((done) => {
  let began = 0;
  addEventListener("click", (event) => (began = event.timeStamp), { capture: true, once: true });
  const looking = new MutationObserver(async () => {
    if (!began || !document.querySelector(".mark")) return;
    looking.disconnect();
    done((await painted()) - began);
  });
  looking.observe(document.body, { childList: true, subtree: true });
}); undefined
"""


class Unmeasured(Exception):
    """What was to be measured could not be."""


@dataclass(frozen=True)
class Figure:
    """What was measured, and what it shall be below; None where nothing is asked of it."""

    name: str
    value: float
    unit: str
    below: float | None = None
    note: str = ""

    @property
    def missed(self) -> bool:
        return self.below is not None and self.value >= self.below

    @property
    def target(self) -> str:
        return "" if self.below is None else f"< {self.below:g} {self.unit}"


# -- a game of turn 17


def lasting_game() -> Recorded:
    """A random game that comes to a movement late in its turn 17. Few do by themselves: a turn in which the
    game ends is played again with other choices and dice, and after a few times the one before it too.
    """
    rules, tries = installed()[RULESET], count(1)
    begun = rules.rules.begin(SCENARIO, {}, None)
    position, given, starts, failed = rules.rules.initial(begun), list[Given](), list[tuple[Any, int]](), 0
    random, source = Random(f"choices {SEED}"), SeededDice(f"dice {SEED}")
    while True:
        if rules.rules.outcome(position) is not None:
            failed += 1
            if failed % AGAIN == 0 and len(starts) > 1:
                starts.pop()
            position, place = starts[-1]
            del given[place:]
            number = next(tries)
            if number > MOST_AGAIN:
                raise Unmeasured(f"no random game from seed {SEED} on came to turn {TURN}")
            random, source = Random(f"choices {SEED} {number}"), SeededDice(f"dice {SEED} {number}")
        if position.turn > len(starts):
            starts.append((position, len(given)))
            failed = 0
        due = random.choice(rules.rules.due(position))
        if position.turn == TURN and len(given) - starts[-1][1] >= LATE and due.kind == "movement":
            return Recorded(SEED, begun, given)
        command, dice = decider.sample(rules, position, due, random), CommandDice(source)
        events, after = decider.execute(rules, position, due.seat, command, dice, due.id)
        faces = tuple(face for roll in dice.proof() for face in roll.faces)
        given.append(Given(position, due.seat, command, due.id, faces, events))
        position = after


def recorded_game(folder: Path) -> tuple[str, str]:
    """A game in a movement of its turn 17, in a store in the folder: its id, whose move it is."""
    recorded = lasting_game()
    with Service(
        f"sqlite:///{folder / DATABASE}", installed(), ServiceSettings(dice=recorded.dice())
    ) as referee:
        game = referee.opening.open_game(RULESET, SCENARIO, title=f"Turn {TURN}").id
        for number, given in enumerate(recorded.given):
            asked = {"id": f"recorded-{number}", "decision": given.decision}
            referee.commands.handle(game, given.seat, {**asked, "command": document_of(given.command)})
        (due,) = referee.queries.due(game)
        return game, due.seat


def kept_game() -> Path:
    """The folder that keeps the game: whole once it has this name, even if another process records too."""
    told = f"{RULESET} {installed()[RULESET].version} {SCENARIO} {TURN} {SEED} {LATE}"
    return Path(gettempdir()) / "ironclad-speed" / sha256(told.encode()).hexdigest()[:16]


def late_game(folder: Path, say: Callable[[str], None]) -> tuple[str, str]:
    """The recorded game in a store in the folder: one that was kept, or else one that is now."""
    kept = kept_game()
    if not kept.is_dir():
        say(f"Playing to turn {TURN}, which takes minutes; kept for the next time in {kept}")
        kept.parent.mkdir(exist_ok=True)
        made = Path(mkdtemp(prefix="new-", dir=kept.parent))
        try:
            game, seat = recorded_game(made)
            (made / NAMED).write_text(json.dumps({"game": game, "seat": seat}))
            os.replace(made, kept)
        except OSError:
            if not kept.is_dir():  # another has kept the same meanwhile
                raise
        finally:
            shutil.rmtree(made, ignore_errors=True)
    else:
        say(f"The game was kept in {kept}")
    shutil.copytree(kept, folder, dirs_exist_ok=True)
    named = json.loads((folder / NAMED).read_text())
    return named["game"], named["seat"]


# -- pages


@dataclass(frozen=True)
class Loaded:
    """One page loaded by a browser that knew nothing of it: bytes as they came until the map was in a painted
    frame (or until one could act, on a page without a map) and in all, milliseconds.
    """

    size: int
    whole: int
    requests: int
    interactive: float
    drawn: float | None


def load(browser: Browser, address: str, line_of: dict[str, Any] | None = None) -> Loaded:
    """`line_of`: as Chromium's tools describe a slow line (latency in milliseconds, bytes a second)."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(TIMES)
    page, sizes, asked = context.new_page(), list[tuple[float, float]](), list[float]()
    line = context.new_cdp_session(page)
    line.on("Network.requestWillBeSent", lambda told: asked.append(told["timestamp"]))
    line.on(
        "Network.loadingFinished", lambda told: sizes.append((told["timestamp"], told["encodedDataLength"]))
    )
    line.send("Network.enable")
    if line_of is not None:
        line.send("Network.emulateNetworkConditions", line_of)
    page.wait_for_timeout(SETTLED)
    page.goto(address)
    told = page.evaluate("measured")
    page.wait_for_timeout(SETTLED)
    context.close()
    until = asked[0] + (told["shown"] or told["interactive"]) / 1000
    size = sum(each for at, each in sizes if at <= until)
    whole = sum(each for _, each in sizes)
    return Loaded(int(size), int(whole), len(asked), told["interactive"], told["drawn"])


def pages(browser: Browser, address: str, game: str, loads: int = LOADS) -> Iterator[Figure]:
    first = [load(browser, f"{address}/") for _ in range(loads)]
    yield Figure("first page, compressed", max(each.size for each in first) / 1000, "kB", 200)
    times = [each.interactive for each in first]
    yield Figure("first page, interactive", median(times), "ms", 1500, f"worst of {loads}: {max(times):.0f}")
    table = [load(browser, f"{address}/games/{game}/table") for _ in range(loads)]
    yield Figure("table, compressed, until it is drawn", max(each.size for each in table) / 1000, "kB", 200)
    yield Figure("table, compressed, at rest", max(each.whole for each in table) / 1000, "kB")
    yield Figure("table, requests", max(each.requests for each in table), "", 30)
    times = [each.interactive for each in table]
    yield Figure("table, interactive", median(times), "ms", 1000, f"worst of {loads}: {max(times):.0f}")
    far = [load(browser, f"{address}/games/{game}/table", FAR).interactive for _ in range(loads)]
    note = f"100 ms and 10 Mbit/s; worst of {loads}: {max(far):.0f}"
    yield Figure("table on a slow line, interactive", median(far), "ms", 2500, note)
    drawn = [each.drawn for each in table if each.drawn is not None]
    note = f"from its data to pixels; worst of {loads}: {max(drawn):.0f}"
    yield Figure("map drawn", median(drawn), "ms", 300, note)


def table_page(browser: Browser, address: str, game: str) -> Page:
    """The table of a game, set."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(TIMES)
    page = context.new_page()
    page.goto(f"{address}/games/{game}/table")
    page.evaluate("measured.then(() => null)")
    return page


def scrubbing(browser: Browser, address: str, game: str, steps: int = STEPS) -> Iterator[Figure]:
    """From a key to pixels, each step to an event that was not looked at before."""
    page = table_page(browser, address, game)
    page.locator("#scrub output").click()
    times = []
    for _ in range(steps):
        page.evaluate(STEP)
        page.keyboard.press("ArrowLeft")
        times.append(page.evaluate("stepped"))
    page.context.close()
    yield Figure(f"scrub step at turn {TURN}, p50", median(times), "ms", 50)
    yield Figure(f"scrub step at turn {TURN}, p95", over_http.quantile(times, 0.95), "ms", 50)


def reaching(browser: Browser, address: str, game: str, seat: str) -> Iterator[Figure]:
    """From the click on a force to the marks of all hexes that it reaches."""
    page = table_page(browser, address, game)
    sit(page, seat.title())
    page.evaluate("measured.then(() => null)")  # it is another page now
    offers = page.evaluate(
        "(seat) => table.store.api.ask(`${table.store.path}/legal`, {query: {seat, limit: 2000}})", seat
    )["commands"]
    hexes = sorted({each["from"] for each in offers if each["type"] == "move_force"})
    if not hexes:
        raise Unmeasured(f"{seat} has no force that moves")
    times = []
    for hex_id in hexes[:: max(1, len(hexes) // FORCES)][:FORCES]:
        page.reload()  # a click while another force is chosen may be an order to it
        page.evaluate("measured.then(() => null)")
        place = place_of(page, hex_id)  # which flies there: a player clicks what is painted
        page.wait_for_timeout(SETTLED)
        page.evaluate(REACH)
        page.mouse.click(*place)
        times.append(page.evaluate("reached"))
    page.context.close()
    note = f"{len(times)} forces of the {seat.title()}"
    yield Figure(f"reach at turn {TURN}, p50", median(times), "ms", 150, note)
    yield Figure(f"reach at turn {TURN}, worst", max(times), "ms", 150, note)


# -- spectators


async def watching(api: str) -> list[float]:
    """Milliseconds from a move's sending to its last event at each spectator of one game."""
    player = await asyncio.to_thread(Player, api, installed()[RULESET])
    audience, delays = Audience(api), list[float]()
    try:
        for _ in range(SPECTATORS):
            await audience.join(player.game)
        for _ in range(MOVES):
            sent = perf_counter()
            _, position = await asyncio.to_thread(player.play)
            await audience.await_event(range(SPECTATORS), position)
            delays += [(got[position] - sent) * 1000 for got in audience.got]
    finally:
        await audience.leave()
        player.close()
    return delays


def spectators(api: str) -> Iterator[Figure]:
    delays = asyncio.run(watching(api))
    note = f"{SPECTATORS} of one game, {MOVES} moves, from sending"
    yield Figure("spectators see a move, p99", over_http.quantile(delays, 0.99), "ms", 500, note)


# -- all of it


def measure(folder: Path, found: Callable[[Figure], None], say: Callable[[str], None]) -> None:
    """Every figure, as it is found. Raises Unmeasured, BenchFault, Playwright's Error."""
    game, seat = late_game(folder, say)
    chromium = chromium_at()
    if chromium is None:
        raise Unmeasured("there is no Chromium on the path")
    with over_http.server(folder) as api:
        address = api.removesuffix("/api/v1")
        httpx.get(f"{address}/games/{game}/table", timeout=60).raise_for_status()  # the first one warms it up
        for figure in spectators(api):  # before there is a browser: its loop would be in the way
            found(figure)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**chromium)
            for part in (
                pages(browser, address, game),
                scrubbing(browser, address, game),
                reaching(browser, address, game, seat),
            ):
                for figure in part:
                    found(figure)
            browser.close()


def table_of(figures: Iterable[Figure]) -> Table:
    """Each figure beside its target."""
    shown = Table()
    shown.add_column("figure")
    for heading in ("measured", "target"):
        shown.add_column(heading, justify="right")
    for heading in ("", "of"):
        shown.add_column(heading)
    for each in figures:
        verdict = "" if each.below is None else "missed" if each.missed else "held"
        shown.add_row(each.name, f"{each.value:.0f} {each.unit}", each.target, verdict, each.note)
    return shown


def main() -> int:
    console, figures = Console(), list[Figure]()
    with TemporaryDirectory(prefix="ironclad-speed-") as folder:
        try:
            with console.status("Measuring"):

                def found(figure: Figure) -> None:
                    figures.append(figure)
                    console.print(f"{figure.name}: {figure.value:.0f} {figure.unit}")

                measure(Path(folder), found, console.print)
        except Unmeasured as why:
            console.print(f"It cannot be measured: {why}")
            return 2
    console.print(table_of(figures))
    return 1 if any(each.missed for each in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
