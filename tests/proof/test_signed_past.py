"""A signature of v2 holds in one past alone: requests replayed in another, and pasts that were changed."""

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironclad.api.service import Service
from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match.signed import SCHEME_2, Seen
from ironclad.eventlog.errors import Stale
from ironclad.eventlog.ledger.checkpoints import parse_checkpoint
from ironclad.eventlog.signer import Signing
from ironclad.referee import match_requests
from ironclad.referee.player_keys import PlayerKey, message_of
from ironclad.referee.player_past import PlayerPast
from tests.log.conftest import referee_at, stored
from tests.proof.logs import KEY, Row
from tests.proof.parties import OwnChain
from tests.proof.seeing import checkpoint_of, plain, seen_by
from tests.proof.test_signed_bundle import KEYS, Body, Player, changed, fault_at, rows_of
from tests.proof.test_verifying import verdict_of


class Recorder(Player):
    """A player whose requests are kept, byte for byte, to be sent again."""

    sent: list[tuple[str, Body]]

    def order(self, seat: str, command: Body, **more: Any) -> None:
        asked = {"timeline": "main", **more}
        whole = {"command": command, **asked, **self.signed(seat, command, **asked)}
        self.sent.append((seat, {**whole, "seen": plain(whole["seen"])}))
        self.referee.commands.handle(self.game, seat, self.sent[-1][1])


def failure_of(rows: list[Row], game: str, path: Path) -> tuple[str, int | None]:
    failure = verdict_of(rows, game, path).first_failure
    assert failure is not None
    return failure.check, failure.position


def test_requests_of_an_honest_seat_are_good_for_nothing_in_another_past(tmp_path: Path) -> None:
    """The operator keeps a copy from before the seat acted, and replays there, with another dice key."""
    url, copy = f"sqlite:///{tmp_path / 'log.db'}", f"sqlite:///{tmp_path / 'copy.db'}"
    names: Any = iter(f"id-{number}" for number in range(1, 99))
    settings: Body = {"ids": lambda: next(names)}
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(url, signing=signing, dice_key=b"a" * 32, **settings) as referee:
        player = Recorder(referee, scheme=SCHEME_2)
        player.sent = []
        chain = OwnChain("blue", player.game)
        player.sit("blue", chain)
    for name in ("log.db", "notary"):
        shutil.copy(tmp_path / name, tmp_path / name.replace("log", "copy").replace("notary", "notary-2"))
    with referee_at(url, signing=signing, dice_key=b"a" * 32, **settings) as referee:
        player.referee = referee
        referee.opening.take_seat(player.game, "grey", "friend of the operator")
        player.pull(link=chain.link())
        player.order("blue", {"type": "shout", "word": "mine"})
        honest = [row[1:5] for row in stored(referee)]
    assert verdict_of(honest, player.game, tmp_path).ok

    replayed = []
    second = Signing(KEY, tmp_path / "notary-2")
    with referee_at(copy, signing=second, dice_key=b"b" * 32, **settings) as referee:
        referee.opening.take_seat(player.game, "grey", "friend of the operator")
        referee.prover.checkpoint(referee.queries.log_size(), wait=20.0)
        for seat, request in player.sent:
            with pytest.raises(Refused) as refused:
                referee.commands.handle(player.game, seat, request)
            replayed.append(refused.value.rule)
        forged = [row[1:5] for row in stored(referee)]
    assert replayed == ["signature/seen"] * 2
    ours = [row for row in honest[len(forged) :] if row[0].endswith("/main")]
    assert failure_of([*forged, *ours], player.game, tmp_path)[0] in ("signatures", "dice")
    assert fault_at([*forged, *ours], player.game) == len(forged) + 1


