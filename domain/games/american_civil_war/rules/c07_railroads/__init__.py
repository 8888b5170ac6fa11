"""Chapter 7 of the rulebook: Railroads. Each paragraph, and what carries it out.

7.0     c14_economy.connections.Networks._rails
7.1     board.map_tables._control, c03_sequence.control.cut_off_rails, c03_sequence.control.rail_controller,
        c03_sequence.control.take, c03_sequence.turn_end._settle, c05_movement.arriving.arrive,
        c08_supply.limited_supply.rail_supplied, c08_supply.supply_ground.own_rails,
        rail_hexes.Rails.held_bar, rail_hexes.require_entraining, rail_hexes.require_whole_segment,
        rail_lines.start_impulse_rails, usmrr._require_step
7.2     board.map_tables._lines, c03_sequence.control.cut_off_rails,
        c06_zones_and_reaction.rail_reaction.rail_reactors, c08_supply.supply_links.linked,
        c14_economy.connections.Networks._rails, rail_hexes.Rails.step_bar, rail_hexes.segment,
        rail_lines.has_rail, rail_lines.is_broken, rail_lines.is_rail_ferry, rail_lines.train_steps
7.3     c06_zones_and_reaction.rail_reaction.riding, position.rail_positions.rail_problems,
        rail_hexes.Rails.held_bar, rail_hexes.load_in, rail_hexes.load_of, rail_hexes.markers_left,
        rail_hexes.markers_needed, rail_hexes.require_markers, rail_lines.start_impulse_rails,
        trains.planned, usmrr._ride
7.4     c06_zones_and_reaction.rail_reaction.riding, c06_zones_and_reaction.rail_reaction.train_targets,
        c10_leaders.leader_travel._ridden, c10_leaders.leader_travel._travel, rail_hexes.Rails.held_bar,
        rail_hexes.Rails.passing_bar, rail_hexes.Rails.step_bar, rail_hexes.Rails.zone_bar,
        rail_hexes.require_entraining, trains._entraining_charges, trains._ride_train, trains.is_aboard,
        trains.planned, trains.ride, usmrr._ride
7.5     c14_economy.connections.Networks._rails, data/railroads.csv, status unfinished,
        position.rail_positions.rail_problems, rail_lines.finished, rail_lines.has_rail,
        usmrr._require_step, usmrr._upgrade, usmrr.holds_line
7.6     c03_sequence.control.cut_off_rails, c08_supply.supply_links.linked,
        c14_economy.connections.Networks._trace, position.rail_positions.rail_problems,
        rail_hexes.Rails.passing_bar, rail_lines.broken_for_lines, rail_lines.is_broken,
        rail_work._price_of_breaking, rail_work._price_of_repairing, trains.is_aboard, usmrr._upgrade
7.7     usmrr.on_map
7.7.1   c04_recruiting.union_building.check_return, c13_naval.landing.require_landing,
        railway_losses.captured, usmrr._move_railway, usmrr._require_covered, usmrr._require_step,
        usmrr._ride, usmrr.lose_cut_off
7.7.2   c05_movement.crossings.crossing, c08_supply.supply_ground.own_rails,
        c08_supply.supply_ground.shut_steps, c08_supply.supply_lines.SupplyMap._supply_by_sea,
        c08_supply.supply_ways._standing, position.rail_positions.rail_problems, rail_hexes.load_in,
        rail_lines.bridged, rail_lines.built, rail_lines.finished, rail_lines.has_rail,
        rail_lines.is_rail_ferry, rail_lines.serves_unimproved, usmrr._rail_upgraded, usmrr._upgrade
7.7.3   rail_hexes.load_in, usmrr._rail_upgraded
"""
