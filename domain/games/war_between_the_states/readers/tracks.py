"""The tracks beside the map, as blocks: the turn as a checklist, initiative, supply, victory, production."""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.war_between_the_states.board.calendar import (
    TURNS_A_CYCLE,
    cycle_of_turn,
    is_winter,
)
from ironclad.domain.games.war_between_the_states.board.features import SIDES
from ironclad.domain.games.war_between_the_states.board.scenario_files import CAMPAIGN, points_victory
from ironclad.domain.games.war_between_the_states.position.state import Position, owner
from ironclad.domain.games.war_between_the_states.readers.labels import line, side_name
from ironclad.domain.games.war_between_the_states.readers.views.general import (
    economy_view,
    politics_view,
    turns_view,
)
from ironclad.domain.games.war_between_the_states.readers.wording import place as named
from ironclad.domain.kernel.drawing.blocks import (
    Block,
    Said,
    box,
    clause,
    facts,
    fold,
    heading,
    legend,
    place,
    signed,
    strong,
    table,
    text,
    track,
    why,
)
from ironclad.domain.kernel.drawing.blocks import side_name as coloured

View = dict[str, Any]


def tracks_view(position: Position) -> View:
    """All of them."""
    return {
        "blocks": [
            *_turns(position),
            *_steps(position),
            *_initiative(position),
            *_supply(position),
            *_victory(position),
            *_production(position),
        ]
    }


def _side(side: str) -> Said:
    return coloured(side, side_name(side))


# -- turns


def _turns(position: Position) -> Iterator[Block]:
    """A box for each turn of a short game, for each cycle of a long one."""
    turns, each = position.book.game_turns, 1 if position.book.game_turns <= 24 else TURNS_A_CYCLE
    yield heading("Turns")
    boxes = [_box(position, turn, each) for turn in range(1, turns + 1, each)]
    yield track(f"Turn {position.turn} of {turns}, cycle {position.cycle}", boxes)
    yield legend([("winter", "winter"), ("strategic", "a strategic turn comes before it")])
    yield text([line(position), " ", clause("4.0/1")])


def _box(position: Position, turn: int, turns: int) -> Block:
    cycle = cycle_of_turn(position.book.first, turn)
    winter = is_winter(cycle, position.plays("winter_ends_with_cycle_2"))
    opens = position.book.strategic_turns and (turn - 1) % TURNS_A_CYCLE == 0
    marks = [*(["winter"] if winter else []), *(["strategic"] if opens else [])]
    label = str(turn) if turns == 1 else f"’{cycle.year}" if cycle.number == 1 else str(cycle.number)
    title = "; ".join([f"Turn {turn}, cycle {cycle}", *marks])
    now = turn <= position.turn < turn + turns
    return box(label, title, marks, now=now, past=turn + turns <= position.turn)


def _steps(position: Position) -> Iterator[Block]:
    """The steps of this turn, ticked where they are over; those of a strategic turn first (4.2)."""
    shown = turns_view(position)
    for strategic, title in ((True, "Strategic turn"), (False, "This turn")):
        steps = [each for each in shown["steps"] if each["strategic"] == strategic]
        if not steps:
            continue
        rows = [_step(each) for each in steps]
        yield heading(title, 3)
        yield table(["", "Step", "Side", ""], rows, now=[n for n, each in enumerate(steps) if each["now"]])


def _step(each: View) -> list[Said]:
    tick = "✓" if each["over"] else "▶" if each["now"] else "·"
    return [
        tick,
        each["name"].capitalize(),
        _side(each["seat"]) if each["seat"] else "",
        clause(each["rule"]),
    ]


def _initiative(position: Position) -> Iterator[Block]:
    """The chits of both sides, and what is in the cup (5.1)."""
    yield heading("Initiative")
    rows: list[tuple[str, Said]] = [
        (side_name(side), f"chit {chit}: {_commands(chit)} in the movement phase")
        for side, chit in position.chits.items()
    ]
    pool = ", ".join(str(chit) for chit in turns_view(position)["pool"])
    yield facts([*rows, ("In the cup", pool)])
    yield why("the chits", ["5.1/1", "5.1/2", "5.1/3"], ["chits_drawn"])


def _commands(count: int) -> str:
    return f"{count} command{'' if count == 1 else 's'}"


# -- supply


