"""Chapter 9 of the rulebook: Battle. Each paragraph, and what carries it out.

9.0     battle._joined_by_those_there, battle.begin_battle, c05_movement.attacking._check_attack_here,
        c05_movement.attacking.settle_entry, c05_movement.marching._advance,
        c16_cavalry.cavalry.attack_cavalry
9.1     battle.fight, fighting.carry_on, leaders.judge_leaders, leaders.political_effect, preparing.prepare,
        retreat.begin_retreat
9.2     battle.begin_battle, battle_facts.able_units, battle_facts.participants,
        battle_facts.participants_due, battle_facts.side_limit, c05_movement.entering.require_attackers,
        c06_zones_and_reaction.reacting.require_mover_alone, c13_naval.landing.require_landing,
        c13_naval.naval_support._check_support, c13_naval.naval_support.ask_support,
        preparing.chosen_participants, preparing.prepare
9.2.1   battle_facts._hexsides, c05_movement.crossings.into_loop, resolution.outcome_modifiers
9.3     battle_facts._force, c11_forts.sieges._joining, c11_forts.sorties.sortie_units,
        c11_forts.storming.stormers, preparing._check_leader, preparing.prepare, resolution.force_strength,
        resolution.outcome_modifiers
9.4     battle.fight, battle_facts._force, battle_facts._hexsides, battle_facts.suffers_oos,
        c05_movement.attacking._check_attack_here, c05_movement.crossings.is_minor_river,
        c11_forts.sorties._sortie, c11_forts.storming._storm, c12_entrenchments.works.forget_origins,
        resolution.outcome_modifiers, resolution.resolve_outcome
9.5     battle_end.end_battle, draws.ask_after_draw, leaders.winner_of, resolution.resolve_outcome
9.6     battle.fight, battle_facts._entrenched, resolution.loss_shares, resolution.reckon_losses
9.7     resolution.reckon_losses, resolution.row_modifiers
9.8     battle_facts._force, c10_leaders.stranded_leaders.displace_leaders, losses._losses_taken,
        losses._take, losses.chosen_losses, losses.forced, losses.pool, losses.shares_by_kind,
        resolution.reckon_losses
9.9     c05_movement.rally._rally, c06_zones_and_reaction.zones.exerts_secondary, retreat._force_demoralized
9.10    c05_movement.attacking._check_attack_here, c05_movement.attacking.duty_left,
        c11_forts.storming._leaders_of, retreat.begin_retreat, retreat.see_off,
        retreat_ways._may_cross_back, retreat_ways._way_back, retreat_ways.landed_among,
        retreat_ways.part_to_go, retreat_ways.transport_back
9.10.1  c05_movement.attacking._check_attack_here, c05_movement.attacking.duty_left,
        c05_movement.attacking.require_no_duty, c05_movement.movement._check_end_movement,
        draws._retreat_or_stand, draws.able_to_leave, draws.ask_after_draw, retreat.begin_retreat
9.10.2  retreat._check_retreat, retreat._go, retreat_ways.own_works, retreat_ways.require_works
9.10.3  battle_end.what_of_the_mover, retreat._arrived, retreat._check_retreat, retreat._go,
        retreat_ways.ways
9.10.4  c08_supply.homeward.homeward, c12_entrenchments.works.forget_origins, draws.able_to_leave,
        retreat._check_retreat, retreat.see_off, retreat_ways._free_of_secondary, retreat_ways._homeward,
        retreat_ways.bar, retreat_ways.fought_zone, retreat_ways.part_to_go, retreat_ways.zones_against
9.11    leaders.political_effect
9.12    board.charts.leader_effects, c04_recruiting.placing.judge_leader,
        c04_recruiting.reckoning.returning_leaders, leaders._befall, leaders._check_create, leaders._create,
        leaders.ask_creation, leaders.judge_leaders
"""
