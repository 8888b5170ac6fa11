"""Chapter 7 of the rulebook: combat. Each paragraph, and what carries it out.

7       c06_movement.sailing._sail_to /1, /5; shelling._check_attack /1; firing.fire_round /2-3;
        firing.shots /2; naval._fire /2; c06_movement.marching.attack_kind /4; joining._show /4
7.1     firing.number_needed /1; firing.shots /2; naval_forces.dice_of /2-4; naval_forces.only_six /5;
        firing.modifiers_of /6-7; data/combat_table.csv /1-2; data/naval_combat_table.csv /3-5
7.2     firing.number_needed /1; protection.protections /2-4; firing.fire_round /5;
        c12_forts.works.require_ground /6; data/terrain_table.csv /1-2
7.3     protection.protections /2; data/zones.csv /1
7.4     firing.number_needed /1, /3; firing.is_hit /2; c11_raiders.fighting.count_hits /2
7.5     c06_movement.allowance.hq_allowance /1-2; c11_raiders.marching._check_march /2;
        firing.modifiers_of /3; c11_raiders.fighting.raider_modifier /3;
        c06_movement.sailing._check_land /4; protection.winter_bars /4-7;
        c12_forts.assaulting._require_in_place /4, /7; c06_movement.marching._check_entry /5;
        c12_forts.sieges.surrender /6; naval._fire /8; attrition.check_losses /9-10;
        attrition.due_losses /9; attrition.roll_attrition /9, /11; attrition.suffer /10-11;
        c09_economy.losses.lose_units /12; c12_forts.sieges.lift_sieges_after_desertion /12
7.6     firing.shots /1; losses.struck_type /2-3; losses._check_take /4; losses.struck_by /4;
        losses._beside_the_fort /5-6; losses.hits_on_units /5, /7; losses._check_aim /6; forces.losable /7;
        deciding._check_decide /8; deciding.after_round /8, /12; deciding.may_decide /8;
        deciding._combat_decided /9; firing.cavalry_bonus /9; deciding._withdraw /10;
        deciding.may_withdraw /11
7.7     losses.struck_type /1-2
7.7.1   losses.struck_type /1-2; deciding.may_besiege /3; deciding.after_round /4;
        deciding.fort_surrenders /4; c12_forts.sieges.delay_surrender /5; c12_forts.sieges.surrender /5
7.8     deciding.by_losses /1; deciding.choices /1-2, /4; forces.at_works /1; deciding._withdraw /3, /7;
        ending.leaving /3, /6; deciding._besiege /5-6; ending.finish /5; deciding.may_decide /7;
        deciding.may_withdraw /7; ending.retreats_to /8-10; c06_movement.retreating.retreat_spots /9;
        ending._check_retreat /9; ending._lose_leaderless /11; c06_movement.retreating._hq_retreated /12
7.9     firing.cavalry_bonus /1-2; joining._ask_refusal /3-7, /9; c06_movement.retreating.retreat_spots /4;
        joining._check_answer /4; ending.call_off /8
7.10    naval._aim_or_ask /1; naval._check_aim /1; naval.aimed_dice /1; naval_forces.targets_of /1;
        naval_losses._check_lose /2; naval_losses._take /2-3; naval.go_on_at_sea /4
7.11    naval._fire /1-2
7.12    deciding._check_decide /1; naval_deciding.after_naval_round /1, /3, /6;
        naval_deciding._round_ended /2; naval_deciding._check_retreat /4; naval_deciding._ways /4;
        naval_losses._lose /5
7.13.1  c06_movement.marching._zone_entered /1; c11_raiders.fighting._check_engage /1, /9, /11;
        c11_raiders.fighting._fight_ended /1; c11_raiders.marching._enter /2, /11;
        c11_raiders.marching.strongest_cavalry /2; c11_raiders.fighting._check_retreat /3, /7;
        c11_raiders.fighting._meet /3-4; c11_raiders.fighting._fight_army /5-6, /8;
        c11_raiders.fighting.count_hits /6, /9; c11_raiders.fighting._leave /7, /10;
        c11_raiders.fighting.ways_for_raider /7; c11_raiders.fighting._fight_raider /9-10
7.13.2  naval._fire /1; naval_deciding.after_naval_round /1; shelling._check_attack /1-2, /7-8;
        naval_losses._lose /3-4; naval_losses.losses_at_sea /3; naval_deciding._ways /5;
        naval_forces.fort_of /6; naval_forces.only_six /6; c05_zones.holding.leave_river_forts /7;
        c06_movement.sailing._sail_to /7-8
7.13.3  c06_movement.sailing._check_land /1, /6; c06_movement.sailing._check_embark /2-4;
        naval_losses._lose /5; c06_movement.sailing._land /7, /9, /15; c05_zones.holding.take_city_here /8;
        firing.shots /9; firing.modifiers_of /10; deciding.may_besiege /11; ending._back_aboard /12;
        c04_sequence.activation._check_pass /13; c06_movement.sailing.check_end_of_voyage /13;
        c06_movement.waters.way_home /13; c04_sequence.activation._check_activate_hq /14;
        position.sight.see /16; c05_zones.holding.leave_river_forts /17; naval_forces.fort_of /17
18      ending.finish /1; c14_victory.sites.score_site /1-3; c12_forts.sieges._surrender /2;
        data/zones.csv /4; data/borders.csv /5
"""
