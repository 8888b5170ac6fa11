"""Section 19 of the rulebook, which is lost: scenarios by R.3, R.4, R.5, R.11, R.13 and R.14.

R.3    set_up.set_up_position /8-9; owners.owners_at_start /10; points.score /12-14
R.2    owners.owners_at_start /13; owners.rail_owners_at_start /10, /12
"""
