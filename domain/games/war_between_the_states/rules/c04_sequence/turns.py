"""The steps of a game turn (4.1), the draw for initiative (5.1), and the end of the game (R.3/14, R.10)."""

from collections.abc import Iterator

from ironclad.domain.games.war_between_the_states.board.calendar import opens_cycle
from ironclad.domain.games.war_between_the_states.board.features import CONFEDERATE, ENEMY, UNION
from ironclad.domain.games.war_between_the_states.board.scenario_files import (
    CAMPAIGN,
    points_victory,
    rail_points,
)
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.registry import STEPS, Play, step, wbts
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.commands import BeginGame
from ironclad.domain.games.war_between_the_states.rules.c04_sequence.events import (
    ChitsDrawn,
    CycleBegan,
    TurnEnded,
)
from ironclad.domain.games.war_between_the_states.rules.c05_initiative.pool import (
    first_player,
    pool_of,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.course import go_on
from ironclad.domain.games.war_between_the_states.rules.c09_zones.zones import held_by
from ironclad.domain.games.war_between_the_states.rules.c13_forts.lifting import settle_garrisons
from ironclad.domain.games.war_between_the_states.rules.c19_scenarios.points import score
from ironclad.domain.games.war_between_the_states.rules.c21_production.phases import strategic_steps
from ironclad.domain.games.war_between_the_states.rules.c25_politics.phase import settle_control
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking, ending
from ironclad.domain.kernel.turn.sequence import Sequence, Step


@rule("4.1/1", "4.1/2", "2.0/1", "5.28/2", "10.1/4", "4.1/3")
def steps(position: Position) -> tuple[Step, ...]:
    """The steps of the game turn. The seats of the player turns follow from the chits, which come first."""
    first = first_player(position.chits) if position.chits else CONFEDERATE
    begun = (
        () if position.turn > 1 or position.book.first_turn_chits else (Step("begin", "5.1/1", CONFEDERATE),)
    )
    picked = (Step("pick", "5.13/2", CONFEDERATE),) if _may_pick(position) else ()
    players = (
        each
        for side in (first, ENEMY[first])
        for each in (
            Step("spans", "10.1/4", side),
            Step("movement", "4.1/2", side),
            Step("naval", "11.11/3", side),
            Step("combat_spans", "10.1/6", side),
            Step("combat", "4.1/2", side),
            Step("destruction", "12.0/5", side),
            Step("player_turn_end", "4.1/1", side),
        )
    )
    return (
        Step("cycle", "4.0/1"),
        *begun,
        *strategic_steps(position),
        *picked,
        Step("initiative", "5.1/1"),
        *players,
        Step("turn_end", "5.12/1"),
    )


def _may_pick(position: Position) -> bool:
    fixed = position.turn == 1 and position.book.first_turn_chits
    return position.plays("confederate_initiative_pick") and not fixed


@step("cycle")
@rule("6.51/1", "6.52/1", "4.0/1")
def _begin_cycle(play: Play, _: Step) -> None:
    """RTPs that are given per cycle come with each cycle; those of the first are in the set-up."""
    position = play.position
    if position.turn > 1 and opens_cycle(position.turn) and position.book.rail_points_per != "game":
        cycle = position.cycle
        play.emit(CycleBegan(str(cycle), dict(rail_points(position.scenario, cycle))))


@step("begin")
def _ask_begin(play: Play, entered: Step) -> None:
    asking.ask(play, entered.seat, "begin", "5.1/1", standing=BeginGame())


@wbts.check(BeginGame, "begin")
def _check_begin(position: Position, due: Due, command: BeginGame) -> None:
    """Nothing bars it: the set-up has been made."""


@wbts.carry_out(BeginGame)
def _carry_out_begin(play: Play, due: Due, command: BeginGame) -> None:
    asking.close(play, due)


@wbts.offer("begin")
def _offer_begin(position: Position, due: Due) -> Iterator[Command]:
    yield BeginGame()


@step("initiative")
@rule("5.1/1", "5.1/2", "5.1/3", "5.1/4", "5.11/1", "5.13/2", "R.13/3")
def _draw_chits(play: Play, _: Step) -> None:
    """Both sides draw from the cup without putting back, the Union first; or the scenario sets the chits."""
    position = play.position
    fixed = position.book.first_turn_chits
    if position.turn == 1 and fixed is not None:
        play.emit(ChitsDrawn(1, dict(fixed), (), first_player(fixed)))
        return
    pool = pool_of(position.cycle)
    if position.picks:
        confederate = pool.confederate_pick
        rest = tuple(chit for chit in pool.chits if chit != confederate)
        (union,) = play.draw("initiative chit", "5.13/2", rest)
    else:
        union, confederate = play.draw("initiative chits", "5.1/2", pool.chits, 2)
    chits = {UNION: union, CONFEDERATE: confederate}
    play.emit(ChitsDrawn(position.turn, chits, pool.chits, first_player(chits)))


@step("player_turn_end")
@rule("R.4/13", "R.13/6", "R.10/3")
def _end_player_turn(play: Play, _: Step) -> None:
    """The capture of Washington ends the games that say so; in the campaign cities count as captured."""
    position = play.position
    if position.scenario == CAMPAIGN:
        settle_control(play)
        return
    capital = points_victory(position.scenario).sudden_confederate
    if capital and owner(position, capital) == CONFEDERATE and capital in held_by(position, CONFEDERATE):
        ending.end_game(play, CONFEDERATE, "the Confederate holds Washington", "R.4/13")


@step("turn_end")
@rule("5.12/1", "R.3/14", "R.10/1", "R.10/2")
def _end_turn(play: Play, _: Step) -> None:
    position = play.position
    play.emit(TurnEnded(position.turn))
    if position.turn < position.book.game_turns:
        return
    if position.scenario == CAMPAIGN:
        cities = position.book.victory["historical_cities"]
        won = all(owner(position, city) == UNION for city in cities)
        reason = f"the Union holds {'all' if won else 'not all'} of the five cities after the last turn"
        ending.end_game(play, UNION if won else CONFEDERATE, reason, "R.10/1" if won else "R.10/2")
        return
    result = score(position)
    reason = f"{result.level}: the points differ by {result.difference}, Union less Confederate"
    ending.end_game(play, result.winner, reason, "R.3/14")


@wbts.evolves(CycleBegan)
def _cycle_began(position: Position, event: CycleBegan) -> None:
    position.rail_points = dict(event.rail_points)


@wbts.evolves(ChitsDrawn)
def _chits_drawn(position: Position, event: ChitsDrawn) -> None:
    position.chits = dict(event.chits)


@wbts.evolves(TurnEnded)
def _turn_ended(position: Position, event: TurnEnded) -> None:
    position.chits = {}
    position.picks = False


def _begin(play: Play, entered: Step) -> None:
    settle_garrisons(play)
    STEPS[entered.name](play, entered)


NAMES = (
    "cycle",
    "begin",
    "strategic_turn",
    "siege_order",
    "siege",
    "arrivals",
    "consumption",
    "broadcast",
    "income",
    "disbanding",
    "leader_pick",
    "deployment",
    "production",
    "reinforcements",
    "politics",
    "pick",
    "initiative",
    "spans",
    "movement",
    "naval",
    "combat_spans",
    "combat",
    "destruction",
    "player_turn_end",
    "turn_end",
)

SEQUENCE: Sequence[Position] = Sequence(
    steps=steps,
    begin=dict.fromkeys(NAMES, _begin),
    over=lambda position: position.ended is not None,
    go_on=go_on,
)
