"""Section 12 of the rulebook: supply.

12.0   stores.stores_in /3-4; destroying._check_destroy /5
12.11  maintenance._roll_consumption /1-2; feeding.mouths /3, 12.14/1; feeding.by_chain /4;
       feeding.stores_for /5; feeding.planned /4-6, /9; maintenance._feed /7-8
12.12  needs.consumption /1-2; data/supply_consumption.csv
12.13  needs.attrition /1-2; data/supply_attrition.csv
12.2   combat_supply.feed /1-4, 12.22/1; stores.combat_stores 12.21/1-5; combat_supply._check_pay 12.22/2
12.24  needs.combat_need /1-2; data/combat_supply.csv, data/combat_supply_factors.csv
"""
