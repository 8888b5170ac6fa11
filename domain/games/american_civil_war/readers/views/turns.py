"""The turns view: the Turn Record Track with what happens on each turn and what waits there (3.2, TRT)."""

from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import TURNS
from ironclad.domain.games.american_civil_war.board.names import vessel_name
from ironclad.domain.games.american_civil_war.position.state import CONFEDERATE, SIDES, UNION, Position

View = dict[str, Any]


def turns_view(position: Position) -> View:
    """Every turn of the war: its season and figures, what its rules allow, and what is due in it.

    `survival` is what the Confederacy needs in that turn as things stand, lost elections taken off (15.2);
    `due` holds draft markers, forts, leaders and railway units that come then.
    """
    return {"turn": position.turn, "turns": [_turn(position, turn) for turn in sorted(TURNS)]}


def _turn(position: Position, turn: int) -> View:
    record = TURNS[turn]
    return {
        "turn": turn,
        "season": record.season,
        "year": record.year,
        "movement_points": record.movement_points,
        "supply_length": record.supply_length,
        "union_asp": record.union_asp,
        "construction": record.construction,
        "builds": list(record.builds),
        "survival": record.survival - (position.survival_reduction if turn >= position.turn else 0),
        "survival_printed": record.survival,
        "victory": record.victory,
        "election": record.election,
        "draft": record.draft,
        "kentucky_check": record.kentucky_check,
        "cavalry": {UNION: record.union_cavalry, CONFEDERATE: record.confederate_cavalry},
        "due": {
            "draft_marker": position.draft.get(turn),
            "forts": position.fort_track.get(turn, 0),
            "leaders": {
                side: [
                    letter
                    for letter, leader in sorted(position.leaders.items())
                    if leader.returns == turn and leader.side == side
                ]
                for side in SIDES
            },
            "railway_units": [
                vessel_name(name)
                for name, unit in sorted(position.railway_units.items())
                if unit.returns == turn
            ],
        },
    }
