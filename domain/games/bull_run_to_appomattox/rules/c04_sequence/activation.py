"""The activation phase (2.8, 4/9 to 4/13): whose turn it is to activate, and the activation under way."""

from collections.abc import Iterator

from ironclad.domain.games.bull_run_to_appomattox.board.charts import headquarters
from ironclad.domain.games.bull_run_to_appomattox.position.in_progress import Activation, PieceKind
from ironclad.domain.games.bull_run_to_appomattox.position.state import ENEMY, Position
from ironclad.domain.games.bull_run_to_appomattox.position.units import ON_MAP, Hq
from ironclad.domain.games.bull_run_to_appomattox.registry import (
    SETTLERS,
    Play,
    also_offers,
    brta,
    step,
    under_way,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.commands import (
    ActivateFleets,
    ActivateHq,
    ActivateRaider,
    EndActivation,
    PassActivation,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.events import (
    ActivationEnded,
    PieceActivated,
    Private,
    SidePassed,
    TurnTaken,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c04_sequence.standing import (
    check_standing,
    set_standing,
)
from ironclad.domain.games.bull_run_to_appomattox.rules.c05_zones.places import ground
from ironclad.domain.games.bull_run_to_appomattox.rules.c06_movement.sailing import check_end_of_voyage
from ironclad.domain.games.bull_run_to_appomattox.rules.c15_command.passing import check_passing, pass_units
from ironclad.domain.kernel.engine.citations import require, rule
from ironclad.domain.kernel.engine.codec import Command
from ironclad.domain.kernel.engine.records import Due, Option
from ironclad.domain.kernel.sight import Secret
from ironclad.domain.kernel.turn import asking

ORDERS_OF: dict[PieceKind, str] = {"hq": "hq_orders", "fleets": "fleet_orders", "raider": "raider_orders"}
FLEET_COST = RAIDER_COST = 1
NOTHING = Private()


@step("activation")
@rule("4/9")
def begin_phase(play: Play) -> None:
    """The side with initiative activates first."""
    play.emit(TurnTaken(play.position.initiative))


def is_done(position: Position, side: str) -> bool:
    """Whether a side activates nothing more in this turn (4/10)."""
    return side in position.passed or position.action_points.get(side, 0) <= 0


@rule("4/9", "4/10")
def following(position: Position, side: str) -> str:
    """The side that activates after one: the other, unless it is done; "" when both are."""
    return next((each for each in (ENEMY[side], side) if not is_done(position, each)), "")


@under_way("taking")
def ask_activation(play: Play) -> None:
    """The side whose turn it is activates a piece, or passes."""
    side = play.position.taking
    points = play.position.action_points[side]
    asking.ask(play, side, "activation", "4/9", action_points=points)


@brta.evolves(TurnTaken)
def _turn_taken(position: Position, event: TurnTaken) -> None:
    if not position.taking:
        for id, hq in position.hqs.items():
            if hq.state == ON_MAP:
                position.hqs[id] = hq.with_(began=hq.spot, still=True)
    position.taking = event.side
    position.activation = None


@rule("2.8/3")
def cost_of(hq: str) -> int:
    """The action points that an HQ's activation costs."""
    return headquarters()[hq].action_points


@brta.check(ActivateHq, "activation")
@rule("2.4/6", "2.8/6", "3/4", "7.13.3/14", "15/4")
def _check_activate_hq(position: Position, due: Due, command: ActivateHq) -> None:
    hq = position.hqs.get(command.hq)
    require(hq is not None and hq.side == due.seat, "2.8/3", f"you have no HQ {command.hq!r}")
    assert hq is not None
    name = headquarters()[command.hq].name
    require(hq.state == ON_MAP, "2.8/3", f"{name} is not on the map")
    require(not hq.active, "3/4", f"{name} is Active already")
    require(not hq.aboard, "7.13.3/14", f"{name} is aboard ship: activate the fleets")
    _check_cost(position, due.seat, cost_of(command.hq), name)


def _check_cost(position: Position, side: str, cost: int, what: str) -> None:
    left = position.action_points[side]
    require(cost <= left, "2.8/6", f"{what} costs {cost} AP, and you have {left}")


@brta.check(ActivateFleets, "activation")
@rule("2.8/4", "2.8/7")
def _check_activate_fleets(position: Position, due: Due, command: ActivateFleets) -> None:
    require(len(set(command.fleets)) == len(command.fleets), "2.8/7", "a fleet is named twice")
    for id in command.fleets:
        fleet = position.fleets.get(id)
        require(fleet is not None and fleet.side == due.seat, "2.8/4", f"you have no fleet {id!r}")
        assert fleet is not None
        require(not fleet.active, "3/4", f"{id} is Active already")
        first = position.fleets[command.fleets[0]]
        together = fleet.place == first.place and fleet.began == first.began
        require(together, "2.8/7", f"{id} did not begin the turn with {command.fleets[0]}")
    _check_one_convoy(position, command.fleets)
    _check_cost(position, due.seat, FLEET_COST, "a fleet group")


def _check_one_convoy(position: Position, fleets: tuple[str, ...]) -> None:
    """Fleets that carry an HQ sail as they are, and with no other HQ (7.13.3/13)."""
    carried = [hq for hq in position.hqs.values() if set(hq.aboard) & set(fleets)]
    require(len(carried) <= 1, "7.13.3/13", "these fleets carry more than one HQ")
    whole = all(set(hq.aboard) <= set(fleets) for hq in carried)
    require(whole, "7.13.3/13", "the fleets that carry an HQ stay together")


@brta.check(ActivateRaider, "activation")
@rule("2.8/5")
def _check_activate_raider(position: Position, due: Due, command: ActivateRaider) -> None:
    raider = position.raiders.get(due.seat)
    require(raider is not None, "2.8/5", "you have no raider on the map")
    assert raider is not None
    require(not raider.active, "3/4", "the raider is Active already")
    _check_cost(position, due.seat, RAIDER_COST, "a raider")


@brta.check(PassActivation, "activation")
@rule("4/11", "7.13.3/13")
def _check_pass(position: Position, due: Due, command: PassActivation) -> None:
    for id, hq in position.hqs.items():
        owed = hq.side == due.seat and hq.aboard and hq.began and not hq.active
        if owed and not any(position.fleets[each].active for each in hq.aboard):
            name = headquarters()[id].name
            require(False, "7.13.3/13", f"{name} is aboard ship and has to be carried to a port first")
    check_standing(position, due.seat, command.standing)


@brta.carry_out(ActivateHq)
def _activate_hq(play: Play, due: Due, command: ActivateHq) -> None:
    _activate(play, due, "hq", (command.hq,), cost_of(command.hq))


@brta.carry_out(ActivateFleets)
def _activate_fleets(play: Play, due: Due, command: ActivateFleets) -> None:
    _activate(play, due, "fleets", command.fleets, FLEET_COST)


@brta.carry_out(ActivateRaider)
def _activate_raider(play: Play, due: Due, command: ActivateRaider) -> None:
    raider = play.position.raiders[due.seat]
    _activate(play, due, "raider", (raider.spot,), RAIDER_COST)


def _activate(play: Play, due: Due, kind: PieceKind, pieces: tuple[str, ...], cost: int) -> None:
    asking.close(play, due)
    side = due.seat
    play.emit(PieceActivated(side, kind, pieces, cost, play.position.action_points[side] - cost))


@brta.evolves(PieceActivated)
def _piece_activated(position: Position, event: PieceActivated) -> None:
    position.action_points[event.side] = event.left
    if position.plays("pass_and_return"):
        position.passed = ()
    hq, start = "", event.pieces[0]
    fleets: tuple[str, ...] = ()
    if event.kind == "hq":
        hq = event.pieces[0]
        start = position.hqs[hq].spot
    elif event.kind == "fleets":
        fleets = event.pieces
        start = position.fleets[fleets[0]].place
        hq = next((id for id, each in position.hqs.items() if set(each.aboard) & set(fleets)), "")
    position.activation = Activation(event.side, event.kind, hq, fleets, start)


@brta.carry_out(PassActivation)
def _pass(play: Play, due: Due, command: PassActivation) -> None:
    asking.close(play, due)
    side = due.seat
    private = Private(standing=command.standing)
    returns = play.position.plays("pass_and_return")
    lost = 0 if returns else play.position.action_points[side]
    play.emit(SidePassed(side, lost, Secret((side,), private)))
    play.emit(TurnTaken(following(play.position, side)))


@brta.evolves(SidePassed)
def _side_passed(position: Position, event: SidePassed) -> None:
    position.passed = (*position.passed, event.side)
    position.action_points[event.side] -= event.lost
    set_standing(position, event.side, event.private.known(NOTHING).standing)


@under_way("activation")
@rule("4/12")
def go_on_activating(play: Play) -> None:
    """The active piece gets its next order; when it may do nothing more, what follows at its place
    happens.
    """
    activation = play.position.activation
    assert activation is not None
    if activation.ended:
        if not any(SETTLERS[order](play, spot) for spot in _places(play) for order in sorted(SETTLERS)):
            play.emit(TurnTaken(following(play.position, activation.side)))
    elif activation.stopped or not _is_there(play.position, activation):
        _end(play, activation, NOTHING)
    else:
        asking.ask(play, activation.side, ORDERS_OF[activation.kind], "4/12")


def _is_there(position: Position, activation: Activation) -> bool:
    """Whether the active piece is still on the map."""
    if activation.kind == "hq":
        return position.hqs[activation.hq].state == ON_MAP
    if activation.kind == "raider":
        return activation.side in position.raiders
    return any(each in position.fleets for each in activation.fleets)


def _places(play: Play) -> Iterator[str]:
    """The spot on land where the activation ended, if it did on land."""
    activation = play.position.activation
    assert activation is not None
    hq: Hq | None = play.position.hqs.get(activation.hq)
    if hq is not None and hq.state == ON_MAP and not hq.aboard:
        yield hq.spot
    elif activation.kind == "raider" and activation.side in play.position.raiders:
        yield play.position.raiders[activation.side].spot


def pieces_of(activation: Activation) -> tuple[str, ...]:
    """The ids of the active pieces: an HQ with the fleets that carry it, or fleets; none of a raider."""
    return (*((activation.hq,) if activation.hq else ()), *activation.fleets)


def _end(play: Play, activation: Activation, private: Private, spot: str = "") -> None:
    at = spot
    if not at and activation.hq:
        at = play.position.hqs[activation.hq].spot
    own = Secret((activation.side,), private)
    play.emit(ActivationEnded(activation.side, activation.kind, pieces_of(activation), at, own))


@brta.check(EndActivation, "hq_orders", "fleet_orders", "raider_orders")
@rule("4/13", "15/1")
def _check_end(position: Position, due: Due, command: EndActivation) -> None:
    activation = position.activation
    assert activation is not None
    check_standing(position, due.seat, command.standing)
    check_end_of_voyage(position)
    if command.passing is not None:
        require(due.kind == "hq_orders", "15/1", "only an HQ passes units")
        require(not activation.mode, "15/1", "an HQ that has moved passes no units")
        check_passing(position, activation.hq, command.passing.to, command.passing.units)
    if command.bank:
        require(due.kind == "hq_orders", "5.2/14", "only an HQ names the bank where it stands")
        here = position.hqs[activation.hq].spot
        require(command.bank in ground(position, here), "5.2/14", f"{command.bank} is not in this place")


@brta.carry_out(EndActivation)
def _end_activation(play: Play, due: Due, command: EndActivation) -> None:
    activation = play.position.activation
    assert activation is not None
    asking.close(play, due)
    private = Private(standing=command.standing)
    if command.passing is not None:
        private = Private(command.passing.to, command.passing.units, command.standing)
    _end(play, activation, private, command.bank)


@brta.evolves(ActivationEnded)
@rule("3/4", "15/2", "15/9")
def _activation_ended(position: Position, event: ActivationEnded) -> None:
    for piece in event.pieces:
        if piece in position.fleets:
            position.fleets[piece] = position.fleets[piece].with_(active=True)
        elif piece in position.hqs and position.hqs[piece].state == ON_MAP:
            position.hqs[piece] = position.hqs[piece].with_(active=True, spot=event.spot)
    if event.kind == "raider" and event.side in position.raiders:
        position.raiders[event.side] = position.raiders[event.side].with_(active=True)
    private = event.private.known(NOTHING)
    if private.passed is not None:
        pass_units(position, event.pieces[0], private.to, private.passed)
    set_standing(position, event.side, private.standing)
    if position.activation is not None:
        position.activation = position.activation.with_(stopped=True, ended=True)


@also_offers("activation")
def _offer_activation(position: Position, due: Due) -> Iterator[Command]:
    for id in position.hqs_of(due.seat):
        yield ActivateHq(hq=id)
    for group in fleet_groups(position, due.seat):
        yield ActivateFleets(fleets=group)
    yield ActivateRaider()
    yield PassActivation()


def fleet_groups(position: Position, side: str) -> Iterator[tuple[str, ...]]:
    """The fleets of a side that may sail together, each group whole; then each fleet apart (2.8/7)."""
    groups: dict[tuple[str, str], list[str]] = {}
    for id, fleet in sorted(position.fleets.items()):
        if fleet.side == side and not fleet.active:
            groups.setdefault((fleet.place, fleet.began), []).append(id)
    for group in groups.values():
        yield tuple(group)
        if len(group) > 1:
            yield from ((each,) for each in group)


@also_offers("hq_orders", "fleet_orders", "raider_orders")
def _offer_orders(position: Position, due: Due) -> Iterator[Command]:
    yield EndActivation()


OPTIONS = {
    "pass_and_return": Option(
        "4/11",
        "A side that passes may activate again after the other has; two passes end the phase.",
        ("no", "yes"),
    ),
}
