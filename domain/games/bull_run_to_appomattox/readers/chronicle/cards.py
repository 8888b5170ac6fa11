"""A combat's figures as blocks: the armies that met, every volley with its dice and modifiers, the losses."""

from collections.abc import Callable, Mapping
from typing import Any

from ironclad.domain.games.bull_run_to_appomattox.board.charts import TYPES
from ironclad.domain.games.bull_run_to_appomattox.board.map_files import SIDES
from ironclad.domain.games.bull_run_to_appomattox.position.units import Units
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.tell_combat import PROTECTIONS, shooter
from ironclad.domain.games.bull_run_to_appomattox.readers.chronicle.telling import modifier
from ironclad.domain.games.bull_run_to_appomattox.readers.wording import group, place, side_name, target
from ironclad.domain.games.bull_run_to_appomattox.rules.c07_combat.events import (
    ArmiesShown,
    BattleEnded,
    BroadsidesFired,
    LossesTaken,
    RoundFired,
    Volley,
)
from ironclad.domain.kernel.drawing import blocks
from ironclad.domain.kernel.drawing.blocks import Block, Said
from ironclad.domain.kernel.engine.codec import Event
from ironclad.domain.kernel.telling.words import listed, sentence, signed


def card_of(event: Event) -> dict[str, Any] | None:
    """The card of an event of a combat, {blocks}; None for any other."""
    make = _CARDS.get(type(event))
    return None if make is None else {"blocks": make(event)}


def _shown(event: ArmiesShown) -> list[Block]:
    defence = {**event.defenders, **event.leaderless}
    rows = [*_army_rows("Attacker", event.attackers), *_army_rows("Defender", defence)]
    if event.fort:
        rows.append([["Defender: the fort in ", blocks.place(event.fort, place(event.fort))], "", "", "", ""])
    return [blocks.table(["", "Infantry", "Cavalry", "Artillery", "CP"], rows, name="forces")]


def _army_rows(who: str, armies: Mapping[str, Units]) -> list[list[Said]]:
    return [
        [f"{who}: {group(id)}", *(str(getattr(units, each)) for each in TYPES), str(units.total)]
        for id, units in armies.items()
    ]


def _round(event: RoundFired) -> list[Block]:
    found = [_volleys(event.volleys)]
    if event.protected:
        shelter = listed([PROTECTIONS[each] for each in event.protected])
        found.insert(0, blocks.text([f"Attackers hit on a 6: {shelter} ", blocks.clause("7.2/1")]))
    return [*found, _sum({side: event.taken.get(side, hits) for side, hits in event.hits.items()})]


def _broadsides(event: BroadsidesFired) -> list[Block]:
    hits = {side: sum(by_target.values()) for side, by_target in event.hits.items()}
    return [_volleys(event.volleys), _sum(hits)]


def _sum(hits: Mapping[str, int]) -> Block:
    rows = [(sentence(side_name(side)), blocks.strong(str(count))) for side, count in hits.items()]
    return blocks.facts([(f"{name}: hits that count", said) for name, said in rows])


def _volleys(volleys: Mapping[str, tuple[Volley, ...]]) -> Block:
    rows: list[list[Said]] = []
    for side, fired in volleys.items():
        for volley in fired:
            at = f" at {target(volley.target)}" if volley.target else ""
            name: Said = [blocks.side_name(side, sentence(side_name(side))), f", {shooter(volley)}{at}"]
            faces = [blocks.die(face) for face in volley.dice]
            rows.append([name, faces, f"{volley.needs}+", _modifiers(side, volley), str(volley.hits)])
    return blocks.table(["", "Dice", "Hits on", "Added to each", "Hits"], rows, name="volleys")


def _modifiers(side: str, volley: Volley) -> list[Said]:
    named = [(amount, *modifier(name, side)) for name, amount in volley.modifiers]
    return [blocks.row(f"{signed(amount)} {words} ", blocks.clause(rule)) for amount, words, rule in named]


def _losses(event: LossesTaken) -> list[Block]:
    rows = _army_rows("Lost", event.losses)
    return [blocks.table(["", "Infantry", "Cavalry", "Artillery", "CP"], rows, name="losses")] if rows else []


def _ended(event: BattleEnded) -> list[Block]:
    rows: list[tuple[str, Said]] = [
        (f"Lost by {side_name(side)}", f"{event.losses.get(side, 0)} CP") for side in SIDES
    ]
    rows.append(("Rounds", str(event.rounds)))
    rows.append(("Won by", side_name(event.winner)))
    rows.append(("Clause", blocks.clause(event.why)))
    return [blocks.facts(rows)]


_CARDS: dict[type[Event], Callable[[Any], list[Block]]] = {
    ArmiesShown: _shown,
    RoundFired: _round,
    BroadsidesFired: _broadsides,
    LossesTaken: _losses,
    BattleEnded: _ended,
}
