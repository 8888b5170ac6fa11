"""Chapter III, movement: what a movement costs. What carries out each clause.

III     costs.most_used /2
III.A   grounds.ground_of /1-2, /7; speeds.speed /3, /7; costs.is_on_road /5; costs.leg_fractions /6
III.B   costs.leg_fractions /1; costs.most_used /2-3
III.E   speeds.speed /1, /3
III.F   data/movement.csv /1-9; speeds.speed /11-14; speeds.OFFICER /10
III.J   costs.course /2; costs.leg_fractions /1
G/30-33 costs.leg_fractions /30-31, /33; costs.most_used /32
G/59    grounds.ground_of, grounds.kinds_on
"""
