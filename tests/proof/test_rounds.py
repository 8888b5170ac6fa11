"""Dice of v2: what is committed to first, what a round's rolls are made of, and what does not hold."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.fair_dice import V2
from ironclad.domain.kernel.fair.fair_roll import FairDice
from ironclad.domain.kernel.fair.fair_round import FairRound, rehearse
from ironclad.domain.kernel.fair.fair_table import LostChain
from ironclad.referee.dice.custody import DiceCustody
from tests.proof.checking import first_fault
from tests.proof.parties import GAME, KEEPER, OwnChain, RoundLog
from tests.proof.second_verifier import Row

PULL = ("pull", "2", 1, 6)
BATTLE = (("outcome", "9.4", 1, 6), ("losses", "9.6", 2, 6))
Body = dict[str, Any]


def own(seat: str, **more: Any) -> OwnChain:
    return OwnChain(seat, scheme=V2, **more)


def both() -> RoundLog:
    log = RoundLog(own("blue"), own("grey"))
    log.ready("blue")
    log.ready("grey")
    return log


def bodies(log: RoundLog, name: str) -> list[Body]:
    return [body for *_, found, body in log.rows if found == f"match.{name}.1"]


def test_two_seats_with_their_own_chains_play_and_every_roll_holds() -> None:
    log = both()
    log.command("blue", PULL)
    log.command("grey", *BATTLE)
    log.command("grey")
    log.command("grey", type="pass")
    log.command("blue", ("election", "3.1", 1, 6))
    assert first_fault(GAME, log.rows) is None
    proofs = [body["dice_proof"] for body in bodies(log, "command_accepted")]
    assert [proof.get("revealed", []) for proof in proofs] == [
        ["server", "blue"],
        ["server", "grey"],
        [],
        ["grey"],
        ["server", "blue"],
    ]
    assert len(bodies(log, "command_committed")) == len(bodies(log, "link_revealed")) == 4


def test_a_seat_that_leaves_its_chain_to_the_service_commits_to_nothing() -> None:
    log = RoundLog()
    log.command("blue", PULL)
    log.command("grey", type="pass")
    log.command("grey", type="orders")
    assert first_fault(GAME, log.rows) is None
    assert not bodies(log, "command_committed")
    assert [body["dice_proof"]["revealed"] for body in bodies(log, "command_accepted")] == [
        ["server", "blue", "grey"],
        ["grey"],
        ["grey"],
    ]


def test_a_round_has_one_key_of_all_its_links_and_its_rolls_are_counted_on() -> None:
    log = both()
    log.command("blue", PULL)
    shown = log.round(("grey", BATTLE), ("blue", (PULL, PULL)))
    assert first_fault(GAME, log.rows) is None
    first, second = bodies(log, "command_accepted")[1:]
    assert (first["seat"], second["seat"]) == ("blue", "grey")
    assert first["dice_proof"]["revealed"] == ["server", "blue", "grey"]
    assert "revealed" not in second["dice_proof"]
    assert second["dice_proof"]["shares"] == first["dice_proof"]["shares"]
    rolls = [roll for each in (first, second) for roll in each["rolls"]]
    assert [roll["number"] for roll in rolls] == [2, 3, 4, 5]
    key = log.table.key()
    faces = [log.table.faces(key, roll["number"], len(roll["faces"]), 6) for roll in rolls]
    assert faces == shown == [tuple(roll["faces"]) for roll in rolls]
    log.command("grey", PULL)
    assert first_fault(GAME, log.rows) is None


def test_the_first_command_of_a_round_that_rolls_makes_its_key() -> None:
    log = both()
    log.round(("blue", ()), ("grey", (PULL,)))
    first, second = (body["dice_proof"] for body in bodies(log, "command_accepted"))
    assert first["revealed"] == ["blue", "grey"]
    assert second["revealed"] == ["server"]
    log.round(("blue", (PULL,)), ("grey", ()))
    last = bodies(log, "command_accepted")[-1]["dice_proof"]
    assert last == {"epoch": 1, "since": log.since}
    log.round(("blue", ()), ("grey", ()))
    log.command("blue", PULL)
    assert first_fault(GAME, log.rows) is None


def test_a_round_of_a_seat_of_each_kind() -> None:
    log = RoundLog(own("blue"))
    log.round(("grey", (PULL,)), ("blue", (PULL,)))
    assert first_fault(GAME, log.rows) is None
    assert [body["seat"] for body in bodies(log, "link_revealed")] == ["blue"]
    assert bodies(log, "command_accepted")[0]["dice_proof"]["revealed"] == ["server", "blue", "grey"]
    log.round(("blue", ()), ("grey", ()))
    assert bodies(log, "command_accepted")[2]["dice_proof"]["revealed"] == ["blue", "grey"]
    assert first_fault(GAME, log.rows) is None


def test_a_seat_with_two_decisions_owes_a_link_for_each() -> None:
    log = both()
    for seat in ("grey", "blue", "blue"):
        log.commit(seat, "orders")
    log.reveal()
    log.carry_out((PULL,), (), BATTLE)
    assert first_fault(GAME, log.rows) is None
    assert [body["share"]["index"] for body in bodies(log, "link_revealed")] == [2, 3, 2]


def test_v2_has_other_links_keys_and_faces_than_v1() -> None:
    chain = own("blue").chain()
    assert chain.link != OwnChain("blue").chain().link
    assert KEEPER.new(GAME, "main", "blue", 1, 300).link != KEEPER.new(GAME, "main", "blue", 1, 300, V2).link
    log = both()
    (faces,) = log.command("blue", ("many", "2", 40, 6))
    rows = copy.deepcopy(log.rows)
    for *_, body in rows:
        if "epoch" in body and isinstance(body["epoch"], dict):
            body["epoch"]["terms"].pop("scheme")
    assert first_fault(GAME, rows) is not None
    assert len(faces) == 40


def test_what_would_stop_a_round_is_said_before_anything_is_committed_to() -> None:
    log = RoundLog(own("blue"), own("grey"))
    with pytest.raises(Refused, match="grey has revealed no link") as caught:
        rehearse(log.table, ["blue"], KEEPER, rolls=True)
    assert caught.value.rule == "dice/ready"
    rehearse(log.table, ["blue"], KEEPER, rolls=False)
    rehearse(log.table, ["blue", "grey"], KEEPER, rolls=True)
    with pytest.raises(LostChain):
        rehearse(log.table, ["blue", "grey"], DiceCustody(b"another"), rolls=True)
    with pytest.raises(LostChain):
        rehearse(RoundLog(own("blue")).table, ["grey"], DiceCustody(b"another"), rolls=False)
    log.ready("grey")
    for _ in range(256):
        log.command("blue", type="pass")
    with pytest.raises(Refused, match="used up") as caught:
        rehearse(log.table, ["blue"], KEEPER, rolls=False)
    assert caught.value.rule == "dice/exhausted"
    assert first_fault(GAME, log.rows) is None


def test_two_links_are_owed_where_one_is_left_is_refused() -> None:
    log = both()
    for _ in range(254):
        log.command("blue", type="pass")
    rehearse(log.table, ["blue"], KEEPER, rolls=True)
    with pytest.raises(Refused, match="used up"):
        rehearse(log.table, ["blue", "blue"], KEEPER, rolls=True)


def test_nothing_is_revealed_of_a_command_whose_link_is_not_there() -> None:
    log = both()
    with pytest.raises(Refused, match="this needs a link"):
        FairDice(log.table, "blue", None, KEEPER).roll(*PULL)


def test_dice_of_a_refused_command_of_a_round_are_not_used_up() -> None:
    log = both()
    log.commit("blue", "orders")
    log.commit("grey", "orders")
    log.reveal()
    made = FairRound(log.table, ["blue", "grey"], KEEPER)
    refused = made.dice()
    first = refused.roll(*PULL)
    again = made.dice()
    assert again.roll(*PULL) == first
    assert made.settle(again).next_roll == 2


# -- what does not hold


def played() -> RoundLog:
    """A game with each kind of record of v2; the positions are named below."""
    log = RoundLog(own("blue"), own("grey"))  # 1 opened, 2 the line, 3 anchors
    log.ready("grey")  # 4
    log.command("blue", PULL)  # 5 commit, 6 link, 7 accepted
    log.command("blue")  # 8
    log.command("blue", type="pass")  # 9, 10, 11
    log.round(("grey", (PULL,)), ("blue", BATTLE))  # 12 grey, 13 blue, 14 blue's, 15 grey's, 16 blue, 17 grey
    log.command("grey", PULL)  # 18, 19, 20
    return log


ROWS = played().rows


def changed(position: int, change: Callable[[Body], object]) -> list[Row]:
    rows = copy.deepcopy(ROWS)
    change(rows[position - 1][4])
    return rows


def moved(position: int, to: int) -> list[Row]:
    """An event moved to another place, with positions and versions as they would be then."""
    rows = list(ROWS)
    rows.insert(to - 1, rows.pop(position - 1))
    return numbered(rows)


def numbered(rows: list[Row]) -> list[Row]:
    version, out = 0, []
    for at, (_, line, old, name, body) in enumerate(rows, 1):
        version += bool(line)
        out.append((at, line, version if line else old, name, body))
    return out


def share(body: Body, party: str) -> Body:
    found: Body = next(each for each in body["dice_proof"]["shares"] if each["party"] == party)
    return found


def test_the_game_holds_as_it_was_played() -> None:
    assert numbered(ROWS) == ROWS
    assert first_fault(GAME, ROWS) is None


WRONG: list[tuple[str, int, str, Callable[[Body], object]]] = [
    ("a die changed", 7, "faces", lambda b: b["rolls"][0].update(faces=[b["rolls"][0]["faces"][0] % 6 + 1])),
    ("a die of a round's second command", 17, "faces", lambda b: b["rolls"][0].update(faces=[7])),
    ("accepted another effort", 7, "commit", lambda b: b["command"].update(n=99)),
    ("accepted another type", 7, "commit", lambda b: b["command"].update(type="run")),
    ("accepted another id", 7, "commit", lambda b: b.update(id="other")),
    ("accepted another digest", 7, "commit", lambda b: b.update(digest="other")),
    ("accepted at another time", 7, "commit", lambda b: b.update(at="later")),
    ("accepted of another decision", 7, "commit", lambda b: b.update(decision="9.blue")),
    ("accepted for another version", 7, "commit", lambda b: b.update(expected_version=1)),
    ("accepted as given by another", 7, "commit", lambda b: b.update(by="grey")),
    ("accepted of another seat", 7, "commit", lambda b: b.update(seat="grey")),
    ("accepted with a signature", 7, "commit", lambda b: b.update(signature={"value": "00"})),
    ("accepted of no commit", 7, "owed", lambda b: b.pop("committed")),
    ("accepted of another commit", 7, "order", lambda b: b.update(committed=4)),
    ("accepted instead of nothing", 7, "commit", lambda b: b.update(instead=INSTEAD)),
    ("a link of another commit", 6, "order", lambda b: b.update(committed=4)),
    ("a link of another seat", 6, "reveal", lambda b: b.update(seat="grey")),
    ("a link of another party", 6, "reveal", lambda b: b["share"].update(party="grey")),
    ("a link skipped", 6, "skipped", lambda b: b["share"].update(index=2)),
    ("a link changed", 6, "link", lambda b: b["share"].update(link="0" * 64)),
    ("a link of v1", 6, "link", lambda b: b["share"].update(link=OwnChain("blue").link())),
    ("a link used again", 10, "reused", lambda b: b["share"].update(index=1)),
    ("another link in the proof", 7, "share", lambda b: share(b, "blue").update(link="0" * 64)),
    ("a share left out", 7, "share", lambda b: b["dice_proof"]["shares"].pop(1)),
    ("the giver's reveal hidden", 7, "reveal", lambda b: b["dice_proof"].update(revealed=["server"])),
    ("a reveal in the second command", 17, "reveal", lambda b: b["dice_proof"].update(revealed=["server"])),
    ("the second command as if alone", 17, "share", lambda b: b.update(dice_proof={"epoch": 1})),
    ("a since beside links", 7, "reveal", lambda b: b["dice_proof"].update(since=1)),
    ("a commit of nobody", 5, "commit", lambda b: b.update(seat="green")),
    ("a commit of the service", 5, "commit", lambda b: b.update(seat="server")),
    ("a commit of the other seat", 6, "reveal", lambda b: None),
    ("an order that is none", 13, "owed", lambda b: None),
    ("no such scheme", 3, "terms", lambda b: b["epoch"]["terms"].update(scheme="ironclad-dice/v3")),
    ("the scheme of before", 4, "link", lambda b: b["epoch"]["terms"].pop("scheme")),
]
INSTEAD = {"rule": "2", "reason": "no", "command": {"type": "go", "n": 99}}


@pytest.mark.parametrize(("what", "position", "word", "change"), WRONG, ids=[each[0] for each in WRONG])
def test_a_change_is_named(what: str, position: int, word: str, change: Callable[[Body], object]) -> None:
    if what == "a commit of the other seat":
        rows = changed(5, lambda b: b.update(seat="grey"))
    elif what == "an order that is none":
        rows = changed(12, lambda b: b["command"].update(type="go"))
    elif what == "the scheme of before":
        rows = changed(3, change)
    else:
        rows = changed(position, change)
    assert first_fault(GAME, rows) == (position, word)


MOVED: list[tuple[str, int, int, tuple[int, str]]] = [
    ("a link before its commit", 6, 5, (5, "reveal")),
    ("the links of a round in another order", 15, 14, (14, "order")),
    ("a commit after the first link", 13, 14, (13, "order")),
    ("a command before its link", 7, 6, (6, "owed")),
    ("the commands of a round in another order", 17, 16, (16, "order")),
    ("a command between commit and link", 8, 6, (6, "owed")),
    ("a command between a round's commits", 8, 13, (7, "")),
    ("a first share after the roll that it is in", 4, 8, (6, "share")),
]


@pytest.mark.parametrize(("what", "position", "to", "fault"), MOVED, ids=[each[0] for each in MOVED])
def test_what_is_in_another_place_is_named(what: str, position: int, to: int, fault: tuple[int, str]) -> None:
    found = first_fault(GAME, moved(position, to))
    assert found is not None
    if fault[1]:
        assert found == fault


@pytest.mark.parametrize("position", [*range(3, 8), *range(9, 21)])
def test_a_record_left_out_is_named(position: int) -> None:
    rows = numbered([row for row in ROWS if row[0] != position])
    fault = first_fault(GAME, rows)
    if position == 20:
        assert fault is None, "what a log does not have yet cannot be missed here: its heads show that"
        return
    assert fault is not None
    assert fault[0] >= position


@pytest.mark.parametrize("position", [5, 6, 7, 12, 14, 16])
def test_a_record_twice_is_named(position: int) -> None:
    rows = list(ROWS)
    rows.insert(position, ROWS[position - 1])
    fault = first_fault(GAME, numbered(rows))
    assert fault is not None
    assert fault[0] > position


def test_new_chains_between_commit_and_link_are_named() -> None:
    log = RoundLog(own("blue"), own("grey"))
    log.ready("grey")
    log.commit("blue")
    log.anchor(own("blue", series=2))
    assert first_fault(GAME, log.rows) == (6, "owed")


def test_a_checkpoint_has_the_commit_before_its_link() -> None:
    assert first_fault(GAME, ROWS, (3, 5, 9, 13, 18)) is None
    assert first_fault(GAME, ROWS, (3, 4, 9, 13, 18)) == (6, "checkpoint")
    assert first_fault(GAME, ROWS, (3, 5, 9, 12, 18)) == (14, "checkpoint")
    assert first_fault(GAME, ROWS, (3, 5, 9, 13, 17)) == (19, "checkpoint")


def test_a_signed_link_names_the_checkpoint_of_its_commit() -> None:
    def signed(size: int) -> list[Row]:
        return changed(19, lambda body: body.update(signature={"value": "00", "seen": seen(size)}))

    sizes = (3, 5, 9, 13)
    assert first_fault(GAME, signed(18), sizes) is None
    assert first_fault(GAME, signed(17), sizes) == (19, "checkpoint")
    assert first_fault(GAME, signed(19), sizes) == (19, "checkpoint")


def seen(size: int) -> Body:
    zeros = "00" * 32
    line = {"timeline": "main", "version": 14, "hash": zeros}
    checkpoint = {"size": size, "root": zeros}
    return {"checkpoint": checkpoint, "line": line, "match": {"version": 5, "hash": zeros}}


def test_a_roll_that_was_not_committed_to_is_named() -> None:
    log = both()
    log.table = log.table.revealed(log.table.read(log.table.epoch.chains[1], log.own["blue"].link()))
    log.own["blue"].used += 1
    made = FairRound(log.table, ["blue"], KEEPER)
    dice = made.dice()
    dice.roll(*PULL)
    log.commit("blue")
    (event, _), log.waits = log.waits[0], []
    log.rows.pop()
    log.version -= 1
    log.accept(event, dice.proof(), made.settle(dice))
    assert first_fault(GAME, log.rows) == (6, "commit")


def test_nothing_is_committed_to_in_a_game_of_v1_or_on_a_branch() -> None:
    log = RoundLog(timeline="b1", seats=())
    log.command("blue", PULL)
    assert first_fault(GAME, log.rows) is None
    log.commit("blue")
    assert first_fault(GAME, log.rows) == (5, "commit")


def test_what_is_abandoned_is_what_waited() -> None:
    def ended(**fields: Any) -> list[Row]:
        log = both()
        log.commit("grey", "orders")
        log.commit("blue", "orders")
        body = {"timeline": "main", "committed": [1, 2], "owed": ["blue", "grey"], "by": "grey"}
        row = (8, "", 7, "match.roll_abandoned.1", {"type": "roll_abandoned", **body, **fields})
        return [*log.rows, row]

    assert first_fault(GAME, ended()) is None
    for wrong in ({"committed": [1]}, {"owed": ["blue"]}, {"owed": ["grey", "blue"]}, {"committed": []}):
        assert first_fault(GAME, ended(**wrong)) == (8, "abandoned")
