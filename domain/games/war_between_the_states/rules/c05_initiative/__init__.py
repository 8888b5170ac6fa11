"""Section 5 of the rulebook: initiative and movement commands.

5.1   pool.first_player /3; c04_sequence.turns._draw_chits /1-4
5.13  pool.pool_of /1; data/initiative_pool.csv
5.2   commanding: _check_command_leader 5.21/1; _check_command_unit 5.22/1-2, 5.27/1;
      _check_try 5.23/1-4; _try_leader 5.23/5; _require_command 5.24/1; finish_force 5.28/1, /3
5.25  c10_leaders.command.force_of /1
"""
