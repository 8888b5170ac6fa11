"""Chapters XX and XXIII, night and weather. What carries out each clause.

S       s_scenarios.set_up.set_up /1; s_scenarios.victory.loss_points /2-3;
        s_scenarios.victory.man_worth /2; s_scenarios.victory.points /3, /28, /35-36;
        s_scenarios.victory.holder /4; s_scenarios.victory.decide /5; s_scenarios.victory.end_turn /5-6;
        s_scenarios.victory.carry_out_offer_end /6; s_scenarios.victory.check_concede /6;
        s_scenarios.victory.check_offer_end /6; rolling.roll_weather /18;
        s_scenarios.placing.reveal_set_up /18, /26; s_scenarios.placing.ask_set_up /26;
        s_scenarios.placing.check_placing /26, /29; s_scenarios.placing.offer_set_up /26;
        s_scenarios.placing.set_at /26-27; s_scenarios.set_up._sealed /26; opening.initial /28-29;
        s_scenarios.set_up._needed /28; c02_organization.setup.setup_faults /29;
        s_scenarios.set_up.faults_of /29; rolling.fall_of_night /33; data/scenarios.json /1, /7-17, /30
XX.A    rolling.fall_of_night /1
XX.B    c04_small_arms.fire.Loss.with_die /1; c05_artillery.fire.Casualties.with_die /1; weather.less /1;
        weather.morale_items /1
XXIII.A rolling.roll_weather /1
XXIII.C rolling.roll_weather /1; c03_movement.plans._slowed /2; c04_small_arms.fire.sum_items /2;
        weather.going /2-3; weather.morale_items /3; data/weather.csv /1-3
"""
