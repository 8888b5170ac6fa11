"""The war turn by turn: economy, politics and strength as each turn ended, and what it cost (3.3, 14, 15).

What a turn cost is read off the events that take counters away; militia that goes home at the end of a turn
is no loss (3.2.1).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.american_civil_war.position.units import KINDS, Group, Vessel, strength
from ironclad.domain.games.american_civil_war.rules.c03_sequence.sequence import InitiativeRolled
from ironclad.domain.games.american_civil_war.rules.c03_sequence.turn_end import TurnEnded
from ironclad.domain.games.american_civil_war.rules.c03_sequence.victory import VictoryChecked
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.project_losses import ProjectLost
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.reckoning import in_play
from ironclad.domain.games.american_civil_war.rules.c08_supply.surrendering import ForceSurrendered
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import LeaderKilled
from ironclad.domain.games.american_civil_war.rules.c09_battle.losses import LossesTaken
from ironclad.domain.games.american_civil_war.rules.c10_leaders.stranded_leaders import LeaderCaptured
from ironclad.domain.games.american_civil_war.rules.c11_forts.fort_events import (
    FortDestroyed,
    FortSurrendered,
)
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_bases import VesselsWithoutBase
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_combat import UnfinishedVesselsLost
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_fire import NavalFire
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_movement import VesselsStranded
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_repair import DamagedVesselsReturned
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import DiplomacyRolled
from ironclad.domain.games.american_civil_war.rules.c16_cavalry.cavalry import CavalryAttacked
from ironclad.domain.kernel.engine.codec import Event, name_of
from ironclad.domain.kernel.telling.history import History

Losses = Iterator[tuple[str, str, int]]
FORTS, LEADERS, VESSELS = "forts", "leaders", "vessels"


def _units(side: str, groups: Iterable[Group]) -> Losses:
    groups = tuple(groups)
    for kind in KINDS:
        yield side, kind, strength(groups, kind)


def _vessels(names: Iterable[str]) -> Losses:
    """A vessel is called by its kind and a number, and its kind says whose it is."""
    for name in names:
        yield Vessel(name.rstrip("0123456789")).side, VESSELS, 1


def _surrendered(event: ForceSurrendered) -> Losses:
    yield from _units(event.side, event.units)
    yield event.side, LEADERS, len(event.leaders)
    yield event.side, FORTS, int(event.fort)


def _fort_surrendered(event: FortSurrendered) -> Losses:
    yield from _units(event.side, event.units)
    yield event.side, FORTS, 1


def _fired(event: NavalFire) -> Losses:
    if event.effect == "sunk":
        yield ENEMY[event.side], VESSELS, 1


def _project(event: ProjectLost) -> Losses:
    """Vessels on the stocks count as vessels; arsenals, factories and railroads are no part of strength."""
    if event.kind in ("ironclad", "flotilla"):
        yield "confederate", VESSELS, 1


LOSSES: dict[type[Event], Callable[[Any], Losses]] = {
    LossesTaken: lambda event: _units(event.side, event.units),
    CavalryAttacked: lambda event: _units(event.side, event.eliminated),
    ForceSurrendered: _surrendered,
    FortSurrendered: _fort_surrendered,
    FortDestroyed: lambda event: iter([(event.side, FORTS, 1)]),
    LeaderKilled: lambda event: iter([(event.side, LEADERS, 1)]),
    LeaderCaptured: lambda event: iter([(event.side, LEADERS, 1)]),
    NavalFire: _fired,
    VesselsWithoutBase: lambda event: _vessels(event.vessels),
    UnfinishedVesselsLost: lambda event: _vessels(event.vessels),
    VesselsStranded: lambda event: _vessels(name for name, place in event.to.items() if not place),
    DamagedVesselsReturned: lambda event: _vessels(name for name, place in event.to.items() if not place),
    DiplomacyRolled: lambda event: _vessels(event.vessels_removed),
    ProjectLost: _project,
}


def _checked(event: VictoryChecked) -> dict[str, Any]:
    return {"checked": {"size": event.size, "winner": event.winner}}


def stand(position: Position) -> dict[str, Any]:
    """The state in a turn: the levels of 3.3, political status, and strength points by side and kind.

    `size` is the recorded economy less political status, what survival and victory are compared with; the
    Confederacy's test leaves factories out.
    """
    record = TURNS[position.turn]
    size = position.economy - position.political_status
    return {
        "turn": position.turn,
        "name": f"Turn {position.turn}, {record.season} {record.year}",
        "season": record.season,
        "year": record.year,
        "initiative": position.initiative or None,
        "economy": position.economy,
        "size": size,
        "size_without_factories": size - position.economy_factories,
        "survival": record.survival - position.survival_reduction,
        "victory": record.victory,
        "political_status": position.political_status,
        "at_large": position.at_large,
        "strength": {side: {kind: in_play(position, side, kind) for kind in KINDS} for side in SIDES},
        "afloat": {
            side: sum(each.side == side and each.state != "building" for each in position.vessels.values())
            for side in SIDES
        },
    }


HISTORY: History[Position] = History(
    end=name_of(TurnEnded),
    stand=stand,
    losses=LOSSES,
    settled={
        VictoryChecked: _checked,
        InitiativeRolled: lambda event: {
            "initiative_dice": {"union": event.union_die, "confederate": event.confederate_die}
        },
    },
)
