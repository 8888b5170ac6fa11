"""A seat's keys, dice chains and requests in the browser, against a server that judges them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from ironclad.domain.kernel.fair.fair_dice import V1, V2
from ironclad.referee.player_keys import PlayerKey, read_player_key
from tests.api.running import Server
from tests.browser.modules import at_home, run, verdict_of
from tests.browser.recorded import verdict_in_python
from tests.proof import second_verifier
from tests.proof.over_http import OwnDice
from tests.waiting import within

pytestmark = pytest.mark.full

PLAYER = {
    "client": "keys/client",
    "keys": "keys/keys",
    "chains": "keys/chain",
    "signing": "keys/signing",
}
CLIENTS = """
  const clientOf = (seat, more = {}) => new client.SeatClient(
    {server: location.origin, game: given.game, seat},
    {log: given.log, logKey: given.logKey, token: given.tokens[seat], ...more},
  );
"""
SIT = (
    CLIENTS
    + """
  for (const seat of given.seats) {
    const key = await keys.makeKey();
    const chain = chains.makeChain({game: given.game, timeline: 'main', seat, length: 256});
    given.tokens[seat] = (await clientOf(seat).takeSeat({player: 'player-' + seat, key, chain})).token;
  }
  return given.tokens;
"""
)
PULL = (
    CLIENTS
    + """
  let rolls = 0;
  for (let number = 0; number < given.times; number += 1) {
    const [due] = (await clientOf('blue').describe()).due;
    const about = {decision: due.id, timeline: 'main'};
    const receipt = await clientOf(due.seat).give({type: 'pull', effort: 1}, about);
    rolls += receipt.events[0].data.rolls.length;
  }
  return rolls;
"""
)

TAKE_BACK = (
    CLIENTS
    + """
  const blue = clientOf('blue');
  await blue.give({type: 'shout', word: 'ho'}, {timeline: 'main'});
  const {version, may_take_back} = await blue.describe();
  return blue.takeBack({to: may_take_back.to, timeline: 'main', expectedVersion: version});
