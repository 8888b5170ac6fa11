"""Chapters XX and XXIII, night and weather. What carries out each clause.

XX.A    rolling.fall_of_night /1
XX.B    c04_small_arms.fire.Loss.with_die /1; c05_artillery.fire.Casualties.with_die /1; weather.less /1;
        weather.morale_items /1
XXIII.A rolling.roll_weather /1
XXIII.C rolling.roll_weather /1; c03_movement.plans._slowed /2; c04_small_arms.fire.sum_items /2;
        weather.going /2-3; weather.morale_items /3; data/weather.csv /1-3
"""
