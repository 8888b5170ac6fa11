"""Section 12 of the rulebook: supply.

E.2     needs.consumption /3; data/places.csv, columns supply and seaport /1-2; data/naval_combat.csv /3;
        data/supply_consumption.csv /3
12.0    needs.general_supply /1; c19_scenarios.set_up.set_up_position /1; c21_production.paying.receive /1;
        c21_production.paying.require_paid /1; c21_production.phases._receive_listed /1;
        c17_supply_chain.chains.sources /2; c07_water_movement.cargo._store /3; destroying.stores_of /3-4;
        stores.stores_in /3-4; c17_supply_chain.loading.store_of /3-4;
        position.pieces.Unit, Headquarters and Depot /3; position.problems._store_problems /3;
        c06_ground_movement.entering.entered /4; destroying._ask_destruction /5;
        destroying._check_destroy /5
12.2    combat_supply.feed /1-4; combat_supply.rolls_in /1; needs.rolls_for_supply /1;
        readers.odds.battles._hunger /1-2; combat_supply._check_pay /2; combat_supply.stores_for /2;
        stores.combat_stores /2
12.11   feeding.mouths /1-3; maintenance._roll_consumption /1-2; needs.consumption /2;
        feeding.by_chain /4-5; feeding.planned /4-6, /9; feeding.stores_for /5;
        maintenance._check_feed /6, /9; maintenance._feed /7-8; needs.attrition /8
12.12   board.charts.consumption_row /1; needs.consumption /1-2; board.calendar.is_harvest /2;
        maintenance._roll_consumption /2; data/supply_consumption.csv /1
12.13   board.charts.attrition_row /1; needs.attrition /1-2; maintenance._feed /2;
        data/supply_attrition.csv /1
12.14   feeding.mouths /1
12.21   stores.combat_stores /1-5; c08_combat.crossing.crosses /2; feeding.stores_for /2
12.22   combat_supply._check_pay /1-2; combat_supply.feed /1; stores.combat_stores /2; stores.stores_in /2
12.23   c08_combat.advancing.may_advance /1; c08_combat.fighting._multipliers /1;
        c08_combat.fighting.made_ready /1-2; c08_combat.fighting.outcome_of /1-2;
        c08_combat.strength.unsupplied /1; c08_combat.strength.combat_ratio /2;
        c08_combat.retreating._retreat /3
12.24   needs.combat_need /1-2; readers.odds.battles._hunger /1; board.charts.combat_supply_factor /2;
        combat_supply.own_strengths /2; data/combat_supply.csv /1; data/combat_supply_factors.csv /2
"""
