"""Six fields: a small but whole ruleset with hidden contents and sealed orders that are revealed together.

Six areas lie in two rows, a b c over d e f; north has three stacks, south has three. Everyone sees where a
stack is; only its own seat knows how strong it is, until it has fought. Clauses:

1 Deployment: both seats, in any order, share nine strength points among their stacks, one at least in each.
2 Orders: each turn both seats give sealed orders, in any order; a stack stays, or goes to an area beside it.
3 Both orders are revealed together, and the stacks move.
4 Fights: in an area with stacks of both, all are shown, and each side rolls a die and adds its strength. The
  lower side loses a point from each of its stacks; a stack without points is gone. At equal sums nobody
  loses.
5 The end: after five turns the seat with stacks in more areas wins; without stacks a seat has lost.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Annotated, Any

import msgspec

from ironclad.domain.kernel.drawing.scene import Scene
from ironclad.domain.kernel.engine.citations import require
from ironclad.domain.kernel.engine.codec import Command, CommandReader, Event, Registry, Unreadable
from ironclad.domain.kernel.engine.handlers import Handlers
from ironclad.domain.kernel.engine.records import Due, GameBegun, Outcome
from ironclad.domain.kernel.engine.resolution import Resolution
from ironclad.domain.kernel.engine.ruleset import (
    Advice,
    DiceTerms,
    Identity,
    Rules,
    Ruleset,
    Show,
    Storage,
    Words,
)
from ironclad.domain.kernel.sight import SECRET, Secret, Sight
from ironclad.domain.kernel.telling.history import History
from ironclad.domain.kernel.telling.moves import move
from tests.toys import sealed_fields_board as table

SEATS = ("north", "south")
TURNS = 5
POINTS = 9
UNKNOWN = -1
"""The strength of a stack that the reader may not know."""

STACKS = {seat: tuple(f"{seat}-{number}" for number in (1, 2, 3)) for seat in SEATS}
BESIDE = {"a": "bd", "b": "ace", "c": "bf", "d": "ae", "e": "bdf", "f": "ce"}
START = dict(zip((*STACKS["north"], *STACKS["south"]), "abcdef", strict=True))

Plan = dict[str, str]
"""Where each stack of a seat's goes."""


class Fields(msgspec.Struct):
    """The position. `orders` has None for orders that were given and that the reader may not know."""

    turn: int = 0
    places: dict[str, str] = {}
    strengths: dict[str, int] = {}
    shown: dict[str, bool] = {}
    orders: dict[str, Plan | None] = {}

    def copy(self) -> "Fields":
        return Fields(
            self.turn, self.places.copy(), self.strengths.copy(), self.shown.copy(), self.orders.copy()
        )


class Deploy(Command, frozen=True, tag_field="type", tag="deploy"):
    strengths: Annotated[dict[str, int], SECRET]


class GiveOrders(Command, frozen=True, tag_field="type", tag="give_orders"):
    plan: Annotated[Plan, SECRET]


class StacksDeployed(Event, frozen=True, tag_field="type", tag="stacks_deployed"):
    seat: str
    strengths: Secret[dict[str, int]]


class OrdersGiven(Event, frozen=True, tag_field="type", tag="orders_given"):
    seat: str
    plan: Secret[Plan]


class OrdersRevealed(Event, frozen=True, tag_field="type", tag="orders_revealed"):
    plans: dict[str, Plan]


class StacksShown(Event, frozen=True, tag_field="type", tag="stacks_shown"):
    area: str
    strengths: dict[str, int]


class FightFought(Event, frozen=True, tag_field="type", tag="fight_fought"):
    """`left` is what the losing stacks have then; `loser` "" where nobody lost."""

    area: str
    dice: dict[str, int]
    sums: dict[str, int]
    loser: str
    left: dict[str, int]


class TurnBegun(Event, frozen=True, tag_field="type", tag="turn_begun"):
    turn: int


def seat_of(stack: str) -> str:
    return stack.partition("-")[0]


def stacks_of(position: Fields, seat: str) -> list[str]:
    """The stacks that a seat has on the board."""
    return [stack for stack in STACKS[seat] if stack in position.places]


def see(position: Fields, seat: str | None) -> Fields:
    """1, 2: strengths that were not shown and orders that were not revealed are their own seat's."""
    seen = position.copy()
    for stack in seen.strengths:
        if seat_of(stack) != seat and stack not in seen.shown:
            seen.strengths[stack] = UNKNOWN
    for other in seen.orders:
        if other != seat:
            seen.orders[other] = None
    return seen


