"""Chapter 12 of the rulebook: Entrenchments. Each paragraph, and what carries it out.

12.0    entrenchments._check_enter_works /1-2; entrenchments._digging /1; works.works_with_room /1;
        c11_forts.fort_placing.builders /2; works.settle_entrenchment /2
12.1    c05_movement.movement._end_movement /1; entrenchments._digging /1;
        entrenchments.place_entrenchments /1; works.settle_entrenchment /2-3;
        c09_battle.battle_end.end_battle /3; c09_battle.retreat_ways._may_fall_back /3;
        entrenchments._remove /3; c05_movement.marching.setting_out /4;
        c06_zones_and_reaction.reaction._reacting /4; entrenchments._check_enter_works /4;
        entrenchments._check_leave_works /4
12.2    c05_movement.attacking._check_attack_here /1; c06_zones_and_reaction.reacting.untried /1;
        c06_zones_and_reaction.zones.exerts_primary /1; c11_forts.storming.stormers /1;
        entrenchments._check_leave_works /1; c09_battle.battle_facts._defending_parts /2-3;
        c09_battle.resolution.loss_shares /2; c09_battle.resolution.row_modifiers /2;
        c06_zones_and_reaction.reacting.works_on_entering /3; c09_battle.battle.begin_battle /3;
        c09_battle.retreat_ways._may_fall_back /3
"""
