"""Chapter 11 of the rulebook: Forts. Each paragraph, and what carries it out.

11.0    fort_placing.builders /1
11.1    fort_placing._placed /1; fort_placing.builders /1
11.2    fort_placing.builders /1-2, /6; fort_placing._announce /3, /8; fort_placing._place /3, /6;
        fort_placing.settle /3-5, /8; fort_placing._placed /4; c13_naval.naval_fire.targets /4;
        c13_naval.naval_combat.contact_left /5; fort_placing.complete_fortresses /7;
        c06_zones_and_reaction.reacting.require_mover_alone /8; fort_placing._complete /8;
        fort_placing.check_complete /8
11.3    c06_zones_and_reaction.reacting.works_room /1; c06_zones_and_reaction.reaction._reacting /1;
        c09_battle.battle_facts._defending_parts /1, /3; c09_battle.retreat._check_retreat /1;
        c09_battle.retreat_ways.own_works /1; c09_battle.retreat_ways.require_works /1;
        c12_entrenchments.entrenchments._check_enter_works /1; c12_entrenchments.works.works_with_room /1;
        c06_zones_and_reaction.zones.exerts_primary /2; c03_sequence.turn_end._settle /4;
        fort_events.surrender_silenced /4
11.4    fort_placing.builders /1
11.5    c08_supply.surrendering._force_surrendered /1; c09_battle.battle_end.end_battle /1;
        fort_placing._destroy /1-2; fort_placing.check_destroy /1; fort_placing.check_complete /3;
        fort_placing.check_repair /3; c12_entrenchments.works.start_impulse_forts /3
11.6    c12_entrenchments.works.enemy_fort /1; c13_naval.naval.dangers /1; c13_naval.naval.fort_sides /1;
        c13_naval.naval_fire.forts_at /1; c13_naval.naval_movement._require_no_tail /1;
        c13_naval.naval_movement._why_no_way /1; running_past.begin_run /2;
        c13_naval.naval_bases._run_to_a_base /2, /4; c13_naval.naval_contact.meet_enemy /2;
        c13_naval.naval_movement._require_run /2, /5; c13_naval.naval_movement.go_on /2, /4;
        c13_naval.naval_movement.planned /2, /5; c13_naval.naval_movement.sail /2, /4;
        c13_naval.naval_orders.beyond_forts /2, /5; running_past._check_target /3;
        running_past.carry_on_run /3-4; c13_naval.naval_fire.shoot /3;
        c13_naval.naval_repair.repair_on_arrival /4; c13_naval.naval.combat_sides /5;
        c13_naval.naval.sea_reaches /5; c13_naval.naval.waters_behind /5;
        c13_naval.sea_transport.require_embarkation /5; c13_naval.sea_transport.require_shore /5
11.7    c03_sequence.setup._place_fixed /1; c05_movement.marching.setting_out /1;
        c06_zones_and_reaction.reacting.works_on_entering /1;
        c06_zones_and_reaction.reaction._reacting /1, /6;
        c12_entrenchments.entrenchments._check_enter_works /1;
        c12_entrenchments.entrenchments._check_leave_works /1; c05_movement.attacking._check_attack_here /2;
        c06_zones_and_reaction.reacting.untried /2; c09_battle.battle_facts._defending_parts /2, /7;
        c09_battle.battle_facts._force /3; c05_movement.attacking.settle_entry /4-5;
        storming.stormers /4, /9; c09_battle.battle.begin_battle /5;
        c06_zones_and_reaction.reacting.works_room /6; c06_zones_and_reaction.reaction._attempting /6;
        c06_zones_and_reaction.reaction.go_on /6; c06_zones_and_reaction.reactors.into_works_at_once /6;
        c09_battle.battle_end.end_battle /8; c09_battle.retreat_ways.own_works /8;
        c09_battle.retreat_ways.require_works /8; storming._storm /9
11.8    c05_movement.attacking.settle_entry /1-2; c05_movement.marching._advance /1; storming.stormers /1;
        c12_entrenchments.works.besieged /1, /3, /5; c08_supply.supply_lines.SupplyMap.supplied_by_water /3;
        c08_supply.supply_plan.Check._coasts /3; c08_supply.supply_plan.Check.besieged /3, /5;
        c08_supply.supply_plan.Check.is_fed /3; c08_supply.supply._forts /4;
        c08_supply.surrendering.surrender_marked /4
11.8.1  sieges.settle_siege /1-3; sieges._check_hold /2; sieges.needed /2; sieges._joining /3;
        sieges.able_to_join /3; c09_battle.fighting.whole_force /4;
        c09_battle.retreat._force_demoralized /4; sieges._siege_held /4
11.8.2  c09_battle.battle_facts.suffers_oos /1; sieges._relief_joined /1; sieges.able_to_join /1;
        sorties._sortie /1; sorties.sortie_units /1; c12_entrenchments.works.require_no_siege /1;
        c09_battle.fighting.who_leaves /2; c09_battle.leaders.leaders_with /2; c09_battle.retreat._begin /2;
        c09_battle.draws.ask_after_draw /3
11.8.3  c09_battle.preparing._check_leader /1; storming._leaders_of /1; storming._storm /1-2, /6;
        storming.stormers /1, /7; c09_battle.battle_facts._defending_parts /2, /7;
        c09_battle.draws.ask_after_draw /3; c09_battle.fighting.who_leaves /3;
        c09_battle.retreat._begin /3, /6; c09_battle.battle_end.end_battle /4;
        c09_battle.leaders.winner_of /4; c09_battle.losses._take /5; c09_battle.losses.forced /5;
        c09_battle.battle_facts._entrenched /7
"""
