"""Chapter 13 of the rulebook: Naval Operations. Each paragraph, and what carries it out.

2.1.1   c05_movement.crossings.crossing /1-2; naval._borders /3; naval.zones_of_hex /4;
        data/hexsides.csv /1-2; data/hexes.csv /3; data/hexes.csv, column sea_zones, and data/ocean.csv /4
13.0    naval.vessel_problems /1; units.Vessel /1; naval._usable /2-5; naval_fire.targets /3, /5;
        c06_zones_and_reaction.water_reaction._cargo /5; river_transport._vessel_start /5
13.1    naval.steps_from /1; naval.vessel_problems /1; naval.vessels_on /2;
        c14_economy.connections.reaches_sea /2
13.1.1  naval.steps_from /1-2, /5; naval.vessel_problems /2; naval_movement.require_usable /2;
        naval.has_base /3; naval_bases.base_duty /3-4; naval_bases.homeless /3-4;
        naval_bases.require_based /3; naval_fire.ways_out /3; naval_movement._require_bases /3;
        naval_movement.require_no_orphans /3; naval_bases._run_to_a_base /4; naval_bases.lose_homeless /4;
        naval.zones_of_hex /5; naval_movement.planned /5;
        data/hexes.csv, column sea_zones, and data/ocean.csv /1
13.1.2  naval.steps_from /1; naval_movement.planned /1, /3; naval_movement.ready_vessels /1;
        naval_movement.sail /1, /3; readers.reaches.by_water.under_sail /1, /3; naval.vessels_on /2;
        c06_zones_and_reaction.water_reaction.vessel_goals /3; naval.dangers /3;
        naval_combat.begin_naval_combat /3; naval_contact.meet_enemy /3; naval_fire.ways_out /3;
        naval_movement._require_no_tail /3; naval_movement._why_no_way /3
13.2    sea_transport._mission /1-2, /9-11; sea_transport._transport_by_sea /1, /5-6, /8;
        naval.zones_of_hex /2; sea_transport.require_embarkation /2-3; naval.sea_reaches /4;
        sea_transport.require_shore /4; readers.reaches.by_water.by_sea /4, /10; landing.carry /5;
        landing.land /6; c09_battle.battle_facts._landed /7; c09_battle.resolution.outcome_modifiers /7;
        c05_movement.crossings.is_amphibious /8; c11_forts.storming._crossed /8; sea_transport.points /9;
        sea_transport.capacity /10
13.3    naval.usable_sides /1; naval_movement.require_usable /1
13.3.1  naval._usable /1; river_transport._town_start /1
13.3.2  board.map_tables.kind_in_season /1-2; c04_recruiting.project_conditions.berths /1;
        c05_movement.crossings.crossing /1; c05_movement.entering.require_passage /1;
        c08_supply.supply_ground.open_waters /1; c09_battle.battle_facts._hexsides /1; naval._usable /1;
        naval_movement.require_usable /1; naval_movement.fall_of_the_rivers /2
13.3.3  c08_supply.sea_supply.seaport_open /1-2; c08_supply.sea_supply.supplying_zones /1-2;
        naval.sea_reaches /1-2; naval.steps_from /1-2; naval.waters_behind /1-2;
        sea_transport.require_shore /1; c14_economy.connections.reaches_sea /1
13.3.4  c04_recruiting.project_conditions.berths /1; c08_supply.supply_ground.open_waters /1;
        naval._usable /1; naval_movement.require_usable /1; river_transport._why_not_reached /1
13.3.5  c05_movement.crossings.crossing /1; c05_movement.crossings.is_amphibious /2;
        c09_battle.battle_facts._hexsides /2
13.3.6  c09_battle.resolution.outcome_modifiers /1; c11_forts.storming._crossed /1;
        c09_battle.retreat._halved /2; c09_battle.retreat_ways.landed_among /2
13.4    naval.boat_waters /1, /5; river_transport._journey /1; river_transport._town_start /1;
        river_transport._transport_by_river /1, /3-4; readers.reaches.by_water.by_river /1, /3;
        naval.combat_sides /2; river_transport._last_hexside /2-3, /5; landing.carry /3;
        c05_movement.crossings.is_amphibious /4; c11_forts.storming._crossed /4; landing.land /4;
        naval.usable_sides /5; naval_movement.require_usable /5
13.4.1  river_transport._journey /1; river_transport._transport_by_river /1, /3;
        river_transport._vessel_start /1; readers.reaches.by_water.by_river /1;
        c06_zones_and_reaction.water_reaction.vessel_goals /2; naval.combat_sides /2;
        river_transport._last_hexside /2; landing.carry /3; landing.land /3
13.4.2  c05_movement.costs.crossing_charge /1; c05_movement.prices._steps /1;
        c08_supply.supply_ways.overland_ways /1; interdiction.can_ferry /1; interdiction.ferry_at /1, /3;
        interdiction.way_over /1, /3; c05_movement.crossings.is_amphibious /2;
        c11_forts.storming._crossed /2; c06_zones_and_reaction.water_reaction.vessel_reactors /3;
        naval._use_problems /3; naval_movement.ready_vessels /3; river_transport._vessel_start /3
13.5    c05_movement.entering.require_passage /1; c05_movement.prices._steps /1;
        c07_railroads.usmrr._require_step /1; c08_supply.supply_ground.shut_steps /1;
        c08_supply.supply_ways._ways /1; interdiction.interdicted /1; interdiction.interdiction /1-2;
        interdiction.way_over /1; c14_economy.connections.Networks._along /1
13.6    c05_movement.movement._end_movement /1; naval.dangers /1, /11;
        naval_combat.begin_naval_combat /1, /11; naval_combat.contact_left /1, /11;
        naval_fire.forts_at /1, /9; naval_fire.opposed /1; naval_combat.carry_on /2, /4, /14;
        naval_combat._check_fire /3, /5, /10, /12; naval_combat._check_hold /3;
        naval_combat._check_withdraw /3, /13; naval_fire.shots /3, /5; naval_fire.targets /3, /10, /12;
        naval_fire.needed_by /6; naval_fire.shoot /6-8; naval_fire.effect_on /7-8;
        c12_entrenchments.works.start_impulse_forts /9; naval_combat.unfinished_alone /11;
        naval_contact.come_to_rest /11, /15; c08_supply.supply_ground.landings /12; naval_fire.ways_out /13;
        naval_combat._end /14-16; naval_repair.is_haven /15; naval_repair.repair_on_arrival /15;
        naval_repair.send_for_repair /15; naval_repair.way_to_haven /15;
        c06_zones_and_reaction.water_reaction.vessel_reactors /16; naval_movement.ready_vessels /16
13.7    naval_support.ask_support /1; naval_support.support /1-3; naval_support.supporters /1, /3;
        naval_support._check_support /3
"""
