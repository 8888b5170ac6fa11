"""Section 6 of the rulebook: ground movement.

6.0     moving._move /1; reaching.price_of /1; reaching.reached /1; c05_initiative.commanding._able /2
6.3     moving._check_extension /1-3; moving.pace_of /1; position.in_progress.Phase and Trip /2
6.4     moving._check_way /1; riding._check_ride /1; c07_water_movement.boarding._check_land /1;
        c22_recruiting.augmenting.require_room /1; position.problems._stack_problems /1;
        position.state.stacked /1-2
6.5     rail_points.rail_points_spent /1, /3; journeys._begin /2, /4; journeys._check_journey /2;
        riding._check_ride /2, /5-6; riding._ride /2-4; readers.reach._ridden /2-3; schedules.leg /3;
        rail_points.rail_weight /4; rail_supply._rode /4; schedules.weight_of /4, /7
6.6     costs.step_cost /1-2; costs.halves /3, /5; ground.steps_of /4; c09_zones.zones.guarded_works /4
6.11    moving._check_way /1; moving.pace_of /1; reaching.reached /1-2; moving.group_of /2;
        reaching.binding /2; costs.step_cost /3-4; data/terrain_costs.csv /3;
        data/places.csv, column size /5
6.12    costs.step_cost /1-5; moving._check_way /1; reaching.price_of /1; moving.pace_of /5;
        data/mountains.csv and data/hexsides.csv /3
6.13    ground.bars /1-2; moving._check_way /1; reaching.price_of /1;
        c07_water_movement.boarding._check_land /1; c09_zones.zones.held_by /1;
        position.problems._stack_problems /1; entering.entered /3-4
6.14    moving._check_way /1; reaching.reached /1; costs.halves /2
6.21    ground.bars /1; moving._check_way /1; moving._move /1; reaching.price_of /1; reaching.reached /1
6.22    ground.bars /1; reaching.reached /1
6.23    ground.bars /1
6.24    ground.bars /1; moving._move /1; reaching.reached /1
6.31    forced_march.percent_lost /1; forced_marching.march_off /1-3;
        c05_initiative.commanding.finish_force /2; c08_combat.losses.points_lost /3
6.32    forced_march.percent_lost /1; forced_march.march_die /2; data/forced_march.csv /1
6.33    forced_marching.march_off /1; moving._move /1
6.41    moving.require_movers /1; reaching.reached /1
6.42    moving.require_movers /1; moving.with_rosters /1
6.43    moving.require_movers /1-2
6.51    board.scenario_files.rail_points /1, /3-4; c04_sequence.turns._begin_cycle /1;
        riding.check_capacity /1; schedules.reserved /1; trains.account /1;
        c19_scenarios.set_up.set_up_position /1; rail_points.scenario_share /4;
        data/campaign_schedule.csv /3
6.52    c04_sequence.turns._begin_cycle /1
6.53    journeys._check_journey /1-2; moving.on_trains /1; rail_points.most_hexes /1; schedules.leg /1;
        schedules.enough_next_turn /2; schedules.reserved /2, /4; trains.ride_on /3
6.54    journeys._require_rails /1, /4; tracks.require_tracks /1-4; readers.reach._ridden /1;
        rail_points.rail_points_spent /2; schedules.leg /2; tracks.ferries_on /2;
        c18_railroads.rails.usable /4; data/rail_ferries.csv /2
6.55    journeys._check_journey /1; riding.check_capacity /1-3; schedules.load_of /1-2;
        tracks.limited_by /1-2; rail_supply._check_supply /2; trains.account /2
6.56    journeys._check_change /1; journeys._check_journey /1-2; riding._check_ride /1;
        riding_on._check_on /1, /3; journeys._begin /2; schedules.turns_of /2-3; position.orders.Journey /2;
        position.sight.see /2; moving.on_trains /3; schedules.leg /3; trains.end_journeys /3;
        trains.ride_on /3-5; trains._late /4; trains._went /4; tracks.require_tracks /5
6.57    rail_points.rail_weight /1-3; schedules.weight_of /1-2; c07_water_movement.boats._check_boat /2;
        rail_supply._check_supply /3-4; rail_supply._rode /3
6.58    riding._ride /1; trains._went /1; trains.ride_on /1, /4; c08_combat.initiative.in_contact /2;
        c09_zones.zones.zone /2; trains.leave_trains /3; c08_combat.advancing._ended /3;
        c08_combat.defending._set /3; c08_combat.defending.defending /3;
        c08_combat.strength.defence_strength /3; tracks.require_tracks /4
6.59    c07_water_movement.voyages.require_passengers /1; journeys._begin /2; journeys._check_change /2;
        journeys._check_journey /2; c07_water_movement.voyages._check_order /2
15.23   ground.bars /1, /3; moving.group_of /1, /3; c08_combat.retreat_ways.open_to /1;
        c09_zones.zones.zone_of_cavalry /1-2; moving._move /3; moving.pace_of /4
"""
