"""Scenarios. What carries out each clause.

balanced-scenario
        position.state.Position.points_of /2; c09_production.limits.limited /4; victory._balanced /7-8;
        victory.end_month /9; data/balanced.toml /1, /5-6; data/prices.csv /3;
        data/scenario_defaults.toml /10
historical-scenario
        victory.usa_has_all /6-7; victory.csa_count /8; victory.end_month /9; victory._historical /10;
        data/historical.toml /1, /3-5; data/cities.csv /2; data/scenario_defaults.toml /11
scenarios
        set_up.set_up_position /1, /4; free_units.ask_free_set_up /2; free_units.check_places /3;
        victory.end_month /5; victory.holds /6
"""