def quarrel(scheme: str) -> Callable[[Service], str]:
    """Grey has no key and talks; blue answers with a key."""

    def play(referee: Service) -> str:
        player = Player(referee, scheme=scheme)
        player.sit("blue")
        referee.opening.take_seat(player.game, "grey", "grey")
        for turn, word in enumerate(("one", "two", "the last word")):
            asked = {"id": f"grey-{turn}", "command": {"type": "shout", "word": word}}
            referee.commands.handle(player.game, "grey", asked)
        player.order("blue", {"type": "shout", "word": "I agree"})
        return player.game

    return play


def test_a_past_that_was_changed_is_named_where_the_last_event_is_the_same(tmp_path: Path) -> None:
    """What a seat answered is not exchanged under its signature, however far back; v1 cannot tell."""
    for scheme, named in (("", False), (SCHEME_2, True)):
        (tmp_path / f"of-{scheme[-2:]}").mkdir()
        rows, game = rows_of(tmp_path / f"of-{scheme[-2:]}", quarrel(scheme))
        at = next(number for number, row in enumerate(rows) if b'"word":"one"' in row[3])
        answer = next(number for number, row in enumerate(rows) if b"I agree" in row[3]) + 1
        word = {"command": {"type": "shout", "word": "something else"}}
        shouted = {**json.loads(rows[at + 1][3]), "word": "something else"}
        forged = changed(changed(rows, at, **word), at + 1, **shouted)
        assert rows[at + 2 :] == forged[at + 2 :]
        verdict = verdict_of(forged, game, tmp_path)
        if named:
            assert verdict.first_failure is not None
            assert (verdict.first_failure.check, verdict.first_failure.position) == ("signatures", answer)
            assert fault_at(forged, game) == answer
        else:
            signatures = next(check for check in verdict.checks if check.name == "signatures")
            assert signatures.ok, "v1 binds no past"


def test_a_move_that_was_exchanged_after_the_reply_is_named(tmp_path: Path) -> None:
    """A seat, with the operator, gives another order in place of the one that the other seat has answered."""

    def play(referee: Service) -> str:
        player = Player(referee, scheme=SCHEME_2)
        player.sit("blue")
        player.sit("grey")
        player.order("blue", {"type": "shout", "word": "left"}, id="the-move")
        player.order("grey", {"type": "shout", "word": "right"})
        return player.game

    rows, game = rows_of(tmp_path, play)
    move = next(number for number, row in enumerate(rows) if b'"word":"left"' in row[3])
    body = json.loads(rows[move][3])
    command = {"type": "shout", "word": "back"}
    seen = body["signature"]["seen"]
    about = {"log": KEY.name, "game": game, "timeline": "main", "seat": "blue", "id": "the-move"}
    value = KEYS["blue"].sign(message_of({**about, "command": command, "seen": seen}))
    forged = changed(rows, move, command=command, signature={"value": value, "seen": seen})
    forged = changed(forged, move + 1, word="back")
    reply = next(number for number, row in enumerate(rows) if b'"word":"right"' in row[3]) + 1
    assert failure_of(forged, game, tmp_path) == ("signatures", reply)
    assert fault_at(forged, game) == reply


# -- at the service


@pytest.fixture
def player(url: str, tmp_path: Path) -> Any:
    with referee_at(url, signing=Signing(KEY, tmp_path / "notary")) as referee:
        made = Player(referee, scheme=SCHEME_2)
        made.sit("blue")
        made.sit("grey")
        yield made


def given(player: Player, seat: str, command: Body, seen: Seen | None, **more: Any) -> str:
    """The rule that refuses a command, and the reason; "" where it is accepted."""
    asked = {"timeline": "main", **more}
    size = player.referee.queries.log_size()
    try:
        signed = player.signed(seat, command, seen=seen, **asked)
        player.referee.commands.handle(player.game, seat, {"command": command, **asked, **signed})
    except Refused as refused:
        assert player.referee.queries.log_size() == size, "nothing is written"
        return f"{refused.rule}: {refused.reason}"
    return ""


SHOUT = {"type": "shout", "word": "x"}


