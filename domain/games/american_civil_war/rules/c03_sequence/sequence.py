"""The sequence of play (3.2): which step comes next, and what is decided in it.

Chapters register what happens in a step (`@step`) and how something under way continues (`@under_way`).
`proceed` runs after every command until a decision is due or the game has ended.
"""

from collections.abc import Callable

from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, ENEMY, UNION, Position
from ironclad.domain.games.american_civil_war.position.units import READY
from ironclad.domain.games.american_civil_war.registry import GameEnded, Play, StepBegan, acw, close
from ironclad.domain.games.american_civil_war.rules.c07_railroads.rail_lines import start_impulse_rails
from ironclad.domain.games.american_civil_war.rules.c12_entrenchments.works import start_impulse_forts
from ironclad.domain.kernel.engine.citations import rule
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.engine.records import Outcome

AFTER = {
    ("setup", "union"): ("setup", "confederate"),
    ("setup", "confederate"): ("recruitment", "union"),
    ("recruitment", "union"): ("recruitment", "confederate"),
    ("recruitment", "confederate"): ("recruitment", "confederate_forts"),
    ("recruitment", "confederate_forts"): ("recruitment", "union_construction"),
    ("recruitment", "union_construction"): ("recruitment", "confederate_construction"),
    ("recruitment", "confederate_construction"): ("initiative", "roll"),
    ("initiative", "roll"): ("operations", "supply"),
    ("operations", "supply"): ("operations", "placement"),
    ("operations", "placement"): ("operations", "movement"),
    ("operations", "movement"): ("operations", "surrender"),
    ("operations", "surrender"): ("operations", "supply"),  # or the Victory Check Phase
    ("victory_check", "check"): ("political", "election"),
    ("political", "election"): ("political", "draft"),
    ("political", "draft"): ("political", "kentucky"),
    ("political", "kentucky"): ("political", "diplomacy"),
    ("political", "diplomacy"): ("administrative", "end"),
    ("administrative", "end"): ("recruitment", "union"),  # of the next turn
}

Stage = Callable[[Play], None]
STEPS: dict[tuple[str, str], Stage] = {}
CONTEXTS: dict[str, Stage] = {}
CONTEXT_ORDER = (  # innermost first
    "battle", "naval_combat", "deployment", "reaction", "recruitment", "sailing", "placing", "moving",
)  # fmt: skip


class InitiativeRolled(Event, frozen=True, tag_field="type", tag="initiative_rolled"):
    """Both sides rolled for initiative; the higher is First Player, the Confederate winning ties (3.2.1)."""

    union_die: int
    confederate_die: int
    first_player: str


def step(phase: str, name: str) -> Callable[[Stage], Stage]:
    """Register what happens in a step: ask for a decision, or act and call `next_step`.

    Called whenever the step is current with nothing due and nothing under way: when it begins, and again
    after an interruption.
    """

    def register(function: Stage) -> Stage:
        STEPS[phase, name] = function
        return function

    return register


def under_way(field: str) -> Callable[[Stage], Stage]:
    """Register how a context (a field of Position named in CONTEXT_ORDER) continues when nothing is due.

    The function asks for a decision, or emits events until the context is gone.
    """

    def register(function: Stage) -> Stage:
        CONTEXTS[field] = function
        return function

    return register


def proceed(play: Play) -> None:
    """Carry the game on to the next decision that is due, or to its end."""
    while not waits(play.position):
        go_on(play)


def waits(position: Position) -> bool:
    """Whether nothing happens of itself: a decision is due, or the game has ended."""
    return position.due is not None or position.ended is not None


def go_on(play: Play) -> None:
    """Carry out the next thing that happens of itself: of what is under way the innermost, else the step."""
    position = play.position
    for field in CONTEXT_ORDER:
        if getattr(position, field) is not None:
            CONTEXTS[field](play)
            return
    STEPS[position.phase, position.step](play)


@rule("3.2/1", "3.2.1/4", "3.2.2/1")
def successor(position: Position) -> StepBegan:
    """The step that follows the current one in the order of 3.2.1 and 3.2.2."""
    phase, name = AFTER[position.phase, position.step]
    turn, impulse, player = position.turn, position.impulse, position.player
    if (position.phase, position.step) == ("operations", "surrender"):
        if player == position.initiative:
            player = ENEMY[player]
        elif impulse == 1:
            impulse, player = 2, position.initiative
        else:
            phase, name = "victory_check", "check"
    elif phase == "operations" and name == "supply":
        impulse, player = 1, position.initiative
    elif position.phase == "administrative":
        turn, impulse = turn + 1, 1
    if phase in ("setup", "recruitment"):
        player = name.partition("_")[0]
    return StepBegan(turn, phase, name, impulse, player)


def next_step(play: Play) -> None:
    """Close what is due and begin the step that follows."""
    close(play)
    play.emit(successor(play.position))


def end_game(play: Play, winner: str | None, reason: str, rule_id: str) -> None:
    """The rules end the game; None as winner is a draw."""
    play.emit(GameEnded(Outcome(winner, reason, rule_id)))


@step("initiative", "roll")
@rule("3.2.1/3", "2.0/1")
def roll_initiative(play: Play) -> None:
    """Each side rolls 1d6; the higher is First Player for the turn's operations, the CS winning ties."""
    (union_die,) = play.roll("initiative, Union", "3.2.1/3")
    (confederate_die,) = play.roll("initiative, Confederate", "3.2.1/3")
    first = UNION if union_die > confederate_die else CONFEDERATE
    play.emit(InitiativeRolled(union_die, confederate_die, first))
    next_step(play)


@acw.evolves(InitiativeRolled)
def _initiative_rolled(position: Position, event: InitiativeRolled) -> None:
    position.initiative = event.first_player


@acw.evolves(StepBegan)
def _step_began(position: Position, event: StepBegan) -> None:
    """A new impulse makes every unit ready again; a new turn lifts what lasted for the old one."""
    new_turn = event.turn != position.turn
    position.turn, position.phase, position.step = event.turn, event.phase, event.step
    position.impulse, position.player = event.impulse, event.player
    if event.phase == "operations" and event.step == "supply":
        _all_ready(position)
    if new_turn:
        position.initiative = ""
        position.union_asp_lost_before, position.union_asp_lost = position.union_asp_lost, 0
        position.militia_called = ()
        position.built_now = ()
        _unbind(position)


def _all_ready(position: Position) -> None:
    start_impulse_rails(position)
    start_impulse_forts(position)
    for side, stacks in position.forces.items():
        for hex_id, groups in list(stacks.items()):
            if any(group.activity != READY for group in groups):
                position.alter(side, hex_id, lambda group: group.with_(activity=READY))
    for letter, leader in position.leaders.items():
        if leader.activity != READY:
            position.leaders[letter] = leader.with_(activity=READY)
    for name, vessel in position.vessels.items():
        if vessel.activity != READY:
            position.vessels[name] = vessel.with_(activity=READY)
    position.river_moves.clear()


def _unbind(position: Position) -> None:
    """The limits of turn 1 on the Confederate set-up end with it (3.1.3/3)."""
    for side, stacks in position.forces.items():
        for hex_id, groups in list(stacks.items()):
            if any(group.bound for group in groups):
                position.alter(side, hex_id, lambda group: group.with_(bound=""))
