"""Chapter XI, woods and trenches: units that the enemy does not see. What carries out each clause.

XI.C    between.is_concealed /1-2, /5; concealing.hide /1, /5-6; concealing.show /2, /5;
        concealing.sight /2, /5-6; c06_general_fire.answering.answers /3;
        c06_general_fire.answering.unseen_firers /3-4; c06_general_fire.answering.answer_of /4;
        concealing._has_met /5; between.is_in_play /6; between.sees /6;
        c06_general_fire.aiming.check_target /6; c08_charge.charging.check_target /6; concealing.forget /6;
        concealing.in_sight /6; concealing.tell_moves /6; concealing.tell_orders /6;
        concealing.tell_waiting /6; position.sight.see /6
"""
