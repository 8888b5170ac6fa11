"""Chapter 15 of the rulebook: Politics. Each paragraph, and what carries it out.

15.0    politics.change_status /1; position.economy_positions.political_problems /1
15.1    c03_sequence.control._prize_changes_hands /1; c03_sequence.control._first_northern_capture /2;
        kentucky.violate /3; c08_supply.surrendering.surrender_marked /4; c09_battle.losses._take /4;
        politics.surrender_roll /4; c09_battle.leaders.political_effect /5
15.2    politics.hold_election /1-4; c04_recruiting.reckoning.union_terms /2;
        c03_sequence.victory.test_victory /3
15.3    politics.confederate_diplomacy /1; politics._diplomatic_event /2-5;
        c05_movement.entering.require_attackers /3; c05_movement.entering.require_no_mediation /3;
        c05_movement.prices._closed_to /3; c11_forts.sorties.sortie_units /3;
        c04_recruiting.reckoning.union_terms /4-5; c14_economy.economy.port_value /4-5;
        c14_economy.blockade.blockaders /5-6; c04_recruiting.union_building.check_build /6
15.4    c06_zones_and_reaction.zones._admits_secondary /1; c05_movement.rally._rally /2;
        c05_movement.rally.rallies /2; c05_movement.rally.rally_modifiers /2;
        c08_supply.foraging.require_forage /3
15.5    c05_movement.entering.is_closed /1; c05_movement.prices.field /1;
        c08_supply.supply_ground.open_waters /1; c09_battle.retreat_ways.bar /1;
        c10_leaders.lone_leaders._check_move_leader /1; c10_leaders.lone_leaders.require_open_to_leader /1;
        c13_naval.landing.require_landing /1; c13_naval.naval.usable_sides /1;
        c13_naval.naval_movement.require_usable /1; c13_naval.river_transport._journey /1;
        readers.reaches.by_water.by_river /1; c13_naval.naval._usable /2
15.5.1  kentucky.kentucky_decides /1; kentucky._decide_for_the_union /2-3; kentucky.deployment_hexes /2;
        kentucky.due_units /2
15.5.2  kentucky.violate /1, /3-5; c05_movement.entering.is_closed /2; c08_supply.supply._allocate /2;
        c08_supply.supply._kentucky_would_help /2; c08_supply.supply_ground.barred_hexes /2;
        c05_movement.marching._violate /3; c13_naval.landing.carry /3; kentucky._raise_militia /4-5;
        kentucky.deployment_hexes /4-5; kentucky.due_units /4-5; c04_recruiting.reckoning.volunteers /6;
        c06_zones_and_reaction.reacting.target_units /7; c06_zones_and_reaction.water_reaction.landings /7;
        kentucky.kentucky_decides /8; position.economy_positions.political_problems /8
15.6    c03_sequence.control.controller /1; c08_supply.limited_supply._centres /2;
        c08_supply.supply_ground.own_centres /2; c14_economy.economy.count_st_louis /3;
        c14_economy.economy.not_for_victory /3; readers.prompts.warnings.warns /3
"""
