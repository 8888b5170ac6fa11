"""Standing answers: given at any time, used when a decision of their kind is asked, and logged."""

from collections.abc import Callable, Iterable, Mapping

from ironclad.domain.games.war_between_the_states.board.features import GRID
from ironclad.domain.games.war_between_the_states.board.map import hex_of, load_map
from ironclad.domain.games.war_between_the_states.position.pieces import sort_key
from ironclad.domain.games.war_between_the_states.position.standing import ChitFrom, StandingAnswers
from ironclad.domain.games.war_between_the_states.position.state import Position
from ironclad.domain.games.war_between_the_states.registry import Play, wbts
from ironclad.domain.games.war_between_the_states.rules.c02_course_of_play.commands import (
    SetStandingAnswers,
)
from ironclad.domain.games.war_between_the_states.rules.c02_course_of_play.events import (
    StandingAnswersSet,
    StandingAnswerUsed,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.commands import (
    ChooseChit,
    Defend,
    Retreat,
    TakeLosses,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.defending import (
    attacking,
    battle_of,
    defending,
    depot_in,
    may_withdraw,
    supporting,
)
from ironclad.domain.games.war_between_the_states.rules.c08_combat.losses import spread
from ironclad.domain.games.war_between_the_states.rules.c08_combat.retreat_ways import open_to
from ironclad.domain.games.war_between_the_states.rules.c08_combat.retreating import movers, ways_of
from ironclad.domain.games.war_between_the_states.rules.c08_combat.strength import combat_ratio
from ironclad.domain.games.war_between_the_states.rules.c12_supply.commands import (
    DestroyStores,
    FeedUnits,
    PayCombatSupply,
)
from ironclad.domain.games.war_between_the_states.rules.c12_supply.stores import by_order
from ironclad.domain.games.war_between_the_states.rules.c13_forts.commands import OrderSieges
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import Secret

MOST_BANDS = 10


@wbts.check(SetStandingAnswers)
@rule("R.1/12")
def _check_set(position: Position, due: Due, command: SetStandingAnswers) -> None:
    answers = command.answers
    bands = (answers.attack_chits, answers.defence_chits)
    require(all(len(each) <= MOST_BANDS for each in bands), "R.1/12", f"{MOST_BANDS} bands at most")
    for each in bands:
        ratios = [band.ratio for band in each]
        require(len(set(ratios)) == len(ratios), "R.1/12", "each band has a ratio of its own")
    require(len(set(answers.losses)) == len(answers.losses), "R.1/12", "name a kind of unit once")
    known = not answers.toward or hex_of(answers.toward) in load_map().hexes
    require(known, "R.1/12", f"the map has no hex {answers.toward}")


@wbts.carry_out(SetStandingAnswers)
def _set(play: Play, due: Due, command: SetStandingAnswers) -> None:
    play.emit(StandingAnswersSet(due.seat, Secret((due.seat,), command.answers)))


@wbts.evolves(StandingAnswersSet)
def _was_set(position: Position, event: StandingAnswersSet) -> None:
    """A reader who may not know them has answers that ask everything."""
    position.standing[event.side] = event.answers.known(StandingAnswers())


@wbts.evolves(StandingAnswerUsed)
def _used(position: Position, event: StandingAnswerUsed) -> None:
    """The answer itself follows."""


def _chit(position: Position, due: Due, answers: StandingAnswers) -> Command | None:
    battle = battle_of(position)
    bands = answers.attack_chits if due.seat == battle.attacker else answers.defence_chits
    ratio = combat_ratio(attacking(position, battle), defending(position, battle))
    reached = [band for band in bands if band.ratio <= ratio]
    if not reached:
        return None
    best: ChitFrom = max(reached, key=lambda band: band.ratio)
    return ChooseChit(chit=min(best.chit, due.about["most"]))


def _losses(position: Position, due: Due, answers: StandingAnswers) -> Command | None:
    if not answers.losses:
        return None
    strengths = due.about["strengths"]

    def place(id: str) -> tuple[int, tuple[str, int]]:
        kind = position.units[id].kind if id in position.units else "garrison"
        order = [str(each) for each in answers.losses]
        return (order.index(kind) if kind in order else len(order)), sort_key(id)

    taken = spread({id: strengths[id] for id in sorted(strengths, key=place)}, due.about["loss"])
    return TakeLosses(taken={id: points for id, points in taken.items() if points})


def _nearest(hexes: Iterable[str], toward: str) -> str:
    return min(hexes, key=lambda hex: (GRID.distance(hex, hex_of(toward)), hex), default="")


def _retreat(position: Position, due: Due, answers: StandingAnswers) -> Command | None:
    if not due.about["must"] and answers.ground == "stand":
        return Retreat(stand=True)
    if not answers.toward or not (due.about["must"] or answers.ground == "go"):
        return None
    battle = battle_of(position)
    moving = movers(position, battle, due.seat)
    ways = {hex for id in moving for hex in ways_of(position, battle, due.seat, id)}
    return Retreat(hex=_nearest(ways, answers.toward))


def _defend(position: Position, due: Due, answers: StandingAnswers) -> Command | None:
    if not answers.defence:
        return None
    battle = battle_of(position)
    to: dict[str, str] = {}
    if answers.withdraws:
        for id in may_withdraw(position, battle):
            ways = open_to(position, due.seat, id, battle.hex)
            to[id] = _nearest(ways, answers.toward) if answers.toward else ways[0]
    ships = supporting(position, battle) if answers.ships else ()
    return Defend(withdraws=to, ships=ships, depot=answers.depot and depot_in(position, battle))


def _supply(position: Position, due: Due, answers: StandingAnswers) -> Command | None:
    paid = by_order(due.about["stores"], due.about["need"])
    return PayCombatSupply(paid=paid) if answers.supply else None


ANSWERS: Mapping[str, Callable[[Position, Due, StandingAnswers], Command | None]] = {
    "chit": _chit,
    "losses": _losses,
    "retreat": _retreat,
    "defence": _defend,
    "combat_supply": _supply,
    "feeding": lambda _, __, answers: FeedUnits() if answers.feed else None,
    "destruction": lambda _, __, answers: DestroyStores() if answers.keep else None,
    "siege_order": lambda _, __, answers: (
        OrderSieges(first=answers.first_siege) if answers.first_siege else None
    ),
}


@rule("R.1/12")
def answered(play: Play) -> bool:
    """Answer one decision that is due by its side's standing answers; False where none of them fits.

    What they would answer is used only if it is legal as the answer of that side.
    """
    position = play.position
    for due in position.agenda.due:
        answers = position.standing.get(due.seat)
        if answers is None or due.kind not in ANSWERS:
            continue
        command = ANSWERS[due.kind](position, due, answers)
        if command is not None and wbts.allows(position, due, command):
            play.emit(StandingAnswerUsed(due.seat, due.kind))
            wbts.carriers[type(command)](play, due, command)
            return True
    return False
