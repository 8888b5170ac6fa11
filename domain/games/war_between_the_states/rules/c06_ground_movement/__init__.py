"""Section 6 of the rulebook: ground movement.

6.0, 6.11, 6.14, 6.4  reaching.reached, reaching.price_of, reaching.binding; moving._check_way
6.11, 6.12, 6.6, 7.3  costs.step_cost; data/terrain_costs.csv
6.13, 6.2             ground.bars; moving._stops; entering.entered 6.13/3-4
6.6, 7.3              ground.steps_of, ground.temporary_ferries
6.3                   moving._check_extension 6.3/1-3; forced_marching.march_off 6.31/1-3, 6.33/1;
                      forced_march.march_die, forced_march.percent_lost; data/forced_march.csv
6.4                   moving._check_move 6.41-6.43
6.5, 6.51, 6.55       riding._check_ride, riding.check_capacity, riding._ride
6.54, 6.56, 6.58      tracks.require_tracks
6.53, 6.56, 6.59      journeys._check_journey; trains.ride_on; riding_on._check_on; schedules.reserved
6.57                  rail_supply._check_supply
6.5, 6.51, 6.53       rail_points.rail_points_spent, rail_points.most_hexes, rail_points.scenario_share
"""
