"""The page as an auditor of the log: what it keeps, where it stops, the evidence that it saves."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from ironclad.api.cli import main
from ironclad.eventlog.ledger.proofs import consistency_proof, inclusion_proof
from tests.api.running import Server
from tests.browser.modules import at_home, run
from tests.browser.playing import end_movement, skirmish
from tests.browser.test_keys import attack, described, keys, pages, ready, rolls, sit
from tests.proof.logs import KEY, Log
from tests.proof.make_evidence_vectors import OUT, note, rows
from tests.waiting import within

pytestmark = pytest.mark.full

__all__ = ["pages"]

AUDITOR = {"auditor": "keys/auditor", "errors": "keys/errors"}
OVER = """
  const http = {
    server: given.server,
    get: async (path, query = {}) => {
      const log = given.logs[window.shown];
      const asked = JSON.stringify([path, query.from ?? 0, query.to ?? query.size ?? 0]);
      if (path === '/log/checkpoint') return {note: log.notes[window.size]};
      if (path === '/log/keys') return {keys: [{key: given.key}], handovers: []};
      if (path === '/log/proofs/consistency') return log.paths[`${query.from}-${query.to}`];
      if (path === '/log/proofs/inclusion') return {proof: log.inclusion};
      throw new Error(asked);
    },
  };
  const one = new auditor.Auditor(http, given.key);
  const at = async (log, size, work = () => one.advance()) => {
    [window.shown, window.size] = [log, size];
    return work().then((found) => found.size, (wrong) => wrong.code);
  };
