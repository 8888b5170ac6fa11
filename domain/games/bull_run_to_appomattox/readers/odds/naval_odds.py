"""The exact odds of a naval combat, and of fleets that attack a fort (7.10 to 7.13.2).

A state is the steps that each fleet and the fort have left. The functions that decide real combats say which
dice are thrown (`aimed_dice`), which need a 6, what a hit takes and when it is over.

Assumed of the players: both stay to the last round; all dice of a side go at the enemy's other fleets where
he has any, else at the first ironclad or the fort, unless the command says otherwise; the first fleet of a
side takes hits until it sinks.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import limits
from ironclad.domain.games.bull_run_to_appomattox.position.combats import NavalCombat
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import NavalMeeting
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.combat_odds import FACES, hit_ways
from ironclad.domain.games.bull_run_to_appomattox.readers.saying import SIDE_NAMES
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import group
from ironclad.domain.games.bull_run_to_appomattox.registry import brta
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.holding import fleets_in
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import Sail
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.events import FleetsSailed
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.sailing import afloat, owes_attack
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import (
    AimGuns,
    AttackFort,
    DecideCombat,
    LoseSteps,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    GunsAimed,
    NavalRoundEnded,
    StepsLost,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.firing import SIX, Shot, listed
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval import aimed_dice
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_deciding import is_over
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_forces import (
    FORT,
    OTHERS,
    count_dice,
    fleets_of,
    fort_of,
    naval_of,
    only_six,
    other_fleets,
    targets_of,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.naval_losses import losses_at_sea
from ironclad.domain.games.bull_run_to_appomattox.rules.c08_events.fixed import galvanized
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import FortLost
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

Hits = tuple[tuple[str, int], ...]
"""Hits of a side by target."""


class AtSea(msgspec.Struct, frozen=True, order=True):
    """What a naval combat comes to: its winner, "" for nobody, and the steps that each loses from here."""

    winner: str
    attacker: str
    attackers: int
    defenders: int
    fort: int


def meeting_by(position: Position, side: str, command: Command | None) -> NavalMeeting | None:
    """The naval combat that a command brings about; None for none. A voyage is sailed in the position."""
    activation = position.activation
    if activation is None or activation.side != side or not afloat(position):
        return None
    if isinstance(command, AttackFort):
        place = position.fleets[activation.fleets[0]].place
        return NavalMeeting(side, activation.fleets, place, activation.came_from, fort=True)
    if not isinstance(command, Sail):
        return None
    for place in command.path:
        fleets, spent = afloat(position), activation.spent + 1
        start = position.fleets[fleets[0]].place
        brta.evolvers[FleetsSailed](
            position, FleetsSailed(side, fleets, activation.hq, start, place, spent, stops=False)
        )
        if fleets_in(position, ENEMY[side], place):
            return NavalMeeting(side, fleets, place, start)
        if owes_attack(position) and not activation.hq:
            return NavalMeeting(side, fleets, place, start, fort=True)
    return None


def odds_at_sea(position: Position, side: str, command: Command | None) -> Computed | None:
    """The odds of the naval combat that a command brings about or is about; None where there is none.

    Hits that are not taken yet are taken first, as the command says or as it is assumed. Raises Refused after
    a choice to withdraw.
    """
    twin = position.copy()
    if twin.naval is None:
        meeting = meeting_by(twin, side, command)
        if meeting is None:
            return None
        twin.naval = NavalCombat(meeting)
    if isinstance(command, AimGuns):
        brta.evolvers[GunsAimed](twin, GunsAimed(side, dict(command.targets)))
    goes = isinstance(command, DecideCombat) and command.choice != "stay"
    require(not goes, "7.12/1", "no dice are thrown after that")
    begun = _steps(twin)
    if naval_of(twin).stage == "losses":
        _take_pending(twin, side, command)
    results = exact_at_sea(twin, begun)
    meeting = naval_of(twin).meeting
    return Computed(results, _assumptions(meeting), _forecast(twin, results, begun), len(results))


def _take_pending(position: Position, side: str, command: Command | None) -> None:
    """The hits of a round are taken, those of a side as its command says; then the round is over."""
    if isinstance(command, LoseSteps):
        steps = {id: count for id, count in command.steps.items() if count}
        losses = losses_at_sea(position, naval_of(position), side, steps, False, (OTHERS,))
        brta.evolvers[StepsLost](position, losses)
    for each in SIDES:
        if struck := naval_of(position).pending.get(each):
            _strike(position, each, struck)
    if not (_is_last(naval_of(position)) or is_over(position, naval_of(position))):
        brta.evolvers[NavalRoundEnded](position, NavalRoundEnded(naval_of(position).round))


def _is_last(naval: NavalCombat) -> bool:
    """Whether no round follows: an attack on a fort has one, other combats two."""
    return naval.meeting.fort or naval.round >= limits().combat_rounds


def exact_at_sea(position: Position, begun: Mapping[str, int]) -> dict[AtSea, Fraction]:
    """Every result of a naval combat whose dice are aimed next, or whose last hits have been taken, with its
    probability; they add up to 1. `begun` has the steps from which losses are counted.
    """
    naval = naval_of(position)
    if naval.stage == "losses":
        return {_result(position, begun): Fraction(1)}
    states = {tuple(_steps(position).items()): (position, Fraction(1))}
    results: dict[AtSea, Fraction] = {}
    last = naval.round if naval.meeting.fort else limits().combat_rounds
    for number in range(naval.round, last + 1):
        found: dict[tuple[tuple[str, int], ...], tuple[Position, Fraction]] = {}
        for before, weight in states.values():
            for after, probability in _round(before):
                if number == last or is_over(after, naval_of(after)):
                    result = _result(after, begun)
                    results[result] = results.get(result, Fraction(0)) + weight * probability
                    continue
                key = tuple(_steps(after).items())
                known = found.get(key, (after, Fraction(0)))
                found[key] = known[0], known[1] + weight * probability
        states = found
        for twin, _ in states.values():
            brta.evolvers[NavalRoundEnded](twin, NavalRoundEnded(number))
    return results


def _steps(position: Position) -> dict[str, int]:
    """The steps of every fleet and fort in the combat."""
    naval = naval_of(position)
    found = {id: position.fleets[id].steps for side in SIDES for id in fleets_of(position, naval, side)}
    if fort := fort_of(position, naval, ENEMY[naval.meeting.side]):
        found[fort] = position.forts[fort].steps
    return found


def _round(position: Position) -> Iterator[tuple[Position, Fraction]]:
    """The positions after a round that is aimed as it is assumed, each with its probability."""
    naval = naval_of(position)
    for side in SIDES:
        if side not in naval.targets:
            naval = naval.with_(targets={**naval.targets, side: _aims(position, naval, side)})
    ways = [tuple(_hits(position, naval, side)) for side in SIDES]
    for thrown in product(*ways):
        twin = position.copy()
        hits = {ENEMY[side]: dict(found) for side, (found, _) in zip(SIDES, thrown, strict=True)}
        twin.naval = naval.with_(stage="losses", pending=hits)
        for side, struck in hits.items():
            _strike(twin, side, struck)
        yield twin, thrown[0][1] * thrown[1][1]


def _aims(position: Position, naval: NavalCombat, side: str) -> dict[str, int]:
    targets = targets_of(position, naval, side)
    count = count_dice(position, naval, side)
    return {OTHERS if OTHERS in targets else targets[0]: count} if targets and count else {}


def _shots(position: Position, naval: NavalCombat, side: str) -> Iterator[tuple[str, Shot]]:
    """The dice of a side with what they are aimed at."""
    modifiers = listed(("galvanized", galvanized(position, side)))
    for source, unit, count, hits_from, target in aimed_dice(position, naval, side):
        needs = SIX if only_six(position, naval, side, target) else hits_from
        yield target, Shot(source, unit, count, needs, modifiers)


def _hits(position: Position, naval: NavalCombat, side: str) -> Iterator[tuple[Hits, Fraction]]:
    """Every number of hits at each target, with its probability."""
    by_target: dict[str, list[Shot]] = {}
    for target, shot in _shots(position, naval, side):
        by_target.setdefault(target, []).append(shot)
    ways = [
        [(target, hits, Fraction(ways, FACES ** sum(shot.count for shot in shots))) for hits, ways in counted]
        for target, shots in by_target.items()
        for counted in [[each for each in enumerate(hit_ways(shots)) if each[1]]]
    ]
    for found in product(*ways):
        probability = Fraction(1)
        for _, _, each in found:
            probability *= each
        yield tuple((target, hits) for target, hits, _ in found if hits), probability


def _strike(position: Position, side: str, hits: Mapping[str, int]) -> None:
    """Take hits: those at ironclads and the fort strike these, the first of the other fleets the rest."""
    aimed = {target: count for target, count in hits.items() if target != OTHERS}
    steps = {
        id: min(count, position.fleets[id].steps) for id, count in aimed.items() if id in position.fleets
    }
    left = hits.get(OTHERS, 0)
    for id in other_fleets(position, naval_of(position), side) if left else ():
        if taken := min(left, position.fleets[id].steps):
            steps[id], left = taken, left - taken
    losses = losses_at_sea(position, naval_of(position), side, steps, FORT in hits, tuple(hits))
    destroyed = bool(losses.fort) and position.forts[losses.fort].steps == 1
    brta.evolvers[StepsLost](position, losses)
    if destroyed:
        brta.evolvers[FortLost](position, FortLost(losses.fort, side, "7.13.2/3"))


def _result(position: Position, begun: Mapping[str, int]) -> AtSea:
    """What it has come to: who has nothing left has lost, else the attacker, who has to leave (7.12/3)."""
    naval, now = naval_of(position), _steps(position)
    attacker = naval.meeting.side
    over = is_over(position, naval)
    mine = bool(fleets_of(position, naval, attacker))
    theirs = bool(fleets_of(position, naval, ENEMY[attacker]) or fort_of(position, naval, ENEMY[attacker]))
    winner = ENEMY[attacker] if not over or (theirs and not mine) else attacker if mine else ""
    lost = dict.fromkeys(("attackers", "defenders", "fort"), 0)
    for id, steps in begun.items():
        side = id.partition("_")[0]
        kind = "attackers" if side == attacker else "defenders" if side in SIDES else "fort"
        lost[kind] += steps - now.get(id, 0)
    return AtSea(winner, attacker, **lost)


# -- for readers


def _assumptions(meeting: NavalMeeting) -> tuple[Assumption, ...]:
    attacker, defender = meeting.side, ENEMY[meeting.side]
    aims = "all dice go at fleets that are no ironclads, else at the first ironclad or the fort"
    found = [Assumption(side, "aim", "7.10/1", aims) for side in SIDES]
    takes = "the first fleet takes hits until it sinks"
    found += [Assumption(side, "lose_steps", "7.10/2", takes) for side in SIDES]
    if not meeting.fort:
        found += [
            Assumption(defender, "defender_stays", "7.12/1", "the defender stays for both rounds"),
            Assumption(attacker, "attacker_stays", "7.12/1", "the attacker stays for both rounds"),
        ]
    return tuple(found)


def _forecast(position: Position, results: Mapping[AtSea, Fraction], begun: Mapping[str, int]) -> Forecast:
    """The results as tables, of the pieces that were there to begin with."""
    attacker = naval_of(position).meeting.side
    kinds = {id.partition("_")[0] for id in begun}
    tables = [
        _table("winner", "who has won", "7.12/1", results, "winner"),
        _table(
            f"steps_{attacker}", f"steps that fleets of the {SIDE_NAMES[attacker]} lose", "7.10/2", results,
            "attackers",
        ),
    ]  # fmt: skip
    if ENEMY[attacker] in kinds:
        name = SIDE_NAMES[ENEMY[attacker]]
        title = f"steps that fleets of the {name} lose"
        tables.append(_table(f"steps_{ENEMY[attacker]}", title, "7.10/2", results, "defenders"))
    if kinds - set(SIDES):
        tables.append(_table("fort", "steps that the fort loses", "7.13.2/3", results, "fort"))
    ordered = sorted(results.items(), key=lambda each: (-each[1], each[0]))
    outcomes = tuple(Joint(msgspec.to_builtins(each), str(p), float(p)) for each, p in ordered)
    return Forecast(tuple(tables), tuple(_modifiers(position)), outcomes)


def _table(name: str, title: str, rule: str, results: Mapping[AtSea, Fraction], field: str) -> Table:
    found: dict[str, Fraction] = {}
    for result, probability in sorted(results.items()):
        value = str(getattr(result, field)) or "nobody"
        found[value] = found.get(value, Fraction(0)) + probability
    rows = tuple(Chance.of(what, found[what]) for what in sorted(found, key=lambda each: (len(each), each)))
    if field == "winner":
        return Table(name, title, rule, rows)
    mean = sum((int(what) * probability for what, probability in found.items()), Fraction(0))
    return Table(name, title, rule, rows, float(mean))


def _modifiers(position: Position) -> Iterator[Modifier]:
    """The dice of the next round; none after the last."""
    naval = naval_of(position)
    if naval.stage == "losses":
        return
    for side in SIDES:
        aimed = naval.with_(targets={side: naval.targets.get(side) or _aims(position, naval, side)})
        for _, shot in _shots(position, aimed, side):
            said = f"{group(shot.source)}, hits on {shot.needs} or more"
            yield Modifier(Line("dice", said, shot.count, "7.10/1", side), "1")
            for name, amount in shot.modifiers:
                yield Modifier(Line(f"dice of {group(shot.source)}", name, amount, "7.1/6", side), "1")
