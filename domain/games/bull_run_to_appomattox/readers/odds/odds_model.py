"""Odds in play: which combat a command brings about, and what is assumed of armies that nobody has seen (7).

The kernel asks `own` (domain/kernel/odds/odds.py). What a reader may not know of the enemy comes from his own
reconnaissance, else from the size of his own armies; the answer says so, and what half and twice as many
units would do. Naval combats and fights with raiders have their own odds.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters, limits
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Attack
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, SIDES, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import NONE, Findings, Range, Units
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.combat_odds import Result, exact, prepared
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.naval_odds import odds_at_sea
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.odds_tables import (
    joint,
    tables,
    told,
    winners,
)
from ironclad.domain.games.bull_run_to_appomattox.readers.odds.raider_odds import odds_of_raid
from ironclad.domain.games.bull_run_to_appomattox.readers.saying import SIDE_NAMES
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.sequence import SEQUENCE
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import (
    enemies_seen,
    hqs_in,
    siege_at,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.commands import Land, March, Ride
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.marching import attack_kind, move_to
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.commands import (
    AimHits,
    AnswerAttack,
    DecideCombat,
    SupportDefence,
    TakeHits,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.deciding import may_besiege
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    BattleDecided,
    BattleEnded,
    BattleOpened,
    LossesTaken,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.forces import battle_of, groups
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.losses import struck_by
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.commands import Assault, JoinRelief, Sortie
from ironclad.domain.games.bull_run_to_appomattox.rules.c12_forts.events import FortLost
from ironclad.domain.games.bull_run_to_appomattox.rules.c13_rivers.crossings import over_bridge
from ironclad.domain.kernel.engine.citations import Refused, require
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.odds.odds_model import Assumed, Assumption, Computed, Forecast, OddsModel, Table

OTHER_SIZES = {"half": (1, 2), "twice": (2, 1)}
"""What else is asked of units that are assumed: the share of them."""


def attack_by(position: Position, side: str, command: Command) -> Attack:
    """The attack on land that a command brings about, as far as a seat can see.

    Any enemy HQ may be an army (6.4/20). Raises Refused where no combat on land follows.
    """
    if isinstance(command, March | Ride):
        return _march(position, side, command.path, isinstance(command, Ride))
    activation = position.activation
    if activation is not None and isinstance(command, Assault | Sortie):
        spot = position.hqs[activation.hq].spot
        kind = "assault" if isinstance(command, Assault) else "sortie"
        return Attack(kind, side, (activation.hq, *command.joined), spot)  # type: ignore[arg-type]
    if activation is not None and isinstance(command, Land) and enemies_seen(position, side, command.spot):
        siege = siege_at(position, command.spot)
        require(siege is None or siege[1].besieger != side, "5.2/6", "the army joins its own siege")
        fleets = tuple(each for each in activation.fleets if each in position.fleets)
        start = activation.came_from or activation.start
        kind = "landing" if siege is None else "relief"
        return Attack(kind, side, (activation.hq,), command.spot, start, fleets=fleets)  # type: ignore[arg-type]
    raise Refused("7/1", "no combat on land follows")


def _march(position: Position, side: str, path: Iterable[str], by_rail: bool) -> Attack:
    """The attack at the first place on a path where an enemy is seen. Raises Refused."""
    activation = position.activation
    require(activation is not None, "7/1", "no HQ is activated")
    assert activation is not None
    here = position.hqs[activation.hq].spot
    for word in path:
        move = move_to(position, side, here, word, by_rail)
        if move is None:
            break
        here = move.end
        kind = attack_kind(position, side, here) if enemies_seen(position, side, here) else None
        if kind is not None:
            bridge = over_bridge(position, move.step)
            return Attack(kind, side, (activation.hq,), here, move.start, bridge)
        if siege_at(position, here) is not None:
            break
    raise Refused("7/1", "no enemy is met on this way")


def guessed(position: Position, hq: str) -> tuple[Units, str]:
    """What a reader may take an enemy HQ to command, and why: his findings, else an army like his own.

    Raises Refused for a reader who knows no army at all.
    """
    side = ENEMY[position.hqs[hq].side]
    found = position.intelligence.get(side, {}).get(hq)
    usual = _usual(position, side)
    name = headquarters()[hq].name
    if found is not None and (figures := _by_findings(found, usual)) != NONE:
        return figures, f"{name} commands {_said(figures)}, as found in turn {found.turn}"
    require(usual != NONE, "6.4/16", f"the odds need to know what {name} commands")
    return usual, f"{name} commands {_said(usual)}: a guess, the mean of the armies of the {SIDE_NAMES[side]}"


def _usual(position: Position, side: str) -> Units:
    """The mean army of a side, as far as it is known; at least 1 CP of infantry where there is any."""
    armies = [position.units_of(hq) for hq in position.hqs_of(side)]
    armies = [units for units in armies if units.known and units != NONE]
    if not armies:
        return NONE
    count = len(armies)
    infantry, cavalry, artillery = (
        round(sum(getattr(units, unit) for units in armies) / count)
        for unit in ("infantry", "cavalry", "artillery")
    )
    return Units(max(1, infantry), cavalry, artillery)


def _by_findings(found: Findings, usual: Units) -> Units:
    """Units within what was found: each type if it was shown, else its share of the total."""
    types = (found.infantry, found.cavalry, found.artillery)
    if any(each is not None for each in types):
        return Units(*(0 if each is None else _middle(each) for each in types))
    if found.total is None or usual == NONE:
        return NONE
    total = _middle(found.total)
    cavalry = total * usual.cavalry // usual.total
    artillery = min(limits().artillery_per_hq, total * usual.artillery // usual.total)
    return Units(total - cavalry - artillery, cavalry, artillery)


def _middle(figure: Range) -> int:
    return (figure.low + figure.high + 1) // 2


def _said(units: Units) -> str:
    return f"{units.infantry} infantry, {units.cavalry} cavalry and {units.artillery} artillery CP"


def assumed_armies(position: Position, attack: Attack) -> dict[str, tuple[Units, str]]:
    """What is assumed of the armies in a combat that the reader may not know, by HQ. Raises Refused."""
    there = (*attack.hqs, *hqs_in(position, ENEMY[attack.side], attack.spot))
    return {hq: guessed(position, hq) for hq in there if not position.units_of(hq).known}


def own(position: Position, due: Due | None, command: Command | None) -> Computed:
    """The odds of the combat that a command brings about, or that is under way. Raises Refused."""
    if position.battle is None:
        side = due.seat if due is not None else ""
        for other in (odds_at_sea, odds_of_raid):
            if (found := other(position, side, command)) is not None:
                return found
    if position.battle is not None and position.battle.stage != "joining":
        return _computed(_under_way(position, due, command), {})
    if position.battle is not None:
        position = _joining(position, command)
        attack = battle_of(position).attack
    else:
        require(command is not None and due is not None, "7/1", "no combat on land is under way")
        assert command is not None
        assert due is not None
        attack = attack_by(position, due.seat, command)
    guesses = assumed_armies(position, attack)
    fight = prepared(position, attack, {hq: units for hq, (units, _) in guesses.items()})
    others = tuple(_of_another_size(position, attack, guesses, size) for size in OTHER_SIZES if guesses)
    return _computed(fight, {hq: text for hq, (_, text) in guesses.items()}, others)


def _joining(position: Position, command: Command | None) -> Position:
    """A position in which an answer before the first round has been given. Raises Refused."""
    battle = position.battle
    assert battle is not None
    if isinstance(command, JoinRelief):
        attack = battle.attack.with_(hqs=(*battle.attack.hqs, *command.joined))
        position.battle = battle.with_(attack=attack)
    elif isinstance(command, SupportDefence):
        position.battle = battle.with_(gunboats=command.fleets)
    elif isinstance(command, AnswerAttack):
        require(not command.to, "7.9/8", "the army that goes does not fight")
    return position


def _under_way(position: Position, due: Due | None, command: Command | None) -> Position:
    """A combat whose armies are shown, with an answer between its rounds given. Raises Refused."""
    battle = position.battle
    assert battle is not None
    require(battle.stage != "retreat", "7.8/3", "the combat is decided")
    if isinstance(command, DecideCombat):
        require(command.choice == "stay", "7.6/8", "no dice are thrown after that")
    fits = command is None or isinstance(command, DecideCombat | TakeHits | AimHits)
    require(fits, "7/1", "this is no answer to the combat")
    return position


def _of_another_size(
    position: Position, attack: Attack, guesses: Mapping[str, tuple[Units, str]], size: str
) -> Table:
    """Who has won if what is assumed commands half, or twice, as much."""
    times, by = OTHER_SIZES[size]
    units = {hq: _scaled(guess, times, by) for hq, (guess, _) in guesses.items()}
    results = exact(prepared(position, attack, units))
    return winners(results, f"winner_{size}", f"who has won, if what is assumed has {size} as many CP")


def _scaled(units: Units, times: int, by: int) -> Units:
    """So many times the units, within what one HQ can command; at least 1 CP."""
    infantry, cavalry, artillery = (
        getattr(units, unit) * times // by for unit in ("infantry", "cavalry", "artillery")
    )
    most = limits()
    artillery = min(artillery, most.artillery_per_hq)
    cavalry = min(cavalry, most.cp_per_hq - artillery)
    infantry = min(infantry, most.cp_per_hq - artillery - cavalry)
    return Units(max(int(not cavalry), infantry), cavalry, artillery)


def _computed(fight: Position, guesses: Mapping[str, str], more: tuple[Table, ...] = ()) -> Computed:
    results = exact(fight)
    found = told(fight, results)
    forecast = Forecast((*found.tables, *more), found.modifiers, found.outcomes)
    attacker = battle_of(fight).attack.side
    defender = ENEMY[attacker]
    stays = [
        Assumption(defender, "refusal", "7.9/3", "no army refuses combat"),
        Assumption(defender, "defender_stays", "7.6/8", "the defender stays for both rounds"),
        Assumption(attacker, "attacker_stays", "7.6/8", "the attacker stays for both rounds"),
    ]
    for side in SIDES:
        text = "hits strike the strongest group, or in the order of a standing answer"
        stays.append(Assumption(side, "hits", "7.6/4", text))
    unseen = tuple(Assumption(fight.hqs[hq].side, "", "6.4/16", text) for hq, text in guesses.items())
    return Computed(results, (*unseen, *stays), forecast, len(results))


# -- the same combat as it is played (`simulate`)


class Fought(msgspec.Struct, frozen=True):
    """A combat that is not decided: its attacker, "" before there is one, and the steps that its fort lost.

    `over`: it has ended, and nobody fought.
    """

    attacker: str = ""
    fort: int = 0
    over: bool = False


def _begin(position: Position) -> Fought:
    return Fought("" if position.battle is None else position.battle.attack.side)


def _note(story: Fought | Result, event: Event) -> Fought | Result:
    """The story after one more event; a `Result` is the end of it."""
    if not isinstance(story, Fought):
        return story
    if isinstance(event, BattleOpened):
        return Fought(event.attack.side)
    if isinstance(event, LossesTaken) and event.fort:
        return Fought(story.attacker, story.fort + event.fort)
    if isinstance(event, FortLost) and event.why == "7.7.1/4":
        return Fought(story.attacker, story.fort + 1)
    if isinstance(event, BattleDecided):
        losses = (event.losses[story.attacker], event.losses[ENEMY[story.attacker]])
        return Result(event.winner, losses, story.fort, event.besieges, story.attacker)
    return Fought(story.attacker, story.fort, over=True) if isinstance(event, BattleEnded) else story


def _over(story: Fought | Result) -> bool:
    return isinstance(story, Result) or story.over


def _waits(position: Position) -> bool:
    return bool(position.agenda.due) or position.battle is None


def _assume(position: Position, due: Due, asked: Command | None) -> Assumed | None:
    """What `exact` assumes of the players; None where the decision is none of a combat on land."""
    battle = position.battle
    if battle is None:
        return None
    if due.kind in ("defender_stays", "attacker_stays"):
        return Assumed(DecideCombat(choice=_choice(position, due)), "both sides stay for both rounds")
    if due.kind == "hits":
        mine = groups(position, battle, due.seat)
        return Assumed(TakeHits(struck=struck_by(mine, due.about["count"])), "the strongest group is struck")
    if due.kind == "aim_hits":
        return Assumed(AimHits(fort=due.about["hits"] - 1), "the last CP beside a fort is struck first")
    plain: dict[str, Command] = {
        "refusal": AnswerAttack(),
        "relief": JoinRelief(),
        "gunboats": SupportDefence(),
    }
    answer = plain.get(due.kind)
    return None if answer is None else Assumed(answer, "nobody else joins or leaves the combat")


def _choice(position: Position, due: Due) -> Literal["stay", "withdraw", "besiege"]:
    """Stay while there is a round to fight; then besiege what may be besieged."""
    battle = battle_of(position)
    if due.kind == "defender_stays" or battle.round < limits().combat_rounds:
        return "stay"
    return "besiege" if may_besiege(position, battle) else "withdraw"


def _report(stories: Mapping[Fought | Result, Fraction]) -> Forecast:
    """Stories as tables. Raises Refused where no combat was fought."""
    results = {story: chance for story, chance in stories.items() if isinstance(story, Result)}
    require(results, "7/1", "no combat on land follows")
    attacker = next(iter(results)).attacker
    sides = (attacker, ENEMY[attacker])
    works, fort = any(each.siege for each in results), any(each.fort for each in results)
    return Forecast(tables(results, sides, works, fort), (), joint(results))


MODEL: OddsModel[Position] = OddsModel(
    waits=_waits,
    stage=SEQUENCE.proceed,
    begin=_begin,
    note=_note,
    over=_over,
    assume=_assume,
    report=_report,
    own=own,
)
