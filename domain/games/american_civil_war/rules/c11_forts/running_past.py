"""Running past a fort instead of fighting it (11.6): the fort alone fires, half a die of shots a hexside."""

from collections.abc import Iterator

from ironclad.domain.games.american_civil_war.position.in_progress import NavalCombat
from ironclad.domain.games.american_civil_war.position.state import ENEMY, Position
from ironclad.domain.games.american_civil_war.registry import Play, acw, ask, changed, close
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval import moved_to
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_fire import fighting, forts_at, shoot
from ironclad.domain.games.american_civil_war.rules.c13_naval.naval_repair import DAMAGED, repair_on_arrival
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command, Event
from ironclad.domain.kernel.engine.records import Due, Option


class FireAtRunner(
    Command, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="fire_at_runner"
):
    """Name the vessel at which a fort fires its next shot while it is run past (11.6)."""

    target: str


class RunBegan(Event, frozen=True, tag_field="type", tag="run_began"):
    """Vessels of a side run past enemy forts on a hexside (11.6)."""

    hexside: str
    side: str
    vessels: tuple[str, ...]
    rule: str = "11.6/2"


class FortShotsRolled(Event, frozen=True, tag_field="type", tag="fort_shots_rolled"):
    """How often a fort fires on vessels that run past it: half of the die."""

    hex: str
    die: int
    shots: int
    rule: str = "11.6/2"


class RunResolved(Event, frozen=True, tag_field="type", tag="run_resolved"):
    """The forts beside a hexside have done firing; turned_back: damaged vessels, now back at `start`."""

    hexside: str
    side: str
    turned_back: tuple[str, ...]
    start: str
    rule: str = "11.6/4"


@rule("11.6/2", "2.0/2")
def begin_run(play: Play, hexside: str, side: str) -> None:
    """Begin the fire of the forts beside a hexside; position.sailing names the vessels that run past."""
    position = play.position
    sailing = position.sailing
    assert sailing is not None
    play.emit(RunBegan(hexside, side, sailing.vessels))
    up = position.options.get("fort_shots") != "down"
    for hex_id in forts_at(position, hexside, ENEMY[side]):
        (die,) = play.roll(f"shots of the fort in {hex_id}", "11.6/2")
        play.emit(FortShotsRolled(hex_id, die, (die + up) // 2))


def runners(position: Position) -> tuple[str, ...]:
    """The vessels of the run that are still afloat on the hexside where they are fired at."""
    sailing = position.sailing
    assert sailing is not None
    vessels = position.vessels
    return tuple(name for name in sailing.vessels if name in vessels and vessels[name].at == sailing.at)


@rule("11.6/3", "11.6/4")
def carry_on_run(play: Play) -> None:
    """Fire the shots that are left, asking for each target among several; then the damaged turn back."""
    position = play.position
    combat, sailing = fighting(position), position.sailing
    assert sailing is not None
    left = runners(position)
    gun = next((fort for fort, count in combat.shots if count), "")
    enemy = ENEMY[combat.side]
    if gun and left:
        if len(left) == 1:
            shoot(play, enemy, gun, left[0])
        else:
            ask(play, enemy, "fort_target", "11.6/3", hexside=combat.hexside, fort=gun, targets=list(left))
        return
    back = tuple(name for name in left if position.vessels[name].state == DAMAGED)
    play.emit(RunResolved(combat.hexside, combat.side, back, sailing.start))
    repair_on_arrival(play, back)


@acw.check(FireAtRunner, "fort_target")
@rule("11.6/3")
def _check_target(position: Position, due: Due, command: FireAtRunner) -> None:
    left = runners(position)
    require(command.target in left, "11.6/3", f"{command.target} is not in the running force")


@acw.carry_out(FireAtRunner)
def _fire_at_runner(play: Play, due: Due, command: FireAtRunner) -> None:
    gun = next(fort for fort, count in fighting(play.position).shots if count)
    close(play)
    shoot(play, due.seat, gun, command.target)


@acw.evolves(RunBegan)
def _run_began(position: Position, event: RunBegan) -> None:
    position.naval_combat = NavalCombat(event.hexside, event.side, run=True)


@acw.evolves(FortShotsRolled)
def _fort_shots_rolled(position: Position, event: FortShotsRolled) -> None:
    combat = fighting(position)
    position.naval_combat = changed(combat, shots=(*combat.shots, (event.hex, event.shots)))


@acw.evolves(RunResolved)
def _run_resolved(position: Position, event: RunResolved) -> None:
    position.naval_combat = None
    for name in event.turned_back:
        position.vessels[name] = moved_to(position.vessels[name], event.start)


@acw.offer("fort_target")
def _offer_targets(position: Position, due: Due) -> Iterator[Command]:
    for name in runners(position):
        yield FireAtRunner(target=name)


OPTIONS = {
    "fort_shots": Option(
        "11.6/2", "Whether the halved die of a fort that is run past rounds up or down.", ("up", "down")
    ),
}
COMMANDS = (FireAtRunner,)
EVENTS = (RunBegan, FortShotsRolled, RunResolved)
