"""Section 12 of the rulebook: supply.

12.12  needs.consumption /1-2; data/supply_consumption.csv
12.13  needs.attrition /1-2; data/supply_attrition.csv
12.24  needs.combat_need /1-2; data/combat_supply.csv, data/combat_supply_factors.csv
"""
