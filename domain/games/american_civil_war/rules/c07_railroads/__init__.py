"""Chapter 7 of the rulebook: Railroads. Each paragraph, and what carries it out.

7.0     c14_economy.connections.Networks._rails /1
7.1     board.map_tables._control /1; c03_sequence.control.rail_controller /1; c03_sequence.control.take /2;
        c03_sequence.turn_end._settle /2; c05_movement.arriving.arrive /2; rail_hexes.whose_rails /2, /5;
        c03_sequence.control.cut_off_rails /3; rail_hexes.Rails.held_bar /4-5;
        rail_hexes.require_whole_segment /4; rail_lines.start_impulse_rails /4;
        rail_hexes.require_entraining /5; usmrr._require_step /5;
        c08_supply.limited_supply.rail_supplied /5; c08_supply.supply_ground.own_rails /5
7.2     board.map_tables._lines /1, /3; c03_sequence.control.cut_off_rails /1, /3;
        c06_zones_and_reaction.rail_reaction.rail_reactors /1; rail_hexes.Rails.why_no_way /1;
        rail_hexes.segment /1; rail_lines.has_rail /1; rail_lines.is_broken /1;
        rail_lines.is_rail_ferry /1-3; rail_lines.train_steps /1-2; rail_hexes.Rails.step_bar /2;
        c08_supply.supply_links.linked /3; c14_economy.connections.Networks._rails /3
7.3     c06_zones_and_reaction.rail_reaction.riding /1; rail_hexes.markers_left /1;
        rail_hexes.markers_needed /1-3, /5; rail_hexes.require_markers /1;
        rail_lines.start_impulse_rails /1; trains.planned /1; position.rail_positions.rail_problems /1;
        rail_hexes.load_in /2-6; rail_hexes.load_of /2-3; usmrr._ride /2-3; rail_hexes.Rails.held_bar /4, /6
7.4     rail_hexes.Rails.held_bar /1; rail_hexes.Rails.step_bar /1; rail_hexes.Rails.why_no_way /1;
        trains.planned /1, /3, /5; readers.reaches.by_rail.by_rail /1;
        c06_zones_and_reaction.rail_reaction.train_targets /2; rail_hexes.Rails.enemy_bar /2;
        rail_hexes.Rails.passing_bar /2; rail_hexes.Rails.zone_bar /2; trains.is_aboard /2, /5;
        c06_zones_and_reaction.rail_reaction.riding /3-4; rail_hexes.require_entraining /3-4;
        trains._entraining_charges /3; usmrr._ride /3; c10_leaders.leader_travel._ridden /3;
        trains._ride_train /5-6; c10_leaders.leader_travel._travel /5; trains.ride /6
7.5     rail_lines.finished /1-2; rail_lines.has_rail /1; c14_economy.connections.Networks._rails /1;
        position.rail_positions.rail_problems /1; usmrr._require_step /2; usmrr._upgrade /2;
        usmrr.holds_line /2; data/railroads.csv, status unfinished /1
7.6     rail_work._price_of_breaking /1; position.rail_positions.rail_problems /1;
        c03_sequence.control.cut_off_rails /2; rail_hexes.Rails.passing_bar /2;
        rail_lines.broken_for_lines /2; rail_lines.is_broken /2; trains.is_aboard /2;
        c08_supply.supply_links.linked /2; c14_economy.connections.Networks._trace /2;
        rail_work._price_of_repairing /3; usmrr._upgrade /3
7.7     usmrr.on_map /1
7.7.1   usmrr._move_railway /1; usmrr._require_step /1-2; usmrr._ride /1-2;
        c13_naval.landing.require_landing /1-2; usmrr._require_covered /2; railway_losses.captured /3;
        usmrr.lose_cut_off /4; c04_recruiting.union_building.check_return /5
7.7.2   usmrr._upgrade /1-2; position.rail_positions.rail_problems /1; rail_lines.built /2;
        rail_lines.finished /2; rail_lines.has_rail /2; usmrr._rail_upgraded /2;
        c05_movement.crossings.crossing /3; rail_lines.bridged /3; rail_lines.is_rail_ferry /3;
        c08_supply.supply_ground.shut_steps /3; c08_supply.supply_ways._standing /3; rail_hexes.load_in /4;
        c08_supply.supply_lines.SupplyMap._supply_by_sea /4-5; rail_lines.serves_unimproved /5;
        c08_supply.supply_ground.own_rails /5
7.7.3   rail_hexes.load_in /1; usmrr._rail_upgraded /1
"""
