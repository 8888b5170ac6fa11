"""Chapter V, artillery fire. What carries out each clause.

V.A     fire.section_items /1-5; fire.battery_factors /6-7
V.B     fire.multipliers /2-3; troops.rank_items /4-5; fire.casualties /1, /6
V.C     fire.Casualties /1-2
V.D     fire.gun_factor /1; counter_battery.RESULTS /2; counter_battery.without /3, /6;
        counter_battery.hit /4; counter_battery._there /5
V.E     data/guns.csv /1, /3-33; fire.gun_factor /2
V/2     fire.gun_factor
VI.C    fire.battery_factors /2
G/6     fire.feet_of
"""
