"""The sequence of play (chapter 4): the steps of a turn, and how one decision follows another.

Chapters register what happens in a step (`@step`) and how something under way continues (`@under_way`).
"""

from collections.abc import Iterator
from functools import cache

from ironclad.domain.games.bull_run_to_appomattox.board.charts import turns
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH, SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.state import Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import UNKNOWN
from ironclad.domain.games.bull_run_to_appomattox.registry import (
    CONTEXT_ORDER,
    CONTEXTS,
    STEPS,
    TURN_ENDERS,
    Play,
    brta,
    step,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import BeginGame
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.events import (
    ArmySetUp,
    HqsPromoted,
    InitiativeRolled,
    MarkersRemoved,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c16_scenarios.set_up import army_contents
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn import asking
from ironclad.domain.kernel.turn.sequence import Sequence, Step

ORDER = (
    Step("opening", "4/2"),
    Step("opening_money", "9/1"),
    Step("surrender", "12.2/6"),
    Step("initiative", "2.8/1"),
    Step("event", "8/1"),
    Step("preparation", "4/4"),
    Step("maintenance", "9.2/1"),
    Step("draws", "4/7"),
    Step("purchases", "10/1"),
    Step("replacement", "2.4/3"),
    Step("activation", "4/9"),
    Step("works", "12.3/2"),
    Step("repairs", "11.1/3"),
    Step("promotion", "2.6/2"),
    Step("placement", "4/15"),
    Step("placing", "4/16"),
    Step("revenue", "9/2"),
    Step("attrition", "7.5/9"),
    Step("attrition_losses", "7.5/11"),
    Step("turn_end", "3/4"),
)
NOT_INTRODUCTORY = frozenset(
    (
        "opening_money", "event", "preparation", "maintenance", "draws", "purchases", "placement", "placing",
        "revenue",
    )
)  # fmt: skip


@rule("4/2", "4/3", "17/2")
def steps(position: Position) -> tuple[Step, ...]:
    """The steps of the turn: the opening in the first one only, attrition in winter only."""
    return _steps(position.turn == 1, turns()[position.box].winter, position.scenario == "introductory")


@cache
def _steps(first: bool, winter: bool, introductory: bool) -> tuple[Step, ...]:
    left_out = set(NOT_INTRODUCTORY) if introductory else set()
    left_out |= set() if first else {"opening", "opening_money"}
    left_out |= set() if winter else {"attrition", "attrition_losses"}
    return tuple(each for each in ORDER if each.name not in left_out)


def _go_on(play: Play) -> bool:
    for field in CONTEXT_ORDER:
        if getattr(play.position, field) is not None:
            CONTEXTS[field](play)
            return True
    if play.position.phase == "activation" and play.position.taking:
        CONTEXTS["taking"](play)
        return True
    return False


def _begin(play: Play, entered: Step) -> None:
    STEPS[entered.name](play)


SEQUENCE: Sequence[Position] = Sequence(
    steps=steps,
    begin={each.name: _begin for each in ORDER},
    over=lambda position: position.ended is not None,
    go_on=_go_on,
)


@step("opening")
def opening(play: Play) -> None:
    """Somebody begins: while a game is opened, nobody has a share in its dice."""
    asking.ask(play, NORTH, "begin", "4/2")


@brta.check(BeginGame, "begin")
def _check_begin(position: Position, due: Due, command: BeginGame) -> None:
    """Nothing is decided by it."""


@brta.carry_out(BeginGame)
def _begin_game(play: Play, due: Due, command: BeginGame) -> None:
    asking.close(play, due)
    for hq, units in army_contents(play.position).items():
        side = play.position.hqs[hq].side
        play.emit(ArmySetUp(hq, Secret((side,), units)))


@brta.offer("begin")
def _offer_begin(position: Position, due: Due) -> Iterator[Command]:
    yield BeginGame()


@brta.evolves(ArmySetUp)
def _army_set_up(position: Position, event: ArmySetUp) -> None:
    position.units[event.hq] = event.units.known(UNKNOWN)


@step("initiative")
@rule("2.8/1", "2.8/2", "4/1", "4/11")
def roll_initiative(play: Play) -> None:
    """Each side rolls 1d6, and 1, and the bonus of the year: its action points; the higher has initiative.

    Action points that were left are gone. On equal totals the North has initiative.
    """
    box = turns()[play.position.box]
    dice = {side: play.roll(f"initiative, {side}", "2.8/1")[0] for side in SIDES}
    points = {side: die + 1 + box.bonus[side] for side, die in dice.items()}
    first = max(SIDES, key=lambda side: points[side])
    play.emit(InitiativeRolled(dice, dict(box.bonus), points, first))


@brta.evolves(InitiativeRolled)
def _initiative_rolled(position: Position, event: InitiativeRolled) -> None:
    position.action_points = dict(event.action_points)
    position.initiative = event.initiative
    position.passed = ()


@step("promotion")
@rule("2.6/2", "2.6/3", "2.6/4")
def promote(play: Play) -> None:
    """HQs that won and lost nothing become experienced, those that lost and won nothing inexperienced."""
    hqs = [(id, hq) for id, hq in play.position.hqs.items() if hq.state == "map"]
    up = tuple(id for id, hq in hqs if not hq.experienced and hq.won and not hq.lost)
    down = tuple(id for id, hq in hqs if hq.experienced and hq.lost and not hq.won)
    if up or down:
        play.emit(HqsPromoted(up, down))


@brta.evolves(HqsPromoted)
def _hqs_promoted(position: Position, event: HqsPromoted) -> None:
    for hq in event.experienced:
        position.hqs[hq] = position.hqs[hq].with_(experienced=True)
    for hq in event.inexperienced:
        position.hqs[hq] = position.hqs[hq].with_(experienced=False)


@step("turn_end")
@rule("3/4", "11.3/5")
def end_turn(play: Play) -> None:
    """What ends with the turn, and then its markers come off."""
    for ending in TURN_ENDERS:
        ending(play)
        if play.position.ended is not None:
            return
    play.emit(MarkersRemoved(play.position.turn))


@brta.evolves(MarkersRemoved)
def _markers_removed(position: Position, event: MarkersRemoved) -> None:
    for id, hq in position.hqs.items():
        if hq.state == "map":
            position.hqs[id] = hq.with_(active=False, still=True, won=0, lost=0, digging=False, began="")
    for id, fleet in position.fleets.items():
        position.fleets[id] = fleet.with_(active=False, began=fleet.place)
    for spot, fort in position.forts.items():
        position.forts[spot] = fort.with_(shelled=False)
    for side, raider in position.raiders.items():
        position.raiders[side] = raider.with_(active=False)
