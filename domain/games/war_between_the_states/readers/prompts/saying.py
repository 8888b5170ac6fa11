"""Orders and answers as their giver would say them, under a heading of their type."""

from collections.abc import Callable, Mapping
from typing import Any

from ironclad.domain.games.war_between_the_states.position.standing import ChitFrom, StandingAnswers
from ironclad.domain.games.war_between_the_states.readers.wording import force, listed, piece, place
from ironclad.domain.kernel.engine.codec import Command, name_of
from ironclad.domain.kernel.telling.words import counted, sentence


def says(command: Command) -> str:
    """What an order says under a heading of its type; "" where its fields say enough."""
    said = _SAID.get(name_of(type(command)))
    return "" if said is None else sentence(said(command))


def standing_words(answers: StandingAnswers) -> tuple[str, ...]:
    """Standing answers, a line for each part that acts."""
    lines = [*_chits("attacking", answers.attack_chits), *_chits("defending", answers.defence_chits)]
    if answers.losses:
        lines.append(f"odd losses fall on {', then '.join(answers.losses)}")
    if answers.ground:
        lines.append(f"where the ground allows it: {answers.ground}")
    if answers.toward:
        lines.append(f"retreats go towards {place(answers.toward)}")
    if answers.defence:
        ships = "with all ships" if answers.ships else "without ships"
        depot = "with the depot's garrison" if answers.depot else "without the depot's garrison"
        cavalry = ", cavalry withdraws" if answers.withdraws else ""
        lines.append(f"hexes are defended {ships}, {depot}{cavalry}")
    lines += ["combat supply is paid from the nearest store"] if answers.supply else []
    lines += ["all are fed who can be"] if answers.feed else []
    lines += ["no supply is destroyed"] if answers.keep else []
    if answers.first_siege:
        lines.append(f"the {answers.first_siege} acts first in the siege phase")
    return tuple(lines)


def _chits(when: str, bands: tuple[ChitFrom, ...]) -> list[str]:
    return [f"{when}: chit {band.chit} from {band.ratio} percent" for band in bands]


def _amounts(amounts: Mapping[str, int], unit: str) -> str:
    """How much of what, piece by piece; SP have no plural."""
    said = {id: f"{count} SP" if unit == "SP" else counted(count, unit) for id, count in amounts.items()}
    return ", ".join(f"{much} of {piece(id)}" for id, much in said.items()) or "nothing"


def _way(command: Any) -> str:
    via = f" through {', '.join(map(place, command.path[:-1]))}" if len(command.path) > 1 else ""
    goal = f" to {place(command.path[-1])}" if command.path else ""
    march = f", forced march of {command.extension} MP" if getattr(command, "extension", 0) else ""
    return f"{listed(command.pieces)}{goal}{via}{march}"


def _spans(command: Any) -> str:
    if not command.spans:
        return "keep what was declared"
    return "; ".join(f"{name}: {listed(ids)}" for name, ids in command.spans.items())


def _attack(command: Any) -> str:
    return f"{place(command.hex)} under {command.leader} with {force(command.units)}"


def _defend(command: Any) -> str:
    lines = [f"{piece(id)} withdraws to {place(hex)}" for id, hex in command.withdraws.items()]
    lines += [f"with {listed(command.ships)}"] if command.ships else []
    lines += ["with the depot's garrison"] if command.depot else []
    lines += [f"under {command.leader}"] if command.leader else []
    return "; ".join(lines) or "with all that is there"


def _retreat(command: Any) -> str:
    if command.stand:
        return "stand"
    single = [f"{piece(id)} to {place(hex)}" for id, hex in command.to.items()]
    whole = [f"to {place(command.hex)}"] if command.hex else []
    return "; ".join([*whole, *single]) or "to the first hex that is open"


def _feed(command: Any) -> str:
    lines = [f"not paid for: {', '.join(map(place, command.withheld))}"] if command.withheld else []
    lines += [f"first: {', '.join(map(place, command.order))}"] if command.order else []
    lines += [f"{place(at)} from {_amounts(points, 'SP')}" for at, points in command.sources.items()]
    return "; ".join(lines) or "all who can be paid for"


def _destroy(command: Any) -> str:
    lines = [_amounts(command.points, "point")] if command.points else []
    lines += [piece(name) for name in command.depots]
    return "; ".join(lines) or "nothing"


_SAID: dict[str, Callable[[Any], str]] = {
    "begin_game": lambda command: "draw the first chits",
    "pick_chit": lambda command: "the calendar's chit" if command.take else "draw",
    "declare_spans": _spans,
    "set_roster": lambda command: (
        f"{piece(command.unit)} on the roster of {piece(command.headquarters)}"
        if command.headquarters
        else f"{piece(command.unit)} off its roster"
    ),
    "split_unit": lambda command: f"a brigade of {command.strength} SP off {piece(command.unit)}",
    "command_leader": lambda command: f"{command.leader} and his whole force",
    "command_unit": lambda command: piece(command.unit),
    "try_leader": lambda command: f"roll for {command.leader}",
    "end_movement": lambda command: "nobody moves any more",
    "move_pieces": _way,
    "ride_rails": _way,
    "begin_journey": _way,
    "embark": lambda command: f"{listed(command.pieces)} aboard {piece(command.ship)}",
    "land": lambda command: f"{listed(command.pieces)} in {place(command.hex)}",
    "sail_ships": lambda command: (
        f"{listed(command.ships)} to {place(command.path[-1])}" if command.path else listed(command.ships)
    ),
    "cut_rail": lambda command: f"by {piece(command.unit)}",
    "try_attack": lambda command: f"roll for {command.leader}",
    "declare_attack": _attack,
    "siege_attack": _attack,
    "assault_shore": _attack,
    "end_combat": lambda command: "nobody attacks any more",
    "defend": _defend,
    "choose_chit": lambda command: f"intensity {command.chit}",
    "take_losses": lambda command: _amounts(command.taken, "SP"),
    "retreat": _retreat,
    "advance": lambda command: listed(command.pieces) if command.pieces else "stay",
    "pay_combat_supply": lambda command: _amounts(command.paid, "point"),
    "feed_units": _feed,
    "destroy_stores": _destroy,
    "broadcast": lambda command: _amounts(command.points, "point"),
    "end_broadcast": lambda command: "send nothing more",
    "remove_depot": lambda command: f"the depot in {place(command.hex)}",
    "place_leader": lambda command: f"{command.leader} in {place(command.hex)}",
    "appoint_commander": lambda command: f"{command.leader} for {piece(command.headquarters)}",
    "recall_leader": lambda command: command.leader,
    "create_headquarters": lambda command: f"{command.kind} in {place(command.hex)}",
    "end_leader_pick": lambda command: "the pick is over",
    "order_piece": lambda command: (
        f"{command.what.replace('_', ' ')}{f' of {command.strength} SP' if command.strength > 1 else ''}"
    ),
    "augment": lambda command: f"{piece(command.unit)} by {command.strength} SP",
    "raise_garrison": lambda command: f"{command.strength} SP in {place(command.hex)}",
    "build_work": lambda command: f"a stage in {place(command.hex)}",
    "call_men": lambda command: f"by {command.how}",
    "end_production": lambda command: "order nothing more",
    "end_politics": lambda command: "the political phase is over",
    "set_standing_answers": lambda command: "; ".join(standing_words(command.answers)) or "ask me everything",
}
