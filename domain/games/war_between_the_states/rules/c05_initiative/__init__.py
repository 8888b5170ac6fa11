"""Section 5 of the rulebook: initiative and movement commands.

5.0     commanding._begin_movement /1; commanding._check_end /1; c06_ground_movement.moving._check_move /2;
        c06_ground_movement.moving._check_way /2; c06_ground_movement.reaching.price_of /2;
        c07_water_movement.sailing.require_ships /2
5.1     c04_sequence.turns._draw_chits /1-4; pool.first_player /3; commanding._begin_movement /4
5.2     commanding._begin_movement /1; commanding._require_command /1;
        position.problems.progress_problems /1; c06_ground_movement.moving.require_movers /2
5.11    c04_sequence.turns._draw_chits /1; pool.pool_of /1
5.12    c04_sequence.turns._end_turn /1; pool.pool_of /1
5.13    pool.pool_of /1; c04_sequence.turns._draw_chits /2; picking._ask_pick /2
5.21    commanding._check_command_leader /1; c06_ground_movement.moving.require_movers /1
5.22    commanding._check_command_unit /1-2
5.23    commanding._check_try /1-4; commanding._try_leader /1, /5; commanding._require_fresh /4;
        c10_leaders.ratings.ratings_of /5
5.24    commanding._check_end /1; commanding._require_command /1; position.in_progress.Phase and Trip /1
5.25    c10_leaders.command.force_of /1
5.26    c07_water_movement.sailing.require_ships /1
5.27    commanding._check_command_unit /1; c06_ground_movement.moving.require_movers /1
5.28    commanding.finish_force /1, /3; c04_sequence.turns.steps /2; commanding._able /3;
        commanding._require_fresh /3; position.in_progress.Phase and Trip /3
"""
