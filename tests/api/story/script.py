"""The first turn of a campaign, written out: who orders what, in the order in which it is given.

The Union musters at Washington, Alton, Cairo and Gettysburg, buys a blockader for the North Atlantic and
calls out one regiment of Pennsylvania; the Confederacy lays down an ironclad at Norfolk and orders a fort.
The Gettysburg corps marches past Harper's Ferry, whence G comes down to 4306 to meet it. B crosses the Long
Bridge and takes Alexandria, at the price of two thirds of his corps. In their own impulse the Confederates
come back over the Bull Run road, the corps at 4405 does not stir, and B is thrown back on Washington. Each
side has a quieter second impulse, and then the turn is computed.
"""

from typing import Any, NamedTuple

UNION, CONFEDERATE = "union", "confederate"


class Order(NamedTuple):
    """A command as a seat gives it, and the decision that it answers."""

    seat: str
    answers: str
    command: dict[str, Any]

    @property
    def type(self) -> str:
        return str(self.command["type"])


def union(answers: str, type: str, **more: Any) -> Order:
    return Order(UNION, answers, {"type": type, **more})


def confederate(answers: str, type: str, **more: Any) -> Order:
    return Order(CONFEDERATE, answers, {"type": type, **more})


def march(from_hex: str, *path: str, **more: Any) -> dict[str, Any]:
    """What a move order says: `from` is no word that Python lets one write as a name."""
    return {"from": from_hex, "path": list(path), **more}


SET_UP = (
    union("setup", "set_up", leaders={"A": "1207", "B": "4506"}),
    confederate(
        "setup", "set_up", leaders={"E": "2015", "F": "4406", "G": "4305"}, asp=["4305", "4307", "4406"]
    ),
)

RECRUITING = (
    union(
        "reinforcements",
        "place_reinforcements",
        placements=[
            {"hex": "4506", "count": 2},
            {"hex": "4403", "count": 2},
            {"hex": "1207", "count": 2},
            {"hex": "1513", "count": 2},
        ],
    ),
    confederate(
        "reinforcements",
        "place_reinforcements",
        placements=[{"hex": hex_id} for hex_id in ("4410", "2015", "1218", "0421", "1931", "3527", "3914")],
    ),
)

BUILDING = (
    union("union_construction", "build_unit", unit="nsp"),
    confederate("confederate_construction", "start_project", kind="ironclad", hex="4713"),
    confederate("confederate_construction", "start_project", kind="fort"),
)

FIRST_UNION_IMPULSE = (
    union("placement", "call_out_militia", state="PA"),
    union("militia_placement", "place_militia", hexes=["4502"]),
    union("placement", "end_placement"),
    union("movement", "move_force", **march("4403", "4404", "4405")),
    confederate("reaction", "attempt_reaction", hex="4305"),
    confederate("reaction_move", "react_to", to="4306"),
    union("movement", "end_move"),
    union("movement", "move_force", **march("4506", "4406")),
    union("attacking_leader", "choose_leader", leader="B"),
    confederate("defending_leader", "choose_leader", leader="F"),
    union("movement", "entrench", hex="1513"),
    union("movement", "end_movement"),
)

FIRST_CONFEDERATE_IMPULSE = (
    confederate("placement", "call_out_militia", state="TN"),
    confederate("militia_placement", "place_militia", hexes=["1515", "2015"]),
    confederate("placement", "end_placement"),
    confederate("movement", "move_force", **march("4306", "4406")),
    union("reaction", "attempt_reaction", hex="4405"),
    union("reaction", "decline_reactions"),
    confederate("attacking_leader", "choose_leader", leader="G"),
    union("defending_leader", "choose_leader", leader="B"),
    union("retreat_path", "retreat", path=["4506"]),
    confederate("movement", "move_force", **march("4307", "4406")),
    confederate("movement", "end_movement"),
)

SECOND_UNION_IMPULSE = (
    union("placement", "end_placement"),
    union("movement", "rally", hex="4506"),
    union("movement", "move_force", **march("1208", "1109")),
    union("movement", "end_movement"),
)

SECOND_CONFEDERATE_IMPULSE = (
    confederate("placement", "end_placement"),
    confederate("movement", "move_force", **march("2015", "2014", units=[{"kind": "asp"}], leaders=["E"])),
    confederate("movement", "end_movement"),
)

IMPULSES = (
    FIRST_UNION_IMPULSE,
    FIRST_CONFEDERATE_IMPULSE,
    SECOND_UNION_IMPULSE,
    SECOND_CONFEDERATE_IMPULSE,
)
PREPARATIONS = (*SET_UP, *RECRUITING, *BUILDING)
CAMPAIGN = (*PREPARATIONS, *(order for impulse in IMPULSES for order in impulse))
"""All of it, to the first decision of turn 2."""

TOLD_OTHERWISE = (
    confederate("placement", "call_out_militia", state="VA"),
    confederate("militia_placement", "place_militia", hexes=["4307", "4409", "4410"]),
    confederate("placement", "end_placement"),
    confederate("movement", "move_force", **march("4306", "4406")),
    union("reaction", "decline_reactions"),
    confederate("attacking_leader", "choose_leader", leader="G"),
    union("defending_leader", "choose_leader", leader="B"),
)
"""What happens instead once the game has gone back: the same attack on Alexandria, under other dice."""