def test_what_was_seen_need_not_be_the_head_and_never_goes_back(player: Player) -> None:
    early = player.seen("main")
    player.order("grey", SHOUT)
    assert given(player, "blue", SHOUT, early) == "", "a free command of the other seat came in between"
    late = player.seen("main")
    again = given(player, "blue", SHOUT, early)
    assert again.startswith("signature/seen: name a checkpoint of"), "its last request is not among them"
    assert given(player, "blue", SHOUT, late) == ""


def test_what_is_not_there_is_refused_with_the_reason(player: Player) -> None:
    seen = player.seen("main")
    assert seen is not None
    wrong: list[tuple[str, str, Any, str]] = [
        ("checkpoint", "size", seen.checkpoint.size + 1, "no checkpoint of"),
        ("checkpoint", "size", 1, "name a checkpoint of"),
        ("checkpoint", "root", "00" * 32, "the log has another root"),
        ("line", "timeline", "other", "this is about main"),
        ("line", "version", seen.line.version + 1, "main has no version"),
        ("line", "hash", "00" * 32, "main has no version"),
        ("match", "version", seen.match.version + 1, "the match has no version"),
        ("match", "version", 0, "the match has no version"),
        ("match", "hash", "00" * 32, "the match has no version"),
    ]
    for part, name, value, reason in wrong:
        other = plain(seen)
        other[part][name] = value
        said = given(player, "blue", SHOUT, msgspec.convert(other, Seen))
        assert said.startswith(f"signature/seen: {reason}"), (part, name, said)
    assert given(player, "blue", SHOUT, seen) == ""


def test_an_answer_has_seen_the_decision_that_it_answers(player: Player, tmp_path: Path) -> None:
    referee = player.referee
    before = player.seen("main")
    player.pull()
    due = referee.queries.due(player.game)[0]
    pull = {"type": "pull", "effort": 1}
    about: Body = {"decision": due.id}
    said = given(player, due.seat, pull, seen_by(referee, player.game, "main", at=1), **about)
    assert "the decision is due since version" in said
    assert before is not None
    asked = seen_by(referee, player.game, "main")
    player.order("blue" if due.seat == "grey" else "grey", SHOUT)
    assert given(player, due.seat, pull, asked, **about) == "", "due since before the free command"
    rows = [row[1:5] for row in stored(referee)]
    assert verdict_of(rows, player.game, tmp_path).ok


def test_a_decision_that_comes_again_by_a_take_back_is_seen_again(player: Player, tmp_path: Path) -> None:
    referee = player.referee
    player.pull()
    due = referee.queries.due(player.game)[0]
    version = referee.queries.head(player.game)[1]
    asked = player.seen("main")
    player.order("blue", SHOUT)
    player.take_back("blue", version, version + 2)
    about: Body = {"decision": due.id, "expected_version": version + 3}
    said = given(player, due.seat, {"type": "pull", "effort": 1}, asked, **about)
    assert "the decision is due since version" in said
    assert given(player, due.seat, {"type": "pull", "effort": 1}, player.seen("main"), **about) == ""
    rows = [row[1:5] for row in stored(referee)]
    assert verdict_of(rows, player.game, tmp_path).ok


def test_a_verifier_that_has_the_rules_finds_an_answer_to_what_was_not_seen(tmp_path: Path) -> None:
    """A log whose server did not look: the decision came up after what the seat says that it had seen."""

    def play(referee: Service) -> str:
        player = Player(referee, scheme=SCHEME_2)
        player.sit("blue")
        player.sit("grey")
        player.pull()
        due = referee.queries.due(player.game)[0]
        early = seen_by(referee, player.game, "main", at=1)
        signed = player.signed(
            due.seat, {"type": "pull", "effort": 1}, seen=early, timeline="main", decision=due.id, id="late"
        )
        players.append((player, signed))
        player.pull(id="late")
        return player.game

    players: list[tuple[Player, Body]] = []
    rows, game = rows_of(tmp_path, play)
    (_, signed), last = players[0], max(n for n, row in enumerate(rows) if b'"id":"late"' in row[3])
    kept = {"value": signed["signature"], "seen": plain(signed["seen"])}
    forged = changed(rows, last, signature=kept, expected_version=None)
    failure = verdict_of(forged, game, tmp_path).first_failure
    assert failure is not None
    assert (failure.check, failure.position) == ("rules", last + 1)
    assert "the decision is due since version" in failure.detail


