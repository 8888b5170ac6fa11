"""Section 9 of the rulebook: zones of control.

9.0     zones.zone /1-2
9.1     zones.extends /1-2; data/mountains.csv and data/hexsides.csv /1
9.2     zones.zone /1; zones.guarded_works /2; c06_ground_movement.ground.steps_of /3
9.4     c17_supply_chain.chains.closed_ground /1-2
9.5     zones.warships_at /1; c06_ground_movement.ground.steps_of /2;
        c06_ground_movement.ground.temporary_ferries /2-3; c17_supply_chain.waterways.barred_to /2
9.31    c08_combat.initiative._check_end /1
9.32    c08_combat.retreat_ways.open_to /1-3; zones.held_by /1
"""