"""


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Iterator[Page]:
    context = chromium.new_context()
    yield at_home(context.new_page(), server)
    context.close()


def told(log: Log) -> dict[str, Any]:
    """What a service says of a log of twenty events: its notes, and the path from each size to each other."""
    roots = {size: Log(log.rows[:size]).checkpoint.root.hex() for size in range(1, 21)}
    trees = {size: Log(log.rows[:size]).read for size in range(1, 21)}
    paths = {
        f"{small}-{large}": {
            "root1": roots[small],
            "proof": [each.hex() for each in consistency_proof(trees[large], small, large)],
        }
        for large in range(1, 21)
        for small in range(1, large + 1)
    }
    return {"notes": {size: note(log, size) for size in range(1, 21)}, "paths": paths}


def histories(name: str) -> dict[str, Any]:
    """Two histories of one log, which part at its sixth event; the browser knows the service by a name."""
    logs = [told(Log(rows(20, fork))) for fork in (99, 5)]
    return {"server": f"https://{name}.example", "key": str(KEY.verifier), "logs": logs}


def test_the_page_judges_evidence_as_the_command_line_does(home: Page) -> None:
    vectors = json.loads(OUT.read_text("utf-8"))["vectors"]
    found = run(
        home,
        """
        const found = [];
        for (const {evidence} of given)
          found.push(await evidences.proves(evidence).then(() => true, (wrong) => wrong.constructor.name));
        return found;
        """,
        vectors,
        evidences="proof/evidence",
    )
    assert found == [True if each["status"] == 0 else "NoEvidence" for each in vectors]


def test_it_moves_on_by_proofs_alone_and_stops_for_good(home: Page, tmp_path: Path) -> None:
    given = histories("stops")
    found = run(
        home,
        OVER
        + """
        return [await at(0, 7), await at(0, 11), await at(0, 11), await at(0, 9),
          await at(1, 3), await at(1, 9),
          await at(1, 17), await at(0, 20), (await one.stopped())];
        """,
        given,
        **AUDITOR,
    )
    *steps, stopped = found
    assert steps == [7, 11, 11, "behind", "behind", "contradiction", "contradiction", "contradiction"]
    assert "signed a log of 7 events, and then one of 9 events" in stopped["text"]
    file = tmp_path / "evidence.json"
    file.write_text(json.dumps(stopped["evidence"]))
    assert CliRunner().invoke(main, ["audit", "--evidence", str(file)]).exit_code == 0
    home.reload()
    again = run(
        home,
        OVER
        + """
        const kept = [await at(0, 20), (await one.stopped()).text];
        await one.goOn();
        return [...kept, await at(1, 17), await at(1, 20), await at(0, 20), (await one.kept()).before.length];
        """,
        given,
        **AUDITOR,
    )
    assert again == ["contradiction", stopped["text"], 17, 20, "contradiction", 1]


def test_a_path_that_proves_nothing_stops_nothing_and_sends_nothing(home: Page) -> None:
    given = histories("unproved")
    given["logs"][0]["paths"]["7-11"]["proof"][0] = "00" * 32
    given["logs"][1]["notes"][17] = given["logs"][1]["notes"][17].replace("example/log A", "example/log B", 1)
    found = run(
        home,
        OVER + "return [await at(0, 7), await at(0, 11), await at(0, 12), await one.stopped()];",
        given,
        **AUDITOR,
    )
    assert found == [7, "unproved", 12, None]


def test_a_request_that_names_another_past_is_evidence(home: Page, tmp_path: Path) -> None:
    given = histories("request")
    vector = json.loads(OUT.read_text("utf-8"))["vectors"][3]["evidence"]
    one, other = rows(20, 99), rows(18, 5)
    named = {"root": Log(one[:9]).checkpoint.root.hex(), "size": 9}
    body = {"seat": "blue", "signature": {"seen": {"checkpoint": named}, "value": "00" * 64},
            "type": "command_accepted"}  # fmt: skip
    text = json.dumps(body, separators=(",", ":"))
    asked = ("g/match", 1, "match.command_accepted.1", text.encode())
    log = Log([*other[:11], asked, *other[12:]])
    path = [each.hex() for each in consistency_proof(log.read, 9, 18)]
    given["logs"][0] = {
        "notes": {18: note(log, 18)},
        "paths": {"9-18": {"root1": Log(log.rows[:9]).checkpoint.root.hex(), "proof": path}},
        "inclusion": [each.hex() for each in inclusion_proof(log.read, 11, 18)],
    }
    given |= {"named": named, "text": text, "body": body}
    found = run(
        home,
        OVER
        + """
        const name = 'match.command_accepted.1';
        const event = {timeline: '', version: 1, name, position: 12, data: given.body};
        const bytes = new TextEncoder().encode(given.text);
        const code = await at(0, 18, () => one.holdNamed(given.named, {game: 'g', event, bytes}));
        return [code, await one.stopped()];
        """,
        given,
        **AUDITOR,
    )
    assert found[0] == "contradiction"
    assert found[1]["evidence"] == vector
    assert "blue names another log of 9 events" in found[1]["text"]


def test_an_invited_page_holds_the_service_to_the_log_that_the_link_names(
    chromium: Browser, server: Server
) -> None:
    with server.client() as http:
        assert within(lambda: http.get("/log/checkpoint").status_code == 200)
        game = http.post("/games", json={"ruleset": "tug", "scenario": "long"}).json()["id"]
        seat = http.post(f"/games/{game}/seats/blue", json={"player": "Ann"}).json()
        bearer = {"Authorization": f"Bearer {seat['token']}"}
        made = http.post(f"/games/{game}/invitations", json={"seat": "grey"}, headers=bearer).json()
        key = http.get("/log/keys").json()["keys"][0]["key"]
    context = chromium.new_context()
    page = at_home(context.new_page(), server)
    named = run(
        page,
        "return meeting.fragmentOf(new http.Http(location.origin), given);",
        key,
        meeting="keys/meeting",
        http="keys/http",
    )
    other = chromium.new_context().new_page()
    other.goto(f"{server.address}{made['path']}{named.replace('log=', 'log=00')}")
    expect(other.locator("[data-meeting]")).to_contain_text("Do not take this invitation")
    expect(other.get_by_role("button", name="Sit down")).to_be_disabled()
    other.context.close()
    page.goto(f"{server.address}{made['path']}{named}")
    expect(page.locator("[data-meeting]")).to_contain_text("shows the log that the invitation names")
    page.get_by_label("Your name").fill("Bob")
    page.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile(f"/games/{game}"))
    kept = run(
        page,
        "return (await store.get('logs', [location.origin])).key;",
        store="keys/store",
    )
    assert kept == key
    context.close()


# -- at the table


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with a directory of its own, which a test may exchange while it is stopped."""
    (tmp_path / "service").mkdir()
    monkeypatch.setenv("IRONCLAD_NOTARY_FILE", str(tmp_path / "service" / "notary"))
    running = Server(tmp_path / "service" / "log.sqlite").start()
    yield running
    if running.process is not None:
        running.kill()


