"""The battle view: the battle under way, box by box; what is sealed is in it for its own seat alone."""

from typing import Any

import msgspec

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.battles import LATE, Battle
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.readers.forms import sealed_set_up
from ironclad.domain.games.eagle_variant.readers.labels import army_name, battle_line
from ironclad.domain.games.eagle_variant.readers.signs import SIGNS
from ironclad.domain.games.eagle_variant.readers.wording import BOXES
from ironclad.domain.games.eagle_variant.rules.c06_tactical.forces import (
    PHASES,
    brigades_left,
    members,
)
from ironclad.domain.kernel.telling.words import sentence

View = dict[str, Any]


def battle_view(position: Position) -> View:
    """The battle under way as `battle`, None while there is none.

    For each army `boxes` has its units by the space of the battle map, `unplaced` those that are in none
    yet, `enters` the turn in which late units do, `units` what each is; `sealed` is where its sealed set-up
    puts them. `orders` has the sealed orders that the reader may know, by seat: its own, and so has `sealed`.
    """
    battle = position.battle
    return {"battle": None if battle is None else _battle(position, battle)}


def _battle(position: Position, battle: Battle) -> View:
    return {
        "key": f"{position.turn} {battle.attacker} {battle.space}",
        "line": battle_line(battle),
        "space": battle.space,
        "where": name_of(battle.space),
        "stage": battle.stage,
        "turn": battle.turn,
        "phase": PHASES[battle.part // 2] if battle.part >= 0 else None,
        "acting": battle.acting or None,
        "first": battle.first or None,
        "surprise": battle.surprise or None,
        "columns": list(battle.lines) if battle.columns else [],
        "names": {of: sentence(said) for of, said in BOXES.items()},
        "large": battle.large,
        "armies": [_army(position, battle, army) for army in (battle.attacker, battle.defender)],
        "beaten": battle.beaten or None,
        "reason": battle.reason or None,
        "given": list(battle.given),
        "orders": {
            seat: msgspec.to_builtins(orders) for seat, orders in sorted(position.battle_orders.items())
        },
    }


def _unit(position: Position, id: str) -> View:
    unit = position.units[id]
    return {"kind": unit.kind, "nation": unit.nation, "elite": unit.elite, "sign": SIGNS[unit.kind]}


def _army(position: Position, battle: Battle, army: str) -> View:
    ids, boxes = members(position, army), dict[str, list[str]]()
    for id in ids:
        if box := battle.boxes.get(id):
            boxes.setdefault(box, []).append(id)
    return {
        "army": army,
        "player": battle.players[army],
        "attacks": army == battle.attacker,
        "brigades": brigades_left(position, army),
        "boxes": boxes,
        "name": army_name(army),
        "units": {id: _unit(position, id) for id in ids},
        "sealed": sealed_set_up(position, battle.players[army]),
        "unplaced": [id for id in ids if id not in battle.boxes],
        "enters": {id: LATE[battle.boxes[id]] for id in ids if battle.boxes.get(id) in LATE},
        "acted": [id for id in ids if battle.acted.get(id) or id in battle.helped],
        "lost": list(battle.lost.get(army, ())),
    }
