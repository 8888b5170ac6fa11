"""Chapter 9 of the rulebook: Battle. Each paragraph, and what carries it out.

CRT     resolution.resolve_outcome /1; resolution.loss_shares /2, /5; resolution.reckon_losses /3;
        board.charts.ratio_modifiers /4; resolution.outcome_modifiers /4; resolution.row_modifiers /5;
        data/combat_results.csv /1-3; data/battle_modifiers.csv and data/strength_ratios.csv /4-5
LBE     board.charts.leader_effects /1-4; leaders.judge_leaders /1-4; data/leader_effects.csv /1-3;
        data/leader_deaths.csv /4
9.0     c05_movement.attacking.settle_entry /1; c05_movement.marching._advance /1; battle.begin_battle /1-4;
        c16_cavalry.cavalry.attack_cavalry /1; c05_movement.attacking._check_attack_here /4;
        battle._joined_by_those_there /4
9.1     battle.fight /1; fighting.carry_on /1; leaders.judge_leaders /1; leaders.political_effect /1;
        preparing.prepare /1; retreat.begin_retreat /1
9.2     battle.begin_battle /1, /3; battle_facts.participants /1-2; preparing.chosen_participants /1-2;
        battle_facts.participants_due /2; battle_facts.side_limit /2; preparing.prepare /2;
        c05_movement.entering.require_attackers /4; c05_movement.prices._closed_to /4;
        c06_zones_and_reaction.reacting.require_mover_alone /4; battle_facts.able_units /4;
        c13_naval.landing.require_landing /4; c13_naval.naval_support._check_support /5;
        c13_naval.naval_support.ask_support /5
9.2.1   c05_movement.crossings.into_loop /1; battle_facts._hexsides /1; resolution.outcome_modifiers /1
9.3     battle_facts._force /1; resolution.force_strength /1, /3-4; preparing._check_leader /2;
        preparing.prepare /2; c11_forts.sieges._joining /2; c11_forts.sorties.sortie_units /2;
        c11_forts.storming.stormers /2; readers.odds.odds_assumptions.obvious_leader /3;
        resolution.outcome_modifiers /5
9.4     battle.fight /1; resolution.resolve_outcome /1; battle_facts._force /2-3, /5;
        resolution.outcome_modifiers /2-7; readers.odds.odds_assumptions.obvious_leader /4;
        battle_facts.suffers_oos /5; c05_movement.crossings.is_minor_river /6; battle_facts._hexsides /6-8;
        c12_entrenchments.works.forget_origins /6-7; c05_movement.attacking._check_attack_here /8;
        c11_forts.sorties._sortie /8; c11_forts.storming._storm /8
9.5     leaders.winner_of /1-3; resolution.resolve_outcome /1-3; draws.ask_after_draw /2;
        battle_end.end_battle /3
9.6     battle.fight /1; resolution.reckon_losses /1, /3, /5; resolution.loss_shares /2, /4;
        battle_facts._entrenched /4
9.7     resolution.row_modifiers /1-2; resolution.reckon_losses /3
9.8     battle_facts._force /1; losses.chosen_losses /1-2; losses.pool /1; losses.shares_by_kind /1;
        losses._take /2; losses.forced /2; resolution.reckon_losses /3; losses._losses_taken /4;
        c10_leaders.stranded_leaders.displace_leaders /4
9.9     retreat._force_demoralized /1-2; c05_movement.rally._rally /2;
        c06_zones_and_reaction.zones.exerts_secondary /2
9.10    retreat.begin_retreat /1; retreat.see_off /1-2; c11_forts.storming._leaders_of /1;
        c05_movement.attacking._check_attack_here /3; c05_movement.attacking.duty_left /3;
        retreat_ways._may_cross_back /4; retreat_ways._way_back /4; retreat_ways.landed_among /4;
        retreat_ways.part_to_go /4; retreat_ways.transport_back /4
9.10.1  draws._retreat_or_stand /1; draws.able_to_leave /1; draws.ask_after_draw /1;
        retreat.begin_retreat /1; c05_movement.attacking._check_attack_here /2;
        c05_movement.attacking.duty_left /2-4; c05_movement.attacking.require_no_duty /2;
        c05_movement.movement._check_end_movement /2-3
9.10.2  retreat._check_retreat /1; retreat._go /1; retreat_ways._may_fall_back /1;
        retreat_ways.own_works /1; retreat_ways.require_works /1
9.10.3  retreat._check_retreat /1; retreat_ways.ways /1; battle_end.what_of_the_mover /2;
        retreat._arrived /2; retreat._go /2-3
9.10.4  retreat._check_retreat /1, /6-8; retreat_ways.bar /1, /5; retreat_ways.zones_against /1-2;
        retreat_ways._free_of_secondary /2, /6; retreat_ways.fought_zone /2-4; draws.able_to_leave /4;
        retreat.see_off /4; retreat_ways.part_to_go /4; c12_entrenchments.works.forget_origins /4;
        c08_supply.homeward.homeward /7; retreat_ways._homeward /7-8
9.11    leaders.political_effect /1
9.12    leaders.judge_leaders /1-3; board.charts.leader_effects /2; leaders.rows_added_to /2;
        leaders._befall /3-5, /7; c04_recruiting.reckoning.returning_leaders /5-6;
        c04_recruiting.placing.judge_leader /6; leaders._check_create /8; leaders._create /8;
        leaders.ask_creation /8
"""
