"""Section 7 of the rulebook: water movement.

7.0     sailing._check_sail /2, /4; board.waters._links /3; channels.links_now /3; sailing.require_ships /5;
        data/closed_water_links.csv /3
7.2     boarding._check_embark /1, /4; boarding.carried_by /1-3; boarding.require_beside /1;
        position.problems._ship_problems /1; boarding._embarked /4; data/unit_types.csv /1-2
7.3     c06_ground_movement.costs.step_cost /1-3; c06_ground_movement.ground.steps_of /1;
        c06_ground_movement.ground.temporary_ferries /4
7.4     sailing._check_round /1-3
7.6     opening.begin /1; options.chosen_rivers /1
7.11    board.waters._open /1; channels.links_now /1; sailing._check_sail /1; data/sea_hexsides.csv /1
7.12    board.waters.is_upstream /1; board.waters.sailed /1; channels.links_now /1; sailing._check_sail /1
7.13    board.waters.may_lie /1-2; channels.require_open /1-2; c24_departments.places.berths /1;
        position.problems._ship_problems /1-2
7.14    channels.require_open /1-2; sailing._check_sail /1
7.15    channels.require_open /1
7.16    channels.require_open /1
7.21    boarding._check_embark /1-2; boarding._check_land /1-2; boarding.cost_at /1;
        embarking.embarkation_cost /1; boarding.require_beside /2; boarding.require_pace /2
7.22    sailing._check_sail /1; boarding._check_land /2-3; boarding._check_embark /3; voyages.is_due /3;
        voyages.require_passengers /3
7.23    boarding._check_land /1; boarding.require_beside /1; channels.shores /1; board.map._on_water /2;
        boarding.cost_at /2; data/places.csv, column size /2
7.24    assault._check_assault /1-4; assault._assault /2, /4; c10_leaders.command.together_aboard /2;
        c08_combat.defending.attacking /5, /11; c08_combat.strength.attack_strength /5;
        c08_combat.chits.cap_of /6; c12_supply.combat_supply._lands /7; assault.may_land /8;
        assault.settle_landing /8-9, /12; readers.odds.battles.distribution /9; boarding._check_land /10;
        voyages.require_passengers /10; c08_combat.retreating._called /12
7.25    boarding.carried_by /1; cargo._check_supply /1-3; cargo._store /2
7.26    boarding.cost_at /1-2; boats._price /1; embarking.embarkation_cost /1-2; data/embarkation.csv /1
7.27    boarding.cost_at /1, /3; embarking.embarkation_cost /1, /3;
        c06_ground_movement.rail_supply._check_supply /2; assault._check_assault /2;
        boarding._check_embark /2; boarding._check_land /2; cargo._check_supply /2
7.28    channels.distance /1; voyages._check_order /1-2; voyages.is_due /1, /4; voyages.open_orders /1, /3;
        voyages.require_passengers /1, /4; position.sight.see /1; position/pieces.py, VoyageOrder /1;
        voyages._over /3
7.31    c06_ground_movement.ground.temporary_ferries /1-3; c06_ground_movement.moving._over_ferries /1-2;
        sailing.require_under_way /1
7.32    c06_ground_movement.ground.temporary_ferries /1
7.51    board.waters.sailed /1-2; channels.links_now /1
7.52    board.waters.sailed /1; channels.links_now /1
7.53    board.waters.may_lie /1-2; channels.require_open /1; position.problems._ship_problems /1;
        board.waters._links /2; data/closed_water_links.csv /2
7.54    boats._check_bay /1; boats._rounded /1-2; boats.come_back /1
7.55    board.waters.waters_of_fort /1; channels.guns_of /1, /4; assault._check_assault /2;
        boarding.require_beside /2; channels.barred_by_sumter /2; c11_naval_combat.passing._check_run /2;
        channels.held_by_forts /3; sailing._sailed /3; data/fort_waters.csv /1
7.61    board.waters.sailed /1
7.62    board.waters.sailed /1; channels.links_now /2
7.63    board.waters.sailed /1
7.64    board.waters.sailed /1; channels.links_now /1
"""
