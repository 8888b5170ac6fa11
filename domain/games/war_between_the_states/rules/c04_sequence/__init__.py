"""Section 4 of the rulebook: the sequence of play.

4.0    board.calendar; turns._begin_cycle /1
4.1    turns.steps /1-2
5.1    turns._draw_chits /1-4, R.13/3
R.3    turns._end_turn /14; R.10/1-2
4.2    c21_production.phases.strategic_steps /1, /3-4
R.4    turns._end_player_turn /13
"""
