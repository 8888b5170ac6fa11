"""Which links are in force, which is next, and what a command reveals: honest play, and what is refused."""

import pytest

from ironclad.domain.kernel.engine.citations import Refused
from ironclad.domain.kernel.fair.fair_roll import FairDice
from ironclad.domain.kernel.fair.fair_table import Chain, LostChain, check_own_chain
from ironclad.referee.dice.custody import DiceCustody, master_from
from tests.proof.checking import checker_of, first_fault
from tests.proof.parties import GAME, KEEPER, SEATS, DiceLog, OwnChain

PULL = ("pull", "2", 1, 6)
BATTLE = (("outcome", "9.4", 1, 6), ("losses", "9.6", 2, 6), ("wreck", "9.9", 3, 20))
ELECTION = ("election", "3.1", 1, 6)


def refused(rule: str, log: DiceLog, seat: str, link: str | None = None) -> str:
    """The reason for which a command that rolls is refused under a rule; nothing of the log has changed."""
    before, rows = log.table, len(log.rows)
    with pytest.raises(Refused) as caught:
        log.command(seat, PULL, link=link)
    assert caught.value.rule == rule
    assert (log.table, len(log.rows)) == (before, rows)
    return caught.value.reason


def both_own(**changes: int) -> DiceLog:
    log = DiceLog(OwnChain("blue", **changes), OwnChain("grey", **changes))
    log.ready("blue")
    log.ready("grey")
    return log


def test_two_seats_with_their_own_chains_play_and_every_roll_holds() -> None:
    log = both_own()
    log.command("blue", PULL)
    log.command("grey", *BATTLE)
    log.command("grey")
    log.command("grey", type="pass")
    log.command("blue", PULL, type="pass")
    log.command("blue", ELECTION)
    log.command("clock", ELECTION)
    assert first_fault(GAME, log.rows) is None
    bodies = [body for _, _, _, name, body in log.rows if name.startswith("match.command")]
    assert [body["dice_proof"].get("revealed", []) for body in bodies] == [
        ["server", "blue"],
        ["server", "grey"],
        [],
        ["grey"],
        ["server", "blue"],
        ["server", "blue"],
        ["server"],
    ]
    assert bodies[2]["dice_proof"] == {"epoch": 1, "since": 2}
    assert [roll["number"] for body in bodies for roll in body["rolls"]] == list(range(1, 8))
    assert [roll.get("unprompted", False) for body in bodies for roll in body["rolls"]][-2:] == [True, True]


def test_the_service_reveals_for_a_seat_that_leaves_its_chain_to_it() -> None:
    log = DiceLog(OwnChain("blue"))
    log.command("blue", PULL)
    log.command("grey", PULL)
    log.command("grey", type="pass")
    assert first_fault(GAME, log.rows) is None
    proofs = [body["dice_proof"] for *_, name, body in log.rows if name.startswith("match.command")]
    assert [proof["revealed"] for proof in proofs] == [
        ["server", "blue", "grey"],
        ["server", "grey"],
        ["grey"],
    ]


def test_nobody_rolls_before_the_other_seat_has_bared_a_share() -> None:
    log = DiceLog(OwnChain("blue"), OwnChain("grey"))
    assert "grey has revealed no link" in refused("dice/ready", log, "blue")
    log.ready("grey")
    log.command("blue", PULL)
    assert first_fault(GAME, log.rows) is None


def test_a_hand_over_bares_the_share_that_the_other_seat_rolls_with() -> None:
    log = DiceLog(OwnChain("blue"), OwnChain("grey"))
    log.command("blue", type="pass")
    log.command("grey", PULL)
    assert first_fault(GAME, log.rows) is None


def test_a_missing_or_wrong_link_is_refused_and_the_due_one_named() -> None:
    log = both_own()
    own = log.own["blue"]
    due = "link 2 of blue's chain 1 on main is due"
    assert "revealed before" in refused("dice/link", log, "blue", own.link(0))
    assert "this is link 4" in refused("dice/link", log, "blue", own.link(3))
    elsewhere = OwnChain("blue", timeline="f00d").link(2)
    for wrong in (own.link(100), log.own["grey"].link(), elsewhere, "x" * 64, own.link().upper(), ""):
        assert due in refused("dice/link", log, "blue", wrong)
    with pytest.raises(Refused, match=f"this needs a link: {due}"):
        FairDice(log.table, "blue", None, KEEPER).roll("pull", "2")
    log.command("blue", PULL)
    assert first_fault(GAME, log.rows) is None


def test_a_link_that_is_not_due_is_not_used_up() -> None:
    log = both_own()
    for _ in range(3):
        log.command("blue")
    assert log.own["blue"].used == 1
    log.command("blue", PULL)
    assert log.own["blue"].used == 2
    assert first_fault(GAME, log.rows) is None


