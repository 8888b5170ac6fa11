"""Chapter 6 of the rulebook: Zones of Control. Each paragraph, and what carries it out.

6.0     zones.exerts_primary, zones.primary_sources, zones.secondary_sources
6.1     zones.exerts_primary, zones.exerts_secondary
6.1.1   c05_movement.costs.zone_charges, zones.in_zone
6.1.2   c08_supply.supply_ground.barred_hexes, c09_battle.retreat_ways._free_of_secondary,
        c14_economy.connections.Networks._trace, zones.in_zone
6.2     zones._fort_bars, zones._primary_zone_of, zones.primary_reach, zones.primary_sources
6.2.1   c05_movement.costs.zone_charges, c05_movement.marching.walk, c05_movement.prices.field,
        c05_movement.supply_entry._left_to_enemy, c05_movement.supply_entry.could_be_supplied,
        c07_railroads.trains._entraining_charges, c08_supply.supply_ground.barred_hexes
6.3     zones._admits_secondary, zones._secondary_reach, zones._secondary_zone_of, zones.secondary_sources
6.3.1   c05_movement.costs.zone_charges, c05_movement.marching.walk, c05_movement.prices.field,
        c07_railroads.trains._entraining_charges
6.4     c05_movement.attacking.settle_entry, c05_movement.marching.walk, c07_railroads.trains._ride_train,
        c07_railroads.trains.ride, c07_railroads.usmrr._move_railway, c09_battle.battle.begin_battle,
        c09_battle.battle_end.what_of_the_mover, c09_battle.battle_facts._hexsides,
        c10_leaders.lone_leaders._check_move_leader, c11_forts.fort_placing._announce,
        c13_naval.landing.carry, rail_reaction._react_by_train, rail_reaction._train_reacted,
        rail_reaction.can_ride, rail_reaction.riding, reacting.can_start, reacting.require_mover_alone,
        reacting.target_units, reacting.untried, reacting.works_on_entering, reaction._attempting,
        reaction._decline_reactions, reaction._react_to, reaction._reacting, reaction.finish,
        reaction.go_on, reaction_events._force_reacted, reaction_events.roll_to_react,
        standing_orders.standing_order, water_reaction._attempt, water_reaction._react_by_water,
        water_reaction.landings, zones.exerting_into
6.4.1   rail_reaction._react_by_train, rail_reaction.can_ride, rail_reaction.rail_reactors,
        rail_reaction.riding, rail_reaction.train_targets
6.4.2   water_reaction._attempt, water_reaction._cargo, water_reaction._check_react_by_water,
        water_reaction._react_by_water, water_reaction.landings, water_reaction.vessel_goals,
        water_reaction.vessel_reactors
"""
