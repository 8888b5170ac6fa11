"""The production round. What carries out each clause.

blockade
        blockade.begin_blockade /1; blockade._begin_force /2-3, /5; blockade._check_force /3;
        c07_naval.fleets.capacity /4; c07_naval.fighting._lost /5; blockade._attack /6-7;
        blockade.attackable /6; blockade._after_attack /8; blockade.dice_of /9; blockade.watched_ports /9;
        blockade._roll /10; income.income_of /10-12
csa-support-from-europe
        income.support_of /1-2, /4; income.port_capacity /3; limits._supported /5
production-limits
        limits.most_units /1-2, /5; limits.most_ratings /3-4
production-round
        buying._unit_bought /1; phases.begin_production /1-3
unit-production-and-placement
        income._cities /1, /3; income._clause /2; income.income_of /4; buying._check_price /5;
        buying.check_nation /5; buying.price_of /9; placing.check_place /10, /12, /17; placing._ground /11;
        placing._check_demand /13, /16; placing.invaded_states /13-15; buying._unit_bought /17;
        data/prices.csv /6-8
war-with-europe
        c10_politics.war.break_out /1-2; c10_politics.war._check /3-4; income._power /5;
        income.offered_support /6; buying.check_nation /7; income.receive /7; placing._ground /8-9;
        limits.most_units /10; limits.most_ratings /11, /13; c07_naval.fleets.fleet /12;
        c04_amphibious.shipping.check_leg /14, /17; c10_politics.uprising.rise /15-16;
        c10_politics.uprising.fight_uprising /16; c03_movement.entering.check_revolutionaries /17;
        c05_battles.retreating._may_follow /17; c10_politics.peace.is_beaten /18-19;
        c10_politics.peace._left /20; c10_politics.peace.units_that_go /20-21; income._clause /22, /24;
        c08_scenarios.victory.holds /23
"""
