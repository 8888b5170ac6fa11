"""Chapter 5 of the rulebook: Movement. Each paragraph, and what carries it out.

TEC     board.map_tables._steps /1-5, /9-11, /13; costs.terrain_charge /1-8, /16;
        c09_battle.battle_facts.side_limit /2-3; c08_supply.supply_ways._standing /4;
        c09_battle.battle_facts._defending_parts /6-7; c13_naval.sea_transport.require_shore /8, /16;
        costs.crossing_charge /9, /13-14; c09_battle.resolution.outcome_modifiers /9, /14;
        c13_naval.naval_movement.require_usable /9, /12; crossings.crossing /10-11, /13, /15;
        entering.require_passage /10-11; c13_naval.naval._usable /11-12; crossings.is_amphibious /14;
        c14_economy.connections.Networks._along /14; board.charts.forage_capacity /17; rally._rally /17;
        c07_railroads.rail_work._price_of_breaking /18; c07_railroads.rail_work._price_of_repairing /18;
        c07_railroads.trains._entraining_charges /18; c07_railroads.trains.planned /18; rally._rallying /19;
        c11_forts.fort_placing.builders /19; c12_entrenchments.entrenchments._digging /19;
        costs.zone_charges /20; data/terrain_effects.csv /1-3, /6-7, /9;
        data/terrain_effects.csv, railroad and road /4-5; data/action_costs.csv /18-20
2.1     entering.require_adjacent /1-2; position.document.problems /1; data/hexes.csv /1-2;
        data/places.csv, column city /3
5.0     marching._advance /1; rally._rallying /1; entering._require_points /2-3; prices._limit /2-3;
        c07_railroads.trains.require_points /2; c07_railroads.usmrr._require_points /2;
        c10_leaders.leader_travel._travel /2; c10_leaders.lone_leaders._check_move_leader /3
5.1     costs.allowance /1-2; c07_railroads.usmrr._require_points /2; levees._breaching /3;
        rally._rallying /3; c07_railroads.rail_work._price_of_breaking /3;
        c07_railroads.rail_work._price_of_repairing /3; c07_railroads.trains.planned /3;
        c07_railroads.usmrr._upgrade /3; c08_supply.depots.builders /3; c11_forts.fort_placing.builders /3;
        c12_entrenchments.entrenchments._digging /3
5.2     marching.setting_out /1, /3-4; costs.is_massed /2; movement.movement_step /3; marching._end_move /4;
        attacking.settle_entry /5; marching.require_no_tail /5; c09_battle.battle_end.what_of_the_mover /5-7
5.2.1   marching.setting_out /1
5.2.2   detaching._drop_units /1
5.2.3   detaching._picked /1, /3; detaching._drop_units /2; entering._require_points /2-3; prices._limit /3;
        c07_railroads.trains.require_points /3
5.2.4   costs.is_massed /1; costs.massed_charge /2; entering._require_points /3; prices._limit /3;
        c07_railroads.trains.require_points /3
5.3     costs.allowance /1
5.3.1   costs.leader_bonus /1; c09_battle.battle_end._moved_on /1;
        c10_leaders.stranded_leaders._leader_moved_alone /1
5.3.2   costs.terrain_charge /1-3; prices._step_table /1
5.3.3   crossings.crossing /1; c13_naval.interdiction.way_over /1; costs.crossing_charge /2;
        prices._step_table /2; crossings.is_amphibious /3
5.3.4   crossings.crossing /1; prices._out_of_loop /1; c08_supply.supply_ways._out_of_loops /1;
        c09_battle.retreat._arrived /1
5.3.5   costs.zone_charges /1-3, /5; prices.field /1-3; c07_railroads.rail_hexes.Rails.zone_bar /3;
        c08_supply.foraging.closed_grounds /3; position.state.occupied /4; attacking.settle_entry /6;
        marching._advance /6
5.3.6   costs.allowance /1; entering.require_supply /2-4; prices._supply_test /2;
        supply_entry.could_be_supplied /2-3; supply_entry.may_forage /2-3;
        c06_zones_and_reaction.reacting.target_units /4
5.3.7   rally._rallying /1, /5; rally._rally /2-4; rally.rally_modifiers /2; rally.rallies /3-4;
        attacking.require_no_duty /5; levees._breaching /5; marching.setting_out /5;
        c12_entrenchments.entrenchments._digging /5
5.3.8   levees._breach_levee /1-2; levees._breaching /1; levees._levee_breach_tried /2;
        c13_naval.naval.usable_sides /2
5.3.9   c06_zones_and_reaction.reaction._react_to /1
5.3.10  c07_railroads.trains._ride_train /1
5.3.11  c13_naval.sea_transport._mission /1
"""
