"""After a round at sea: who stays, who has won, who goes where (7.12, 7.13.2)."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.position.combats import NavalCombat
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.registry import Play, also_offers, brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c02_headquarters.losing import lose_hq
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import ways_for_fleets
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import (
    FleetsLost,
    FleetsRetreated,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import (
    DecideCombat,
    RetreatFleets,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    CombatDecided,
    NavalCombatEnded,
    NavalRoundEnded,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_forces import (
    fleets_of,
    fort_of,
    naval_of,
    present,
)
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.turn import asking


def is_over(position: Position, naval: NavalCombat) -> bool:
    """Whether a side has nothing to fight with."""
    side = naval.meeting.side
    enemy = fleets_of(position, naval, ENEMY[side])
    left = fort_of(position, naval, ENEMY[side]) if naval.meeting.fort else enemy
    return not fleets_of(position, naval, side) or not left


@rule("7.12/1", "7.12/3", "7.12/6", "7.13.2/1")
def after_naval_round(play: Play) -> None:
    """The hits of a round are taken: the combat ends, or the defender chooses first."""
    position, naval = play.position, naval_of(play.position)
    attacker, defender = naval.meeting.side, ENEMY[naval.meeting.side]
    if is_over(position, naval):
        winner = attacker if fleets_of(position, naval, attacker) else ""
        if not winner and (fleets_of(position, naval, defender) or fort_of(position, naval, defender)):
            winner = defender
        end_naval(play, winner, "7.13.2/5" if naval.meeting.fort else "7.12/1")
    elif naval.meeting.fort:
        _leave(play, attacker, naval.meeting.start, "7.13.2/5")
    elif naval.round >= limits().combat_rounds:
        _leave(play, attacker, naval.meeting.start, "7.12/3")
    elif _ways(position, naval, defender):
        asking.ask(play, defender, "defender_stays", "7.12/1", round=naval.round)
    else:
        asking.ask(play, attacker, "attacker_stays", "7.12/1", round=naval.round)


@rule("7.12/4", "7.13.2/5")
def _ways(position: Position, naval: NavalCombat, side: str) -> tuple[str, ...]:
    """Where the fleets of a side may withdraw to: the attacker where he came from, the defender not there."""
    meeting = naval.meeting
    if side == meeting.side and meeting.start:
        return (meeting.start,)
    return ways_for_fleets(position, side, present(position, naval, side), meeting.place, meeting.start)


def check_naval(position: Position, due: Due, command: DecideCombat) -> None:
    """Whether a choice may be made after a round at sea. Raises Refused."""
    require(command.choice != "besiege", "7.12/1", "fleets stay or withdraw")


def carry_out_naval(play: Play, due: Due, command: DecideCombat) -> None:
    """A side stays or withdraws after a round at sea."""
    naval = naval_of(play.position)
    play.emit(CombatDecided(due.seat, naval.meeting.place, naval.round, command.choice))
    if command.choice == "withdraw":
        _leave(play, due.seat, naval.meeting.start, "7.12/1")
    elif due.kind == "defender_stays":
        asking.ask(play, naval.meeting.side, "attacker_stays", "7.12/1", round=naval.round)
    else:
        play.emit(NavalRoundEnded(naval.round))


@brta.evolves(NavalRoundEnded)
@rule("7.12/2")
def _round_ended(position: Position, event: NavalRoundEnded) -> None:
    naval = naval_of(position)
    position.naval = naval.with_(stage="aim", round=event.round + 1, targets={}, pending={})


@rule("6.1/17")
def _leave(play: Play, side: str, start: str, why: str) -> None:
    """The fleets of a side withdraw and have lost, or are lost where they cannot; their owner chooses."""
    position, naval = play.position, naval_of(play.position)
    fleets, place = present(position, naval, side), naval.meeting.place
    ways = _ways(position, naval, side)
    if len(ways) > 1:
        asking.ask(play, side, "retreat", "7.12/4", fleets=list(fleets), to=list(ways), why=why)
        return
    if ways:
        play.emit(FleetsRetreated(side, fleets, place, ways[0], why))
    else:
        drowned = tuple(id for id, hq in position.hqs.items() if set(hq.aboard) & set(fleets))
        play.emit(FleetsLost(side, fleets, place, drowned, "6.1/17"))
        for hq in drowned:
            lose_hq(play, hq, "drowned", "7.12/5", units_too=True)
    end_naval(play, ENEMY[side], why)


@brta.check(RetreatFleets, "retreat")
@rule("7.12/4")
def _check_retreat(position: Position, due: Due, command: RetreatFleets) -> None:
    require("fleets" in due.about, "7.8/9", "an army has to retreat, not fleets")
    require(command.to in due.about["to"], "7.12/4", f"the fleets cannot go to {command.to}")


@brta.carry_out(RetreatFleets)
def _retreat(play: Play, due: Due, command: RetreatFleets) -> None:
    asking.close(play, due)
    place, fleets = naval_of(play.position).meeting.place, tuple(due.about["fleets"])
    play.emit(FleetsRetreated(due.seat, fleets, place, command.to, due.about["why"]))
    end_naval(play, ENEMY[due.seat], due.about["why"])


@also_offers("retreat")
def _offer_retreats(position: Position, due: Due) -> Iterator[Command]:
    if "fleets" in due.about:
        yield from (RetreatFleets(to=to) for to in due.about["to"])


def end_naval(play: Play, winner: str, why: str) -> None:
    """A naval combat is over."""
    play.emit(NavalCombatEnded(naval_of(play.position).meeting.place, winner, why))


@brta.evolves(NavalCombatEnded)
def _naval_ended(position: Position, event: NavalCombatEnded) -> None:
    position.naval = None
