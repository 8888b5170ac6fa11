"""Chapter VIII, the charge. What carries out each clause.

VIII.A  c03_movement.opening.open_turn /1-2; sequence.steps /1; c03_movement.moving.carry_on /2;
        position.sight.see /2-4; c06_general_fire.sealing.ask_fire /3; c09_melee.fighting.melee_step /3;
        rolling.ask_charges /4; rolling.roll_charges /4; responding.ask_responses /5;
        responding.settle /5-6; contact.short_of /6
VIII.B  charging.check_charger /1, /3; charging.check_target /1-2, /4; charging.in_range /1-2;
        charging.charge_bonus /2; charging.check_charges /4; responding._charge_went_home /4;
        rolling.roll_charges /4
VIII.C  rolling.roll_charge /1, /4-6; rolling.chart_items /2-3, /8; rolling._charge_rolled /4-6;
        contact.contact_of /7; contact.short_of /7; responding._go_in /7; data/charge_results.csv /4-6
VIII.D  c03_movement.ordering.check_free /1; responding._fall_back /1, /3;
        responding._unit_fell_back /1, /3; responding.ask_responses /1; responding.check_back /1-2, /4;
        responding.full_move /1; c06_general_fire.computing.volley_of /3; responding.room_to_fall_back /4
VIII.E  c03_movement.ending.end_movement /1; c06_general_fire.computing.volley_of /1-2;
        responding._charge_went_home /1; responding._go_in /1
VIII.F  charging.check_charger /1; responding._charge_went_home /1; responding._go_in /1;
        c09_melee.fighting._melee_ended /1; c09_melee.fighting._settle /1
VIII.H  rolling.is_automatic /1-2; rolling.roll_charge /1-2
VIII.I  rolling.roll_charges /1
VIII.J  charging.is_behind /1; charging.waves /1-3; charging.check_charges /2; responding._go_in /3;
        rolling.roll_charges /3
VIII.K  responding._target_stood /1
"""
