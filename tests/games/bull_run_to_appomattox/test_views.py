"""The views show what their reader may know, and agree with the rules that they ask."""

from random import Random

import pytest

from ironclad.domain.games.bull_run_to_appomattox import RULESET
from ironclad.domain.games.bull_run_to_appomattox.board.charts import turns
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import UNKNOWN, Findings, Range, Units
from ironclad.domain.games.bull_run_to_appomattox.readers.views.armies import armies_view
from ironclad.domain.games.bull_run_to_appomattox.readers.views.general import economy_view, politics_view
from ironclad.domain.games.bull_run_to_appomattox.readers.views.play import turn_line
from ironclad.domain.games.bull_run_to_appomattox.rules.c09_economy.events import RevenueCollected
from ironclad.domain.kernel.drawing.views import views_of
from ironclad.domain.kernel.engine.codec import canonical
from tests.games.bull_run_to_appomattox.playing import READERS, walked
from tests.games.bull_run_to_appomattox.test_hidden import altered

SEEDS = (1, 2, 3)


def seen(position: Position, reader: str | None) -> Position:
    return RULESET.sight.see(position, reader)


@pytest.mark.parametrize("seed", SEEDS)
def test_views_and_notes_say_nothing_of_what_is_hidden(seed: int) -> None:
    """6.4/20: positions that differ only in what a reader may not see give it the same bytes and words."""
    random, meant = Random(seed), 0
    for step in walked(seed)[::5]:
        for reader in READERS:
            hidden_of = [side for side in SIDES if side != reader]
            twin = step.before
            for side in hidden_of:
                twin = altered(twin, side, random)
            one, other = seen(step.before, reader), seen(twin, reader)
            for name, view in views_of(RULESET, reader).items():
                assert canonical(view(one)) == canonical(view(other)), (name, reader, step.number)
            if reader == step.seat:
                notes = RULESET.words.meaning(one, step.due, step.command)
                assert notes == RULESET.words.meaning(other, step.due, step.command)
                meant += len(notes)
    assert meant > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_reads_its_own_armies_and_money_and_not_the_enemys(seed: int) -> None:
    """6.4/16, 6.4/22."""
    for step in walked(seed)[5::15]:
        for side in SIDES:
            shown = seen(step.after, side)
            for army in armies_view(shown)["armies"]:
                known = army["side"] == side or army["hq"] in shown.shown
                assert (army["units"] is not None) == known, army
                assert (army["says"] == "contents not known") == (not known and army["found"] is None)
            rows = {row["side"]: row for row in economy_view(shown)["sides"]}
            for hidden in ("pool", "waiting", "upkeep"):
                assert rows[side][hidden] is not None
                assert rows[ENEMY[side]][hidden] is None


def test_what_was_found_is_shown_as_ranges() -> None:
    position = walked(1)[3].after.copy()
    hq = next(position.hqs_of("south"))
    position.intelligence["north"][hq] = Findings(1, "RIC", Range(0, 10), Range(4, 12), None, Range(3, 3))
    army = next(each for each in armies_view(seen(position, "north"))["armies"] if each["hq"] == hq)
    assert army["units"] is None
    assert (army["found"]["total"], army["found"]["cavalry"]) == ([0, 10], None)
    assert army["says"] == "in turn 1: 0 to 10 in all, 4 to 12 infantry, 3 artillery CP"
    other = next(each for each in armies_view(seen(position, None))["armies"] if each["hq"] == hq)
    assert other["found"] is None
    position.units[hq] = UNKNOWN
    position.shown[hq] = Units(2, 1, 0)
    army = next(each for each in armies_view(seen(position, None))["armies"] if each["hq"] == hq)
    assert army["says"] == "2 infantry and 1 cavalry CP"


@pytest.mark.parametrize("seed", SEEDS)
def test_victory_points_are_the_sum_of_their_terms(seed: int) -> None:
    """14/5."""
    for step in walked(seed)[::10]:
        shown = politics_view(step.after)
        for side in SIDES:
            assert shown["points"][side] == sum(term["points"] for term in shown["terms"][side])


def test_the_income_shown_is_what_the_revenue_phase_collects() -> None:
    """9/2, 9.3: just before the phase the economy view of the whole position has the figure."""
    found = 0
    for step in walked(1):
        for event in step.events:
            if isinstance(event, RevenueCollected) and not (event.pillaged or event.blockade):
                rows = {row["side"]: row for row in economy_view(step.after)["sides"]}
                if rows[event.side]["cities"] == event.cities and not rows[event.side]["blockaded"]:
                    assert rows[event.side]["income"] == event.income
                    found += 1
    assert found


@pytest.mark.parametrize("scenario", ["campaign", "introductory"])
def test_every_place_of_a_view_is_a_place_of_the_map(scenario: str) -> None:
    places = set(board().names)
    for step in walked(2, 100, scenario)[::10]:
        assert set(RULESET.show.views["places"](step.after)["places"]) <= places


def test_the_turn_line_and_track_name_the_months() -> None:
    """17/3: the introductory scenario begins in the third box of the track."""
    position = walked(1, 60, "introductory")[2].after
    assert turn_line(position).startswith(f"turn 1 of 2, {turns()[3].months}")
    assert [each["box"] for each in RULESET.show.views["turns"](position)["turns"]] == [3, 4]
    ended = walked(1, 6000, "introductory")[-1].after
    assert turn_line(ended).endswith(("has won", "a draw"))
