"""The battle on a board: our reconstruction of the Tactical Combat Rules. What carries out each clause.

battle-initiative
        initiative.find_initiative /1; initiative.modifiers /2; initiative._roll /3-6; setting_up.set_up /4;
        acting.actions_left /5, /8; initiative._rolled /7
battle-reinforcements
        reinforcing.forces /1; reinforcing.main_bodies /2; reinforcing.open_battle /3, /10;
        reinforcing._roll /4; reinforcing.turn_of_entry /5; reinforcing._settle /6, /10;
        retreating._decide /7, /10; pursuing.pursuers /8; retreating._place_late /8-9
elite-units
        experience.gain_experience /1, /3; experience._roll /2, /4; experience.survivors /3, /7, /9;
        experience.candidates /5-6; experience._became_elite /8; c09_production.buying._check_unit /8
resolving-battles
        c05_battles.starting.start_battle /1, /5; opening.begin_battle /1; forces.major_size /2;
        retreating._decide /2-3; forces.counts_as_nation /3; initiative.find_initiative /3;
        attacking.entrenched /4; c05_battles.forces.army_of /5; forces.members /5
tactical
        opening.begin_battle /1; moving.check_move /2, /13-16, /20; readers.drawing.battle_map.boxes /2;
        reinforcing._settle /3; setting_up.check_set_up /4-5; setting_up.to_set_up /4;
        setting_up._check_orders /6, /57; setting_up._reveal /6; setting_up.set_up /6;
        setting_up.no_choice /7; turns.fight /8; acting.act /9, /59; turns._next_part /9-10;
        initiative.find_initiative /10; acting._check_pass /11; acting.actions_left /11, /56;
        acting.could_act /12; acting.has_part /12; moving._to_middle /15, /17-18, /33;
        attacking.number_needed /18-19, /21-24; attacking.aim /24, /28; attacking.Aim.hits /25-26;
        attacking.strike /25, /27; attacking.check_attack /27, /29, /34; attacking.check_help /30-31, /56;
        attacking.entrenched /32; attacking._roll_for_leaders /35; moving.move /36;
        attacking.check_beaten /37, /53; moving._check_column_held /38; acting.withdraw /39;
        forces.may_withdraw /39, /43; turns._end_turn /40-41; reinforcing.turn_of_entry /42;
        turns._begin_turn /42; moving._from_reserve /43; retreating._begin_pursuit /43, /46, /53;
        retreating.leave /44, /52; retreating.name_retreat /44, /50; retreating.ways /44;
        pursuing.pursuers /45-46; pursuing.quarry /47; pursuing.needs /48-49; pursuing._check_stop /51;
        pursuing.go_on_pursuing /51, /58; events.AttackRolled /54; setting_up._give_orders /55;
        setting_up._seal /55; turns._turn_began /56; experience._ended /57; orders.check_standing /57;
        orders.must_withdraw /57; standing.choose /57; turns._act /58
"""
