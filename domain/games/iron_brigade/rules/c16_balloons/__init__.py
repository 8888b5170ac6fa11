"""Chapter XVI, balloons. What carries out each clause.

XVI.B   flying.check_balloon /1; flying.fly /1
XVI.C   flying.check_stays /1; flying.check_balloon /2; flying.fly /2
"""