def shows(position: Fields, event: Event) -> dict[str, int]:
    """3, 4: the orders and the strengths that everybody is shown now, and was not before."""
    found = dict[str, int]()
    match event:
        case OrdersRevealed(plans):
            owners = list(plans)
        case StacksShown(_, strengths):
            owners = [seat_of(stack) for stack in strengths if stack not in position.shown]
        case _:
            owners = []
    for owner in owners:
        for reader in (*(seat for seat in SEATS if seat != owner), ""):
            found[reader] = found.get(reader, 0) + 1
    return found


HANDLERS: Handlers[Fields] = Handlers()


@HANDLERS.check(Deploy, "deploy")
def check_deploy(position: Fields, due: Due, command: Deploy) -> None:
    own = set(command.strengths) == set(STACKS[due.seat])
    require(own, "1", f"{due.seat} deploys its three stacks, and no other")
    require(min(command.strengths.values()) >= 1, "1", "each stack has a strength point at least")
    total = sum(command.strengths.values())
    require(total == POINTS, "1", f"{POINTS} strength points are shared, not {total}")


@HANDLERS.carry_out(Deploy)
def carry_out_deploy(resolution: Resolution[Fields], due: Due, command: Deploy) -> None:
    resolution.emit(StacksDeployed(due.seat, Secret((due.seat,), command.strengths)))


@HANDLERS.check(GiveOrders, "orders")
def check_orders(position: Fields, due: Due, command: GiveOrders) -> None:
    own = set(command.plan) == set(stacks_of(position, due.seat))
    require(own, "2", f"{due.seat} orders each of its stacks, and no other")
    for stack, area in command.plan.items():
        here = position.places[stack]
        strength = position.strengths[stack]
        about = f"{stack}, {strength} points, is in {here}"
        require(area == here or area in BESIDE[here], "2", f"{about}: {area!r} is not beside it")


@HANDLERS.carry_out(GiveOrders)
def carry_out_orders(resolution: Resolution[Fields], due: Due, command: GiveOrders) -> None:
    resolution.emit(OrdersGiven(due.seat, Secret((due.seat,), command.plan)))


@HANDLERS.evolves(StacksDeployed)
def evolve_deployed(position: Fields, event: StacksDeployed) -> None:
    unknown = dict.fromkeys(STACKS[event.seat], UNKNOWN)
    position.strengths |= event.strengths.known(unknown)


@HANDLERS.evolves(OrdersGiven)
def evolve_given(position: Fields, event: OrdersGiven) -> None:
    value = event.plan.value
    position.orders[event.seat] = None if value is msgspec.UNSET else value


@HANDLERS.evolves(OrdersRevealed)
def evolve_revealed(position: Fields, event: OrdersRevealed) -> None:
    position.orders.clear()
    for plan in event.plans.values():
        position.places |= plan


@HANDLERS.evolves(StacksShown)
def evolve_shown(position: Fields, event: StacksShown) -> None:
    position.strengths |= event.strengths
    position.shown |= dict.fromkeys(event.strengths, True)


@HANDLERS.evolves(FightFought)
def evolve_fought(position: Fields, event: FightFought) -> None:
    for stack, left in event.left.items():
        if left:
            position.strengths[stack] = left
            continue
        for each in (position.places, position.strengths, position.shown):
            each.pop(stack, None)  # type: ignore[attr-defined]


@HANDLERS.evolves(TurnBegun)
def evolve_turn(position: Fields, event: TurnBegun) -> None:
    position.turn = event.turn


@HANDLERS.offer("deploy")
def offer_deployments(position: Fields, due: Due) -> Iterator[Command]:
    for points in ((3, 3, 3), (1, 1, 7), (1, 7, 1), (7, 1, 1), (2, 3, 4)):
        yield Deploy(strengths=dict(zip(STACKS[due.seat], points, strict=True)))


@HANDLERS.sample("deploy")
def sample_deployment(position: Fields, due: Due, random: Random) -> Command:
    cuts = (0, *sorted(random.sample(range(1, POINTS), 2)), POINTS)
    points = [after - before for before, after in pairwise(cuts)]
    return Deploy(strengths=dict(zip(STACKS[due.seat], points, strict=True)))