def test_a_key_of_v2_signs_v2_alone(player: Player) -> None:
    size = player.referee.queries.log_size()
    command = {"command": SHOUT, "timeline": "main", "id": "plain"}
    player.scheme = ""
    plainly = player.signed("blue", SHOUT, timeline="main", id="plain")
    with pytest.raises(Refused) as refused:
        player.referee.commands.handle(player.game, "blue", {**command, **plainly})
    assert (refused.value.rule, "say what was seen" in refused.value.reason) == ("signature/seen", True)
    player.scheme = SCHEME_2
    with pytest.raises(Refused) as refused:
        player.referee.commands.handle(
            player.game, "blue", {**command, **plainly, "seen": player.seen("main")}
        )
    assert refused.value.rule == "signature/wrong"
    assert f"of the same request as {SCHEME_2[:-1]}1" in refused.value.reason
    new = PlayerKey(bytes(31) + b"\7")
    asked = player.signed("blue", {"type": "register_key", "key": new.public})
    with pytest.raises(Refused) as refused:
        player.referee.match.request(
            player.game,
            "blue",
            match_requests.RegisterKey(new.public),
            possession=asked["signature"],
            **asked,
        )
    assert refused.value.rule == "signature/scheme"
    assert player.referee.queries.log_size() == size


def test_a_seat_goes_from_v1_to_v2(url: str, tmp_path: Path) -> None:
    with referee_at(url, signing=Signing(KEY, tmp_path / "notary")) as referee:
        player = Player(referee)
        player.sit("blue")
        player.order("blue", SHOUT)
        signed = player.signed("blue", SHOUT, timeline="main")
        asked = {"command": SHOUT, "timeline": "main", **signed, "seen": seen_by(referee, player.game)}
        with pytest.raises(Refused) as refused:
            referee.commands.handle(player.game, "blue", asked)
        assert refused.value.rule == "signature/unasked"
        player.scheme = SCHEME_2
        player.rotate("blue", KEYS["new"])
        player.order("blue", SHOUT)
        (record,) = [seat.key for seat in referee.queries.game(player.game).seats if seat.seat == "blue"]
        assert record is not None
        assert (record.number, record.scheme) == (2, SCHEME_2)
        rows = [row[1:5] for row in stored(referee)]
    verdict = verdict_of(rows, player.game, tmp_path)
    assert verdict.ok, verdict.first_failure
    assert fault_at(rows, player.game) == 0


def test_a_log_that_nobody_signs_has_no_keys_of_v2(url: str) -> None:
    with referee_at(url) as referee:
        player = Player(referee, "")
        zeros = {"version": 0, "hash": "00" * 32}
        seen = msgspec.convert(
            {
                "checkpoint": {"size": 1, "root": "00" * 32},
                "line": {"timeline": "main", **zeros},
                "match": zeros,
            },
            Seen,
        )
        with pytest.raises(Refused) as refused:
            referee.opening.take_seat(
                player.game,
                "blue",
                "blue",
                id="a-secret-of-mine-here",
                key=KEYS["blue"].public,
                key_scheme=SCHEME_2,
                signature="0" * 128,
                seen=seen,
            )
        assert refused.value.rule == "signature/log"


