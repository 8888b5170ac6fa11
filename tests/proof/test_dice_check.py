"""What does not hold is named, by both verifiers, at the event where it stands."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.proof.checking import first_fault
from tests.proof.parties import GAME, DiceLog, OwnChain
from tests.proof.second_verifier import Row

PULL = ("pull", "2", 1, 6)
Body = dict[str, Any]


def played() -> DiceLog:
    """A game with each kind of record; the positions are named below."""
    log = DiceLog(OwnChain("blue"), OwnChain("grey"))  # 1 opened, 2 the line, 3 anchors
    log.ready("grey")  # 4
    log.command("blue", PULL, ("losses", "9.6", 2, 6))  # 5
    log.command("blue")  # 6
    log.command("blue", type="pass")  # 7
    log.command("grey", ("a d20", "9", 4, 20))  # 8
    log.anchor(OwnChain("blue", series=2))  # 9
    log.ready("blue")  # 10
    log.command("grey", PULL)  # 11
    log.command("blue", ("election", "3.1", 1, 6))  # 12
    return log


ROWS = played().rows


def changed(position: int, change: Callable[[Body], object]) -> list[Row]:
    rows = copy.deepcopy(ROWS)
    change(rows[position - 1][4])
    return rows


def proof(body: Body) -> Body:
    found: Body = body["dice_proof"]
    return found


def share(body: Body, party: str) -> Body:
    return next(each for each in proof(body)["shares"] if each["party"] == party)


def link_of(position: int, party: str) -> str:
    return str(share(ROWS[position - 1][4], party)["link"])


def test_the_game_holds_as_it_was_played() -> None:
    assert first_fault(GAME, ROWS) is None


ELSEWHERE = OwnChain("blue", timeline="f00d").link(2)
OTHER_GAME = OwnChain("blue", game="another").link(1)
WRONG: list[tuple[str, int, str, Callable[[Body], object]]] = [
    ("a die changed", 5, "faces", lambda b: b["rolls"][0].update(faces=[b["rolls"][0]["faces"][0] % 6 + 1])),
    ("dice swapped", 8, "faces", lambda b: b["rolls"][0]["faces"].reverse()),
    ("a die left out", 5, "faces", lambda b: b["rolls"][1].update(faces=[7])),
    ("another kind of die", 8, "faces", lambda b: b["rolls"][0].update(sides=19)),
    ("no such die", 8, "sides", lambda b: b["rolls"][0].update(sides=1)),
    ("a die of a million sides", 8, "sides", lambda b: b["rolls"][0].update(sides=1_000_000)),
    ("a roll left out", 5, "number", lambda b: b["rolls"].pop(0)),
    ("the last roll left out", 5, "number", lambda b: b["rolls"].pop()),
    ("all rolls left out", 5, "reveal", lambda b: b["rolls"].clear()),
    ("a number twice", 5, "number", lambda b: b["rolls"][1].update(number=1)),
    ("a number left out", 8, "number", lambda b: b["rolls"][0].update(number=5)),
    ("a negative number", 8, "number", lambda b: b["rolls"][0].update(number=-1)),
    ("the next number wrong", 5, "number", lambda b: proof(b).update(next_roll=9)),
    ("a cause hidden", 12, "cause", lambda b: b["rolls"][0].pop("unprompted")),
    ("a cause invented", 5, "cause", lambda b: b["rolls"][0].update(unprompted=True)),
    ("a link reused", 7, "reused", lambda b: share(b, "blue").update(link=link_of(5, "blue"), index=1)),
    ("a link skipped", 7, "skipped", lambda b: share(b, "blue").update(index=3)),
    ("a link with another's index", 7, "link", lambda b: share(b, "blue").update(link=link_of(5, "blue"))),
    ("a link of another timeline", 7, "link", lambda b: share(b, "blue").update(link=ELSEWHERE)),
    ("a link of another game", 5, "link", lambda b: share(b, "blue").update(link=OTHER_GAME)),
    ("the other seat's link", 5, "link", lambda b: share(b, "blue").update(link=link_of(5, "grey"))),
    ("a server's link changed", 5, "link", lambda b: share(b, "server").update(link="0" * 64)),
    ("a link in capitals", 5, "link", lambda b: share(b, "blue").update(link=link_of(5, "blue").upper())),
    ("a link of no digits", 5, "link", lambda b: share(b, "blue").update(link="é" * 64)),
    ("a share in force changed", 5, "share", lambda b: share(b, "grey").update(link="0" * 64)),
    ("a share left out", 5, "share", lambda b: proof(b)["shares"].pop(1)),
    ("a share in force left out", 5, "share", lambda b: proof(b)["shares"].pop(2)),
    ("a share twice", 5, "share", lambda b: proof(b)["shares"].append(share(b, "grey"))),
    ("a reveal hidden", 5, "reveal", lambda b: proof(b).update(revealed=["server"])),
    ("a reveal burnt", 6, "reveal", lambda b: proof(b).update(revealed=["blue"])),
    ("no reveal at a hand-over", 7, "reveal", lambda b: b.update(dice_proof={"epoch": 1, "since": 1})),
    ("a proof taken away", 5, "proof", lambda b: b.pop("dice_proof")),
    ("a wrong since", 6, "reveal", lambda b: proof(b).update(since=9)),
    ("an epoch of the past", 11, "epoch", lambda b: proof(b).update(epoch=1)),
    ("an epoch to come", 5, "epoch", lambda b: proof(b).update(epoch=2)),
    ("another giver", 5, "reveal", lambda b: b.update(seat="grey")),
    (
        "a beacon out of nowhere",
        5,
        "beacon",
        lambda b: proof(b).update(beacon={"round": 1, "value": "00", "intent": 1}),
    ),
    ("a ready link skipped", 4, "skipped", lambda b: b["share"].update(index=2)),
    ("a ready link wrong", 4, "link", lambda b: b["share"].update(link="1" * 64)),
    ("a ready of another epoch", 10, "epoch", lambda b: b.update(epoch=1)),
    ("a ready of the service", 4, "reveal", lambda b: b["share"].update(party="server")),
    ("a ready of nobody", 4, "reveal", lambda b: b["share"].update(party="green")),
    ("an anchor changed", 5, "link", lambda b: None),
    ("a chain of another party", 3, "parties", lambda b: b["epoch"]["chains"][1].update(party="green")),
    ("seats in another order", 3, "parties", lambda b: b["epoch"]["chains"].reverse()),
    ("a chain too short", 3, "length", lambda b: b["epoch"]["chains"][1].update(length=255)),
    ("a chain too long", 3, "length", lambda b: b["epoch"]["chains"][1].update(length=16_385)),
    ("a kept chain too long", 3, "length", lambda b: b["epoch"]["chains"][0].update(length=65_537)),
    ("an anchor that is none", 3, "anchor", lambda b: b["epoch"]["chains"][1].update(link="zz")),
    ("a series from nowhere", 3, "series", lambda b: b["epoch"]["chains"][1].update(series=7)),
    ("an epoch out of order", 9, "epoch", lambda b: b["epoch"].update(number=4)),
    ("nobody agreed", 9, "agreement", lambda b: b["epoch"].pop("agreed")),
    ("the other did not agree", 9, "agreement", lambda b: b["epoch"].update(agreed=["blue"])),
    ("a used series again", 9, "series", lambda b: b["epoch"]["chains"][1].update(series=3)),
    ("a chain gone back", 9, "series", lambda b: b["epoch"]["chains"][2].update(index=0)),
    ("an old server chain", 9, "series", lambda b: b["epoch"]["chains"][0].update(series=1)),
    ("a server that is a client", 9, "custody", lambda b: b["epoch"]["chains"][0].update(custody="client")),
    ("terms changed", 9, "terms", lambda b: b["epoch"].update(terms={"hands_over": ["pass"]})),
]


@pytest.mark.parametrize(("what", "position", "word", "change"), WRONG, ids=[each[0] for each in WRONG])
def test_a_change_is_named(what: str, position: int, word: str, change: Callable[[Body], object]) -> None:
    if what == "an anchor changed":
        rows = changed(3, lambda b: b["epoch"]["chains"][1].update(link="0" * 64))
    else:
        rows = changed(position, change)
    assert first_fault(GAME, rows) == (position, word)


def test_another_game_has_other_dice() -> None:
    assert first_fault("another", ROWS) == (4, "link")


@pytest.mark.parametrize("position", [3, 4, 5, 7, 8, 9, 10, 11])
def test_a_record_left_out_is_named(position: int) -> None:
    fault = first_fault(GAME, [row for row in ROWS if row[0] != position])
    assert fault is not None
    assert fault[0] > position


@pytest.mark.parametrize("first", [4, 7, 8, 9, 10, 11])
def test_records_that_changed_places_are_named(first: int) -> None:
    rows = copy.deepcopy(ROWS)
    rows[first - 1], rows[first] = rows[first], rows[first - 1]
    fault = first_fault(GAME, rows)
    assert fault is not None, "two records that reveal links are in one order only"


def test_a_game_played_on_another_line_is_named() -> None:
    rows = [(p, line and "f00d", v, name, body) for p, line, v, name, body in ROWS]
    assert first_fault(GAME, rows) == (5, "anchor")


def test_the_anchors_have_to_be_in_a_checkpoint_before_a_link_is_revealed() -> None:
    assert first_fault(GAME, ROWS, (3, 9)) is None
    assert first_fault(GAME, ROWS, (2, 4)) == (4, "checkpoint")
    assert first_fault(GAME, ROWS, ()) == (4, "checkpoint")
    assert first_fault(GAME, ROWS, (3, 8)) == (10, "checkpoint")


def test_random_long_games_hold_and_one_changed_digit_of_any_link_does_not() -> None:
    random = Random("a long game")
    log = DiceLog(OwnChain("blue", length=400), OwnChain("grey", length=400))
    log.ready("blue")
    log.ready("grey")
    series = {"blue": 1, "grey": 1}
    for _ in range(300):
        seat = random.choice(("blue", "grey"))
        rolls = [("roll", random.choice(("2", "3.1")), random.randint(0, 3), random.choice((6, 10, 20)))]
        log.command(seat, *rolls * random.randint(0, 2), type=random.choice(("go", "pass")))
        if random.random() < 0.03:
            series[seat] += 1
            log.anchor(OwnChain(seat, series=series[seat], length=400))
            log.ready("blue")
            log.ready("grey")
    assert first_fault(GAME, log.rows) is None
    revealing = [
        row for row in log.rows if row[3].startswith("match.command") and "revealed" in row[4]["dice_proof"]
    ]
    for row in random.sample(revealing, 20):
        rows = copy.deepcopy(log.rows)
        each = random.choice(rows[row[0] - 1][4]["dice_proof"]["shares"])
        at = random.randrange(64)
        digit = random.choice([d for d in "0123456789abcdef" if d != each["link"][at]])
        each["link"] = each["link"][:at] + digit + each["link"][at + 1 :]
        fault = first_fault(GAME, rows)
        assert fault is not None
        assert fault[0] == row[0]
