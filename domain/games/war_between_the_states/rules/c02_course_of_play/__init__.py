"""Section 2 of the rulebook: the course of play, and the answers that a side gives beforehand (R.1/12).

2.0     board.calendar.cycle_of_turn /1; board.calendar.opens_cycle /1; c04_sequence.turns.steps /1;
        board.features.SIDES /2
"""