def test_a_wrong_link_is_refused_even_where_none_is_due() -> None:
    log = both_own()
    with pytest.raises(Refused, match="link 2 of blue's chain 1 on main is due"):
        log.command("blue", link="0" * 64)


def test_the_same_shares_give_the_same_roll_however_often_it_is_asked() -> None:
    """A service that answers "unavailable" and is asked again has the same dice."""
    log = both_own()
    link = log.own["blue"].link()
    again = {FairDice(log.table, "blue", link, KEEPER).roll(*PULL) for _ in range(3)}
    assert again == {log.command("blue", PULL)[0]}


def test_a_chain_is_used_to_its_last_link_and_then_anchored_anew() -> None:
    log = both_own()
    for _ in range(255):
        log.command("blue", type="pass")
    assert "used up: anchor new ones" in refused("dice/exhausted", log, "blue", "0" * 64)
    assert not log.table.free("blue")
    log.anchor(OwnChain("blue", series=2))
    assert log.table.shares == {}
    refused("dice/ready", log, "blue")
    log.ready("grey")
    log.command("blue", PULL)
    assert first_fault(GAME, log.rows) is None
    assert log.table.next_roll == 2


def test_rolls_are_counted_on_when_chains_are_anchored_anew() -> None:
    log = both_own()
    log.command("blue", *BATTLE)
    log.anchor(OwnChain("grey", series=2))
    log.ready("grey")
    log.command("blue", PULL)
    assert log.rows[-1][4]["rolls"][0]["number"] == 4
    assert first_fault(GAME, log.rows) is None


def test_a_seat_is_ready_once_an_epoch() -> None:
    log = both_own()
    with pytest.raises(Refused, match="blue has a share in force"):
        log.table.ready("blue", log.own["blue"].link())
    kept = DiceLog(OwnChain("blue"))
    with pytest.raises(Refused, match="the service keeps grey's chain"):
        kept.table.ready("grey", "0" * 64)


def test_nothing_is_revealed_before_every_chain_is_anchored() -> None:
    log = DiceLog(OwnChain("blue"), OwnChain("grey"))
    epoch = log.table.epoch
    waiting = Chain("grey", "client", 1, 0, "")
    table = log.table.began(type(epoch)(2, (*epoch.chains[:2], waiting)))
    assert table.missing() == ("grey",)
    for act in (
        lambda: table.ready("blue", log.own["blue"].link()),
        lambda: FairDice(table, "blue", None, KEEPER).roll(*PULL),
        lambda: FairDice(table, "blue", log.own["blue"].link(), KEEPER),
        lambda: FairDice(table, "grey", None, KEEPER).roll(*PULL),
    ):
        with pytest.raises(Refused, match="grey has not anchored its chain on main yet"):
            act()


def test_on_a_line_of_one_reader_the_service_rolls_alone() -> None:
    log = DiceLog(timeline="b1", seats=())
    log.command("blue", PULL)
    log.command("grey", type="pass")
    assert first_fault(GAME, log.rows) is None
    assert log.rows[-2][4]["dice_proof"]["revealed"] == ["server"]


def test_a_free_change_is_one_before_the_other_seat_has_bared_a_share() -> None:
    log = DiceLog(OwnChain("blue"), OwnChain("grey"))
    assert log.table.free("blue")
    log.ready("blue")
    assert log.table.free("blue")
    assert not log.table.free("grey")
    assert not log.table.free("server")


def test_a_lost_master_key_is_told_apart() -> None:
    log = DiceLog()
    other = DiceCustody(master_from(b"another"))
    with pytest.raises(LostChain):
        FairDice(log.table, "blue", None, other).roll(*PULL)


def test_the_keeper_makes_a_forgotten_chain_again() -> None:
    fresh = DiceCustody(b"the master key of the tests")
    chain = KEEPER.new(GAME, "main", "blue", 1, 300)
    assert [fresh.link(GAME, "main", chain, i) for i in (1, 64, 300)] == [
        KEEPER.link(GAME, "main", chain, i) for i in (1, 64, 300)
    ]
    others = {
        KEEPER.new(*each).link for each in ((GAME, "main", "grey", 1, 300), (GAME, "main", "blue", 2, 300))
    }
    assert chain.link not in others


@pytest.mark.parametrize(
    ("length", "link", "rule"),
    [
        (255, "0" * 64, "dice/length"),
        (16_385, "0" * 64, "dice/length"),
        (-1, "0" * 64, "dice/length"),
        (256, "0" * 63, "dice/anchor"),
        (256, "G" * 64, "dice/anchor"),
    ],
)
def test_a_seat_anchors_a_chain_of_a_sensible_length(length: int, link: str, rule: str) -> None:
    with pytest.raises(Refused) as caught:
        check_own_chain(length, link)
    assert caught.value.rule == rule
    check_own_chain(256, "0" * 64)


def test_seats_are_in_the_order_of_the_game() -> None:
    assert checker_of(GAME, DiceLog().rows).seats == SEATS
