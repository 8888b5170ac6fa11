"""Reconnaissance of enemy HQs (6.4)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import (
    Sight,
    headquarters,
    limits,
    reconnaissance,
)
from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import NORTH
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import Findings, Range, Standing, Units
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import ground, hqs_in, known_units
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import Reconnoitre
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import HqReconnoitred, Report
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.marching import active_hq
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn import asking

BALLOONS = 2


@rule("5.2/16", "6.4/2")
def within_sight(position: Position, spot: str) -> tuple[str, ...]:
    """The spots next to a place, over any border, and the other bank of a divided zone without a bridge."""
    here = ground(position, spot)
    found = dict.fromkeys(
        end
        for each in here
        for step in board().steps.get(each, ())
        for end in ground(position, step.end)
    )
    zone = board().zone_of.get(spot, spot)
    if zone in board().divided:
        found |= dict.fromkeys(board().divided[zone].banks)
    return tuple(each for each in found if each not in here)


def in_reach(position: Position, side: str, spot: str) -> tuple[str, ...]:
    """The enemy HQs that an HQ on a spot may reconnoitre, each once."""
    return tuple(
        dict.fromkeys(
            hq for each in within_sight(position, spot) for hq in hqs_in(position, ENEMY[side], each)
        )
    )


@brta.check(Reconnoitre, "hq_orders")
@rule("6.4/1", "6.4/4")
def _check_reconnoitre(position: Position, due: Due, command: Reconnoitre) -> None:
    activation = active_hq(position)
    require(not activation.mode, "6.4/1", "an HQ reconnoitres before it moves")
    known = command.target in headquarters()
    name = headquarters()[command.target].name if known else command.target
    spot = position.hqs[activation.hq].spot
    near = command.target in in_reach(position, activation.side, spot)
    require(near, "6.4/1", f"{name} is no enemy HQ in an adjacent zone")
    require(command.target not in activation.searched, "6.4/1", f"{name} was reconnoitred already")
    cavalry = position.units_of(activation.hq).cavalry
    require(command.declared <= cavalry, "6.4/4", f"the HQ has {cavalry} cavalry CP")


@rule("6.4/5", "6.4/7")
def declared_by(position: Position, hq: str) -> int:
    """The cavalry CP that an HQ declares against a search: as its owner's standing answer says, else all."""
    side = position.hqs[hq].side
    units = known_units(position, hq)
    most = position.standing.get(side, Standing()).reconnaissance.get(hq, limits().cp_per_hq)
    return min(most, units.cavalry)


@rule("6.4/8")
def balloons(position: Position, side: str, against: int) -> int:
    """What observation balloons add to a side's reconnaissance; `against` are the cavalry CP of the
    target.
    """
    grounded = against > 0 and position.plays("cavalry_grounds_balloons")
    return BALLOONS if side == NORTH and "balloons" in position.technology and not grounded else 0


@brta.carry_out(Reconnoitre)
@rule("6.4/3", "6.4/6", "6.4/15")
def _reconnoitre(play: Play, due: Due, command: Reconnoitre) -> None:
    activation = active_hq(play.position)
    asking.close(play, due)
    (die,) = play.roll("reconnaissance", "6.4/3")
    against = declared_by(play.position, command.target)
    more = balloons(play.position, activation.side, against)
    total = die + command.declared - against + more
    target = play.position.hqs[command.target]
    found = findings(total, play.position.turn, target.spot, play.position.units_of(command.target))
    report = Report(command.declared, against, more, total)
    play.emit(
        HqReconnoitred(
            activation.hq, command.target, die, Secret(SIDES, report), Secret((activation.side,), found)
        )
    )


@rule("6.4/9", "6.4/10", "6.4/11", "6.4/12", "6.4/13")
def findings(total: int, turn: int, spot: str, units: Units) -> Findings | None:
    """What a result of the table shows of units; None where it shows nothing."""
    rows = reconnaissance()
    row: Sight = rows[max(min(rows), min(max(rows), total))]
    if (row.all, row.infantry, row.cavalry, row.artillery) == (None,) * 4:
        return None
    return Findings(
        turn,
        spot,
        total=figure(units.total, row.all),
        infantry=figure(units.infantry, row.infantry),
        cavalry=figure(units.cavalry, row.cavalry),
        artillery=figure(units.artillery, row.artillery),
    )


@rule("6.4/14")
def figure(number: int, margin: int | None) -> Range | None:
    """A number known within a margin: m - margin to m + margin, m being the nearest multiple of twice the
    margin, halves up; cut off at 0 and 20. None without a margin.
    """
    if margin is None:
        return None
    if margin == 0:
        return Range(number, number)
    middle = (number + margin) // (2 * margin) * (2 * margin)
    return Range(max(0, middle - margin), min(limits().cp_per_hq, middle + margin))


@brta.evolves(HqReconnoitred)
def _reconnoitred(position: Position, event: HqReconnoitred) -> None:
    activation = position.activation
    if activation is not None:
        position.activation = activation.with_(searched=(*activation.searched, event.target))
    if (found := event.findings.known(None)) is not None:
        position.intelligence[position.hqs[event.hq].side][event.target] = found


@also_offers("hq_orders")
def offer_reconnaissance(position: Position, due: Due) -> Iterator[Command]:
    """Each enemy HQ in reach, with no cavalry declared and with all of it."""
    activation = active_hq(position)
    if activation.mode:
        return
    cavalry = position.units_of(activation.hq).cavalry
    for target in in_reach(position, activation.side, position.hqs[activation.hq].spot):
        for declared in dict.fromkeys((0, cavalry)):
            yield Reconnoitre(target=target, declared=declared)


OPTIONS = {
    "cavalry_grounds_balloons": Option(
        "6.4/8", "One cavalry CP that the target declares takes the balloons' +2 away.", ("no", "yes")
    ),
}
