"""Section 11 of the rulebook: naval combat.

11.11  ships.naval_ratio /4-5
11.12  ships.naval_result /1; ships.warships_lost /2
11.24  transit.transit_result /1-4
"""
