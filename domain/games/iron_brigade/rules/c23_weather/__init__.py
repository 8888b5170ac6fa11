"""Chapters XX and XXIII, night and weather. What carries out each clause.

XX.A    rolling.fall_of_night /1
XX.B    c04_small_arms.fire.Loss.with_die /1; c05_artillery.fire.Casualties.with_die /1;
        c06_general_fire.computing.shots_of /1; c13_works.blasting.fight_fire /1; weather.less /1;
        weather.morale_items /1
XXIII.A rolling.roll_weather /1; smoke.drift /2-4; smoke.fall /2; smoke.is_thick /2-3
XXIII.C rolling.roll_weather /1; smoke.pass_time /1; c03_movement.plans._slowed /2;
        c04_small_arms.fire.sum_items /2; weather.going /2-3; weather.morale_items /3; data/weather.csv /1-3
XXIII.D smoke.pass_time /1
XXIII.E smoke.pass_time /1; weather.going /1
"""
