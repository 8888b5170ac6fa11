"""Chapter 13 of the rulebook: Naval Operations. Each paragraph, and what carries it out.

13.0    c06_zones_and_reaction.water_reaction._cargo, naval._usable, naval.vessel_problems,
        naval_fire.targets, river_transport._vessel_start, units.Vessel
13.1    naval.steps_from, naval.vessel_problems, naval.vessels_on
13.1.1  data/hexes.csv, column sea_zones, and data/ocean.csv, naval.has_base, naval.steps_from,
        naval.vessel_problems, naval.zones_of_hex, naval_bases.base_duty, naval_bases.homeless,
        naval_bases.lose_homeless, naval_bases.require_based, naval_fire.ways_out,
        naval_movement._require_bases, naval_movement.planned, naval_movement.require_no_orphans,
        naval_movement.require_usable
13.1.2  c06_zones_and_reaction.water_reaction.vessel_goals, naval.dangers, naval.steps_from,
        naval.vessels_on, naval_combat.begin_naval_combat, naval_contact.meet_enemy, naval_fire.ways_out,
        naval_movement._why_no_way, naval_movement.planned, naval_movement.ready_vessels,
        naval_movement.sail
13.2    c05_movement.crossings.is_amphibious, c09_battle.battle_facts._landed,
        c09_battle.resolution.outcome_modifiers, c11_forts.storming._crossed, landing.carry, landing.land,
        naval.sea_reaches, naval.zones_of_hex, sea_transport._mission, sea_transport._transport_by_sea,
        sea_transport.capacity, sea_transport.points, sea_transport.require_embarkation,
        sea_transport.require_shore
13.3    naval.usable_sides, naval_movement.require_usable
13.3.1  naval._usable, river_transport._town_start
13.3.2  board.map_tables.kind_in_season, c04_recruiting.project_conditions.berths,
        c05_movement.crossings.crossing, c05_movement.entering.require_passage,
        c08_supply.supply_ground.open_waters, c09_battle.battle_facts._hexsides, naval._usable,
        naval_movement.fall_of_the_rivers, naval_movement.require_usable
13.3.3  c08_supply.sea_supply.seaport_open, c08_supply.sea_supply.supplying_zones,
        c14_economy.connections.reaches_sea, naval.sea_reaches, naval.steps_from, naval.waters_behind,
        sea_transport.require_shore
13.3.4  c04_recruiting.project_conditions.berths, c08_supply.supply_ground.open_waters, naval._usable,
        naval_movement.require_usable, river_transport._why_not_reached
13.3.5  c05_movement.crossings.crossing, c05_movement.crossings.is_amphibious,
        c09_battle.battle_facts._hexsides
13.3.6  c09_battle.resolution.outcome_modifiers, c09_battle.retreat._halved,
        c09_battle.retreat_ways.landed_among, c11_forts.storming._crossed
13.4    c05_movement.crossings.is_amphibious, c11_forts.storming._crossed, landing.carry, landing.land,
        naval.boat_waters, naval.combat_sides, naval.usable_sides, naval_movement.require_usable,
        river_transport._journey, river_transport._last_hexside, river_transport._town_start,
        river_transport._transport_by_river
13.4.1  c06_zones_and_reaction.water_reaction.vessel_goals, landing.carry, landing.land, naval.combat_sides,
        river_transport._journey, river_transport._last_hexside, river_transport._transport_by_river,
        river_transport._vessel_start
13.4.2  c05_movement.costs.crossing_charge, c05_movement.crossings.is_amphibious,
        c06_zones_and_reaction.water_reaction.vessel_reactors, c08_supply.supply_ways.overland_ways,
        c11_forts.storming._crossed, interdiction.can_ferry, interdiction.ferry_at, interdiction.way_over,
        naval._use_problems, naval_movement.ready_vessels, river_transport._vessel_start
13.5    c05_movement.entering.require_passage, c07_railroads.usmrr._require_step,
        c08_supply.supply_ground.shut_steps, c08_supply.supply_ways._ways,
        c14_economy.connections.Networks._along, interdiction.interdicted, interdiction.interdiction,
        interdiction.way_over
13.6    c05_movement.movement._end_movement, c06_zones_and_reaction.water_reaction.vessel_reactors,
        c08_supply.supply_ground.landings, c12_entrenchments.works.start_impulse_forts, naval.dangers,
        naval_combat._check_fire, naval_combat._check_hold, naval_combat._check_withdraw, naval_combat._end,
        naval_combat.begin_naval_combat, naval_combat.carry_on, naval_combat.contact_left,
        naval_combat.unfinished_alone, naval_contact.come_to_rest, naval_fire.effect_on,
        naval_fire.forts_at, naval_fire.needed_by, naval_fire.opposed, naval_fire.shoot, naval_fire.shots,
        naval_fire.targets, naval_fire.ways_out, naval_movement.ready_vessels, naval_repair.is_haven,
        naval_repair.repair_on_arrival, naval_repair.send_for_repair, naval_repair.way_to_haven
13.7    naval_support._check_support, naval_support.ask_support, naval_support.support,
        naval_support.supporters
"""
