"""The set-up of a battle, sealed or in the open (tactical/4 to /7, /55), and sealed orders in general."""

from collections.abc import Iterator
from random import Random

from ironclad.domain.games.eagle_variant.position.battles import (
    COLUMNS,
    RESERVE,
    BattleOrders,
    Stance,
    StandingOrders,
)
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.registry import Play, eagle
from ironclad.domain.games.eagle_variant.rules.c06_tactical.commands import (
    GiveBattleOrders,
    SealSetUp,
    SetUpArmy,
    Spaces,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.events import (
    ArmySetUp,
    BattleOrdersSealed,
    FightBegan,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    battle_of,
    brigades,
    fielded,
    put,
)
from ironclad.domain.games.eagle_variant.rules.c06_tactical.opening import stage
from ironclad.domain.games.eagle_variant.rules.c06_tactical.orders import (
    check_standing,
    orders_of,
    takes_over,
)
from ironclad.domain.kernel.engine.citations import Refused, require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn import asking

LETTERS = {"left": "l", "center": "c", "right": "r", RESERVE: "v"}
BOX_OF = {letter: box for box, letter in LETTERS.items()}
SEALED, OPEN = "sealed_set_up", "open_set_up"
ANSWERED_BY_ORDERS = ("battle_phase", "pursuit")


@rule("tactical/4")
def to_set_up(position: Position, army: str) -> tuple[str, ...]:
    """The units that an army sets up: all that start, but for those that have to start in reserve."""
    boxes = battle_of(position).boxes
    return tuple(id for id in fielded(position, army) if boxes.get(id) != RESERVE)


@rule("tactical/7")
def no_choice(position: Position, army: str) -> bool:
    """Whether a set-up is a matter of course: one column, and one brigade to put into it."""
    units = to_set_up(position, army)
    return battle_of(position).columns == 1 and len(units) == 1


@rule("tactical/4", "tactical/5")
def check_set_up(position: Position, army: str, spaces: Spaces) -> None:
    """Refuse a set-up that leaves a unit out, names one twice, or leaves a line without a brigade."""
    battle, units = battle_of(position), to_set_up(position, army)
    known = (*battle.lines, RESERVE)
    for box in spaces:
        require(box in known, "tactical/4", f"units are set up in {', '.join(known)}, not in {box!r}")
    named = [id for ids in spaces.values() for id in ids]
    for id in named:
        require(id in units, "tactical/4", f"{id!r} is no unit that you set up")
    require(len(set(named)) == len(named), "tactical/4", "each unit is set up once")
    require(len(named) == len(units), "tactical/4", "every unit that starts is set up")
    for line in battle.lines:
        held = brigades(position, spaces.get(line, ()))
        require(held, "tactical/5", f"no brigade is set up in the {line} line")


def coded(position: Position, army: str, spaces: Spaces) -> str:
    """A set-up as a letter for each unit, as it is sealed: its length is that of the army."""
    of = {id: LETTERS[box] for box, ids in spaces.items() for id in ids}
    return "".join(of[id] for id in to_set_up(position, army))


def decoded(position: Position, army: str, code: str) -> Spaces:
    """The set-up of `coded`, by space, with the units that have to start in reserve."""
    found: dict[str, list[str]] = {}
    for id, letter in zip(to_set_up(position, army), code, strict=True):
        found.setdefault(BOX_OF[letter], []).append(id)
    boxes = battle_of(position).boxes
    forced = [id for id in fielded(position, army) if boxes.get(id) == RESERVE]
    if forced:
        found.setdefault(RESERVE, []).extend(forced)
    return {box: tuple(found[box]) for box in (*COLUMNS, RESERVE) if box in found}


@stage("set_up")
@rule("tactical/6", "battle-initiative/4")
def set_up(play: Play) -> None:
    """Both set-ups are due at once, sealed; where initiative lets one side watch, the other is first."""
    battle = battle_of(play.position)
    waits = [army for army in battle.armies if army not in battle.given]
    if obvious := next((army for army in waits if no_choice(play.position, army)), None):
        play.emit(ArmySetUp(obvious, decoded(play.position, obvious, LETTERS[COLUMNS[1]])))
    elif battle.sees:
        _in_turn(play, waits, battle.sees)
    elif waits:
        seats = [battle.players[army] for army in waits]
        asking.ask_all(play, seats, SEALED, "tactical/6", space=battle.space, columns=battle.columns)
    else:
        _reveal(play)


def _in_turn(play: Play, waits: list[str], sees: str) -> None:
    battle = battle_of(play.position)
    if not waits:
        _reveal(play)
        return
    army = next((each for each in waits if each != sees), sees)
    asking.ask(
        play, battle.players[army], OPEN, "battle-initiative/4", space=battle.space, columns=battle.columns
    )


@rule("tactical/6")
def _reveal(play: Play) -> None:
    """Sealed set-ups are shown together; the fight begins."""
    battle = battle_of(play.position)
    for army in battle.armies:
        if not placed(play.position, army):
            code = orders_of(play.position, battle.players[army]).set_up
            play.emit(ArmySetUp(army, decoded(play.position, army, code)))
    play.emit(FightBegan(battle.space, battle.first))


def placed(position: Position, army: str) -> bool:
    """Whether the units of an army are on the battle map."""
    boxes = battle_of(position).boxes
    return all(id in boxes for id in fielded(position, army))


@eagle.check(SealSetUp, SEALED)
def _check_seal(position: Position, due: Due, command: SealSetUp) -> None:
    check_set_up(position, battle_of(position).army_of(due.seat), command.spaces)
    check_standing(command.standing)


@eagle.carry_out(SealSetUp)
@rule("tactical/55")
def _seal(play: Play, due: Due, command: SealSetUp) -> None:
    asking.close(play, due)
    army = battle_of(play.position).army_of(due.seat)
    orders = play.position.battle_orders.get(due.seat, BattleOrders())
    code = coded(play.position, army, command.spaces)
    _state(play, due.seat, BattleOrders(code, command.standing or orders.standing), set_up=True)


@eagle.check(SetUpArmy, OPEN)
def _check_open(position: Position, due: Due, command: SetUpArmy) -> None:
    check_set_up(position, battle_of(position).army_of(due.seat), command.spaces)
    check_standing(command.standing)


@eagle.carry_out(SetUpArmy)
def _open(play: Play, due: Due, command: SetUpArmy) -> None:
    asking.close(play, due)
    army = battle_of(play.position).army_of(due.seat)
    orders = play.position.battle_orders.get(due.seat, BattleOrders())
    code = coded(play.position, army, command.spaces)
    _state(play, due.seat, BattleOrders("", command.standing or orders.standing), set_up=False)
    play.emit(ArmySetUp(army, decoded(play.position, army, code)))


@eagle.check(GiveBattleOrders)
@rule("tactical/6", "tactical/57")
def _check_orders(position: Position, due: Due, command: GiveBattleOrders) -> None:
    """Standing orders are changed at any time; a sealed set-up until the other is in too."""
    battle = position.battle
    require(battle is not None, "tactical/57", "there is no battle under way")
    assert battle is not None
    decides = due.seat in battle.players.values()
    require(decides, "tactical/57", "you decide for no army in this battle")
    require(not battle.beaten or battle.stage in ("beaten", "pursuit"), "tactical/57", "the battle is over")
    if command.spaces is not None:
        army = battle.army_of(due.seat)
        waits = any(each.kind == SEALED and each.seat != due.seat for each in position.agenda.due)
        sealed = battle.stage == "set_up" and army in battle.given and not placed(position, army)
        require(sealed and waits, "tactical/6", "you have no sealed set-up that may be replaced now")
        check_set_up(position, army, command.spaces)
    check_standing(command.standing)


@eagle.carry_out(GiveBattleOrders)
@rule("tactical/55")
def _give_orders(play: Play, due: Due, command: GiveBattleOrders) -> None:
    """One event whatever was changed: nobody else learns whether a set-up was replaced."""
    seat, army = due.seat, battle_of(play.position).army_of(due.seat)
    orders = play.position.battle_orders.get(due.seat, BattleOrders())
    code = orders.set_up if command.spaces is None else coded(play.position, army, command.spaces)
    _state(play, due.seat, BattleOrders(code, command.standing or orders.standing), set_up=False)
    if battle_of(play.position).stage in ("fight", "pursuit") and takes_over(play.position, army):
        asking.overtake(play, lambda due: due.seat == seat and due.kind in ANSWERED_BY_ORDERS)


def _state(play: Play, seat: str, orders: BattleOrders, set_up: bool) -> None:
    army = battle_of(play.position).army_of(seat)
    play.emit(BattleOrdersSealed(army, seat, set_up, Secret((seat,), orders)))


@eagle.evolves(BattleOrdersSealed)
def _sealed(position: Position, event: BattleOrdersSealed) -> None:
    battle = battle_of(position)
    position.battle = battle.with_(
        ordered=tuple(sorted({*battle.ordered, event.army})),
        given=tuple(sorted({*battle.given, *([event.army] if event.set_up else [])})),
    )
    unknown = BattleOrders("?")
    if (orders := event.orders.known(unknown)) is not unknown:
        position.battle_orders[event.seat] = orders


@eagle.evolves(ArmySetUp)
def _army_set_up(position: Position, event: ArmySetUp) -> None:
    put(position, {id: box for box, ids in event.spaces.items() for id in ids})
    battle = battle_of(position)
    position.battle = battle.with_(given=tuple(sorted({*battle.given, event.army})))


@eagle.evolves(FightBegan)
def _fight_began(position: Position, event: FightBegan) -> None:
    """The set-ups are open now; of sealed orders only the standing ones are left."""
    position.battle = battle_of(position).with_(stage="fight")
    for seat, orders in position.battle_orders.items():
        position.battle_orders[seat] = BattleOrders("", orders.standing)


@eagle.offer(SEALED, OPEN)
def _offer(position: Position, due: Due) -> Iterator[Command]:
    """A few set-ups: brigades spread over the lines, all of them or with some in reserve."""
    army = battle_of(position).army_of(due.seat)
    found: list[Spaces] = []
    for held_back in range(3):
        spaces = spread(position, army, held_back)
        if spaces not in found and _passes(position, army, spaces):
            found.append(spaces)
    return (answer(due, spaces) for spaces in found)


def _passes(position: Position, army: str, spaces: Spaces) -> bool:
    try:
        check_set_up(position, army, spaces)
    except Refused:
        return False
    return True


def answer(due: Due, spaces: Spaces, standing: StandingOrders | None = None) -> Command:
    """The command that sets an army up."""
    if due.kind == SEALED:
        return SealSetUp(spaces=spaces, standing=standing)
    return SetUpArmy(spaces=spaces, standing=standing)


def spread(position: Position, army: str, held_back: int) -> Spaces:
    """Brigades dealt out over the lines in the order of their kinds, the last few of them in reserve.

    Leaders go to the lines after the brigades.
    """
    units = to_set_up(position, army)
    own = brigades(position, units)
    front = own[: len(own) - held_back] if held_back else own
    lines = battle_of(position).lines
    found: dict[str, list[str]] = {line: [] for line in lines}
    leaders = [id for id in units if id not in own]
    for index, id in enumerate((*front, *leaders)):
        found[lines[index % len(lines)]].append(id)
    if back := own[len(front) :]:
        found[RESERVE] = list(back)
    return {box: tuple(ids) for box, ids in found.items()}


@eagle.sample(SEALED, OPEN)
def _sample(position: Position, due: Due, random: Random) -> Command:
    """A random set-up, with standing orders now and then."""
    battle = battle_of(position)
    army = battle.army_of(due.seat)
    units = list(to_set_up(position, army))
    random.shuffle(units)
    own = list(brigades(position, tuple(units)))
    found: dict[str, list[str]] = {line: [own.pop()] for line in battle.lines}
    used = {id for ids in found.values() for id in ids}
    for id in units:
        if id not in used:
            found.setdefault(random.choice((*battle.lines, RESERVE)), []).append(id)
    standing = None
    if random.random() < 0.3:
        stance: Stance = random.choice(("ask", "stand", "fire", "charge"))
        standing = StandingOrders(stance, ("artillery",), withdraw_at=random.randrange(3), pursue="all")
    return answer(due, {box: tuple(ids) for box, ids in found.items()}, standing)
