"""A battle's figures as blocks: both forces, each roll with its modifiers and clauses, the chart that was
read.

They are made of the cards of tell_cards.py, entry by entry; the chart of a battle is drawn once, with every
cell that its entries read.
"""

from collections.abc import Iterator
from typing import Any

from ironclad.domain.games.american_civil_war.board.charts import COMBAT_RESULTS
from ironclad.domain.games.american_civil_war.readers.scene import SIDE_NAMES
from ironclad.domain.kernel.drawing.blocks import (
    Block,
    Said,
    bad,
    chart,
    clause,
    die,
    items,
    row,
    side_name,
    signed,
    strong,
    table,
    term,
)

Card = dict[str, Any]

_WINS = {"attacker": "attacker wins", "defender": "defender wins", "draw": "draw"}
CHART = "results"
_OUTCOME, _DEFENDER, _ATTACKER = 1, 2, 3  # columns of the chart


def results_chart() -> Block:
    """The Combat Results Table as a page shows it (9.4, 9.6, 9.7)."""
    rows = []
    for each in COMBAT_RESULTS.values():
        adds = f" (AL {signed(each.outcome_modifier)})" if each.outcome_modifier else ""
        more = f"DL {signed(each.attacker_loss)}" if each.attacker_loss else "DL"
        wins = _WINS[each.outcome].capitalize()
        rows.append([str(each.die), f"{wins}{adds}", f"{each.defender_loss_percent}%", more])
    return table(
        ["Die", "Outcome", "Defender loses", "Attacker loses"],
        rows,
        caption="Combat Results Table",
        name=CHART,
    )


def began_blocks(card: Card) -> list[Block]:
    """Who met."""
    came = [
        row(
            each["units"],
            f" under {', '.join(each['leaders'])}" if each["leaders"] else "",
            f" from {each['from']}" if each["from"] else "",
        )
        for each in card["attackers"]
    ]
    held = [row(card["defenders"] or "nobody")]
    if card["garrison"]:
        held.append(row(f"a garrison of {card['garrison']} in the fort"))
    return [_both(card["attacker"], card["defender"], [["Force", came, held]])]


def _both(attacker: str, defender: str, rows: list[list[Said]]) -> Block:
    heads: list[Said] = [
        "",
        ["Attacker ", side_name(attacker, SIDE_NAMES[attacker])],
        ["Defender ", side_name(defender, SIDE_NAMES[defender])],
    ]
    return table(heads, rows, name="forces")


def fought_blocks(card: Card) -> list[Block]:
    """How strong both were, and the roll for the outcome."""
    attacker, defender = card["attacker"], card["defender"]
    strength: list[list[Said]] = [
        ["Strength", list(_strength(attacker)), list(_strength(defender))],
        ["In all", strong(str(attacker["strength"])), strong(str(defender["strength"]))],
    ]
    read = COMBAT_RESULTS[card["row"]].outcome_modifier
    modified = str(card["modified"]).replace("-", "−")
    sums: list[Said] = [
        [f"ratio {card['ratio']} ", clause("9.3/4")],
        [die(card["die"]), "for the outcome ", clause("9.4/1")],
        *(term(signed(each["amount"]), each["name"], each["rule"]) for each in card["terms"]),
        [
            f"= {modified}, row {card['row']} of the Combat Results Table: ",
            strong(_WINS[card["outcome"]]),
            f", {signed(read)} on the attacker's loss",
        ],
    ]
    return [
        _both(attacker["side"], defender["side"], strength),
        items(sums, "sums"),
        chart(CHART, "The table as it was read", [(str(card["row"]), _OUTCOME)]),
    ]


def _strength(force: Card) -> Iterator[Said]:
    for part in force["parts"]:
        times = f" × {part['times']}" if part["times"] > 1 else ""
        yield row(f"{part['strength_points']}{times} {part['what']} ", clause(part["rule"]))
    if force["leader"]:
        yield row(f"+{force['bonus']} leader {force['leader']} ", clause("9.3/3"))
    if force["naval"]:
        yield row(f"+{force['naval']} naval support ", clause("13.7/1"))
    if force["demoralized"]:
        yield bad("demoralized")
    if force["out_of_supply"]:
        yield bad("out of supply")


def losses_blocks(card: Card) -> list[Block]:
    """The roll for the losses."""
    percent = sum(each["amount"] for each in card["shares"])
    exact = max(0, percent) * card["base"] / 100
    capped = ", all that it can " if card["defender"] < card["reckoned"] else " "
    sums: list[Said] = [
        [die(card["die"]), "for the losses ", clause("9.6/1")],
        *(term(f"{signed(each['amount'])}%", each["name"], each["rule"]) for each in card["shares"]),
        [
            f"= {percent}% of the attacker's {card['base']} SP = {exact:g}: ",
            strong(f"the defender loses {card['defender']}"),
            capped,
            clause("9.6/2"),
        ],
        *(term(signed(each["amount"]), each["name"], each["rule"]) for each in card["terms"]),
        [
            f"row {card['row']}, {signed(card['adds'])} on the defender's loss: ",
            strong(f"the attacker loses {card['attacker']} "),
            clause("9.7/1"),
        ],
    ]
    read = [(str(card["die"]), _DEFENDER), (str(card["row"]), _ATTACKER)]
    return [items(sums, "sums"), chart(CHART, "The table as it was read", read)]