@HANDLERS.offer("orders")
def offer_orders(position: Fields, due: Due) -> Iterator[Command]:
    """All stay, or one stack goes: other plans may be given too."""
    stays = {stack: position.places[stack] for stack in stacks_of(position, due.seat)}
    yield GiveOrders(plan=stays)
    for stack, here in stays.items():
        for area in BESIDE[here]:
            yield GiveOrders(plan={**stays, stack: area})


@HANDLERS.sample("orders")
def sample_orders(position: Fields, due: Due, random: Random) -> Command:
    own = stacks_of(position, due.seat)
    return GiveOrders(
        plan={stack: random.choice(BESIDE[here] + here) for stack in own for here in [position.places[stack]]}
    )


def due(position: Fields) -> tuple[Due, ...]:
    """1, 2: both seats are asked at once; one that has answered is not asked again."""
    if outcome(position) is not None:
        return ()
    if position.turn == 0:
        waits = [seat for seat in SEATS if STACKS[seat][0] not in position.strengths]
        return tuple(Due(f"0.{seat}", seat, "deploy", "1", _shares(seat)) for seat in waits)
    waits = [seat for seat in SEATS if seat not in position.orders]
    return tuple(Due(f"{position.turn}.{seat}", seat, "orders", "2", _ways(position, seat)) for seat in waits)