"""
)


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with server.client() as http:
        assert within(lambda: http.get("/log/checkpoint").status_code == 200)
        yield http


@pytest.fixture(scope="module")
def home(chromium: Browser, server: Server) -> Iterator[Page]:
    """One browser profile for all tests here: each has a game of its own."""
    context = chromium.new_context()
    yield at_home(context.new_page(), server)
    context.close()


@pytest.fixture
def match(http: httpx.Client) -> dict[str, Any]:
    """A new game, and what its players know beforehand: the log and its key."""
    keys = http.get("/log/keys").json()
    opened = http.post("/games", json={"ruleset": "tug", "scenario": "long", "dice": V1}).json()
    seats = [each["seat"] for each in opened["seats"]]
    known = {"log": keys["origin"], "logKey": keys["keys"][0]["key"]}
    return {"game": opened["id"], "seats": seats, "tokens": {}, **known}


@pytest.fixture
def seated(home: Page, match: dict[str, Any]) -> dict[str, Any]:
    """Both seats taken in the browser, each with a key and a chain of its own; grey is ready."""
    match["tokens"] = run(home, SIT, match, **PLAYER)
    run(home, CLIENTS + "await clientOf('grey').ready('main');", match, **PLAYER)
    return match


def test_a_game_with_own_keys_and_chains_is_played_and_verifies(
    home: Page, http: httpx.Client, seated: dict[str, Any], tmp_path: Path
) -> None:
    game = seated["game"]
    assert run(home, PULL, {**seated, "times": 4}, **PLAYER) == 4
    shown = {each["seat"]: each["key"] for each in http.get(f"/games/{game}").json()["seats"]}
    assert {(each["number"], each["log"]) for each in shown.values()} == {(1, seated["log"])}
    unsigned = {"id": "no-signature", "command": {"type": "shout", "word": "Hi"}}
    bearer = {"Authorization": f"Bearer {seated['tokens']['blue']}"}
    refused = http.post(f"/games/{game}/commands", json=unsigned, headers=bearer).json()
    assert refused["rule"] == "signature/missing"
    back = run(home, TAKE_BACK, seated, **PLAYER)
    assert back["events"][1]["data"]["to"] == back["version"] - 3
    assert second_verifier.verify(game, OwnDice(http, game).log()) is None
    bundle = http.get(f"/games/{game}/bundle").content
    verdict = verdict_of(home, bundle, seated["logKey"])
    assert (verdict["ok"], verdict["firstFailure"]) == (True, None)
    told = {each["name"]: each["detail"] for each in verdict["checks"]}
    assert "5 requests of blue by its key; 4 requests of grey by its key" in told["signatures"]
    assert told["dice"].startswith("4 rolls")
    assert verdict_in_python(bundle, seated["logKey"], tmp_path / "a.bundle").first_failure is None


def test_keys_and_chains_outlive_a_reload(home: Page, seated: dict[str, Any]) -> None:
    run(home, PULL, {**seated, "times": 2}, **PLAYER)
    home.reload()
    assert run(home, PULL, {**seated, "times": 2}, **PLAYER) == 2
    counts = run(
        home,
        """
        const place = {server: location.origin, game: given.game, seat: 'blue'};
        const [chain] = await chains.chainsOf(place, 'main');
        return [chain.count.revealed, chain.count.checked, (await keys.keysOf(place)).length];
        """,
        seated,
        **PLAYER,
    )
    assert counts == [1, True, 1], "counted by the log when the second command was given"


def test_two_tabs_never_use_one_link_twice(
    home: Page, server: Server, http: httpx.Client, seated: dict[str, Any]
) -> None:
    """Both give a command at once; the first is held up until the second one asks for its turn."""
    other = at_home(home.context.new_page(), server)
    run(home, PULL, {**seated, "times": 2}, **PLAYER)
    started = """
      window.gate = Promise.withResolvers();
      window.sent = [];
      const hold = async (address, about) => {
        if (about.method === 'POST') { sent.push(JSON.parse(about.body)); await gate.promise; }
        return fetch(address, about);
      };
      const [due] = (await clientOf('blue').describe()).due;
      const command = {type: 'pull', effort: 1};
      window.given = clientOf('blue', {fetch: hold}).give(command, {decision: due.id, timeline: 'main'});
      window.given.catch(() => {});
    """
    run(home, CLIENTS + started, seated, **PLAYER)
    assert within(lambda: home.evaluate("sent.length") == 1)
    run(other, CLIENTS + started, seated, **PLAYER)
    waiting = "async () => (await navigator.locks.query()).pending.length"
    assert within(lambda: other.evaluate(waiting) == 1)
    assert other.evaluate("sent.length") == 0, "the second tab waits, and has no link in hand"
    home.evaluate("async () => { gate.resolve(); await given; }")
    refused = other.evaluate("async () => { gate.resolve(); return given.catch(({code}) => code); }")
    assert refused == "stale", "the decision was answered in the first tab"
    first, second = home.evaluate("sent[0].link"), other.evaluate("sent[0].link")
    assert first != second
    run(home, PULL, {**seated, "times": 1}, **PLAYER)
    at_once = "gate.resolve(); await window.given; return sent[0].link;"
    again = run(home, CLIENTS + started + at_once, seated, **PLAYER)
    assert again == second, "a link that a refused command sent is the next one still"
    assert second_verifier.verify(seated["game"], OwnDice(http, seated["game"]).log()) is None


def test_a_lost_answer_is_asked_for_again_under_the_same_id(home: Page, seated: dict[str, Any]) -> None:
    """The request arrives, its answer does not; then nothing arrives at all, and the page is closed."""
    found = run(
        home,
        CLIENTS
        + """
        const ids = [];
        const deaf = (most) => async (address, about) => {
          if (about.method !== 'POST') return fetch(address, about);
          ids.push(JSON.parse(about.body).id);
          if (ids.length > most) return fetch(address, about);
          await fetch(address, about);
          throw new TypeError('no network');
        };
        const wait = async () => {};
        const [due] = (await clientOf('blue').describe()).due;
        const order = [{type: 'pull', effort: 1}, {decision: due.id, timeline: 'main'}];
        const receipt = await clientOf('blue', {fetch: deaf(2), wait}).give(...order);
        const mended = [new Set(ids).size, ids.length, receipt.repeated];
        ids.length = 0;
        const shout = [{type: 'shout', word: 'Hooray'}, {timeline: 'main'}];
        const lost = await clientOf('blue', {fetch: deaf(99), wait}).give(...shout).catch((wrong) => wrong);
        return [mended, [new Set(ids).size, ids.length], lost.lost, ids[0]];
        """,
        seated,
        **PLAYER,
    )
    assert found[:3] == [[1, 3, True], [1, 4], True]
    home.reload()
    after = run(
        home,
        CLIENTS
        + """
        const blue = clientOf('blue');
        const order = [{type: 'shout', word: 'Ho'}, {timeline: 'main'}];
        const kept = (await blue.pending()).body.id;
        const code = await blue.give(...order).catch((wrong) => wrong.code);
        await clientOf('blue', {token: 'old'}).repeat().catch(() => {});
        const receipt = await blue.repeat();
        const none = await blue.repeat().catch((wrong) => wrong.code);
        await blue.give(...order);
        return [kept, code, receipt.repeated, none, await blue.pending()];
        """,
        seated,
        **PLAYER,
    )
    assert after == [found[3], "pending", True, "answered", None]


def test_refusals_and_faults_are_told_apart(home: Page, seated: dict[str, Any]) -> None:
    found = run(
        home,
        CLIENTS
        + """
        const [due] = (await clientOf('blue').describe()).due;
        const told = (wrong) => [wrong.name, wrong.code, wrong.rule ?? null, wrong.status];
        const wait = async () => {};
        const about = {decision: due.id, timeline: 'main'};
        const nobody = async () => new Response('', {status: 502});
        const shout = (word, more) => clientOf('blue', more).give({type: 'shout', word}, {timeline: 'main'});
        const results = [
          await clientOf('blue').give({type: 'pull', effort: 9}, about).catch(told),
          await clientOf('grey').give({type: 'pull', effort: 1}, about).catch(told),
          await clientOf('blue').give({type: 'no'}, about).catch(told),
          await shout('x', {token: 'bad'}).catch(told),
          await shout(1.5).catch((wrong) => wrong.message),
        ];
        const down = await clientOf('blue', {fetch: nobody, wait}).describe().catch(told);
        return [results, await clientOf('blue').pending(), down];
        """,
        seated,
        **PLAYER,
    )
    assert found[0][0] == ["Refusal", "refused", "2", 409]
    assert found[0][1] == ["Fault", "not-your-seat", None, 403]
    assert found[0][2][:2] == ["Fault", "unreadable"]
    assert found[0][3] == ["Fault", "not-signed-in", None, 401]
    assert "whole numbers" in found[0][4]
    assert found[1] is None
    assert found[2] == ["Fault", "fault", None, 502]


def test_a_key_is_taken_out_put_in_and_replaced(home: Page, seated: dict[str, Any]) -> None:
    mine = PlayerKey(bytes(range(32)))
    found = run(
        home,
        CLIENTS
        + """
        const blue = clientOf('blue');
        const place = blue.place;
        const made = await keys.keyInForce(place);
        const text = await keys.exportPem(made);
        const back = await keys.importPem(text, {extractable: false});
        const told = (wrong) => wrong.code;
        const theirs = await keys.importPem(given.pem);
        await blue.registerKey(theirs);
        const held = await keys.keyInForce(place);
        await blue.give({type: 'shout', word: 'new'}, {timeline: 'main'});
        return {
          text,
          pem: await keys.exportPem(theirs),
          key: theirs.publicKey,
          same: back.publicKey === made.publicKey,
          closed: await keys.exportPem(back).catch(told), number: held.number, made: made.publicKey,
          bad: await Promise.all(['', 'x', text.replace('PRIVATE', 'PUBLIC'), text.slice(0, 80)].map(
            (each) => keys.importPem(each).catch(told))),
          again: await blue.registerKey(made).catch((wrong) => wrong.rule),
          twice: await blue.registerKey(theirs).catch((wrong) => wrong.rule),
          kept: (await keys.keyInForce(place)).publicKey,
        };
        """,
        {**seated, "pem": mine.pem().decode()},
        **PLAYER,
    )
    assert found["pem"] == mine.pem().decode()
    assert found["key"] == found["kept"] == mine.public
    assert read_player_key(found["text"].encode()).public == found["made"]
    assert (found["same"], found["closed"], found["number"]) == (True, "key", 2)
    assert found["bad"] == ["bad-file"] * 4
    assert found["again"] == found["twice"] == "signature/key"


def test_a_chain_counts_by_the_log_alone(home: Page) -> None:
    """Links in order, no other chain's, and none that was not shown; files come back as they were."""
    found = run(
        home,
        """
        const chain = chains.makeChain({game: 'g', timeline: 'main', seat: 'blue', length: 300});
        const link = (index) => ({party: 'blue', index, link: chains.linkAt(chain, index)});
        const named = {party: 'blue', custody: 'client', series: 1, length: 300, link: chain.anchor};
        const data = {timeline: 'main', epoch: {number: 1, chains: [{party: 'server'}, named]}};
        const anchored = {type: 'dice_anchored', timeline: '', version: 4, position: 5, data};
        const command = (version, share) => {
          const proof = share ? {epoch: 1, revealed: ['blue'], shares: [share]} : {epoch: 1};
          const place = {timeline: 'main', version, position: 9 + version};
          return {type: 'command_accepted', ...place, data: {dice_proof: proof}};
        };
        const codeOf = (work) => { try { return work(); } catch (wrong) { return wrong.code; } };
        const count = (events) => codeOf(() => {
          const {revealed, epoch} = chains.counted(chain, start, events);
          return [revealed, epoch && chains.nextLink({...chain, count: {revealed, epoch}})];
        });
        const start = {revealed: 0, epoch: null, ready: false, match: 0, line: 0, checked: false};
        const other = structuredClone(anchored);
        other.data.epoch.chains[1].link = 'ab'.repeat(32);
        const text = chains.exportChain(chain);
        const read = (given) => codeOf(() => chains.importChain(given));
        const last = {...start, revealed: 300, epoch: anchored};
        return {
          nothing: count([]),
          anchored: count([anchored]),
          two: count([anchored, command(2, link(1)), command(3), command(4, link(2))]),
          next: [link(1).link, link(3).link],
          used: codeOf(() => chains.nextLink({...chain, count: last})),
          bad: [
            count([anchored, command(2, link(2))]),
            count([anchored, command(2, link(1)), command(3, link(1))]),
            count([anchored, command(2, {...link(1), link: link(2).link})]),
            count([anchored, command(2, {...link(1), link: 'zz'})]),
          ],
          other: count([other, command(2, {...link(1), link: 'cd'.repeat(32)})]),
          back: JSON.stringify(read(text)) === JSON.stringify(chain),
          files: ['', 'null', text.replace('main', 'other'), text.slice(0, -2), '{}'].map(read),
          short: codeOf(() => chains.makeChain({...chain, length: 255})),
        };
        """,
        chains="keys/chain",
    )
    assert found["nothing"] == [0, None]
    assert found["anchored"] == [0, found["next"][0]]
    assert found["two"] == [2, found["next"][1]]
    assert found["bad"] == ["chain"] * 4
    assert found["used"] == "chain"
    assert found["other"] == [0, None]
    assert found["back"] is True
    assert found["files"] == ["bad-file"] * 5
    assert found["short"] == "chain"


