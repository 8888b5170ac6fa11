"""Section 6 of the rulebook: ground movement.

6.11, 6.12, 6.6, 7.3   costs.step_cost; data/terrain_costs.csv
6.13, 6.2              ground.bars
6.6, 7.3               ground.steps_of, ground.temporary_ferries
6.0, 6.11, 6.14, 6.41  reaching.reached, reaching.price_of, reaching.binding
6.3                    forced_march.march_die, forced_march.percent_lost; data/forced_march.csv
6.5, 6.51, 6.53        rail_points.rail_points_spent, rail_points.most_hexes, rail_points.scenario_share
"""
