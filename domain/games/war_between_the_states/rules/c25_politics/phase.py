"""The political phase (R.10): historical victory, the election, appeals and emancipation."""

from collections.abc import Iterator, Mapping
from typing import Any

from ironclad.domain.games.war_between_the_states.board.calendar import Cycle, cycle_named
from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, ENEMY, SIDES, UNION
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN, scenario
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.registry import Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c21_production.deploying import lose_yards
from ironclad.domain.games.war_between_the_states.rules.c24_departments.building import lose_stages
from ironclad.domain.games.war_between_the_states.rules.c25_politics.commands import (
    Appeal,
    EndPolitics,
    ProclaimEmancipation,
)
from ironclad.domain.games.war_between_the_states.rules.c25_politics.events import (
    AppealMade,
    BattleCredited,
    CitiesCaptured,
    EmancipationProclaimed,
)
from ironclad.domain.games.war_between_the_states.rules.c25_politics.points import (
    battle_points,
    prizes,
    with_points,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking, ending
from ironclad.domain.kernel.turn.sequence import Step

EMANCIPATION_BEGINS = Cycle(63, 1)
EMANCIPATION_POINTS = 3
LEAD_PER_PIP = 10


def _victory() -> Mapping[str, Any]:
    return scenario(CAMPAIGN).victory


@rule("R.10/3")
def settle_control(play: Play) -> None:
    """What follows from who holds what: first captures; forts and ironclads under construction are lost."""
    position = play.position
    if position.scenario != CAMPAIGN:
        return
    for side, worth in prizes().items():
        before = position.politics.captured.get(side, ())
        new = {
            hex: points
            for hex, points in sorted(worth.items())
            if hex not in before and owner(position, hex) == side
        }
        if new:
            play.emit(CitiesCaptured(side, new))
    lose_stages(play)
    for side in SIDES:
        lose_yards(play, side)


@wbts.evolves(CitiesCaptured)
def _captured(position: Position, event: CitiesCaptured) -> None:
    kept = with_points(position.politics, event.side, sum(event.cities.values()))
    captured = {**kept.captured, event.side: (*kept.captured.get(event.side, ()), *event.cities)}
    position.politics = kept.with_(captured=captured)


@rule("R.10/4")
def credit_battle(play: Play, losses: Mapping[str, int]) -> None:
    """Credit a battle of the campaign, from the SP that each side lost in it."""
    if play.position.scenario != CAMPAIGN:
        return
    for side in SIDES:
        own, enemy = losses[side], losses[ENEMY[side]]
        if points := battle_points(own, enemy):
            play.emit(BattleCredited(side, own, enemy, points))


@wbts.evolves(BattleCredited)
def _credited(position: Position, event: BattleCredited) -> None:
    position.politics = with_points(position.politics, event.side, event.points)


def cities_held(position: Position) -> int:
    """How many of the five cities of historical victory the Union controls."""
    return sum(owner(position, city) == UNION for city in _victory()["historical_cities"])


@step("politics")
@rule("R.10/1", "R.10/7", "R.10/5", "R.10/6", "4.2/1")
def _begin_politics(play: Play, entered: Step) -> None:
    if entered.seat == UNION:
        settle_control(play)
        _end_of_war(play)
        if play.position.ended is not None:
            return
    if any(
        wbts.allows(play.position, _as(entered.seat), command)
        for command in (Appeal(), ProclaimEmancipation())
    ):
        asking.ask(play, entered.seat, "politics", "R.10/5", standing=EndPolitics())


def _as(seat: str) -> Due:
    return Due("", seat, "politics", "R.10/5")


@rule("R.10/1", "R.10/7")
def _end_of_war(play: Play) -> None:
    held, cities = cities_held(play.position), len(_victory()["historical_cities"])
    election = _victory()["election"]
    if held == cities:
        ending.end_game(play, UNION, "the Union holds all of the five cities", "R.10/1")
    elif play.position.cycle == cycle_named(election["cycle"]) and held < election["union_needs_cities"]:
        reason = f"the Union holds {held} of the five cities at the election"
        ending.end_game(play, CONFEDERATE, reason, "R.10/7")


def lead(position: Position, side: str) -> int:
    """A side's political points less the enemy's."""
    points = position.politics.points
    return points.get(side, 0) - points.get(ENEMY[side], 0)


@wbts.check(Appeal, "politics")
@rule("R.10/5")
def _check_appeal(position: Position, due: Due, command: Appeal) -> None:
    require(not position.plays("no_political_appeals"), "R.10/5", "this game has no appeals")
    least, ahead = _victory()["appeal"]["lead_at_least"], lead(position, due.seat)
    require(ahead >= least, "R.10/5", f"the {due.seat} leads by {ahead} points, and {least} are needed")
    done = due.seat in position.politics.appealed
    require(not done, "R.10/5", f"the {due.seat} has appealed in this strategic turn")


@wbts.carry_out(Appeal)
@rule("R.10/5")
def _appeal(play: Play, due: Due, command: Appeal) -> None:
    terms, ahead = _victory()["appeal"], lead(play.position, due.seat)
    (die,) = play.roll(f"appeal of the {due.seat}", "R.10/5")
    total = die + ahead // LEAD_PER_PIP
    won = total >= terms["die_plus_lead_over_10_at_least"]
    play.emit(AppealMade(due.seat, ahead, die, total, won, 0 if won else terms["failure"]))
    if won:
        ending.end_game(play, due.seat, f"the appeal of the {due.seat} succeeds", "R.10/5")


@wbts.evolves(AppealMade)
def _appealed(position: Position, event: AppealMade) -> None:
    kept = with_points(position.politics, event.side, event.points)
    position.politics = kept.with_(appealed=(*kept.appealed, event.side))


@wbts.check(ProclaimEmancipation, "politics")
@rule("R.10/6")
def _check_emancipation(position: Position, due: Due, command: ProclaimEmancipation) -> None:
    require(due.seat == UNION, "R.10/6", "only the Union proclaims emancipation")
    require(not position.politics.emancipation, "R.10/6", "emancipation is proclaimed")
    begins = EMANCIPATION_BEGINS
    require(position.cycle >= begins, "R.10/6", f"emancipation is proclaimed from cycle {begins} on")
    ahead = lead(position, UNION)
    require(ahead >= 0, "R.10/6", f"the Union is {-ahead} political points behind")


@wbts.carry_out(ProclaimEmancipation)
def _proclaim(play: Play, due: Due, command: ProclaimEmancipation) -> None:
    play.emit(EmancipationProclaimed(EMANCIPATION_POINTS))


@wbts.evolves(EmancipationProclaimed)
def _proclaimed(position: Position, event: EmancipationProclaimed) -> None:
    kept = with_points(position.politics, CONFEDERATE, event.points)
    position.politics = kept.with_(emancipation=True)


@wbts.check(EndPolitics, "politics")
def _check_end(position: Position, due: Due, command: EndPolitics) -> None:
    """Nobody has to appeal."""


@wbts.carry_out(EndPolitics)
def _end(play: Play, due: Due, command: EndPolitics) -> None:
    asking.close(play, due)


@wbts.also_offers("politics")
def _offer(position: Position, due: Due) -> Iterator[Command]:
    yield EndPolitics()
    yield Appeal()
    yield ProclaimEmancipation()
