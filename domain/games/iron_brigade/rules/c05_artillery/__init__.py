"""Chapter V, artillery fire. What carries out each clause.

V.A     fire.section_items /1-5; c06_general_fire.computing.barrage_of /4; fire.battery_factors /6-7
V.B     fire.casualties /1, /6; c06_general_fire.computing.barrage_of /1; fire.multipliers /2-3;
        c06_general_fire.marks.side_hit_by_guns /3; fire._ranks /4-5; troops.rank_items /4-5
V.D     fire.gun_factor /1; c06_general_fire.volleys.take_losses /1;
        c06_general_fire.casualties.hit_battery /2, /4; counter_battery.RESULTS /2;
        counter_battery.without /3, /6; counter_battery.hit /4; counter_battery._there /5
"""
