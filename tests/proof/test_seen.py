"""What a signature of v2 names of the past: each rule by itself, and keys that sign v2."""

from typing import Any

import msgspec
import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.match import commands as c
from ironclad.domain.match import events as e
from ironclad.domain.match import signed
from ironclad.domain.match.keys import Keys, caused
from ironclad.domain.match.seen import Bounds, Last, Matters, check, check_anchored, check_due
from ironclad.domain.match.signed import SCHEME_2, Seen
from tests.proof.signing import Key

SEATS = ("blue", "grey")
ONE, TWO = Key("one").public, Key("two").public


class Known:
    """A past in which every version of a stream has a hash of its own."""

    def root(self, size: int) -> bytes | None:
        return bytes([size]) * 32 if size <= 20 else None

    def running(self, stream: str, version: int) -> bytes | None:
        if stream not in ("main", "match") or not 0 <= version <= 9:
            return None
        return bytes([version + (100 if stream == "match" else 0)]) * 32


def seen(size: int = 10, line: int = 4, match: int = 3, timeline: str = "main") -> dict[str, Any]:
    return {
        "checkpoint": {"size": size, "root": f"{size:02x}" * 32},
        "line": {"timeline": timeline, "version": line, "hash": f"{line:02x}" * 32},
        "match": {"version": match, "hash": f"{100 + match:02x}" * 32},
    }


def refusal(given: dict[str, Any], last: Last | None = None, **bounds: Any) -> str:
    """Why this is refused; "" where it is not."""
    about = Bounds(**{"size": 12, "line": "main", "version": 5, "match": 3, **bounds})
    try:
        check(msgspec.convert(given, Seen), about, last, Known())
    except Refused as refused:
        return refused.reason if refused.rule == "signature/seen" else f"by another rule: {refused}"
    return ""


def test_what_was_there_may_be_named_and_need_not_be_the_head() -> None:
    assert not refusal(seen())
    assert not refusal(seen(size=1, line=0, match=0))
    assert not refusal(seen(size=12, line=5))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"size": 13}, "no checkpoint of 13 events"),
        ({"size": 0}, "no checkpoint of 0 events"),
        ({"line": 6}, "no version 6"),
        ({"match": 4}, "the match has no version 4"),
        ({"timeline": "other"}, "this is about main"),
    ],
)
def test_nothing_is_named_that_was_not_there(change: dict[str, Any], said: str) -> None:
    assert said in refusal(seen(**change))


@pytest.mark.parametrize(
    ("part", "name", "said"),
    [("checkpoint", "root", "another root"), ("line", "hash", "main has no"), ("match", "hash", "the match")],
)
def test_another_past_is_refused(part: str, name: str, said: str) -> None:
    given = seen()
    given[part][name] = "ab" * 32
    assert said in refusal(given)


def test_a_root_that_is_not_known_proves_nothing() -> None:
    assert "not known here" in refusal(seen(size=30), size=40)


def test_a_seats_checkpoints_and_matches_never_fall_and_cover_its_last_request() -> None:
    last = Last(size=10, match=3, position=9)
    assert not refusal(seen(), last)
    assert "10 events or more" in refusal(seen(size=9), last)
    assert "11 events or more" in refusal(seen(), Last(size=10, match=3, position=11))
    assert "had seen the match at 3" in refusal(seen(match=2), last)


def test_an_answer_has_seen_what_it_answers() -> None:
    assert not refusal(seen(match=3), answers=3)
    assert "rests on event 3" in refusal(seen(match=2), answers=3)
    check_due(msgspec.convert(seen(line=4), Seen), "main", 4)
    with pytest.raises(Refused) as refused:
        check_due(msgspec.convert(seen(line=3), Seen), "main", 4)
    assert refused.value.rule == "signature/seen"


def matters() -> Matters:
    """A match with one of everything that can be answered."""
    found = Matters()
    epoch: Any = None
    happened = [
        e.TimelineOpened("main", None, 0, "main", ""),
        e.DiceAnchored("main", epoch),
        e.TimelineOpened("what-if", "main", 3, "branch", "reader"),
        e.TimelineOpened("deeper", "what-if", 3, "branch", "reader"),
        e.RewindProposed("p", "blue", "main", 3, ""),
        e.DiceOffered("p", "o", "blue"),
        e.DrawOffered("blue", "d"),
        e.KeyOffered("blue", ONE),
        e.RulesAsked("blue", "2", {}),
    ]
    for version, event in enumerate(happened, 1):
        found.take(version, event)
    return found


