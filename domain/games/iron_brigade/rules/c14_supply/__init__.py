"""Chapter XIV, supply of ammunition. What carries out each clause.

VII.U   c07_morale.checks.thrown_away /1, /3; c07_morale.taking.shake /1, /3; supply.check_resupply /2;
        supply.gets_weapons /2; supply.lacks /2; supplying.resupply /2
XIV.A   supply.full_supply /1-3; supply.check_ammunition /4; supply.turns_left /4-5;
        c06_general_fire.answering.spent /5; data/ammunition.csv /1-3
XIV.B   supply.check_resupply /1; supply.lacks /1; supply.sources /1; supplying.resupply /1-2;
        c06_general_fire.aiming.check_may_fire /2
XIV.C   supply.sources /1; supplying.resupply /1
"""
