"""Exact odds of battles on the board.

weights   chances as integers, many packed in one number
shapes    what is left of a column, without the names of its units
orders    what standing orders do next in a column, and what the dice make of it
columns   a column through the parts of a turn
drawn_up  the columns of a position, and why its odds may not be worked out
"""