def _supply(position: Position) -> Iterator[Block]:
    shown = economy_view(position)
    yield heading("Supply and transport")
    rows: list[list[Said]] = [
        [
            _side(side),
            str(each["supply"]),
            str(each["depots"]),
            str(each["trains"]),
            str(each["rail_points"]),
        ]
        for side, each in shown["sides"].items()
    ]
    heads: list[Said] = ["", "General supply", "In depots", "On trains", "Rail points left"]
    yield table(heads, rows, caption="Supply points (SP of supply) and rail transport points (RTP)")
    per = "for the whole game" if shown["rail_points_per"] == "game" else "with each cycle"
    yield text([f"Rail points come {per}. ", clause("6.51/1"), " ", clause("12.0/2")])
    yield why("general supply", ["12.0/2", "R.7/1"], ["income_received", "units_fed", "supply_broadcast"])


# -- victory


def _victory(position: Position) -> Iterator[Block]:
    yield heading("Victory")
    yield from (_political if position.scenario == CAMPAIGN else _scored)(position)


def _scored(position: Position) -> Iterator[Block]:
    """The points of both sides, and the level that their difference reaches (R.3)."""
    shown, victory = politics_view(position), points_victory(position.scenario)
    rows: list[list[Said]] = [
        [
            _side(side),
            *(str(points[of]) for of in ("hexes", "strength", "warships", "leaders")),
            strong(str(points["total"])),
        ]
        for side, points in shown["points"].items()
    ]
    heads: list[Said] = ["", "Hexes", "SP", "Warships", "Leaders", "Total"]
    yield table(heads, rows, caption="Victory points now")
    now = f"Union less Confederate: {signed(shown['difference'])}, {shown['level']} "
    yield text([now, clause("R.3/14")])
    levels: list[list[Said]] = [
        [each.result, "less" if each.least is None else f"{signed(each.least)} or more"]
        for each in victory.levels
    ]
    yield fold("What the difference means", [table(["Result", "Union less Confederate"], levels)])
    yield fold("Hexes that give points", [_hexes(position)])
    yield why("the points", ["R.3/12", "R.3/13"], ["battle_fought", "losses_taken", "pieces_moved"])


def _hexes(position: Position) -> Block:
    victory = points_victory(position.scenario)
    rows: list[list[Said]] = [
        [place(hex, named(hex)), _side(side), str(points), "yes" if owner(position, hex) == side else "no"]
        for side, worth in (("union", victory.union), ("confederate", victory.confederate))
        for hex, points in worth.items()
    ]
    return table(["Hex", "Gives", "Points", "Held"], rows)


def _political(position: Position) -> Iterator[Block]:
    """Political points, the great cities, emancipation (R.10)."""
    shown = politics_view(position)
    rows: list[list[Said]] = [
        [_side(side), str(shown["political"][side]), signed(shown["lead"][side]), str(shown["lost"][side])]
        for side in SIDES
    ]
    yield table(["", "Political points", "Lead", "SP lost"], rows, caption="Political points")
    said = "proclaimed" if shown["emancipation"] else "not proclaimed"
    yield facts(
        [
            ("Great cities of the Confederate that the Union holds", f"{shown['cities']} of 5"),
            ("Emancipation", said),
        ]
    )
    changed = ["cities_captured", "battle_credited", "emancipation_proclaimed"]
    yield why("political points", ["R.10/3", "R.10/4", "R.10/5"], changed)


# -- production


def _production(position: Position) -> Iterator[Block]:
    """What is ordered, what is under way, and what the Confederate's places and ports give (R.7, R.9)."""
    if position.scenario != CAMPAIGN:
        return
    shown = economy_view(position)
    yield heading("Production")
    orders: list[list[Said]] = [
        [
            _side(order["side"]),
            order["what"].replace("_", " "),
            str(order["strength"]),
            f"turn {order['turn']}",
        ]
        for order in shown["orders"]
    ]
    if orders:
        yield table(["", "Ordered", "SP", "Before"], orders, caption="Orders under way")
    yields, ports = shown["yields"], shown["ports"]
    open_ports = sum(state == "open" for state in ports.values())
    yield facts(
        [
            ("Major cities that yield", f"{len(yields['major'])} of 5"),
            ("Other places that yield", str(len(yields["towns"]))),
            ("Open seaports", f"{open_ports} of {len(ports)}"),
            ("Baltimore & Ohio", "cut" if shown["railroad_cut"] else "open"),
        ]
    )
    rows: list[list[Said]] = [[place(hex, named(hex)), state] for hex, state in ports.items()]
    yield fold("Seaports", [table(["Port", "State"], rows)])
    yield why("income", ["R.7/1", "R.7/2", "R.7/3", "R.9/2"], ["income_received"])
