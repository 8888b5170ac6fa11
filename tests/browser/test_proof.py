"""The verifier in the browser: the vectors, a whole record, and what is wrong with every forgery of it."""

import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from ironclad.domain.kernel.engine.codec import canonical
from ironclad.eventlog.ledger.history import handover
from ironclad.eventlog.ledger.notes import SigningKey
from ironclad.referee.proof.verifying import CHECKS
from tests.api.running import ROOT, Server
from tests.browser.modules import at_home, run, verdict_of
from tests.browser.recorded import Record, moved_bundle, recorded, verdict_in_python
from tests.proof.logs import KEY, Log, lines_of, packed
from tests.proof.test_tournament import bundle_of
from tests.proof.tournament import KEY as TOURNAMENT_KEY
from tests.proof.tournament import hall_at

pytestmark = pytest.mark.full

PROOF = ROOT / "tests" / "proof"
VECTORS = PROOF / "vectors"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    return Record(*recorded(tmp_path_factory.mktemp("recorded")))


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Any:
    """One page for all tests here: they keep nothing in it."""
    page = chromium.new_page()
    yield at_home(page, server)
    page.close()


def test_hashes_are_those_of_the_browser_itself(home: Page) -> None:
    wrong = run(
        home,
        """
        const wrong = [];
        for (let size = 0; size < 200; size += 1) {
          const data = crypto.getRandomValues(new Uint8Array(size));
          const known = bytes.hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
          const pieces = new sha.Sha256();
          for (let at = 0; at < size; at += 7) pieces.update(data.subarray(at, at + 7));
          if (bytes.hex(sha.sha256(data)) !== known || bytes.hex(pieces.digest()) !== known) wrong.push(size);
          const key = crypto.getRandomValues(new Uint8Array(1 + size));
          const kind = {name: 'HMAC', hash: 'SHA-256'};
          const raw = await crypto.subtle.importKey('raw', key, kind, false, ['sign']);
          const mac = bytes.hex(new Uint8Array(await crypto.subtle.sign('HMAC', raw, data)));
          if (bytes.hex(sha.hmacSha256(key, data)) !== mac) wrong.push(-size);
        }
        return wrong;
        """,
        sha="proof/sha256",
        bytes="proof/bytes",
    )
    assert wrong == []


def test_links_and_faces_are_those_of_the_vectors(home: Page) -> None:
    vectors = json.loads((PROOF / "vectors.json").read_text("utf-8"))
    found = run(
        home,
        """
        return {
          chains: given.chains.map((each) => {
            const {game, timeline, party, custody, series, length, end} = each;
            const context = dice.contextOf(game, timeline, party, custody, series);
            const links = {[length]: end};
            for (let at = length, link = bytes.fromHex(end); at > 0; at -= 1) {
              link = dice.previousLink(context, at, link);
              if (String(at - 1) in each.links) links[at - 1] = bytes.hex(link);
            }
            return {...each, context: bytes.hex(context), links};
          }),
          rolls: given.rolls.map((each) => {
            const key = dice.keyOf(each.server, each.seats, bytes.fromHex(each.beacon));
            const {game, timeline, number, count, sides} = each;
            const faces = dice.facesOf(key, game, timeline, number, count, sides);
            return {...each, key: bytes.hex(key), faces};
          }),
        };
        """,
        vectors,
        dice="proof/dice",
        bytes="proof/bytes",
    )
    assert found == {name: vectors[name] for name in ("chains", "rolls")}


def test_signed_commands_with_hidden_fields_are_those_of_the_vectors(home: Page) -> None:
    vectors = json.loads((PROOF / "signature_vectors.json").read_text("utf-8"))
    found = run(
        home,
        """
        const bytes = (each) => each && canonical.canonical(each);
        return [
          given.sealed.map(({seat, stored}) => bytes(sealed.asSigned(seat, stored))),
          given.sealed.map(({given, salts}) => bytes(sealed.withDigests(given, salts))),
          given.not_sealed.map((stored) => bytes(sealed.asSigned("north", stored))),
          given.closed.map(({stored}) => bytes(sealed.asSigned("north", stored, true))),
        ];
        """,
        {name: vectors[name] for name in ("sealed", "not_sealed", "closed")},
        sealed="proof/sealed_commands",
        canonical="proof/canonical",
    )
    said = [each["signed"] for each in vectors["sealed"]]
    closed = [each["signed"] for each in vectors["closed"]]
    assert found == [said, said, [None] * len(vectors["not_sealed"]), closed]


