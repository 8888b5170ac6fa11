"""Chapter II, organization: stands and formations, and what a set-up may hold. What carries out each clause.

S       s_scenarios.set_up.set_up /1; s_scenarios.victory.loss_points /2-3;
        s_scenarios.victory.man_worth /2; s_scenarios.victory.worth_alone /2;
        s_scenarios.victory.points /3, /28, /35-36; s_scenarios.victory.holder /4;
        s_scenarios.victory.decide /5; s_scenarios.victory.end_turn /5-6;
        s_scenarios.victory.carry_out_offer_end /6; s_scenarios.victory.check_concede /6;
        s_scenarios.victory.check_offer_end /6; s_scenarios.placing.reveal_set_up /18, /26;
        s_scenarios.placing.ask_set_up /26; s_scenarios.placing.check_placing /26, /29;
        s_scenarios.placing.offer_set_up /26; s_scenarios.placing.set_at /26-27;
        s_scenarios.set_up._sealed /26; opening.initial /28-30; s_scenarios.set_up._needed /28;
        setup.setup_faults /29; s_scenarios.set_up.faults_of /29; c26_ships.gunnery.check_ship_fire /33;
        data/scenarios.json /1, /7-25, /30-34
II.B    setup.setup_faults /1; stands.stands_for /1; c08_charge.rolling.is_automatic /2
II.C    stands.battery /1; set_up.muster_of /2, /6-7; units.Unit /3;
        c06_general_fire.casualties.hit_battery /4; units.BATTERIES /5
"""