def test_both_pages_stop_where_another_copy_of_the_log_takes_its_place(
    service: Server, tmp_path: Path, pages: Any
) -> None:
    """Database, notary and published checkpoints are exchanged for a copy from the middle of the game."""
    server, home, copy = service, tmp_path / "service", tmp_path / "copy"
    with server.client() as http:
        assert within(lambda: http.get("/log/checkpoint").status_code == 200)
    game = skirmish(server)
    union, confederate = pages(), pages()
    for page, seat in ((union, "Union"), (confederate, "Confederate")):
        page.goto(f"{server.address}/games/{game}/table")
        sit(page, seat)
    ready(server, game)
    records = {each["seat"]: each["key"]["scheme"] for each in described(server, game)["seats"]}
    assert set(records.values()) == {"ironclad-command/v2"}
    server.stop()
    shutil.copytree(home, copy)
    server.start()
    expect(union.locator(".notices")).to_be_empty()
    attack(union)
    assert within(lambda: rolls(server, game) > 0)
    sizes = within_sizes(server)
    expect(keys(union)).to_contain_text("verified up to event")
    expect(keys(confederate)).to_contain_text(re.compile("verified up to event"))
    for page in (union, confederate):
        assert within(lambda page=page: verified(page) >= sizes)  # type: ignore[misc]
        page.get_by_role("tab", name="Due").click()

    # The operator shows another log from here on, which grows by what others do.
    server.stop()
    shutil.rmtree(home)
    shutil.copytree(copy, home)
    server.start()
    for _ in range(12):
        skirmish(server)
    assert within(lambda: within_sizes(server) > 0)
    for number, page in enumerate((union, confederate)):
        stop = page.locator(".stopped")
        expect(stop).to_contain_text("Stopped: the record contradicts itself")
        with page.expect_download() as coming:
            stop.get_by_role("button", name="Save the evidence").click()
        file = tmp_path / f"evidence-{number}.json"
        coming.value.save_as(file)
        found = CliRunner().invoke(main, ["audit", "--evidence", str(file)])
        assert (found.exit_code, "This proves a contradiction" in found.output) == (0, True)
        page.screenshot(path=str(tmp_path / f"stopped-{number}.png"))

    # Nothing more is sent, also after a reload, until the player decides otherwise.
    before = described(server, game)["version"]
    posts: list[str] = []
    union.on("request", lambda asked: posts.append(asked.url) if asked.method == "POST" else None)
    union.reload()
    expect(union.locator(".stopped")).to_be_visible()
    end_movement(union)
    expect(union.locator("#pane-due .refused")).to_contain_text("The service signed a log of")
    assert described(server, game)["version"] == before
    assert not [each for each in posts if re.search(r"/(commands|messages|seats|dice)", each)]
    with union.expect_navigation():
        union.locator(".stopped").get_by_role("button", name="Play on nevertheless").click()
    expect(union.locator(".stopped")).to_have_count(0)
    assert server.stop() == 0


def within_sizes(server: Server) -> int:
    """The size of the last signed checkpoint, once it has the whole log."""

    def signed() -> int:
        with server.client() as http:
            size: int = http.get("/ready").json()["log_size"]
            answer = http.get("/log/checkpoint", params={"at_least": size})
        return int(answer.json()["size"]) if answer.status_code == 200 else 0

    assert within(lambda: signed() > 0)
    return signed()


def verified(page: Page) -> int:
    """How far a page says that it has verified the log."""
    found = re.search(r"verified up to event ([\d,]+)", page.locator("#pane-keys").inner_text())
    return int(found[1].replace(",", "")) if found else 0