def _shares(seat: str) -> dict[str, Any]:
    """What a form asks for a deployment: points for each stack, and how many there are."""
    bounds = {"least": 1, "most": POINTS - 2, "usual": POINTS // 3}
    return {"strengths": dict.fromkeys(STACKS[seat], bounds), "points": POINTS}


def _ways(position: Fields, seat: str) -> dict[str, Any]:
    """What a form asks for orders: for each stack the area where it is, and those beside it."""
    places = position.places
    return {"plan": {stack: [places[stack], *BESIDE[places[stack]]] for stack in stacks_of(position, seat)}}


def outcome(position: Fields) -> Outcome | None:
    """5: nobody left on a side, or five turns are over."""
    areas = {seat: len({position.places[stack] for stack in stacks_of(position, seat)}) for seat in SEATS}
    most = max(areas.values())
    best = [seat for seat, count in areas.items() if count == most]
    if position.turn <= TURNS and all(areas.values()):
        return None
    counted = ", ".join(f"{seat} has {count}" for seat, count in areas.items())
    return Outcome(best[0] if len(best) == 1 else None, f"areas: {counted}", "5")


def proceed(resolution: Resolution[Fields]) -> None:
    """3: when both have answered, what follows happens; it cannot be foreseen where an answer is unknown."""
    position = resolution.position
    if position.turn == 0:
        if len(position.strengths) == len(START):
            resolution.emit(TurnBegun(1))
        return
    plans = {seat: plan for seat, plan in sorted(position.orders.items()) if plan is not None}
    if len(plans) < len(SEATS):
        return
    resolution.emit(OrdersRevealed(plans))
    for area in BESIDE:
        _fight(resolution, area)
    resolution.emit(TurnBegun(position.turn + 1))


def _fight(resolution: Resolution[Fields], area: str) -> None:
    """4: the fight of an area, if both seats have stacks there."""
    position = resolution.position
    there = {stack: position.strengths[stack] for stack, place in position.places.items() if place == area}
    if len({seat_of(stack) for stack in there}) < 2:
        return
    resolution.emit(StacksShown(area, there))
    dice = dict(zip(SEATS, resolution.roll("fight", "4", 2), strict=True))
    sums = {
        seat: dice[seat] + sum(points for stack, points in there.items() if seat_of(stack) == seat)
        for seat in SEATS
    }
    low = min(sums.values())
    loser = next((seat for seat, total in sums.items() if total == low), "")
    if len(set(sums.values())) == 1:
        loser = ""
    left = {stack: points - 1 for stack, points in there.items() if seat_of(stack) == loser}
    resolution.emit(FightFought(area, dice, sums, loser, left))


def begin(
    scenario: str, options: Mapping[str, str], position: Mapping[str, Any] | None = None, version: str = ""
) -> GameBegun:
    if version not in ("", "1.0"):
        raise Unreadable(f"there is no version {version!r} of these rules")
    document = dict(position) if position else None
    return GameBegun("sealed_fields", "1.0", scenario, dict(options), {}, document)


def initial(begun: GameBegun) -> Fields:
    return Fields(places=START.copy()) if begun.position is None else from_document(begun.position)


def to_document(position: Fields) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(position)
    return document


def from_document(document: Mapping[str, Any]) -> Fields:
    try:
        return msgspec.convert(dict(document), Fields)
    except msgspec.ValidationError as wrong:
        raise Unreadable(str(wrong)) from wrong


def map_svg(position: Fields) -> str:
    stacks = [
        f'<text x="{10 * "abcdef".index(area)}" y="{10 * number}">{stack} {_points(position, stack)}</text>'
        for number, (stack, area) in enumerate(sorted(position.places.items()))
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(stacks)}</svg>'


def _points(position: Fields, stack: str) -> str:
    points = position.strengths.get(stack, UNKNOWN)
    return "?" if points == UNKNOWN else str(points)


def tell(event: Event) -> dict[str, Any] | None:
    if isinstance(event, StacksDeployed):
        said = event.strengths.known({})
        details = [f"{stack} has {points}" for stack, points in said.items()]
        return {"text": f"{event.seat} deploys", "rule": "1", "details": details}
    if isinstance(event, OrdersGiven):
        said_orders = event.plan.known({})
        details = [f"{stack} to {area}" for stack, area in said_orders.items()]
        return {"text": f"{event.seat} gives its orders", "rule": "2", "details": details}
    if isinstance(event, OrdersRevealed):
        gone = ((seat, *each) for seat, plan in event.plans.items() for each in plan.items())
        moves = [move(seat, stack, (area,)) for seat, stack, area in gone]
        return {"text": "The orders are revealed", "rule": "3", "plans": event.plans, "moves": moves}
    if isinstance(event, FightFought):
        sums = [f"{seat} {total}" for seat, total in event.sums.items()]
        text = f"A fight in {event.area}: {event.loser or 'nobody'} loses"
        card = {"blocks": table.fight_card(event.dice, event.sums, event.loser)}
        about = {"card": card, "place": event.area, "topic": "fights"}
        return {"text": text, "rule": "4", "details": sums, **about}
    if isinstance(event, StacksShown):
        shown = [f"{stack} has {points}" for stack, points in event.strengths.items()]
        text = f"The stacks in {event.area} are shown"
        return {"text": text, "rule": "4", "details": shown, "topic": "fights"}
    if isinstance(event, TurnBegun):
        return {"text": f"Turn {event.turn} begins", "rule": "2", "topic": "turns"}
    return None


def _stand(position: Fields) -> dict[str, Any]:
    known = [points for points in position.strengths.values() if points != UNKNOWN]
    return {"turn": position.turn, "strength_known": sum(known)}


def scene(position: Fields, seat: str | None) -> Scene:
    """The board as a reader may know it; the position says already what that is."""
    return table.scene(position, due(position), outcome(position))


SEALED_FIELDS: Ruleset[Fields] = Ruleset(
    identity=Identity(
        name="sealed_fields",
        version="1.0",
        title="Six Fields",
        seats=SEATS,
        scenarios={"standard": "three stacks a side, five turns"},
        options={},
    ),
    rules=Rules(
        handlers=HANDLERS,
        begin=begin,
        initial=initial,
        due=due,
        outcome=outcome,
        proceed=proceed,
    ),
    storage=Storage(
        commands=CommandReader((Deploy, GiveOrders)),
        events=Registry(
            "sealed_fields",
            (GameBegun, StacksDeployed, OrdersGiven, OrdersRevealed, StacksShown, FightFought, TurnBegun),
        ),
        to_document=to_document,
        from_document=from_document,
        freeze=msgspec.msgpack.Encoder().encode,
        thaw=msgspec.msgpack.Decoder(Fields).decode,
    ),
    dice=DiceTerms(
        hands_over=frozenset({"give_orders"}),
    ),
    sight=Sight(True, see, shows=shows),
    words=Words(
        tell=tell,
        question=table.question,
        turn=lambda position: position.turn,
    ),
    show=Show(
        views={
            "map": lambda position: {
                "places": position.places,
                "strengths": {stack: _points(position, stack) for stack in position.strengths},
            },
            "economy": lambda position: {"turn": position.turn, "given": sorted(position.orders)},
        },
        map_svg=map_svg,
        board=table.board,
        manifest=table.manifest,
        scene=scene,
        history=History("turn_begun", _stand, {}, {}),
    ),
    advice=Advice(
        opponent=lambda position, due, random: (
            sample_deployment(position, due, random)
            if due.kind == "deploy"
            else sample_orders(position, due, random)
        ),
    ),
)
