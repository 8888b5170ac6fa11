"""The sides, the board and the units. What carries out each clause.

the-sides       position.state, position.units
the-board       board, control
the-units/3     control
"""