def test_no_first_link_goes_out_over_a_log_that_proves_nothing(
    home: Page, http: httpx.Client, match: dict[str, Any]
) -> None:
    """Another key than the log's; a proof that is another event's."""
    match["tokens"] = run(home, SIT, match, **PLAYER)
    stranger = "ironclad.example/log+7f2eb121+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
    codes = run(
        home,
        CLIENTS
        + """
        const another = async (address, about) => {
          const answer = await fetch(address, about);
          if (!address.includes('/proofs/inclusion')) return answer;
          const said = await answer.json();
          return Response.json({...said, proof: said.proof.map(() => 'ab'.repeat(32))});
        };
        const sent = [];
        const watched = (inner) => (address, about) => {
          sent.push(about.method);
          return inner(address, about);
        };
        const ready = (more) => clientOf('grey', more).ready('main').catch((wrong) => wrong.code);
        const plain = (address, about) => fetch(address, about);
        const codes = [
          await ready({logKey: given.stranger, fetch: watched(plain)}),
          await ready({fetch: watched(another)}),
        ];
        return [codes, sent.includes('POST')];
        """,
        {**match, "stranger": stranger},
        **PLAYER,
    )
    assert codes == [["anchor", "anchor"], False]


def test_a_what_if_is_played_without_link_and_signature(home: Page, seated: dict[str, Any]) -> None:
    """Its owner plays both seats there."""
    given = run(
        home,
        CLIENTS
        + """
        const blue = clientOf('blue');
        const branch = (await blue.http.post(`/games/${given.game}/forks`, {at: 1, id: 'what-if'})).id;
        const give = (seat, decision) =>
          blue.give({type: 'pull', effort: 1}, {timeline: branch, branchFor: seat, decision});
        const first = await give('blue', '1.blue');
        const second = await give('grey', '1.grey');
        return [first, second].map(({events}) => [events[0].data.seat, events[0].data.signature]);
        """,
        seated,
        **PLAYER,
    )
    assert given == [["blue", None], ["grey", None]]


