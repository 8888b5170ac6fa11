"""The chronicle of combats on land and at sea (chapters 7, 13 and 18)."""

from collections.abc import Iterable, Mapping

from ironclad.domain.games.bull_run_to_appomattox.board.map import board
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import ENEMY, SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.telling import entry, quiet, sums, teller
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import (
    by_group,
    fleet,
    fleets,
    group,
    hq_name,
    hqs,
    place,
    side_name,
    target,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    ArmiesShown,
    AttackAnswered,
    BattleDecided,
    BattleEnded,
    BattleOpened,
    BroadsidesFired,
    CombatDecided,
    CpEliminated,
    DefenceSupported,
    GunsAimed,
    LossesTaken,
    NavalCombatEnded,
    NavalCombatOpened,
    NavalRoundEnded,
    ReliefJoined,
    RoundFired,
    SitePointsScored,
    StepsLost,
    Volley,
)
from ironclad.domain.kernel.telling.chronicle import Entry
from ironclad.domain.kernel.telling.words import counted, dice, listed

ATTACKS = {
    "entry": ("attacks in", "5.2/2"),
    "assault": ("assaults", "12.2/11"),
    "sortie": ("sorties from", "12.2/12"),
    "relief": ("attacks the besiegers of", "5.2/7"),
    "landing": ("lands and attacks in", "7.13.3/9"),
}
CHOICES = {"stay": "stays", "withdraw": "withdraws", "besiege": "begins or continues the siege"}
PROTECTIONS = {
    "difficult": "difficult terrain",
    "mountain": "mountains",
    "fort": "a fort",
    "fortification": "a fortification",
    "major_city": "a major city",
    "behind_river": "a river in front",
}


@teller(BattleOpened)
def battle_opened(event: BattleOpened) -> Entry:
    attack = event.attack
    verb, rule = ATTACKS[attack.kind]
    lines = [f"from {place(attack.start)}"] if attack.start else []
    lines += ["over a bridge: the defenders have the river's benefit (13/3)"] if attack.over_bridge else []
    lines += [f"with {fleets(attack.fleets)}"] if attack.fleets else []
    text = f"{hqs(attack.hqs)} of {side_name(attack.side)} {_plural(verb, len(attack.hqs))}"
    return entry(f"{text} {place(attack.spot)}", rule, *lines, place=attack.spot, side=attack.side)


def _plural(verb: str, count: int) -> str:
    """The verb for one army or several: "assaults", "assault"."""
    if count == 1:
        return verb
    return " ".join(word[:-1] if word in _VERBS else word for word in verb.split())


_VERBS = ("attacks", "assaults", "sorties", "lands")


@teller(AttackAnswered)
def attack_answered(event: AttackAnswered) -> Entry:
    if event.to:
        text = f"{hq_name(event.hq)} refuses combat and goes to {place(event.to)}"
        return entry(text, "7.9/3", place=event.to)
    return entry(f"{hq_name(event.hq)} does not refuse combat", "7.9/3")


@teller(ReliefJoined)
def relief_joined(event: ReliefJoined) -> Entry:
    if not event.hqs:
        return entry(f"nobody from {place(event.spot)} joins the relief", "5.2/8", place=event.spot)
    text = f"{hqs(event.hqs)} {'joins' if len(event.hqs) == 1 else 'join'} the relief from inside"
    return entry(text, "5.2/8", place=event.spot)


@teller(DefenceSupported)
def defence_supported(event: DefenceSupported) -> Entry:
    if not event.fleets:
        return entry("no gunboats help the defence", "13.1/4", place=event.spot)
    text = f"{fleets(event.fleets)} {'helps' if len(event.fleets) == 1 else 'help'} the defence"
    return entry(text, "13.1/4", place=event.spot)


