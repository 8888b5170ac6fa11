"""Chapter 11 of the rulebook: Forts. Each paragraph, and what carries it out.

11.0    fort_placing.builders
11.1    fort_placing._placed, fort_placing.builders
11.2    c06_zones_and_reaction.reacting.require_mover_alone, c13_naval.naval_combat.contact_left,
        c13_naval.naval_fire.targets, fort_placing._announce, fort_placing._complete, fort_placing._place,
        fort_placing._placed, fort_placing.builders, fort_placing.check_complete,
        fort_placing.complete_fortresses, fort_placing.settle
11.3    c03_sequence.turn_end._settle, c06_zones_and_reaction.reacting.works_room,
        c06_zones_and_reaction.reaction._reacting, c06_zones_and_reaction.zones.exerts_primary,
        c09_battle.battle_facts._defending_parts, c09_battle.retreat._check_retreat,
        c09_battle.retreat_ways.own_works, c09_battle.retreat_ways.require_works,
        c12_entrenchments.entrenchments._check_enter_works, c12_entrenchments.works.works_with_room,
        fort_events.surrender_silenced
11.4    fort_placing.builders
11.5    c08_supply.surrendering._force_surrendered, c09_battle.battle_end.end_battle,
        c12_entrenchments.works.start_impulse_forts, fort_placing._destroy, fort_placing.check_complete,
        fort_placing.check_destroy, fort_placing.check_repair
11.6    c12_entrenchments.works.enemy_fort, c13_naval.naval.combat_sides, c13_naval.naval.dangers,
        c13_naval.naval.fort_sides, c13_naval.naval.sea_reaches, c13_naval.naval.waters_behind,
        c13_naval.naval_contact.meet_enemy, c13_naval.naval_fire.forts_at, c13_naval.naval_fire.shoot,
        c13_naval.naval_movement._require_run, c13_naval.naval_movement._why_no_way,
        c13_naval.naval_movement.go_on, c13_naval.naval_movement.planned, c13_naval.naval_movement.sail,
        c13_naval.naval_orders.beyond_forts, c13_naval.naval_repair.repair_on_arrival,
        c13_naval.sea_transport.require_embarkation, c13_naval.sea_transport.require_shore,
        running_past._check_target, running_past.begin_run, running_past.carry_on_run
11.7    c03_sequence.setup._place_fixed, c05_movement.attacking._check_attack_here,
        c05_movement.attacking.settle_entry, c05_movement.marching.setting_out,
        c06_zones_and_reaction.reacting.into_works_at_once, c06_zones_and_reaction.reacting.untried,
        c06_zones_and_reaction.reacting.works_on_entering, c06_zones_and_reaction.reacting.works_room,
        c06_zones_and_reaction.reaction._attempting, c06_zones_and_reaction.reaction._reacting,
        c06_zones_and_reaction.reaction.go_on, c09_battle.battle.begin_battle,
        c09_battle.battle_end.end_battle, c09_battle.battle_facts._defending_parts,
        c09_battle.battle_facts._force, c09_battle.retreat_ways.own_works,
        c09_battle.retreat_ways.require_works, c12_entrenchments.entrenchments._check_enter_works,
        c12_entrenchments.entrenchments._check_leave_works, storming._storm, storming.stormers
11.8    c05_movement.attacking.settle_entry, c05_movement.marching._advance, c08_supply.supply._forts,
        c08_supply.supply_lines.SupplyMap.supplied_by_water, c08_supply.supply_plan.Check._coasts,
        c08_supply.supply_plan.Check.besieged, c08_supply.supply_plan.Check.is_fed,
        c08_supply.surrendering.surrender_marked, c12_entrenchments.works.besieged, storming.stormers
11.8.1  c09_battle.fighting.whole_force, c09_battle.retreat._force_demoralized, sieges._check_hold,
        sieges._joining, sieges._siege_held, sieges.able_to_join, sieges.needed, sieges.settle_siege
11.8.2  c09_battle.battle_facts.suffers_oos, c09_battle.draws.ask_after_draw,
        c09_battle.fighting.who_leaves, c09_battle.leaders.leaders_with, c09_battle.retreat._begin,
        c12_entrenchments.works.require_no_siege, sieges._relief_joined, sieges.able_to_join,
        sorties._sortie, sorties.sortie_units
11.8.3  c09_battle.battle_end.end_battle, c09_battle.battle_facts._defending_parts,
        c09_battle.battle_facts._entrenched, c09_battle.draws.ask_after_draw,
        c09_battle.fighting.who_leaves, c09_battle.leaders.winner_of, c09_battle.losses._take,
        c09_battle.losses.forced, c09_battle.preparing._check_leader, c09_battle.retreat._begin,
        storming._leaders_of, storming._storm, storming.stormers
"""