def test_every_request_on_the_match_is_signed_as_it_is_stored(
    home: Page, http: httpx.Client, seated: dict[str, Any], tmp_path: Path
) -> None:
    """Each of them accepted; the bundle of it all holds."""
    done = run(
        home,
        CLIENTS
        + """
        const {asked} = signing;
        const [blue, grey] = [clientOf('blue'), clientOf('grey')];
        const pull = async () => {
          const game = await blue.describe();
          const [due] = game.due;
          const about = {decision: due.id, timeline: game.timeline, expectedVersion: game.version};
          await clientOf(due.seat).give({type: 'pull', effort: 1}, about);
        };
        const offered = (receipt, type) => receipt.events.find((each) => each.type === type).data.offer;
        await pull();
        await pull();
        await grey.ask(asked.offerDraw());
        const draw = (await blue.describe()).proposals[0].id;
        await blue.ask(asked.answerDraw('decline', draw));
        await grey.ask(asked.offerDraw());
        await grey.ask(asked.answerDraw('withdraw', (await blue.describe()).proposals[0].id));
        const first = (await blue.ask(asked.proposeRewind('main', 3, 'Spaß'))).id;
        await grey.ask(asked.endRewind('decline', first));
        const second = (await blue.ask(asked.proposeRewind('main', 3))).id;
        await blue.ask(asked.endRewind('withdraw', second));
        // New chains on main, by offer and agreement.
        const fresh = (seat, timeline, series) =>
          chains.makeChain({game: given.game, timeline, seat, series, length: 256});
        const offer = offered(await blue.anchor('main', {chain: fresh('blue', 'main', 2)}), 'dice_offered');
        await grey.anchor('main', {agreesTo: offer});
        await grey.ready('main');
        await pull();
        // A rewind, with chains of its own.
        const line = (await blue.ask(asked.proposeRewind('main', 3, 'again'))).id;
        await grey.acceptRewind(line, fresh('grey', line, 1));
        await blue.anchor(line, {chain: fresh('blue', line, 1)});
        const {due: [next]} = await blue.describe();
        await clientOf(next.seat === 'blue' ? 'grey' : 'blue').ready(line);
        await pull();
        // A lost key, and one that is offered in its place.
        const spare = await keys.makeKey();
        const refused = await keys.makeKey();
        await blue.offerKey(refused);
        await grey.ask(asked.answerKey('decline', 'blue', refused.publicKey));
        await blue.offerKey(spare);
        await grey.ask(asked.answerKey('accept', 'blue', spare.publicKey));
        await blue.confirmKey(spare.publicKey);
        await grey.anchor(line, {custody: 'server'}).catch((wrong) => wrong.code);
        await blue.ask(asked.resign());
        return [line, (await keys.keyInForce(blue.place)).publicKey === spare.publicKey];
        """,
        seated,
        **PLAYER,
    )
    assert done[1] is True
    bundle = http.get(f"/games/{seated['game']}/bundle").content
    verdict = verdict_of(home, bundle, seated["logKey"])
    assert verdict["firstFailure"] is None, verdict
    assert "2 keys" in {each["name"]: each["detail"] for each in verdict["checks"]}["signatures"]
    assert verdict_in_python(bundle, seated["logKey"], tmp_path / "a.bundle").first_failure is None