@teller(ArmiesShown)
def armies_shown(event: ArmiesShown) -> Entry:
    lines = [f"attacker {line}" for line in by_group(event.attackers)]
    lines += [f"defender {line}" for line in by_group({**event.defenders, **event.leaderless})]
    lines += [f"defender the fort in {place(event.fort)}"] if event.fort else []
    text = f"the armies in {place(event.spot)} are in the open: {_all(event.attackers)} against"
    defence = _all({**event.defenders, **event.leaderless})
    fort = " and a fort" if event.fort else ""
    return entry(f"{text} {defence}{fort}", "6.4/19", *lines, place=event.spot)


def _all(of: Mapping[str, Units]) -> str:
    return f"{sum(units.total for units in of.values())} CP"


@teller(RoundFired)
def round_fired(event: RoundFired) -> Entry:
    shelter = [PROTECTIONS[each] for each in event.protected]
    lines = [f"attackers hit on a 6: the defenders have {listed(shelter)} (7.2/1)"] if shelter else []
    lines += [line for side, fired in event.volleys.items() for line in _fired(side, fired)]
    for side, hits in event.hits.items():
        taken = event.taken.get(side, hits)
        over = f", {hits - taken} of them more than there is to lose (7.6/7)" if hits > taken else ""
        lines.append(f"{side_name(side)}: {counted(hits, 'hit')} in all{over}")
    text = f"round {event.round} in {place(event.spot)}: {_hits(event.hits)}"
    return entry(text, "7/2", *lines, place=event.spot)


def _hits(hits: Mapping[str, int]) -> str:
    return ", ".join(f"{side_name(side)} scores {counted(count, 'hit')}" for side, count in hits.items())


def _fired(side: str, volleys: Iterable[Volley]) -> list[str]:
    return [f"{side_name(side)}, {volley_words(side, volley)}" for volley in volleys]


def volley_words(side: str, volley: Volley) -> str:
    """A volley of a side with its arithmetic: "infantry of Grant: dice 3 and 5, 5 or more hits; 1 hit"."""
    added = f"; {sums(volley.modifiers, side)} on each" if volley.modifiers else ""
    aimed = f" at {target(volley.target)}" if volley.target else ""
    return (
        f"{shooter(volley)}{aimed}: {dice(volley.dice)}, {volley.needs} or more hits{added};"
        f" {counted(volley.hits, 'hit')}"
    )


def shooter(volley: Volley) -> str:
    """Who fires: "infantry of Grant", "the fort in Vicksburg", "gunboat fleet 1"."""
    if volley.unit == "fort":
        return f"the fort in {place(volley.source)}"
    named = fleet(volley.source)
    return named if named != volley.source else f"{volley.unit} of {group(volley.source)}"


@teller(LossesTaken)
def losses_taken(event: LossesTaken) -> Entry:
    lines = by_group(event.losses)
    lines += [f"the fort loses {counted(event.fort, 'step')} (7.6/6)"] if event.fort else []
    total = sum(units.total for units in event.losses.values())
    fort = f" and {counted(event.fort, 'step')} of its fort" if event.fort else ""
    text = f"{side_name(event.side)} loses {total} CP{fort}"
    return entry(text, event.why, *lines, place=event.spot, side=event.side)


@teller(CombatDecided)
def combat_decided(event: CombatDecided) -> Entry:
    """The event is the same on land and at sea; in a port it may be either."""
    text = f"after round {event.round} {side_name(event.side)} {CHOICES[event.choice]}"
    rule = "12.2/4" if event.choice == "besiege" else _deciding(event.spot)
    return entry(text, rule, place=event.spot, side=event.side)


def _deciding(spot: str) -> str:
    """The clause, or the chapter in a port, by which a side stays or withdraws in a place."""
    if spot not in board().sails:
        return "7.6/8"
    return "7" if spot in board().zones else "7.12/1"


@teller(BattleDecided)
def battle_decided(event: BattleDecided) -> Entry:
    text = f"{side_name(event.winner)} wins in {place(event.spot)}"
    lines = [_losses(event.losses)]
    lines += [f"the armies of {side_name(event.leaves)} have to leave (7.8/3)"] if event.leaves else []
    lines += ["the attacker besieges (12.2/1)"] if event.besieges else []
    return entry(text, event.why, *lines, place=event.spot, side=event.winner)


