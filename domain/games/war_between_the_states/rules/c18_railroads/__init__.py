"""Section 18 of the rulebook, which is lost: railroads by R.2.

R.2     rails.usable /1-2, /4, /10, /12; cutting._check_cut /3; cutting._was_cut /4;
        mending._check_repair /5-6; mending.watched /6; mending._check_net /7; mending.repairable /7;
        position.upkeep.Upkeep /7; rails.links_of /8-9; c19_scenarios.owners.rail_owners_at_start /10, /12;
        c21_production.economy.capital_cut_off /11; c21_production.economy.railroad_cut /11;
        c21_production.income.union_income /11; c21_production.phases._receive_income /11;
        c19_scenarios.owners.owners_at_start /13; data/railroads.csv /8
"""
