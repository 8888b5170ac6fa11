"""The exact odds of a fight with a raider: against an army, or against the enemy's raider (7.13.1)."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import RaiderMeeting
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.combat_odds import FACES
from ironclad.domain.games.bull_run_to_appomattox.readers.saying import SIDE_NAMES, hq_name
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.commands import (
    EngageRaider,
    RaiderRetreat,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c11_raiders.fighting import (
    count_hits,
    raider_modifier,
)
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.odds.odds_model import (
    Assumption,
    Chance,
    Computed,
    Forecast,
    Joint,
    Line,
    Modifier,
    Table,
)

Weights = Mapping[int, Fraction]


def odds_of_raid(position: Position, side: str, command: Command | None) -> Computed | None:
    """The odds of the fight with a raider that a command brings about or is about; None where there is none.

    Raises Refused if the raider goes, or has fought already.
    """
    fight = position.raider_fight
    if fight is not None:
        require(fight.stage == "meeting", "7.13.1/7", "the raider has fought")
        goes = isinstance(command, RaiderRetreat) and bool(command.to)
        require(not goes, "7.13.1/3", "no dice are thrown after that")
        meeting = fight.meeting
    elif isinstance(command, EngageRaider) and position.activation is not None:
        enemy = ENEMY[side]
        require(enemy in position.raiders, "7.13.1/1", "no enemy raider is here")
        meeting = RaiderMeeting(enemy, position.raiders[enemy].spot, position.activation.hq, side)
    else:
        return None
    return _with_army(position, meeting) if meeting.hq else _of_two(position, meeting)


def _hits(position: Position, side: str) -> dict[int, Fraction]:
    """The hits of a side's raider."""
    strength, modifier = position.raiders[side].strength, raider_modifier(position, side)
    found: dict[int, Fraction] = {}
    for dice in product(range(1, FACES + 1), repeat=strength):
        hits = count_hits(dice, modifier)
        found[hits] = found.get(hits, Fraction(0)) + Fraction(1, FACES**strength)
    return found


def _with_army(position: Position, meeting: RaiderMeeting) -> Computed:
    """The raider loses 1 CP in any case; its dice take cavalry and then infantry."""
    units, hits = position.units_of(meeting.hq), _hits(position, meeting.side)
    if units.known:
        most, lost = units.cavalry + units.infantry, dict[int, Fraction]()
        for count, chance in hits.items():
            lost[min(count, most)] = lost.get(min(count, most), Fraction(0)) + chance
        hits = lost
    left = position.raiders[meeting.side].strength - 1
    tables = (
        _table("losses", f"CP that {hq_name(meeting.hq)} loses", "7.13.1/6", hits),
        _table("raider", "CP that the raider has left", "7.13.1/5", {left: Fraction(1)}),
    )
    stays = Assumption(meeting.side, "raider_stays", "7.13.1/3", "the raider stays and fights")
    return _computed(tables, hits, tuple(_guns(position, meeting.side)), (stays,))


def _of_two(position: Position, meeting: RaiderMeeting) -> Computed:
    """Both fire at once; the one that loses more leaves, of equals the one that came (7.13.1/10)."""
    hits = {side: _hits(position, side) for side in SIDES}
    strength = {side: position.raiders[side].strength for side in SIDES}
    left: dict[str, dict[int, Fraction]] = {side: {} for side in SIDES}
    leaves: dict[str, Fraction] = {}
    for one, other in product(hits[SIDES[0]].items(), hits[SIDES[1]].items()):
        chance = one[1] * other[1]
        taken = {SIDES[1]: one[0], SIDES[0]: other[0]}
        lost = {side: min(strength[side], taken[side]) for side in SIDES}
        loser = max(SIDES, key=lambda side: (lost[side], side == meeting.entered))
        leaves[loser] = leaves.get(loser, Fraction(0)) + chance
        for side in SIDES:
            after = strength[side] - lost[side]
            left[side][after] = left[side].get(after, Fraction(0)) + chance
    rows = tuple(Chance.of(side, leaves[side]) for side in SIDES if side in leaves)
    tables = [Table("leaves", "whose raider leaves or is lost", "7.13.1/10", rows)]
    for side in SIDES:
        title = f"CP that the raider of the {SIDE_NAMES[side]} has left"
        tables.append(_table(f"raider_{side}", title, "7.13.1/9", left[side]))
    guns = tuple(each for side in SIDES for each in _guns(position, side))
    return _computed(tuple(tables), left[SIDES[0]], guns, ())


def _guns(position: Position, side: str) -> list[Modifier]:
    """The dice of a side's raider, and what is added to each."""
    found = [Line("dice", "raider", position.raiders[side].strength, "7.13.1/6", side)]
    if modifier := raider_modifier(position, side):
        found.append(Line("dice of the raider", "season and spirit", modifier, "7.5/3", side))
    return [Modifier(line, "1") for line in found]


def _table(name: str, title: str, rule: str, found: Weights) -> Table:
    rows = tuple(Chance.of(str(count), found[count]) for count in sorted(found))
    mean = sum((count * chance for count, chance in found.items()), Fraction(0))
    return Table(name, title, rule, rows, float(mean))


def _computed(
    tables: tuple[Table, ...], stories: Weights, lines: tuple[Modifier, ...], assumed: tuple[Assumption, ...]
) -> Computed:
    outcomes = tuple(Joint({"count": each}, str(p), float(p)) for each, p in sorted(stories.items()))
    return Computed(stories, assumed, Forecast(tables, lines, outcomes), len(stories))
