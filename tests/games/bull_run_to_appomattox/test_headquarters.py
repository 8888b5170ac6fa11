"""HQs that are lost, replaced and checked (2.3, 2.4, 2.6, 2.7), as combat, events and preparation call it."""

from collections.abc import Iterable

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import (
    NONE,
    ON_MAP,
    OUT,
    RESERVE,
    Units,
    Vacancy,
)
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.commands import TakeCommand
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.drawing import (
    replace_lost,
    reserve_of,
    room_for,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.events import (
    HqDrawn,
    HqPlaced,
    HqReplaced,
    SurvivalChecked,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import (
    check_survival,
    credit,
    lose_hq,
)
from ironclad.domain.kernel.engine.dice import ScriptedDice
from ironclad.domain.kernel.engine.resolution import Resolution
from tests.games.bull_run_to_appomattox.playing import start


def field(armies: dict[str, tuple[str, Units]]) -> Position:
    """The empty map with HQs on spots."""
    position = start("empty_map")
    for hq, (spot, units) in armies.items():
        position.hqs[hq] = position.hqs[hq].with_(state=ON_MAP, spot=spot)
        position.units[hq] = units
    return position


def playing(position: Position, faces: Iterable[int] = ()) -> Play:
    return Resolution(position, ScriptedDice(faces), brta.evolvers)


@pytest.mark.rule("2.4/1", "2.4/2", "2.4/4")
def test_an_hq_that_goes_with_its_army_is_out_and_awaits_no_replacement() -> None:
    play = playing(field({"lee": ("RIC", Units(3))}))
    lose_hq(play, "lee", "eliminated", "2.4/1", units_too=True)
    assert play.position.hqs["lee"].state == OUT
    assert "lee" not in play.position.units
    assert play.position.leaderless["south"] == {}
    assert play.position.vacancies == ()
    assert "lee" not in reserve_of(play.position, "south")


@pytest.mark.rule("2.4/3", "2.4/9", "2.6/5", "2.7/5")
def test_units_of_a_wounded_leader_stay_and_the_other_hq_may_take_them() -> None:
    play = playing(field({"lee": ("RIC", Units(9, 2, 3)), "jackson": ("RIC", Units(10, 0, 2))}))
    lose_hq(play, "lee", "wounded", "2.7/4")
    position = play.position
    assert position.hqs["lee"].state == RESERVE
    assert position.leaderless["south"] == {"RIC": Units(9, 2, 3)}
    assert [each.spot for each in position.vacancies] == ["RIC"]
    due = position.agenda.due[0]
    assert (due.seat, due.kind) == ("south", "take_command")
    assert not brta.allows(position, due, TakeCommand(units=Units(9)))
    assert not brta.allows(position, due, TakeCommand(units=Units(artillery=3)))
    offered = [command.units for command in brta.offers[due.kind](position, due)]  # type: ignore[attr-defined]
    assert offered == [Units(8, 0, 0), NONE]
    brta.carriers[TakeCommand](play, due, TakeCommand(units=Units(6, 0, 2)))
    assert position.units["jackson"] == Units(16, 0, 4)
    assert position.leaderless["south"] == {"RIC": Units(3, 2, 1)}
    wounded = playing(position, [reserve_of(position, "south").index("lee") + 1])
    replace_lost(wounded, {})
    placed = [event for event in wounded.events if isinstance(event, HqPlaced)]
    assert [event.hq for event in placed] == ["lee"]
    assert wounded.position.hqs["lee"].experienced


@pytest.mark.rule("2.7/1", "2.7/2", "2.7/3", "2.7/4")
@pytest.mark.parametrize(
    ("faces", "hq", "fate"),
    [
        ([1, 1, 4], "lee", "wounded"),
        ([1, 1, 5], "lee", "killed"),
        ([6, 6, 2, 1], "meade", "wounded"),
        ([6, 6, 1, 6], "grant", "killed"),
        ([3, 4], "", ""),
    ],
)
def test_leaders_at_risk(faces: list[int], hq: str, fate: str) -> None:
    armies = {"lee": ("RIC", Units(3)), "grant": ("PET", Units(4)), "meade": ("PET", Units(4))}
    play = playing(field(armies), faces)
    check_survival(play, ("grant", "meade"), ("lee",))
    checked = next(event for event in play.events if isinstance(event, SurvivalChecked))
    assert (checked.hq, checked.fate) == (hq, fate)
    if hq:
        assert play.position.hqs[hq].state == (RESERVE if fate == "wounded" else OUT)


@pytest.mark.rule("2.7/4")
def test_what_becomes_of_a_leader_aboard_is_said_in_words() -> None:
    """He is succeeded at once; where nobody can, he stays in command, and the chronicle says why."""
    stays = RULESET.words.tell(SurvivalChecked((1, 1), "lee", 6, ""))
    assert stays is not None
    assert stays["text"] == "Leaders at risk: Lee stays in command"
    assert any("no HQ in reserve" in each for each in stays["details"])
    succeeded = RULESET.words.tell(HqReplaced("lee", "bragg", "wounded", "2.7/4"))
    fell_ill = RULESET.words.tell(HqReplaced("lee", "bragg", "died", "8.2/2"))
    assert succeeded is not None
    assert fell_ill is not None
    assert any("aboard ship" in each for each in succeeded["details"])
    assert "aboard ship" not in str(fell_ill)


@pytest.mark.rule("2.7/2")
def test_a_leader_who_is_gone_is_not_checked() -> None:
    play = playing(field({"grant": ("PET", Units(4))}), [1, 1])
    check_survival(play, ("grant",), ("lee",))
    assert play.events == [SurvivalChecked((1, 1), "", 0, "")]


@pytest.mark.rule("2.6/6")
def test_both_hqs_of_a_combat_are_credited_with_it() -> None:
    play = playing(field({"grant": ("PET", Units(4)), "meade": ("PET", Units(4)), "lee": ("PET", Units(4))}))
    credit(play, ("grant", "meade"), ("lee", "jackson"), "7.8/3")
    won = {hq: play.position.hqs[hq].won for hq in ("grant", "meade")}
    assert won == {"grant": 1, "meade": 1}
    assert play.position.hqs["lee"].lost == 1
    assert play.position.hqs["jackson"].lost == 0


@pytest.mark.rule("2.4/3", "5.1/2")
def test_no_third_hq_replaces_one_and_an_empty_reserve_gives_none() -> None:
    position = field({"grant": ("PET", Units(4)), "meade": ("PET", Units(4)), "thomas": ("PET", Units(4))})
    play = playing(position)
    lose_hq(play, "thomas", "killed", "2.7/4")
    replace_lost(play, {})
    assert not [event for event in play.events if isinstance(event, HqDrawn)]
    position = field({"thomas": ("PET", Units(4))})
    for id, hq in position.hqs.items():
        if hq.state == RESERVE and hq.side == "north":
            position.hqs[id] = hq.with_(state=OUT)
    play = playing(position)
    lose_hq(play, "thomas", "killed", "2.7/4")
    replace_lost(play, {})
    assert not [event for event in play.events if isinstance(event, HqDrawn)]
    assert play.position.vacancies == ()
    assert play.position.leaderless["north"] == {"PET": Units(4)}


@pytest.mark.rule("2.4/3")
def test_each_of_two_hqs_that_were_lost_in_one_place_is_replaced_while_units_wait_there() -> None:
    """2.4/3: the first takes what it can command; a second is drawn for the rest, and only then."""
    for left, drawn in ((Units(30), 2), (Units(12), 1)):
        position = field({})
        position.leaderless["south"]["RIC"] = left
        position.vacancies = (Vacancy("south", "RIC", 1), Vacancy("south", "RIC", 1))
        play = playing(position, [1] * 4)
        replace_lost(play, {})
        placed = [event for event in play.events if isinstance(event, HqPlaced)]
        assert len(placed) == drawn
        assert "RIC" not in play.position.leaderless["south"]
        assert play.position.vacancies == ()


@pytest.mark.rule("2.4/8", "5.1/1", "10/4")
def test_an_hq_takes_what_it_can_command() -> None:
    for commanded in (NONE, Units(19), Units(4, 4, 4), Units(0, 0, 3), Units(10, 5, 4)):
        for offered in (Units(30, 9, 9), Units(1, 1, 1), Units(0, 0, 9), NONE):
            taken = room_for(commanded, offered)
            after = commanded.plus(taken)
            assert taken.within(offered)
            assert after.total <= 20
            assert after.artillery <= 4
            left = offered.minus(taken)
            full = after.total == 20
            assert full or (left.infantry, left.cavalry) == (0, 0)
            assert full or after.artillery == 4 or left.artillery == 0
