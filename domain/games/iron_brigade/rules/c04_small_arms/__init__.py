"""Chapter IV, small-arms fire. What carries out each clause.

IV.A    data/small_arms.csv /1-5; fire.weapon_factor /6-7
IV.B    fire.sum_items /1-3, /6-7; troops.battery_points /4; fire.fire /8
IV.C    data/fire_factors.csv /1-2; fire.men_factor /3
IV.D    fire.multipliers /1-7; troops.rank_items /4
IV.E    fire.killed /1-2; fire.Loss /1-2
VI.L    fire.weapon_factor /1-2; fire.multipliers /1
"""
