"""Chapter VII, morale. What carries out each clause.

VII.B   data/grades.csv /1; troops.quality_of /2; troops.default_value /3
VII.C   checks.further_dice /1; checks.dice_amount /1
VII.D   checks.check /1; checks.morale_items /2-11; troops.battery_points /3
VII.E   checks.check /1; checks.worse /6
VII.F   retreats.flight /1-2; retreats.straight_away (G/41, G/42)
VII.P   checks.guns_lost /1-2
VII.T   parts.parts /1
VII.U   checks.thrown_away /1, /3
"""