def test_another_epoch_of_the_dice_has_to_be_seen_by_a_command_that_brings_a_link(
    url: str, tmp_path: Path
) -> None:
    """The operator anchors other chains of its own after the seat has signed, to choose among them."""
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(url, signing=signing, dice_key=b"a" * 32) as referee:
        player = Player(referee, scheme=SCHEME_2)
        chain = OwnChain("blue", player.game)
        player.sit("blue", chain)
        referee.opening.take_seat(player.game, "grey", "grey")
        due = referee.queries.due(player.game)[0]
        assert due.seat == "blue"
        link = chain.link()
        command = {"type": "pull", "effort": 1}
        about: Body = {"timeline": "main", "decision": due.id, "link": link}
        signed = player.signed("blue", command, **about)
        game, asked, size = player.game, player.asked, referee.queries.log_size()
    with referee_at(
        url, signing=signing, dice_key=b"b" * 32, ids=(f"later-{n}" for n in range(99)).__next__
    ) as referee:
        with pytest.raises(Refused) as refused:
            referee.commands.handle(game, "blue", {"command": command, **about, **signed})
        assert refused.value.rule == "signature/seen"
        assert "this rests on event" in refused.value.reason
        assert referee.queries.log_size() > size, "the new chains were anchored"
        again = Player.__new__(Player)
        again.__dict__ |= {**player.__dict__, "referee": referee, "asked": asked}
        again.order("blue", command, **about)
        rows = [row[1:5] for row in stored(referee)]
    verdict = verdict_of(rows, game, tmp_path)
    assert verdict.ok, verdict.first_failure


def test_a_program_computes_what_it_has_seen_from_the_events_that_it_gets(player: Player) -> None:
    referee, past = player.referee, PlayerPast(player.game)
    with pytest.raises(ValueError, match="no checkpoint"):
        past.seen("main")
    player.pull()
    player.order("blue", SHOUT)
    player.rewind("blue", 3)
    player.pull()
    lines = [each.id for each in referee.queries.timelines(player.game)]
    in_match = referee.queries.match_events(player.game).items
    own = [referee.queries.events(player.game, line).items for line in lines]
    with pytest.raises(ValueError, match="events before it are missing"):
        past.take(in_match[1:])
    past.take(in_match)
    for events in own:
        past.take(each for each in events if each.timeline in lines)
    past.trust(parse_checkpoint(checkpoint_of(referee).text))
    past.take(in_match)
    for line in lines:
        assert past.seen(line) == seen_by(referee, player.game, line)


def test_two_processes_keep_one_order_of_a_seats_requests(url: str, tmp_path: Path) -> None:
    """What a seat asks of two workers at once is refused, or stands in an order that verifies."""
    signing = Signing(KEY, tmp_path / "notary")
    with referee_at(url, signing=signing) as one, referee_at(url, beside=True) as other:
        player = Player(one, scheme=SCHEME_2)
        player.sit("blue")
        player.sit("grey")

        def shout(number: int) -> str:
            signed = wishes[number][0]
            try:
                other.commands.handle(player.game, "blue", {"command": SHOUT, "timeline": "main", **signed})
            except (Refused, Stale) as wrong:
                return type(wrong).__name__
            return ""

        def offer(number: int) -> str:
            try:
                one.match.request(player.game, "blue", match_requests.OfferDraw(), **wishes[number][1])
            except (Refused, Stale) as wrong:
                return type(wrong).__name__
            return ""

        wishes: list[tuple[Body, Body]] = []
        found = []
        for number in range(6):
            seen = player.seen("main")
            signed = player.signed("blue", SHOUT, timeline="main", seen=seen)
            wishes.append((signed, player.signed("blue", {"type": "offer_draw"}, seen=seen)))
            with ThreadPoolExecutor(2) as pool:
                found += [pool.submit(work, number) for work in (shout, offer)]
            if not found[-1].result():
                withdraw = player.signed("blue", {"type": "withdraw_draw", "offer": ""})
                one.match.request(player.game, "blue", match_requests.WithdrawDraw(), **withdraw)
        results = [each.result() for each in found]
        assert results.count("") >= 6, "one of two comes first"
        rows = [row[1:5] for row in stored(one)]
    assert verdict_of(rows, player.game, tmp_path).ok
    assert fault_at(rows, player.game) == 0
