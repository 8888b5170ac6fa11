"""Chapter 2 of the rulebook: units and organization, headquarters. Each paragraph, and what carries it out.

2       position.state.Position /1
2.1     c05_zones.places.is_army /1; position.state.Position /1-2
2.2     position.state.Position /1-3
2.3     position.document._hq_problems /1; drawing.draw_hq /2-3; data/headquarters.csv /1
2.4     losing.lose_hq /1-4, /9; c07_combat.losses.lose_empty_hqs /1; drawing.replace_lost /3, /5;
        taking_over.replace /3; losing._succeed_aboard /6; c04_sequence.activation._check_activate_hq /6;
        c07_combat.firing.modifiers_of /7; drawing.attach /8; drawing.room_for /8;
        c05_zones.holding.attach_leaderless /8; taking_over._check_take /9
2.5     c06_movement.marching._check_entry /1; c07_combat.firing.hq_bonus /2
2.6     c16_scenarios.set_up.set_up_position /1; losing.credit /2-3, /6; c04_sequence.sequence.promote /2-4;
        drawing.draw_hq /5; c07_combat.ending.finish /6; data/headquarters.csv /1
2.7     losing.check_survival /1-4, /6; c07_combat.ending.finish /1; losing._succeed_aboard /4;
        drawing.replace_lost /5
2.8     c04_sequence.sequence.roll_initiative /1-2; c04_sequence.activation.cost_of /3;
        c04_sequence.activation._check_activate_fleets /4, /7;
        c04_sequence.activation._check_activate_raider /5; c04_sequence.activation._check_activate_hq /6;
        c12_forts.works._check_fortify_units /6; data/turns.csv /2
"""
