"""Chapter IV, small-arms fire. What carries out each clause.

IV.A    fire.weapon_factor /6-7; c06_general_fire.aiming.check_small_arms /7; data/small_arms.csv /1-5
IV.B    fire.sum_items /1-3, /6-7; troops.battery_points /4; c06_general_fire.computing.volley_of /5;
        c08_charge.rolling.chart_items /5; fire.fire /8
IV.D    fire.multipliers /1-3, /5-7; troops.rank_items /4
IV.E    fire.Loss.with_die /1-2; fire.killed /1-2; c06_general_fire.volleys.rolled /1;
        c06_general_fire.casualties.lose_men /2
VI.I    fire.sum_items /1; c06_general_fire.marks.order_of /1
VI.L    fire.multipliers /1-2; fire.weapon_factor /1-2; c06_general_fire.aiming.check_small_arms /1
"""
