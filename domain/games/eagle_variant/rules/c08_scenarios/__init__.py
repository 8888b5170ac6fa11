"""Scenarios. What carries out each clause.

scenarios/1, /4           set_up.set_up_position
scenarios/2, /3           free_units
scenarios/5, /6           victory
historical-scenario/1-5   data/historical.toml, set_up
historical-scenario/6-10  victory
balanced-scenario/1-6     data/balanced.toml, set_up; /4 also c09_production.limits
balanced-scenario/7-9     victory
the defaults of options   data/scenario_defaults.toml
"""
