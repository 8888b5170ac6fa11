"""The Victory Check Phase (3.2.1, 3.3, ET): the economy is counted, then both tests of victory are made."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, UNION, Position
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, close
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import end_game, next_step, step
from ironclad.domain.games.american_civil_war.rules.c14_economy.connections import Networks, networks_of
from ironclad.domain.games.american_civil_war.rules.c14_economy.economy import (
    NAMES,
    Fragment,
    best_fragments,
    fragments,
    not_for_victory,
    reckon,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, Option


class ChooseFragment(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="choose_fragment"
):
    """Choose between fragments of equal worth: the one that holds this centre (14.1)."""

    centre: str


class VictoryChecked(Event, frozen=True, tag_field="type", tag="victory_checked"):
    """Both tests of victory, with their numbers (3.3).

    size: economy less political status; size_without_factories: the same for the Confederate test; survival:
    the level of the Economy Table less `survival_reduction` for failed elections; winner: a side or "none".
    """

    turn: int
    economy: int
    factories: int
    political_status: int
    size: int
    size_without_factories: int
    survival: int
    survival_reduction: int
    victory: int
    winner: str
    rule: str


@step("victory_check", "check")
@rule("3.2.1/5", "14.1/2", "14.1/7", "14.1/8")
def check_victory(play: Play) -> None:
    """Count the economy, by the CS's choice where fragments tie and it matters, and test for victory."""
    position = play.position
    if position.turn == 1 and position.options.get("economy_first_check") == "marker":
        test_victory(play)
        return
    networks = networks_of(position, CONFEDERATE)
    found = fragments(position, networks)
    best = best_fragments(position, found) if found else ()
    if _differ(position, networks, best, found):
        about = [{"centres": list(each.centres), "total": each.total, "full": each.full} for each in best]
        ask(play, CONFEDERATE, "fragment", "14.1/2", fragments=about)
        return
    _count(play, networks, best[0] if best else None, found)


def _differ(
    position: Position, networks: Networks, best: tuple[Fragment, ...], found: tuple[Fragment, ...]
) -> bool:
    """Whether it matters which of the tied fragments is the economy: factories count in one test only."""
    if len(best) < 2:
        return False
    counts = [reckon(position, networks, each, found) for each in best]
    return len({(count.economy, not_for_victory(position, count)) for count in counts}) > 1


def _count(play: Play, networks: Networks, chosen: Fragment | None, found: tuple[Fragment, ...]) -> None:
    play.emit(reckon(play.position, networks, chosen, found))
    test_victory(play)


@rule("3.3/1", "3.3/2", "3.3/3", "3.3/4", "3.0/1", "ET/1", "15.2/3")
def test_victory(play: Play) -> None:
    """Compare the economy less political status with the turn's two levels; stop if a side has won."""
    position, levels = play.position, TURNS[play.position.turn]
    size = position.economy - position.political_status
    without = size - position.economy_factories
    survival = levels.survival - position.survival_reduction
    winner, clause = "none", "3.3/1"
    if size < survival:
        winner, clause = UNION, "3.3/2"
    elif without > levels.victory:
        winner, clause = CONFEDERATE, "3.3/3"
    play.emit(
        VictoryChecked(
            position.turn, position.economy, position.economy_factories, position.political_status, size,
            without, survival, position.survival_reduction, levels.victory, winner, clause,
        )
    )  # fmt: skip
    if winner == UNION:
        end_game(play, UNION, f"the Confederate economy, {size}, is below {survival}, what it needs", clause)
    elif winner == CONFEDERATE:
        reason = f"the Confederate economy, {without}, is above {levels.victory}, what it needs to win"
        end_game(play, CONFEDERATE, reason, clause)
    else:
        next_step(play)


@acw.check(ChooseFragment, "fragment")
@rule("14.1/2")
def check_choice(position: Position, due: Due, command: ChooseFragment) -> None:
    """The choice is between the fragments whose centres have the greatest total."""
    best = best_fragments(position, fragments(position, networks_of(position, CONFEDERATE)))
    holds = any(command.centre in each.centres for each in best)
    name = NAMES.get(command.centre, command.centre)
    require(holds, "14.1/2", f"{name} is in no fragment of the greatest value")


@acw.carry_out(ChooseFragment)
def carry_out_choice(play: Play, due: Due, command: ChooseFragment) -> None:
    networks = networks_of(play.position, CONFEDERATE)
    found = fragments(play.position, networks)
    chosen = next(each for each in found if command.centre in each.centres)
    close(play)
    _count(play, networks, chosen, found)


@acw.evolves(VictoryChecked)
def _victory_checked(position: Position, event: VictoryChecked) -> None:
    """The numbers are for the readers; the end of the game is an event of its own."""


@acw.offer("fragment")
def offer_fragments(position: Position, due: Due) -> Iterator[ChooseFragment]:
    """One command for each fragment of the greatest value."""
    for each in best_fragments(position, fragments(position, networks_of(position, CONFEDERATE))):
        yield ChooseFragment(centre=each.centres[0])


OPTIONS = {
    "economy_first_check": Option(
        "14.1/7",
        "Whether the first Victory Check counts the economy or leaves the marker at 23.",
        ("trace", "marker"),
    ),
}
COMMANDS = (ChooseFragment,)
EVENTS = (VictoryChecked,)