@pytest.mark.parametrize(
    ("command", "answers", "line"),
    [
        ({"type": "accept_rewind", "proposal": "p"}, 6, "main"),
        ({"type": "decline_rewind", "proposal": "p"}, 5, "main"),
        ({"type": "withdraw_rewind", "proposal": "p"}, 5, "main"),
        ({"type": "accept_draw", "offer": "d", "head": 1}, 7, "main"),
        ({"type": "decline_draw", "offer": ""}, 7, "main"),
        ({"type": "accept_key", "of": "blue", "key": ONE}, 8, "main"),
        ({"type": "decline_key", "of": "blue", "key": ONE}, 8, "main"),
        ({"type": "move_rules", "version": "2", "readings": {}}, 9, "main"),
        ({"type": "withdraw_rules"}, 9, "main"),
        ({"type": "anchor_dice", "timeline": "p", "agrees_to": "o"}, 6, "main"),
        ({"type": "anchor_dice", "timeline": "main"}, 0, "main"),
        ({"type": "reveal_first", "timeline": "main", "link": "", "anchored": 2}, 2, "main"),
        ({"type": "propose_rewind", "timeline": "what-if", "at": 1}, 0, "what-if"),
        ({"type": "resign"}, 0, "main"),
        ({"type": "take_seat", "key": ONE}, 0, "main"),
        ({"type": "accept_draw", "offer": "unknown"}, 0, "main"),
    ],
)
def test_what_a_request_answers_and_is_about(command: dict[str, Any], answers: int, line: str) -> None:
    found = matters()
    assert found.answered("match", command) == answers
    assert found.line_of("match", command) == line
    assert found.answered("main", command) == 0
    assert found.answered("main", command, brings_link=True) == 2
    assert found.answered("what-if", command, brings_link=True) == 0
    assert found.line_of("what-if", command) == "what-if"
    assert found.branches == {"what-if", "deeper"}


def test_the_line_that_the_game_is_on_is_meant_where_none_is_named() -> None:
    found = matters()
    found.take(10, e.TimelineOpened("p", "main", 3, "rewind", "blue"))
    found.take(11, e.GameMoved("p", "main", 9, "blue", ""))
    assert found.line_of("match", {"type": "resign"}) == "p"
    assert found.line_of("match", {"type": "anchor_dice", "timeline": "p"}) == "p"


def test_a_first_link_names_the_event_that_anchored_its_chain() -> None:
    asked: dict[str, Any] = {"type": "reveal_first", "timeline": "main", "link": "", "anchored": 2}
    check_anchored(asked, 2)
    check_anchored({"type": "resign"}, 0)
    for wrong in ({**asked, "anchored": 1}, {key: asked[key] for key in asked if key != "anchored"}):
        with pytest.raises(Refused) as refused:
            check_anchored(wrong, 2)
        assert refused.value.rule == "signature/seen"


def refused(keys: Keys, seat: str, command: Any, rule: str) -> None:
    with pytest.raises(Refused) as found:
        caused(keys, SEATS, seat, command)
    assert found.value.rule == rule


def test_a_seat_that_signs_v2_does_not_return_to_v1() -> None:
    keys = Keys()
    first = c.TakeSeat(player="p", key=ONE, log="here", key_scheme=SCHEME_2)
    (event,) = caused(keys, SEATS, "blue", first)
    assert event == e.KeyRegistered("blue", ONE, 1, "here", scheme=SCHEME_2)
    keys = keys.after(event)
    refused(keys, "blue", c.RegisterKey(key=TWO, log="here"), "signature/scheme")
    refused(keys, "blue", c.OfferKey(key=TWO, log="here"), "signature/scheme")
    offered = c.OfferKey(key=TWO, log="here", key_scheme=SCHEME_2)
    keys = keys.after(*caused(keys, SEATS, "blue", offered))
    (agreed,) = caused(keys, SEATS, "grey", c.AcceptKey(of="blue", key=TWO))
    assert agreed == e.KeyRegistered("blue", TWO, 2, "here", "grey", SCHEME_2)
    held = keys.in_force("blue")
    assert held is not None
    assert msgspec.to_builtins(held) == {"key": ONE, "number": 1, "log": "here", "scheme": SCHEME_2}


def test_a_key_of_v2_may_follow_one_of_v1_and_needs_a_log_that_is_signed() -> None:
    keys = Keys().after(*caused(Keys(), SEATS, "blue", c.RegisterKey(key=ONE)))
    refused(keys, "blue", c.RegisterKey(key=TWO, key_scheme=SCHEME_2), "signature/log")
    refused(keys, "blue", c.RegisterKey(key=TWO, log="x", key_scheme="v3"), "signature/scheme")
    asked = c.RegisterKey(key=TWO, log="here", key_scheme=SCHEME_2)
    (event,) = caused(keys, SEATS, "blue", asked)
    assert event == e.KeyRegistered("blue", TWO, 2, "here", scheme=SCHEME_2)
    held = keys.in_force("blue")
    wanted = signed.signers(held, signed.MATCH, msgspec.to_builtins(asked))
    assert wanted == signed.Signers(ONE, 1, "here", TWO, SCHEME_2)
    assert signed.signers(held, "main", {"type": "pull"}) == signed.Signers(ONE, 1, "")
    again = signed.signers(keys.after(event).in_force("blue"), "main", {"type": "pull"})
    assert again == signed.Signers(TWO, 2, "here", scheme=SCHEME_2)
