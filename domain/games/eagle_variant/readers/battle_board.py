"""The battle under way on the battle map beside the coast: the units in each box, as pieces of the scene.

Units that are not set up yet are in no box. What is sealed is no part of it.
"""

from collections.abc import Iterator

from ironclad.domain.games.eagle_variant.board.map import name_of
from ironclad.domain.games.eagle_variant.position.battles import LATE, Battle
from ironclad.domain.games.eagle_variant.position.state import Position
from ironclad.domain.games.eagle_variant.position.units import SPECIAL
from ironclad.domain.games.eagle_variant.readers.drawing.battle_map import FRAME, Box, boxes, place_in
from ironclad.domain.games.eagle_variant.readers.drawing.geometry import place_of
from ironclad.domain.games.eagle_variant.readers.labels import army_name, battle_line, group_name, groups
from ironclad.domain.games.eagle_variant.readers.signs import SIGNS, badges_of
from ironclad.domain.kernel.drawing.scene import Badge, Element, Shape


def battle_pieces(position: Position) -> Iterator[Element]:
    """Everything on the battle map; nothing while there is no battle."""
    if (battle := position.battle) is None:
        return
    yield _title(battle)
    for army in (battle.attacker, battle.defender):
        yield from _frames(battle, army)
        for box, ids in _by_box(position, battle, army):
            yield from _in_box(position, battle, army, box, ids)


def _title(battle: Battle) -> Element:
    """The armies of the battle, as a mark that is as wide as the table."""
    left, top, width, height = FRAME
    shape = Shape(f"M{-width / 2:g},{-height / 2:g}h{width:g}v{height:g}h{-width:g}Z")
    return Element(
        key="battle map", layer="works", form="paths", place=place_of(battle.space),
        x=left + width / 2, y=top + height / 2, role="battle-map", title=battle_line(battle), shapes=(shape,),
    )  # fmt: skip


def _frames(battle: Battle, army: str) -> Iterator[Element]:
    """The columns that are fought in, in the colour of the army; that of the army that acts is marked."""
    attacks = army == battle.attacker
    for line in battle.lines if battle.columns else ():
        box = boxes(attacks)[line]
        shape = Shape(f"M0,0h{box.width:g}v{box.height:g}h{-box.width:g}Z")
        acts = " acting" if battle.acting == army else ""
        yield Element(
            key=f"battle {army} {line}", layer="works", form="paths", place=place_of(battle.space),
            x=box.x, y=box.y, role=f"{role_of(army)} battle-line{acts}",
            title=f"{army_name(army)}, {box.name}{', acts now' if acts else ''}", shapes=(shape,),
        )  # fmt: skip


def _by_box(position: Position, battle: Battle, army: str) -> Iterator[tuple[str, list[str]]]:
    """The units of an army by the box that they are in; those that have not entered are together."""
    found: dict[str, list[str]] = {}
    for id, box in battle.boxes.items():
        unit = position.units[id]
        if (unit.side if army not in SPECIAL else unit.nation) == army:
            found.setdefault(next(iter(LATE)) if box in LATE else box, []).append(id)
    yield from found.items()


def _in_box(position: Position, battle: Battle, army: str, name: str, ids: list[str]) -> Iterator[Element]:
    box = boxes(army == battle.attacker)[name]
    parts = [
        part
        for group in groups(position.units, ids)
        for part in _by_actions(battle, group)
    ]  # fmt: skip
    for number, group in enumerate(parts):
        at = place_in(box, number, len(parts))
        yield _counter(position, battle, army, box, at, group)


def _by_actions(battle: Battle, group: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A group, those of its units that have acted in this turn apart."""
    acted = tuple(id for id in group if battle.acted.get(id) or id in battle.helped)
    yield from (part for part in (tuple(id for id in group if id not in acted), acted) if part)


def _counter(
    position: Position, battle: Battle, army: str, box: Box, at: tuple[float, float], ids: tuple[str, ...]
) -> Element:
    unit = position.units[ids[0]]
    acted = bool(battle.acted.get(ids[0])) or ids[0] in battle.helped
    says = f"{group_name(unit, len(ids), True)}, {box.name}{', acted in this turn' if acted else ''}"
    badges = (*badges_of(unit), *((Badge("A", "acted", 1),) if acted else ()))
    return Element(
        key=f"battle {ids[0]}", layer="above", form="counter", place=place_of(battle.space),
        x=at[0], y=at[1], role=f"{role_of(unit.nation)}{' acted' if acted else ''}", label=str(len(ids)),
        title=f"{army_name(army)} in the battle of {name_of(battle.space)}: {says}",
        shapes=(Shape(SIGNS[unit.kind]),), badges=badges,
    )  # fmt: skip


def role_of(army: str) -> str:
    """The classes of a nation's pieces: the colour of its side, or that of special forces; and its name."""
    return {"britain": "csa britain", "france": "csa france", "usa": "usa", "csa": "csa"}.get(
        army, f"special {army}"
    )
