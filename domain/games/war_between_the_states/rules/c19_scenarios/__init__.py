"""Section 19 of the rulebook, which is lost: scenarios by R.3, R.4, R.5, R.11, R.13 and R.14.

R.3    set_up.set_up_position /8-9; owners.owners_at_start /10; points.score /12-14;
       arrivals.place_for /7; c21_production.phases.strategic_steps /2-3; c22_recruiting.scheduled /4-6
R.2    owners.owners_at_start /13; owners.rail_owners_at_start /10, /12
R.5    arrivals._check_take_off /10
"""
