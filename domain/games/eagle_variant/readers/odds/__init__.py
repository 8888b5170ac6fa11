"""Exact odds of battles on the board.

weights   chances as integers, many packed in one number
shapes    what is left of a column, without the names of its units
orders    what standing orders do next in a column, and what the dice make of it
graph     the shapes of columns, and the ways from one to another
told      what a part of a turn brings about, at the time of each brigade
columns   a column through the parts of a turn
drawn_up  the columns of a position, and why its odds may not be worked out
cases     cases of columns, and their combinations
part      a part of a turn in all columns: breaks, reserves that join, withdrawals in it
together  the columns of a battle, and when an army withdraws from all of them
"""