def test_signed_messages_are_those_of_the_vectors(home: Page) -> None:
    vectors = json.loads((PROOF / "signature_vectors.json").read_text("utf-8"))["vectors"]
    found = run(
        home,
        """
        return Promise.all(given.map(async (each) => {
          const {expected_version: expectedVersion, stored: command, link, ...rest} = each;
          const hashed = link === undefined ? undefined : requests.linkHash(link);
          const message = requests.message({...rest, expectedVersion, command, link: hashed});
          const [key, signature] = [bytes.fromHex(each.key), bytes.fromHex(each.signature)];
          const good = await ed25519.verifies(key, signature, message);
          message[message.length >> 1] ^= 1;
          const bad = await ed25519.verifies(key, signature, message);
          message[message.length >> 1] ^= 1;
          const signed = requests.signedCommand(each.timeline, command);
          return [bytes.hex(message), signed, good, bad, ed25519.isKey(key)];
        }));
        """,
        vectors,
        requests="proof/requests",
        ed25519="proof/ed25519",
        bytes="proof/bytes",
    )
    assert found == [[each["message"], each["command"], True, False, True] for each in vectors]


def test_published_inclusion_proofs(home: Page) -> None:
    given = [json.loads(file.read_text("utf-8")) for file in sorted(VECTORS.rglob("*.json"))]
    assert len(given) == 98
    found = run(
        home,
        """
        return given.map(({leafHash, leafIdx, treeSize, proof, root}) => {
          const [leaf, end] = [unpack(leafHash ?? ''), unpack(root ?? '')];
          return tree.isIncluded(leaf, leafIdx, treeSize, (proof ?? []).map(unpack), end);
        });
        """,
        given,
        tree="proof/tree",
    )
    assert found == [not each["wantErr"] for each in given]


def test_the_example_of_the_ledger_page(home: Page) -> None:
    text = (ROOT / "docs" / "ledger.md").read_text("utf-8")
    note = next(part for part in text.split("```") if "\n— " in part).strip("\n") + "\n"
    key = re.search(r"games\.example/ironclad\+2c0d8e8b\+[\w+/=]{44}", text)
    assert key is not None
    found = run(
        home,
        """
        const history = new notes.KeyHistory(notes.readKey(given.key), true);
        const {checkpoint} = await history.open(given.note);
        const forged = given.note.replace('\\n3\\n', '\\n4\\n');
        const wrong = await history.open(forged).catch((wrong) => wrong.message);
        const leaf = tree.leafHash('g/main', 1, 'match.resigned.1', bytes.utf8('{"seat":"blue"}'));
        return [checkpoint.origin, checkpoint.size, bytes.hex(checkpoint.root), bytes.hex(leaf), wrong];
        """,
        {"note": note, "key": key.group()},
        notes="proof/notes",
        tree="proof/tree",
        bytes="proof/bytes",
    )
    assert found[:2] == ["games.example/ironclad", 3]
    assert all(each in text for each in found[2:4])
    assert "not of that key or not of this text" in found[4]


