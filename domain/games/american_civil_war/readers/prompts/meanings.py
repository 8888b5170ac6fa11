"""What each answer to a decision means, for a player who is about to choose one.

What an answer certainly brings about is foreseen by carrying it out (domain/kernel/engine/foresight.py);
here is what only the dice or a later step will settle.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ironclad.domain.games.american_civil_war.board.names import agree, counted, listed, place
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.position.units import strength
from ironclad.domain.games.american_civil_war.readers.prompts.saying import described
from ironclad.domain.games.american_civil_war.rules.c04_recruiting.militia import CallOutMilitia, PlaceMilitia
from ironclad.domain.games.american_civil_war.rules.c05_movement.rally import (
    NEEDED,
    NEEDED_IN_ZONE,
    Rally,
    rallies,
    rally_modifiers,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reacting import untried_leaders
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction import AttemptReaction
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.reaction_events import (
    SUCCESS_FROM,
    the_reaction,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.water_reaction import (
    AttemptVesselReaction,
)
from ironclad.domain.games.american_civil_war.rules.c06_zones_and_reaction.zones import in_primary
from ironclad.domain.games.american_civil_war.rules.c09_battle.draws import RetreatOrStand
from ironclad.domain.games.american_civil_war.rules.c09_battle.fighting import current, force_of
from ironclad.domain.games.american_civil_war.rules.c09_battle.leaders import CreateLeader
from ironclad.domain.games.american_civil_war.rules.c09_battle.losses import TakeLosses
from ironclad.domain.games.american_civil_war.rules.c09_battle.preparing import (
    ChooseLeader,
    ChooseParticipants,
    UseBattleSupply,
)
from ironclad.domain.games.american_civil_war.rules.c09_battle.retreat import Retreat
from ironclad.domain.games.american_civil_war.rules.c11_forts.running_past import FireAtRunner
from ironclad.domain.games.american_civil_war.rules.c11_forts.sieges import HoldSiege
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_combat import FireAt
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_fire import needed_by
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_support import (
    PER_VESSEL,
    SupportWithVessels,
)
from ironclad.domain.games.american_civil_war.rules.c15_politics.kentucky import Deploy
from ironclad.domain.games.american_civil_war.rules.c15_politics.politics import DeclareDraft, draft_markers
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Note

Meant = Callable[[Position, Due, Any], Iterable[Note]]
C = TypeVar("C", bound=Command)
FACES = 6

_STRENGTH = Note(
    "Raw strength points decide the ratio and the losses; points over the limit do not fight.", "9.2/2"
)
_LEADS = Note("He adds his rating to the strength, but no more than the points that fight.", "9.3/3")
_MEANT: dict[type[Command], Meant] = {}


def meaning(position: Position, due: Due, command: Command) -> tuple[Note, ...]:
    """What an answer means beyond what it certainly brings about: chances, bonuses, what follows later."""
    meant = _MEANT.get(type(command))
    return () if meant is None else tuple(meant(position, due, command))


def _means(kind: type[C]) -> Callable[[Callable[[Position, Due, C], Iterable[Note]]], Meant]:
    def register(function: Callable[[Position, Due, C], Iterable[Note]]) -> Meant:
        _MEANT[kind] = function
        return function

    return register


def _chance(needed: int, bonus: int = 0) -> str:
    """How likely one die is: "on 4 or more, 3 faces of 6"."""
    from_face = max(1, needed - bonus)
    if from_face > FACES:
        return "on no face of the die"
    faces = FACES + 1 - from_face
    return (
        f"on {from_face} or more, {counted(faces, 'face')} of 6"
        if from_face < FACES
        else "on a 6, 1 face of 6"
    )


@_means(AttemptReaction)
def _attempt(position: Position, due: Due, command: AttemptReaction) -> Iterable[Note]:
    letters = command.leaders
    if letters is None:
        letters = untried_leaders(position, the_reaction(position), command.hex)
    best = max(letters, key=lambda letter: position.leaders[letter].rating, default="")
    bonus = position.leaders[best].rating if best else 0
    led = f" with leader {best} ({bonus:+d})" if bonus else ""
    yield Note(
        f"It succeeds {_chance(SUCCESS_FROM, bonus)}{led}; then it may move one hex, or stay.", "6.4/3"
    )
    yield Note("If it fails, it stays, and may try again when the enemy leaves another hex.", "6.4/8")


@_means(AttemptVesselReaction)
def _vessel_attempt(position: Position, due: Due, command: AttemptVesselReaction) -> Iterable[Note]:
    bonus = max((position.leaders[letter].rating for letter in command.leaders or ()), default=0)
    yield Note(f"It succeeds {_chance(SUCCESS_FROM, bonus)}; then it may move, or stay.", "6.4/3")


@_means(ChooseParticipants)
def _participants(position: Position, due: Due, command: ChooseParticipants) -> Iterable[Note]:
    yield Note(f"These units fight: {described(command.units)}.", "9.2/2")
    yield _STRENGTH
    shaken = strength(group for group in command.units if group.demoralized)
    if 2 * shaken > strength(command.units):
        yield Note("More than half of them are demoralized: the outcome roll is 2 worse for you.", "9.4/2")


@_means(ChooseLeader)
def _leader(position: Position, due: Due, command: ChooseLeader) -> Iterable[Note]:
    if command.leader is None:
        yield Note("No rating is added, and no leader can be wounded, killed or promoted.", "9.12/3")
        return
    rating = position.leaders[command.leader].rating
    yield Note(f"Leader {command.leader} is rated {rating}. {_LEADS.text}", _LEADS.rule)
    yield Note("If a leader takes part, the outcome roll is 1 better for you.", "9.4/4")
    yield Note("After the battle he may be promoted, wounded or killed.", "9.12/3")


@_means(UseBattleSupply)
def _battle_supply(position: Position, due: Due, command: UseBattleSupply) -> Iterable[Note]:
    if command.use:
        yield Note(
            "In this battle they count as in supply; the battle supply is spent.", "8.4.1/2"
        )
    else:
        yield Note(
            "In this battle they count as out of supply; the battle supply is kept for another.", "8.4.1/2"
        )


@_means(SupportWithVessels)
def _support(position: Position, due: Due, command: SupportWithVessels) -> Iterable[Note]:
    battle = current(position)
    raw = strength(force_of(battle, due.seat))
    points = min(PER_VESSEL * len(command.vessels), raw)
    if points:
        yield Note(f"The defence gains {points}: 2 for each vessel, at most its own {raw}.", "13.7/2")
    else:
        yield Note("The defence has only its own strength.", "13.7/1")


@_means(TakeLosses)
def _losses(position: Position, due: Due, command: TakeLosses) -> Iterable[Note]:
    lost = strength(command.units)
    yield Note(f"{described(command.units)} {agree(lost, 'is', 'are')} eliminated.", "9.8/2")
    if due.seat == "union":
        yield Note("A third of all ASP that the Union loses in a turn returns in the next turn.", "4.1.1/3")


@_means(RetreatOrStand)
def _stand(position: Position, due: Due, command: RetreatOrStand) -> Iterable[Note]:
    if command.retreat:
        yield Note("You leave the hex to the enemy; your units are not demoralized.", "9.10.1/1")
    else:
        yield Note("If both stay, the side active next must attack there or leave with all.", "9.10.1/2")


@_means(Retreat)
def _retreat(position: Position, due: Due, command: Retreat) -> Iterable[Note]:
    if command.into:
        yield Note("They stay in the hex, inside their works.", "9.10.2/1")
    if due.seat == position.player:
        yield Note("They do nothing more in this impulse.", "9.10.3/2")


@_means(CreateLeader)
def _new_leader(position: Position, due: Due, command: CreateLeader) -> Iterable[Note]:
    if command.leader is None:
        yield Note("No leader is created, and the chance is lost.", "9.12/8")
    else:
        yield Note(
            f"Leader {command.leader} joins the force in {place(due.about['hex'])}, rated 0.", "9.12/8"
        )


@_means(HoldSiege)
def _hold(position: Position, due: Due, command: HoldSiege) -> Iterable[Note]:
    kept = strength(command.units)
    if kept:
        yield Note(
            "Units that hold the siege neither fight nor suffer losses, but retreat if the force is beaten.",
            "11.8.1/4",
        )
    else:
        yield Note("All besiegers fight, and ASP inside the fort may join the attack on them.", "11.8.1/3")


@_means(FireAt)
def _fire(position: Position, due: Due, command: FireAt) -> Iterable[Note]:
    yield Note(f"It hits {_chance(needed_by(position, command.unit))}.", "13.6/6")
    yield _effect(position, command.target)


@_means(FireAtRunner)
def _fire_at_runner(position: Position, due: Due, command: FireAtRunner) -> Iterable[Note]:
    yield Note(f"It hits {_chance(needed_by(position, due.about['fort']))}.", "13.6/6")
    yield _effect(position, command.target)


def _effect(position: Position, target: str) -> Note:
    """What a hit does to a vessel or a fort."""
    vessel = position.vessels.get(target)
    if vessel is not None:
        return Note(f"A hit {'damages' if vessel.state == 'sound' else 'sinks'} the vessel.", "13.6/7")
    whole = position.forts[target].state == "complete"
    return Note(f"A hit {'damages' if whole else 'silences'} the fort.", "13.6/8")


@_means(DeclareDraft)
def _draft(position: Position, due: Due, command: DeclareDraft) -> Iterable[Note]:
    markers = [f"{count} on turn {turn}" for turn, count in draft_markers(position.turn).items()]
    yield Note(f"More ASP for the Union: {listed(markers) or 'none before the game ends'}.", "4.1.3/2")
    yield Note("A die, halved and rounded up, lowers the Union's political status by 1 to 3.", "4.1.3/3")


@_means(CallOutMilitia)
def _militia(position: Position, due: Due, command: CallOutMilitia) -> Iterable[Note]:
    yield Note(
        "A state is called out once a turn; all its militia go home in the Administrative Phase.", "4.3/10"
    )


@_means(PlaceMilitia)
def _muster(position: Position, due: Due, command: PlaceMilitia) -> Iterable[Note]:
    yield Note("They defend like ASP, exert no zone of control and never attack.", "4.3/6")


@_means(Deploy)
def _deploy(position: Position, due: Due, command: Deploy) -> Iterable[Note]:
    yield Note("After this Kentucky's status never changes again.", "15.5.2/8")


@_means(Rally)
def _rally(position: Position, due: Due, command: Rally) -> Iterable[Note]:
    needed = NEEDED_IN_ZONE if in_primary(position, command.hex, ENEMY[due.seat]) else NEEDED
    modifiers = rally_modifiers(position, due.seat, command.hex)
    faces = [str(die) for die in range(1, FACES + 1) if rallies(die, modifiers, needed)]
    comes_off = f"is removed on {listed(faces)}" if faces else "is removed on no face of it"
    yield Note(f"One die is rolled for each marker of the worst unit: one marker {comes_off}.", "5.3.7/2")
    yield Note("The force does nothing else this impulse.", "5.3.7/5")
