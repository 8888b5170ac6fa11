"""Section 24 of the rulebook, which is lost: departments, forts under construction and bases, by R.8.

R.8     c17_supply_chain.chains.sources /3; places.working /3; building._check_move /4;
        places.departments_of /4; c07_water_movement.cargo._store /5; building._check_base /5;
        c21_production.deploying._require_fort_site /7-8; building._check_build /7-8;
        building.lose_stages /7; building._used /8; data/places.csv, column department /1-2
"""
