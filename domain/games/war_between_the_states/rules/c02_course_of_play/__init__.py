"""Section 2 of the rulebook: the course of play, and the answers that a side gives beforehand (R.1/12).

R.1    standing._check_set /12; standing.answered /12
"""