def _losses(losses: Mapping[str, int]) -> str:
    return "lost in all rounds: " + ", ".join(f"{side_name(side)} {losses.get(side, 0)} CP" for side in SIDES)


@teller(BattleEnded)
def battle_ended(event: BattleEnded) -> Entry:
    if not event.rounds:
        return entry(f"no combat in {place(event.spot)}", event.why, place=event.spot)
    lines = [_losses(event.losses), f"{counted(event.rounds, 'round')} fought"]
    lines += ["the place is besieged (12.2/1)"] if event.besieged else []
    won = f"{side_name(event.winner)} has won" if event.winner else "nobody has won"
    text = f"the combat in {place(event.spot)} is over: {won}"
    return entry(text, event.why, *lines, place=event.spot, side=event.winner)


@teller(CpEliminated)
def cp_eliminated(event: CpEliminated) -> Entry:
    total = sum(units.total for units in event.losses.values())
    text = f"{total} CP of {side_name(event.side)} in {place(event.spot)} are eliminated"
    return entry(text, event.why, *by_group(event.losses), place=event.spot, side=event.side)


@teller(SitePointsScored)
def site_points_scored(event: SitePointsScored) -> Entry:
    text = f"{side_name(event.side)} scores {event.points} victory points at {place(event.zone)}"
    line = f"historical site {event.site}; {event.total} points of sites so far"
    return entry(text, "18/1", line, place=event.zone, side=event.side)


@teller(NavalCombatOpened)
def naval_combat_opened(event: NavalCombatOpened) -> Entry:
    meeting = event.meeting
    enemy = "the fort" if meeting.fort else f"the fleets of {side_name(ENEMY[meeting.side])}"
    verb = "attacks" if len(meeting.fleets) == 1 else "attack"
    text = f"{fleets(meeting.fleets)} of {side_name(meeting.side)} {verb} {enemy} in {place(meeting.place)}"
    rule = "7.13.2/1" if meeting.fort else "4/14"
    return entry(text, rule, place=meeting.place, side=meeting.side)


@teller(GunsAimed)
def guns_aimed(event: GunsAimed) -> Entry:
    aimed = [f"{counted(count, 'die', 'dice')} at {target(each)}" for each, count in event.targets.items()]
    text = f"{side_name(event.side)} aims {listed(aimed) or 'nothing'}"
    return entry(text, "7.10/1", side=event.side)


@teller(BroadsidesFired)
def broadsides_fired(event: BroadsidesFired) -> Entry:
    lines = [line for side, fired in event.volleys.items() for line in _fired(side, fired)]
    hits = {side: sum(by_target.values()) for side, by_target in event.hits.items()}
    text = f"round {event.round} at sea, {place(event.place)}: {_hits(hits)}"
    return entry(text, "7/2", *lines, place=event.place)


@teller(StepsLost)
def steps_lost(event: StepsLost) -> Entry:
    lines = [f"{fleet(id)}: {counted(count, 'step')}" for id, count in event.steps.items() if count]
    lines += [f"sunk: {fleets(event.sunk)}"] if event.sunk else []
    lines += [f"{hqs(event.drowned)} lost with the army aboard (7.12/5)"] if event.drowned else []
    lines += [f"the fort in {place(event.fort)} loses a step (7.13.2/3)"] if event.fort else []
    steps = sum(event.steps.values())
    parts = [counted(steps, "step")] if steps or not event.fort else []
    parts += ["a step of its fort"] if event.fort else []
    text = f"{side_name(event.side)} loses {listed(parts)}"
    return entry(text, event.why, *lines, place=event.fort, side=event.side)


@quiet(NavalRoundEnded)
def naval_round_ended(event: NavalRoundEnded) -> Entry:
    return entry("both sides stay: a second round follows", "7.12/2")


@teller(NavalCombatEnded)
def naval_combat_ended(event: NavalCombatEnded) -> Entry:
    won = f"{side_name(event.winner)} has won" if event.winner else "nobody has won"
    text = f"the naval combat in {place(event.place)} is over: {won}"
    return entry(text, event.why, place=event.place, side=event.winner)
