"""Section 19 of the rulebook, which is lost: scenarios by R.3, R.4, R.5, R.11, R.13 and R.14.

E.3     set_up.place_stack /1, /3; data/scenario_*.toml, placements of the errata /1, /3-4
R.3     set_up.set_up_position /1, /8; c21_production.phases._receive_listed /1-2;
        c22_recruiting.scheduled.infantry_due /1, /4; c21_production.phases._scenario /2-3;
        c21_production.phases.strategic_steps /2-3; c22_recruiting.scheduled._check_reinforce /4;
        c22_recruiting.scheduled._receive /4-6; c22_recruiting.scheduled._check_raise /5;
        c23_leader_pick.headquarters._check_create /6; arrivals._arrive /7; arrivals.place_for /7;
        set_up.place_stack /9; owners.owners_at_start /10; c17_supply_chain.chains.sources /11;
        points.points_of /12-13; c06_ground_movement.trains._went /13; c07_water_movement.voyages._over /13;
        c08_combat.fighting._sunk /13; c08_combat.taking._taken /13; c11_naval_combat.sinking._sunk /13;
        c04_sequence.turns._end_turn /14; points.score /14; data/scenario_*.toml /1
R.4     c17_supply_chain.chains.sources /10; points.points_of /11-12;
        c04_sequence.turns._end_player_turn /13; points.score /14; data/scenario_east_1862.toml /1-10
R.5     arrivals._arrive /10; arrivals._check_take_off /10; c17_supply_chain.chains.sources /11;
        points.points_of /12-13; points.score /14; data/scenario_west_1862.toml /1-9, /11
R.14    board.scenario_files.rail_points /1; c17_supply_chain.chains.sources /4; points.points_of /4;
        points.score /5; data/scenario_forts_1862.toml /1-4
"""
