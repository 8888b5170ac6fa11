"""Section 11 of the rulebook: naval combat.

11.0    position.pieces.Unit /1
11.3    c08_combat.defending._check_defend /1-2; c08_combat.defending.supporting /1, /3, /6;
        c08_combat.strength.defence_strength /1; c08_combat.fighting._sink /2, /4;
        c08_combat.losses.divided /2; c08_combat.losses.ships_chosen /2, /4; c08_combat.losses.ships_for /4;
        c08_combat.retreating._called /5
11.11   c07_water_movement.sailing._check_sail /1-2; c07_water_movement.sailing.require_under_way /1;
        passing._check_run /1; naval_battles.prey /2, /6; naval_battles._begin_naval /3;
        naval_battles._must_fight /3, /7; naval_battles._fight /4-5; ships.naval_ratio /4-5;
        naval_battles._check_end /6; naval_battles._check_prey /6
11.12   naval_battles._fight /1-4; ships.naval_result /1; ships.warships_lost /2;
        naval_battles._check_lose /3-4; sinking._sunk /3; sinking.sink /3; data/naval_combat.csv /1
11.13   naval_battles._check_prey /1; naval_battles._fight /1; naval_battles._must_fight /1;
        naval_battles._begin_naval /2
11.21   board.waters.waters_of_fort /1; c07_water_movement.channels.guns_of /1, /4-5;
        c13_forts.sheltering._check_take /1-2; c24_departments.building._check_build /1;
        position.problems._work_problems /1; position.problems.faces /1;
        c17_supply_chain.waterways.barred_to /4-5; data/fort_waters.csv /1
11.22   c07_water_movement.channels.held_by_forts /1, /3-4; c07_water_movement.sailing._check_sail /1;
        passing._check_run /1, /3, /6; c07_water_movement.sailing._sailed /3; passing.run /5
11.23   passing._attack /1-6, /8; passing._check_attack /1, /5, /7, /9; c08_combat.losses.ships_chosen /3;
        c08_combat.losses.ships_for /3
11.24   passing.run /1-4; transit.transit_result /1-2, /4; board.waters.is_upstream /3;
        passing._naval_leader /3; transit.transit_die /3; data/naval_transit.csv /1
"""
