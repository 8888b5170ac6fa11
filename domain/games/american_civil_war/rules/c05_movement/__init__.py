"""Chapter 5 of the rulebook: Movement. Each paragraph, and what carries it out.

5.0     c07_railroads.trains.require_points, c07_railroads.usmrr._require_points,
        c10_leaders.leader_travel._travel, c10_leaders.lone_leaders._check_move_leader,
        entering._require_points, marching._advance, prices._limit, rally._rallying
5.1     c07_railroads.rail_work._price_of_breaking, c07_railroads.rail_work._price_of_repairing,
        c07_railroads.trains.planned, c07_railroads.usmrr._require_points, c07_railroads.usmrr._upgrade,
        c08_supply.depots.builders, c11_forts.fort_placing.builders,
        c12_entrenchments.entrenchments._digging, costs.allowance, levees._breaching, rally._rallying
5.2     attacking.settle_entry, c09_battle.battle_end.what_of_the_mover, costs.is_massed,
        marching._end_move, marching.setting_out, movement.movement_step
5.2.1   marching.setting_out
5.2.2   detaching._drop_units
5.2.3   c07_railroads.trains.require_points, detaching._drop_units, detaching._picked,
        entering._require_points, prices._limit
5.2.4   c07_railroads.trains.require_points, costs.is_massed, costs.massed_charge, entering._require_points,
        prices._limit
5.3     costs.allowance
5.3.1   c09_battle.battle_end._moved_on, c10_leaders.stranded_leaders._leader_moved_alone,
        costs.leader_bonus
5.3.2   costs.terrain_charge, prices._step_table
5.3.3   c13_naval.interdiction.way_over, costs.crossing_charge, crossings.crossing, crossings.is_amphibious,
        prices._step_table
5.3.4   c08_supply.supply_ways._out_of_loops, c09_battle.retreat._arrived, crossings.crossing,
        prices._out_of_loop
5.3.5   attacking.settle_entry, c07_railroads.rail_hexes.Rails.zone_bar, c08_supply.foraging.closed_grounds,
        costs.zone_charges, marching._advance, position.state.occupied, prices.field
5.3.6   c06_zones_and_reaction.reacting.target_units, costs.allowance, entering.require_supply,
        prices._supply_test, supply_entry.could_be_supplied, supply_entry.may_forage
5.3.7   attacking.require_no_duty, c12_entrenchments.entrenchments._digging, levees._breaching,
        marching.setting_out, rally._rally, rally._rallying, rally.rallies, rally.rally_modifiers
5.3.8   c13_naval.naval.usable_sides, levees._breach_levee, levees._breaching, levees._levee_breach_tried
5.3.9   c06_zones_and_reaction.reaction._react_to
5.3.10  c07_railroads.trains._ride_train
5.3.11  c13_naval.sea_transport._mission
"""