def test_bytes_that_are_no_key(home: Page) -> None:
    small = ["00" * 32, "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "ff" * 32, "02" + "00" * 31]
    twisted = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"  # of order 8
    good = KEY.verifier.public.hex()
    script = "return given.map((each) => ed25519.isKey(bytes.fromHex(each)));"
    found = run(home, script, [good, twisted, *small], ed25519="proof/ed25519", bytes="proof/bytes")
    assert found == [True, False, *(False for _ in small)]


def random_value(random: Random, depth: int = 0) -> Any:
    texts = 'aZ09"\\/\b\f\n\r\t\x00\x1f\x7f é\u2028\ue000\uffee😀𐀀'
    kind = random.randrange(4 if depth > 3 else 6)
    if kind == 0:
        return random.choice([None, True, False])
    if kind == 1:
        return random.choice([0, -1, 2**53 - 1, 1 - 2**53, random.randint(-(10**6), 10**6)])
    if kind < 4:
        return "".join(random.choices(texts, k=random.randrange(6)))
    if kind == 4:
        return [random_value(random, depth + 1) for _ in range(random.randrange(4))]
    names = ("".join(random.choices(texts, k=random.randrange(4))) for _ in range(random.randrange(6)))
    return {name: random_value(random, depth + 1) for name in names}


def test_canonical_json_is_that_of_the_log(home: Page) -> None:
    random = Random(7)
    values = [{str(each): random_value(random) for each in range(3)} for _ in range(100)]
    script = "return given.map((text) => json.canonical(JSON.parse(text)));"
    found = run(home, script, [json.dumps(each) for each in values], json="proof/canonical")
    assert found == [canonical(each).decode() for each in values]
    script = """
      return [1.5, 2 ** 53, -(2 ** 53), NaN, 'a\\ud800', () => 1].map((each) => {
        try {
          return json.canonical({a: [each]});
        } catch (wrong) {
          return wrong instanceof json.NotCanonical;
        }
      });
    """
    assert run(home, script, json="proof/canonical") == [True] * 6


def test_a_whole_record_holds(home: Page, record: Record, tmp_path: Path) -> None:
    verdict = verdict_of(home, record.bundle, record.key)
    assert verdict["firstFailure"] is None
    assert (verdict["ok"], verdict["game"], verdict["events"]) == (True, record.game, len(record.rows))
    theirs = verdict_in_python(record.bundle, record.key, tmp_path / "a.bundle")
    ours = {each["name"]: (each["ok"], each["detail"]) for each in verdict["checks"]}
    assert tuple(ours) == CHECKS
    assert ours.pop("rules")[0] is None
    assert ours == {each.name: (each.ok, each.detail) for each in theirs.checks if each.name != "rules"}
    assert "by the bundle's own word" in verdict_of(home, record.bundle, None)["checks"][1]["detail"]


def test_a_bundle_of_v1_holds_and_one_of_a_newer_build_is_refused(home: Page, record: Record) -> None:
    first = Log(record.rows).bundle(record.game, earlier=record.sizes, version=1)
    verdict = verdict_of(home, first, record.key)
    assert (verdict["ok"], verdict["events"]) == (True, len(record.rows)), verdict["firstFailure"]
    newer = record.bundle.replace(b"ironclad-bundle/v2", b"ironclad-bundle/v3", 1)
    verdict = verdict_of(home, newer, record.key)
    assert not verdict["ok"]
    assert verdict["firstFailure"]["check"] == "file"
    assert "written by a newer build" in verdict["firstFailure"]["detail"]


Forgery = Callable[[Record], bytes]


def of_first_roll(record: Record) -> int:
    return record.places(lambda said: said.get("rolls"))[0]


def signed_by(record: Record, seat: str) -> int:
    return record.places(lambda said: said["seat"] == seat and said.get("signature"))[1]


def another_signature(record: Record) -> bytes:
    other = json.loads(record.rows[signed_by(record, "grey") - 1][3])["signature"]
    return record.changed(signed_by(record, "blue"), lambda said: said.update(signature=other))


def another_face(said: dict[str, Any]) -> None:
    said["rolls"][0]["faces"][0] = said["rolls"][0]["faces"][0] % 6 + 1


def unsigned(said: dict[str, Any]) -> None:
    said["signature"] = None


def line_changed(record: Record) -> bytes:
    """An event changed in the file alone: the log's own hashes stay."""
    lines = lines_of(record.bundle)
    place = next(number for number, line in enumerate(lines) if "Zürich".encode() in line)
    lines[place] = lines[place].replace(b"rich", b"reich", 1)
    return packed(lines)


FORGERIES: dict[str, tuple[Forgery, str, Callable[[Record], int | None]]] = {
    "an event": (
        line_changed,
        "inclusion",
        lambda record: record.places(lambda said: said["command"].get("word"))[0],
    ),
    "a die": (lambda record: record.changed(of_first_roll(record), another_face), "dice", of_first_roll),
    "a signature swapped": (another_signature, "signatures", lambda record: signed_by(record, "blue")),
    "a signature left out": (
        lambda record: record.changed(signed_by(record, "grey"), unsigned),
        "signatures",
        lambda record: signed_by(record, "grey"),
    ),
    "no checkpoint before the first link": (
        lambda record: Log(record.rows).bundle(record.game),
        "dice",
        lambda record: record.places(lambda said: True, "seat_ready")[0],
    ),
    "the last event left out": (
        lambda record: Log(record.rows[:-1]).bundle(record.game, Log(record.rows).header(record.game)),
        "inclusion",
        lambda record: None,
    ),
    "a stranger's signature": (
        lambda record: Log(record.rows).bundle(
            record.game, Log(record.rows).header(record.game, SigningKey(KEY.name, bytes(32)))
        ),
        "key",
        lambda record: None,
    ),
    "a document that nothing names": (
        lambda record: Log(record.rows).bundle(
            record.game, blob=(sha256(b"{}").hexdigest(), b"{}"), earlier=record.sizes
        ),
        "blobs",
        lambda record: None,
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_what_is_forged_is_named(home: Page, record: Record, forgery: str) -> None:
    forge, check, position = FORGERIES[forgery]
    verdict = verdict_of(home, forge(record), record.key)
    failure = verdict["firstFailure"]
    assert not verdict["ok"]
    assert (failure["check"], failure["position"]) == (check, position(record))
    assert [each["ok"] for each in verdict["checks"] if each["name"] == check] == [False]


def test_a_key_that_was_replaced_is_followed(home: Page, record: Record, tmp_path: Path) -> None:
    """Past the handover the new key signs, and it alone; who hands over signs that it does."""
    log, new, stranger = (
        Log(record.rows),
        SigningKey(KEY.name, bytes([9]) * 32),
        SigningKey(KEY.name, bytes(32)),
    )
    last = Log(record.rows[: max(record.sizes)]).checkpoint
    note, forged = str(handover(last, KEY, new)), str(handover(last, stranger, new))
    first = {"log_key": record.key}
    headers = {
        "": log.header(record.game, new, handovers=(note,), **first),
        "checkpoint": log.header(record.game, handovers=(note,)),
        "key": log.header(record.game, new, handovers=(forged,), **first),
        "key twice": log.header(record.game, new, handovers=(note, note), **first),
        "checkpoint without": log.header(record.game, new, **first),
    }
    for expected, header in headers.items():
        bundle = log.bundle(record.game, header, earlier=record.sizes)
        theirs = verdict_in_python(bundle, record.key, tmp_path / "a.bundle").first_failure
        ours = verdict_of(home, bundle, record.key)["firstFailure"]
        assert (theirs.check if theirs else "") == expected.partition(" ")[0]
        assert (ours["check"] if ours else "") == expected.partition(" ")[0], ours


def test_both_verifiers_find_the_same_in_random_forgeries(home: Page, record: Record, tmp_path: Path) -> None:
    random = Random(1864)
    found = set()
    for _ in range(24):
        bundle = record.forged(random)
        theirs = verdict_in_python(bundle, record.key, tmp_path / "a.bundle").first_failure
        ours = verdict_of(home, bundle, record.key)["firstFailure"]
        expected = None if theirs is None else (theirs.check, theirs.position)
        assert (ours and (ours["check"], ours["position"])) == expected, (ours, theirs)
        found.add(theirs and theirs.check)
    assert {"inclusion", "order", "signatures"} <= found, "the forgeries are of too few kinds"


def test_a_changed_byte_is_found_wherever_it_is(home: Page, record: Record) -> None:
    whole = record.bundle
    size = len(whole)
    places = [0, 18, 19, 25, size // 2, size - 40, size - 33, size - 32, size - 1]
    checks = run(
        home,
        """
        const whole = unpack(given.bundle);
        const found = [];
        for (const place of given.places) {
          const bytes = whole.slice();
          bytes[place] ^= 1;
          const verdict = await verify.verifyBundle(bytes, {logKey: given.key});
          found.push([verdict.ok, verdict.firstFailure.check]);
        }
        return found;
        """,
        {"bundle": b64encode(whole).decode(), "places": places, "key": record.key},
        verify="proof/verify",
    )
    assert all(not ok and check in ("file", "inclusion") for ok, check in checks), checks


def test_rubbish_is_a_failure_and_never_an_error(home: Page, record: Record) -> None:
    lines = lines_of(record.bundle)
    deep = b"[" * 100_000 + b"]" * 100_000
    event = b'{"body":%s,"is":"event","name":"x","position":1,"stream":"x","version":1}'
    rubbish = [
        b"",
        b"ironclad-bundle/v1\n",
        b"ironclad-bundle/v1\n" + record.bundle[19:],
        record.bundle[:-1],
        record.bundle + b"x",
        packed([]),
        packed(lines[1:]),
        packed([b"rubbish", *lines[1:]]),
        packed([deep, *lines[1:]]),
        packed([*lines[:-1], event % deep]),
        packed([*lines[:-1], event % b'1,"is":"event"']),
        packed([lines[0].replace(b":", b": ", 1), *lines[1:]]),
        packed([lines[0].replace(b"ironclad", b"ironcl\xff\xff", 1), *lines[1:]]),
        packed([lines[0].replace(b"tests", b"\\ud800", 1), *lines[1:]]),
        packed([*lines[:-1], b'{"events":99999999999999999999,"is":"end"}']),
        packed([*lines[:-1], b'{"is":"__proto__"}']),
        packed([*lines, lines[-1]]),
        packed([b" " * (9 * 1024 * 1024)]),
    ]
    found = [verdict_of(home, each, record.key) for each in rubbish]
    assert [each["firstFailure"]["check"] for each in found] == ["file"] * len(rubbish)
    assert not any(each["ok"] for each in found)
    assert "more than 8,388,608 bytes" in found[-1]["firstFailure"]["detail"]


def test_streams_and_files_are_read_like_bytes(home: Page, record: Record) -> None:
    found = run(
        home,
        """
        const bytes = unpack(given.bundle);
        const seen = [];
        const inPieces = (size) => new ReadableStream({
          start(pieces) {
            for (let at = 0; at < bytes.length; at += size) pieces.enqueue(bytes.slice(at, at + size));
            pieces.close();
          }
        });
        const broken = new ReadableStream({pull() { throw new Error('the line broke'); }});
        const options = {logKey: given.key, progress: (done, total) => seen.push([done, total])};
        const verdicts = [
          await verify.verifyBundle(inPieces(1), options),
          await verify.verifyBundle(inPieces(977), options),
          await verify.verifyBundle(new Blob([bytes]), options),
          await run.verifyInWorker(new Blob([bytes]), {logKey: given.key}),
          await verify.verifyBundle(broken, options),
        ];
        return [verdicts.map(({ok, firstFailure}) => [ok, firstFailure?.detail]), seen.at(-1)];
        """,
        {"bundle": b64encode(record.bundle).decode(), "key": record.key},
        verify="proof/verify",
        run="proof/run",
    )
    assert found[0][:4] == [[True, None]] * 4
    assert found[0][4] == [False, "it cannot be read: the line broke"]
    assert found[1] == [len(record.rows), len(record.rows)]


def test_a_source_that_falls_silent_holds_nobody_up(home: Page, record: Record) -> None:
    """What it has sent is wrong already; it never ends by itself, and is let go of."""
    lines = lines_of(record.bundle)
    sent = [b"this is no bundle at all", packed([b"rubbish", *lines, *lines, *lines])[:-100]]
    found = run(
        home,
        """
        return Promise.all(given.map(async (text) => {
          let released = false;
          const source = new ReadableStream({
            start(pieces) { pieces.enqueue(unpack(text)); },
            pull() { return new Promise(() => {}); },
            cancel() { released = true; },
          });
          const {firstFailure} = await verify.verifyBundle(source);
          return [firstFailure.check, released];
        }));
        """,
        [b64encode(each).decode() for each in sent],
        verify="proof/verify",
    )
    assert found == [["file", True]] * 2


def test_without_ed25519_nothing_passes_for_signed(page: Page, server: Server, record: Record) -> None:
    """As on a page over plain http, or in an old browser."""
    page.add_init_script(
        "SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException('no', 'NotSupportedError'))"
    )
    verdict = verdict_of(at_home(page, server), record.bundle, record.key)
    assert (verdict["ok"], verdict["firstFailure"]) == (False, None)
    unchecked = {each["name"]: each["detail"] for each in verdict["checks"] if each["ok"] is None}
    assert set(unchecked) == {"key", "checkpoint", "heads", "signatures", "rules"}
    assert all("no Ed25519" in unchecked[name] for name in unchecked if name != "rules")


def test_a_game_of_the_tournament_level_holds(home: Page, tmp_path: Path) -> None:
    with hall_at(f"sqlite:///{tmp_path / 'log.db'}", tmp_path) as hall:
        hall.open()
        hall.pull()
        bundle = bundle_of(hall)
    key = str(TOURNAMENT_KEY.verifier)
    verdict = verdict_of(home, bundle, key)
    assert verdict["ok"], verdict["firstFailure"]
    theirs = verdict_in_python(bundle, key, tmp_path / "a.bundle")
    (dice,) = [each["detail"] for each in verdict["checks"] if each["name"] == "dice"]
    said = next(each.detail for each in theirs.checks if each.name == "dice")
    assert dice == said.replace(" (the game names no public key of it)", "")
    assert "1 intents answered" in dice


def test_a_game_that_was_moved_to_another_version_verifies(home: Page, tmp_path: Path) -> None:
    bundle = moved_bundle(tmp_path)
    verdict = verdict_of(home, bundle, str(KEY.verifier))
    assert verdict["ok"], verdict["firstFailure"]
    details = {each["name"]: each["detail"] for each in verdict["checks"]}
    assert "requests of grey by its key" in details["signatures"]
    assert "6 rolls" in details["dice"]
