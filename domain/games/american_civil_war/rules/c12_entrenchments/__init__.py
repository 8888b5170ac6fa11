"""Chapter 12 of the rulebook: Entrenchments. Each paragraph, and what carries it out.

12.0    c11_forts.fort_placing.builders, entrenchments._check_enter_works, entrenchments._digging,
        works.settle_entrenchment, works.works_with_room
12.1    c05_movement.marching.setting_out, c05_movement.movement._end_movement,
        c06_zones_and_reaction.reaction._reacting, c09_battle.battle_end.end_battle,
        entrenchments._check_enter_works, entrenchments._check_leave_works, entrenchments._digging,
        entrenchments._remove, entrenchments.place_entrenchments, works.settle_entrenchment
12.2    c05_movement.attacking._check_attack_here, c06_zones_and_reaction.reacting.untried,
        c06_zones_and_reaction.reacting.works_on_entering, c06_zones_and_reaction.zones.exerts_primary,
        c09_battle.battle.begin_battle, c09_battle.battle_facts._defending_parts,
        c09_battle.resolution.loss_shares, c09_battle.resolution.row_modifiers, c11_forts.storming.stormers,
        entrenchments._check_leave_works
"""