def test_a_game_of_dice_that_are_committed_to_is_played_and_verifies(
    home: Page, http: httpx.Client, match: dict[str, Any], tmp_path: Path
) -> None:
    """Each roll is committed to; its link goes out over a checkpoint, also after the page was closed."""
    opened = http.post("/games", json={"ruleset": "tug", "scenario": "long", "dice": V2}).json()
    match["game"] = game = opened["id"]
    sits = SIT.replace("seat, length: 256}", f"seat, length: 256, scheme: '{V2}'}}")
    match["tokens"] = run(home, sits, match, **PLAYER)
    run(home, CLIENTS + "await clientOf('grey').ready('main');", match, **PLAYER)
    pull = """
      const [due] = (await clientOf('blue').describe()).due;
      const about = {decision: due.id, timeline: 'main'};
    """
    for _ in range(2):
        body = pull + "return clientOf(due.seat).give({type: 'pull', effort: 1}, about);"
        answer = run(home, CLIENTS + body, match, **PLAYER)
        assert [each["type"] for each in answer["events"][:2]] == ["link_revealed", "command_accepted"]

    # The page is closed between the command and its link.
    cut = (
        pull
        + """
      const deaf = async (address, how) => {
        if (how.method === 'POST' && address.endsWith('/link')) throw new TypeError('no network');
        return fetch(address, how);
      };
      const one = clientOf(due.seat, {fetch: deaf, wait: async () => {}});
      return one.give({type: 'pull', effort: 1}, about).catch((wrong) => [due.seat, wrong.lost]);
    """
    )
    seat, lost = run(home, CLIENTS + cut, match, **PLAYER)
    assert lost
    owed = http.get(f"/games/{game}").json()["owed"]
    assert [each["seat"] for each in owed] == [seat]
    home.reload()
    again = run(home, CLIENTS + f"return clientOf('{seat}').repeat();", match, **PLAYER)
    assert again["events"][1]["data"]["committed"] == owed[0]["committed"]
    cut = cut.replace("return one.give", "await one.give").replace("[due.seat, wrong.lost]", "0")
    other = run(home, CLIENTS + cut + "await one.giveUp(); return due.seat;", match, **PLAYER)
    (owed,) = http.get(f"/games/{game}/dice").json()["owed"]
    reveal = f"return clientOf('{other}').reveal(given.owed, 'main');"
    answer = run(home, CLIENTS + reveal, {**match, "owed": owed}, **PLAYER)
    assert answer["events"][1]["data"]["rolls"]

    # A service that says that the same link is owed again does not get the next one.
    counted = """
      let sent = 0;
      const counts = (address, how) => {
        sent += how.method === 'POST' ? 1 : 0;
        return fetch(address, how);
      };
    """
    again = f"""
      const one = clientOf('{other}', {{fetch: counts}});
      return one.reveal(given.owed, 'main').catch((wrong) => [wrong.code, sent]);
    """
    assert run(home, CLIENTS + counted + again, {**match, "owed": owed}, **PLAYER) == ["answered", 0]
    bundle = http.get(f"/games/{game}/bundle").content
    verdict = verdict_of(home, bundle, match["logKey"])
    assert (verdict["ok"], verdict["firstFailure"]) == (True, None)
    said = {each["name"]: each["detail"] for each in verdict["checks"]}
    assert said["dice"].startswith("4 rolls")
    assert verdict_in_python(bundle, match["logKey"], tmp_path / "a.bundle").first_failure is None
