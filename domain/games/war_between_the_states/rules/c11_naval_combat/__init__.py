"""Section 11 of the rulebook: naval combat.

11.11  naval_battles._begin_naval /3, /7, prey /2, /6; ships.naval_ratio /4-5
11.12  ships.naval_result /1, warships_lost /2; naval_battles._check_lose /3-4; sinking.sink /3
11.13  naval_battles._fight /1
11.21  c07_water_movement.channels.guns_of
11.22  c07_water_movement.channels.held_by_forts /1, /4; passing._check_run /2-3, /6, run /5
11.23  passing._check_attack /1, /7, /9, _attack /2-6, /8
11.24  transit.transit_result /1-2, transit_die /3
11.3   c08_combat.defending.supporting
"""
